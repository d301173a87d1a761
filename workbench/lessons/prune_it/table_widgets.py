"""Folded tables below a sequence: strengths, cross-validation, and what goes wrong with either. Widgets."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from gbtlib import CrossValidation
from workbench.lessons.prune_it.current_sequence import current_at_ends, current_deals
from workbench.lessons.prune_it.fold_deals import deal_table, deal_words
from workbench.lessons.prune_it.link_sequence import PruningSequence
from workbench.lessons.prune_it.tables import (
    AT_ENDS,
    FORGETFUL,
    INSIDE,
    ends_table,
    forgetful_table,
    matrix_html,
    strength_table,
    twin_words,
    twins_in,
)
from workbench.shell.page import folded
from workbench.shell.patient_link import patient_link


def strengths(found: PruningSequence, step: int) -> None:
    """How weak every branch is."""
    with folded("g(t) of every inner node, the weakest first") as is_open:
        if is_open:
            st.dataframe(strength_table(found, step), hide_index=True, width="stretch")


def fold_by_fold(found: PruningSequence, result: CrossValidation, step: int) -> None:
    """The errors of every fold at every alpha."""
    with folded("Cross-validation, fold by α") as is_open:
        if is_open:
            st.caption(INSIDE)
            st.html(matrix_html(found, result, step))


def other_folds(found: PruningSequence) -> None:
    """What other deals of the same rows choose; made when it is opened."""
    with folded("If the rows were dealt into folds anew") as is_open:
        if is_open:
            deals = current_deals(found)
            st.markdown(deal_words(found, deals))
            st.markdown(deal_table(found, deals))


def fault() -> None:
    """Where pruning that goes wrong can be seen."""
    patient_link("kira", "a cross-validation that is summed wrongly")


def wrong_ways(found: PruningSequence, result: CrossValidation | None, step: int) -> None:
    """What goes wrong with the risk of a node, with its name, and with the alphas that are tried."""
    with folded("Three ways to prune wrongly") as is_open:
        if not is_open:
            return
        left, right = st.columns(2, gap="large")
        left.markdown(FORGETFUL)
        left.markdown(forgetful_table(found, step))
        twins_together(found, step, right)
        right.markdown(AT_ENDS)
        ends = current_at_ends(found)
        if ends is None or result is None:
            right.caption("For this one choose a tree of the data, or a preset.")
        else:
            right.markdown(ends_table(result, ends, step))


def twins_together(found: PruningSequence, step: int, place: DeltaGenerator) -> None:
    """What becomes of nodes that ask the very same question."""
    place.markdown("**Twins fall together** if a node is found by its question.")
    place.markdown(twin_words())
    twins = twins_in(found, step)
    if twins:
        place.markdown(f"Twins in the tree above: nodes {', '.join(map(str, twins[0]))}.")
