"""The words and tables of a lesson, computed from its trace. Pure, without streamlit."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from workbench.compute import Lesson
from workbench.figures.prediction import by_row, over_feature
from workbench.viewmodel import number


def prediction_figure(lesson: Lesson, cursor: int) -> go.Figure:
    """The picture of a round that fits the data set."""
    data, trace = lesson.dataset, lesson.trace
    if len(data.feature_names) == 1:
        return over_feature(data, trace, trace[cursor - 1])
    return by_row(data, data.y[lesson.train], trace, trace[cursor - 1], lesson.model.loss_)


def round_words(lesson: Lesson, cursor: int) -> str:
    """What the round did, in a sentence with its numbers."""
    round_ = lesson.trace[cursor - 1]
    before = lesson.start_loss if cursor == 1 else lesson.trace[cursor - 2].train_loss
    tree = round_.trees[0]
    words = (
        f"Round {cursor} adds a tree of {tree.n_leaves} leaves, "
        f"each weight times {round_.learning_rate:g}. "
        f"The mean training loss goes from {number(before)} to {number(round_.train_loss)}."
    )
    if len(lesson.held_out):
        words += f" On {len(lesson.held_out)} rows never trained on it is {number(round_.validation_loss)}."
    return words


def figure_words(lesson: Lesson, cursor: int) -> str:
    """The picture of the round for those who cannot see it."""
    round_ = lesson.trace[cursor - 1]
    largest = float(np.abs(round_.gradient).max())
    return (
        f"{lesson.dataset.title}, round {cursor}: prediction before and after, and negative gradients, "
        f"the largest of size {number(largest)}. {round_words(lesson, cursor)}"
    )


def row_table(lesson: Lesson, cursor: int) -> pd.DataFrame:
    """Every training row of the round: target, raw prediction before and after, g, h, leaf and its weight."""
    round_ = lesson.trace[cursor - 1]
    data = lesson.dataset
    columns: dict[str, object] = {}
    if len(data.feature_names) == 1:
        columns[data.feature_names[0]] = data.X[lesson.train, 0]
    columns |= {
        data.target_name: data.y[lesson.train],
        "raw prediction before": round_.raw_before,
        "gradient g": round_.gradient,
        "hessian h": round_.hessian,
        "leaf": round_.leaf,
        "leaf weight": round_.trees[0].weight[round_.leaf],
        "raw prediction after": round_.raw_after,
    }
    return pd.DataFrame(columns, index=pd.Index(lesson.train, name="row"))
