"""grow_tree: one tree, from the root down, by the best cut of one node at a time."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.cart.impurity import ClassCriterion
from gbtlib.core import candidates
from gbtlib.core import tree as trees
from gbtlib.core.columns import Columns
from gbtlib.core.criteria import Criterion, SquaredError
from gbtlib.core.params import TreeParams
from gbtlib.core.pruning import prune_by_gamma
from gbtlib.core.splits import Split
from gbtlib.core.tree import Tree
from gbtlib.inputs.searches import split_search

Rows = NDArray[np.intp]


class Leaf(NamedTuple):
    """A node as it is made: a leaf, with its rows in `order[sorted_by, start:stop]`."""

    path: int  # 1 for the root, 2k and 2k + 1 for the children of k
    depth: int
    sorted_by: int
    start: int
    stop: int
    totals: tuple[int, ...]  # sums of the statistics, in fixed point
    score: float


class Grown(NamedTuple):
    """A tree, and the leaf of each row it was grown on: (n_samples,), -1 for rows that were not sampled."""

    tree: Tree
    leaf: Rows


def grow_tree(
    columns: Columns,
    criterion: Criterion,
    params: TreeParams,
    *,
    rows: Rows | None = None,
    draw_features: Callable[[int], Rows] | None = None,
) -> Grown:
    """Grow a tree, then charge gamma as `params.pruning` says.

    rows: the rows to grow on (None: all). draw_features: the features to look at in a node, ascending, from
    the node's path number (the root is 1, the children of k are 2k and 2k + 1); None: all of them.
    """
    growth = Growth(columns, criterion, params, rows, draw_features)
    growth.run()
    grown = growth.result()
    if params.pruning == "pre" or (params.gamma == 0 and params.pruning == "post"):
        return grown  # every split that was made gains enough
    pruned, node_map = prune_by_gamma(grown.tree)
    return Grown(pruned, np.where(grown.leaf < 0, -1, node_map[grown.leaf]))


class Growth:
    """A tree while it grows: its nodes, the splits made so far, and the queue of nodes that can be split."""

    def __init__(
        self,
        columns: Columns,
        criterion: Criterion,
        params: TreeParams,
        rows: Rows | None,
        draw_features: Callable[[int], Rows] | None,
    ) -> None:
        self.columns, self.criterion, self.params = columns, criterion, params
        self.search = split_search(columns, criterion, params)
        self.order = columns.order_of(rows)
        self.every_feature = np.arange(columns.n_features)
        self.draw_features = draw_features
        self.goes_left = np.zeros(columns.n_samples, dtype=bool)
        self.max_depth = np.inf if params.max_depth is None else params.max_depth

        self.nodes: list[Leaf] = []
        self.why_leaf: list[int] = []
        self.n_candidates: list[int] = []  # cuts scored at each node
        self.splits: dict[int, tuple[Split, float, int]] = {}  # node: its split, gain, and left child
        self.depthwise: deque[tuple[int, Split, float]] = deque()
        self.best_first: list[tuple[float, int, Split, float]] = []

    def run(self) -> None:
        """Split one open node after another, until none is left or the tree has all its leaves."""
        n_rows = self.order.shape[1]
        totals = self.criterion.totals(self.order[0])
        self.add(Leaf(1, 0, 0, 0, n_rows, totals, self.search.parent_score(n_rows, totals)))
        max_splits = n_rows if self.params.max_leaves is None else self.params.max_leaves - 1
        while len(self.splits) < max_splits and (self.depthwise or self.best_first):
            if self.depthwise:
                self.split(*self.depthwise.popleft())
            else:
                self.split(*heapq.heappop(self.best_first)[1:])
        for node in [entry[0] for entry in self.depthwise] + [entry[1] for entry in self.best_first]:
            self.why_leaf[node] = trees.MAX_LEAVES

    def add(self, leaf: Leaf) -> None:
        """A new leaf. Queue it with its best cut, or note why it stays a leaf."""
        node = len(self.nodes)
        self.nodes.append(leaf)
        n_rows = leaf.stop - leaf.start
        closed = self.why_closed(leaf, n_rows)
        if closed:
            self.why_leaf.append(closed)
            self.n_candidates.append(0)
            return
        self.why_leaf.append(trees.SPLIT)  # until it is known
        scored_before = self.search.n_scored
        features = self.every_feature if self.draw_features is None else self.draw_features(leaf.path)
        split = self.search.scan(self.order, leaf.start, leaf.stop, leaf.totals, features)
        self.n_candidates.append(self.search.n_scored - scored_before)
        refused = candidates.NO_GAIN if split is None else self.search.refusal(split.score, leaf.score)
        if split is None or refused == candidates.NO_GAIN:
            self.why_leaf[node] = self.why_no_gain(leaf, features)
        elif refused == candidates.GAMMA:
            self.why_leaf[node] = trees.GAMMA
        else:
            gain = self.search.gain(split.score, leaf.score)
            if self.params.grow_policy == "depthwise":
                self.depthwise.append((node, split, gain))
            else:
                heapq.heappush(self.best_first, (-gain, node, split, gain))

    def why_closed(self, leaf: Leaf, n_rows: int) -> int:
        """Why a node is not worth scanning at all; 0 (SPLIT) if it is."""
        if not self.can_split(leaf.depth, n_rows):
            return trees.ONE_ROW if n_rows < 2 else trees.MAX_DEPTH
        if n_rows < self.params.min_samples_split:
            return trees.MIN_SPLIT
        settled = self.criterion.settled(leaf.totals)
        return self.in_common(leaf) if settled == trees.NO_GAIN else settled

    def can_split(self, depth: int, n_rows: int) -> bool:
        """Whether the cuts of a node are worth scanning at all."""
        return depth < self.max_depth and n_rows > 1

    def why_no_gain(self, leaf: Leaf, features: Rows) -> int:
        """Why no cut of a node is worth making: a limit, or else what its rows have in common, or NO_GAIN."""
        limit = trees.SPLIT if self.search.unlimited else self.limit_in_the_way(leaf, features)
        return limit or self.in_common(leaf)

    def in_common(self, leaf: Leaf) -> int:
        """What all rows of a node have in common that leaves nothing to gain; NO_GAIN if they differ."""
        if isinstance(self.criterion, ClassCriterion):
            return trees.ONE_CLASS if max(leaf.totals) == sum(leaf.totals) else trees.NO_GAIN
        rows = self.order[leaf.sorted_by, leaf.start : leaf.stop]
        if isinstance(self.criterion, SquaredError):
            weighty = rows[self.criterion.sample_weight.take(rows) > 0]
            return trees.ONE_TARGET if len(np.unique(self.criterion.y[weighty])) == 1 else trees.NO_GAIN
        # Rows that are alike in g and h: G^2 / (H + lambda) of a part is at most its share of the whole's.
        if all(np.ptp(statistic.take(rows)) == 0 for statistic in self.criterion.statistics):
            return trees.ONE_GRADIENT
        return trees.NO_GAIN

    def limit_in_the_way(self, leaf: Leaf, features: Rows) -> int:
        """Which limit keeps a node from a cut that gains: the first that, given up, lets one through.

        SPLIT (0) if none does.
        """
        no_weight = replace(self.params, min_child_weight=0.0)
        for params, reason in (
            (no_weight, trees.MIN_WEIGHT),
            (replace(no_weight, min_samples_leaf=1), trees.MIN_SAMPLES),
        ):
            search = self.search.with_params(params)
            split = search.scan(self.order, leaf.start, leaf.stop, leaf.totals, features)
            if split is not None and search.refusal(split.score, leaf.score) != candidates.NO_GAIN:
                return reason
        return trees.SPLIT

    def split(self, node: int, split: Split, gain: float) -> None:
        """Turn a leaf into a split with two leaves, and rearrange its rows."""
        path, depth, _, start, stop, totals, _ = self.nodes[node]
        split = self.search.completed(split, self.order, start, stop, totals)
        middle, depth = start + split.n_left, depth + 1
        contiguous = split.n_left == split.n_cut
        deeper = self.can_split(depth, max(middle - start, stop - middle))
        if not contiguous or (deeper and len(self.order) > 1):
            self.rearrange(start, stop, split)

        self.why_leaf[node] = trees.SPLIT
        self.splits[node] = (split, gain, len(self.nodes))
        sorted_by = split.feature if contiguous else 0
        rest = tuple([total - left for total, left in zip(totals, split.left, strict=True)])
        self.add(Leaf(2 * path, depth, sorted_by, start, middle, split.left, split.score_left))
        self.add(Leaf(2 * path + 1, depth, sorted_by, middle, stop, rest, split.score_right))

    def rearrange(self, start: int, stop: int, split: Split) -> None:
        """Bring the rows that go left to the front of a node's slice, in every feature's order."""
        left = self.search.left_rows(self.order, start, stop, split)
        self.goes_left[left] = True
        self.search.partition(self.order, start, stop, self.goes_left)
        self.goes_left[left] = False

    def result(self) -> Grown:
        """What was grown as a frozen tree, and the leaf of each row."""
        leaf = np.full(self.columns.n_samples, -1, dtype=np.intp)
        for node, (_, _, sorted_by, start, stop, _, _) in enumerate(self.nodes):
            if node not in self.splits:
                leaf[self.order[sorted_by, start:stop]] = node
        depth, starts, stops, totals = zip(
            *((n.depth, n.start, n.stop, n.totals) for n in self.nodes), strict=True
        )
        n_nodes = len(self.nodes)
        n_samples = np.array(stops) - np.array(starts)

        feature, left, right = np.full((3, n_nodes), -1)
        threshold, gain = np.full((2, n_nodes), np.nan)
        default_left = np.ones(n_nodes, dtype=bool)
        inner = list(self.splits)
        if inner:
            split, gain[inner], left[inner] = zip(*self.splits.values(), strict=True)
            feature[inner] = [s.feature for s in split]
            threshold[inner] = [s.threshold for s in split]
            default_left[inner] = [s.default_left for s in split]
            right[inner] = left[inner] + 1
        tree = Tree(
            feature=feature.astype(np.int32),
            threshold=threshold,
            default_left=default_left,
            children_left=left.astype(np.int32),
            children_right=right.astype(np.int32),
            n_samples=n_samples.astype(np.int32),
            gain=gain,
            depth=np.array(depth, dtype=np.int32),
            why_leaf=np.array(self.why_leaf, dtype=np.int8),
            n_features=self.columns.n_features,
            n_candidates=np.array(self.n_candidates),
            **self.criterion.node_values(n_samples, np.array(totals).T),
            **self.search.extras({node: entry[0] for node, entry in self.splits.items()}, n_nodes),
        )
        return Grown(self.criterion.finished(tree, leaf), leaf)
