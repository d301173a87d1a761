"""The parts of the page on missing, sparse and categorical values: choosers, table, curves, questions."""

from __future__ import annotations

import streamlit as st

from workbench import gapsview, session
from workbench.challenge import Choice, Question, ask, settle
from workbench.components.celltable import cell_table, table_data
from workbench.components.curves import curves
from workbench.components.gains import gain_curves
from workbench.components.tree import clickable_tree
from workbench.gapsview import NAMES, SIDES, TABLE, Gaps, rows_words
from workbench.group_controls import group_choosers
from workbench.scoring import share_of_best, verdict_on_choice
from workbench.shell import folded, presenting
from workbench.standins import StandIns, agreement_panels, ranking_rows
from workbench.state import (
    ABSENT,
    ASKED_ROW,
    BLANK,
    COUNT_FROM,
    CUT,
    ENTRIES,
    FEATURE,
    GAPS_PART,
    GROWN_ON,
)
from workbench.stepper import current_cut
from workbench.treeview import tree_view

CELLS, CURVES, WAYS = "gap_cells", "gap_curves", "gap_ways"
_PARTS = {"missing": "Missing and sparse", "surrogates": "Surrogates", "categories": "Categories"}
_ABSENT = {"missing": "missing", "zero": "zero"}
_GROWN = {"full": "the full table", "blank": "the table with its blanks"}


def choice(label: str, options: dict[str, str], key: str) -> None:
    """A few options side by side, one of which is always chosen."""
    session.bound(
        st.segmented_control,
        label,
        list(options),
        format_func=options.__getitem__,
        name=key,
        required=True,
    )


def part_chooser() -> str:
    """Which part of the page, and what belongs to it: gives the part."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        choice("What has no number?", _PARTS, GAPS_PART)
        part = str(session.value(GAPS_PART))
        if part == "categories":
            group_choosers()
            return part
        choice("A blank cell is", _ABSENT, ABSENT)
        session.bound(st.segmented_control, "Counted from", [0, 1], name=COUNT_FROM, required=True)
        if part == "surrogates":
            choice("The split was grown on", _GROWN, GROWN_ON)
    return part


def base() -> int:
    """The number of the first row and column."""
    return int(session.value(COUNT_FROM))


def current_gaps() -> Gaps:
    """The table of the session: its blank cells, and what they mean."""
    return Gaps(gapsview.blank_cells(session.value(BLANK)), session.value(ABSENT))


@session.callback
def take_cells() -> None:
    """Keep the cells that the reader blanked or filled; the cursor goes back to the best cut."""
    chosen = st.session_state[CELLS].get("cells") or {}
    text = chosen.get("blank")
    if ENTRIES[BLANK].rule.broken_by(text) is None:
        session.put(**{BLANK: text, FEATURE: None, CUT: None})


# -- missing and sparse


def missing_table(gaps: Gaps, question: Question | None) -> None:
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


def gap_curves(gaps: Gaps, question: Question | None) -> None:
    """The gain curves of the root, missing left and missing right."""
    hiding = question is not None and question.hiding
    feature, cut = (gapsview.asked_feature(gaps), 1) if hiding else cursor(gaps)
    if len(gaps.candidates):
        view = gapsview.gaps_view(gaps, feature, cut, hiding)
        gain_curves(view, key=CURVES, on_move=take_move)


@session.callback
def take_move() -> None:
    """Move the cursor to the candidate that was chosen in the gain curves."""
    move = st.session_state[CURVES].get("move")
    if move:
        session.put(**{FEATURE: move["feature"], CUT: move["candidate"]})


def position(gaps: Gaps) -> int | None:
    """The candidate that the cursor is on."""
    return gapsview.position_at(gaps, *cursor(gaps))


def cursor(gaps: Gaps) -> tuple[int | None, int | None]:
    """The feature and the candidate of the cursor, None for the best."""
    feature = session.clip(FEATURE, len(NAMES) - 1)
    return feature, current_cut(CUT, gaps.candidates, feature)


def ask_way(gaps: Gaps) -> Question | None:
    """Ask which way the rows with a blank cell go; None where no cell of a usable feature is blank."""
    feature = gapsview.asked_feature(gaps)
    if feature is None:
        return None
    rows = rows_words(gaps.without(feature), base()).capitalize()
    means = "have no" if gaps.absent == "missing" else "have 0 as"
    means = means.replace("have", "has") if len(gaps.without(feature)) == 1 else means
    return ask(
        "missing_way",
        ident=(session.value(BLANK), gaps.absent),
        prompt=f"{rows} {means} {NAMES[feature]}: which way at its best cut?",
        form=Choice(("left", "right"), label="They go"),
    )


def settle_way(question: Question | None, gaps: Gaps) -> None:
    """Judge the way by the share of the best gain that is left with it."""
    feature = gapsview.asked_feature(gaps)
    if question is None or feature is None or not question.revealed:
        return
    gains = gapsview.best_by_side(gaps, feature)
    right = max(gains, key=gains.__getitem__)
    credit = share_of_best(gains[question.answer], gains[right])
    settle(question, credit, verdict_on_choice(question.answer, right))


def split_tree(gaps: Gaps) -> None:
    """The root's split as a tree, the default direction at the child it leads to."""
    tree, badges = gaps.tree, {}
    if not tree.is_leaf[0]:
        feature = int(tree.feature[0])
        child = tree.children_left[0] if tree.default_left[0] else tree.children_right[0]
        if gaps.absent == "missing" and gaps.without(feature):
            badges = {int(child): f"missing {NAMES[feature]}: here"}
    view = tree_view(tree, NAMES, 0, room=1, badges=badges)
    clickable_tree(view, 0, key="gap_tree", on_select=no_selection)


def no_selection() -> None:
    """The tree of this page has nothing to select: all of it is in view."""


# -- surrogates


def current_standins(gaps: Gaps) -> StandIns:
    """The split with its surrogates."""
    return StandIns(gaps, session.value(GROWN_ON) == "full")


def standin_table(found: StandIns, question: Question | None) -> None:
    """The table with the side of each row, and who decided it."""
    goes = [("", "")] * len(TABLE)
    asked = found.primary if found.is_split else None
    if asked is not None and not (question is not None and question.hiding):
        ways = [found.way_of(row)[-1] for row in range(len(TABLE))]
        goes = [(way.side, way.question.split()[0].replace("the", "majority")) for way in ways]
    cell_table(table_data(found.gaps, base(), goes, asked), key=CELLS, on_cells=take_cells)


def agreement_picture(found: StandIns) -> None:
    """How many rows each cut of the other features sends the same way."""
    panels = agreement_panels(found)
    ranked = "; ".join(f"{each[1]} {each[2]}" for each in ranking_rows(found)) or "none"
    curves(
        panels, f"Rows sent the same way as {found.cut}, best cuts: {ranked}", key="gap_agreement", height=285
    )


def ranking_table(found: StandIns) -> str:
    """The ranking as a markdown table."""
    lines = [
        "| | surrogate: left if | sent the same way | agreement | adjusted |",
        "|---:|---|---:|---:|---:|",
    ]
    lines += ["| " + " | ".join(cells) + " |" for cells in ranking_rows(found)]
    return "\n".join(lines)


def row_chooser(found: StandIns) -> int:
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


def ask_standin(found: StandIns) -> Question | None:
    """Ask which feature stands in best; None where nothing was split or nothing can stand in."""
    if not found.is_split or not found.ranked:
        return None
    others = tuple(name for i, name in enumerate(NAMES) if i != found.primary)
    return ask(
        "stand_in",
        ident=(found.on_full or session.value(BLANK), found.gaps.absent),
        prompt=f"A row misses {NAMES[found.primary]}: which feature stands in best for {found.cut}?",
        form=Choice(others, label="Ask"),
    )


def settle_standin(question: Question | None, found: StandIns) -> None:
    """Judge the stand-in by its adjusted agreement beside the best one's."""
    if question is None or not question.revealed:
        return
    adjusted = {NAMES[each.feature]: each.adjusted for each in found.ranked}
    right = max(adjusted, key=adjusted.__getitem__)
    credit = share_of_best(adjusted.get(question.answer, 0.0), adjusted[right])
    settle(question, credit, verdict_on_choice(question.answer, right))


def copy_as_python(snippet: str) -> None:
    """An expander with a snippet; nothing in presenter mode."""
    if presenting():
        return
    with folded("Copy as Python") as is_open:
        if is_open:
            st.code(snippet, language="python")


def picture_widths() -> tuple[int, int]:
    """The widths of the table and of the picture beside it: the page's, or a presenter's."""
    return (545, 440) if presenting() else (545, 620)
