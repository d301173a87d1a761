"""The sum behind a prediction, term by term: as a table and as a curve."""

from __future__ import annotations

import streamlit as st

from gbtlib.handover.mistakes import Choice, HandComputation
from workbench.add_up import words
from workbench.add_up.picture import courses
from workbench.shell.page import folded
from workbench.shell.plots import plot

STYLE = """<style>
.ledger-place { overflow-x: auto; }
.ledger { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.ledger :is(th, td) { padding: .15em .9em .15em 0; text-align: right; white-space: nowrap; }
.ledger th:first-child { text-align: left; font-weight: 400; }
.ledger thead th { font-weight: 400; opacity: .7; }
.ledger .parts :is(th, td) { font-weight: 700; border-block: 1px solid currentcolor; }
.ledger .left-out td { text-align: left; opacity: .7; }
</style>"""


def the_ledger(hand: HandComputation, choice: Choice | None) -> None:
    """The sum term by term, as the library has it and as the number has it."""
    lines = words.ledger(hand, choice)
    left, right = st.columns([2, 3] if choice is None else 2, gap="large")
    with left:
        st.html(STYLE + words.ledger_table(words.shown_lines(lines), choice is not None))
    with right.container(height=330, border=False):
        plot(courses(lines), "The sum so far, term by term.", key="add_courses", bar=False)
    if len(lines) > len(words.shown_lines(lines)):
        with folded("All terms") as is_open:
            if is_open:
                st.html(STYLE + words.ledger_table(lines, choice is not None))
