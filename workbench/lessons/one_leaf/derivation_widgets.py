"""The derivation in words below the stage, and what is around it: a tree as a function, regression before."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from gbtlib import Tree
from workbench.lessons.one_leaf import leaf_vector
from workbench.lessons.one_leaf import penalised_regression as regression
from workbench.lessons.one_leaf.derivation import DerivationStep
from workbench.shell.page import folded
from workbench.shell.pictures import curves, tree_picture


def show_steps(steps: Sequence[DerivationStep], first: int) -> None:
    """Each step in a line: what is done, and the formula in symbols and in numbers. first: its number."""
    for number, step in enumerate(steps, start=first):
        words, formula = st.columns([2, 3], gap="medium", vertical_alignment="center")
        words.markdown(f"**{number}. {step.name}.** {step.words}")
        lines = r"\\[4pt]".join(f"&{each}" for each in (*step.symbols, *step.numbers))
        formula.latex(rf"\begin{{aligned}}{lines}\end{{aligned}}")


def tree_as_function(tree: Tree | None, reg_lambda: float, gamma: float) -> None:
    """q(x), w_q(x) and Omega, of two trees by hand; and of the leaf's own tree, if it has one."""
    with folded("A tree as a function: f(x) = w_q(x), and what it costs") as is_open:
        if not is_open:
            return
        st.markdown(leaf_vector.vector_words())
        for at, (place, each) in enumerate(zip(st.columns(2, gap="medium"), leaf_vector.TREES, strict=True)):
            with place:
                st.markdown(f"**{('First', 'Second')[at]} tree**")
                tree_picture(leaf_vector.small_view(each), is_chosen=False)
        st.markdown(leaf_vector.people_table())
        st.latex(leaf_vector.vector_formula())
        w = leaf_vector.leaf_vector(leaf_vector.TREES[0], leaf_vector.X).w
        st.markdown(leaf_vector.cost_words(w))
        st.latex(leaf_vector.omega_formula(w, 1.0, 1.0))
        if tree is not None:
            st.markdown("The tree of the leaf above, with the λ and γ of the screen:")
            st.latex(leaf_vector.omega_formula(tree.weight[tree.leaves], gamma, reg_lambda))


def regression_before_trees() -> None:
    """Linear and logistic regression with L1 and L2, by gradient descent."""
    with folded("Before trees: regression with a penalty") as is_open:
        if not is_open:
            return
        found = regression.descents()
        st.markdown(regression.words())
        st.latex(regression.FORMULA)
        said = "The coefficients over the steps of gradient descent, without a penalty, with L2 and with L1."
        curves(regression.paths(found), said)
        st.markdown(regression.table(found))
        st.markdown(regression.after_words())
