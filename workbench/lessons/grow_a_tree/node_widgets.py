"""The node of the cursor: what it holds, how impure it is, and what the search for its cut cost. Widgets."""

from functools import partial

import streamlit as st

from workbench.lessons.grow_a_tree.counter_examples import question_words
from workbench.lessons.grow_a_tree.growth_orders import Growing
from workbench.lessons.grow_a_tree.impurity import impurity_points, impurity_words
from workbench.lessons.grow_a_tree.impurity_panel import impurity_panel
from workbench.lessons.grow_a_tree.search_cost import cost_table, cost_words, scan_words
from workbench.lessons.grow_a_tree.stage import cursor_of, stage_of_growth
from workbench.lessons.grow_a_tree.words import node_words
from workbench.shell.code_lens import tree_tabs
from workbench.shell.page import folded
from workbench.shell.pictures import curves, tree_downloads
from workbench.shell.take_with_you import take_with_you
from workbench.trees.view import tree_view


def node_and_impurity(growing: Growing, name: int) -> None:
    """The node in words, its impurity as a point on a curve where there are two classes."""
    tree, criterion = growing.main.tree, growing.settings.criterion
    words = st.container()
    if len(growing.dataset.class_names) == 2:
        words, curve = st.columns([5, 5], gap="medium", vertical_alignment="center")
        with curve:
            impurity_curves(growing, name)
    with words:
        st.markdown(node_words(growing, name))
        st.markdown(impurity_words(tree, name, criterion))


def impurity_curves(growing: Growing, name: int) -> None:
    """The impurity of two classes, with the node on its curve."""
    points = impurity_points(growing.main.tree, name)
    panel = impurity_panel(points, growing.settings.criterion, growing.dataset.class_names[1])
    node = f"node {growing.main.called[name]}"
    words = f"Gini, entropy and misclassification over the share p; {node} lies at p = {points.p:.3g}."
    curves([panel], words)


def cost_of_search(growing: Growing, name: int) -> None:
    """What the search for all splits cost, and that for the node's; made when it is opened."""
    with folded("What the search cost, level by level") as is_open:
        if is_open:
            main = growing.main
            st.markdown(cost_words(main.tree, len(main.fit.train)))
            st.dataframe(cost_table(main.tree, len(main.fit.train)), width="stretch")
            st.markdown(f"{scan_words(main.fit, name)}\n{question_words(main.tree)}")


def take(growing: Growing, name: int) -> None:
    """The tree, and the lesson, to take along."""
    data, tree = growing.dataset, growing.main.tree
    node = int(growing.main.index[name])
    view = tree_view(tree, data.feature_names, node, splits=growing.splits)
    take_with_you(
        stage_of_growth(growing),
        f"{data.id}_growing",
        growing.main.fit,
        code=partial(tree_tabs, growing.main.fit, node),
        beside=lambda: tree_downloads(tree, data.feature_names, view, f"{data.id}_tree"),
        cursor=cursor_of(growing),
    )
