"""What chooses the tree and what prunes it, above the stage. Widgets."""

from __future__ import annotations

import streamlit as st

from workbench.lessons.prune_it.alpha_words import RISKS, TIES
from workbench.lessons.prune_it.current_sequence import by_hand, tree_settings
from workbench.lessons.prune_it.gamma_case import Case
from workbench.lessons.prune_it.gamma_charges import Charged, charged_tree, xor_charged
from workbench.lessons.prune_it.hand_trees import HAND
from workbench.lessons.prune_it.link_sequence import measures
from workbench.lessons.prune_it.presets import ANEW, PRESET_WORDS, PRESETS
from workbench.lessons.prune_it.values import PRUNE_BY, PRUNE_FOLDS, PRUNE_GAMMA, PRUNE_RISK, PRUNE_TREE
from workbench.link.values import GUESS_FIRST, ROUND
from workbench.models.boosted import BoostedModel
from workbench.models.settings import Settings
from workbench.shell import session
from workbench.shell.choice import choice
from workbench.shell.current_fit import current_fit, tree_of
from workbench.shell.cursor import class_chooser, current_class, current_round
from workbench.shell.stage import beside_parameters, control_line

_HALVES = {"alpha": "By α", "gamma": "By γ"}
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


def choosers(case: Case | None = None) -> None:
    """What prunes, which tree, and all that belongs to it. case: what gamma is charged for."""
    place = control_line() if by_hand() else beside_parameters()
    with place:
        choice("Prune by", _HALVES, PRUNE_BY, also=ANEW, label_visibility="collapsed", width="content")
        more = st.popover("Tree, folds, presets" if case is None else "Tree, γ", width="content")
    with more:
        names = _TREES[session.value(PRUNE_BY)]
        of_half = session.value(PRUNE_TREE) if session.value(PRUNE_TREE) in names else HAND
        choice("Tree", names, PRUNE_TREE, also=ANEW, shown=of_half, width="content")
        if case is None:
            risk_and_folds()
            presets()
        else:
            gamma_and_round(case)


def risk_and_folds() -> None:
    """Which risk is weighed against the leaves, and how many folds cross-validate."""
    known = measures("classification" if by_hand() else tree_of(tree_settings()).dataset.task)
    if len(known) > 1:
        words = RISKS.__getitem__
        session.bound(st.selectbox, "Risk", known, format_func=words, name=PRUNE_RISK, also=ANEW, help=TIES)
    else:
        st.selectbox("Risk", [RISKS[known[0]]], disabled=True, help=TIES)
    session.bound(
        st.number_input,
        "Folds",
        *(2, 20),
        name=PRUNE_FOLDS,
        also=ANEW,
        disabled=by_hand(),
        help="Of the cross-validation; rows permitting.",
    )


def presets() -> None:
    """A button for each preset."""
    for i, (title, values) in enumerate(PRESETS.items()):
        st.button(title, key=f"prune_preset_{i}", on_click=session.take, kwargs=values, width="stretch")
    st.caption(PRESET_WORDS)


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
        return Case(xor())
    fit = current_fit()
    number, k = current_round(fit), current_class(fit)
    return Case(charged_round(fit, fit.settings, number, k), fit, number, k)


@st.cache_resource(show_spinner=False)
def xor() -> Charged:
    """The five rows."""
    return xor_charged()


@st.cache_resource(max_entries=32, show_spinner=False)
def charged_round(_lesson: BoostedModel, settings: Settings, number: int, k: int) -> Charged:
    """The tree of a round without gamma, with its ways to charge it."""
    return charged_tree(_lesson, number, k)


def current_gamma(found: Charged) -> float:
    """The gamma that is asked about."""
    value = session.value(PRUNE_GAMMA)
    return found.start if value is None else float(value)
