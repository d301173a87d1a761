"""What stands below the stage: the sum, the hessian's scales, importance, and F cut two ways."""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.components.prose import prose
from workbench.lessons.several_classes import words
from workbench.lessons.several_classes.figures import (
    importance_figure,
    losses_figure,
    waterfalls,
    weights_figure,
)
from workbench.lessons.several_classes.model import Course
from workbench.lessons.several_classes.scales import (
    FITTED,
    Floats,
    Scale,
    ScaledSettings,
    losses_under,
    scales_of,
    weights_under,
)
from workbench.lessons.several_classes.stage import HELD, saved_rounds
from workbench.lessons.several_classes.values import IMPORTANCE_KIND, OF_CLASS
from workbench.link.values import ROUND, ROW
from workbench.models.boosted import BoostedModel
from workbench.models.explained import IMPORTANCE_WORDS, KINDS, importance_table, two_cuts
from workbench.models.row_story import RowStory, row_story
from workbench.shell import session
from workbench.shell.background_fits import Fits, FitStoppedError
from workbench.shell.code_lens import code_lens, round_tabs
from workbench.shell.current_fit import PATIENCE_S
from workbench.shell.page import presenting
from workbench.shell.plots import plot
from workbench.shell.same_model import same_model
from workbench.shell.show_stage import hear_stage
from workbench.shell.take_with_you import take_with_you
from workbench.text.numbers import number

HEIGHT = 340
CODE = [
    *("prediction of softmax", "gradient of softmax", "hessian of softmax", "boosting loop"),
    *("importance", "contributions"),
]


@st.cache_resource
def scaled_fits() -> Fits[ScaledSettings, Floats]:
    """The losses under other scales that this server has computed."""
    return Fits(losses_under, at_most=32)


@st.cache_resource(max_entries=32, show_spinner=False)
def losses_chart(_scales: tuple[Scale, ...], _losses: list[Floats], name: str) -> go.Figure:
    """The losses under each scale, drawn once for everybody. name: of the fit."""
    return losses_figure(_scales, _losses)


@st.cache_resource(max_entries=32, show_spinner=False)
def importance_chart(_table: pd.DataFrame, kind: str, name: str) -> go.Figure:
    """One kind of importance, drawn once for everybody. name: of the fit."""
    return importance_figure(_table, kind)


def chart(place: DeltaGenerator, figure: go.Figure, key: str, alt: str) -> None:
    """A chart to look at, with what it shows for those who cannot see it."""
    with place:
        plot(figure, alt, key=key, height=HEIGHT)


@st.fragment
def below_the_stage(found: Course) -> None:
    """What stands there when the stage rests. None of it says where a row comes to stand later."""
    hear_stage()
    stand_in(session.value("data"))
    cursor, row = max(1, int(session.value(ROUND))), current_row(found)
    story = row_story(found.fit, row)
    k = current_class(found, story)
    if not presenting():
        same_model()
        row_chooser(found, row)
    the_sum(found.fit, story, cursor, k)
    if presenting():
        return
    hessian_scales(found.fit, cursor, k)
    importance(found.fit)
    two_ways(found.fit, story, cursor, k)
    code_lens(CODE)
    held = {name: session.value(name) for name in HELD}
    made = partial(saved_rounds, found, held, session.link_values())
    take_with_you(
        made, f"{found.fit.dataset.id}_classes", found.fit, partial(round_tabs, found.fit, cursor, k)
    )


def current_row(found: Course) -> int:
    """The row of the cursor; at first the one that the model is least sure of after its last round."""
    row = session.value(ROW)
    return found.least_sure(found.n_rounds) if row is None else int(row)


def current_class(found: Course, story: RowStory) -> int:
    """The class whose tree is large: the row's own until one is chosen."""
    k = session.value(OF_CLASS)
    return int(story.y) if k is None else int(k)


def stand_in(data: str) -> None:
    """Why another data set is shown, where it is."""
    said = words.stand_in_words(data)
    if said:
        st.caption(said)


def row_chooser(found: Course, row: int) -> None:
    """A field for the number of the row that is followed."""
    last = len(found.fit.dataset.y) - 1
    also = {OF_CLASS: None}
    session.bound(st.number_input, "row", *(0, last), name=ROW, shown=row, also=also, width=160)


def the_sum(fit: BoostedModel, story: RowStory, cursor: int, k: int) -> None:
    """Why there is a tree a class, and the chosen row's numbers."""
    st.subheader(f"One row, {fit.n_classes} numbers", anchor=False)
    here = words.terms_here(story, cursor, k, fit.trace[cursor - 1].learning_rate)
    prose(words.why_words(fit, story, cursor), here, key="why_words")
    st.latex(words.softmax_formula(fit, story, cursor, k))


def hessian_scales(fit: BoostedModel, cursor: int, k: int) -> None:
    """The same leaves and the whole fit under p(1 - p), and under what others take instead."""
    st.subheader("h = p(1−p), or twice that?", anchor=False)
    scales, tree = scales_of(fit.n_classes), fit.trace[cursor - 1].trees[k]
    name, reg_lambda = fit.dataset.class_names[k], fit.settings.reg_lambda
    weights = [weights_under(tree, each.factor, reg_lambda) for each in scales]
    left, right = st.columns(2, gap="medium")
    by_name = {scale.name: each for scale, each in zip(scales, weights, strict=True)}
    weight_words = words.weight_words(by_name, name, cursor)
    chart(left, weights_figure(scales, weights), "scale_weights", weight_words)
    left.caption(weight_words)
    losses = scaled_losses(right, fit, scales)
    if losses is not None:
        ends = {scale.name: (each[0, -1], each[1, -1]) for scale, each in zip(scales, losses, strict=True)}
        loss_words = words.loss_words(ends, fit.dataset.title)
        chart(right, losses_chart(scales, losses, fit.name), "scale_losses", loss_words)
        right.caption(loss_words)
    st.markdown(words.SOURCES)


def scaled_losses(place: DeltaGenerator, fit: BoostedModel, scales: tuple[Scale, ...]) -> list[Floats] | None:
    """The losses of a fit under each scale, its own among them; None where computing them was stopped."""
    pending = {
        scale.factor: scaled_fits().of(ScaledSettings(fit.settings, scale.factor))
        for scale in scales
        if scale.factor != FITTED
    }
    found = {FITTED: fit.losses[:, 1:]}
    bar, n_rounds = place.empty(), len(fit.trace)
    try:
        for factor, each in pending.items():
            with each.watched():
                while not each.done.wait(PATIENCE_S):
                    bar.progress(
                        min(1.0, each.n_rounds / n_rounds), f"Boosting with h = {number(factor)} p(1−p)"
                    )
            found[factor] = each.result()
    except FitStoppedError:
        return None
    finally:
        bar.empty()
    return [found[scale.factor] for scale in scales]


def importance(fit: BoostedModel) -> None:
    """Which features matter, by one of five counts; all five as a table."""
    st.subheader("Which feature matters? Five answers", anchor=False)
    kind, table = session.value(IMPORTANCE_KIND), importance_table(fit)
    session.bound(
        st.segmented_control,
        "Importance",
        list(KINDS),
        format_func=lambda each: each.replace("_", " "),
        name=IMPORTANCE_KIND,
        required=True,
        label_visibility="collapsed",
    )
    left, right = st.columns(2, gap="medium")
    top = str(table[kind].idxmax())
    leads = f"{top} leads with {number(float(table[kind].max()))}"
    said = f"{kind.replace('_', ' ').capitalize()} is {KINDS[kind]}: {leads}."
    chart(left, importance_chart(table, kind, fit.name), "importance_chart", said)
    left.caption(said)
    shown = table.sort_values(kind, ascending=False, kind="stable")
    right.dataframe(
        shown,
        width="stretch",
        column_config={
            each: st.column_config.NumberColumn(each.replace("_", " "), format="%.4g") for each in KINDS
        },
    )
    right.caption(IMPORTANCE_WORDS)


def two_ways(fit: BoostedModel, story: RowStory, cursor: int, k: int) -> None:
    """F of the chosen row, by features and by rounds."""
    st.subheader("One sum, cut two ways", anchor=False)
    cuts, name = two_cuts(fit, story, cursor, k), fit.dataset.class_names[k]
    left, right = st.columns(2, gap="medium")
    by_features, by_rounds = waterfalls(cuts)
    largest = max(cuts.feature_steps, key=lambda step: abs(step[1]))
    chart(
        left,
        by_features,
        "by_features",
        f"F by features; the largest step is {largest[0]}, {number(largest[1])}.",
    )
    steepest = int(np.abs(cuts.rounds).argmax())
    said = f"F by rounds; the largest step is round {steepest + 1}, {number(float(cuts.rounds[steepest]))}."
    chart(right, by_rounds, "by_rounds", said)
    left.caption("By features: what each of the row's values adds.")
    right.caption("By rounds, as a ledger: what each tree of the class adds.")
    st.markdown(words.cut_words(cuts, name, story.row, cursor))
