"""What the tree, the gain curves and the words below the picture show in a round of AdaBoost. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from workbench.components.gains import gains_data
from workbench.components.prose import prose_data
from workbench.components.tree import tree_data
from workbench.gains.view import NodeCuts, gain_view
from workbench.lessons.adaboost import words
from workbench.lessons.adaboost.adaboost_run import AdaBoostRun
from workbench.lessons.adaboost.round_view import round_view

Parts = Mapping[str, Mapping[str, Any]]
"""What components are sent, by the name of the part of the page that each draws."""


def round_parts(
    fit: AdaBoostRun,
    place: int,
    number: int,
    node: int,
    cut: tuple[int | None, int | None] = (None, None),
) -> Parts:
    """What the components are sent in a round; no "gains" where the node has nothing to cut.

    place: the row that is told about. cut: of the node, a feature and a candidate of it; None for the one
    that the tree took.
    """
    node = node if node < fit.trace[number - 1].tree.n_nodes else 0
    parts = {
        "words": prose_data(words.round_words(fit, number, place), words.terms_here(fit, number, place)),
        "tree": tree_data(round_view(fit, number, node)),
    }
    gains = gains_of(fit, number, node, *cut)
    return parts if gains is None else {**parts, "gains": gains}


def gains_of(
    fit: AdaBoostRun, number: int, node: int, feature: int | None, candidate: int | None
) -> dict[str, Any] | None:
    """Every candidate cut of a node, by the weights of the round; None where there is none."""
    tree, found = fit.trace[number - 1].tree, fit.model.candidates(number, node)
    if not len(found):
        return None
    if feature is None:
        candidate = None
        if not tree.is_leaf[node] and found.best is not None:
            feature = int(found.feature[found.best])
            candidate = int(found.best - np.searchsorted(found.feature, feature))
    why_leaf = tree.node(node).why_leaf if tree.is_leaf[node] else ""
    cuts = NodeCuts(found, fit.dataset.feature_names, why_leaf=why_leaf)
    return gains_data(gain_view(cuts, feature, candidate))
