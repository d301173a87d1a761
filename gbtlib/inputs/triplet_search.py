"""Sparse columns: a split search that touches stored entries only.

Each feature keeps its stored entries, sorted by value. The rows without entry are one block, at the value 0
or missing: its sums are those of the node less those of the entries. So the work in a node grows with its
entries and its rows, and not with rows times columns. The tree is, to the last bit, that of the full matrix.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.columns import Columns
from gbtlib.core.criteria import Criterion, Floats, Rows
from gbtlib.core.params import TreeParams
from gbtlib.core.search import Masks, Search, slice_of
from gbtlib.core.tree import Brief
from gbtlib.inputs.triplets import Triplets
from gbtlib.loops.records import ENTRIES, ROW, Nodes, new_line
from gbtlib.loops.rows import part_entries


class Entries(NamedTuple):
    """Stored entries (n,), sorted by feature, then by value, then by row."""

    feature: Rows
    value: Floats
    row: Rows

    def where(self, mask: NDArray[np.bool_]) -> Entries:
        return Entries(self.feature.compress(mask), self.value.compress(mask), self.row.compress(mask))


class InOneLine(Brief):
    """A feature matrix X whose rows need no order: that of SparseColumns, and of BinnedEntries."""

    X: Triplets | Floats

    @property
    def n_features(self) -> int:
        return int(self.X.shape[1])

    @property
    def n_samples(self) -> int:
        return int(self.X.shape[0])

    def order_of(self, rows: Rows | None) -> Rows:
        """The rows of a node as one line, (1, len(rows))."""
        return np.array(np.arange(self.n_samples) if rows is None else rows, dtype=ROW)[np.newaxis]


@dataclass(frozen=True, repr=False)
class SparseColumns(InOneLine):
    """The feature matrix by its stored entries, each feature sorted once; takes the place of Columns.

    X: the matrix, as triplets or in full. entries: all of them, but for stored zeros where absent means zero:
    they join the block. has_missing: whether rows without entry miss the value.
    """

    X: Triplets | Floats
    entries: Entries
    has_missing: bool

    def entries_of(self, rows: Rows) -> Entries:
        """The entries of some rows."""
        if len(rows) == self.n_samples:
            return self.entries
        inside = np.zeros(self.n_samples, dtype=bool)
        inside[rows] = True
        return self.entries.where(inside.take(self.entries.row))

    def search(self, criterion: Criterion, params: TreeParams) -> SparseSearch:
        """The search that touches stored entries only. Errors: ValueError for surrogates."""
        return SparseSearch(self, criterion, params)


def sort_entries(X: Triplets) -> SparseColumns:
    """Sort the entries of every feature by value; equal values keep the order of their rows."""
    entries = Entries(X.column.astype(ROW), X.value, X.row.astype(ROW))
    if X.absent == "zero":
        entries = entries.where(X.value != 0)
    order = np.lexsort((entries.value, entries.feature))
    entries = Entries(entries.feature.take(order), entries.value.take(order), entries.row.take(order))
    return SparseColumns(X, entries, X.absent == "missing")


def present_entries(columns: Columns) -> SparseColumns:
    """The values that are there of a full matrix, as entries; those that are missing are the absent ones.

    Trees are the same to the last bit, and so are lists of candidates. What it costs to grow them, and how
    many cuts are scored, goes by the values that are there.
    """
    n_present = np.count_nonzero(~np.isnan(columns.values), axis=1)
    row = columns.order[np.arange(columns.n_samples) < n_present[:, np.newaxis]]  # missing values sort last
    feature = np.repeat(np.arange(columns.n_features, dtype=ROW), n_present)
    return SparseColumns(columns.X, Entries(feature, columns.values[feature, row], row), has_missing=True)


class SparseSearch(Search):
    """The search for the best cut over sparse columns.

    entries: feature, value and row of those of all nodes; slices: of every node that may still be split, by
    the start and stop of its rows, where its entries begin and end.
    """

    columns: SparseColumns
    laid_by = ENTRIES

    def __init__(self, columns: SparseColumns, criterion: Criterion, params: TreeParams) -> None:
        if params.surrogates:
            raise ValueError(
                f"surrogates={params.surrogates} must be 0 for triplets: they need a full matrix"
            )
        super().__init__(columns, criterion, params)
        self.line = tuple(new_line(columns.n_samples + 1, criterion.n_statistics))
        self.goes_left = np.empty(columns.n_samples, dtype=bool)
        self.entries: Entries | None = None
        self.slices: dict[tuple[int, int], tuple[int, int]] = {}

    def best_cuts(self, order: Rows, nodes: Nodes, which: Rows, looked_at: Masks, **of_node: Any) -> None:
        for i, k in enumerate(which.tolist()):
            entries, one = self.entries_of(order, slice_of(nodes.record[k])), slice(i, i + 1)
            super().best_cuts(order, nodes, which[one], looked_at[one], entries=tuple(entries))

    def laid_alone(self, order: Rows) -> tuple[Any, ...]:
        return self.laid(order, entries=tuple(self.columns.entries_of(order[0])))

    def most_cuts(self, layout: Any) -> int:
        """Of each feature there is a cut more than it has entries: before or behind the zeros."""
        return 2 * (len(layout[-1][0]) + self.columns.n_features)

    def entries_of(self, order: Rows, node: tuple[int, int]) -> Entries:
        """The entries of a node, by start and stop: views of those of all nodes."""
        if self.entries is None:  # the root, which its descendants rearrange
            feature, value, row = self.columns.entries_of(order[0])
            self.entries = Entries(feature.copy(), value.copy(), row.copy())
            self.slices[node] = 0, len(self.entries.row)
        here = slice(*self.slices[node])
        return Entries(self.entries.feature[here], self.entries.value[here], self.entries.row[here])

    def part(self, order: Rows, nodes: Nodes, which: Rows) -> None:
        for k in which.tolist():
            node, (start, stop) = nodes.record[k], slice_of(nodes.record[k])
            entries = self.entries_of(order, (start, stop))
            absent_left = node["default_left"] if self.columns.has_missing else 0.0 <= node["lower"]
            cut = node["feature"], node["lower"], bool(absent_left)
            n_left = part_entries(order[0, start:stop], entries, cut, self.goes_left)
            (first, last), middle = self.slices.pop((start, stop)), start + int(nodes.left[k, 0])
            self.slices[start, middle] = first, first + n_left
            self.slices[middle, stop] = first + n_left, last
