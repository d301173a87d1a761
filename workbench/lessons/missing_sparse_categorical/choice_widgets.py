"""What stands above the stage: which act, what it is about; and its record. Widgets."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.components.parameters import Parameter
from workbench.data.catalogue import DATASETS, dataset_ids, load_dataset
from workbench.lessons.missing_sparse_categorical import row_gaps
from workbench.lessons.missing_sparse_categorical.blank_table import (
    NAMES,
    BlankTable,
    blank_cells,
    packet_record,
)
from workbench.lessons.missing_sparse_categorical.category_partitions import EXAMPLES, ORDERS, category_record
from workbench.lessons.missing_sparse_categorical.gap_column import Record
from workbench.lessons.missing_sparse_categorical.row_gaps import EXAMPLE, GapCase, GapNode, gaps_of
from workbench.lessons.missing_sparse_categorical.stage import PARTS, first_step
from workbench.lessons.missing_sparse_categorical.surrogates import SurrogateSplit, standin_record
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
from workbench.models.boosted import BoostedModel
from workbench.shell import own_tables, session
from workbench.shell.choice import listed
from workbench.shell.current_fit import current_fit, end_page
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
    record: Record


def current_act() -> Act:
    """The act as the values of the page have it, and a cursor that leads to a step of it."""
    part = str(session.value(GAPS_PART))
    gaps = BlankTable(blank_cells(session.value(BLANK)), session.value(ABSENT), penalty(GAP_LAMBDA))
    # Others answer for a value that is missing; a blank that is 0 answers for itself.
    standins = SurrogateSplit(replace(gaps, absent="missing"), session.value(GROWN_ON) == "full")
    case = current_case() if is_on_rows() else None
    if case is not None:
        record = row_gaps.rows_record(case)
    elif part == "missing":
        record = packet_record(gaps, NAMES.index(session.value(GAP_FEATURE)), base())
    elif part == "surrogates":
        record = standin_record(standins, base())
    else:
        order_by = session.value(GROUP_ORDER)
        record = category_record(session.value(GROUPS), penalty(GROUP_LAMBDA), order_by)
        session.clip(PARTITION, len(record["ways"]), None)  # their numbers go from 1 to as many as there are
    session.clip(GAP_STEP, record["n_steps"])
    return Act(part, case, gaps, standins, record)


def is_on_rows() -> bool:
    """Whether the act is about rows of a data set."""
    return bool(session.value(GAPS_PART) == "missing" and session.value(DATA) != EXAMPLE)


def penalty(name: str) -> float:
    """One of the lambdas."""
    return round(float(session.value(name)), 6)


def base() -> int:
    """The number of the first row and column."""
    return int(session.value(COUNT_FROM))


def is_asking(act: Act) -> bool:
    """Whether the stage's question is open, so that nothing below it may tell."""
    is_open, step = session.value(GUESS_FIRST) != 0 and not session.value(GAP_TOLD), session.value(GAP_STEP)
    return bool(is_open and act.record["asked"] == (first_step(act.record) if step is None else step))


# -- rows of a data set: the feature, and the node of a model that asks it


@st.cache_resource(max_entries=16, show_spinner=False)
def asking_nodes(_fit: BoostedModel, name: str) -> dict[int, list[GapNode]]:
    """The nodes of a fit of this name, by the feature that they ask."""
    return row_gaps.nodes_of(_fit)


@st.cache_resource(max_entries=64, show_spinner=False)
def case_at(_fit: BoostedModel, name: str, at: GapNode) -> GapCase:
    """The rows of a node of a fit of this name."""
    return row_gaps.model_case(_fit, at)


def current_nodes() -> dict[int, list[GapNode]] | None:
    """By feature the nodes of the model that the rows come with; None where they come alone."""
    if DATASETS[session.value(DATA)].model is None:
        if not gaps_of(session.value(DATA)):
            end_page("No column of these rows is a number: a cut along it is what this lesson shows.")
        return None
    fit = current_fit()
    found = asking_nodes(fit, fit.name)
    return found or end_page("No node of this model cuts a column of numbers.")


def chosen_feature() -> int:
    """The feature that is looked at; the most telling one until another is chosen."""
    nodes, asked = current_nodes(), session.value(FEATURE)
    known = list(gaps_of(session.value(DATA)) if nodes is None else nodes)
    if asked in known:
        return int(asked)
    first = row_gaps.telling_feature(session.value(DATA)) if nodes is None else known[0]
    if asked is not None and FEATURE in session.store().asked:
        session.instead_of(FEATURE, first)
    elif asked is not None:
        session.shows(**{FEATURE: first})
    return first


def chosen_node() -> int:
    """Which of the nodes that ask it; that with most gaps until another is chosen."""
    nodes = (current_nodes() or {})[chosen_feature()]
    node = session.clip(GAP_NODE, len(nodes) - 1)
    return row_gaps.telling_node(nodes) if node is None else int(node)


def current_case() -> GapCase:
    """The rows as the values of the page have them."""
    nodes, feature, data = current_nodes(), chosen_feature(), session.value(DATA)
    if nodes is not None:
        fit = current_fit()
        return case_at(fit, fit.name, nodes[feature][chosen_node()])
    k = int(session.clip(CLASS, max(0, DATASETS[data].n_classes - 1)))
    k = k if DATASETS[data].n_classes > 2 else 0
    return row_gaps.table_case(data, feature, penalty(GAP_LAMBDA), session.value(ABSENT) == "zero", k)


# -- what chooses


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
    if is_on_rows():
        of_rows(line)
        return
    parameter_line(line, parameters_of(session.value(GAPS_PART)), anew)


def of_rows(line: DeltaGenerator) -> None:
    """Which feature; of a model which node asks it, else what a gap is, and the penalty."""
    data, again = session.value(DATA), {GAP_NODE: None, GAP_STEP: None, GAP_TOLD: 0}
    names, nodes = load_dataset(data).feature_names, current_nodes()
    gaps = gaps_of(data)
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
    gap = of_names(ABSENT, _ABSENT, label="a gap is")
    parameter_line(line, [gap, on_track(GAP_LAMBDA, label="λ")], anew)


def parameters_of(part: str) -> list[Parameter]:
    """What an act is about."""
    if part == "categories":
        by = of_names(GROUP_ORDER, ORDERS, label="sort by")
        return [of_names(GROUPS, {}, label="categories"), by, on_track(GROUP_LAMBDA, label="λ")]
    reg_lambda = on_track(GAP_LAMBDA, label="λ")
    if part == "missing":
        blank = of_names(ABSENT, _ABSENT, label="a blank is")
        return [blank, of_names(GAP_FEATURE, {}, label="feature"), reg_lambda]
    grown = of_names(GROWN_ON, _GROWN, label="grown on")
    # A split that is given has no penalty.
    return [grown] if session.value(GROWN_ON) == "full" else [grown, reg_lambda]


def anew(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The cursor with what was set: an act is found as it was left, another example has a λ of its own.

    Another setting keeps the place, but of a question that is open, which goes where its answer is now.
    """
    if GAPS_PART in values:
        left: Mapping[str, Mapping[str, Any]] = st.session_state.get(_LEFT, {})
        return left.get(values[GAPS_PART], ANEW)
    if GROUPS in values:
        return ANEW | {GROUP_LAMBDA: EXAMPLES[values[GROUPS]].reg_lambda}
    is_open = session.value(GUESS_FIRST) != 0 and not session.value(GAP_TOLD)
    return {GAP_STEP: None} if is_open else {}


def keep_place(act: Act) -> None:
    """Remember where one is in an act, for who comes back to it."""
    st.session_state.setdefault(_LEFT, {})[act.part] = {name: session.value(name) for name in ANEW}
