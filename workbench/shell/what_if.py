"""Node and cut at the cursor, and the formula of its gain, whose λ and γ can be tried."""

import streamlit as st

from workbench.gains.formula_text import formula_latex, tried_words
from workbench.gains.node_at_cut import NodeAtCut, formula_of, node_at
from workbench.link.values import CUT, FEATURE, WHAT_IF_GAMMA, WHAT_IF_LAMBDA
from workbench.models.boosted import BoostedModel
from workbench.shell import session
from workbench.shell.cursor import current_cut
from workbench.shell.page import folded


def node_at_cursor(fit: BoostedModel, number: int, k: int, index: int) -> NodeAtCut:
    """The node with its candidates, and the cursor's cut: the one that the tree took until one moves it."""
    feature = session.clip(FEATURE, fit.X.shape[1] - 1, None)
    cut = current_cut(CUT, fit.candidates(number, index, k), feature)
    values = session.value(WHAT_IF_LAMBDA), session.value(WHAT_IF_GAMMA)
    return node_at(fit, number, k, index, feature=feature, cut=cut, values=values)


def tried_formula(node: NodeAtCut) -> None:
    """The formula of a node at its cut, with sliders of λ and γ; every digit in a fold."""
    view = formula_of(node)
    st.latex(formula_latex(view))
    with st.container(key="what_if", horizontal=True, vertical_alignment="bottom"):
        for name, label, knob in (
            (WHAT_IF_LAMBDA, "Try another λ", view.reg_lambda),
            (WHAT_IF_GAMMA, "Try another γ", view.gamma),
        ):
            session.bound(
                st.slider,
                label,
                0.0,
                knob.high,
                step=knob.step,
                format="%.4g",
                name=name,
                shown=knob.now,
                width=260,
            )
        back = {WHAT_IF_LAMBDA: None, WHAT_IF_GAMMA: None}
        st.button(
            "Back to the fitted values", on_click=session.take, kwargs=back, disabled=not view.is_what_if
        )
    st.markdown(tried_words(view))
    with folded("Every sum, and all digits") as is_open:
        if is_open:
            st.markdown("\n".join(f"- {words}" for part in view.parts for words in part.made_of.values()))
            st.code("\n".join(view.exact), language="python")
