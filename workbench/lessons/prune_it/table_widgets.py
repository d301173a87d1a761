"""Folded tables below a sequence: strengths, cross-validation, other deals into folds. Widgets."""

from __future__ import annotations

import streamlit as st

from gbtlib import CrossValidation
from workbench.lessons.prune_it.current_sequence import current_deals
from workbench.lessons.prune_it.fold_deals import deal_table, deal_words
from workbench.lessons.prune_it.link_sequence import PruningSequence
from workbench.lessons.prune_it.tables import INSIDE, fold_table, strength_table
from workbench.shell.page import folded


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
            st.dataframe(fold_table(found, result, step), width="stretch")


def other_folds(found: PruningSequence) -> None:
    """What other deals of the same rows choose; made when it is opened."""
    with folded("If the rows were dealt into folds anew") as is_open:
        if is_open:
            deals = current_deals(found)
            st.markdown(deal_words(found, deals))
            st.markdown(deal_table(found, deals))
