"""Both models beside each other: what is compared with what, and what stands below the stage."""

from dataclasses import replace
from functools import partial

import streamlit as st

from workbench.lessons.one_tree_or_many import words
from workbench.lessons.one_tree_or_many.comparison import (
    Comparison,
    ModelCourse,
    Names,
    by_wrong_rows,
    course,
    grown_beside,
    shown_class,
)
from workbench.lessons.one_tree_or_many.first_difference import first_difference
from workbench.lessons.one_tree_or_many.forest import ForestCourse, forest_course, forest_settings
from workbench.lessons.one_tree_or_many.forest_widgets import bias_and_variance, forest_of, forest_or_boosting
from workbench.lessons.one_tree_or_many.panels import roc_panel
from workbench.lessons.one_tree_or_many.stage import stage_of_comparison
from workbench.lessons.one_tree_or_many.widgets import (
    comparing_forest,
    comparing_settings,
    difference_panel,
    other_settings,
)
from workbench.link.values import GUESS_FIRST, ROUND
from workbench.models.settings import Settings, settings_from
from workbench.shell import session
from workbench.shell.code_lens import code_lens, round_tabs
from workbench.shell.current_fit import current_fit, fit_of
from workbench.shell.cursor import current_class, current_node, current_round
from workbench.shell.pictures import curves
from workbench.shell.same_model import same_model
from workbench.shell.setting_controls import experiments
from workbench.shell.show_stage import follows_the_stage
from workbench.shell.take_with_you import take_with_you


@st.cache_resource(max_entries=8, show_spinner="Growing a forest")
def forest_course_of(settings: Settings, name: str, _beside: ModelCourse) -> ForestCourse:
    """The course of a forest, shared by everybody. name: of the fit that it stands beside."""
    return forest_course(forest_of(settings), _beside)


def current_comparison() -> Comparison:
    """Both models at the round of the cursor."""
    fit = current_fit()
    other, name = other_settings(settings_from(session.values()))
    b, names = course(fit), Names(name, "these settings")
    if comparing_settings():
        a = course(fit_of(other))
    elif comparing_forest():
        b = by_wrong_rows(b)
        a = forest_course_of(forest_settings(fit, other), fit.name, b)
    else:
        a = grown_beside(fit_of(other), fit)
    if not comparing_settings():
        names = Names(words.tree_name(a), "the ensemble")
    return Comparison(a, b, names, current_round(fit), shown_class(fit, current_class(fit)))


@follows_the_stage(presented=False)
def below(shown: Comparison) -> None:
    """What stands below the stage, at the round where it rests; not what would tell, while it asks."""
    shown = replace(shown, cursor=current_round(shown.b.fit))
    experiments(words.PRESETS, "comparison_experiments", (ROUND,))
    same_model()
    if session.value(GUESS_FIRST) != 0:
        st.caption("What both models come to stands here once the question is answered.")
    else:
        sums(shown)
        roc_curves(shown)
        forest_or_boosting(shown.b.fit)
        bias_and_variance()
    code_lens(["boosting loop", "start", "leaf weight", "raw prediction"])
    take(shown)


def sums(shown: Comparison) -> None:
    """What the one tree is, or the forest; of two settings, where they part."""
    if comparing_settings():
        difference_panel(first_difference(shown.a.fit, shown.b.fit), shown.a, shown.b)
    else:
        st.caption(words.one_tree_words(shown.a))


def roc_curves(shown: Comparison) -> None:
    """Both ROC curves, and the areas under them."""
    b, areas = shown.b, shown.areas
    if areas is None:
        return
    curve, note = st.columns([4.4, 5.6], gap="medium", vertical_alignment="center")
    said = words.area_note(b, areas)
    with curve:
        curves([roc_panel(areas, shown.names, b.fit.dataset.class_names[shown.k])], said)
    note.markdown(said)


def take(shown: Comparison) -> None:
    """The lesson and the ensemble, to take along; the node of the cursor as snippets."""
    fit = shown.b.fit
    k = current_class(fit)
    stem, cursor = f"{fit.dataset.id}_one_or_many", {ROUND: shown.cursor}
    code = partial(round_tabs, fit, shown.cursor, k, current_node(fit.trace[shown.cursor - 1].trees[k]))
    take_with_you(stage_of_comparison(shown), stem, fit, code, cursor=cursor)
