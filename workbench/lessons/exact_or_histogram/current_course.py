"""The models of all max_bin, boosted in the background, with their progress and a way to stop them."""

from __future__ import annotations

import streamlit as st

from workbench.lessons.exact_or_histogram.error_course import BinnedModel, error_course, rounds_of
from workbench.lessons.exact_or_histogram.node_cuts import Recipe
from workbench.shell import session
from workbench.shell.background_fits import Fits
from workbench.shell.current_fit import wait_for

Course = tuple[BinnedModel, ...]
_STOPPED = "stopped_course"


@st.cache_resource(show_spinner=False)
def courses() -> Fits[Recipe, Course]:
    """The courses of this server."""
    return Fits(error_course, at_most=16)


def course_of(recipe: Recipe) -> Course:
    """The course of a recipe, when it is there."""
    fit = courses().of(recipe)
    with fit.watched():
        fit.done.wait()
    return fit.result()


def current_course(recipe: Recipe) -> Course | None:
    """The course of a recipe; None where the reader has stopped it."""
    if st.session_state.get(_STOPPED) == recipe:
        st.info("The models were stopped.")
        st.button("Boost them after all", key="course_again", on_click=boost_after_all)
        return None
    return wait_for(
        courses(), recipe, st.empty(), rounds_of(recipe), "Boosting with 2 to 256 bins", stop_course
    )


@session.callback
def stop_course(recipe: Recipe) -> None:
    """Stop the models of a recipe."""
    courses().of(recipe).stop()
    st.session_state[_STOPPED] = recipe


@session.callback
def boost_after_all() -> None:
    """Boost the models that were stopped."""
    st.session_state.pop(_STOPPED, None)
