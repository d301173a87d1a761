"""Which lines of gbtlib belong to what is on the screen."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gbtlib.core import boosting, criteria, pruning, search
from gbtlib.estimators.boosting import GradientBoosting
from gbtlib.explain.importance import feature_importance
from gbtlib.explain.rescan import search_of
from gbtlib.histogram.bins import HistogramSearch
from gbtlib.inputs.category_search import BinnedCategorySearch, CategorySearch
from gbtlib.inputs.table_columns import split_search
from gbtlib.inputs.triplet_search import SparseSearch
from gbtlib.loops import cuts, growing, lines, rows
from gbtlib.losses.named import LOSSES
from workbench.models.boosted import BoostedModel
from workbench.models.single_tree import SingleTree


@dataclass(frozen=True)
class Topic:
    """A piece of gbtlib: the function, what it does in a sentence, and which of its lines to show.

    start, stop: the first line to show is the first that holds `start`, the last is the next that holds
    `stop`; None for the beginning and the end.
    """

    function: Callable[..., Any]
    sentence: str
    start: str | None = None
    stop: str | None = None


TOPICS: dict[str, Topic] = {
    # The loop of boosting.
    "boosting loop": Topic(
        boosting.next_round,
        "Each round takes the derivatives, grows a tree on them and adds learning_rate times its weights.",
        "gradient, hessian",
        "training.add",
    ),
    "start": Topic(
        boosting.base_raw_prediction,
        "The raw prediction before the first round: the best constant, or the given one.",
    ),
    "row sampling": Topic(boosting.draw_rows, "subsample draws the rows of a round, without replacement."),
    "feature sampling": Topic(
        boosting.feature_draw, "colsample_bynode draws features at every node, each node from its own stream."
    ),
    "early stopping": Topic(
        GradientBoosting._consume,
        "Boosting stops when the loss of the unseen rows has not improved for early_stopping_rounds.",
        "self.ended_, best_loss",
        "self.n_estimators_ =",
    ),
    # A tree.
    "scan": Topic(
        lines.lay_rows,
        "One pass over the sorted rows gives the sums left of every cut; the right is the rest.",
    ),
    "best cut": Topic(
        cuts.best_cuts,
        "Feature by feature a node's rows are laid along a line, and the best cut of all is kept.",
        "for i in range",
    ),
    "laid by bins": Topic(
        lines.lay_bins,
        "The bins that have rows are laid along a line: what is left of each cut between them.",
    ),
    "laid by entries": Topic(
        lines.lay_entries,
        "Where most values are missing, only the values that are there are laid along the line.",
        "for i in range(len(value))",
    ),
    "first of the best": Topic(
        cuts.first_best,
        "The cut with the largest score wins, unless a limit forbids it; of equals the first.",
    ),
    "best partition": Topic(
        cuts.best_cuts,
        "The partition of a feature's categories with the largest score wins, unless forbidden.",
        "n_places = lay(",
        "take_partition(",
    ),
    "forbidden cuts": Topic(cuts.limit_of, "A cut must leave enough rows, and weight, on both sides."),
    "gain": Topic(
        growing.gain_of, "What a cut gains: the scores of both sides, less the parent's, less gamma."
    ),
    "score": Topic(
        cuts.second_order,
        "T(G)² / (H + λ); half of it is the most that a leaf can take off the second-order loss.",
    ),
    "threshold": Topic(rows.midpoint, "A threshold lies halfway between two neighbouring values."),
    "leaf weight": Topic(
        criteria.SecondOrder.leaf_weight,
        "The weight −G / (H + λ) is the lowest point of the leaf's parabola.",
    ),
    "growing": Topic(
        growing.next_nodes,
        "Open nodes are split one after another, until none is left or the tree is full.",
        "while True",
        "return parted, known",
    ),
    "why a leaf": Topic(
        growing.worth,
        "A node stays a leaf where its best cut gains nothing but rounding, or no more than gamma.",
    ),
    "pruning": Topic(
        pruning.prune_by_gamma,
        "Bottom up, a split that gains less than gamma and has two leaves becomes a leaf.",
        "gain = tree.gain - gamma",
        "leaf[node] = True",
    ),
    # A model.
    "raw prediction": Topic(
        GradientBoosting.raw_prediction,
        "The start, and then every round's trees times the learning rate.",
        "raw = start",
        "return raw",
    ),
    "importance": Topic(
        feature_importance,
        "Gains or hessian sums of the splits, added up by feature.",
        "feature = np.concatenate",
        "return mean",
    ),
}
_OF_LOSS = {
    "loss": ("loss", "The loss of every row at its raw prediction."),
    "gradient": ("gradient", "The first derivative of each row's loss."),
    "hessian": ("hessian", "The second derivative of each row's loss, or a bound of it."),
    "start": ("initial_raw_prediction", "The constant with the smallest loss."),
    "prediction": ("inverse_link", "From raw prediction to prediction."),
}


# The searches beside the plain one, and what in each lays nodes along a line: in some, one of several.
_LAYING: dict[type[search.Search], list[str]] = {
    HistogramSearch: ["laid by bins"],
    SparseSearch: ["laid by entries"],
    CategorySearch: ["best partition"],
    BinnedCategorySearch: ["best partition", "laid by bins"],
}


def choosing(used: search.Search) -> list[str]:
    """The topics of what chose the cuts, by the search that was used."""
    return [*_LAYING.get(type(used), []), "best cut", "first of the best"]


def choosing_in_rounds(fit: BoostedModel) -> list[str]:
    """The topics of what chose the cuts of a boosted model."""
    model = fit.model
    return choosing(
        search_of(model.features_.columns_to_grow_on(model.columns_), model.params_, fit.trace[0])
    )


def choosing_in_tree(fit: SingleTree) -> list[str]:
    """The topics of what chose the cuts of a tree by itself."""
    model = fit.model
    return choosing(split_search(model.columns_, model.criterion_, model.params_))


def all_topics() -> dict[str, Topic]:
    """Those of TOPICS, and five of every loss that gbtlib now has, such as "gradient of huber"."""
    return TOPICS | {
        f"{what} of {name}": Topic(getattr(loss, method), sentence)
        for name, loss in LOSSES.items()
        for what, (method, sentence) in _OF_LOSS.items()
    }
