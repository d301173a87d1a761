"""Both models beside each other on the screen: the question, the pictures, and what is said of them."""

from __future__ import annotations

from functools import partial

import streamlit as st

from workbench.components.ahead import Parts
from workbench.components.curves import show_curves
from workbench.components.prose import show_prose
from workbench.lessons.one_tree_or_many import words
from workbench.lessons.one_tree_or_many.comparison import ModelCourse, by_wrong_rows, course, shown_class
from workbench.lessons.one_tree_or_many.first_difference import first_difference
from workbench.lessons.one_tree_or_many.forest import ForestSettings, forest_settings
from workbench.lessons.one_tree_or_many.forest_course import ForestCourse, forest_course
from workbench.lessons.one_tree_or_many.forest_widgets import forest_of
from workbench.lessons.one_tree_or_many.panels import Names
from workbench.lessons.one_tree_or_many.round_parts import Comparison, all_parts, at_round, stage_parts
from workbench.lessons.one_tree_or_many.saved_page import SavedComparison, saved_page
from workbench.lessons.one_tree_or_many.widgets import (
    comparing_forest,
    comparing_settings,
    difference_panel,
    other_chooser,
    other_settings,
)
from workbench.models.settings import settings_from
from workbench.shell import session
from workbench.shell.ahead import SliderSteps
from workbench.shell.challenge import OptionAnswer, Question, ask, settle
from workbench.shell.code_lens import copy_as_python
from workbench.shell.current_fit import current_fit, fit_of
from workbench.shell.cursor import (
    ROUND_SLIDER,
    class_chooser,
    current_class,
    current_node,
    current_round,
    round_stepper,
)
from workbench.shell.save_as_page import save_as_page
from workbench.shell.scoring import verdict_on_choice
from workbench.text.areas import area_formula


@st.cache_resource(max_entries=8, show_spinner="Growing a forest")
def forest_course_of(settings: ForestSettings, name: str, _beside: ModelCourse) -> ForestCourse:
    """The course of a forest, shared by everybody. name: of the fit that it stands beside."""
    return forest_course(forest_of(settings), _beside)


def current_comparison() -> Comparison:
    """Both models at the round of the cursor."""
    other, name = other_settings(settings_from(session.values()))
    other_fit = None if comparing_forest() else fit_of(other)
    fit = current_fit()
    if other_fit is None:
        b = by_wrong_rows(course(fit))
        a: ModelCourse = forest_course_of(forest_settings(fit, other), fit.name, b)
    else:
        a, b = course(other_fit), course(fit)
    names = Names(name, "these settings")
    if not comparing_settings():
        names = Names(words.tree_name(a), "the ensemble")
    cursor, k = current_round(fit), shown_class(fit, current_class(fit))
    return at_round(a, b, names, cursor, k)


def ask_smaller(shown: Comparison) -> Question:
    """Ask which of both has the smaller error."""
    a, b, names, cursor = shown.a, shown.b, shown.names, shown.cursor
    question = ask(
        "one_or_many",
        ident=(a.given, b.given, cursor),
        prompt=words.prompt(b),
        form=OptionAnswer(names),
        skips=(a.given, b.given),  # it reads the same in every round
    )
    right = words.smaller(a, b, names, cursor)
    if question.revealed:
        settle(question, float(question.answer == right), verdict_on_choice(question.answer, right))
    return question


def question_or_choice(shown: Comparison) -> Question:
    """The question, and what is compared with what; the question alone while one guesses."""
    place = st.container()
    with place:
        question = ask_smaller(shown)
    if not question.hiding:
        other_chooser(settings_from(session.values()), shown.b.leaves(shown.cursor))
    return question


def comparison_picture(shown: Comparison, parts: Parts) -> None:
    """Both predictions, with the stepper of rounds under them."""
    show_curves(parts["versus"], key="versus")
    round_stepper(shown.b.fit)


def errors_beside(shown: Comparison, parts: Parts) -> None:
    """Both errors over the rounds, and the truth behind surfaces; while one guesses, the truth alone."""
    if shown.b.fit.n_classes > 1:
        with st.container(key="inline_row", horizontal=True, vertical_alignment="center"):
            class_chooser(shown.b.fit)
    with st.container(key="beside_curves"):
        if "errors" in parts:
            show_curves(parts["errors"], key="errors")
    show_prose(parts["verdict"], key="verdict_words")


def shown_parts(shown: Comparison, *, hiding: bool) -> Parts:
    """What the components are sent at the round of the cursor. hiding: without which errs less."""
    return stage_parts(shown, hiding=True) if hiding else slider_steps(shown).parts(shown.cursor)


def look_ahead(shown: Comparison) -> None:
    """Send the rounds beside the cursor's, so that a step is drawn at once."""
    slider_steps(shown).look_ahead(shown.cursor)


def slider_steps(shown: Comparison) -> SliderSteps:
    """What the components show in each round."""
    a, b = shown.a, shown.b
    return SliderSteps(
        (a.given, b.given, shown.names, shown.k),
        (1, len(b.fit.trace)),
        ROUND_SLIDER,
        lambda number, _: all_parts(at_round(a, b, shown.names, number, shown.k)),
    )


def verdict(shown: Comparison, parts: Parts) -> None:
    """When the ensemble is better; and of two settings, where their trees begin to differ."""
    a, b = shown.a, shown.b
    if comparing_settings():
        difference_panel(first_difference(a.fit, b.fit), a, b)
    else:
        show_prose(parts["better"], key="better_words")


def experiment() -> None:
    """What to look at in the experiment that the screen shows, if it shows one."""
    preset = words.chosen_preset(session.values())
    if preset is not None:
        st.markdown(f"**{preset.title}**: {preset.words}")


def table(shown: Comparison) -> None:
    """Both models in numbers; the one tree, and how the ensemble adds up."""
    a, b = shown.a, shown.b
    st.markdown(words.table_words(a, b, shown.names, shown.cursor, shown.areas))
    if not comparing_settings():
        st.caption(words.one_tree_words(a))
        st.latex(words.sum_formula(a, b, shown.cursor))


def roc_curves(shown: Comparison, parts: Parts) -> None:
    """The areas under both ROC curves; with the curves where the picture above draws none."""
    b, areas = shown.b, shown.areas
    if areas is None:
        return
    curve, note = st.columns([4.4, 5.6], gap="medium", vertical_alignment="center")
    if "roc" in parts:
        with curve:
            show_curves(parts["roc"], key="roc")
        with note:
            show_prose(parts["roc_note"], key="roc_words")
    else:
        st.markdown(words.area_note(b, areas))
    st.latex(area_formula(areas[1].auc, areas[1].n_positive, areas[1].n_negative))


def task(shown: Comparison) -> None:
    """What to try."""
    st.markdown(words.try_words(shown.b))


def copy_node(shown: Comparison) -> None:
    """The node of the cursor in the ensemble as snippets."""
    fit = shown.b.fit
    k = current_class(fit)
    tree = fit.trace[shown.cursor - 1].trees[k]
    copy_as_python(fit, shown.cursor, k, current_node(tree))


def download(shown: Comparison) -> None:
    """The lesson, to take along."""
    saved = SavedComparison(shown, not comparing_settings(), session.link_values())
    save_as_page(partial(saved_page, saved), f"{shown.b.fit.dataset.id}_one_or_many")
