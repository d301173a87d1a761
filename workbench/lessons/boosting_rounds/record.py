"""What the stage of the lesson draws: all rounds of a fit in one record. Pure, without streamlit.

State r is what the first r rounds make; round r leads from state r-1 to r. Rows are those that are drawn.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree
from gbtlib.core.boosting import column
from gbtlib.loops.reasons import WHY_LEAF
from workbench.charts.axes import spread
from workbench.data.sources import levels_of
from workbench.models.boosted import BoostedModel
from workbench.models.predictions import Floats, Model
from workbench.text.losses import is_residual, link_of
from workbench.text.numbers import decimals_of
from workbench.trees.drawn import drawn_trees, ends

MOST_ROWS, MOST_ROW_STATES = 500, 250_000  # drawn; and times the rounds
MOST_STEMS = 240  # side by side along a feature
FEWEST_ROWS = 150
MOST_EDGES, MOST_CELL_STATES = 240, 3_000_000  # along an axis of two; and cells times the rounds
MOST_EDGES_OF_ONE = 800
TRUTH_POINTS = 400

Rows = NDArray[np.intp]
Record = dict[str, Any]


def record_of(fit: BoostedModel, k: int = 0) -> Record:
    """All rounds, for the trees of class k.

    kind: curve (one feature), plane (two) or rows. link: what makes the prediction of raw ones: "identity",
    "softmax", or the c of p = 1 / (1 + exp(-c F)). is_residual: whether -g is y minus the prediction.
    rows: numbers in the data set. X: of each feature the rows' values, NaN where one is missing. y: target;
    of classes 1 for the one that the raw prediction speaks for. outputs: for each class its base raw
    prediction and the leaves of all rounds, see `ends`; k: which is looked at. trees: its trees. gradient:
    (R * n), only where it is not prediction - y. grown_on: (R * n) 1 for rows of the round's sample, None
    for all. edges: where cells of a curve or plane end, by axis; the last of each is open.
    """
    k = k if fit.n_classes > 1 else 0
    model, trace, drawn, edges = fit.model, fit.trace, drawn_rows(fit), cell_edges(fit)
    sent = {
        "kind": kind_of(fit),
        "n_rounds": len(trace),
        "rate": float(model.learning_rate),
        "losses": fit.losses,
        "rows": fit.train[drawn].astype(np.int32),
        "X": [np.ascontiguousarray(x) for x in fit.X[drawn].T],
        "y": target(fit, k)[drawn],
        "k": k,
        "outputs": outputs(fit, drawn, edges),
        "trees": drawn_trees([round_.trees[k] for round_ in trace], fit.dataset.feature_names),
        "gradient": None if is_residual(model.loss_) else gradients(fit, k, drawn),
        "grown_on": samples(fit, drawn),
        "edges": edges,
        "truth": truth(fit),
    }
    return sent | names_of(fit, k)


def names_of(fit: BoostedModel, k: int) -> Record:
    """What the record says in words: of features, classes and link, see record_of."""
    data, model, names = fit.dataset, fit.model, fit.dataset.feature_names
    return {
        "task": data.task,
        "link": link_of(model.loss_),
        "is_residual": is_residual(model.loss_),
        "names": [str(name) for name in names],
        "levels": [list(levels_of(name)) for name in names],
        "decimals": [decimals_of(name)[0] for name in names],
        "target": data.target_name,
        "classes": class_words(fit, k),
        "reasons": WHY_LEAF,
    }


def positive_class(k: int, model: Model) -> int:
    """The class that the raw prediction speaks for: k under softmax, else the second of two."""
    return k if model.loss_.n_outputs > 1 else 1


def class_words(fit: BoostedModel, k: int) -> list[str]:
    """The class that the raw prediction speaks against, and that which it speaks for; none of numbers."""
    names = fit.dataset.class_names
    if not names:
        return []
    positive = positive_class(k, fit.model)
    return [names[1 - positive] if len(names) == 2 else f"not {names[positive]}", names[positive]]


def outputs(fit: BoostedModel, drawn: Rows, edges: list[Floats]) -> list[Record]:
    """For each class its base raw prediction, and where rows and cells end."""
    places = cell_places(edges) if edges else None
    cells = None if places is None else lambda tree: tree.apply(places)
    base = np.atleast_1d(np.asarray(fit.model.initial_raw_prediction_, dtype=np.float64))
    return [{"base": float(base[j]), **ends(fit.trace, j, drawn, cells)} for j in range(fit.n_classes)]


def kind_of(fit: BoostedModel) -> str:
    """How rounds are drawn: categories and rows without a value have no place in a plane."""
    return {1: "curve", 2: "plane"}.get(fit.n_axes, "rows")


def drawn_rows(fit: BoostedModel) -> Rows:
    """Rows of the training rows that are drawn: along one feature evenly spread, else a fixed random draw."""
    n = len(fit.train)
    most = min(MOST_ROWS, max(FEWEST_ROWS, MOST_ROW_STATES // len(fit.trace)))
    if fit.X.shape[1] == 1:
        return np.argsort(fit.X[:, 0], kind="stable")[spread(n, min(most, MOST_STEMS))]
    if n <= most:
        return np.arange(n)
    return np.sort(np.random.default_rng(0).choice(n, most, replace=False))


def target(fit: BoostedModel, k: int) -> Floats:
    """The target of every training row; of classes 1 for the one that the raw prediction speaks for."""
    if fit.dataset.task == "regression":
        return np.asarray(fit.y, dtype=np.float64)
    return np.asarray(fit.y == positive_class(k, fit.model), dtype=np.float64)


def gradients(fit: BoostedModel, k: int, drawn: Rows) -> NDArray[np.float32]:
    """The gradient of the drawn rows at the beginning of every round."""
    return np.concatenate([column(each.gradient, k)[drawn] for each in fit.trace]).astype(np.float32)


def samples(fit: BoostedModel, drawn: Rows) -> NDArray[np.uint8] | None:
    """Which drawn rows each round's tree was grown on; None where that is all of them."""
    if all(each.rows is None for each in fit.trace):
        return None
    found = np.zeros((len(fit.trace), len(fit.train)), dtype=np.uint8)
    for mine, each in zip(found, fit.trace, strict=True):
        mine[slice(None) if each.rows is None else each.rows] = 1
    return found[:, drawn].ravel()


def cell_edges(fit: BoostedModel) -> list[Floats]:
    """The thresholds of all trees along each axis, ascending: all that there are, or evenly chosen ones.

    Nothing where rounds are drawn by row.
    """
    n_features = fit.X.shape[1]
    if kind_of(fit) == "rows":
        return []
    most = MOST_EDGES_OF_ONE
    if n_features == 2:
        most = min(MOST_EDGES, max(24, int((MOST_CELL_STATES / len(fit.trace)) ** 0.5)))
    trees = [tree for each in fit.trace for tree in each.trees]
    return [thinned_thresholds(trees, j, most) for j in range(n_features)]


def thinned_thresholds(trees: list[Tree], feature: int, most: int) -> Floats:
    """The different thresholds on a feature, at most so many."""
    found = np.unique(np.concatenate([tree.threshold[tree.feature == feature] for tree in trees]))
    return found[spread(len(found), most)]


def cell_places(edges: list[Floats]) -> Floats:
    """A place in every cell, (cells, 1 or 2): its upper end, which is in it. The first axis runs fastest."""
    along = [np.append(each, each[-1] + abs(each[-1]) + 1 if len(each) else 0.0) for each in edges]
    return np.column_stack([axis.ravel() for axis in np.meshgrid(*along)])


def truth(fit: BoostedModel) -> dict[str, NDArray[np.float32]] | None:
    """The function behind the data along its only feature."""
    if fit.dataset.truth is None or fit.X.shape[1] != 1:
        return None
    x = np.linspace(fit.X.min(), fit.X.max(), TRUTH_POINTS)
    return {
        "x": x.astype(np.float32),
        "y": np.asarray(fit.dataset.truth(x[:, np.newaxis])).astype(np.float32),
    }
