"""Gaps of a data set, or of the nodes of a model that was opened with rows: all, and one of them. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib import HalfSquaredError, Logistic, SecondOrder, Softmax, Tree, TreeParams, sort_columns
from gbtlib.core.boosting import column, derivatives
from gbtlib.handover.opened import NAN_IS_ZERO
from gbtlib.inputs.table_columns import split_search
from workbench.data.catalogue import DATASETS, Dataset, load_dataset
from workbench.data.held_out import training_rows
from workbench.data.sources import FeatureName, levels_of, values_of, whole_name
from workbench.lessons.missing_sparse_categorical.gap_column import (
    LEFT,
    RIGHT,
    Floats,
    GapColumn,
    KeptSplit,
    Record,
    Rows,
)
from workbench.link.values import DATA, ENTRIES
from workbench.models.boosted import BoostedModel
from workbench.text.grammar import word_for
from workbench.text.numbers import threshold_text

EXAMPLE = ENTRIES[DATA].default
"""In this lesson the data set that a link does not name, which has no gap, stands for the eight rows."""
MOST_NODES = 300  # of a list to choose from
MOST_DRAWN = 400  # rows
LONGEST_NAME = 18  # letters that have room beside a picture


@dataclass(frozen=True, eq=False)
class GapCase:
    """A feature on some rows of a data set.

    rows: their numbers there. is_zero: whether a gap is read as 0 by what finds the cut; reads_zero: by the
    node of a model. place: of the node, in words. node: round, class and number of the node.
    """

    data: Dataset
    rows: Rows
    feature: int
    column: GapColumn
    is_zero: bool = False
    reads_zero: bool = False
    place: str = ""
    node: tuple[int, int, int] = (1, 0, 0)


class GapNode(NamedTuple):
    """A node of a model that asks a feature: the tree of a round and class, and how many rows have a gap."""

    number: int
    k: int
    node: int
    n_gaps: int


def short(name: str) -> FeatureName:
    """A name that has room beside a picture, which knows its values."""
    text = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
    return FeatureName(text, levels_of(name), values_of(name), whole_name(name))


@lru_cache(maxsize=64)
def gaps_of(data: str) -> dict[int, int]:
    """By feature of numbers how many training rows miss it, those with most gaps first."""
    found = load_dataset(data)
    n = np.isnan(found.X[training_rows(found)[0]]).sum(axis=0)
    numeric = [j for j, name in enumerate(found.feature_names) if not levels_of(name)]
    return {j: int(n[j]) for j in sorted(numeric, key=lambda j: -n[j])}


# -- a table without a model: the root of the first round


@lru_cache(maxsize=16)
def first_derivatives(data: str) -> tuple[Floats, Floats]:
    """g and h of the training rows where boosting begins: (n,), or (n, K) under softmax."""
    found = load_dataset(data)
    y: NDArray[Any] = found.y[training_rows(found)[0]]
    n_classes = len(found.class_names)
    loss = HalfSquaredError() if not n_classes else Logistic() if n_classes == 2 else Softmax(n_classes)
    start = loss.initial_raw_prediction(y)
    return derivatives(loss, y, np.full((len(y), *np.shape(start)), start), None)


@lru_cache(maxsize=64)
def table_case(data: str, feature: int, reg_lambda: float, is_zero: bool, k: int = 0) -> GapCase:
    """A feature at the root of the first round's tree, of class k under softmax, with the usual loss."""
    found = load_dataset(data)
    rows = training_rows(found)[0]
    g, h = (column(each, k) for each in first_derivatives(data))
    x = found.X[rows, feature]
    blank = np.isnan(x)
    read = np.where(blank, 0.0, x) if is_zero else x
    worth = SecondOrder(g, h, reg_lambda=reg_lambda)
    columns = sort_columns(read[:, np.newaxis])
    cuts = split_search(columns, worth, TreeParams(reg_lambda=reg_lambda)).candidates()
    name = short(found.feature_names[feature])
    of_class = f", tree of {found.class_names[k]}" if len(found.class_names) > 2 else ""
    return GapCase(
        found,
        rows,
        feature,
        GapColumn(name, read, blank, g, h, worth, cuts),
        is_zero,
        place=f"the first round{of_class}, all rows",
        node=(1, k, 0),
    )


@lru_cache(maxsize=64)
def telling_feature(data: str) -> int:
    """Of the features with gaps the one whose best cut gains most; of those without any the first."""
    gaps = gaps_of(data)
    asked = [j for j, n in gaps.items() if n] or list(gaps)[:1]
    found = {j: table_case(data, j, 1.0, is_zero=False).column.found for j in asked}
    return max(asked, key=lambda j: found[j].gain.max(initial=-np.inf))


# -- a model that was opened


def nodes_of(fit: BoostedModel) -> dict[int, list[GapNode]]:
    """The nodes of a model that ask a feature of numbers, by that, those with most gaps first."""
    gap, found = np.isnan(fit.X), dict[int, list[GapNode]]()
    numeric = [not levels_of(name) for name in fit.dataset.feature_names]
    for round_ in fit.trace:
        for k, tree in enumerate(round_.trees):
            leaf = column(round_.leaf, k)
            splits = np.flatnonzero(~tree.is_leaf)
            for feature in np.unique(tree.feature[splits]).tolist():
                if not numeric[feature]:
                    continue
                n = summed(tree, np.bincount(leaf[gap[:, feature]], minlength=tree.n_nodes))
                asking = splits[(tree.feature[splits] == feature) & (tree.n_samples[splits] > 0)].tolist()
                here = [GapNode(round_.number, k, node, int(n[node])) for node in asking]
                found.setdefault(feature, []).extend(here)
    most = {feature: max(each.n_gaps for each in nodes) for feature, nodes in found.items() if nodes}
    return {feature: found[feature] for feature in sorted(most, key=lambda each: (-most[each], each))}


def summed(tree: Tree, of_leaves: NDArray[np.intp]) -> NDArray[np.intp]:
    """Numbers of the leaves, added up to the root."""
    found = of_leaves.copy()
    for node in sorted(np.flatnonzero(~tree.is_leaf).tolist(), key=lambda each: -tree.depth[each]):
        found[node] = found[tree.children_left[node]] + found[tree.children_right[node]]
    return found


def telling_node(nodes: Sequence[GapNode]) -> int:
    """Which of some nodes has most rows with a gap."""
    return max(range(len(nodes)), key=lambda i: (nodes[i].n_gaps, -i))


def listed_nodes(nodes: Sequence[GapNode], chosen: int) -> list[int]:
    """Which of some nodes are listed: all, or those with most gaps and the chosen one."""
    ranked = sorted(range(len(nodes)), key=lambda i: (i != chosen, -nodes[i].n_gaps))
    return sorted(ranked[:MOST_NODES])


def place_words(fit: BoostedModel, at: GapNode) -> str:
    """Where a node stands in its model."""
    of_class = f", tree of {fit.dataset.class_names[at.k]}" if fit.n_classes > 1 else ""
    return f"round {at.number}{of_class}, node {at.node}"


def node_words(fit: BoostedModel, at: GapNode) -> str:
    """A node as a list has it: where it stands, what it asks, and how many rows miss that."""
    tree = fit.trace[at.number - 1].trees[at.k]
    feature = int(tree.feature[at.node])
    asks = f"≤ {threshold_text(float(tree.threshold[at.node]), fit.dataset.feature_names[feature])}"
    where, gaps = place_words(fit, at), f"{at.n_gaps or 'no'} {word_for(at.n_gaps, 'gap')}"
    return f"{where.replace('round', 'Round', 1)}: {asks}, {gaps}"


def model_case(fit: BoostedModel, at: GapNode) -> GapCase:
    """The rows of a node of a model, by the g and h of its round."""
    round_, given = fit.trace[at.number - 1], DATASETS[fit.settings.data].model
    tree, rows = round_.trees[at.k], round_.rows_in(at.node, at.k)
    feature, params = int(tree.feature[at.node]), fit.model.params_
    g, h = (column(each, at.k)[rows] for each in (round_.gradient, round_.hessian))
    worth = SecondOrder(g, h, reg_lambda=params.reg_lambda, reg_alpha=params.reg_alpha)
    x = fit.X[rows, feature]
    children = [int(each[at.node]) for each in (tree.children_left, tree.children_right)]
    leaves = [float(tree.weight[each]) if tree.is_leaf[each] else None for each in children]
    side = LEFT if tree.default_left[at.node] else RIGHT
    kept = KeptSplit(float(tree.threshold[at.node]), side, (leaves[0], leaves[1]))
    cuts = fit.candidates(at.number, at.node, at.k).of_feature(feature)
    name = short(fit.dataset.feature_names[feature])
    which = (at.number - 1) * fit.n_classes + at.k
    return GapCase(
        fit.dataset,
        fit.train[rows],
        feature,
        GapColumn(name, x, np.isnan(x), g, h, worth, cuts, kept),
        reads_zero=given is not None and bool(given.opened.trees[which].absence[at.node] == NAN_IS_ZERO),
        place=place_words(fit, at),
        node=(at.number, at.k, at.node),
    )


# -- what the stage draws of either


def rows_record(case: GapCase) -> Record:
    """The rows of a case, or so many of them as are drawn: their numbers, and negative gradients as stems."""
    column = case.column
    drawn = drawn_of(column.blank)
    x, blank, g = (each[drawn] for each in (column.x, column.blank, column.g))
    return column.record(is_zero=case.is_zero) | {
        "kind": "table" if column.kept is None else "model",
        "letter": "w",
        "numbers": case.rows[drawn].tolist(),
        "n_rows": len(column.x),
        "start": 0.0,
        "x": [None if is_blank else float(each) for each, is_blank in zip(x, blank, strict=True)],
        "y": np.negative(g).tolist(),
        "g": g.tolist(),
        "packet": np.flatnonzero(blank).tolist(),
        "reads_zero": case.reads_zero,
        "title": case.data.title,
        "place": case.place,
    }


def drawn_of(blank: NDArray[np.bool_]) -> Rows:
    """The rows that are drawn: all, or as large a share of those with a value as of those without."""
    n = len(blank)
    if n <= MOST_DRAWN:
        return np.arange(n)
    parts = [np.flatnonzero(blank == each) for each in (False, True)]
    rng = np.random.default_rng(0)
    shares = [min(len(part), max(1, round(MOST_DRAWN * len(part) / n))) for part in parts]
    drawn = [rng.choice(part, share, replace=False) for part, share in zip(parts, shares, strict=True)]
    return np.sort(np.concatenate(drawn))
