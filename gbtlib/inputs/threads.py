"""The search over numbers on several threads, exact or by histogram: each looks at some of the features.

Sums are whole numbers, and of equal cuts the first counts: trees are those of one thread, to the last bit.
"""

from typing import Any, ClassVar

import numpy as np

from gbtlib.core.criteria import Criterion, Floats, Rows
from gbtlib.core.params import TreeParams
from gbtlib.core.search import Masks, Search, SplitSearch
from gbtlib.histogram.bins import BinnedColumns, HistogramSearch
from gbtlib.loops.records import OF_CUT, Nodes
from gbtlib.loops.rows import mark_left, part_marked
from gbtlib.loops.threads import on_threads, shares

MIN_VALUES = 1_000_000  # in a smaller matrix threads wait for each other longer than they search


def of(n_jobs: int, values: Floats) -> int:
    """How many threads of n_jobs are worth it over a matrix of values."""
    return n_jobs if values.size >= MIN_VALUES else 1


class Threaded(Search):
    """A search on `params.n_jobs` threads; each has a search of its own, over a share of the features.

    kind: of these. others: for each but the first the best cuts that it finds.
    """

    kind: ClassVar[type[Any]]

    def __init__(self, columns: Any, criterion: Criterion, params: TreeParams) -> None:
        super().__init__(columns, criterion, params)
        self.shares, self.others = shares(columns.n_features, params.n_jobs), list[Nodes]()
        self.searches = [self.kind(columns, criterion, params) for _ in self.shares]

    @property
    def scan(self) -> Any:
        return None

    def within(self, params: TreeParams) -> Any:
        """A search within other limits: of single nodes, on one thread."""
        return self.kind(self.columns, self.criterion, self.params).within(params)

    def best_cuts(self, order: Rows, nodes: Nodes, which: Rows, looked_at: Masks, **of_node: Any) -> None:
        self.others = self.others or [Nodes(*map(np.zeros_like, nodes)) for _ in self.shares[1:]]

        def best_of_share(share: slice, search: Search, found: Nodes) -> None:
            of_share = np.zeros_like(looked_at)
            of_share[:, share] = looked_at[:, share]
            search.note_best(search.laid(order), nodes, which, of_share, found)

        on_threads(best_of_share, self.shares, self.searches, [nodes, *self.others])
        best = nodes.record
        for other in self.others:
            best["n_candidates"][which] += other.record["n_candidates"][which]
            better = which[other.record["cut_score"][which] > best["cut_score"][which]]  # the first of equals
            nodes.left[better] = other.left[better]
            for name in OF_CUT:
                best[name][better] = other.record[name][better]


class ThreadedSearch(Threaded, SplitSearch):
    """The exact search on several threads."""

    kind = SplitSearch

    def part(self, order: Rows, nodes: Nodes, which: Rows) -> None:
        every = tuple(nodes)
        mark_left(order, self.columns.values, every, which, self.goes_left)

        def part_share(share: slice, search: SplitSearch) -> None:
            part_marked(order[share], every, which, self.goes_left, search.spare)

        on_threads(part_share, self.shares, self.searches)


class ThreadedHistogramSearch(Threaded, HistogramSearch):
    """The search by histogram on several threads: each counts the bins of its features."""

    kind = HistogramSearch

    def __init__(self, columns: BinnedColumns, criterion: Criterion, params: TreeParams) -> None:
        super().__init__(columns, criterion, params)
        for share, search in zip(self.shares, self.searches, strict=True):
            search.share = share.start, share.stop

    def part(self, order: Rows, nodes: Nodes, which: Rows) -> None:
        if len(which) < len(self.searches):
            return super().part(order, nodes, which)

        def part_share(search: HistogramSearch, some: slice) -> None:
            search.part(order, nodes, which[some])

        on_threads(part_share, self.searches, shares(len(which), len(self.searches)))
