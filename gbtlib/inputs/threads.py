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
from gbtlib.core.splits import SplitSearch
from gbtlib.loops.records import Nodes, new_line
from gbtlib.loops.rows import mark_left, part_marked

Rows = NDArray[np.intp]


class ThreadedSearch(SplitSearch):
    """The search on `params.n_jobs` threads, which end when the tree is grown."""

    def __init__(self, columns: Columns, criterion: Criterion, params: TreeParams) -> None:
        super().__init__(columns, criterion, params)
        self.threads = ThreadPoolExecutor(params.n_jobs)
        ends = np.linspace(0, columns.n_features, params.n_jobs + 1).astype(int)
        self.shares = [slice(*share) for share in pairwise(ends)]
        self.lines = [tuple(new_line(columns.n_samples, criterion.n_statistics)) for _ in self.shares]
        self.spares = [np.empty(columns.n_samples, dtype=np.intp) for _ in self.shares]

    @property
    def scan(self) -> Any:
        return None

    def best_of(self, looked_at: Any, order: Rows, nodes: Nodes, which: Rows, line: Any) -> None:
        def best_of_share(share: slice, own_line: Any) -> Nodes:
            own = Nodes(*[each[which] for each in nodes])
            of_share = np.zeros_like(looked_at)
            of_share[:, share] = looked_at[:, share]
            search = super(ThreadedSearch, self).best_of
            search(of_share, order, own, np.arange(len(which)), own_line)
            return own

        found = list(self.threads.map(best_of_share, self.shares, self.lines))
        best = np.argmax([each.record["cut_score"] for each in found], axis=0)  # the first of equals
        for i, (k, share) in enumerate(zip(which.tolist(), best.tolist(), strict=True)):
            nodes.record[k], nodes.left[k] = found[share].record[i], found[share].left[i]
        nodes.record["n_candidates"][which] = sum(each.record["n_candidates"] for each in found)

    def part(self, order: Rows, nodes: Nodes, which: Rows) -> None:
        every = tuple(nodes)
        mark_left(order, every, which, self.goes_left)

        def part_share(share: slice, spare: Rows) -> None:
            part_marked(order[share], every, which, self.goes_left, spare)

        list(self.threads.map(part_share, self.shares, self.spares))
