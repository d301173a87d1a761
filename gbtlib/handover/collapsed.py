"""A whole model in one picture: a constant, a curve a feature and a grid a pair of features.

Each feature is cut where any split cuts it; one value stands for all between two cuts, the last for gaps, and
is sent down by the library's own rule, so that <, <=, gaps and categories are exact. A leaf is a product of
sets of bins, and under a product p of marginals its functional ANOVA is closed:
    constant v prod p,  curve v prod_{-i} p (1_i - p_i),  grid v prod_{-ij} p (1_i - p_i)(1_j - p_j),
summed over leaves. Trees of depth 2 leave nothing; of deeper ones the part of order 3 and more is left over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gbtlib.core.tree import Brief
from gbtlib.handover.fields import Floats
from gbtlib.handover.opened import (
    MOST_CATEGORIES,
    TINY,
    ZERO_TAKES_DEFAULT,
    Arithmetic,
    Booleans,
    OpenedModel,
    OpenedTree,
    goes_left,
    whole_categories,
)

MOST_CELLS = 20_000_000
Leaf = tuple[float, dict[int, Booleans]]


@dataclass(frozen=True, repr=False)
class Axis(Brief):
    """The bins of a feature. cuts: between them, ascending; None where the bins are categories 0, 1, ... and
    all others. values: one that stands for each bin, the last NaN. share: of the rows, that a bin has."""

    cuts: Floats | None
    values: Floats
    share: Floats

    def bins(self, x: NDArray[Any], arithmetic: Arithmetic) -> NDArray[np.intp]:
        """The bin of each value."""
        last = len(self.values) - 1
        if self.cuts is None:
            category = whole_categories(x, arithmetic)
            found = np.where((category >= 0) & (category < last - 1), category, last - 1)
        else:
            found = np.searchsorted(self.cuts, x, side="right" if arithmetic.strict else "left")
        return np.where(np.isnan(x), last, found).astype(np.intp)


@dataclass(frozen=True, repr=False)
class Collapsed(Brief):
    """constant + curves[f][bin] + grids[f, g][bin of f, bin of g]; curves and grids have the mean 0 under the
    shares. order: the most features that a leaf asks; up to 2 nothing is left over."""

    constant: float
    axes: Mapping[int, Axis]
    curves: Mapping[int, Floats]
    grids: Mapping[tuple[int, int], Floats]
    order: int
    model: OpenedModel

    def raw_prediction(self, X: ArrayLike) -> Floats:
        """What the picture predicts, before the link: (n_rows,)."""
        rows = self.model.rows(X)
        bins = {f: axis.bins(rows[:, f], self.model.arithmetic) for f, axis in self.axes.items()}
        found = np.full(len(rows), self.constant)
        for f, curve in self.curves.items():
            found += curve[bins[f]]
        for (f, g), grid in self.grids.items():
            found += grid[bins[f], bins[g]]
        return found

    def share_left(self, X: ArrayLike, output: int = 0) -> float:
        """The share of the variance of the raw prediction over these rows that is in no curve and no grid."""
        raw = self.model.raw_prediction(X)[:, output].astype(np.float64)
        return float(np.var(raw - self.raw_prediction(X)) / max(float(np.var(raw)), 1e-300))


def collapse(
    model: OpenedModel,
    output: int = 0,
    X: ArrayLike | None = None,
    axes: Mapping[int, Axis] | None = None,
    pairs: Collection[tuple[int, int]] | None = None,
) -> Collapsed:
    """One output of a model as a constant, curves and grids.

    X: rows whose marginals are taken; None: all bins weigh alike, and gaps nothing. axes: those of another
    collapse to be taken instead, so that parts of a model add up to it. pairs: of features, ascending, whose
    grids are made; None: all.
    Errors: ValueError for AdaBoost.R2, whose prediction is no sum, for a feature that is split by category
    and by threshold, or for more than MOST_CELLS cells.
    """
    if model.combine != "sum":
        raise ValueError(f"the prediction is a {model.combine}, no sum of trees")
    chosen = np.flatnonzero((model.tree_output == output) | (model.tree_output < 0))
    if axes is None:
        rows = None if X is None else model.rows(X)
        axes = {f: axis_of(model, f, None if rows is None else rows[:, f]) for f in asked(model, chosen)}
    constant, order = float(model.base[output]), 0
    curves = {f: np.zeros(len(axis.values)) for f, axis in axes.items()}
    boxes: dict[tuple[int, int], list[tuple[Booleans, Booleans, float]]] = {}
    for number in chosen.tolist():
        for value, sides in leaves_as_products(model.trees[number], output, model, axes):
            value *= float(model.tree_weight[number])
            share = {f: float(axes[f].share @ side) for f, side in sides.items()}
            order = max(order, len(sides))
            constant += value * float(np.prod(list(share.values())))
            for f, side in sides.items():
                curves[f] += value * np.prod([share[g] for g in sides if g != f]) * (side - share[f])
            for f, g in combinations(sorted(sides), 2):
                if pairs is not None and (f, g) not in pairs:
                    continue
                rest = value * float(np.prod([share[h] for h in sides if h not in (f, g)]))
                boxes.setdefault((f, g), []).append((sides[f], sides[g], rest))
    if sum(len(curves[f]) * len(curves[g]) for f, g in boxes) > MOST_CELLS:
        raise ValueError(f"the pairs of features have more than {MOST_CELLS} cells")
    grids = {(f, g): grid_of(found, axes[f].share, axes[g].share) for (f, g), found in boxes.items()}
    curves = {f: curve / model.divisor for f, curve in curves.items()}
    grids = {pair: grid / model.divisor for pair, grid in grids.items()}
    return Collapsed(constant / model.divisor, axes, curves, grids, order, model)


def asked(model: OpenedModel, chosen: NDArray[np.intp]) -> list[int]:
    """The features that some trees ask."""
    return sorted({int(f) for number in chosen for f in model.trees[number].feature if f >= 0})


def axis_of(model: OpenedModel, feature: int, x: NDArray[Any] | None) -> Axis:
    """The bins of a feature; x: its values, whose shares are taken."""
    cuts: list[float] = []
    largest = -1
    for tree in model.trees:
        for node in np.flatnonzero(tree.feature == feature).tolist():
            if node in tree.categories:
                listed = (*tree.categories[node], *tree.known.get(node, ()))
                largest = max(largest, 0, *map(int, listed)) if listed else max(largest, 0)
            else:
                cuts.append(float(tree.threshold[node]))
                if tree.absence[node] == ZERO_TAKES_DEFAULT:
                    cuts += [np.nextafter(-TINY, -1), TINY]
    if largest >= 0 and (cuts or largest >= MOST_CATEGORIES):
        raise ValueError(
            f"feature {feature} has category {largest} and {len(cuts)} thresholds: too many kinds"
        )
    kind = model.arithmetic.rows
    if largest >= 0:
        edges, values = None, np.array([*range(largest + 1), -1.0])
    else:
        edges = np.unique(cuts)
        inside: NDArray[Any] = edges.astype(
            kind
        )  # of a bin, its own cut: the first of x < cut, the last of x <= cut
        if model.arithmetic.strict:
            values = np.append(np.nextafter(inside[0], kind(-np.inf)), inside).astype(np.float64)
        else:
            inside = np.where(inside > edges, np.nextafter(inside, kind(-np.inf)), inside)
            values = np.append(inside, np.nextafter(inside[-1], kind(np.inf))).astype(np.float64)
    values = np.append(values, np.nan)
    axis = Axis(edges, values, np.append(np.full(len(values) - 1, 1 / (len(values) - 1)), 0.0))
    if x is None or not len(x):
        return axis
    return Axis(edges, values, np.bincount(axis.bins(x, model.arithmetic), minlength=len(values)) / len(x))


def leaves_as_products(
    tree: OpenedTree, output: int, model: OpenedModel, axes: Mapping[int, Axis]
) -> Iterator[Leaf]:
    """The value of each leaf that rows can reach, and by feature the bins that lead there."""
    values = tree.leaf_value if tree.leaf_value.ndim == 1 else tree.leaf_value[:, output]
    waiting: list[tuple[int, dict[int, Booleans]]] = [(0, {})]
    while waiting:
        node, sides = waiting.pop()
        if tree.children_left[node] < 0:
            yield float(values[node]), sides
            continue
        feature = int(tree.feature[node])
        x: NDArray[Any] = axes[feature].values.astype(model.arithmetic.rows)
        left = goes_left(tree, np.full(len(x), node), x, model.arithmetic)
        for child, side in ((tree.children_left[node], left), (tree.children_right[node], ~left)):
            narrowed = sides.get(feature, True) & side
            if narrowed.any():
                waiting.append((int(child), sides | {feature: narrowed}))


def grid_of(boxes: list[tuple[Booleans, Booleans, float]], share: Floats, other: Floats) -> Floats:
    """The sum of boxes, centred along both axes."""
    rows, columns, values = zip(*boxes, strict=True)
    grid = (np.array(rows, dtype=np.float64) * np.array(values)[:, None]).T @ np.array(columns, np.float64)
    grid -= (grid @ other)[:, None]
    return np.asarray(grid - share @ grid)
