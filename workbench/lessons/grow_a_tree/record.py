"""What the stage of the lesson draws: rows and nodes of both orders, where they stand, what they gain. Pure.

Rows stand over the only feature, or in the plane of two; where there are more, or values are missing, side by
side in the order of the leaves of the whole tree, so that every node is an interval there, too.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree
from workbench.charts.axes import spread
from workbench.data.catalogue import Dataset
from workbench.lessons.grow_a_tree.growth_orders import (
    NAMES,
    Growing,
    GrowthOrder,
    error_in_nodes,
    gathered,
    judged,
    split_number,
)
from workbench.trees.box_text import shortened

Floats = NDArray[np.float64]

MOST_ROWS = 300  # drawn
NOTHING: Floats = np.array([])
IN_ORDER = "rows, in the order of the leaves"


class Places(NamedTuple):
    """Where the drawn rows stand, (n,), and where each node begins, ends and is cut, (n_nodes,).

    second: the same of rows over the second feature, bottom and top those of nodes; empty but in a plane.
    """

    rows: Floats
    low: Floats
    high: Floats
    cut: Floats
    second: Floats = NOTHING
    bottom: Floats = NOTHING
    top: Floats = NOTHING


def record_of(growing: Growing) -> dict[str, Any]:
    """All that the stage shows, wherever the cursor is."""
    data, fit = growing.dataset, growing.main.fit
    rows = spread(len(fit.train), MOST_ROWS)
    k = shown_class(data)
    y = fit.y[rows].astype(float) if k is None else (fit.y[rows] == k).astype(float)
    kind = kind_of(growing)
    return {
        "limit": growing.limit,
        "n_rows": len(fit.train),
        "y": y,
        "kind": kind,
        "axes": [IN_ORDER] if kind == "order" else list(data.feature_names),
        "is_class": k is not None,
        "level_name": "error" if k is None else "impurity",
        "judged": f"{'unseen ' if fit.n_unseen else ''}{'error' if k is None else 'wrong rows'}",
        "sides": [side_record(growing, side, rows, kind) for side in growing.sides],
    }


def shown_class(data: Dataset) -> int | None:
    """The class whose share is drawn, the second one; None in regression."""
    return 1 if data.task == "classification" else None


def kind_of(growing: Growing) -> str:
    """How rows are drawn: over the "values" of the only feature, in the "plane" of two, or in "order"."""
    data = growing.dataset
    n_features = len(data.feature_names)
    if n_features > 2 or data.categorical or np.isnan(growing.main.fit.X).any():
        return "order"
    return "values" if n_features == 1 else "plane"


def side_record(growing: Growing, side: GrowthOrder, rows: NDArray[np.intp], kind: str) -> dict[str, Any]:
    """One order: its nodes by their numbers there, each array (n_nodes,); its errors after every split."""
    tree, fit, data = side.tree, side.fit, growing.dataset
    leaf = tree.apply(fit.X[rows])
    k = shown_class(data)
    mean = np.asarray(tree.weight if k is None else tree.class_shares[:, k], dtype=np.float64)
    up = np.maximum(tree.parent, 0)
    ordered = kind == "order"
    places = places_in_order(tree, leaf, fit.y[rows]) if ordered else places_by_value(tree, fit.X[rows])
    inner = ~tree.is_leaf
    return {
        "name": NAMES[side.policy].capitalize(),
        "is_best_first": side.policy == "lossguide",
        "x": places.rows,
        "leaf": leaf.astype(np.int32),
        "low": places.low,
        "high": places.high,
        "cut": places.cut,
        "second": places.second,
        "bottom": places.bottom,
        "top": places.top,
        "axis": tree.feature.astype(np.int32),
        "parent": tree.parent.astype(np.int32),
        "left": tree.children_left.astype(np.int32),
        "split": np.array([split_number(tree, i) or 0 for i in range(tree.n_nodes)], dtype=np.int32),
        "depth": tree.depth.astype(np.int32),
        "n": tree.n_samples.astype(np.int32),
        "label": side.label.astype(np.int32),
        "called": side.called.astype(np.int32),
        "gain": gain_per_row(tree),
        "mean": mean,
        "pull": tree.n_samples * (mean - mean[up]),
        "impurity": impurity(fit.tree, data, fit.X, fit.y),
        "level": levels(tree, data, fit.X, fit.y)[: growing.limit + 1],
        "judged": judged(fit)[: growing.limit + 1],
        "asks": [shortened(tree, i, data.feature_names) if inner[i] else "" for i in range(tree.n_nodes)],
        "why": ["" if inner[i] else tree.node(i).why_leaf for i in range(tree.n_nodes)],
    }


def gain_per_row(tree: Tree) -> Floats:
    """What a split takes from the mean error of all rows: (n_nodes,), 0 where none was made."""
    gain: Floats = np.where(tree.is_leaf, 0.0, tree.gain) / tree.n_samples[0]
    return np.nan_to_num(gain)


def impurity(tree: Tree, data: Dataset, X: Floats, y: NDArray[np.generic]) -> Floats:
    """What is left in each node: the impurity of its classes, or half of its mean squared error."""
    if data.task == "classification":
        return np.asarray(tree.impurity, dtype=np.float64)
    return np.maximum(error_in_nodes(tree, data, X, y), 0.0) / tree.n_samples


def levels(tree: Tree, data: Dataset, X: Floats, y: NDArray[np.generic]) -> Floats:
    """The mean impurity of all rows after 0, 1, 2, ... splits: (n_splits + 1,). Each falls by its gain."""
    gain = gain_per_row(tree)
    made = np.argsort(tree.children_left[~tree.is_leaf], kind="stable")
    falls = np.cumsum(gain[~tree.is_leaf][made])
    start = impurity(tree, data, X, y)[0]
    course: Floats = np.concatenate(([start], start - falls))
    return np.maximum(course, 0.0)  # rounding may leave what is pure a hair below


def places_by_value(tree: Tree, X: Floats) -> Places:
    """Rows and nodes over the values of the only feature, or in the plane of two."""
    side = (X.max(axis=0) - X.min(axis=0)) / max(1, len(X)) / 2
    low = np.tile(X.min(axis=0) - side, (tree.n_nodes, 1))
    high = np.tile(X.max(axis=0) + side, (tree.n_nodes, 1))
    for i in range(1, tree.n_nodes):  # children have larger numbers
        up = tree.parent[i]
        low[i], high[i] = low[up], high[up]
        end = high if i == tree.children_left[up] else low
        end[i, tree.feature[up]] = tree.threshold[up]
    cut = np.where(tree.is_leaf, np.nan, tree.threshold)
    first = Places(X[:, 0], low[:, 0], high[:, 0], cut)
    if X.shape[1] == 1:
        return first
    return first._replace(second=X[:, 1], bottom=low[:, 1], top=high[:, 1])


def places_in_order(tree: Tree, leaf: NDArray[np.intp], y: NDArray[np.generic]) -> Places:
    """Rows side by side in the order of their leaves, within a leaf by y; nodes as intervals of them."""
    rank = np.zeros(tree.n_nodes, dtype=np.intp)
    rank[leaves_in_order(tree)] = np.arange(tree.n_leaves)
    order = np.lexsort((y, rank[leaf]))
    x = np.empty(len(leaf))
    x[order] = np.arange(len(leaf)) + 0.5
    many = gathered(tree, np.bincount(leaf, minlength=tree.n_nodes).astype(float))
    low = np.zeros(tree.n_nodes)
    for i in range(1, tree.n_nodes):  # children have larger numbers
        up = tree.parent[i]
        left = tree.children_left[up]
        low[i] = low[up] + (many[left] if i != left else 0.0)
    cut = np.full(tree.n_nodes, np.nan)
    inner = ~tree.is_leaf
    cut[inner] = low[tree.children_right[inner]]
    return Places(x, low, low + many, cut)


def leaves_in_order(tree: Tree) -> list[int]:
    """The leaves from left to right."""
    found, waiting = [], [0]
    while waiting:
        i = waiting.pop()
        if tree.is_leaf[i]:
            found.append(i)
        else:
            waiting += [int(tree.children_right[i]), int(tree.children_left[i])]
    return found
