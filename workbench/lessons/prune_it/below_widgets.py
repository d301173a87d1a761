"""By alpha and by gamma: the stage, and what stands below it, in words, tables and copies. Widgets."""

from functools import partial

import streamlit as st

from gbtlib import CrossValidation
from workbench.lessons.prune_it import gamma_words, snippets
from workbench.lessons.prune_it.choice_widgets import (
    FALLS,
    asks,
    current_case,
    current_gamma,
    current_sequence,
    deals,
    tree_settings,
)
from workbench.lessons.prune_it.folds import INSIDE, deal_words, fold_table, why_no_folds
from workbench.lessons.prune_it.gamma_charges import Case
from workbench.lessons.prune_it.link_sequence import PruningSequence
from workbench.lessons.prune_it.record import gamma_prices
from workbench.lessons.prune_it.stage import stage_by_alpha, stage_by_gamma
from workbench.lessons.prune_it.values import PRUNE_PRICE, PRUNE_STEP, PRUNE_TOLD
from workbench.link.values import NODE
from workbench.models.single_tree import SingleTree
from workbench.shell import session
from workbench.shell.code_lens import code_lens, snippet_tabs
from workbench.shell.page import folded
from workbench.shell.patient_link import patient_link
from workbench.shell.same_model import same_model
from workbench.shell.show_stage import follows_the_stage, show_stage
from workbench.shell.take_with_you import take_with_you
from workbench.text.boosting_snippet import why_no_xgboost

FAULTS = {
    "jonas": "a price of a leaf that is negative",
    "kira": "a cross-validation that is summed wrongly",
    "xaver": "twins that fall together",
}
"""Patients of the clinic that are pruned wrongly, and how."""
OTHER_MODELS = (
    "The tree of a round of boosting; of the settings above it has the data set. “The same model in” "
    "leads from another lesson to the trees of its model."
)


def cost_complexity() -> None:
    """A sequence of ever smaller trees, as alpha rises."""
    found, result, fit = current_sequence()
    show_stage(stage_by_alpha(found, result, fit))
    below_the_sequence(found, result, fit)


@follows_the_stage(presented=False)
def below_the_sequence(
    found: PruningSequence, result: CrossValidation | None, fit: SingleTree | None
) -> None:
    """What stands there when the stage rests: of what is asked still, nothing that tells."""
    step = int(session.clip(PRUNE_STEP, found.n_steps - 1))
    node = int(session.clip(NODE, found.tree.n_nodes - 1, 0))
    is_told = not asks() or bool(session.value(PRUNE_TOLD))
    st.markdown(FALLS)
    if result is None:
        st.caption(why_no_folds(found))
    same_model()
    if is_told and result is not None and fit is not None:
        about_the_folds(found, result, fit, step)
    for patient, fault in FAULTS.items():
        patient_link(patient, fault)
    code_lens(["risk of nodes", "weakest links", "geometric means", "fold by fold"])
    stage = stage_by_alpha(found, result, fit)
    stem = f"{found.given if fit is None else fit.dataset.id}_prunings"
    take_with_you(stage, stem, fit, partial(copy_pruned, found, result, step, node))


def about_the_folds(found: PruningSequence, result: CrossValidation, fit: SingleTree, step: int) -> None:
    """The errors of every fold at every alpha; and what other deals of the same rows choose."""
    with folded("Cross-validation, fold by α") as is_open:
        if is_open:
            st.caption(INSIDE)
            st.dataframe(fold_table(found, result, step), width="stretch")
    with folded("If the rows were dealt into folds anew") as is_open:
        if is_open:
            n_folds = len(result.fold_error)
            st.markdown(deal_words(found, deals(fit.settings, found.measure, n_folds), n_folds))


def copy_pruned(found: PruningSequence, result: CrossValidation | None, step: int, node: int) -> None:
    """The tree of a step as snippets."""
    settings = tree_settings()
    n_folds = None if result is None else len(result.fold_error)
    snippet_tabs(
        f"Grows and prunes the tree again and prints the leaves and the risk of step {step}.",
        snippets.gbtlib_snippet(found, settings, step, node, n_folds),
        "scikit-learn",
        snippets.sklearn_snippet(found, settings, step),
        snippets.why_no_sklearn(found, settings),
    )


def gamma_of_boosting() -> None:
    """A tree of boosting, charged gamma for every leaf in three ways."""
    case = current_case()
    gamma = current_gamma(case.charged)
    show_stage(stage_by_gamma(case, gamma, asks=asks()))
    below_the_charges(case, gamma)


@follows_the_stage(presented=False)
def below_the_charges(case: Case, asked: float) -> None:
    """What stands there when the stage rests; the rules alone while it asks. asked: about which gamma."""
    prices = gamma_prices(case.charged, asked)
    at = session.clip(PRUNE_PRICE, len(prices) - 1, None)
    opening = 0 if asks() else prices.index(asked)
    gamma = prices[opening if at is None else int(at)]
    st.markdown(gamma_words.RULES)
    if asks() and not session.value(PRUNE_TOLD) and gamma < asked:
        return
    st.latex(gamma_words.objective_formula(case.charged, gamma))
    st.markdown(gamma_words.XOR_WORDS if case.fit is None else gamma_words.break_even_words(case.charged))
    same_model()
    st.caption(gamma_words.SAME_GAMMA)
    if case.fit is not None:
        st.caption(OTHER_MODELS)
    code_lens(["pruning", "why a leaf", "gain"])
    stem = f"{'hand' if case.fit is None else case.fit.dataset.id}_gamma"
    stage = stage_by_gamma(case, asked, asks=asks())
    take_with_you(stage, stem, case.fit, partial(copy_charged, case, gamma))


def copy_charged(case: Case, gamma: float) -> None:
    """Gamma charged in both ways as snippets."""
    words = "Grows the tree again under this γ, and prints how many leaves both ways leave."
    if case.fit is None:
        ours, theirs = snippets.xor_snippets(gamma)
    else:
        ours, theirs = snippets.charged_snippets(case.fit, case.number, case.k, gamma)
    why_not = None if case.fit is None else why_no_xgboost(case.fit.settings)
    snippet_tabs(words, ours, "XGBoost", theirs, why_not)
