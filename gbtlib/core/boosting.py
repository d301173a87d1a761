"""boost(): the loop of gradient boosting, one immutable Round after another.

DART: every round leaves out some of the earlier trees, and its own take the place of these.

Trees late in an ensemble mend what is left for single rows; dropping some of the others lets each new tree
help with all. What is dropped is drawn anew every round. With k rounds dropped and the learning rate eta, the
new trees get the weight 1 / (k + eta) and those dropped k / (k + eta) of theirs ("tree"), or both
1 / (1 + eta) ("forest"), so that together they reach about as far as the dropped did.

Source: K. Rashmi and R. Gilad-Bachrach, "DART: dropouts meet multiple additive regression trees", AISTATS
2015, algorithm 2; eta and the second way: XGBoost's booster dart. Of several classes XGBoost drops single
trees and divides eta by their number; here a round is dropped with all its trees, as in LightGBM.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.criteria import Floats, Rows, SecondOrder
from gbtlib.core.grow import Grown, grow_tree
from gbtlib.core.losses import Loss
from gbtlib.core.params import BoostingParams, TreeParams
from gbtlib.core.search import TrainingRows
from gbtlib.core.tree import Brief, Frozen, Tree
from gbtlib.loops.draws import Draw

Leaves = NDArray[np.signedinteger]

FOR_ROWS, FOR_FEATURES, FOR_VALIDATION, FOR_DROPS = range(4)  # what a random stream is for


class Drop(NamedTuple):
    """What a round leaves out: rounds before it, ascending.

    factor: what the weights of their trees are multiplied by. weight: of the round's own trees. Both are
    beside the learning rate.
    """

    rounds: tuple[int, ...] = ()
    factor: float = 1.0
    weight: float = 1.0


NOTHING = Drop()


@dataclass(frozen=True, repr=False)
class Round(Frozen):
    """One round of boosting: what it started from, the tree or trees it grew, and where it arrived.

    Arrays have one entry a training row, (n_samples,), or under softmax one a row and class, (n_samples, K).

    number: 1 for the first round.
    raw_before, raw_after: raw prediction; raw_after = raw_before + learning_rate * leaf weight.
    gradient, hessian: derivatives of each row's loss at raw_before, times its sample weight.
    rows: the rows the trees were grown on, ascending; None for all of them.
    trees: one tree, or one for each class.
    leaf: the leaf of each row, as int16 where that is enough.
    train_loss, validation_loss: (weighted) mean loss at raw_after; validation_loss is NaN without validation.
    drop: under DART the rounds that it left out: raw_before is without them, and raw_after has the weights
        that their trees and its own have from then on.
    """

    number: int
    raw_before: Floats
    gradient: Floats
    hessian: Floats
    rows: Rows | None
    trees: tuple[Tree, ...]
    leaf: Leaves
    raw_after: Floats
    learning_rate: float
    train_loss: float
    validation_loss: float
    drop: Drop = NOTHING

    def rows_in(self, node: int, k: int = 0) -> Rows:
        """The rows that tree k was grown on and that reached a node, ascending."""
        below = np.isin(column(self.leaf, k), self.trees[k].subtree(node))
        rows = np.flatnonzero(below)
        return rows if self.rows is None else rows[np.isin(rows, self.rows)]


@dataclass(frozen=True, repr=False)
class Validation(Brief):
    """Rows that are not trained on: X (n, n_features), y (n,) as the loss wants it, sample_weight or None."""

    X: Floats
    y: Floats
    sample_weight: Floats | None = None


@dataclass(frozen=True)
class Resumed:
    """Where boosting goes on: the raw prediction before the first round, and the rounds that there are."""

    base: Any
    rounds: Sequence[Round] = ()


def boost(
    columns: TrainingRows,
    y: Floats,
    loss: Loss,
    params: BoostingParams,
    *,
    sample_weight: Floats | None = None,
    validation: Validation | None = None,
    resumed: Resumed | None = None,
) -> Iterator[Round]:
    """Boost trees on `loss`, yielding a Round at a time; stop reading to stop boosting.

    Each round takes gradient and hessian of the loss at the raw prediction, grows a tree on them whose leaf
    weights are Newton steps, or what the loss renews them to, and adds learning_rate times its weights.
    Source: J. Friedman, "Greedy function approximation: a gradient boosting machine", Annals of Statistics
    29(5), 2001, algorithm 1; the second-order step: T. Chen and C. Guestrin, KDD 2016, section 2; rounds that
    are dropped: see above.

    y: (n_samples,) as the loss wants it: numbers, 0 and 1, or class codes.
    resumed: where earlier rounds have ended; None to begin with the first.
    """
    resumed = resumed or Resumed(base_raw_prediction(loss, params, y, sample_weight))
    drops = params.booster == "dart"
    training = Standing(loss, Validation(columns.X, y, sample_weight), resumed, drops)
    held_out = None if validation is None else Standing(loss, validation, resumed, drops)
    for number in range(len(resumed.rounds) + 1, params.n_estimators + 1):
        yield next_round(columns, params, number, training, held_out)


class Standing:
    """Rows, and their raw prediction after the rounds so far. keeps_steps: so that it can do without some."""

    def __init__(self, loss: Loss, rows: Validation, resumed: Resumed, keeps_steps: bool) -> None:
        self.loss, self.rows, self.start = loss, rows, start(loss, resumed.base, len(rows.y))
        self.raw, self.keeps_steps = self.start, keeps_steps
        self.steps: list[tuple[Sequence[Tree], Sequence[Leaves], float]] = []
        for round_, size in zip(resumed.rounds, step_sizes(resumed.rounds), strict=True):
            self.add(round_.trees, [tree.apply(rows.X) for tree in round_.trees], size)

    def without(self, dropped: Sequence[int]) -> Floats:
        """The raw prediction less some rounds, by their numbers."""
        raw = self.start.copy()
        for number, step in enumerate(self.steps, start=1):
            if number not in dropped:
                add_answers(raw, *step)
        return raw

    def add(self, trees: Sequence[Tree], leaves: Sequence[Leaves], size: float, drop: Drop = NOTHING) -> None:
        """Add trees, times their size. leaves: in which these rows end, (n,) each."""
        for number in drop.rounds:
            of_round, leaf, before = self.steps[number - 1]
            self.steps[number - 1] = of_round, leaf, before * drop.factor
        self.raw = self.without(()) if drop.rounds else self.raw.copy()
        add_answers(self.raw, trees, leaves, size)
        if self.keeps_steps:
            self.steps.append((trees, [leaf.astype(np.int32) for leaf in leaves], size))

    def mean_loss(self) -> float:
        """The (weighted) mean loss of the rows."""
        return mean_loss(self.loss, self.rows.y, self.raw, self.rows.sample_weight)


def next_round(
    columns: TrainingRows, params: BoostingParams, number: int, training: Standing, held_out: Standing | None
) -> Round:
    """Grow the trees of a round, and add them to where the rows stand."""
    loss, y, weight = training.loss, training.rows.y, training.rows.sample_weight
    drop = NOTHING if params.booster == "gbtree" else drop_of(draw_dropped(params, number), params)
    raw = training.without(drop.rounds) if drop.rounds else training.raw
    gradient, hessian = derivatives(loss, y, raw, weight)
    rows = draw_rows(params, number, columns.n_samples)
    trees: list[Tree] = []
    leaves: list[Rows] = []
    for k in range(loss.n_outputs):
        criterion = second_order(column(gradient, k), column(hessian, k), params)
        draw = feature_draw(params, number, k, columns.n_features)
        grown = grow_tree(columns, criterion, params, rows=rows, draw_features=draw)
        if loss.renews_leaves:
            grown = renewed(grown, loss, y - raw, weight)
        trees.append(grown.tree)
        leaves.append(leaf_of_all(grown, columns))
    size = params.learning_rate * drop.weight
    training.add(trees, leaves, size, drop)
    if held_out is not None:
        held_out.add(trees, [tree.apply(held_out.rows.X) for tree in trees], size, drop)
    smallest = np.int16 if max(tree.n_nodes for tree in trees) < 2**15 else np.int32
    return Round(
        number=number,
        raw_before=raw,
        gradient=gradient,
        hessian=hessian,
        rows=rows,
        trees=tuple(trees),
        leaf=(leaves[0] if raw.ndim == 1 else np.stack(leaves, axis=1)).astype(smallest),
        raw_after=training.raw,
        learning_rate=params.learning_rate,
        train_loss=training.mean_loss(),
        validation_loss=np.nan if held_out is None else held_out.mean_loss(),
        drop=drop,
    )


def second_order(gradient: Floats, hessian: Floats, params: BoostingParams) -> SecondOrder:
    """The criterion of one tree of a round."""
    return SecondOrder(gradient, hessian, reg_lambda=params.reg_lambda, reg_alpha=params.reg_alpha)


def column(values: NDArray[Any], k: int) -> NDArray[Any]:
    """Column k of (n, K) values as a view, or the values themselves if there is one value a row."""
    return values if values.ndim == 1 else values[:, k]


def base_raw_prediction(loss: Loss, params: BoostingParams, y: Floats, weight: Floats | None) -> Any:
    """The raw prediction before the first round: a number, or under softmax (K,)."""
    if params.base_score is None:
        return loss.initial_raw_prediction(y, weight)
    # One number for every class says no more than that all are alike; what F they share changes nothing.
    return loss.link(params.base_score) if loss.n_outputs == 1 else np.zeros(loss.n_outputs)


def start(loss: Loss, base: Any, n: int) -> Floats:
    """The raw prediction of n rows before the first round: (n,) or (n, K)."""
    return np.full(n if loss.n_outputs == 1 else (n, loss.n_outputs), base, dtype=np.float64)


def derivatives(loss: Loss, y: Floats, raw: Floats, weight: Floats | None) -> tuple[Floats, Floats]:
    """Gradient and hessian of every row, times its weight."""
    gradient, hessian = loss.gradient(y, raw), loss.hessian(y, raw)
    if weight is None:
        return gradient, hessian
    weight = weight if raw.ndim == 1 else weight[:, np.newaxis]
    return gradient * weight, hessian * weight


def mean_loss(loss: Loss, y: Floats, raw: Floats, weight: Floats | None) -> float:
    """The weighted mean of the rows' losses."""
    losses = loss.loss(y, raw)
    return float(losses.mean() if weight is None else np.average(losses, weights=weight))


def add_answers(raw: Floats, trees: Sequence[Tree], leaves: Sequence[Leaves], size: float) -> None:
    """Add to the raw prediction of rows what the trees of a round answer, times a size."""
    for k, (tree, leaf) in enumerate(zip(trees, leaves, strict=True)):
        column(raw, k)[:] += size * tree.weight.take(leaf)


def step_sizes(rounds: Sequence[Round]) -> list[float]:
    """What the trees of each round are multiplied by after the last: learning rate times weight."""
    sizes: list[float] = []
    for round_ in rounds:
        for number in round_.drop.rounds:
            sizes[number - 1] *= round_.drop.factor
        sizes.append(round_.learning_rate * round_.drop.weight)
    return sizes


def renewed(grown: Grown, loss: Loss, residual: Floats, sample_weight: Floats | None) -> Grown:
    """The tree with the weights that the loss finds best for the rows of each node, grown on them or not.

    Source: J. Friedman, "Greedy function approximation", 2001, algorithm 1, line 5, for each leaf by itself.
    residual: (n_samples,), y - F.
    """
    tree, weight = grown.tree, np.empty(grown.tree.n_nodes)
    by_leaf = np.argsort(grown.leaf, kind="stable")
    first = np.searchsorted(grown.leaf[by_leaf], np.arange(tree.n_nodes + 1))
    rows = [by_leaf[start:stop] for start, stop in pairwise(first)]
    for node in reversed(range(tree.n_nodes)):  # children come after their parent
        if tree.children_left[node] >= 0:
            rows[node] = np.concatenate((rows[tree.children_left[node]], rows[tree.children_right[node]]))
        of_rows = None if sample_weight is None else sample_weight[rows[node]]
        weight[node] = loss.renewed_leaf(residual[rows[node]], of_rows)
    return Grown(replace(tree, weight=weight), grown.leaf)


def leaf_of_all(grown: Grown, columns: TrainingRows) -> Rows:
    """The leaf of every row: rows that were not sampled are sent down the tree."""
    outside = np.flatnonzero(grown.leaf < 0)
    if len(outside) == 0:
        return grown.leaf
    leaf = grown.leaf.copy()
    leaf[outside] = grown.tree.apply(columns.X[outside])
    return leaf


def draw_rows(params: BoostingParams, number: int, n_samples: int) -> Rows | None:
    """The rows of a round: a share `subsample` of them without replacement, ascending; None for all."""
    if params.subsample == 1:
        return None
    return drawn(params.subsample, n_samples, (params.seed, FOR_ROWS, number))


def drawn(share: float, n: int, stream: tuple[int, ...]) -> Rows:
    """A share of the numbers below n, one at least, without replacement, ascending: the same for a stream."""
    return np.sort(np.random.default_rng(stream).choice(n, max(1, round(share * n)), replace=False))


def feature_draw(params: TreeParams, number: int, k: int, n_features: int) -> Draw | None:
    """How tree k of a round draws the features of nodes, from their path numbers; None for all of them."""
    if params.colsample_bynode == 1:
        return None
    n_drawn = max(1, round(params.colsample_bynode * n_features))
    key = np.random.SeedSequence((params.seed, FOR_FEATURES, number, k)).generate_state(1, np.uint64)[0]
    return Draw(key, n_drawn, n_features)


def drop_of(rounds: Sequence[int], params: BoostingParams) -> Drop:
    """What leaving some rounds out makes of the weights."""
    n_dropped, rate = len(rounds), params.learning_rate
    if n_dropped == 0:
        return NOTHING
    both = 1 / (1 + rate)
    tree = n_dropped / (n_dropped + rate), 1 / (n_dropped + rate)
    return Drop(tuple(rounds), *((both, both) if params.normalize_type == "forest" else tree))


def draw_dropped(params: BoostingParams, number: int) -> list[int]:
    """The rounds before a round that it leaves out, ascending: each with probability rate_drop."""
    random = np.random.default_rng((params.seed, FOR_DROPS, number))
    if number == 1 or random.random() < params.skip_drop:
        return []
    dropped: list[int] = (1 + np.flatnonzero(random.random(number - 1) < params.rate_drop)).tolist()
    return dropped or [int(random.integers(1, number)) for _ in range(params.one_drop)]
