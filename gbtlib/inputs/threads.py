"""The search over numbers on several threads, exact or by histogram: each looks at some of the features.

Sums are whole numbers, and of equal cuts the first counts: trees are those of one thread, to the last bit.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.criteria import Criterion
from gbtlib.core.params import TreeParams
from gbtlib.core.search import Masks, Search, SplitSearch
from gbtlib.histogram.bins import BinnedColumns
from gbtlib.histogram.search import HistogramSearch
from gbtlib.loops.records import Nodes
from gbtlib.loops.rows import mark_left, part_marked

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]

MIN_VALUES = 1_000_000  # in a smaller matrix threads wait for each other longer than they search


def of(n_jobs: int, values: Floats) -> int:
    """How many threads of n_jobs are worth it over a matrix of values."""
    return n_jobs if values.size >= MIN_VALUES else 1


class Threaded(Search):
    """A search on `params.n_jobs` threads, which end when the tree is grown; each has a search of its own.

    kind: of these. own: for each of them the nodes of the tree, with the best cuts that it finds.
    """

    kind: ClassVar[type[Any]]

    def __init__(self, columns: Any, criterion: Criterion, params: TreeParams) -> None:
        super().__init__(columns, criterion, params)
        self.threads, self.own = ThreadPoolExecutor(params.n_jobs), list[Nodes]()
        ends = np.linspace(0, columns.n_features, params.n_jobs + 1).astype(int)
        self.shares = [np.arange(*share) for share in pairwise(ends)]
        self.searches = [self.kind(columns, criterion, params) for _ in self.shares]

    @property
    def scan(self) -> Any:
        return None

    def within(self, params: TreeParams) -> Any:
        """A search within other limits: of single nodes, on one thread."""
        return self.kind(self.columns, self.criterion, self.params).within(params)

    def best_cuts(self, order: Rows, nodes: Nodes, which: Rows, looked_at: Masks, **of_node: Any) -> None:
        if len(which) == 0:
            return
        self.own = self.own or [
            Nodes(*[np.zeros(each.shape, each.dtype) for each in nodes]) for _ in self.shares
        ]
        with_siblings = slice(max(which.min() - 1, 0), which.max() + 2)

        def best_of_share(share: Rows, search: Search, own: Nodes) -> Nodes:
            for here, there in zip(own, nodes, strict=True):
                here[with_siblings] = there[with_siblings]
            of_share = np.zeros_like(looked_at)
            of_share[:, share] = looked_at[:, share]
            search.best_cuts(order, own, which, of_share)
            return own

        found = list(self.threads.map(best_of_share, self.shares, self.searches, self.own))
        best = np.argmax([each.record["cut_score"][which] for each in found], axis=0)  # the first of equals
        for k, share in zip(which.tolist(), best.tolist(), strict=True):
            nodes.record[k], nodes.left[k] = found[share].record[k], found[share].left[k]
        nodes.record["n_candidates"][which] = sum(each.record["n_candidates"][which] for each in found)


class ThreadedSearch(Threaded, SplitSearch):
    """The exact search on several threads."""

    kind = SplitSearch

    def part(self, order: Rows, nodes: Nodes, which: Rows) -> None:
        every = tuple(nodes)
        mark_left(order, self.columns.values, every, which, self.goes_left)

        def part_share(share: Rows, search: SplitSearch) -> None:
            lines = order[slice(share[0], share[-1] + 1)] if len(share) else order[:0]
            part_marked(lines, every, which, self.goes_left, search.spare)

        list(self.threads.map(part_share, self.shares, self.searches))


class ThreadedHistogramSearch(Threaded, HistogramSearch):
    """The search by histogram on several threads: each counts the bins of its features."""

    kind = HistogramSearch

    def __init__(self, columns: BinnedColumns, criterion: Criterion, params: TreeParams) -> None:
        super().__init__(columns, criterion, params)
        for share, search in zip(self.shares, self.searches, strict=True):
            search.share = (int(share[0]), int(share[-1]) + 1) if len(share) else (0, 0)
