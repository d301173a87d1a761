"""The search over columns of numbers without missing values, for several nodes at once.

A node of few rows costs what its numpy calls cost by themselves. So the rows of small nodes, such as those of
a level, are laid side by side and scored as one: the running sums go through all of them, and what ran up
before a node is taken off where the node begins. Every number is what SplitSearch finds, to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.criteria import Criterion, Totals
from gbtlib.core.reasons import ALLOWED
from gbtlib.core.search import NodeSlice, Side, Split
from gbtlib.core.splits import BLOCK, Block, SplitSearch

Rows = NDArray[np.intp]

TOGETHER = 1 << 13  # values of several nodes at most: more are no faster than the nodes by themselves


class LevelSearch(SplitSearch):
    """The search that scores small nodes together."""

    @property
    def scores_together(self) -> bool:
        """Whether nodes are scored together at all: not where the criterion has a short cut."""
        return type(self.criterion).cut_scores is Criterion.cut_scores

    def scan(self, order: Rows, start: int, stop: int, totals: Totals, features: Rows) -> Split | None:
        if len(features) == len(order) <= BLOCK // (stop - start):  # all in one block
            return self.best_cut(Block(features, order[:, start:stop], None), totals)
        return super().scan(order, start, stop, totals, features)

    def scan_all(self, nodes: Sequence[NodeSlice]) -> Iterator[Split | None]:
        for together in self.groups(nodes):
            if len(together) == 1:
                yield self.scan(*together[0])
            else:
                yield from self.scan_together(together)

    def groups(self, nodes: Sequence[NodeSlice]) -> Iterator[list[NodeSlice]]:
        """Neighbours whose rows together fit the cache; alone what has features drawn, or a short cut."""
        alone = not self.scores_together
        group: list[NodeSlice] = []
        n_values = 0
        for node in nodes:
            order, start, stop, _, features = node
            n_values += (stop - start) * len(order)
            if group and (n_values > TOGETHER or len(features) < len(order) or alone):
                yield group
                group, n_values = [], (stop - start) * len(order)
            group.append(node)
        if group:
            yield group

    def scan_together(self, nodes: list[NodeSlice]) -> Iterator[Split | None]:
        """What `scan` finds in each of several nodes, in all features."""
        order = nodes[0][0]
        lengths = np.array([stop - start for _, start, stop, _, _ in nodes])
        ends = lengths.cumsum()
        starts = ends - lengths
        rows = np.concatenate([order[:, start:stop] for _, start, stop, _, _ in nodes], axis=1)
        totals = np.array([totals for _, _, _, totals, _ in nodes]).T
        sides = self.sides_of_all(rows, lengths, starts, totals)
        score = sides[0].score + sides[1].score
        score[:, ends - 1] = -np.inf  # after a node's last row

        # For each node the first feature with the best score, and the first cut there.
        feature = np.maximum.reduceat(score, starts, axis=1).argmax(axis=0)
        runs = zip(feature.tolist(), starts.tolist(), ends.tolist(), strict=True)
        n_left = [int(score[f, start:stop].argmax()) + 1 for f, start, stop in runs]
        cut = starts + n_left - 1
        best = feature, cut
        left, right = (
            Side(side.n_rows[cut], [sums[best] for sums in side.sums], side.score[best]) for side in sides
        )
        lower, upper = (self.columns.values[feature, rows[feature, at]] for at in (cut, cut + 1))
        allowed = (lower < upper) & (self.unlimited or self.limits(left, right) == ALLOWED)

        found = zip(
            score[best].tolist(),
            left.score.tolist(),
            right.score.tolist(),
            zip(*[sums.tolist() for sums in left.sums], strict=True),
            feature.tolist(),
            lower.tolist(),
            upper.tolist(),
            repeat(True),  # no row misses a feature
            n_left,
            n_left,
        )
        for node, is_allowed, split in zip(nodes, allowed.tolist(), found, strict=False):
            if is_allowed:
                self.n_scored += (node[2] - node[1] - 1) * len(order)
                yield Split(*split)
            else:  # few are forbidden
                yield self.scan(*node)

    def sides_of_all(
        self, rows: Rows, lengths: Rows, starts: Rows, totals: NDArray[np.int64]
    ) -> tuple[Side, Side]:
        """Both sides after every row, (n_features, n_rows), of nodes side by side.

        lengths, starts: rows of each node, and those before it. totals: sums, (n_statistics, n_nodes).
        """
        left, right = [], []
        for statistic, total in zip(self.criterion.statistics, totals, strict=True):
            sums = statistic.take(rows)
            sums[:, starts[1:]] -= total[:-1]
            left.append(sums.cumsum(axis=1))
            right.append(total.repeat(lengths) - left[-1])
        n_left = self.upwards[: rows.shape[1]] - starts.repeat(lengths)
        n_right = lengths.repeat(lengths) - n_left
        with np.errstate(divide="ignore", invalid="ignore"):  # nothing is right of a node's last row
            return self.side(n_left, left), self.side(n_right, right)
