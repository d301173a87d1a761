"""The three parts of the lesson, and which of them is shown."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.lessons.missing_sparse_categorical import (
    category_widgets,
    missing_widgets,
    real_tables,
    snippets,
    surrogate_widgets,
)
from workbench.lessons.missing_sparse_categorical.values import ABSENT, COUNT_FROM, GAPS_PART, GROWN_ON
from workbench.shell import session
from workbench.shell.choice import choice
from workbench.shell.code_lens import code_lens
from workbench.shell.page import folded, presenting
from workbench.shell.stage import control_line, whole_stage
from workbench.shell.step_buttons import clicker_steps

_PARTS = {"missing": "Missing and sparse", "surrogates": "Surrogates", "categories": "Categories"}
_ABSENT = {"missing": "missing", "zero": "zero"}
_GROWN = {"full": "the full table", "blank": "the table with its blanks"}


def part_chooser() -> str:
    """Which part of the page, and what belongs to it: gives the part."""
    with control_line():
        part = choice("What has no number?", _PARTS, GAPS_PART, label_visibility="collapsed")
        clicker_steps(GAPS_PART, list(_PARTS), part)
        if part == "categories":
            category_widgets.group_choosers()
            return part
        choice("A blank cell is", _ABSENT, ABSENT)
        session.bound(st.segmented_control, "Counted from", [0, 1], name=COUNT_FROM, required=True)
        if part == "surrogates":
            choice("Grown on", _GROWN, GROWN_ON)
    return part


def missing_and_sparse(challenge: DeltaGenerator) -> None:
    """Cells that are blank, and which way their rows go."""
    gaps = missing_widgets.current_gaps()
    with challenge:
        question = missing_widgets.ask_way(gaps)
    missing_widgets.settle_way(question, gaps)
    missing_widgets.table_and_curves(gaps, question)
    if question is None or not question.hiding:
        missing_widgets.split_and_cut(gaps)
        missing_widgets.mistake()
    if not presenting():
        missing_widgets.task()
        on_a_real_table("Real gaps: air quality", lambda: real_tables.gaps_words(real_tables.air_quality()))
        missing_widgets.documents()
    code_lens(missing_widgets.code_topics(gaps))
    missing_widgets.copy_missing(gaps)


def on_a_real_table(label: str, words: Callable[[], str]) -> None:
    """The same on measured rows; computed when it is opened."""
    with folded(label) as is_open:
        if is_open:
            st.markdown(words())


def surrogates(challenge: DeltaGenerator) -> None:
    """Other features that stand in for a blank cell."""
    found = surrogate_widgets.current_standins(missing_widgets.current_gaps())
    with challenge:
        question = surrogate_widgets.ask_standin(found)
    surrogate_widgets.settle_standin(question, found)
    surrogate_widgets.table_and_agreement(found, question)
    if question is None or not question.hiding:
        surrogate_widgets.standins(found)
    if not presenting():
        surrogate_widgets.task()
        on_a_real_table("Surrogates of real gaps: air quality", real_tables.surrogate_words)
    code_lens(["ranking of surrogates", "agreement", "directions of categories", "asking surrogates"])
    surrogate_widgets.copy_surrogates(found)


def categories(challenge: DeltaGenerator) -> None:
    """Values that have no order, and all ways to part them."""
    groups = category_widgets.current_parts()
    with challenge:
        question = category_widgets.ask_partition(groups)
    category_widgets.settle_partition(question, groups)
    with whole_stage():
        category_widgets.group_picture(groups, question)
    if not question.hiding:
        category_widgets.chosen_partition(groups)
    if not presenting():
        category_widgets.task()
        on_a_real_table("Real categories: 22 makes of cars", real_tables.category_words)
    code_lens(["order of categories", "sums of partitions", "gain"])
    missing_widgets.copy_as_python(snippets.category_snippet(groups))


PARTS = {"missing": missing_and_sparse, "surrogates": surrogates, "categories": categories}
