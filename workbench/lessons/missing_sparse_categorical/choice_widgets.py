"""What stands above the stage: which act, what it is about; and its record. Widgets."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from workbench.lessons.missing_sparse_categorical import category_partitions
from workbench.lessons.missing_sparse_categorical.blank_table import NAMES, BlankTable, blank_cells
from workbench.lessons.missing_sparse_categorical.category_partitions import PartedCategories
from workbench.lessons.missing_sparse_categorical.record import (
    Record,
    category_record,
    packet_record,
    standin_record,
)
from workbench.lessons.missing_sparse_categorical.stage import PARTS
from workbench.lessons.missing_sparse_categorical.surrogates import SurrogateSplit
from workbench.lessons.missing_sparse_categorical.values import (
    ABSENT,
    BLANK,
    COUNT_FROM,
    GAP_FEATURE,
    GAP_LAMBDA,
    GAP_STEP,
    GAP_TOLD,
    GAPS_PART,
    GROUP_LAMBDA,
    GROUP_ORDER,
    GROUPS,
    GROWN_ON,
    PARTITION,
)
from workbench.link.values import GUESS_FIRST
from workbench.shell import session
from workbench.shell.parameter_line import of_names, on_track, parameter_line
from workbench.shell.stage import control_line

_ABSENT = {"missing": "missing", "zero": "0"}
_GROWN = {"full": "the full table", "blank": "its blanks"}
_EXAMPLE = "group_example"
ANEW = {GAP_STEP: None, GAP_TOLD: 0, PARTITION: None}
"""The cursor of an act whose question is asked anew."""


@dataclass(frozen=True)
class Act:
    """The act on the screen: its name, what it is about, and what its stage draws."""

    part: str
    gaps: BlankTable
    standins: SurrogateSplit
    groups: PartedCategories
    record: Record


def current_act() -> Act:
    """The act as the values of the page have it, and a cursor that leads to a step of it."""
    part = str(session.value(GAPS_PART))
    gaps = BlankTable(
        blank_cells(session.value(BLANK)), session.value(ABSENT), round(float(session.value(GAP_LAMBDA)), 6)
    )
    standins = SurrogateSplit(gaps, session.value(GROWN_ON) == "full")
    reg_lambda = round(float(session.value(GROUP_LAMBDA)), 6)
    groups = category_partitions.parts(session.value(GROUPS), reg_lambda, session.value(GROUP_ORDER))
    make = {
        "missing": lambda: packet_record(gaps, NAMES.index(session.value(GAP_FEATURE)), base()),
        "surrogates": lambda: standin_record(standins, base()),
        "categories": lambda: category_record(groups),
    }
    act = Act(part, gaps, standins, groups, make[part]())
    session.clip(GAP_STEP, act.record["n_steps"])
    session.clip(PARTITION, max(way.number for way in groups.ways), None)
    return act


def base() -> int:
    """The number of the first row and column."""
    return int(session.value(COUNT_FROM))


def step_now(act: Act) -> int:
    """The step of the stage."""
    record, step = act.record, session.value(GAP_STEP)
    first = record["n_steps"] if record["asked"] is None else record["asked"]
    return int(first if step is None else step)


def is_asking(act: Act) -> bool:
    """Whether the stage's question is open, so that nothing below it may tell."""
    is_open = session.value(GUESS_FIRST) != 0 and not session.value(GAP_TOLD)
    return bool(is_open and act.record["asked"] == step_now(act))


def choosers() -> None:
    """Which act, and what belongs to it."""
    line = control_line()
    parameter_line(line, [of_names(GAPS_PART, PARTS, label="")], ANEW, of="acts")
    part = session.value(GAPS_PART)
    if part == "categories":
        with line:
            example_chooser()
        parameters = [
            of_names(GROUP_ORDER, category_partitions.ORDERS, label="sorted by"),
            on_track(GROUP_LAMBDA, label="λ"),
        ]
    else:
        own = (
            of_names(GAP_FEATURE, {}, label="feature")
            if part == "missing"
            else of_names(GROWN_ON, _GROWN, label="grown on")
        )
        parameters = [of_names(ABSENT, _ABSENT, label="a blank is"), own, on_track(GAP_LAMBDA, label="λ")]
    parameter_line(line, parameters, {GAP_STEP: None, PARTITION: None}, of=part)


def example_chooser() -> None:
    """Which categories; each example has its own λ."""
    session.draw(
        st.segmented_control,
        "Categories",
        list(category_partitions.EXAMPLES),
        format_func=lambda name: category_partitions.EXAMPLES[name].title,
        key=_EXAMPLE,
        shown=session.value(GROUPS),
        required=True,
        label_visibility="collapsed",
        on_change=take_example,
    )


@session.callback
def take_example() -> None:
    """Another example comes with its own λ, and is asked about anew."""
    name = st.session_state[_EXAMPLE]
    if name is not None:
        own = category_partitions.EXAMPLES[name].reg_lambda
        session.put(**ANEW | {GROUPS: name, GROUP_LAMBDA: own})
