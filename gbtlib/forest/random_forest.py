"""A random forest: trees that are grown apart from each other, and answer together by their mean.

Each tree sees a bootstrap sample, n rows drawn with replacement, where a row that was drawn twice weighs
twice; each of its splits is the best of a few features drawn for that node. A row is out of the bag of the
trees that did not draw it, about (1 - 1/n)^n = 37 % of them: their mean, and its error, is a test on the
training rows.

Source: L. Breiman, "Random forests", Machine Learning 45, 2001.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from gbtlib.core.boosting import FOR_ROWS, feature_draw, leaf_of_all
from gbtlib.core.criteria import Criterion, Floats, Rows
from gbtlib.core.grow import grow_tree
from gbtlib.core.params import TreeParams
from gbtlib.core.search import TrainingRows
from gbtlib.core.tree import Frozen, Tree


@dataclass(frozen=True, repr=False)
class ForestTree(Frozen):
    """One tree of a forest; arrays have one entry a training row, (n_samples,).

    number: 1 for the first. times_drawn: how often each row is in the bootstrap sample. leaf: of each row,
    those out of the bag included.
    """

    number: int
    tree: Tree
    times_drawn: Rows
    leaf: Rows

    @property
    def answer(self) -> Floats:
        """What the tree says in each node: the mean, (n_nodes,), or the class shares, (n_nodes, K)."""
        return self.tree.weight if self.tree.class_weights is None else self.tree.class_shares


def grow_forest(
    columns: TrainingRows,
    criterion: Callable[[Floats | None], Criterion],
    params: TreeParams,
    *,
    n_estimators: int = 100,
    bootstrap: bool = True,
    sample_weight: Floats | None = None,
    done: Sequence[ForestTree] = (),
) -> Iterator[ForestTree]:
    """Grow the trees of a forest, yielding one at a time; stop reading to stop growing.

    criterion: makes the criterion from row weights (n_samples,), or None where all weigh 1.
    params: of each tree; colsample_bynode is the share of the features drawn at every node, and seed decides
    both draws. A node is a leaf if none of its drawn features can be cut with a gain.
    bootstrap: whether each tree has a sample of its own; else each sees all rows once. A row of weight 0 is
    in no sample, which has as many rows as have weight.
    done: trees that there are: they come first, with their draws repeated and the leaves of these rows.
    """
    n = columns.n_samples
    weighty = np.arange(n) if sample_weight is None else np.flatnonzero(sample_weight)
    for number in range(1, n_estimators + 1):
        times, weight, rows = np.ones(n, dtype=np.intp), sample_weight, None
        if bootstrap:
            random = np.random.default_rng((params.seed, FOR_ROWS, number))
            chosen = weighty[random.integers(len(weighty), size=len(weighty))]
            times = np.bincount(chosen, minlength=n)
            weight = times.astype(np.float64) if sample_weight is None else times * sample_weight
            rows = np.flatnonzero(times)
        if number <= len(done):
            tree = done[number - 1].tree
            yield ForestTree(number, tree, times, tree.apply(columns.X))
            continue
        draw = feature_draw(params, number, 0, columns.n_features)
        grown = grow_tree(columns, criterion(weight), params, rows=rows, draw_features=draw)
        yield ForestTree(number, grown.tree, times, leaf_of_all(grown, columns))
