"""By gamma: the stage, and what stands below it: who is right, the objective, copies. Widgets."""

from functools import partial

import streamlit as st

from workbench.lessons.prune_it import snippets
from workbench.lessons.prune_it.choice_widgets import asks, current_case, current_gamma
from workbench.lessons.prune_it.gamma_charges import Case
from workbench.lessons.prune_it.gamma_words import (
    RULES,
    SAME_GAMMA,
    XOR_WORDS,
    break_even_words,
    objective_formula,
)
from workbench.lessons.prune_it.record import gamma_prices
from workbench.lessons.prune_it.stage import stage_by_gamma
from workbench.lessons.prune_it.values import PRUNE_PRICE, PRUNE_TOLD
from workbench.shell import session
from workbench.shell.code_lens import code_lens, snippet_tabs
from workbench.shell.same_model import same_model
from workbench.shell.show_stage import follows_the_stage, show_stage
from workbench.shell.take_with_you import take_with_you
from workbench.text.boosting_snippet import why_no_xgboost

OTHER_MODELS = (
    "The tree of a round of boosting; of the settings above it has the data set. “The same model in” "
    "leads from another lesson to the trees of its model."
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
    st.markdown(RULES)
    if asks() and not session.value(PRUNE_TOLD) and gamma < asked:
        return
    st.latex(objective_formula(case.charged, gamma))
    st.markdown(XOR_WORDS if case.fit is None else break_even_words(case.charged))
    same_model()
    st.caption(SAME_GAMMA)
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
