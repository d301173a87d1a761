"""grow_tree: one tree, from the root down, by the best cut of one node at a time."""

import heapq
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.criteria import Criterion, Integers, Rows
from gbtlib.core.diagnosis import why_no_cut
from gbtlib.core.interactions import permitted
from gbtlib.core.params import TreeParams
from gbtlib.core.pruning import prune_by_gamma
from gbtlib.core.reasons import GAMMA, MAX_DEPTH, MAX_LEAVES, MIN_SPLIT, ONE_ROW, SPLIT
from gbtlib.core.search import Features, TrainingRows, slice_of
from gbtlib.core.tree import Tree
from gbtlib.loops.bounded import bound_children
from gbtlib.loops.records import new_nodes
from gbtlib.loops.rows import make_children, number_leaves

Draw = Callable[[Sequence[int]], Rows] | None  # from nodes' path numbers to their features, (n_nodes, n)


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

    rows: the rows to grow on (None: all). draw_features: the features to look at in nodes, ascending, from
    their path numbers (the root is 1, the children of k are 2k and 2k + 1); None: all of them.
    """
    growth = Growth(columns, criterion, params, rows, draw_features)
    growth.run()
    grown = growth.result()
    if params.pruning == "pre" or (params.gamma == 0 and params.pruning == "post"):
        return grown  # every split that was made gains enough
    pruned, node_map = prune_by_gamma(grown.tree)
    return Grown(pruned, np.where(grown.leaf < 0, -1, node_map[grown.leaf]))


class Growth:
    """A tree while it grows: its nodes, in the order in which they are made, and those that can be split."""

    def __init__(
        self, columns: TrainingRows, criterion: Criterion, params: TreeParams, rows: Rows | None, draw: Draw
    ) -> None:
        self.columns, self.criterion, self.params, self.draw = columns, criterion, params, draw
        self.search = columns.search(criterion, params)
        self.order = columns.order_of(rows)
        self.best_first = params.grow_policy != "depthwise"
        self.max_depth = np.inf if params.max_depth is None else params.max_depth
        n_rows = self.order.shape[1]
        self.max_leaves = int(min(n_rows, params.max_leaves or n_rows, 2.0 ** min(self.max_depth, 60)))
        self.nodes = new_nodes(2 * self.max_leaves - 1, criterion.n_statistics)
        self.n_nodes = 0
        self.paths = [1]  # of each node, where features are drawn: of the children of k, 2k and 2k + 1
        self.used: list[frozenset[int]] = [frozenset()]  # on each path, where interactions are constrained
        self.open: list[tuple[float, int]] = []  # priority and node; best first, a heap

    def run(self) -> None:
        """Split one open node after another, until none is left or the tree has all its leaves."""
        self.plant()
        while self.open and self.n_leaves < self.max_leaves:
            self.split(self.next_nodes())
        for _, node in self.open:
            self.nodes.record[node]["why_leaf"] = MAX_LEAVES

    @property
    def n_leaves(self) -> int:
        return (self.n_nodes + 1) // 2

    def plant(self) -> None:
        """Make the root."""
        totals = self.criterion.totals(self.order[0])
        root, self.nodes.sums[0] = self.nodes.record[0], totals
        root["stop"], root["left"], root["score"] = self.order.shape[1], -1, self.search.score_of(totals)
        root["lowest"], root["highest"] = -np.inf, np.inf
        self.n_nodes = 1
        self.look_at(0)

    def next_nodes(self) -> Rows:
        """The open nodes to be split next: best first one, depth-wise all of a level, as there is room."""
        if self.best_first:
            return np.array([heapq.heappop(self.open)[1]])
        room = self.max_leaves - self.n_leaves
        chosen, self.open = self.open[:room], self.open[room:]
        return np.array([node for _, node in chosen])

    def split(self, which: Rows) -> None:
        """Turn leaves into splits, and look at their children. They are of one depth."""
        nodes, first = self.nodes, self.n_nodes
        self.search.completed(self.order, nodes, which)
        deepest = nodes.record[which[0]]["depth"] + 1 >= self.max_depth
        # Where nothing is split further, rows stay that are in one piece.
        in_pieces = nodes.record["n_cut"][which] != nodes.left[which, 0]
        self.search.part(self.order, nodes, which[in_pieces] if deepest else which)
        make_children(tuple(nodes), which, first)
        self.n_nodes += 2 * len(which)
        if self.search.directions is not None:
            bound_children(self.criterion, self.search.directions, nodes, which)
        if self.draw is not None:
            self.paths += [2 * self.paths[k] + side for k in which.tolist() for side in (0, 1)]
        if self.params.interaction_constraints is not None:
            for k in which.tolist():
                self.used += [self.used[k] | {int(nodes.record["feature"][k])}] * 2
        self.look_at(first)

    def look_at(self, first: int) -> None:
        """New nodes of one depth: queue each with its best cut, or note why it stays a leaf."""
        record, sums = self.nodes.record[first : self.n_nodes], self.nodes.sums[first : self.n_nodes]
        record["why_leaf"] = why = self.why_closed(int(record[0]["depth"]), sums)
        which = first + (why == SPLIT).nonzero()[0]
        if len(which) > 0:
            self.search.best_cuts(self.order, self.nodes, which, self.features_of(which))
            self.queue(which)

    def why_closed(self, depth: int, sums: Integers) -> NDArray[np.int64]:
        """Why nodes are not worth searching at all; SPLIT if they are. sums: (n, 1 + n_statistics)."""
        n_rows = sums[:, 0]
        if depth >= self.max_depth:
            return np.where(n_rows < 2, ONE_ROW, MAX_DEPTH)
        why = self.criterion.settled(sums)
        why[n_rows < self.params.min_samples_split] = MIN_SPLIT
        why[n_rows < 2] = ONE_ROW
        return why

    def features_of(self, which: Rows) -> Features:
        """The features to look at in each of some nodes; None for all."""
        drawn, groups = self.drawn_for(which), self.params.interaction_constraints
        if groups is None:
            return drawn
        each = [permitted(groups, self.used[k], self.columns.n_features) for k in which.tolist()]
        return each if drawn is None else list(map(np.intersect1d, each, drawn))

    def drawn_for(self, which: Rows) -> Rows | None:
        """The features drawn for each of some nodes, (n, n_drawn); None for all."""
        return None if self.draw is None else self.draw([self.paths[k] for k in which.tolist()])

    def queue(self, which: Rows) -> None:
        """Queue nodes with their best cuts, or note why they stay leaves."""
        record = self.nodes.record
        score, parent = record["cut_score"][which], record["score"][which]
        gain = self.search.gain(score, parent)
        nothing = (score == -np.inf) | self.search.gains_nothing(score, parent, self.criterion.noise)
        for i in np.flatnonzero(nothing & (score > -np.inf)).tolist():
            noise = self.criterion.noise_of(self.order[0, slice(*slice_of(record[which[i]]))])
            nothing[i] = self.search.gains_nothing(score[i], parent[i], noise)
        dear = self.search.is_too_dear(score, parent) & ~nothing
        record["gain"][which] = gain
        record["why_leaf"][which[dear]] = GAMMA
        for k in which[nothing].tolist():
            one = np.array([k])
            features = self.features_of(one), self.drawn_for(one)
            record["why_leaf"][k] = why_no_cut(self.search, self.order, self.nodes, k, *features)
        # Nodes are numbered as they are made: of equal priority the first is split first.
        priority = -gain if self.best_first else np.zeros(len(which))
        worth = ~(nothing | dear)
        for entry in zip(priority[worth].tolist(), which[worth].tolist(), strict=True):
            heapq.heappush(self.open, entry)

    def result(self) -> Grown:
        """What was grown as a frozen tree, and the leaf of each row."""
        nodes = self.nodes.record[: self.n_nodes]
        leaf = np.full(self.columns.n_samples, -1, dtype=np.intp)
        number_leaves(self.order, nodes, leaf)
        left, inner = nodes["left"], nodes["left"] >= 0
        sums = np.ascontiguousarray(self.nodes.sums[: self.n_nodes].T)
        values = self.criterion.node_values(sums)
        if self.search.directions is not None:
            values["weight"] = np.clip(values["weight"], nodes["lowest"], nodes["highest"])
        tree = Tree(
            feature=np.where(inner, nodes["feature"], -1).astype(np.int32),
            threshold=np.where(inner, self.search.threshold(nodes["lower"], nodes["upper"]), np.nan),
            default_left=nodes["default_left"] | ~inner,
            children_left=left.astype(np.int32),
            children_right=np.where(inner, left + 1, -1).astype(np.int32),
            n_samples=sums[0].astype(np.int32),
            gain=np.where(inner, nodes["gain"], np.nan),
            depth=nodes["depth"].astype(np.int32),
            why_leaf=np.where(inner, SPLIT, nodes["why_leaf"]).astype(np.int8),
            n_features=self.columns.n_features,
            n_candidates=nodes["n_scored"].copy(),
            **values,
        )
        return Grown(self.criterion.finished(self.search.stored(tree, nodes), leaf), leaf)
