"""Widgets of the part on surrogates."""

from __future__ import annotations

import streamlit as st

from workbench.components.curves import curves
from workbench.lessons.missing_sparse_categorical import snippets, surrogates, words
from workbench.lessons.missing_sparse_categorical.blank_table import NAMES, TABLE, BlankTable
from workbench.lessons.missing_sparse_categorical.cell_table import cell_table, table_data
from workbench.lessons.missing_sparse_categorical.missing_widgets import (
    CELLS,
    base,
    copy_as_python,
    take_cells,
)
from workbench.lessons.missing_sparse_categorical.surrogates import (
    SurrogateSplit,
    agreement_panels,
    ranking_rows,
)
from workbench.lessons.missing_sparse_categorical.values import ASKED_ROW, BLANK, GROWN_ON
from workbench.shell import session
from workbench.shell.challenge import OptionAnswer, Question, ask, settle
from workbench.shell.page import presenting
from workbench.shell.scoring import share_of_best, verdict_on_choice
from workbench.shell.stage import stage


def current_standins(gaps: BlankTable) -> SurrogateSplit:
    """The split with its surrogates."""
    return SurrogateSplit(gaps, session.value(GROWN_ON) == "full")


def standin_table(found: SurrogateSplit, question: Question | None) -> None:
    """The table with the side of each row, and who decided it."""
    goes = [("", "")] * len(TABLE)
    asked = found.primary if found.is_split else None
    if asked is not None and not (question is not None and question.hiding):
        ways = [found.way_of(row)[-1] for row in range(len(TABLE))]
        goes = [(way.side, way.question.split()[0].replace("the", "majority")) for way in ways]
    cell_table(table_data(found.gaps, base(), goes, asked), key=CELLS, on_cells=take_cells)


def agreement_picture(found: SurrogateSplit) -> None:
    """How many rows each cut of the other features sends the same way."""
    panels = agreement_panels(found)
    ranked = "; ".join(f"{each[1]} {each[2]}" for each in ranking_rows(found)) or "none"
    words_of_it = f"Rows sent the same way as {found.cut}, best cuts: {ranked}"
    curves(panels, words_of_it, key="picture_agreement", rows=[(1, 1.0)] * len(panels))


def table_and_agreement(found: SurrogateSplit, question: Question | None) -> None:
    """The table, and beside it how well the other features agree; that only once it is known."""
    hiding = question is not None and question.hiding
    table, picture = stage()
    with table:
        standin_table(found, question)
        if found.is_split and not hiding:
            st.markdown(ranking_table(found))
    with picture:
        if found.is_split and not hiding:
            agreement_picture(found)


def standins(found: SurrogateSplit) -> None:
    """The surrogates ranked, the way of a row that asks them, and a category that stands in."""
    if not found.is_split:
        st.markdown(words.NO_SPLIT)
        return
    st.markdown(surrogates.split_words(found))
    ranking, way = st.columns([5, 5], gap="medium")
    with ranking:
        if found.ranked:
            st.latex(surrogates.adjusted_formula(found))
    with way:
        row = row_chooser(found)
        st.markdown(surrogates.way_words(found, row, base()))
        st.markdown(surrogates.way_list(found, row))
    if not presenting():
        category_stands_in(found)


def category_stands_in(found: SurrogateSplit) -> None:
    """A categorical feature as surrogate."""
    st.markdown("**A category stands in, too**")
    said, colours = st.columns([5, 5], gap="medium")
    said.markdown(surrogates.colour_words(found))
    colours.markdown(surrogates.colour_table(found, base()))


def ranking_table(found: SurrogateSplit) -> str:
    """The ranking as a markdown table."""
    lines = [
        "| | surrogate: left if | sent the same way | agreement | adjusted |",
        "|---:|---|---:|---:|---:|",
    ]
    lines += ["| " + " | ".join(cells) + " |" for cells in ranking_rows(found)]
    return "\n".join(lines)


def row_chooser(found: SurrogateSplit) -> int:
    """The row that is sent down."""
    start = base()
    session.bound(
        st.selectbox,
        "Row to send down",
        range(len(TABLE)),
        format_func=lambda row: f"row {row + start}",
        name=ASKED_ROW,
        width=150,
    )
    return int(session.value(ASKED_ROW))


def ask_standin(found: SurrogateSplit) -> Question | None:
    """Ask which feature stands in best; None where nothing was split or nothing can stand in."""
    if not found.is_split or not found.ranked:
        return None
    others = tuple(name for i, name in enumerate(NAMES) if i != found.primary)
    return ask(
        "stand_in",
        ident=(found.on_full or session.value(BLANK), found.gaps.absent),
        prompt=f"A row misses {NAMES[found.primary]}: which feature stands in best for {found.cut}?",
        form=OptionAnswer(others, label="Ask"),
    )


def settle_standin(question: Question | None, found: SurrogateSplit) -> None:
    """Judge the stand-in by its adjusted agreement beside the best one's."""
    if question is None or not question.revealed:
        return
    adjusted = {NAMES[each.feature]: each.adjusted for each in found.ranked}
    right = max(adjusted, key=adjusted.__getitem__)
    credit = share_of_best(adjusted.get(question.answer, 0.0), adjusted[right])
    settle(question, credit, verdict_on_choice(question.answer, right))


def task() -> None:
    """What to try."""
    st.markdown(words.TRY_SURROGATES)


def copy_surrogates(found: SurrogateSplit) -> None:
    """The split with its surrogates as a snippet."""
    copy_as_python(snippets.surrogate_snippet(found))
