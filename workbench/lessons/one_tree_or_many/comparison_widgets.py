"""Both models beside each other on the screen: the question, the pictures, and what is said of them."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.components.curves import curves
from workbench.lessons.one_tree_or_many import words
from workbench.lessons.one_tree_or_many.comparison import ModelCourse, Roc, course, roc_pair, shown_class
from workbench.lessons.one_tree_or_many.first_difference import first_difference
from workbench.lessons.one_tree_or_many.panels import Names, error_panel, picture, roc_panel
from workbench.lessons.one_tree_or_many.widgets import (
    comparing_settings,
    difference_panel,
    one_tree_words,
    other_chooser,
)
from workbench.models.settings import settings_from
from workbench.shell import session
from workbench.shell.challenge import OptionAnswer, Question, ask, settle
from workbench.shell.code_lens import copy_as_python
from workbench.shell.current_fit import current_fit, fit_of
from workbench.shell.cursor import class_chooser, current_class, current_node, round_stepper
from workbench.shell.scoring import verdict_on_choice


@dataclass(frozen=True, eq=False)
class Comparison:
    """What the ensemble b is compared with, a, at a round: their names, the class shown, its ROC curves."""

    a: ModelCourse
    b: ModelCourse
    names: Names
    cursor: int
    k: int
    areas: tuple[Roc, Roc] | None


def current_comparison(step_place: DeltaGenerator, choices: DeltaGenerator) -> Comparison:
    """Both models, with the choice of the other one and of the round in their places."""
    with choices:
        other, name = other_chooser(settings_from(session.values()))
    other_fit = fit_of(other)
    fit = current_fit()
    a, b = course(other_fit), course(fit)
    names = Names(name, "these settings")
    if not comparing_settings():
        names = Names(words.tree_name(a), "the ensemble")
    with step_place:
        cursor = round_stepper(fit)
        class_chooser(fit)
    k = shown_class(fit, current_class(fit))
    return Comparison(a, b, names, cursor, k, roc_pair(a, b, cursor, k))


def ask_smaller(shown: Comparison) -> Question:
    """Ask which of both has the smaller error."""
    a, b, names, cursor = shown.a, shown.b, shown.names, shown.cursor
    question = ask(
        "one_or_many",
        ident=(a.fit.settings, b.fit.settings, cursor),
        prompt=words.prompt(a, b, names, cursor),
        form=OptionAnswer(names),
    )
    errors = words.judged(a, b, cursor)
    right = names[int(errors[1] < errors[0])]
    if question.revealed:
        settle(question, float(question.answer == right), verdict_on_choice(question.answer, right))
    return question


def comparison_picture(shown: Comparison, *, hiding: bool) -> None:
    """Both predictions, and both errors over the rounds; while one guesses, the predictions alone."""
    a, b, names, cursor = shown.a, shown.b, shown.names, shown.cursor
    panels = picture(a, b, names, cursor, shown.k, shown.areas)
    said = f"{b.fit.dataset.title}: {names.a} and {names.b}."
    if not hiding:
        panels = [*panels, error_panel(a, b, names, cursor)]
        said = words.picture_words(a, b, names, cursor, words.verdict_words(a, b, names, cursor))
    curves(panels, said, key="versus")


def verdict(shown: Comparison) -> None:
    """Which is better; and of two settings, where their trees begin to differ."""
    a, b = shown.a, shown.b
    said = words.verdict_words(a, b, shown.names, shown.cursor)
    if not comparing_settings():
        st.markdown(f"{said} {words.better_words(a, b)}")
        return
    st.markdown(said)
    difference_panel(first_difference(a.fit, b.fit), a, b)


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
        st.caption(one_tree_words(a))
        st.latex(words.sum_formula(a, b, shown.cursor))


def roc_curves(shown: Comparison) -> None:
    """The areas under both ROC curves; with the curves where the picture above draws none."""
    b, areas = shown.b, shown.areas
    if areas is None:
        return
    curve, note = st.columns([4.4, 5.6], gap="medium", vertical_alignment="center")
    said, data = words.area_note(b, areas), b.fit.dataset
    if len(data.feature_names) <= 2:
        with curve:
            curves([roc_panel(areas, shown.names, data.class_names[shown.k])], said, key="roc")
        note.markdown(said)
    else:
        st.markdown(said)
    st.latex(words.area_formula(areas[1]))


def task(shown: Comparison) -> None:
    """What to try."""
    st.markdown(words.try_words(shown.b))


def copy_node(shown: Comparison) -> None:
    """The node of the cursor in the ensemble as snippets."""
    fit = shown.b.fit
    k = current_class(fit)
    tree = fit.trace[shown.cursor - 1].trees[k]
    copy_as_python(fit, shown.cursor, k, current_node(tree))
