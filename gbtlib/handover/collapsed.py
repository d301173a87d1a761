"""A whole model in one picture: a constant, a curve a feature and a grid a pair of features.

Each feature is cut where any split cuts it; one value stands for all between two cuts, the last for gaps, and
is sent down by the library's own rule, so that <, <=, gaps and categories are exact. A leaf is a product of
sets of bins, and under a product p of marginals its functional ANOVA is closed:
    constant v prod p,  curve v prod_{-i} p (1_i - p_i),  grid v prod_{-ij} p (1_i - p_i)(1_j - p_j),
summed over leaves. Trees of depth 2 leave nothing; of deeper ones the part of order 3 and more is left over.
A set of bins is a whole number, a bit for each; what is summed are the places where it begins and ends, so
that a leaf costs as little with many bins.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, pairwise, zip_longest
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix

from gbtlib.core.tree import Brief
from gbtlib.handover.fields import Floats, Integers
from gbtlib.handover.opened import (
    MOST_CATEGORIES,
    TINY,
    ZERO_TAKES_DEFAULT,
    Arithmetic,
    OpenedModel,
    OpenedTree,
)

MOST_CELLS = 20_000_000
Bins = int  # whose bits are the bins of a feature


@dataclass(frozen=True, repr=False)
class Axis(Brief):
    """The bins of a feature. cuts: between them, ascending; None where the bins are categories 0, 1, ... and
    all others. values: one that stands for each bin, of numbers the last that goes left of the next cut; for
    gaps NaN, which comes last. share: of the rows, that a bin has."""

    cuts: Floats | None
    values: Floats
    share: Floats

    def bins(self, x: NDArray[Any], arithmetic: Arithmetic) -> NDArray[np.intp]:
        """The bin of each value."""
        last = len(self.values) - 1
        if self.cuts is None:
            category = arithmetic.categories(x)
            found = np.where((category >= 0) & (category < last - 1), category, last - 1)
        else:
            found = np.searchsorted(self.values[:-2], x)
        return np.where(np.isnan(x), last, found).astype(np.intp)


@dataclass(frozen=True, repr=False)
class Leaves(Brief):
    """All leaves that rows can reach, (n,): tree, value. feature, sets: of each the features that lead there,
    ascending, and the numbers of their sets of bins, (n, most features asked); -1 where there are fewer."""

    tree: Integers
    value: Floats
    feature: Integers
    sets: Integers


@dataclass(frozen=True, repr=False)
class Boxes:
    """What leaves add to a part, a curve or a grid, in the order of their trees: each its weight, and of each
    feature of the part the number of its set of bins."""

    tree: Integers
    weight: Floats
    sets: tuple[Integers, ...]


@dataclass(frozen=True, repr=False)
class Collapsed(Brief):
    """constant + curves[f][bin] + grids[f, g][bin of f, bin of g]; curves and grids have the mean 0 under the
    shares. order: the most features that a leaf asks; up to 2 nothing is left over.

    changes: by feature a sparse matrix, (sets of bins, bins): the running sum of a row is 1_i - p_i.
    boxes: by the features of each part."""

    constant: float
    axes: Mapping[int, Axis]
    curves: Mapping[int, Floats]
    grids: Mapping[tuple[int, int], Floats]
    order: int
    model: OpenedModel
    changes: Mapping[int, Any]
    boxes: Mapping[tuple[int, ...], Boxes]

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

    def stages(
        self, part: tuple[int, ...], ends: Sequence[int], bins: Sequence[NDArray[np.intp]] | None = None
    ) -> list[Floats]:
        """A curve, part (f,), or a grid, (f, g), by the trees before each end; at some bins of each axis."""
        boxes, sides = self.boxes[part], []
        bins = bins or [np.arange(len(self.axes[f].values)) for f in part]
        for f, some in zip(part, bins, strict=True):
            until = np.arange(len(self.axes[f].values))[:, None] <= some
            sides.append(self.changes[f] @ until.astype(np.float64))
        spans = pairwise([0, *np.searchsorted(boxes.tree, ends)])
        return [*np.cumsum([added(boxes, sides, slice(*span)) for span in spans], axis=0)]


def collapse(
    model: OpenedModel,
    output: int = 0,
    X: ArrayLike | None = None,
    pairs: Collection[tuple[int, int]] | None = None,
) -> Collapsed:
    """One output of a model as a constant, curves and grids.

    X: rows whose marginals are taken; None: all bins weigh alike, and gaps nothing. pairs: of features,
    ascending, whose grids are made; None: all.
    Errors: ValueError for AdaBoost.R2, whose prediction is no sum, for a feature that is split by category
    and by threshold, or for more than MOST_CELLS cells.
    """
    if model.combine != "sum":
        raise ValueError(f"the prediction is a {model.combine}, no sum of trees")
    chosen = np.flatnonzero((model.tree_output == output) | (model.tree_output < 0)).tolist()
    rows = None if X is None else model.rows(X)
    axes = axes_of(model, {int(f) for k in chosen for f in model.trees[k].feature if f >= 0}, rows)
    known: dict[int, dict[Bins, int]] = {f: {} for f in axes}
    leaves = leaves_of_trees(model, output, chosen, axes, known)
    changes, share = {}, np.ones(leaves.sets.shape)
    for f, axis in axes.items():
        changes[f], of_sets = changes_of(list(known[f]), axis.share)
        here = leaves.feature == f
        share[here] = of_sets[leaves.sets[here]]
    boxes = boxes_of(leaves, share, pairs)
    if sum(len(axes[p[0]].values) * len(axes[p[1]].values) for p in boxes if len(p) == 2) > MOST_CELLS:
        raise ValueError(f"the pairs of features have more than {MOST_CELLS} cells")
    cells = {part: cells_of(found, [changes[f] for f in part]) for part, found in boxes.items()}
    constant = float(model.base[output]) / model.divisor + float(leaves.value @ share.prod(axis=1))
    curves = {part[0]: curve for part, curve in cells.items() if len(part) == 1}
    grids = {(part[0], part[1]): grid for part, grid in cells.items() if len(part) == 2}
    return Collapsed(constant, axes, curves, grids, leaves.sets.shape[1], model, changes, boxes)


def axes_of(model: OpenedModel, wanted: Collection[int], rows: NDArray[Any] | None) -> dict[int, Axis]:
    """The bins of features, cut where any tree cuts them. rows: their shares; None: see collapse."""
    cuts: dict[int, list[float]] = {f: [] for f in sorted(wanted)}
    largest = dict.fromkeys(cuts, -1)
    for tree in model.trees:
        for node in tree.splits.tolist():
            f = int(tree.feature[node])
            if f not in cuts:
                continue
            if node in tree.categories:
                listed = np.append(tree.categories[node], tree.known.get(node, ()))
                largest[f] = max(largest[f], int(listed.max(initial=0)))
            else:
                cuts[f].append(float(tree.threshold[node]))
                if tree.absence[node] == ZERO_TAKES_DEFAULT:
                    cuts[f] += [float(np.nextafter(-TINY, -1)), TINY]
    found = {}
    for f, of_feature in cuts.items():
        if largest[f] >= 0 and (of_feature or largest[f] >= MOST_CATEGORIES):
            both = f"category {largest[f]} and {len(of_feature)} thresholds"
            raise ValueError(f"feature {f} has {both}: too many kinds")
        edges, values = None, np.array([*range(largest[f] + 1), -1.0])
        if largest[f] < 0:
            edges, kind = np.unique(of_feature), model.arithmetic.rows
            values = model.arithmetic.last_left(edges)
            with np.errstate(over="ignore"):  # beyond the largest number is infinity
                values = np.append(values, np.nextafter(kind(values[-1]), kind(np.inf)))
        n = len(values)
        axis = Axis(edges, np.append(values, np.nan), np.append(np.full(n, 1 / n), 0.0))
        if rows is not None and len(rows):
            bins = axis.bins(rows[:, f], model.arithmetic)
            axis = replace(axis, share=np.bincount(bins, minlength=n + 1) / len(rows))
        found[f] = axis
    return found


def leaves_of_trees(
    model: OpenedModel,
    output: int,
    chosen: Sequence[int],
    axes: Mapping[int, Axis],
    known: Mapping[int, dict[Bins, int]],
) -> Leaves:
    """The leaves that rows can reach; known: takes the sets of bins of each feature, with their numbers."""
    number, value, features, sets = [], [], [], []
    places = {f: axis.values[:-1].tolist() for f, axis in axes.items()}
    for k in chosen:
        tree = model.trees[k]
        values = tree.adds(output) * (float(model.tree_weight[k]) / model.divisor)
        for leaf, path in paths_of(tree, model.arithmetic, axes, places):
            number.append(k)
            value.append(values[leaf])
            features.append(sorted(path))
            sets.append([known[f].setdefault(path[f], len(known[f])) for f in features[-1]])
    padded = ([*zip_longest(*listed, fillvalue=-1)] for listed in (features, sets))
    of_all = (np.array(listed, np.int64).reshape(-1, len(sets)).T for listed in padded)
    return Leaves(np.array(number, np.int64), np.array(value), *of_all)


def paths_of(
    tree: OpenedTree, arithmetic: Arithmetic, axes: Mapping[int, Axis], places: Mapping[int, list[float]]
) -> Iterator[tuple[int, dict[int, Bins]]]:
    """The leaves that rows can reach, and by feature the bins that lead there.

    places: of axes, the values of the bins but for gaps.
    """
    gap_left = tree.goes_left(tree.splits, np.full(len(tree.splits), np.nan), arithmetic)
    left_of = dict(zip(tree.splits.tolist(), gap_left.tolist(), strict=True))
    feature, last_left = tree.feature.tolist(), arithmetic.last_left(tree.threshold).tolist()
    by_value = {*tree.categories, *np.flatnonzero(tree.absence == ZERO_TAKES_DEFAULT).tolist()}
    waiting: list[tuple[int, dict[int, Bins]]] = [(0, {})]
    while waiting:
        node, path = waiting.pop()
        f = feature[node]
        if f < 0:
            yield node, path
            continue
        last = len(places[f])  # the bin of gaps
        every = (2 << last) - 1
        if node in by_value:
            x: NDArray[Any] = axes[f].values.astype(arithmetic.rows)
            goes = np.packbits(tree.goes_left(np.full(last + 1, node), x, arithmetic), bitorder="little")
            left = int.from_bytes(goes.tobytes(), "little")
        else:
            left = (1 << bisect_right(places[f], last_left[node])) - 1 | left_of[node] << last
        for child, side in ((tree.children_left, left), (tree.children_right, every ^ left)):
            bins = path.get(f, every) & side
            if bins:
                waiting.append((int(child[node]), path | {f: bins}))


def ends_of(bins: Bins) -> list[int]:
    """Where runs of bins begin and end, by turns."""
    found, edges = [], bins ^ bins << 1
    while edges:
        found.append((edges & -edges).bit_length() - 1)
        edges &= edges - 1
    return found


def changes_of(sets: Sequence[Bins], share: Floats) -> tuple[Any, Floats]:
    """Of sets of bins, the steps of 1_i - p_i as a sparse matrix (sets, bins), and p of each."""
    found = [ends_of(bins) for bins in sets]
    ends, n = np.fromiter(chain.from_iterable(found), np.int64), len(share)
    by_set = np.cumsum([0, *map(len, found)])
    steps = csr_matrix((np.where(np.arange(len(ends)) % 2, -1.0, 1.0), ends, by_set), (len(sets), n + 1))
    p = -(steps @ np.append(0.0, np.cumsum(share)))
    of_all = csr_matrix((-p, (np.arange(len(p)), np.zeros(len(p), int))), steps.shape)
    return (steps + of_all)[:, :n], p


def boxes_of(
    leaves: Leaves, share: Floats, pairs: Collection[tuple[int, int]] | None
) -> dict[tuple[int, ...], Boxes]:
    """What the leaves add to each part."""
    width, parts = leaves.sets.shape[1], {}
    for size in (1, 2):
        found = []
        for at in combinations(range(width), size):
            has = np.flatnonzero(leaves.sets[:, at[-1]] >= 0)
            rest = leaves.value[has] * np.delete(share[has], at, axis=1).prod(axis=1)
            found.append((leaves.feature[has][:, at], leaves.tree[has], rest, leaves.sets[has][:, at]))
        if not found:
            continue
        part, tree, weight, sets = (np.concatenate(each) for each in zip(*found, strict=True))
        order = np.lexsort((tree, *part.T[::-1]))
        starts = np.flatnonzero((np.diff(part[order], axis=0, prepend=-1) != 0).any(axis=1))
        for some in np.split(order, starts[1:]):
            key = tuple(part[some[0]].tolist())
            if size == 1 or pairs is None or key in pairs:
                parts[key] = Boxes(tree[some], weight[some], tuple(sets[some].T))
    return parts


def added(boxes: Boxes, sides: Sequence[Any], some: slice = slice(None)) -> Any:
    """What some boxes add up to; sides: of each feature what stands for its sets of bins, (sets, places)."""
    sets = tuple(each[some] for each in boxes.sets)
    if len(sides) == 1:
        return sides[0].T @ np.bincount(sets[0], boxes.weight[some], sides[0].shape[0])
    given: Any = boxes.weight[some], sets
    weights: Any = csr_matrix(given, (sides[0].shape[0], sides[1].shape[0]))
    return sides[0].T @ weights @ sides[1]


def cells_of(boxes: Boxes, changes: Sequence[Any]) -> Floats:
    """A curve or a grid, centred along every axis."""
    found = added(boxes, changes)
    cells: Floats = found.toarray() if len(changes) > 1 else found
    for axis in range(cells.ndim):
        np.cumsum(cells, axis=axis, out=cells)
    return cells
