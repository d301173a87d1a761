"""What stands below the stage: the act in words, formulas and tables, real tables, copies. Widgets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from workbench.components import told
from workbench.components.prose import prose
from workbench.lessons.missing_sparse_categorical import (
    blank_table,
    category_partitions,
    real_tables,
    snippets,
    surrogates,
    term_matrix,
    words,
    zero_block,
)
from workbench.lessons.missing_sparse_categorical.blank_table import SIDES, TABLE
from workbench.lessons.missing_sparse_categorical.cell_table import cell_table, table_data
from workbench.lessons.missing_sparse_categorical.choice_widgets import (
    Act,
    base,
    is_asking,
    keep_place,
    step_now,
)
from workbench.lessons.missing_sparse_categorical.stage import HELD, saved_act
from workbench.lessons.missing_sparse_categorical.surrogates import SurrogateSplit, ranking_rows
from workbench.lessons.missing_sparse_categorical.values import (
    ASKED_ROW,
    BLANK,
    COUNT_FROM,
    GAP_STEP,
    GAP_TOLD,
    PARTITION,
)
from workbench.link.values import ENTRIES
from workbench.shell import session
from workbench.shell.code_lens import code_lens
from workbench.shell.page import folded
from workbench.shell.patient_link import patient_link
from workbench.shell.show_stage import hear_stage
from workbench.shell.take_with_you import take_with_you

CELLS = "gap_cells"


@st.fragment
def below_the_stage(act: Act) -> None:
    """What stands there when the stage rests: while it asks, nothing that tells."""
    hear_stage()
    keep_place(act)
    ACTS[act.part](act)
    held = {name: session.value(name) for name in HELD}
    link = session.link_values()
    code_lens(CODE[act.part](act))
    take_with_you(
        lambda: saved_act(act.record, held, link),
        f"without_a_value_{act.part}",
        partial(blank_table.model_of, act.gaps) if act.part == "missing" else None,
        lambda: st.code(SNIPPETS[act.part](act), language="python"),
    )


# -- the packet


def missing(act: Act) -> None:
    """Cells that are blank, the list of the others, and the root's split."""
    is_open = is_asking(act)
    tree, asked = act.gaps.tree, None
    goes = [("", "")] * len(TABLE)
    if not is_open and not tree.is_leaf[0]:
        asked = int(tree.feature[0])
        lost = act.gaps.without(asked) if act.gaps.absent == "missing" else ()
        left = tree.apply(act.gaps.X) == tree.children_left[0]
        sides = [SIDES[bool(each)] for each in left]
        goes = [(side, "default" if row in lost else side) for row, side in enumerate(sides)]
    if not is_open:
        split_and_cut(act)
    the_table(act, goes, asked)
    st.markdown(words.TRY_MISSING)
    st.caption(words.SUMS_OF_A_ROW)
    mistakes()
    on_a_real_table("Real gaps: air quality", lambda: real_tables.gaps_words(real_tables.air_quality()))
    documents()


def split_and_cut(act: Act) -> None:
    """The root's split in words, and the cut of the stage with its gain both ways."""
    gaps = act.gaps
    text = f"{blank_table.split_words(gaps, base())} {blank_table.list_words(gaps, base())}"
    prose(text, blank_table.terms_here(gaps), key="split_words")
    at = position_of(act)
    if at is not None:
        st.markdown(blank_table.cut_words(gaps, at, base()))
        st.latex(blank_table.both_ways(gaps, at))


def position_of(act: Act) -> int | None:
    """The candidate of the cut on the stage, the best way of it: of all features, by position."""
    cuts, step = act.record["cuts"], step_now(act)
    if not cuts:
        return None
    cut = cuts[act.record["best"] if step > len(cuts) else max(0, step - 1)]
    found = act.gaps.candidates
    here = found.feature == act.record["feature"]
    at = float("inf") if cut["at"] is None else cut["at"]
    positions = [i for i in range(len(found)) if here[i] and found.threshold[i] == at]
    return max(positions, key=lambda i: found.gain[i])


def the_table(act: Act, goes: list[tuple[str, str]], asked: int | None) -> None:
    """The table whose cells can be blanked, beside the list of those that are not."""
    session.bound(st.segmented_control, "Counted from", [0, 1], name=COUNT_FROM, required=True)
    cell_table(table_data(act.gaps, base(), goes, asked), key=CELLS, on_cells=take_cells)


@session.callback
def take_cells() -> None:
    """Keep the cells that the reader blanked or filled; what they make of the cut is told at its best one."""
    text = (told(CELLS, "cells") or {}).get("blank")
    if ENTRIES[BLANK].rule.broken_by(text) is None:
        session.put(**{BLANK: text, GAP_STEP: None, GAP_TOLD: session.value(GAP_TOLD)})


def mistakes() -> None:
    """Where it can be seen what goes wrong with blank cells."""
    patient_link("dario", "a booster that reads a blank one way in training, another in prediction")
    patient_link("elsa", "a booster that loses the rows without an entry")


def on_a_real_table(label: str, words_of: Callable[[], str]) -> None:
    """The same on measured rows; computed when it is opened."""
    with folded(label) as is_open:
        if is_open:
            st.markdown(words_of())


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


# -- stand-ins


def standing_in(act: Act) -> None:
    """The surrogates ranked, the way of a row that asks them, the table, and a category that stands in."""
    found, is_open = act.standins, is_asking(act)
    if not found.is_split:
        st.markdown(words.NO_SPLIT)
    elif not is_open:
        st.markdown(surrogates.split_words(found))
        ranking, way = st.columns([5, 5], gap="medium")
        with ranking:
            st.markdown(ranking_table(found))
            if found.ranked:
                st.latex(surrogates.adjusted_formula(found))
        with way:
            row = row_chooser()
            st.markdown(surrogates.way_words(found, row, base()))
            st.markdown(surrogates.way_list(found, row))
    goes = [("", "")] * len(TABLE)
    asked = None
    if found.is_split and not is_open:
        asked = found.primary
        ways = [found.way_of(row)[-1] for row in range(len(TABLE))]
        goes = [(way.side, way.question.split()[0].replace("the", "majority")) for way in ways]
    the_table(act, goes, asked)
    if found.is_split and not is_open:
        category_stands_in(found)
    st.markdown(words.TRY_SURROGATES)
    on_a_real_table("Surrogates of real gaps: air quality", real_tables.surrogate_words)


def ranking_table(found: SurrogateSplit) -> str:
    """The ranking as a markdown table."""
    lines = [
        "| | surrogate: left if | sent the same way | agreement | adjusted |",
        "|---:|---|---:|---:|---:|",
    ]
    lines += ["| " + " | ".join(cells) + " |" for cells in ranking_rows(found)]
    return "\n".join(lines)


def row_chooser() -> int:
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


def category_stands_in(found: SurrogateSplit) -> None:
    """A categorical feature as surrogate."""
    st.markdown("**A category stands in, too**")
    said, colours = st.columns([5, 5], gap="medium")
    said.markdown(surrogates.colour_words(found))
    colours.markdown(surrogates.colour_table(found, base()))


# -- categories


def categories(act: Act) -> None:
    """Which partition wins, the one on the stage with its gain, and how many there are."""
    found = act.groups
    if not is_asking(act):
        way = found.at(shown_partition(act))
        st.markdown(category_partitions.result_words(found))
        st.markdown(category_partitions.way_words(found, way))
        st.latex(category_partitions.gain_formula(found, way))
    st.markdown(words.TRY_CATEGORIES)
    st.markdown("**How many partitions there are to look at**")
    st.markdown(category_partitions.count_table())
    st.caption(words.WHY_SORTED)
    on_a_real_table("Real categories: 22 makes of cars", real_tables.category_words)


def shown_partition(act: Act) -> int | None:
    """The partition that the stage shows: the chosen one, else the cut of the step; None for the best."""
    number, step, cuts = session.value(PARTITION), step_now(act), act.record["cuts"]
    if number is None and 0 < step <= len(cuts):
        number = act.record["ways"][cuts[step - 1]]["number"]
    return None if number is None else int(number)


ACTS: dict[str, Callable[[Act], None]] = {
    "missing": missing,
    "surrogates": standing_in,
    "categories": categories,
}
CODE: dict[str, Callable[[Act], list[str]]] = {
    "missing": lambda act: [
        "absent entries",
        "both ways" if act.gaps.absent == "missing" else "block of zeros",
        "gain",
    ],
    "surrogates": lambda _: [
        "ranking of surrogates",
        "agreement",
        "directions of categories",
        "asking surrogates",
    ],
    "categories": lambda _: ["order of categories", "sums of partitions", "gain"],
}
SNIPPETS: dict[str, Callable[[Act], str]] = {
    "missing": lambda act: snippets.missing_snippet(act.gaps, base()),
    "surrogates": lambda act: snippets.surrogate_snippet(act.standins),
    "categories": lambda act: snippets.category_snippet(act.groups),
}
