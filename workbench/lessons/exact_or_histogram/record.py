"""What the stage of the lesson draws: every cut of a feature, and those between bins, by max_bin. Pure."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor
from workbench.charts.axes import spread
from workbench.data.catalogue import DATASETS
from workbench.data.held_out import drawn_rows
from workbench.lessons.exact_or_histogram.bin_sums import edges_of, family, node_bins
from workbench.lessons.exact_or_histogram.node_cuts import (
    HALVINGS,
    KEPT,
    CutComb,
    FirstRound,
    Recipe,
    Rows,
    estimator,
    features_by_gain,
    first_round,
    hist,
    kept,
    node_cuts,
    stretch,
    sure_bins,
)

MOST_ROWS = 700  # that are drawn
MOST_CELLS = 250_000  # rows times features times classes that whole models are boosted on: some seconds

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


def record_of(place: Place) -> Record:
    """All that the stage shows, wherever the cursor is.

    names: of both features, and of the first with its unit. n: rows of the node; gaps: those without a value
    of the first; rows: some of them, see rows_record. ranges: of both features there. limit: the share of
    the best gain that is asked for. every: all cuts, where the gain changes (m + 1,), the gains in between
    (m,), and the best. stretch: see there, of what is asked for. bins: by halving, see bins_record. sure:
    which of the halvings is the answer, 1 the first; None where nothing is asked. pull: what -g of a row is.
    rounds: of the whole model.
    """
    exact, sure = place.cuts(None), sure_bins(place.recipe, place.node, place.feature)
    first, rows = exact.first, exact.first.rows(place.node)
    values = present(first.X[rows, place.feature])
    return {
        "names": {"cut": exact.name, "axis": exact.title, "other": first.dataset.feature_names[place.other]},
        "n": len(rows),
        "gaps": len(rows) - len(values),
        "rows": rows_record(exact, place.other),
        "ranges": [ends_of(first, rows, each) for each in (place.feature, place.other)],
        "limit": KEPT,
        "every": {
            "change": np.unique(values),
            "gain": exact.found.gain,
            "threshold": exact.found.threshold,
            "n_left": exact.found.n_left.astype(np.int32),
            "best": -1 if exact.best is None else exact.best,
        },
        "stretch": stretch(exact) if exact.gain > 0 else None,
        "bins": [bins_record(place, max_bin) for max_bin in HALVINGS],
        "sure": None if sure is None else HALVINGS.index(sure) + 1,
        "pull": "y − F" if first.dataset.task == "regression" else "y − p",
        "rounds": int(place.recipe.parameters()["n_estimators"]),
    }


def present(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Those that are there."""
    return values[~np.isnan(values)]


def ends_of(first: FirstRound, rows: Rows, feature: int) -> list[float]:
    """The smallest and the largest value of a feature in some rows; of all, where it is missing in these."""
    values = present(first.X[rows, feature])
    values = values if len(values) else present(first.X[:, feature])
    return [float(values.min()), float(values.max())]


def rows_record(cuts: CutComb, other: int) -> Record:
    """Rows of the node by their values, at most MOST_ROWS: x, NaN where it is missing, and the pull -g.

    other: their values of the other feature; is_left: 1 where the best of every cut sends them left.
    """
    rows = cuts.first.rows(cuts.node)
    x = cuts.first.X[rows, cuts.feature]
    order = x.argsort(kind="stable")
    some = order[spread(len(order), MOST_ROWS)]
    return {
        "x": x[some].astype(np.float32),
        "other": cuts.first.X[rows[some], other].astype(np.float32),
        "is_left": cuts.is_left(rows[some]).astype(np.uint8),
        "pull": -cuts.first.gradient[rows[some]].astype(np.float32),
    }


def bins_record(place: Place, max_bin: int) -> Record:
    """The cuts between bins, and the children of the best in bins of the other feature.

    edges: (n_bins + 1,) see edges_of; n, G, H: of each bin. cuts: threshold, gain and rows on the left of
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
        "cuts": {
            "threshold": cuts.found.threshold,
            "gain": cuts.found.gain,
            "n_left": cuts.found.n_left.astype(np.int32),
        },
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
        "names": [each.name for each in both],
    }


@lru_cache(maxsize=16)
def course_record(recipe: Recipe) -> Record:
    """The whole models, with every cut and then by halving: losses after the last round, the
    latter of how many rows, none where no row is unseen, and cuts scored.

    stray: how far the unseen loss may lie from that with every cut by chance, of 95 %: the rows are the
    same, so it is 1.96 standard errors of the mean of their differences. n: training rows, of n_all.
    """
    first, some = first_round(recipe), rows_of_models(recipe)
    X, y, (X_unseen, y_unseen) = first.X[some], first.y[some], first.unseen
    models = [estimator(recipe, trace="full", **hist(recipe, each)).fit(X, y) for each in (None, *HALVINGS)]
    found = {
        "training": np.array([model.trace_[-1].train_loss for model in models]),
        "n": len(some),
        "n_all": len(first.y),
        "n_unseen": len(y_unseen),
        "scored": np.array([n_scored(model) for model in models]),
    }
    if not len(y_unseen):
        return found
    each = np.array([model.loss_.loss(y_unseen, model.raw_prediction(X_unseen)) for model in models])
    stray = (each - each[0]).std(axis=1, ddof=len(y_unseen) > 1) / np.sqrt(len(y_unseen))
    return found | {"unseen": each.mean(axis=1), "stray": 1.96 * stray}


def rows_of_models(recipe: Recipe) -> Rows:
    """The training rows that whole models are boosted on: all, or so many that some seconds are enough."""
    first = first_round(recipe)
    most = MOST_CELLS // (first.X.shape[1] * first.model.loss_.n_outputs)
    if len(first.y) <= most:
        return np.arange(len(first.y))
    is_class = DATASETS[recipe.data].task == "classification"
    return np.flatnonzero(drawn_rows(first.y if is_class else np.zeros(len(first.y)), most))


def n_scored(model: GradientBoostingRegressor | GradientBoostingClassifier) -> float:
    """How many cuts the trees of a model have scored."""
    counted = (tree.n_candidates for each in model.trace_ for tree in each.trees)
    return float(sum(int(each.sum()) for each in counted if each is not None))


def place_of(recipe: Recipe, node: int, feature: int | None) -> Place:
    """A place, beside its feature the next best one, if there is one; None for that of the best cut."""
    by_gain = features_by_gain(recipe, node)
    feature = by_gain[0] if feature is None else feature
    return Place(recipe, node, feature, next((each for each in by_gain if each != feature), feature))
