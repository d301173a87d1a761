"""Folded tables below a sequence: cross-validation, other deals into folds. Widgets."""

import streamlit as st

from gbtlib import CrossValidation
from workbench.lessons.prune_it.current_sequence import current_deals
from workbench.lessons.prune_it.fold_deals import deal_words
from workbench.lessons.prune_it.link_sequence import PruningSequence
from workbench.lessons.prune_it.tables import INSIDE, fold_table
from workbench.shell.page import folded


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
            st.markdown(deal_words(found, current_deals(found)))
