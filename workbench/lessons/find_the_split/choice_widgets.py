"""What is played in "Find the split": the tree, what it is split by, the round of boosting. Widgets."""

from typing import Any

import streamlit as st

from workbench.data.catalogue import DATASETS
from workbench.lessons.find_the_split import words
from workbench.lessons.find_the_split.hidden_splits import HiddenSplits, hunt_in_round, hunt_in_tree
from workbench.lessons.find_the_split.values import FIND_CUT, FIND_FEATURE, FIND_ROUND, FIND_STEP, SPLIT_BY
from workbench.lessons.find_the_split.words import KINDS
from workbench.link.values import BINNING, CRITERION, TREE_DEPTH, TREE_POINTS, TREE_SPLIT
from workbench.models.settings import USUAL, Settings
from workbench.shell import session
from workbench.shell.choice import listed
from workbench.shell.current_fit import current_tree, fit_of
from workbench.shell.parameter_line import on_track, parameter_line
from workbench.shell.stage import beside_parameters

ROUNDS = 10  # of boosting, to choose one from
_START_ANEW = {FIND_STEP: 1, FIND_FEATURE: None, FIND_CUT: None}  # at the root


def current_kind() -> str:
    """What is split by, a name of KINDS: what the link says where that fits the data set, else the usual."""
    wanted, info = _wanted_kind(), DATASETS[session.value("data")]
    return wanted if words.fits(wanted, info) else words.kind_of(USUAL, info, session.value(CRITERION))


def _wanted_kind() -> str:
    return words.kind_of(session.value(SPLIT_BY), DATASETS[session.value("data")], session.value(CRITERION))


def choosers(kind: str) -> None:
    """What is split by, which the link leaves out where it is the usual, and of boosting the round."""
    info = DATASETS[session.value("data")]
    of_round = f", round {current_round()}" if kind == "logistic" else ""
    with beside_parameters(), st.popover(f"{KINDS[kind]}{of_round}", key="find_choice", width="content"):
        titles = {each: title for each, title in KINDS.items() if words.fits(each, info)}
        listed(st.container(), "criterion", titles, SPLIT_BY, shown=kind, also=with_kind)
        if kind == "logistic":
            parameter_line(st.container(), [on_track(FIND_ROUND, label="round")], _START_ANEW, of="find")


def misfit_note(kind: str) -> None:
    """Why the data set is split by another kind than the link says."""
    if kind != _wanted_kind():
        st.caption(words.misfit_words(_wanted_kind(), kind, DATASETS[session.value("data")]))


def with_kind(kind: str) -> dict[str, Any]:
    """The values by which the root is split by what was chosen."""
    criterion = kind if kind in ("gini", "entropy") else session.value(CRITERION)
    usual = words.kind_of(USUAL, DATASETS[session.value("data")], criterion)
    return {CRITERION: criterion, SPLIT_BY: USUAL if kind == usual else kind} | _START_ANEW


def current_hidden_splits(kind: str) -> HiddenSplits:
    """The tree whose splits are to be found."""
    if kind != "logistic":
        return hunt_in_tree(current_tree())
    return hunt_in_round(fit_of(boosting_settings()), current_round())


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
