"""What is drawn at random, and oneDAL's parameters. Widgets."""

from __future__ import annotations

import streamlit as st

from gbtlib import onedal_table
from workbench.lessons.exact_or_histogram import bin_words
from workbench.lessons.exact_or_histogram.node_cuts import Recipe, first_round
from workbench.lessons.exact_or_histogram.sampled_trees import DEPTH, Sampled, sampled
from workbench.lessons.exact_or_histogram.values import DRAW, FEATURES_SHARE, ROWS_SHARE
from workbench.shell import session
from workbench.shell.page import folded
from workbench.shell.pictures import tree_picture
from workbench.trees.view import tree_view


def sampling(recipe: Recipe) -> None:
    """The same small tree on all rows, and on some that were drawn."""
    st.subheader("Rows and features drawn at random", anchor=False)
    first = first_round(recipe)
    n_features = first.X.shape[1]
    with st.container(key="controls_of_sampling", horizontal=True, vertical_alignment="center"):
        session.bound(st.slider, "rows (subsample)", 0.05, 1.0, step=0.05, name=ROWS_SHARE)
        if n_features > 1:
            session.bound(st.slider, "features (colsample_bynode)", 0.05, 1.0, step=0.05, name=FEATURES_SHARE)
        session.bound(st.number_input, "draw (seed)", 0, 999, name=DRAW)
    shares = session.value(ROWS_SHARE), session.value(FEATURES_SHARE) if n_features > 1 else 1.0
    some, whole = sampled(recipe, *shares, session.value(DRAW)), sampled(recipe, 1.0, 1.0, 0)
    left, right = st.columns(2, gap="medium")
    with left:
        small_tree(recipe, whole, "All rows and features")
    with right:
        small_tree(recipe, some, "What was drawn")
    st.markdown(bin_words.drawn_words(some, whole, first.dataset.feature_names))


def small_tree(recipe: Recipe, found: Sampled, title: str) -> None:
    """A tree under its title."""
    st.markdown(f"**{title}**")
    names = first_round(recipe).dataset.feature_names
    tree_picture(tree_view(found.tree, names, room=DEPTH), is_chosen=False)


def onedal() -> None:
    """oneDAL's parameters, what each is called elsewhere, and what no parameter says."""
    st.subheader("oneDAL’s parameters, and what each is called elsewhere", anchor=False)
    with st.container(key="onedal_table"):
        st.markdown(bin_words.markdown_table(onedal_table()))
    st.markdown(bin_words.memory_words())
    with folded("What no parameter says") as is_open:
        if is_open:
            st.markdown(bin_words.markdown_table(bin_words.conventions()))
