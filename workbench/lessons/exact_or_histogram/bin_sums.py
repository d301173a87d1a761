"""Histograms of a node and its children: the sums of every bin, the third by subtraction. Pure."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gbtlib.histogram.bins import BinnedColumns, HistogramSearch
from workbench.lessons.exact_or_histogram.node_cuts import CutComb, Recipe, criterion_of, node_cuts

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class BinSums:
    """The histogram of one node: rows, and sums of the gradients and the hessians, (n_bins,).

    total: the rows of the node, with those that have no value of the feature and so no bin.
    """

    name: str
    total: int
    n_rows: Integers
    G: Floats
    H: Floats


def binned(cuts: CutComb) -> BinnedColumns:
    """The feature in bins. Errors: TypeError where it has none."""
    if not isinstance(cuts.columns, BinnedColumns):
        raise TypeError("cuts must be those between bins")
    return cuts.columns


def edges_of(cuts: CutComb) -> Floats:
    """From where to where bins go, (n_bins + 1,): halfway between neighbours, and where the values end."""
    slots = binned(cuts).slots
    first, last = slots.first[:-1], slots.last[:-1]  # behind them is the slot of the missing
    return np.array([first[0], *(0.5 * (last[:-1] + first[1:])), last[-1]])


def search_of(cuts: CutComb) -> HistogramSearch:
    """The search over the bins of a feature."""
    return HistogramSearch(binned(cuts), criterion_of(cuts.first), cuts.first.model.params_)


def sums_of(name: str, histogram: Integers, search: HistogramSearch) -> BinSums:
    """A histogram, (n_slots, 1 + n), as sums of its bins."""
    n_rows, *more = histogram[:-1].T
    counted = [n_rows] * (search.criterion.n_statistics - len(more))
    G, H = search.criterion.side_values(np.array([n_rows, *more, *counted]))
    return BinSums(name, int(histogram[:, 0].sum()), n_rows, G, H)


def node_bins(cuts: CutComb) -> BinSums:
    """The histogram of the node, in the bins of the feature that is cut."""
    search = search_of(cuts)
    return sums_of("node", search.counted(cuts.first.rows(cuts.node)), search)


@lru_cache(maxsize=128)
def family(
    recipe: Recipe, node: int, split_by: int, feature: int, max_bin: int
) -> tuple[BinSums, BinSums] | None:
    """The children of a node's best cut between bins, in histograms of a feature.

    First the smaller one, counted, then its sibling, what is left of the node. split_by: the feature of the
    cut. None where none is allowed.
    """
    cuts = node_cuts(recipe, node, split_by, max_bin)
    of_bins = node_cuts(recipe, node, feature, max_bin)
    if cuts.best is None:
        return None
    rows = cuts.first.rows(node)
    is_left = cuts.is_left(rows)
    sides = {"left": rows[is_left], "right": rows[~is_left]}
    small, large = sorted(sides, key=lambda name: len(sides[name]))
    search = search_of(of_bins)
    smaller = search.counted(sides[small])
    return sums_of(small, smaller, search), sums_of(large, search.counted(rows) - smaller, search)
