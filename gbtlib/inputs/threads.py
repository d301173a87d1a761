"""The search over columns of numbers on several threads: each looks at some of the features, and parts them.

Sums are whole numbers, and of equal cuts the first counts: trees are those of one thread, to the last bit.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.columns import Columns
from gbtlib.core.criteria import Criterion
from gbtlib.core.params import TreeParams
from gbtlib.core.search import Features
from gbtlib.core.splits import SplitSearch
from gbtlib.loops.records import Nodes
from gbtlib.loops.rows import mark_left, part_marked

Rows = NDArray[np.intp]

MIN_VALUES = 1_000_000  # in a smaller matrix threads wait for each other longer than they search


class ThreadedSearch(SplitSearch):
    """The search on `params.n_jobs` threads, which end when the tree is grown."""

    def __init__(self, columns: Columns, criterion: Criterion, params: TreeParams) -> None:
        super().__init__(columns, criterion, params)
        self.threads = ThreadPoolExecutor(params.n_jobs)
        ends = np.linspace(0, columns.n_features, params.n_jobs + 1).astype(int)
        self.shares = [np.arange(*share) for share in pairwise(ends)]
        self.searches = [SplitSearch(columns, criterion, params) for _ in self.shares]

    @property
    def scan(self) -> Any:
        return None

    def best_cuts(self, order: Rows, nodes: Nodes, which: Rows, features: Features = None) -> None:
        def best_of_share(share: Rows, search: SplitSearch) -> Nodes:
            own = Nodes(*[each[which] for each in nodes])
            looked_at = [share if features is None else np.intersect1d(each, share) for each in asked]
            search.limit_by(self.params)  # which may be others than it was made for
            search.best_cuts(order, own, np.arange(len(which)), looked_at)
            return own

        asked = which if features is None else features
        found = list(self.threads.map(best_of_share, self.shares, self.searches))
        best = np.argmax([each.record["cut_score"] for each in found], axis=0)  # the first of equals
        for i, (k, share) in enumerate(zip(which.tolist(), best.tolist(), strict=True)):
            nodes.record[k], nodes.left[k] = found[share].record[i], found[share].left[i]
        nodes.record["n_candidates"][which] = sum(each.record["n_candidates"] for each in found)

    def part(self, order: Rows, nodes: Nodes, which: Rows) -> None:
        every = tuple(nodes)
        mark_left(order, self.columns.values, every, which, self.goes_left)

        def part_share(share: Rows, search: SplitSearch) -> None:
            lines = order[slice(share[0], share[-1] + 1)] if len(share) else order[:0]
            part_marked(lines, every, which, self.goes_left, search.spare)

        list(self.threads.map(part_share, self.shares, self.searches))
