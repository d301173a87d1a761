"""The derivation on the screen: the weight step by step, the gain of two leaves, and what is around both."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from gbtlib import Tree
from workbench.components.curves import curves
from workbench.components.tree import clickable_tree
from workbench.lessons.one_leaf import leaf_vector
from workbench.lessons.one_leaf import penalised_regression as regression
from workbench.lessons.one_leaf.derivation import DerivationStep, ShownLeaf, of_leaf, of_two
from workbench.lessons.one_leaf.derivation_panels import pictures
from workbench.lessons.one_leaf.leaf import LeafRows
from workbench.lessons.one_leaf.two_leaves import gain_words, parabolas, two_leaves
from workbench.lessons.one_leaf.values import LEAF_GAMMA, LEAF_LEFT
from workbench.lessons.one_leaf.widgets import dragged
from workbench.shell import session
from workbench.shell.page import folded


def price_of(leaf: LeafRows) -> float:
    """The gamma of the screen: what the reader typed, else the leaf's own."""
    said = session.value(LEAF_GAMMA)
    return leaf.gamma if said is None else float(said)


def weight_step_by_step(leaf: LeafRows) -> None:
    """From the objective to the weight and to what it is worth, in three pictures and six formulas."""
    w, reg_lambda, _ = dragged(leaf)
    shown = ShownLeaf(leaf, w + 0.0, reg_lambda, price_of(leaf))
    steps = of_leaf(shown)
    st.subheader("Step by step: where −G / (H + λ) comes from", anchor=False)
    said = (
        f"The losses of the rows, their sum with its parabola, and that with the penalty. {steps[-1].words}"
    )
    curves(pictures(shown), said.replace("**", ""), key="derivation")
    show_steps(steps, first=1)


def gain_of_two(leaf: LeafRows) -> None:
    """Where the gain comes from: the same rows in two leaves, parted where the reader says."""
    if len(leaf.y) < 2:
        return
    _, reg_lambda, _ = dragged(leaf)
    st.subheader("Two leaves, or one?", anchor=False)
    chosen = session.clip(LEAF_LEFT, len(leaf.y) - 1)
    n_left = len(leaf.y) // 2 if chosen is None else max(1, int(chosen))
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        if len(leaf.y) > 2:
            label = "Rows in the left leaf, by their gradient"
            session.bound(st.slider, label, 1, len(leaf.y) - 1, name=LEAF_LEFT, shown=n_left, width=460)
        label, gamma = "γ, the price of a leaf", price_of(leaf)
        session.bound(st.number_input, label, 0.0, 1e5, name=LEAF_GAMMA, shown=gamma, step=0.1, width=200)
    two = two_leaves(leaf, n_left, reg_lambda, gamma)
    picture, words_beside = st.columns([2, 3], gap="medium", vertical_alignment="center")
    with picture:
        curves([parabolas(two)], f"Three parabolas. {gain_words(two)}".replace("**", ""), key="two_leaves")
    with words_beside:
        st.markdown(gain_words(two))
    show_steps(of_two(two), first=7)


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
                clickable_tree(leaf_vector.small_view(each), key=f"hand_tree_{at}", on_select=None)
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
        curves(regression.paths(found), said, key="descents")
        st.markdown(regression.table(found))
        st.markdown(regression.after_words())
