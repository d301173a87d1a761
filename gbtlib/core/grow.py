"""grow_tree: one tree, from the root down, by the best cut of one node at a time."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from gbtlib.core.criteria import Criterion, Rows
from gbtlib.core.params import TreeParams
from gbtlib.core.pruning import prune_by_gamma
from gbtlib.core.search import Masks, TrainingRows, slice_of
from gbtlib.core.tree import Tree
from gbtlib.loops import reasons
from gbtlib.loops.draws import NO_GROUPS, Draw, features_of, masks_of
from gbtlib.loops.growing import grow, judge, next_nodes
from gbtlib.loops.records import OF_TREE, Nodes, Shape, new_nodes, new_queue
from gbtlib.loops.rows import finish


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
    draw_features: Draw | None = None,
) -> Grown:
    """Grow a tree, then charge gamma as `params.pruning` says.

    rows: the rows to grow on (None: all). draw_features: the features to look at in nodes, by their path
    numbers (the root is 1, the children of k are 2k and 2k + 1); None: all of them.
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
        self,
        columns: TrainingRows,
        criterion: Criterion,
        params: TreeParams,
        rows: Rows | None,
        draw: Draw | None,
    ) -> None:
        self.columns, self.criterion, self.params, self.draw = columns, criterion, params, draw
        self.search = columns.search(criterion, params)
        key = (np.uint64(0), 0) if draw is None else (draw.key, draw.n_drawn)
        self.features = key, masks_of(params.interaction_constraints, columns.n_features)
        self.order = columns.order_of(rows)
        n_rows = self.order.shape[1]
        max_depth = 2**60 if params.max_depth is None else params.max_depth
        max_leaves = min(n_rows, params.max_leaves or n_rows, 2 ** min(max_depth, 60))
        best_first = params.grow_policy != "depthwise"
        self.shape = Shape(max_depth, max_leaves, params.min_samples_split, best_first)
        n_categories = max(self.search.n_categories, default=0)
        self.nodes = new_nodes(2 * self.shape.max_leaves - 1, criterion.n_statistics, n_categories)
        self.queue = new_queue(self.shape.max_leaves)

    def run(self) -> None:
        """Grow the whole tree: in the loops alone, or as these do, where the search needs Python."""
        search, nodes = self.search, tuple(self.nodes)
        rules = tuple(self.shape), tuple(search.price), self.features
        criterion = search.formula, self.criterion.statistics, tuple(self.criterion.noise)
        growing = self.order, nodes, tuple(self.queue)
        if search.scan is not None:
            grow(search.laid(self.order), *growing[1:], rules, criterion, search.scan)
        else:
            split, known = next_nodes(*growing, np.zeros(0, dtype=np.intp), rules, criterion)
            while len(split) + len(known) > 0:
                search.part(self.order, self.nodes, split)
                search.best_cuts(self.order, self.nodes, known, self.looked_at(known))
                search.completed(self.order, self.nodes, known)
                split, known = next_nodes(*growing, known, rules, criterion)
        if not search.unlimited:
            self.say_which_limits()

    def looked_at(self, which: Rows, *, together: bool = True) -> Masks:
        """The features to look at in each of some nodes. together: as groups limit them."""
        draw, groups = self.features
        features = draw, groups if together else NO_GROUPS
        return np.asarray(features_of(tuple(self.nodes), which, features, self.columns.n_features))

    def say_which_limits(self) -> None:
        """Note of leaves without a cut worth making which limit forbids one, if any does."""
        why = self.nodes.record["why_leaf"][: self.n_nodes]
        nothing = reasons.NO_GAIN, reasons.ONE_GRADIENT, reasons.ONE_TARGET
        for k in np.flatnonzero(np.isin(why, nothing)).tolist():
            why[k] = self.forbidding_limit(k) or why[k]

    def forbidding_limit(self, k: int) -> int | None:
        """The first limit that, given up, lets a cut of leaf k through that gains; None if there is none."""
        search, which = self.search, np.array([k])
        looked_at, drawn = self.looked_at(which), self.looked_at(which, together=False)
        alone = Nodes(*[each[k : k + 1].copy() for each in self.nodes])
        noise = self.criterion.noise_of(self.order[0, slice(*slice_of(alone.record[0]))])
        no_weight = replace(self.params, min_child_weight=0.0)
        no_limits = replace(no_weight, min_samples_leaf=1)
        no_directions = replace(no_limits, monotonic_cst=None)
        limits = [(no_weight, looked_at, reasons.MIN_WEIGHT), (no_limits, looked_at, reasons.MIN_SAMPLES)]
        limits += [(no_directions, looked_at, reasons.MONOTONE), (no_directions, drawn, reasons.INTERACTION)]
        for params, features, reason in limits:
            without = search.within(params)
            without.best_cuts(self.order, alone, np.zeros(1, dtype=np.intp), features)
            free = without.directions is None  # then no bound has a say in what the node is worth
            parent = without.score_of(tuple(alone.sums[0].tolist())) if free else alone.record["score"][0]
            judge(tuple(search.price), alone.record, parent, noise)
            if alone.record["cut_score"][0] > -np.inf and alone.record["why_leaf"][0] != reasons.NO_GAIN:
                return reason
        return None

    @property
    def n_nodes(self) -> int:
        return int(self.queue.counts[0])

    def result(self) -> Grown:
        """What was grown as a frozen tree, and the leaf of each row."""
        nodes = self.nodes.record[: self.n_nodes]
        leaf = np.full(self.columns.n_samples, -1, dtype=np.intp)
        finish(self.order, nodes, self.params.threshold == "observed", leaf)
        values = self.criterion.node_values(np.ascontiguousarray(self.nodes.sums[: self.n_nodes].T))
        if self.search.directions is not None:
            values["weight"] = np.clip(values["weight"], nodes["lowest"], nodes["highest"])
        values |= {name: nodes[name].copy() for name in OF_TREE}
        tree = Tree(n_features=self.columns.n_features, **values)
        return Grown(self.criterion.finished(self.search.stored(tree, self.nodes), leaf), leaf)
