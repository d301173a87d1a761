"""Categories, on the page about what has no number: choosers, the list of partitions, the question."""

from __future__ import annotations

from functools import partial

import streamlit as st

from workbench.components import told
from workbench.lessons.missing_sparse_categorical import category_partitions, words
from workbench.lessons.missing_sparse_categorical.category_partitions import PartedCategories, Partition
from workbench.lessons.missing_sparse_categorical.partition_list import partition_chooser
from workbench.lessons.missing_sparse_categorical.values import GROUP_LAMBDA, GROUP_ORDER, GROUPS, PARTITION
from workbench.link.values import ENTRIES
from workbench.shell import session
from workbench.shell.challenge import OptionAnswer, Question, ask, settle
from workbench.shell.choice import choice
from workbench.shell.scoring import share_of_best, verdict_on_choice

HIGHEST_LAMBDA = 5.0
WAYS, _EXAMPLE = "gap_ways", "group_example"


def group_choosers() -> None:
    """Which categories, what sorts them, and λ."""
    examples = category_partitions.EXAMPLES
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
    choice("Sorted by", category_partitions.ORDERS, GROUP_ORDER)
    session.bound(st.slider, "λ", 0.0, HIGHEST_LAMBDA, step=0.5, name=GROUP_LAMBDA)


@session.callback
def take_example() -> None:
    """Another example comes with its own lambda."""
    name = st.session_state[_EXAMPLE]
    if name is not None:
        own = category_partitions.EXAMPLES[name].reg_lambda
        session.put(**{GROUPS: name, GROUP_LAMBDA: own, PARTITION: None})


def current_parts() -> PartedCategories:
    """All partitions of the chosen categories."""
    reg_lambda = round(float(session.value(GROUP_LAMBDA)), 6)
    return category_partitions.parts(session.value(GROUPS), reg_lambda, session.value(GROUP_ORDER))


def group_picture(found: PartedCategories, question: Question) -> None:
    """The categories as bars, and all their partitions, best first."""
    way = chosen_way(found)
    if question.hiding:
        found = category_partitions.parts(session.value(GROUPS), found.reg_lambda, "label")
    data = category_partitions.parts_data(found, way, question.hiding)
    partition_chooser(data, key=WAYS, on_way=take_way)


def chosen_way(found: PartedCategories) -> Partition:
    """The partition that the reader looks at, the best at first."""
    return found.at(session.clip(PARTITION, max(way.number for way in found.ways), None))


@session.callback
def take_way() -> None:
    """Keep the partition that was chosen."""
    chosen = told(WAYS, "way")
    if chosen and ENTRIES[PARTITION].rule.broken_by(chosen["number"]) is None:
        session.put(**{PARTITION: chosen["number"]})


def ask_partition(found: PartedCategories) -> Question:
    """Ask which of a few partitions gains most."""
    by_label = category_partitions.parts(session.value(GROUPS), found.reg_lambda, "label")
    return ask(
        "best_partition",
        ident=(session.value(GROUPS), found.reg_lambda),
        prompt="Which partition wins?",
        form=OptionAnswer(
            category_partitions.quiz_options(by_label),
            words=partial(short_name, by_label),
            label="The best is",
        ),
    )


def way_name(found: PartedCategories, number: int) -> str:
    """A partition in letters."""
    return category_partitions.part_name(found.at(number))


def short_name(found: PartedCategories, number: int) -> str:
    """The same without commas, as all options stand in one line."""
    return way_name(found, number).replace(", ", "")


def settle_partition(question: Question, found: PartedCategories) -> None:
    """Judge the partition by its share of the best gain."""
    if not question.revealed:
        return
    by_label = category_partitions.parts(session.value(GROUPS), found.reg_lambda, "label")
    said = found.at(question.answer)
    right = found.best if said.gain < found.best.gain - 1e-12 else said
    verdict = verdict_on_choice(way_name(by_label, said.number), way_name(by_label, right.number))
    settle(question, share_of_best(said.gain, right.gain), verdict)


def chosen_partition(found: PartedCategories) -> None:
    """Which partition wins, and the one that the reader looks at with its gain."""
    way = chosen_way(found)
    st.markdown(category_partitions.result_words(found))
    st.markdown(category_partitions.way_words(found, way))
    st.latex(category_partitions.gain_formula(found, way))


def task() -> None:
    """What to try, and how many partitions a search would have to look at."""
    st.markdown(words.TRY_CATEGORIES)
    st.markdown("**How many partitions there are to look at**")
    st.markdown(category_partitions.count_table())
    st.caption(words.WHY_SORTED)
