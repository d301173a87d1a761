"""What tree is pruned, by what, above the stage; and its sequence, computed once for everybody. Widgets."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray
from streamlit.delta_generator import DeltaGenerator

from gbtlib import CrossValidation
from gbtlib.cart.cost_complexity import MEASURES
from workbench.lessons.prune_it import LESSON
from workbench.lessons.prune_it.folds import fold_deals
from workbench.lessons.prune_it.gamma_charges import Case, Charged, charged_tree, xor_charged
from workbench.lessons.prune_it.hand_trees import GIVEN, HAND
from workbench.lessons.prune_it.link_sequence import PruningSequence, cross_validation, sequence_of
from workbench.lessons.prune_it.presets import ANEW, PRESETS
from workbench.lessons.prune_it.values import (
    PRUNE_BY,
    PRUNE_FOLDS,
    PRUNE_GAMMA,
    PRUNE_RISK,
    PRUNE_STEP,
    PRUNE_TREE,
    is_by_hand,
)
from workbench.link.values import CLASS, GUESS_FIRST, ROUND, TREE_SETTINGS
from workbench.models.single_tree import SingleTree, TreeSettings
from workbench.shell import session
from workbench.shell.choice import choice
from workbench.shell.current_fit import current_fit, current_tree, tree_of, tree_settings_from
from workbench.shell.cursor import class_chooser, current_class, current_round
from workbench.shell.head import Head, shared_head
from workbench.shell.parameter_line import of_names, parameter_line
from workbench.shell.setting_controls import tree_parameters

FALLS = (
    "A branch takes some risk off its node, and has some leaves more than one. The price α of a leaf rises: "
    "the weakest link, the branch that takes off least for each leaf more, falls first. Branches that are "
    "equally weak fall in one step, the shallower first and what lies in it along with it; step 0 cuts what "
    "takes nothing off the risk at all."
)
_SHAPE = (*TREE_SETTINGS, "data", "noise", "seed", "max_leaves", "grow_policy", "missing")
_HALVES = {"alpha": "α", "gamma": "γ"}
_TREES = {
    "alpha": {"hand": "13 nodes by hand", "printed": "Printed, Sonar", "data": "Data set"},
    "gamma": {"hand": "Five rows of XOR", "data": "Tree of boosting"},
}


def by_gamma() -> bool:
    """Whether gamma prunes, not alpha."""
    return bool(session.value(PRUNE_BY) == "gamma")


def asks() -> bool:
    """Whether the page asks before it tells."""
    return bool(session.value(GUESS_FIRST) != 0)


def own_head() -> Head:
    """The controls of the lesson: what prunes which tree, and by alpha those of one tree."""
    of_tree = shared_head(LESSON)
    own = (PRUNE_BY, PRUNE_TREE, PRUNE_RISK, PRUNE_FOLDS, PRUNE_GAMMA, ROUND, CLASS)
    settings = gamma_settings if by_gamma() else partial(alpha_settings, of_tree.settings)
    presets = {} if by_gamma() else PRESETS
    return Head(of_tree.choosers, presets, settings, main_parameters, (*own, *of_tree.names))


def main_parameters(line: DeltaGenerator) -> None:
    """What prunes, and what grows the tree where it is grown here."""
    grown = [] if by_gamma() or by_hand() else tree_parameters(LESSON)
    by = of_names(PRUNE_BY, _HALVES, label="pruned by")
    parameter_line(line, [by, *grown], also_of_line)


def also_of_line(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """What goes with what was set.

    Gamma begins with the tree on which its ways part; of a tree that is grown anew about as many leaves stay.
    """
    if PRUNE_BY not in values:
        return {PRUNE_STEP: step_as_large(values)}
    return ANEW | {PRUNE_TREE: HAND if values[PRUNE_BY] == "gamma" else LESSON.opening[PRUNE_TREE]}


def alpha_settings(of_tree: Callable[[], None] | None) -> None:
    """Which tree, how it is pruned, and how it is grown."""
    which_tree()
    risk_and_folds()
    if of_tree is not None:
        of_tree()


def gamma_settings() -> None:
    """Which tree, the gamma that is asked about, and of which round."""
    which_tree()
    gamma_and_round(current_case())


def which_tree() -> None:
    """By hand, or of the data set."""
    names = _TREES[session.value(PRUNE_BY)]
    of_half = session.value(PRUNE_TREE) if session.value(PRUNE_TREE) in names else HAND
    choice("Tree", names, PRUNE_TREE, also=ANEW, shown=of_half, width="content")


def risk_and_folds() -> None:
    """Which risk is weighed against the leaves, and how many folds cross-validate."""
    known = MEASURES[by_hand() or bool(tree_of(tree_settings()).dataset.class_names)]

    def words(risk: str) -> str:
        return risk.replace("_", " ").capitalize()

    if len(known) > 1:
        session.bound(st.selectbox, "Risk", known, format_func=words, name=PRUNE_RISK, also=ANEW, help=FALLS)
    else:
        st.selectbox("Risk", known, format_func=words, disabled=True, help=FALLS)
    session.bound(
        st.number_input,
        "Folds",
        *(2, 20),
        name=PRUNE_FOLDS,
        also=ANEW,
        disabled=by_hand(),
        help="Of the cross-validation; rows permitting.",
    )


def gamma_and_round(case: Case) -> None:
    """The gamma that is asked about, and of which round's tree."""
    session.bound(
        st.number_input,
        "γ that is asked about",
        *(0.0, 1e9),
        format="%.4g",
        step=0.01,
        name=PRUNE_GAMMA,
        shown=current_gamma(case.charged),
        also=ANEW,
        help="The price of a leaf, in the unit of the loss; it opens where the ways differ most.",
    )
    if case.fit is None:
        return
    n_rounds = len(case.fit.trace)
    if n_rounds > 1:
        session.bound(
            st.slider, "Round", 1, n_rounds, name=ROUND, shown=case.number, also={**ANEW, PRUNE_GAMMA: None}
        )
    class_chooser(case.fit)


def current_case() -> Case:
    """What gamma is charged for on this page."""
    if by_hand():
        return Case(xor_charged())
    fit = current_fit()
    number, k = current_round(fit), current_class(fit)
    return Case(charged_tree(fit, number, k), fit, number, k)


def current_gamma(found: Charged) -> float:
    """The gamma that is asked about."""
    value = session.value(PRUNE_GAMMA)
    return found.start if value is None else float(value)


def by_hand() -> bool:
    """Whether the tree is given, not that of the data."""
    return is_by_hand(session.values())


def tree_settings(**others: Any) -> TreeSettings:
    """What tree is grown, from the values that shape it. others: those that are not the session's."""
    return tree_settings_from({name: session.value(name) for name in _SHAPE} | others)


def current_sequence() -> tuple[PruningSequence, CrossValidation | None, SingleTree | None]:
    """The sequence of the chosen tree; where there are rows (and time), its fit and its cross-validation."""
    if by_hand():
        return GIVEN[session.value(PRUNE_TREE)](session.value(PRUNE_RISK)), None, None
    fit = current_tree()
    found = sequence_of(fit, measure_of(fit))
    return found, validated(fit.settings, found.measure, session.value(PRUNE_FOLDS)), fit


def measure_of(fit: SingleTree) -> str:
    """The risk that a tree is pruned by."""
    known = MEASURES[bool(fit.dataset.class_names)]
    return str(session.value(PRUNE_RISK)) if len(known) > 1 else known[0]


def step_as_large(values: Mapping[str, Any]) -> int:
    """The step at which another tree has as many leaves as are seen, or about so many.

    Only one that is whole stays whole. values: what is set, by which the tree is another.
    """
    if session.value(PRUNE_STEP) == 0:
        return 0
    before, after = (
        [step.n_leaves for step in sequence_of(fit, measure_of(fit)).steps]
        for fit in map(tree_of, (tree_settings(), tree_settings(**values)))
    )
    seen = before[min(session.value(PRUNE_STEP), len(before) - 1)]
    return min(range(1, len(after)), key=lambda step: abs(after[step] - seen), default=0)


@st.cache_resource(max_entries=32, show_spinner="Cross-validating the sequence …")
def validated(settings: TreeSettings, measure: str, n_folds: int) -> CrossValidation | None:
    """The cross-validation of a sequence, shared by everybody."""
    fit = tree_of(settings)
    return cross_validation(fit, sequence_of(fit, measure), n_folds)


@st.cache_resource(max_entries=16, show_spinner="Dealing the folds anew, again and again …")
def deals(settings: TreeSettings, measure: str, n_folds: int) -> NDArray[np.intp]:
    """What other deals into folds choose, shared by everybody."""
    fit = tree_of(settings)
    return fold_deals(fit, sequence_of(fit, measure), n_folds)
