"""Cached calls of gbtlib: a fit is computed once for its Settings and shared by everybody."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.boosting import Round
from workbench.data import Dataset, load_dataset, split_rows
from workbench.state import Settings

HELD_OUT_SHARE = 0.3  # of measured data; data made by formula are all trained on


@dataclass(frozen=True, eq=False)
class Lesson:
    """A data set and the model boosted on it, with its whole trace.

    train: the rows it was trained on; the arrays of its rounds have these rows. held_out: the others.
    start_loss: mean training loss before the first round.
    """

    dataset: Dataset
    train: NDArray[np.intp]
    held_out: NDArray[np.intp]
    model: GradientBoostingRegressor | GradientBoostingClassifier
    start_loss: float

    @property
    def trace(self) -> list[Round]:
        return self.model.trace_


@st.cache_resource(max_entries=24, show_spinner="Boosting ...")
def boosted(settings: Settings) -> Lesson:
    """Boost the data set of the settings. The result is shared: nobody may write to it."""
    data = load_dataset(settings.dataset)
    everything = np.arange(len(data.y))
    train, held_out = everything, everything[:0]
    if data.truth is None:
        train, held_out = split_rows(len(data.y), test_fraction=HELD_OUT_SHARE, strata=data.y)
    kind = GradientBoostingRegressor if data.task == "regression" else GradientBoostingClassifier
    model = kind(
        n_estimators=settings.n_estimators,
        learning_rate=settings.learning_rate,
        max_depth=settings.max_depth,
    )
    validation = (data.X[held_out], data.y[held_out]) if len(held_out) else None
    model.fit(data.X[train], data.y[train], validation=validation)
    before = model.trace_[0].raw_before
    start_loss = float(model.loss_.loss(data.y[train], before).mean())
    return Lesson(data, train, held_out, model, start_loss)
