"""A random forest beside boosting, and bias and variance: each grown when its part is opened."""

from collections.abc import Mapping

import streamlit as st

from workbench.lessons.one_tree_or_many import forest_words as words
from workbench.lessons.one_tree_or_many.bias_variance import Scatter, scatters
from workbench.lessons.one_tree_or_many.comparison import one_tree_settings
from workbench.lessons.one_tree_or_many.forest import (
    ForestModel,
    forest_settings,
    grow_forest_of,
    vote_and_sum,
)
from workbench.lessons.one_tree_or_many.panels import scatter_panels
from workbench.link.values import TREE_DEPTH, TREE_POINTS, TREE_SPLIT
from workbench.models.boosted import BoostedModel
from workbench.models.settings import Settings
from workbench.shell import session
from workbench.shell.page import folded
from workbench.shell.pictures import curves


@st.cache_resource(max_entries=8, show_spinner="Growing a forest")
def forest_of(settings: Settings) -> ForestModel:
    """The forest of some settings, shared by everybody."""
    return grow_forest_of(settings)


@st.cache_resource(show_spinner="Fitting three models to 40 samples")
def study() -> Mapping[str, Scatter]:
    """What the models make of many samples, computed once for everybody."""
    return scatters()


def forest_or_boosting(fit: BoostedModel) -> None:
    """What the forest is beside boosting, and that boosted trees do not vote; its errors are on the stage."""
    with folded("A third model: the random forest, against boosting") as is_open:
        if not is_open:
            return
        limits = (session.value(name) for name in (TREE_DEPTH, TREE_POINTS, TREE_SPLIT))
        forest = forest_of(forest_settings(fit, one_tree_settings(fit.settings, *limits)))
        st.markdown(words.forest_words(forest))
        st.markdown(words.vote_words(fit, vote_and_sum(fit, len(fit.trace)), len(fit.trace)))
        st.caption("*Compare: a forest*, above, draws it beside boosting, tree by tree.")


def bias_and_variance() -> None:
    """What one tree, a forest and boosting make of many samples of the same truth."""
    with folded("Bias and variance, on 40 training samples") as is_open:
        if not is_open:
            return
        found = study()
        st.markdown(words.study_words())
        curves(scatter_panels(found), "Predictions of each model for many samples, their mean and spread.")
        st.markdown(words.study_table(found))
