"""One tree or many: what can many small trees do that one large tree cannot?"""

import streamlit as st

from workbench.components.curves import curves
from workbench.lessons.one_tree_or_many.comparison import course, error_name, roc_pair, shown_class
from workbench.lessons.one_tree_or_many.first_difference import first_difference
from workbench.lessons.one_tree_or_many.panels import Names, error_panel, picture, roc_panel
from workbench.lessons.one_tree_or_many.widgets import (
    comparing_settings,
    difference_panel,
    one_tree_words,
    other_chooser,
)
from workbench.lessons.one_tree_or_many.words import (
    area_formula,
    area_note,
    better_words,
    chosen_preset,
    judged,
    picture_words,
    rows_words,
    sum_formula,
    table_words,
    tree_name,
    try_words,
    verdict_words,
)
from workbench.models.settings import settings_from
from workbench.shell import session
from workbench.shell.challenge import Choice, ask, settle
from workbench.shell.code_lens import code_lens, copy_as_python
from workbench.shell.current_fit import current_lesson, lesson_of
from workbench.shell.cursor import class_chooser, current_class, current_node, round_stepper
from workbench.shell.page import presenting, show_page
from workbench.shell.scoring import verdict_on_choice


def page() -> None:
    """The lesson."""
    settings = settings_from(session.values())
    question_place, step_place = st.container(), st.container()
    picture_place, choices = st.columns([7.8, 2.2], gap="medium")
    with choices:
        other, name = other_chooser(settings)
    other_lesson = lesson_of(other)
    lesson = current_lesson()
    a, b = course(other_lesson), course(lesson)
    names = Names(name, "these settings") if comparing_settings() else Names(tree_name(a), "the ensemble")
    with step_place:
        cursor = round_stepper(lesson)
        class_chooser(lesson)
    k = shown_class(lesson, current_class(lesson))
    areas = roc_pair(a, b, cursor, k)
    errors = judged(a, b, cursor)

    with question_place:
        question = ask(
            "one_or_many",
            ident=(other, settings, cursor),
            prompt=f"Which has the smaller {error_name(lesson.dataset)} on {rows_words(b)}: {names.a}, or "
            f"{names.b} after round {cursor}?",
            form=Choice(names),
        )
        right = names[int(errors[1] < errors[0])]
        if question.revealed:
            settle(question, float(question.answer == right), verdict_on_choice(question.answer, right))

    verdict = verdict_words(a, b, names, cursor)
    with picture_place:
        panels = picture(a, b, names, cursor, k, areas)
        if question.hiding:
            curves(panels, f"{lesson.dataset.title}: {names.a} and {names.b}.", key="versus")
            return
        words = picture_words(a, b, names, cursor, verdict)
        curves([*panels, error_panel(a, b, names, cursor)], words, key="versus")
    st.markdown(verdict if comparing_settings() else f"{verdict} {better_words(a, b)}")
    if comparing_settings():
        difference_panel(first_difference(other_lesson, lesson), a, b)
    if presenting():
        return

    preset = chosen_preset(session.values())
    if preset is not None:
        st.markdown(f"**{preset.title}**: {preset.words}")
    st.markdown(table_words(a, b, names, cursor, areas))
    if not comparing_settings():
        st.caption(one_tree_words(a))
        st.latex(sum_formula(a, b, cursor))
    if areas is not None:
        curve, note = st.columns([4.4, 5.6], gap="medium", vertical_alignment="center")
        in_the_plane = len(lesson.dataset.feature_names) <= 2
        if in_the_plane:
            with curve:
                curves(
                    [roc_panel(areas, names, lesson.dataset.class_names[k])], area_note(b, areas), key="roc"
                )
        (note if in_the_plane else st).markdown(area_note(b, areas))
        st.latex(area_formula(areas[1]))
    st.markdown(try_words(b))
    tree = lesson.trace[cursor - 1].trees[current_class(lesson)]
    code_lens(["boosting loop", "start", "leaf weight", "raw prediction"])
    copy_as_python(lesson, cursor, current_class(lesson), current_node(tree))


show_page("one_tree_or_many.py", page)
