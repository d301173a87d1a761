"""Histograms of a node and its children: the sums of every bin, the third by subtraction. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gbtlib.histogram.bins import BinnedColumns
from gbtlib.histogram.search import HistogramSearch
from workbench.lessons.exact_or_histogram.node_cuts import Recipe, criterion_of, node_cuts

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class BinSums:
    """The histogram of one node: rows and sums of the gradients, (n_bins,)."""

    name: str
    n_rows: Integers
    G: Floats

    @property
    def total(self) -> int:
        """The rows of the node."""
        return int(self.n_rows.sum())


@dataclass(frozen=True, eq=False)
class Family:
    """A node and its two children: parent and smaller are counted, the sibling is their difference.

    edges: the smallest value of every bin, and the largest of the last, (n_bins + 1,).
    is_exact: whether the sibling, counted, has the very same sums, to the last bit.
    """

    parent: BinSums
    smaller: BinSums
    sibling: BinSums
    edges: Floats
    is_exact: bool

    @property
    def members(self) -> tuple[BinSums, BinSums, BinSums]:
        """All three, in the order in which they come about."""
        return self.parent, self.smaller, self.sibling

    @property
    def saved(self) -> int:
        """Additions that the subtraction saves: one a row of the sibling, less one a bin; may be negative."""
        return self.sibling.total - len(self.parent.n_rows)

    @property
    def busiest(self) -> int:
        """The bin that parts most: with the most rows of the child that has fewer of them there."""
        fewer = np.minimum(self.smaller.n_rows, self.sibling.n_rows)
        return int((fewer if fewer.any() else self.smaller.n_rows).argmax())


@lru_cache(maxsize=128)
def family(recipe: Recipe, node: int, split_by: int, feature: int, max_bin: int) -> Family | None:
    """A node parted by its best cut of a feature between bins, in histograms of a feature.

    split_by: the feature of the cut. None where no cut of it is allowed.
    """
    cuts = node_cuts(recipe, node, split_by, max_bin)
    columns = node_cuts(recipe, node, feature, max_bin).columns
    if cuts.best is None or not isinstance(columns, BinnedColumns):
        return None
    rows = cuts.first.rows(node)
    is_left = cuts.first.X[rows, split_by] <= cuts.threshold
    sides = {"left child": rows[is_left], "right child": rows[~is_left]}
    small, large = sorted(sides, key=lambda name: len(sides[name]))
    search = HistogramSearch(columns, criterion_of(cuts.first), cuts.first.model.params_)
    parent, smaller, counted = (search.counted(each) for each in (rows, sides[small], sides[large]))
    difference = parent - smaller

    def sums(name: str, histogram: Integers) -> BinSums:
        n_rows, *more = histogram[:-1].T  # the last slot is that of the missing
        counted = [n_rows] * (search.criterion.n_statistics - len(more))
        return BinSums(name, n_rows, search.criterion.side_values(np.array([n_rows, *more, *counted]))[0])

    edges = np.append(columns.slots.first[:-1], columns.slots.last[-2])
    return Family(
        sums("node", parent),
        sums(small, smaller),
        sums(large, difference),
        edges,
        bool(np.array_equal(difference, counted)),
    )
