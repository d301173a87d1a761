"""Categories, on the page about what has no number: choosers, the list of partitions, the question."""

from __future__ import annotations

from functools import partial

import streamlit as st

from workbench import partitionview, session
from workbench.challenge import Choice, Question, ask, settle
from workbench.components.partitions import partition_chooser
from workbench.partitionview import Part, Parts
from workbench.scoring import share_of_best, verdict_on_choice
from workbench.shell import presenting
from workbench.state import ENTRIES, GROUP_LAMBDA, GROUP_ORDER, GROUPS, PARTITION

HIGHEST_LAMBDA = 5.0
WAYS, _EXAMPLE = "gap_ways", "group_example"


def group_choosers() -> None:
    """Which categories, what sorts them, and λ."""
    examples = partitionview.EXAMPLES
    session.draw(
        st.segmented_control,
        "Categories",
        list(examples),
        format_func=lambda name: examples[name].title,
        key=_EXAMPLE,
        shown=session.value(GROUPS),
        required=True,
        on_change=take_example,
    )
    session.bound(
        st.segmented_control,
        "Sorted by",
        list(partitionview.ORDERS),
        format_func=partitionview.ORDERS.__getitem__,
        name=GROUP_ORDER,
        required=True,
    )
    width = 220 if presenting() else 280
    session.bound(st.slider, "λ", 0.0, HIGHEST_LAMBDA, step=0.5, name=GROUP_LAMBDA, width=width)


@session.callback
def take_example() -> None:
    """Another example comes with its own lambda."""
    name = st.session_state[_EXAMPLE]
    if name is not None:
        own = partitionview.EXAMPLES[name].reg_lambda
        session.put(**{GROUPS: name, GROUP_LAMBDA: own, PARTITION: None})


def current_parts() -> Parts:
    """All partitions of the chosen categories."""
    reg_lambda = round(float(session.value(GROUP_LAMBDA)), 6)
    return partitionview.parts(session.value(GROUPS), reg_lambda, session.value(GROUP_ORDER))


def group_picture(found: Parts, question: Question) -> None:
    """The categories as bars, and all their partitions, best first."""
    way = chosen_way(found)
    if question.hiding:
        found = partitionview.parts(session.value(GROUPS), found.reg_lambda, "label")
    data = partitionview.parts_data(found, way, question.hiding)
    partition_chooser(data, key=WAYS, on_way=take_way)


def chosen_way(found: Parts) -> Part:
    """The partition that the reader looks at, the best at first."""
    return found.at(session.clip(PARTITION, max(way.number for way in found.ways), None))


@session.callback
def take_way() -> None:
    """Keep the partition that was chosen."""
    chosen = st.session_state[WAYS].get("way")
    if chosen and ENTRIES[PARTITION].rule.broken_by(chosen["number"]) is None:
        session.put(**{PARTITION: chosen["number"]})


def ask_partition(found: Parts) -> Question:
    """Ask which of a few partitions gains most."""
    by_label = partitionview.parts(session.value(GROUPS), found.reg_lambda, "label")
    return ask(
        "best_partition",
        ident=(session.value(GROUPS), found.reg_lambda),
        prompt="Which partition wins?",
        form=Choice(
            partitionview.quiz_options(by_label), words=partial(way_name, by_label), label="The best is"
        ),
    )


def way_name(found: Parts, number: int) -> str:
    """A partition in letters."""
    return partitionview.part_name(found.at(number))


def settle_partition(question: Question, found: Parts) -> None:
    """Judge the partition by its share of the best gain."""
    if not question.revealed:
        return
    by_label = partitionview.parts(session.value(GROUPS), found.reg_lambda, "label")
    said = found.at(question.answer)
    right = found.best if said.gain < found.best.gain - 1e-12 else said
    words = verdict_on_choice(way_name(by_label, said.number), way_name(by_label, right.number))
    settle(question, share_of_best(said.gain, right.gain), words)
