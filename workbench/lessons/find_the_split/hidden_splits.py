"""The splits of a tree as something to be found: which tree, the cuts of a node, how good a guess is. Pure.

Positions are counted as in named_candidates.py. A *cut* here counts the thresholds of one feature, ascending:
where rows miss the feature, of the two candidates with one threshold the better one stands for it.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from gbtlib import Candidates, Tree
from gbtlib.pictures.tree_layout import growth_order
from workbench.data.catalogue import Dataset
from workbench.data.sources import levels_of
from workbench.gains.named_candidates import NamedCandidates
from workbench.models.boosted import BoostedModel
from workbench.models.single_tree import SingleTree
from workbench.shell.code_topics import choosing_in_rounds, choosing_in_tree

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]
NODES_KEPT = 4  # a step asks again and again about one node; the others are found anew in milliseconds
MOST_ASKED = 60  # splits


@dataclass(frozen=True, eq=False)
class HiddenSplits:
    """A tree whose splits are to be found, and the rows it was grown on.

    kind: what is split, a name of words.KINDS. shown: (n_samples,) what is drawn of a row: y, its
    negative gradient y - p, or its class. ident: all that the tree depends on. choosing: topics of the code
    that chose its cuts. binned: only cuts between bins are scored. reg_lambda: of boosting.
    """

    kind: str
    dataset: Dataset
    tree: Tree
    X: Floats
    shown: Floats
    ident: Hashable
    candidates: Callable[[int], Candidates]
    rows_in: Callable[[int], Rows]
    choosing: Sequence[str]
    binned: bool = False
    reg_lambda: float = 0.0

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the features."""
        return self.dataset.feature_names

    @property
    def of_classes(self) -> bool:
        """Whether rows are drawn as marks of their class, not as stems."""
        return self.kind in ("gini", "entropy")

    @cached_property
    def place(self) -> Callable[[int], NamedCandidates]:
        """The candidates of a node by their places."""
        return lru_cache(NODES_KEPT)(lambda node: NamedCandidates(self.candidates(node), self.names))

    def values(self, node: int, feature: int) -> Floats:
        """Where a node's rows stand over a feature: (n,), NaN where they miss it.

        Rows of the first category in the node's order stand at 0.5, of the second at 1.5 and so on, so that
        the cut after p of them is at p. Where categories have no order, they stand by the alphabet.
        """
        x: Floats = self.X[self.rows_in(node), feature]
        levels = levels_of(self.names[feature])
        if not levels:
            return x
        at = np.full(len(levels), np.nan)
        order = list(self.place(node).order_of(feature) or range(len(levels)))
        at[order] = np.arange(len(order)) + 0.5
        return np.where(np.isnan(x), np.nan, at[np.nan_to_num(x).astype(np.intp)])

    @cached_property
    def order(self) -> list[int]:
        """The nodes that the tree split, in the order of growth."""
        return [int(node) for node in growth_order(self.tree)]

    @property
    def asked(self) -> list[int]:
        """Those whose splits are asked for: the first ones."""
        return self.order[:MOST_ASKED]


@lru_cache(maxsize=32)
def hunt_in_tree(fit: SingleTree) -> HiddenSplits:
    """The splits of a tree by itself: squared error, Gini or entropy."""
    return HiddenSplits(
        kind="squared_error" if fit.dataset.task == "regression" else fit.settings.criterion,
        dataset=fit.dataset,
        tree=fit.tree,
        X=fit.X,
        shown=np.asarray(fit.y, dtype=np.float64),
        ident=fit.settings,
        candidates=fit.candidates,
        rows_in=lru_cache(maxsize=NODES_KEPT)(fit.rows_in),
        choosing=choosing_in_tree(fit),
    )


@lru_cache(maxsize=32)
def hunt_in_round(fit: BoostedModel, round_number: int) -> HiddenSplits:
    """The splits of the tree of a round of boosting two classes, which is grown on gradients."""
    round_ = fit.trace[round_number - 1]
    return HiddenSplits(
        kind="logistic",
        dataset=fit.dataset,
        tree=round_.trees[0],
        X=fit.X,
        shown=-np.asarray(round_.gradient, dtype=np.float64).reshape(len(fit.train)),
        ident=(fit.settings, round_number),
        candidates=partial(fit.candidates, round_number),
        rows_in=lru_cache(maxsize=NODES_KEPT)(round_.rows_in),
        choosing=choosing_in_rounds(fit),
        binned=fit.settings.tree_method == "hist",
        reg_lambda=float(fit.model.params_.reg_lambda),
    )


@dataclass(frozen=True, eq=False)
class FeatureCuts:
    """The cuts of one feature in a node, ascending; each lies between the values `below` and `above` it.

    position: of its candidate in the node's list. All arrays are (n_cuts,).
    """

    feature: int
    threshold: Floats
    below: Floats
    above: Floats
    position: Rows
    n_left: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.threshold)

    def at(self, x: float) -> int | None:
        """The cut that parts the rows as x does: rows <= x left. The outermost one if x parts nothing."""
        if not len(self):
            return None
        return min(int(np.searchsorted(self.above, x, side="right")), len(self) - 1)


def cuts_of(place: NamedCandidates, feature: int, values: Floats) -> FeatureCuts:
    """The cuts of a feature. values: of the node's rows, NaN where they miss it."""
    found = place.candidates
    mine = np.flatnonzero((found.feature == feature) & np.isfinite(place.x))
    if place.is_unordered(feature):
        mine = mine[:0]
    by_merit = np.lexsort((-found.score[mine], ~place.allowed[mine], place.x[mine]))
    threshold, first = np.unique(place.x[mine[by_merit]], return_index=True)
    position = mine[by_merit[first]]
    distinct = np.unique(values[~np.isnan(values)])
    after = np.searchsorted(distinct, threshold, side="right")
    return FeatureCuts(
        feature, threshold, distinct[after - 1], distinct[after], position, found.n_left[position]
    )
