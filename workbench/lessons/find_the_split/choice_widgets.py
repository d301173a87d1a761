"""What is played in "Find the split": the tree, what it is split by, the round of boosting. Widgets."""

from __future__ import annotations

import streamlit as st

from workbench.data.catalogue import DATASETS
from workbench.lessons.find_the_split import words
from workbench.lessons.find_the_split.hidden_splits import (
    HiddenSplits,
    hunt_in_round,
    hunt_in_tree,
)
from workbench.lessons.find_the_split.values import (
    FIND_CUT,
    FIND_FEATURE,
    FIND_ROUND,
    FIND_STEP,
    SPLIT_BY,
)
from workbench.lessons.find_the_split.words import KINDS
from workbench.link.values import BINNING, CRITERION, TREE_DEPTH, TREE_POINTS, TREE_SPLIT
from workbench.models.settings import USUAL, Settings
from workbench.shell import session
from workbench.shell.current_fit import current_tree, fit_of
from workbench.shell.parameter_line import on_track, parameter_line
from workbench.shell.stage import beside_parameters

KIND = "find_kind"
ROUNDS = 10  # of boosting, to choose one from
_START_ANEW = {FIND_STEP: 1, FIND_FEATURE: None, FIND_CUT: None}  # at the root


def current_kind() -> str:
    """What is split by, a name of KINDS."""
    return words.kind_of(session.value(SPLIT_BY), DATASETS[session.value("data")], session.value(CRITERION))


def choosers(kind: str) -> None:
    """What is split by, which the link leaves out where it is the usual, and of boosting the round."""
    of_round = f", round {current_round()}" if kind == "logistic" else ""
    with beside_parameters(), st.popover(f"{KINDS[kind]}{of_round}", key="find_choice", width="content"):
        session.draw(
            st.selectbox,
            "criterion",
            list(KINDS),
            format_func=KINDS.__getitem__,
            key=KIND,
            shown=kind,
            on_change=take_kind,
        )
        if kind == "logistic":
            parameter_line(st.container(), [on_track(FIND_ROUND, label="round")], _START_ANEW, of="find")


@session.callback
def take_kind() -> None:
    """Split by what was chosen, from the root on."""
    kind, info = st.session_state[KIND], DATASETS[session.value("data")]
    put_kind(kind, "squared_error" if info.task == "regression" else "classes")


@session.callback
def put_kind(kind: str, usual: str) -> None:
    """Put a kind into the session. usual: what the data set is split by where nothing is said."""
    if kind in ("gini", "entropy"):
        session.put(**{CRITERION: kind})
        kind = "classes"
    session.put(**{SPLIT_BY: USUAL if kind == usual else kind}, **_START_ANEW)


def current_hidden_splits(kind: str) -> HiddenSplits | None:
    """The tree whose splits are to be found; None, with an offer, where the data set has nothing for it."""
    info = DATASETS[session.value("data")]
    if not words.fits(kind, info):
        offer(kind)
        return None
    if kind != "logistic":
        return hunt_in_tree(current_tree())
    fit = fit_of(boosting_settings())
    return hunt_in_round(fit, current_round())


def boosting_settings() -> Settings:
    """Ten rounds of boosting two classes with trees like the one on the screen."""
    value = session.value
    return Settings(
        data=value("data"),
        n_estimators=ROUNDS,
        loss="logistic",
        max_depth=value(TREE_DEPTH),
        min_samples_leaf=value(TREE_POINTS),
        min_samples_split=value(TREE_SPLIT),
        noise=round(float(value("noise")), 9) if DATASETS[value("data")].takes_noise else 0.0,
        **{name: value(name) for name in ("seed", "max_leaves", "grow_policy", "missing", *BINNING)},
    )


def current_round() -> int:
    """The round of boosting whose tree is played."""
    return int(session.value(FIND_ROUND))


def offer(kind: str) -> None:
    """Say why the data set does not fit, and offer some that do."""
    info = DATASETS[session.value("data")]
    st.info(words.misfit_words(kind, info))
    usual = words.usual_kind(info, session.value(CRITERION))
    chosen = [*words.offers(kind).items()]
    for column, (data, title) in zip(st.columns(4), chosen, strict=False):
        column.button(
            title, key=f"find_offer_{data}", on_click=take_offer, args=(kind, data), width="stretch"
        )
    st.button(
        f"Stay with {info.title}, by {KINDS[usual]}",
        key="find_stay",
        on_click=put_kind,
        args=(usual, "squared_error" if usual == "squared_error" else "classes"),
    )


@session.callback
def take_offer(kind: str, data: str) -> None:
    """Take a data set that fits."""
    session.put(data=data)
    put_kind(kind, "squared_error" if DATASETS[data].task == "regression" else "classes")
