"""Widgets of the part on missing and sparse values: table, curves, questions."""

from __future__ import annotations

from functools import partial

import streamlit as st

from workbench.components import told
from workbench.components.gains import gain_curves
from workbench.components.prose import prose
from workbench.components.tree import clickable_tree
from workbench.lessons.missing_sparse_categorical import (
    blank_table,
    snippets,
    term_matrix,
    words,
    zero_block,
)
from workbench.lessons.missing_sparse_categorical.blank_table import (
    NAMES,
    SIDES,
    TABLE,
    BlankTable,
    rows_words,
)
from workbench.lessons.missing_sparse_categorical.cell_table import cell_table, table_data
from workbench.lessons.missing_sparse_categorical.values import ABSENT, BLANK, COUNT_FROM
from workbench.link.values import CUT, ENTRIES, FEATURE
from workbench.shell import session
from workbench.shell.challenge import OptionAnswer, Question, ask, settle
from workbench.shell.cursor import current_cut
from workbench.shell.gain_explorer import take_move
from workbench.shell.page import folded, presenting
from workbench.shell.patient_link import patient_link
from workbench.shell.scoring import share_of_best, verdict_on_choice
from workbench.shell.stage import stage
from workbench.trees.view import tree_view

CELLS, CURVES, WAYS = "gap_cells", "gap_curves", "gap_ways"


def base() -> int:
    """The number of the first row and column."""
    return int(session.value(COUNT_FROM))


def current_gaps() -> BlankTable:
    """The table of the session: its blank cells, and what they mean."""
    return BlankTable(blank_table.blank_cells(session.value(BLANK)), session.value(ABSENT))


@session.callback
def take_cells() -> None:
    """Keep the cells that the reader blanked or filled; the cursor goes back to the best cut."""
    chosen = told(CELLS, "cells") or {}
    text = chosen.get("blank")
    if ENTRIES[BLANK].rule.broken_by(text) is None:
        session.put(**{BLANK: text, FEATURE: None, CUT: None})


# -- missing and sparse


def missing_table(gaps: BlankTable, question: Question | None) -> None:
    """The table with the side of each row at the root's split."""
    tree, hiding = gaps.tree, question is not None and question.hiding
    goes = [("", "")] * len(TABLE)
    asked = None
    if not hiding and not tree.is_leaf[0]:
        asked = int(tree.feature[0])
        left = tree.apply(gaps.X) == tree.children_left[0]
        lost = gaps.without(asked) if gaps.absent == "missing" else ()
        goes = [
            (SIDES[bool(is_left)], "default" if i in lost else SIDES[bool(is_left)])
            for i, is_left in enumerate(left)
        ]
    cell_table(table_data(gaps, base(), goes, asked), key=CELLS, on_cells=take_cells)


def gap_curves(gaps: BlankTable, question: Question | None) -> None:
    """The gain curves of the root, missing left and missing right."""
    hiding = question is not None and question.hiding
    feature, cut = (blank_table.asked_feature(gaps), 1) if hiding else cursor(gaps)
    if len(gaps.candidates):
        view = blank_table.gaps_view(gaps, feature, cut, hiding)
        gain_curves(view, key=CURVES, on_move=partial(take_move, CURVES))


def position(gaps: BlankTable) -> int | None:
    """The candidate that the cursor is on."""
    return blank_table.position_at(gaps, *cursor(gaps))


def cursor(gaps: BlankTable) -> tuple[int | None, int | None]:
    """The feature and the candidate of the cursor, None for the best."""
    feature = session.clip(FEATURE, len(NAMES) - 1)
    return feature, current_cut(CUT, gaps.candidates, feature)


def ask_way(gaps: BlankTable) -> Question | None:
    """Ask which way the rows with a blank cell go; None where no cell of a usable feature is blank."""
    feature = blank_table.asked_feature(gaps)
    if feature is None:
        return None
    rows = rows_words(gaps.without(feature), base()).capitalize()
    means = "have no" if gaps.absent == "missing" else "have 0 as"
    means = means.replace("have", "has") if len(gaps.without(feature)) == 1 else means
    return ask(
        "missing_way",
        ident=(session.value(BLANK), gaps.absent),
        prompt=f"{rows} {means} {NAMES[feature]}: which way at its best cut?",
        form=OptionAnswer(("left", "right"), label="They go"),
    )


def settle_way(question: Question | None, gaps: BlankTable) -> None:
    """Judge the way by the share of the best gain that is left with it."""
    feature = blank_table.asked_feature(gaps)
    if question is None or feature is None or not question.revealed:
        return
    gains = blank_table.best_by_side(gaps, feature)
    right = max(gains, key=gains.__getitem__)
    credit = share_of_best(gains[question.answer], gains[right])
    settle(question, credit, verdict_on_choice(question.answer, right))


def table_and_curves(gaps: BlankTable, question: Question | None) -> None:
    """The table with the tree of its split, and beside it the gain curves."""
    table, picture = stage()
    with table:
        missing_table(gaps, question)
        if question is None or not question.hiding:
            with st.container(key="under_table"):
                split_tree(gaps)
    with picture.container(key="gains_alone"):
        gap_curves(gaps, question)


def split_and_cut(gaps: BlankTable) -> None:
    """The root's split in words, and the cut of the cursor with its gain both ways."""
    text = f"{blank_table.split_words(gaps, base())} {blank_table.list_words(gaps, base())}"
    prose(text, blank_table.terms_here(gaps), key="split_words")
    at = position(gaps)
    if at is not None:
        st.markdown(blank_table.cut_words(gaps, at, base()))
        st.latex(blank_table.both_ways(gaps, at))


def mistake() -> None:
    """Where it can be seen what goes wrong with blank cells."""
    patient_link("dario", "a booster that reads a blank one way in training, another in prediction")
    patient_link("elsa", "a booster that loses the rows without an entry")


def split_tree(gaps: BlankTable) -> None:
    """The root's split as a tree, the default direction at the child it leads to."""
    tree, badges = gaps.tree, {}
    if not tree.is_leaf[0]:
        feature = int(tree.feature[0])
        child = tree.children_left[0] if tree.default_left[0] else tree.children_right[0]
        if gaps.absent == "missing" and gaps.without(feature):
            badges = {int(child): f"missing {NAMES[feature]}: here"}
    view = tree_view(tree, NAMES, 0, room=1, badges=badges)
    clickable_tree(view, 0, key="tree_gap", on_select=no_selection)


def no_selection() -> None:
    """The tree of this page has nothing to select: all of it is in view."""


def task() -> None:
    """What to try, and what the sums of a row are."""
    st.markdown(words.TRY_MISSING)
    st.caption(words.SUMS_OF_A_ROW)


def documents() -> None:
    """A document-term matrix: its entries, and what it costs to search; made when it is opened."""
    with folded("A document-term matrix") as is_open:
        if is_open:
            found = term_matrix.documents()
            st.markdown(term_matrix.matrix_words(found))
            entries, costs = st.columns([3.5, 6.5], gap="medium")
            entries.markdown(term_matrix.entry_table(found, base()))
            costs.markdown(term_matrix.cost_table(found))
            costs.markdown(words.SAME_TREE)
            st.markdown(zero_block.zero_words())
            st.markdown(zero_block.zero_table())


def code_topics(gaps: BlankTable) -> list[str]:
    """Which code computed this part."""
    return ["absent entries", "both ways" if gaps.absent == "missing" else "block of zeros", "gain"]


def copy_missing(gaps: BlankTable) -> None:
    """The split of the table as a snippet."""
    copy_as_python(snippets.missing_snippet(gaps, base()))


def copy_as_python(snippet: str) -> None:
    """An expander with a snippet; nothing in presenter mode."""
    if presenting():
        return
    with folded("Copy as Python") as is_open:
        if is_open:
            st.code(snippet, language="python")
