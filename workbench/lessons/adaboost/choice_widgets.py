"""What AdaBoost boosts on its page: the data set, rounds and depth, and the row that may be mislabelled."""

from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.data.catalogue import DATASETS
from workbench.lessons.adaboost.adaboost_run import (
    TEN,
    AdaBoostRun,
    AdaSettings,
    ada_settings_from,
    run_adaboost,
    safest_row,
)
from workbench.lessons.adaboost.presets import FRESH, PRESETS, stand_in_words
from workbench.lessons.adaboost.values import (
    ADA_ALPHA,
    ADA_DEPTH,
    ADA_FLIP,
    ADA_FOLDS,
    ADA_ROUNDS,
    ADA_ROWS,
    ADA_WRONG,
)
from workbench.link.values import (
    CRITERION,
    PURITY,
    ROUND,
    ROW,
    TREE_POINTS,
    TREE_SPLIT,
)
from workbench.shell import own_tables, session
from workbench.shell.choice import chooser
from workbench.shell.current_fit import end_page
from workbench.shell.head import Head
from workbench.shell.parameter_line import COUNTS, DEPTHS, on_track, parameter_line
from workbench.shell.setting_controls import EVERY_CUT, set_in, setting, title_of


@st.cache_resource(max_entries=48, show_spinner=False)
def ada_of(settings: AdaSettings) -> AdaBoostRun:
    """AdaBoost under some settings, shared by everybody."""
    return run_adaboost(settings)


def current_run() -> AdaBoostRun:
    """AdaBoost as the values of the page have it. Ends the page with a message where they are wrong."""
    settings = ada_settings_from(session.values())
    if session.value(ADA_ROWS) != TEN and session.value("data") != settings.data:
        session.say_once(stand_in_words(session.value("data")))
    try:
        right = ada_of(settings)
    except ValueError as error:
        end_page(str(error))
    session.clip(ROW, len(right.dataset.y) - 1, None)
    session.clip(ROUND, len(right.trace))
    if not session.value(ADA_FLIP):
        return right
    row = right.train[right.place(wrong_row(right))]
    session.put(**{ADA_WRONG: int(row)})  # an old link knows the row of the cursor alone
    return ada_of(replace(settings, flipped=int(row)))


def wrong_row(right: AdaBoostRun) -> int:
    """The row whose label is wrong: the one that is said, that of the cursor, or the surest one."""
    row = session.clip(ADA_WRONG, len(right.dataset.y) - 1, None)
    row = session.value(ROW) if row is None else row
    return safest_row(right) if row is None else int(row)


def data_chooser(bar: DeltaGenerator) -> None:
    """The data set."""
    words = {data: name_of(data) for data in (TEN, *own_tables.data_ids("classification"))}
    shown = ada_settings_from(session.values()).data
    chooser(bar, "Data set", words, ADA_ROWS, shown=shown, also=with_data)


def parameters(line: DeltaGenerator) -> None:
    """Rounds and depth."""
    rounds = on_track(ADA_ROUNDS, COUNTS, label="n_estimators")
    parameter_line(line, [rounds, on_track(ADA_DEPTH, DEPTHS, label="max_depth")])


def more_settings() -> None:
    """Every other parameter of the trees."""
    settings = ada_settings_from(session.values())
    st.caption(EVERY_CUT)
    left, right = st.columns(2, gap="medium")
    setting(left, TREE_POINTS)
    set_in(right, TREE_SPLIT, PURITY)
    setting(
        left,
        ADA_ALPHA,
        "The price of a leaf at which every round's tree is pruned, in the unit of its weighted impurity; 0: "
        "none is pruned.",
        label="ccp_alpha",
        format="%.3f",
        disabled=settings.ccp_folds is not None,
    )
    setting(
        left,
        ADA_FOLDS,
        "Chooses the price of a leaf anew in every round, by cross-validation on the weighted rows.",
        label="folds that choose ccp_alpha",
    )
    setting(left, CRITERION)
    setting(right, "missing")
    if settings.data != TEN and DATASETS[settings.data].takes_noise:
        setting(left, "noise")
        setting(right, "seed")


def name_of(data: str) -> str:
    """The data sets of the page by title."""
    return "Ten rows by hand" if data == TEN else title_of(data)


def with_data(data: str) -> dict[str, Any]:
    """The values by which the rows that were chosen are boosted."""
    return FRESH | ({ADA_ROWS: TEN} if data == TEN else {ADA_ROWS: "data", "data": data})


def own_head() -> Head:
    """The controls of the lesson."""
    names = ("data", "noise", "seed", "missing", CRITERION, PURITY, TREE_POINTS, TREE_SPLIT)
    own = (ADA_ROWS, ADA_ROUNDS, ADA_DEPTH, ADA_ALPHA, ADA_FOLDS)
    return Head((data_chooser,), PRESETS, more_settings, parameters, (*names, *own))
