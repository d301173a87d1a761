"""The models of all max_bin, boosted in the background once for everybody."""

from __future__ import annotations

import streamlit as st

from workbench.lessons.exact_or_histogram.error_course import BinnedModel, error_course
from workbench.lessons.exact_or_histogram.node_cuts import Recipe
from workbench.shell.background_fits import Fits


@st.cache_resource(show_spinner=False)
def courses() -> Fits[Recipe, tuple[BinnedModel, ...]]:
    """The courses of this server."""
    return Fits(error_course, at_most=16)


def course_of(recipe: Recipe) -> tuple[BinnedModel, ...]:
    """The course of a recipe, when it is there."""
    fit = courses().of(recipe)
    with fit.watched():
        fit.done.wait()
    return fit.result()
