"""A random forest beside boosting, and bias and variance: each grown when its part is opened."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from workbench.lessons.one_tree_or_many import forest_words as words
from workbench.lessons.one_tree_or_many.bias_variance import Scatter, scatters
from workbench.lessons.one_tree_or_many.comparison import one_tree_settings
from workbench.lessons.one_tree_or_many.forest import (
    ForestModel,
    ThreeErrors,
    forest_settings,
    grow_forest_of,
    three_errors,
    vote_and_sum,
)
from workbench.lessons.one_tree_or_many.forest_panels import error_over_trees, scatter_panels
from workbench.lessons.one_tree_or_many.values import FOREST_TREE
from workbench.link.values import TREE_DEPTH, TREE_POINTS, TREE_SPLIT
from workbench.models.boosted import BoostedModel
from workbench.models.settings import Settings
from workbench.shell import session
from workbench.shell.current_fit import fit_of
from workbench.shell.page import folded
from workbench.shell.pictures import curves, tree_picture
from workbench.trees.single_tree_boxes import node_fill, node_lines
from workbench.trees.view import Look, tree_view


@st.cache_resource(max_entries=8, show_spinner="Growing a forest")
def forest_of(settings: Settings) -> ForestModel:
    """The forest of some settings, shared by everybody."""
    return grow_forest_of(settings)


@st.cache_resource(max_entries=8, show_spinner=False)
def errors_of(
    tree: Settings, forest: Settings, boosting: Settings, _fits: tuple[BoostedModel, BoostedModel]
) -> ThreeErrors:
    """The errors of the three models, which their settings name."""
    return three_errors(_fits[0], forest_of(forest), _fits[1])


@st.cache_resource(show_spinner="Fitting three models to 40 samples")
def study() -> Mapping[str, Scatter]:
    """What the models make of many samples, computed once for everybody."""
    return scatters()


def forest_or_boosting(fit: BoostedModel) -> None:
    """The forest as the third model: its errors, its trees one by one, and that boosted trees do not vote."""
    with folded("A third model: the random forest, against boosting") as is_open:
        if not is_open:
            return
        depth, points, split = (session.value(name) for name in (TREE_DEPTH, TREE_POINTS, TREE_SPLIT))
        one_tree = fit_of(one_tree_settings(fit.settings, depth, points, split=split))
        forest = forest_of(forest_settings(fit, one_tree.settings))
        errors = errors_of(one_tree.settings, forest.settings, fit.settings, (one_tree, fit))
        st.markdown(words.forest_words(forest))
        picture, said = st.columns(2, gap="medium", vertical_alignment="center")
        with picture:
            measure = words.measure_of(fit)
            spoken = f"Errors of one tree, a forest and boosting over the number of trees: {measure}."
            curves([error_over_trees(errors, measure)], spoken)
        with said:
            st.markdown(words.error_words(errors))
            st.markdown(words.vote_words(fit, vote_and_sum(fit, len(fit.trace)), len(fit.trace)))
            st.caption(words.measure_words(fit))
        st.latex(words.both_formulas(forest, fit))
        trees_one_by_one(forest)


def trees_one_by_one(forest: ForestModel) -> None:
    """A tree of the forest; what it says with the others stands on the stage."""
    at = max(1, min(int(session.value(FOREST_TREE)), forest.n_trees))
    if forest.n_trees > 1:
        session.bound(
            st.slider, "Tree of the forest", 1, forest.n_trees, name=FOREST_TREE, shown=at, width=460
        )
    tree = forest.model.trace_[at - 1].tree
    data = forest.dataset
    look = Look(lines=node_lines(tree, data.feature_names, data.class_names), fill=node_fill(tree))
    view = tree_view(tree, data.feature_names, look=look)
    st.caption("n rows of a node are in the tree's sample; one drawn twice counts twice in its answer.")
    tree_picture(view, is_chosen=False)


def bias_and_variance() -> None:
    """What one tree, a forest and boosting make of many samples of the same truth."""
    with folded("Bias and variance, on 40 training samples") as is_open:
        if not is_open:
            return
        found = study()
        st.markdown(words.study_words())
        curves(scatter_panels(found), "Predictions of each model for many samples, their mean and spread.")
        st.markdown(words.study_table(found))
        st.latex(words.study_formula(found["boosting"]))
