"""The stage of several classes: controls, the question, the picture of all rounds."""

from __future__ import annotations

from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.data.catalogue import DATASETS, dataset_ids
from workbench.lessons.several_classes.class_picture import ClassMarks, class_picture
from workbench.lessons.several_classes.frames import ClassFrames, class_frames, up_to
from workbench.lessons.several_classes.model import (
    Course,
    course_of,
    data_of,
    softmax_settings,
)
from workbench.lessons.several_classes.saved_page import SavedClasses, saved_page
from workbench.lessons.several_classes.values import OF_CLASS
from workbench.lessons.several_classes.words import raised_prompt, raised_verdict
from workbench.link.values import ROUND, ROW
from workbench.models.boosted import BoostedModel
from workbench.models.row_story import RowStory
from workbench.shell import session
from workbench.shell.challenge import OptionAnswer, Question, ask, said_so_far, settle
from workbench.shell.current_fit import fit_of
from workbench.shell.cursor import go_to_round
from workbench.shell.page import presenting
from workbench.shell.save_as_page import save_as_page
from workbench.shell.setting_controls import (
    SPLIT_WORDS,
    base_score_field,
    field,
    main_controls,
    search_fields,
    title_of,
)
from workbench.shell.stage import control_line, whole_stage

PICTURE, _DATA = "class_picture", "classes_data_shown"


@st.cache_resource(max_entries=16, show_spinner=False)
def course(_fit: BoostedModel, name: str) -> Course:
    """What a fit makes of every row, shared by everybody. name: of the fit."""
    return course_of(_fit)


@st.cache_resource(max_entries=16, show_spinner=False)
def frames_of(_course: Course, name: str) -> ClassFrames:
    """All rounds of the picture, shared by everybody. name: of the fit."""
    made = class_frames(_course)
    assert made.packed  # packed once here, not at everybody's first step
    return made


def current_course() -> Course:
    """The controls, and what is boosted with them."""
    line = control_line()
    data = data_of(session.value("data"))
    session.draw(
        line.selectbox,
        "Data set",
        dataset_ids("classification"),
        format_func=title_of,
        key=_DATA,
        shown=data,
        on_change=take_data,
        label_visibility="collapsed",
    )
    main_controls(line)
    row_place = line.container(key="inline_row", horizontal=True, vertical_alignment="center")
    more_controls(line, data)
    fit = fit_of(softmax_settings(session.values()))
    found = course(fit, fit.name)
    row_chooser(row_place, found)
    return found


def more_controls(place: DeltaGenerator, data: str) -> None:
    """The other settings that the lesson has, behind a button."""
    more = place.popover("Settings", key="classes_more", on_change="rerun")
    if more.open:
        with more:
            st.caption(f"**{title_of(data)}**: {DATASETS[data].description} {DATASETS[data].provenance}")
            field(more, "reg_lambda", "L2 penalty on leaf weights, ½ λ w².")
            field(more, "min_samples_split", SPLIT_WORDS)
            base_score_field(more, data)
            search_fields(more)
            if DATASETS[data].takes_noise:
                field(more, "noise", "Standard deviation of noise added to the data.")
                field(more, "seed", "Fixes everything random.")


@session.callback
def take_data() -> None:
    """Boost the rows that were chosen."""
    session.put(**{"data": st.session_state[_DATA], ROUND: 1, ROW: None, OF_CLASS: None})


def current_row(found: Course) -> int:
    """The row of the cursor; at first the one that the model is least sure of after its last round."""
    row = session.clip(ROW, len(found.fit.dataset.y) - 1)
    return found.least_sure(found.n_rounds) if row is None else int(row)


def current_round(found: Course) -> int:
    """The round of the cursor, 1 to the last."""
    return int(session.clip(ROUND, found.n_rounds))


def current_class(found: Course, story: RowStory, *, hiding: bool = False) -> int:
    """The class whose tree is large: the row's own, or the first while one guesses, until one is chosen."""
    k = session.clip(OF_CLASS, found.fit.n_classes - 1, None)
    return (0 if hiding else int(story.y)) if k is None else int(k)


def row_chooser(place: DeltaGenerator, found: Course) -> None:
    """A field for the number of the row, and the way to rows worth a look."""
    row, last, now = current_row(found), len(found.fit.dataset.y) - 1, current_round(found)
    also = {OF_CLASS: None}
    session.bound(
        place.number_input,
        "row",
        *(0, last),
        name=ROW,
        shown=row,
        also=also,
    )
    if presenting():
        return
    for label, key, target, words in (
        (
            "Least sure",
            "row_unsure",
            found.least_sure(now),
            "Whose two most probable classes are closest now",
        ),
        (
            "Most wrong",
            "row_wrong",
            found.most_wrong(now),
            "Whose own class has the smallest probability now",
        ),
    ):
        place.button(
            label,
            key=key,
            help=words,
            on_click=session.take,
            kwargs={ROW: target, OF_CLASS: None},
            disabled=target == row,
        )


def ask_raised(found: Course, story: RowStory, cursor: int) -> Question:
    """Ask which class's tree raises the chosen row's F most in this round."""
    names = found.fit.dataset.class_names
    question = ask(
        "raised_most",
        ident=(found.fit.settings, story.row, cursor),
        prompt=raised_prompt(story, cursor),
        form=OptionAnswer(names),
    )
    if question.revealed:
        settle(question, *raised_verdict(story, cursor, question.answer, names))
    return question


def rounds_picture(found: Course, story: RowStory, cursor: int, question: Question) -> None:
    """All rounds in the browser; while one guesses, up to the cursor and without its outcome."""
    frames, said = frames_of(found, found.fit.name), question.answer
    if question.hiding:
        frames, said = up_to(frames, cursor), said_so_far(question)
    guess = None if said is None else found.fit.dataset.class_names.index(said)
    k = current_class(found, story, hiding=question.hiding)
    marks = ClassMarks(cursor, found.n_rounds, k, guess)
    with whole_stage():
        class_picture(
            frames,
            story,
            marks,
            key=PICTURE,
            on_round=go_to_round,
            on_row=partial(take_row, found),
            on_class=take_class,
        )


@session.callback
def take_row(found: Course, row: int) -> None:
    """Look at a row that was clicked."""
    session.put(**{ROW: min(row, len(found.fit.dataset.y) - 1), OF_CLASS: None})


@session.callback
def take_class(k: int) -> None:
    """Show the tree of another class large."""
    session.put(**{OF_CLASS: k})


def download(found: Course, story: RowStory, cursor: int) -> None:
    """The lesson, to take along."""
    marks = ClassMarks(cursor, found.n_rounds, current_class(found, story), chooses=False)
    frames, fit = frames_of(found, found.fit.name), found.fit
    saved = SavedClasses(fit, frames, story, marks, session.link_values())
    save_as_page(partial(saved_page, saved), f"{fit.dataset.id}_classes")
