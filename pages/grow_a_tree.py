"""Grow a tree: in which order does a tree grow, and why does it stop?"""

import streamlit as st

from workbench.components.curves import curves
from workbench.components.tree import tree_downloads
from workbench.lessons.grow_a_tree.impurity import gain_formula, impurity_words
from workbench.lessons.grow_a_tree.panels import picture
from workbench.lessons.grow_a_tree.search_cost import cost_table, cost_words, scan_words
from workbench.lessons.grow_a_tree.widgets import (
    ask_next,
    both_trees,
    copy_tree_as_python,
    faults,
    flat_tables,
    growing_now,
    impurity_curves,
    node_now,
    settle_next,
    split_stepper,
)
from workbench.lessons.grow_a_tree.words import (
    chosen_preset,
    node_words,
    picture_words,
    try_words,
    verdict_words,
)
from workbench.shell import session
from workbench.shell.code_lens import code_lens
from workbench.shell.page import folded, presenting, show_page


def page() -> None:
    """The lesson."""
    growing = growing_now()
    question = ask_next(growing)
    settle_next(question, growing)
    hiding = question is not None and question.hiding
    name, main = node_now(growing), growing.main

    split_stepper(growing)
    curves(picture(growing, hiding=hiding), picture_words(growing), key="growth")
    view = both_trees(growing, name, hiding=hiding)
    st.markdown(verdict_words(growing))
    if hiding:
        return

    criterion = growing.settings.criterion
    words = st.container()
    if len(growing.dataset.class_names) == 2:
        words, curve = st.columns([5, 5], gap="medium", vertical_alignment="center")
        with curve:
            impurity_curves(growing, name)
    with words:
        st.markdown(node_words(growing, name))
        st.markdown(impurity_words(main.tree, name, criterion))
    if not main.tree.is_leaf[name]:
        st.latex(gain_formula(main.tree, name, criterion))
    if presenting():
        return

    preset = chosen_preset(session.values())
    if preset is not None:
        st.markdown(f"**{preset.title}**: {preset.words}")
    st.markdown(try_words(growing))
    with folded("What the search cost, level by level") as is_open:
        if is_open:
            st.markdown(cost_words(main.tree, len(main.lesson.train)))
            st.dataframe(cost_table(main.tree, len(main.lesson.train)), width="stretch")
            st.markdown(scan_words(main.lesson, name))
    flat_tables(growing)
    faults()
    tree_downloads(main.tree, growing.dataset.feature_names, view, f"{growing.dataset.id}_tree")
    code_lens(["growing", "why a leaf", "scan", "best cut"])
    copy_tree_as_python(main.lesson, name)


show_page("grow_a_tree.py", page)
