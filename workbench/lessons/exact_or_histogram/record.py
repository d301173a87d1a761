"""What the stage of the lesson draws: every cut of a feature, and those between bins, by max_bin. Pure."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.charts.axes import spread
from workbench.lessons.exact_or_histogram.bin_sums import edges_of, family, node_bins
from workbench.lessons.exact_or_histogram.node_cuts import (
    HALVINGS,
    KEPT,
    MAX_BINS,
    CutComb,
    Recipe,
    fewest_bins,
    first_round,
    kept,
    node_cuts,
    whole_model,
)
from workbench.models.boosted import BoostedModel

MOST_ROWS = 700  # that are drawn

Record = dict[str, Any]


@dataclass(frozen=True)
class Place:
    """Where one looks: a node, the feature that is cut there, and the one in whose bins rows are counted."""

    recipe: Recipe
    node: int
    feature: int
    other: int

    def cuts(self, max_bin: int | None) -> CutComb:
        """The cuts of the feature, all of them for None."""
        return node_cuts(self.recipe, self.node, self.feature, max_bin)

    @property
    def fewest(self) -> int | None:
        """The last halving that keeps enough of the gain; None where nothing is asked."""
        return fewest_bins(self.recipe, self.node, self.feature)


def record_of(place: Place) -> Record:
    """All that the stage shows, wherever the cursor is.

    names: of both features, and of the first with its unit. n: rows of the node; rows: some of them, see
    rows_record. ranges: of both features there. limit: the share of the best gain that is asked for.
    every: all cuts, where the gain changes (m + 1,), the gains in between (m,), and the best. bins: one
    entry for each of MAX_BINS, see bins_record; halvings: the positions of those that halve. fewest: which
    of the halvings is the answer, 1 the first; None where nothing is asked. rounds: of the whole model.
    """
    exact = place.cuts(None)
    first, rows = exact.first, exact.first.rows(place.node)
    values = first.X[rows][:, place.feature]
    return {
        "names": {"cut": exact.name, "axis": exact.title, "other": first.dataset.feature_names[place.other]},
        "n": len(rows),
        "rows": rows_record(exact, place.other),
        "ranges": [ends_of(first.X[rows, each]) for each in (place.feature, place.other)],
        "lambda": float(first.model.params_.reg_lambda),
        "limit": KEPT,
        "total": {"G": float(first.gradient[rows].sum()), "H": float(first.hessian[rows].sum())},
        "every": {
            "change": np.unique(values),
            "gain": exact.found.gain,
            "threshold": exact.found.threshold,
            **sides_record(exact),
            "best": -1 if exact.best is None else exact.best,
        },
        "bins": [bins_record(place, max_bin) for max_bin in MAX_BINS],
        "halvings": [MAX_BINS.index(each) for each in HALVINGS],
        "fewest": None if place.fewest is None else HALVINGS.index(place.fewest) + 1,
        "rounds": int(place.recipe.parameters()["n_estimators"]),
    }


def ends_of(values: NDArray[np.float64]) -> list[float]:
    """The smallest and the largest of some values."""
    return [float(values.min()), float(values.max())]


def rows_record(cuts: CutComb, other: int) -> Record:
    """Rows of the node by their values, at most MOST_ROWS: x and the pull -g.

    other: their values of the other feature; is_left: 1 where the best of every cut sends them left.
    """
    rows = cuts.first.rows(cuts.node)
    x = cuts.first.X[rows, cuts.feature]
    order = x.argsort(kind="stable")
    some = order[spread(len(order), MOST_ROWS)]
    return {
        "x": x[some].astype(np.float32),
        "other": cuts.first.X[rows[some], other].astype(np.float32),
        "is_left": (x[some] <= cuts.threshold).astype(np.uint8),
        "pull": -cuts.first.gradient[rows[some]].astype(np.float32),
    }


def sides_record(cuts: CutComb) -> Record:
    """Of every cut the sums of the left side, (m,)."""
    found = cuts.found
    return {"G": found.GL, "H": found.HL, "n_left": found.n_left.astype(np.int32)}


def bins_record(place: Place, max_bin: int) -> Record:
    """The cuts between bins, and the children of the best in bins of the other feature.

    edges: (n_bins + 1,) see edges_of; n, G, H: of each bin. cuts: threshold, gain and sums on the left of
    each; best: which, -1 for none. kept: of the exact gain. other: edges, n and G of the node in bins of the
    other feature; children: of the best of these cuts, see children_record.
    """
    cuts = place.cuts(max_bin)
    sums = node_bins(cuts)
    of_other = node_cuts(place.recipe, place.node, place.other, max_bin)
    other = node_bins(of_other)
    return {
        "max_bin": max_bin,
        "edges": edges_of(cuts),
        "n": sums.n_rows.astype(np.int32),
        "G": sums.G,
        "H": sums.H,
        "cuts": {"threshold": cuts.found.threshold, "gain": cuts.found.gain, **sides_record(cuts)},
        "best": -1 if cuts.best is None else cuts.best,
        "kept": kept(place.cuts(None), cuts),
        "other": {"edges": edges_of(of_other), "n": other.n_rows.astype(np.int32), "G": other.G},
        "children": children_record(place, max_bin),
    }


def children_record(place: Place, max_bin: int) -> Record | None:
    """The children of the best cut in bins of the other feature: the smaller one, then the larger one.

    n and G: of each bin, counted and by subtraction; sizes: their rows; names. None where there is no cut.
    """
    both = family(place.recipe, place.node, place.feature, place.other, max_bin)
    if both is None:
        return None
    return {
        "n": [each.n_rows.astype(np.int32) for each in both],
        "G": [each.G for each in both],
        "sizes": [each.total for each in both],
        "names": [each.name.partition(" ")[0] for each in both],
    }


@lru_cache(maxsize=16)
def course_record(recipe: Recipe) -> Record:
    """The whole models, with every cut and then by halving: losses after the last round, the
    latter of how many rows, and cuts scored.

    stray: how far the unseen loss may lie from that with every cut by chance, of 95 %: the rows are the
    same, so it is 1.96 standard errors of the mean of their differences.
    """
    models = [whole_model(recipe, max_bin) for max_bin in (None, *HALVINGS)]
    last = [model.trace[-1] for model in models]
    each = np.array([losses_of_unseen(model) for model in models])
    return {
        "stray": 1.96 * (each - each[0]).std(axis=1, ddof=1) / np.sqrt(each.shape[1]),
        "training": np.array([each.train_loss for each in last]),
        "unseen": np.array([each.validation_loss for each in last]),
        "n_unseen": models[0].n_unseen,
        "scored": np.array([n_scored(model) for model in models]),
    }


def losses_of_unseen(fit: BoostedModel) -> NDArray[np.float64]:
    """The loss of every unseen row after the last round, (n_unseen,)."""
    X, y = fit.unseen
    return np.asarray(fit.model.loss_.loss(y, fit.model.raw_prediction(X)))


def n_scored(fit: BoostedModel) -> float:
    """How many cuts the trees of a model have scored."""
    counted = (tree.n_candidates for each in fit.trace for tree in each.trees)
    return float(sum(int(each.sum()) for each in counted if each is not None))


def place_of(recipe: Recipe, node: int, feature: int | None) -> Place:
    """A place, beside its feature the next best one; None for that of the best cut."""
    first = first_round(recipe)
    feature = first.best_feature(node) if feature is None else feature
    return Place(recipe, node, feature, first.next_feature(node, feature))
