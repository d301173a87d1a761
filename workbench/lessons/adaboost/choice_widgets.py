"""What AdaBoost boosts on its page: the data set, rounds and depth, and the row that may be mislabelled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.data.catalogue import DATASETS, dataset_ids
from workbench.lessons.adaboost.adaboost_run import (
    TEN,
    AdaBoostRun,
    AdaSettings,
    ada_settings_from,
    run_adaboost,
    safest_row,
)
from workbench.lessons.adaboost.presets import PRESETS, stand_in_words
from workbench.lessons.adaboost.values import (
    ADA_ALPHA,
    ADA_DEPTH,
    ADA_FLIP,
    ADA_FOLDS,
    ADA_ROUNDS,
    ADA_ROWS,
    ADA_X,
    ADA_Y,
)
from workbench.lessons.adaboost.words import label_of
from workbench.link.values import (
    CRITERION,
    CUT,
    FEATURE,
    NODE,
    PURITY,
    ROUND,
    ROW,
    TREE_POINTS,
    TREE_SPLIT,
)
from workbench.shell import session
from workbench.shell.current_fit import end_page
from workbench.shell.parameter_line import COUNTS, DEPTHS, on_track, parameter_line
from workbench.shell.setting_controls import EVERY_CUT, SPLIT_WORDS, choose, field, title_of
from workbench.shell.stage import control_line

_DATA = "ada_data_shown"


@st.cache_resource(max_entries=48, show_spinner=False)
def ada_of(settings: AdaSettings) -> AdaBoostRun:
    """AdaBoost under some settings, shared by everybody."""
    return run_adaboost(settings)


@dataclass(frozen=True, eq=False)
class LabelledRow:
    """A training row by its place, and AdaBoost with its label right and wrong. flipped: which is shown."""

    right: AdaBoostRun
    wrong: AdaBoostRun
    place: int
    flipped: bool

    @property
    def shown(self) -> AdaBoostRun:
        """AdaBoost as the screen has it."""
        return self.wrong if self.flipped else self.right

    @property
    def row(self) -> int:
        """Its number in the data set."""
        return int(self.right.train[self.place])


def row_controls() -> LabelledRow:
    """Data set, rounds, depth and the row."""
    settings = ada_settings_from(session.values())
    if session.value(ADA_ROWS) != TEN and session.value("data") != settings.data:
        session.say_once(stand_in_words(session.value("data")))
    found = labelled_row(settings)
    line = control_line()
    session.draw(
        line.selectbox,
        "Data set",
        (TEN, *dataset_ids("classification")),
        format_func=name_of,
        key=_DATA,
        shown=settings.data,
        on_change=take_data,
        label_visibility="collapsed",
    )
    parameter_line(
        line, [on_track(ADA_ROUNDS, COUNTS, label="rounds"), on_track(ADA_DEPTH, DEPTHS, label="depth")]
    )
    row_chooser(line, found)
    more_controls(line, settings)
    return found


def labelled_row(settings: AdaSettings) -> LabelledRow:
    """The row of the cursor under some settings. Ends the page with a message where they are wrong."""
    try:
        right = ada_of(settings)
    except ValueError as error:
        end_page(str(error))
    row = cursor_row(right)
    place = right.place(safest_row(right) if row is None else row)
    wrong = ada_of(replace(settings, flipped=int(right.train[place])))
    return LabelledRow(right, wrong, place, bool(session.value(ADA_FLIP)))


def cursor_row(fit: AdaBoostRun) -> int | None:
    """The row of the cursor, be it a training row or not; None until one is chosen."""
    row = session.clip(ROW, len(fit.dataset.y) - 1)
    return None if row is None else int(row)


def row_chooser(place: DeltaGenerator, found: LabelledRow) -> None:
    """Which training row, and whether it is mislabelled."""
    last = int(found.right.train[-1])
    session.bound(
        place.number_input,
        "row",
        0,
        last,
        name=ROW,
        shown=found.row,
        help=f"A training row, 0 to {last}; a held-out one gives the nearest. Or click one in the picture.",
    )
    session.bound(
        place.toggle,
        f"mislabel it {label_of(found.wrong, found.place)}",
        name=ADA_FLIP,
        shown=found.flipped,
        help="Mislabels this one row, and boosts anew.",
    )


def nearest_row_note(found: LabelledRow) -> None:
    """Says so where another row is shown than the reader asked for."""
    row = cursor_row(found.right)
    if row is not None and row != found.row:
        st.caption(
            f"Row {row} is no training row, so it has no weight: shown is row {found.row}, the nearest one."
        )


def more_controls(place: DeltaGenerator, settings: AdaSettings) -> None:
    """Every other parameter of the trees, behind a button."""
    more = place.popover("Settings", key="ada_more", on_change="rerun")
    if more.open:
        with more:
            st.caption(EVERY_CUT)
            left, right = st.columns(2, gap="medium")
            field(left, TREE_POINTS, "Rows that each child must have.", label="min_samples_leaf")
            field(right, TREE_SPLIT, SPLIT_WORDS, label="min_samples_split")
            field(
                right, PURITY, "A node stays a leaf where one class has this share.", empty="one class only"
            )
            session.bound(
                left.number_input,
                "ccp_alpha",
                *(0.0, 1.0),
                step=0.005,
                format="%.3f",
                name=ADA_ALPHA,
                disabled=settings.ccp_folds is not None,
                help="The price of a leaf at which every round's tree is pruned, in the unit of its weighted "
                "impurity; 0: none is pruned.",
            )
            field(
                left,
                ADA_FOLDS,
                "Chooses the price of a leaf anew in every round, by cross-validation on the weighted rows.",
                empty="no cross-validation",
                label="folds that choose ccp_alpha",
            )
            choose(left, CRITERION, "How a mixture of classes is measured.")
            choose(right, "missing", "Where rows without a value go.")
            if settings.data != TEN and DATASETS[settings.data].takes_noise:
                field(left, "noise", "Standard deviation of noise added to the data.")
                field(right, "seed", "Fixes everything random.")


def name_of(data: str) -> str:
    """The data sets of the page by title."""
    return "Ten rows by hand" if data == TEN else title_of(data)


def fresh() -> dict[str, Any]:
    """The values of a cursor that has not moved."""
    return {ROW: None, ROUND: 1, NODE: 0, FEATURE: None, CUT: None, ADA_X: None, ADA_Y: None, ADA_FLIP: 0}


@session.callback
def take_data() -> None:
    """Boost the rows that were chosen."""
    data = st.session_state[_DATA]
    chosen = {ADA_ROWS: TEN} if data == TEN else {ADA_ROWS: "data", "data": data}
    session.put(**fresh() | chosen)


def preset_buttons() -> None:
    """Runs worth a look, a click each."""
    place = st.container(horizontal=True, vertical_alignment="center")
    place.markdown("**Presets**", width="content")
    for name, preset in PRESETS.items():
        place.button(
            preset.title,
            key=f"ada_preset_{name}",
            help=preset.words,
            on_click=session.take,
            kwargs=dict(preset.values),
        )
