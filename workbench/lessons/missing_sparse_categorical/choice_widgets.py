"""What stands above the stage: which act, what it is about; and its record. Widgets."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.components.parameters import Parameter
from workbench.data.catalogue import dataset_ids, load_dataset
from workbench.lessons.missing_sparse_categorical import category_partitions, row_gaps
from workbench.lessons.missing_sparse_categorical.blank_table import NAMES, BlankTable, blank_cells
from workbench.lessons.missing_sparse_categorical.category_partitions import PartedCategories
from workbench.lessons.missing_sparse_categorical.current_gaps import (
    chosen_feature,
    chosen_node,
    current_case,
    current_nodes,
)
from workbench.lessons.missing_sparse_categorical.gap_column import Record
from workbench.lessons.missing_sparse_categorical.packet_record import packet_record, rows_record
from workbench.lessons.missing_sparse_categorical.record import category_record, standin_record
from workbench.lessons.missing_sparse_categorical.row_gaps import EXAMPLE, GapCase, of_example
from workbench.lessons.missing_sparse_categorical.stage import PARTS, first_step
from workbench.lessons.missing_sparse_categorical.surrogates import SurrogateSplit
from workbench.lessons.missing_sparse_categorical.values import (
    ABSENT,
    BLANK,
    COUNT_FROM,
    GAP_FEATURE,
    GAP_LAMBDA,
    GAP_NODE,
    GAP_STEP,
    GAP_TOLD,
    GAPS_PART,
    GROUP_LAMBDA,
    GROUP_ORDER,
    GROUPS,
    GROWN_ON,
    PARTITION,
)
from workbench.link.values import CLASS, DATA, FEATURE, GUESS_FIRST
from workbench.shell import own_tables, session
from workbench.shell.choice import listed
from workbench.shell.current_fit import current_fit
from workbench.shell.head import Head
from workbench.shell.parameter_line import of_names, on_track, parameter_line
from workbench.shell.setting_controls import data_chooser
from workbench.shell.ways_on_rows import has_gaps
from workbench.text.grammar import word_for

_ABSENT = {"missing": "missing", "zero": "0"}
_GROWN = {"full": "the full table", "blank": "its blanks"}
_LEFT = "acts_left"
ANEW = {GAP_STEP: None, GAP_TOLD: 0, PARTITION: None}
"""The cursor of an act whose question is asked anew."""


@dataclass(frozen=True)
class Act:
    """The act on the screen: its name, what it is about, and what its stage draws.

    case: of the first act, where it is about rows of a data set.
    """

    part: str
    case: GapCase | None
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
    # Others answer for a value that is missing; a blank that is 0 answers for itself.
    standins = SurrogateSplit(replace(gaps, absent="missing"), session.value(GROWN_ON) == "full")
    reg_lambda = round(float(session.value(GROUP_LAMBDA)), 6)
    groups = category_partitions.parts(session.value(GROUPS), reg_lambda, session.value(GROUP_ORDER))
    on_rows = part == "missing" and not of_example(session.value(DATA))
    case = current_case() if on_rows else None
    make = {
        "missing": lambda: packet_record(gaps, NAMES.index(session.value(GAP_FEATURE)), base()),
        "surrogates": lambda: standin_record(standins, base()),
        "categories": lambda: category_record(groups),
    }
    record = make[part]() if case is None else rows_record(case)
    act = Act(part, case, gaps, standins, groups, record)
    session.clip(GAP_STEP, act.record["n_steps"])
    session.clip(PARTITION, max(way.number for way in groups.ways), None)
    return act


def base() -> int:
    """The number of the first row and column."""
    return int(session.value(COUNT_FROM))


def is_asking(act: Act) -> bool:
    """Whether the stage's question is open, so that nothing below it may tell."""
    is_open, step = session.value(GUESS_FIRST) != 0 and not session.value(GAP_TOLD), session.value(GAP_STEP)
    return bool(is_open and act.record["asked"] == (first_step(act.record) if step is None else step))


def own_head() -> Head:
    """The controls of the lesson: which act, and what belongs to it."""
    own = (GAPS_PART, ABSENT, GAP_FEATURE, GROWN_ON, GAP_LAMBDA, GROUPS, GROUP_ORDER, GROUP_LAMBDA)
    bar = (rows_chooser, act_chooser) if session.value(GAPS_PART) == "missing" else (act_chooser,)
    return Head(bar, line=choosers, names=(*own, DATA, CLASS, FEATURE, GAP_NODE))


def act_chooser(bar: DeltaGenerator) -> None:
    """Which act: in the bar, so that it is above the stage on phones, too."""
    parameter_line(bar, [of_names(GAPS_PART, PARTS, label="part")], anew, of="act")


def rows_chooser(bar: DeltaGenerator) -> None:
    """The eight rows, those of a data set with gaps, or one's own."""
    now = session.value(DATA)
    with_gaps = [name for name in dataset_ids() if has_gaps(name)]
    known = dict.fromkeys([EXAMPLE, *with_gaps, *own_tables.opened(), now])
    data_chooser(bar, list(known), {EXAMPLE: "Eight rows, some blank"})


def choosers(line: DeltaGenerator) -> None:
    """What belongs to the act."""
    if session.value(GAPS_PART) == "missing" and not of_example(session.value(DATA)):
        of_rows(line)
        return
    parameter_line(line, parameters_of(session.value(GAPS_PART)), anew)


def of_rows(line: DeltaGenerator) -> None:
    """Which feature; of a model which node asks it, else what a gap is, and the penalty."""
    data, again = session.value(DATA), {GAP_NODE: None, GAP_STEP: None, GAP_TOLD: 0}
    names, nodes = load_dataset(data).feature_names, current_nodes()
    gaps = row_gaps.gaps_of(data)
    words = {j: f"{names[j]}: {gaps[j] or 'no'} {word_for(gaps[j], 'gap')}" for j in nodes or gaps}
    listed(line, "Feature", words, FEATURE, shown=chosen_feature(), also=again)
    if nodes is not None:
        asking, chosen = nodes[chosen_feature()], chosen_node()
        fit = current_fit()
        each = {i: row_gaps.node_words(fit, asking[i]) for i in row_gaps.listed_nodes(asking, chosen)}
        listed(line, "Node", each, GAP_NODE, shown=chosen, also={GAP_STEP: None, GAP_TOLD: 0})
        return
    classes = load_dataset(data).class_names
    if len(classes) > 2:
        listed(line, "Tree of", dict(enumerate(classes)), CLASS, shown=session.clip(CLASS, len(classes) - 1))
    gap, penalty = of_names(ABSENT, _ABSENT, label="a gap is"), on_track(GAP_LAMBDA, label="λ")
    parameter_line(line, [gap, penalty], anew)


def parameters_of(part: str) -> list[Parameter]:
    """What an act is about."""
    if part == "categories":
        titles = {name: each.title for name, each in category_partitions.EXAMPLES.items()}
        of_groups = of_names(GROUPS, titles, label="categories")
        by = of_names(GROUP_ORDER, category_partitions.ORDERS, label="sort by")
        return [of_groups, by, on_track(GROUP_LAMBDA, label="λ")]
    penalty = on_track(GAP_LAMBDA, label="λ")
    if part == "missing":
        blank = of_names(ABSENT, _ABSENT, label="a blank is")
        return [blank, of_names(GAP_FEATURE, {}, label="feature"), penalty]
    grown = of_names(GROWN_ON, _GROWN, label="grown on")
    # A split that is given has no penalty.
    return [grown] if session.value(GROWN_ON) == "full" else [grown, penalty]


def anew(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The cursor with what was set: an act is found as it was left, another example has a λ of its own.

    Another setting keeps the place, but of a question that is open, which goes where its answer is now.
    """
    if GAPS_PART in values:
        left: Mapping[str, Mapping[str, Any]] = st.session_state.get(_LEFT, {})
        return left.get(values[GAPS_PART], ANEW)
    if GROUPS in values:
        return ANEW | {GROUP_LAMBDA: category_partitions.EXAMPLES[values[GROUPS]].reg_lambda}
    is_open = session.value(GUESS_FIRST) != 0 and not session.value(GAP_TOLD)
    return {GAP_STEP: None} if is_open else {}


def keep_place(act: Act) -> None:
    """Remember where one is in an act, for who comes back to it."""
    st.session_state.setdefault(_LEFT, {})[act.part] = {name: session.value(name) for name in ANEW}
