"""grow_tree: one tree, from the root down, by the best cut of one node at a time."""

import heapq
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from gbtlib.core.criteria import Criterion, Rows, Sums
from gbtlib.core.diagnosis import why_no_cut
from gbtlib.core.params import TreeParams
from gbtlib.core.pruning import prune_by_gamma
from gbtlib.core.reasons import GAMMA, MAX_DEPTH, MAX_LEAVES, MIN_SPLIT, ONE_ROW, SPLIT
from gbtlib.core.search import Sought, Split, TrainingRows
from gbtlib.core.tree import Tree
from gbtlib.loops.rows import number_leaves

Draw = Callable[[int], Rows] | None  # from a node's path number to the features to look at


class Leaf(NamedTuple):
    """A node as it is made: a leaf, with its rows in `order[sorted_by, start:stop]`."""

    path: int  # 1 for the root, 2k and 2k + 1 for the children of k
    depth: int
    sorted_by: int
    start: int
    stop: int
    totals: Sums
    score: float


class Made(NamedTuple):
    """A split that was made, what it gains, and the number of its left child; the right one is the next."""

    split: Split
    gain: float
    left: int


class Grown(NamedTuple):
    """A tree, and the leaf of each row it was grown on: (n_samples,), -1 for rows that were not sampled."""

    tree: Tree
    leaf: Rows


def grow_tree(
    columns: TrainingRows,
    criterion: Criterion,
    params: TreeParams,
    *,
    rows: Rows | None = None,
    draw_features: Draw = None,
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
        self, columns: TrainingRows, criterion: Criterion, params: TreeParams, rows: Rows | None, draw: Draw
    ) -> None:
        self.columns, self.criterion, self.params, self.draw = columns, criterion, params, draw
        self.search = columns.search(criterion, params)
        self.order = columns.order_of(rows)
        self.best_first = params.grow_policy != "depthwise"
        self.max_depth = np.inf if params.max_depth is None else params.max_depth

        self.nodes: list[Leaf] = []
        self.why_leaf: list[int] = []
        self.n_candidates: list[int] = []  # cuts scored at each node
        self.splits: dict[int, Made] = {}  # by node
        self.open: list[tuple[float, int, Split, float]] = []  # a heap: priority, node, its split, its gain

    def run(self) -> None:
        """Split one open node after another, until none is left or the tree has all its leaves."""
        self.add([self.root()])
        max_splits = self.order.shape[1] if self.params.max_leaves is None else self.params.max_leaves - 1
        while self.open and len(self.splits) < max_splits:
            # By depth all open nodes are of one level: they are split, and their children searched, together.
            n_next = 1 if self.best_first else min(len(self.open), max_splits - len(self.splits))
            chosen = [heapq.heappop(self.open) for _ in range(n_next)]
            self.add([child for _, node, split, gain in chosen for child in self.split(node, split, gain)])
        for _, node, _, _ in self.open:
            self.why_leaf[node] = MAX_LEAVES

    def root(self) -> Leaf:
        """The node of all rows."""
        totals = self.criterion.totals(self.order[0])
        return Leaf(1, 0, 0, 0, self.order.shape[1], totals, self.search.score_of(totals))

    def add(self, leaves: list[Leaf]) -> None:
        """New leaves. Queue each with its best split, or note why it stays a leaf."""
        first = len(self.nodes)
        self.nodes += leaves
        closed = [self.why_closed(leaf) for leaf in leaves]
        self.why_leaf += closed
        self.n_candidates += [0] * len(leaves)
        sought = [first + i for i, why in enumerate(closed) if why == SPLIT]
        found = self.search.best_splits(self.order, [self.sought(node) for node in sought])
        for node, (split, n_scored) in zip(sought, found, strict=True):
            self.n_candidates[node] = n_scored
            self.queue(node, split)

    def sought(self, node: int) -> Sought:
        """What the search is to know of a node."""
        path, _, _, start, stop, totals, _ = self.nodes[node]
        return Sought(start, stop, totals, None if self.draw is None else self.draw(path))

    def queue(self, node: int, split: Split | None) -> None:
        """Queue a leaf with its best split, or note why it stays a leaf."""
        parent = self.nodes[node].score
        if split is None or self.search.gains_nothing(split.score, parent):
            self.why_leaf[node] = why_no_cut(self.search, self.order, self.sought(node), parent)
        elif self.search.is_too_dear(split.score, parent):
            self.why_leaf[node] = GAMMA
        else:
            gain = self.search.gain(split.score, parent)
            # Nodes are numbered as they are made: of equal priority the first is split first.
            priority = -gain if self.best_first else 0.0
            heapq.heappush(self.open, (priority, node, split, gain))

    def why_closed(self, leaf: Leaf) -> int:
        """Why a node is not worth searching at all; SPLIT if it is."""
        n_rows = leaf.totals[0]
        if n_rows < 2:
            return ONE_ROW
        if leaf.depth >= self.max_depth:
            return MAX_DEPTH
        return MIN_SPLIT if n_rows < self.params.min_samples_split else self.criterion.settled(leaf.totals)

    def split(self, node: int, split: Split, gain: float) -> tuple[Leaf, Leaf]:
        """Turn a leaf into a split and rearrange its rows. Its two children, not yet added."""
        path, depth, _, start, stop, totals, _ = self.nodes[node]
        split = self.search.completed(split, self.order, Sought(start, stop, totals))
        middle, depth = start + split.n_left, depth + 1
        in_one_piece = split.n_left == split.n_cut
        if not in_one_piece or (depth < self.max_depth and len(self.order) > 1):
            self.search.part(self.order, start, stop, split)
        self.splits[node] = Made(split, gain, 1 + 2 * len(self.splits))  # every split makes two nodes
        sorted_by = split.feature if in_one_piece else 0
        rest = tuple([total - left for total, left in zip(totals, split.left, strict=True)])
        return (
            Leaf(2 * path, depth, sorted_by, start, middle, split.left, split.score_left),
            Leaf(2 * path + 1, depth, sorted_by, middle, stop, rest, split.score_right),
        )

    def result(self) -> Grown:
        """What was grown as a frozen tree, and the leaf of each row."""
        _, depth, sorted_by, starts, stops, totals, _ = zip(*self.nodes, strict=True)
        n_nodes = len(self.nodes)
        leaf = np.full(self.columns.n_samples, -1, dtype=np.intp)
        pieces = np.array((range(n_nodes), sorted_by, starts, stops))
        inner = list(self.splits)
        number_leaves(self.order, np.delete(pieces, inner, axis=1).T, leaf)

        sums = np.array(totals).T
        feature, left, right = np.full((3, n_nodes), -1)
        threshold, gain = np.full((2, n_nodes), np.nan)
        default_left = np.ones(n_nodes, dtype=bool)
        if inner:
            made, gain[inner], left[inner] = zip(*self.splits.values(), strict=True)
            feature[inner] = [split.feature for split in made]
            lower, upper = np.array([(split.lower, split.upper) for split in made]).T
            threshold[inner] = self.search.threshold(lower, upper)
            default_left[inner] = [split.default_left for split in made]
            right[inner] = left[inner] + 1
        tree = Tree(
            feature=feature.astype(np.int32),
            threshold=threshold,
            default_left=default_left,
            children_left=left.astype(np.int32),
            children_right=right.astype(np.int32),
            n_samples=sums[0].astype(np.int32),
            gain=gain,
            depth=np.array(depth, dtype=np.int32),
            why_leaf=np.array(self.why_leaf, dtype=np.int8),
            n_features=self.columns.n_features,
            n_candidates=np.array(self.n_candidates),
            **self.criterion.node_values(sums),
        )
        tree = self.search.stored(tree, {node: made.split for node, made in self.splits.items()})
        return Grown(self.criterion.finished(tree, leaf), leaf)
