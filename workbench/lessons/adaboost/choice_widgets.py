"""What AdaBoost boosts on its page: the data set, rounds and depth, and the row that may be mislabelled."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.data.catalogue import DATASETS, dataset_ids
from workbench.lessons.adaboost.adaboost_run import (
    TEN,
    AdaBoostRun,
    AdaSettings,
    ada_lesson,
    ada_settings_from,
    safest_row,
)
from workbench.lessons.adaboost.presets import PRESETS, stand_in_words
from workbench.lessons.adaboost.values import (
    ADA_ALPHA,
    ADA_DEPTH,
    ADA_FLIP,
    ADA_ROUNDS,
    ADA_ROWS,
    ADA_X,
    ADA_Y,
)
from workbench.lessons.adaboost.words import label_of
from workbench.link.values import CRITERION, CUT, FEATURE, NODE, PURITY, ROUND, ROW, TREE_POINTS
from workbench.shell import session
from workbench.shell.current_fit import end_page
from workbench.shell.setting_controls import choose, field, title_of

_DATA = "ada_data_shown"


@st.cache_resource(max_entries=48, show_spinner=False)
def ada_of(settings: AdaSettings) -> AdaBoostRun:
    """AdaBoost under some settings, shared by everybody."""
    return ada_lesson(settings)


def row_controls() -> tuple[AdaBoostRun, AdaBoostRun, int]:
    """Data set, rounds, depth and the row; gives AdaBoost with its label right and wrong, and its place."""
    settings = ada_settings_from(session.values())
    if session.value(ADA_ROWS) != TEN and session.value("data") != settings.data:
        st.info(stand_in_words(session.value("data")))
    try:
        right = ada_of(settings)
    except ValueError as error:
        end_page(str(error))
    row = session.clip(ROW, len(right.dataset.y) - 1)
    place = right.place(safest_row(right) if row is None else int(row))
    shown = int(right.train[place])
    wrong = ada_of(replace(settings, flipped=shown))
    data, rounds, depth, chosen, flip, more = st.columns(
        [3, 1.7, 1.7, 1.8, 2.4, 1.6], gap="small", vertical_alignment="bottom"
    )
    session.draw(
        data.selectbox,
        "Data set",
        (TEN, *dataset_ids("classification")),
        format_func=name_of,
        key=_DATA,
        shown=settings.data,
        on_change=take_data,
    )
    field(rounds, ADA_ROUNDS, "Trees in the vote at most.", label="rounds")
    field(depth, ADA_DEPTH, "Questions from a tree's root to its deepest leaf; 1 is a stump.", label="depth")
    last = int(right.train[-1])
    session.bound(
        chosen.number_input,
        f"row (0 to {last})",
        0,
        last,
        name=ROW,
        shown=shown,
        help="A training row; a held-out one gives the nearest. Or click one in the picture.",
    )
    session.bound(
        flip.toggle,
        f"mislabel it {label_of(wrong, place)}",
        name=ADA_FLIP,
        shown=bool(session.value(ADA_FLIP)),
        kept=int,
        help="Mislabels this one row, and boosts anew.",
    )
    more_controls(more, settings)
    if row is not None and row != shown:
        st.caption(
            f"Row {row} is no training row, so it has no weight: shown is row {shown}, the nearest one."
        )
    return right, wrong, place


def more_controls(place: DeltaGenerator, settings: AdaSettings) -> None:
    """Every other parameter of the trees, behind a button."""
    more = place.popover("More settings", width="stretch", key="ada_more", on_change="rerun")
    if more.open:
        with more:
            left, right = st.columns(2, gap="medium")
            field(left, TREE_POINTS, "Rows that each child must have.", label="min_samples_leaf")
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
                help="The price of a leaf at which every round's tree is pruned, in the unit of its weighted "
                "impurity; 0: none is pruned.",
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
