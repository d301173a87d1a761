"""Which gaps the page is about: the feature, the node of a model, and what they make of the rows."""

import streamlit as st

from workbench.data.catalogue import DATASETS
from workbench.lessons.missing_sparse_categorical.row_gaps import (
    GapCase,
    GapNode,
    gaps_of,
    model_case,
    nodes_of,
    table_case,
    telling_feature,
    telling_node,
)
from workbench.lessons.missing_sparse_categorical.values import ABSENT, GAP_LAMBDA, GAP_NODE
from workbench.link.values import CLASS, DATA, FEATURE
from workbench.models.boosted import BoostedModel
from workbench.shell import session
from workbench.shell.current_fit import current_fit, end_page


@st.cache_resource(max_entries=16, show_spinner=False)
def asking_nodes(_fit: BoostedModel, name: str) -> dict[int, list[GapNode]]:
    """The nodes of a fit of this name, by the feature that they ask."""
    return nodes_of(_fit)


@st.cache_resource(max_entries=64, show_spinner=False)
def case_at(_fit: BoostedModel, name: str, at: GapNode) -> GapCase:
    """The rows of a node of a fit of this name."""
    return model_case(_fit, at)


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
    first = telling_feature(session.value(DATA)) if nodes is None else known[0]
    if asked is not None and FEATURE in session.store().asked:
        session.instead_of(FEATURE, first)
    elif asked is not None:
        session.shows(**{FEATURE: first})
    return first


def chosen_node() -> int:
    """Which of the nodes that ask it; that with most gaps until another is chosen."""
    nodes = (current_nodes() or {})[chosen_feature()]
    node = session.clip(GAP_NODE, len(nodes) - 1)
    return telling_node(nodes) if node is None else int(node)


def current_case() -> GapCase:
    """The rows as the values of the page have them."""
    nodes, feature, data = current_nodes(), chosen_feature(), session.value(DATA)
    if nodes is not None:
        fit = current_fit()
        return case_at(fit, fit.name, nodes[feature][chosen_node()])
    k = int(session.clip(CLASS, max(0, DATASETS[data].n_classes - 1)))
    is_zero, reg_lambda = session.value(ABSENT) == "zero", round(float(session.value(GAP_LAMBDA)), 6)
    return table_case(data, feature, reg_lambda, is_zero, k if DATASETS[data].n_classes > 2 else 0)
