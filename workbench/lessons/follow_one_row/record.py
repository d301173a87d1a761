"""What the stage of the lesson draws: trees with the rows in their leaves, and one row through them. Pure.

State r is what the first r rounds make, 0 to R; round r leads from state r-1 to r. Arrays over states or
rounds and something else are flat, state by state.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree
from gbtlib.core.boosting import column
from gbtlib.loops.reasons import WHY_LEAF
from workbench.charts.axes import spread
from workbench.link.values import ROW
from workbench.models.boosted import BoostedModel
from workbench.models.explained import contributions_by_round, path_contributions_by_round
from workbench.models.predictions import Floats
from workbench.models.row_story import (
    RowStory,
    default_row,
    most_wrong,
    next_held_out,
    next_turning,
    row_story,
    turning_rounds,
)
from workbench.text.losses import is_residual, link_of, words_of
from workbench.text.numbers import value_text
from workbench.text.questions import value_words
from workbench.trees.drawn import drawn_nodes, drawn_trees, position_of_all

MOST_ROWS, MOST_ROW_STATES, FEWEST_ROWS = 400, 40_000, 100  # drawn in the leaves; and times the rounds
CURVE_POINTS = 121
MOST_BRICKS = 6  # of features by name; the others are one

Record = dict[str, Any]


def record_of(fit: BoostedModel, k: int = 0) -> Record:
    """All that is not of one row, for the trees of class k.

    kind: "number", "two" (classes, one raw prediction) or "several". link: see link_of. is_residual: whether
    -g is what the row's prediction misses. classes: names, of two in the order of F. sum: what F is. trees:
    see drawn_trees. X: of each feature one value, NaN where one is missing. company: see company_of. wrong:
    of each round the training row that is most wrong before it. n_rows: of the data set.
    """
    data, model = fit.dataset, fit.model
    trees = [round_.trees[k] for round_ in fit.trace]
    return {
        "kind": kind_of(fit),
        "n_rounds": len(trees),
        "n_rows": len(data.y),
        "k": k,
        "rate": float(model.learning_rate),
        "params": {name: getattr(model.params_, name) for name in ("reg_lambda", "reg_alpha")},
        "link": link_of(model.loss_),
        "is_residual": is_residual(model.loss_),
        "sum": sum_words(fit, k),
        "classes": list(data.class_names) if data.task == "classification" else [],
        "names": [str(name) for name in data.feature_names],
        "trees": drawn_trees(trees, data.feature_names),
        "X": [np.array([np.nan if np.isnan(x).any() else 0.0]) for x in fit.X.T],
        "reasons": WHY_LEAF,
        "company": company_of(fit, k),
        "wrong": np.array([most_wrong(fit, r) for r in range(1, len(trees) + 1)], dtype=np.int32),
    }


def kind_of(fit: BoostedModel) -> str:
    """What is predicted."""
    if fit.dataset.task == "regression":
        return "number"
    return "two" if fit.n_classes == 1 else "several"


def sum_words(fit: BoostedModel, k: int) -> str:
    """What F is."""
    if kind_of(fit) == "number":
        return f"F: prediction of {fit.dataset.target_name}"
    of = fit.dataset.class_names[k if fit.n_classes > 1 else 1]
    return f"F: {words_of(fit.model.loss_).raw or 'raw prediction'} of {of}"


def company_of(fit: BoostedModel, k: int) -> Record:
    """The training rows that are drawn in the leaves: all, or some evenly spread.

    number: (n) in the data set. leaf, at: (R * n) the leaf of each round's tree by its number, and the
    position of the drawn node that it is or is folded into. g: (R * n) before each round.
    """
    n_rounds = len(fit.trace)
    rows = spread(len(fit.train), min(MOST_ROWS, max(FEWEST_ROWS, MOST_ROW_STATES // n_rounds)))
    leaves = [column(round_.leaf, k)[rows].astype(np.intp) for round_ in fit.trace]
    places = [places_in(round_.trees[k])[leaf] for round_, leaf in zip(fit.trace, leaves, strict=True)]
    return {
        "number": fit.train[rows].astype(np.int32),
        "leaf": np.concatenate(leaves).astype(np.uint16),
        "at": np.concatenate(places).astype(np.uint8),
        "g": np.concatenate([column(round_.gradient, k)[rows] for round_ in fit.trace]).astype(np.float32),
    }


def places_in(tree: Tree) -> NDArray[np.intp]:
    """For every node of a tree the position of the drawn node that it is, or that it is folded into."""
    return position_of_all(tree, drawn_nodes(tree))


def shown_row(fit: BoostedModel, row: int | None) -> int:
    """The row that is followed: the last where there are not so many, the one that changes sides without."""
    return default_row(fit) if row is None else min(row, len(fit.dataset.y) - 1)


def story_of(fit: BoostedModel, k: int, row: int | None) -> Record:
    """One row through all rounds, for the trees of class k.

    shown: the held values as they are shown. has: of each feature its value in words. y: the target; targets:
    (K) what each prediction should be. raw, prediction: (R+1, K). w, added: (R, K), the weights of its
    leaves, and times the rate. g, h: (R+1) of class k, in every state. leaf, at: (R) its leaf of each round
    as in company_of; n, G, H: the sums there. grown_on: (R) whether the round's trees were grown on it.
    turns: the rounds that change its side. next: see rows_next. curve: see link_curve. noiseless: the target
    without its noise, where noise has moved it.
    """
    story = row_story(fit, shown_row(fit, row))
    trees = [round_.trees[k] for round_ in fit.trace]
    leaves = story.leaf[:, k].tolist()
    nodes = [tree.node(leaf) for tree, leaf in zip(trees, leaves, strict=True)]
    places = [places_in(tree)[leaf] for tree, leaf in zip(trees, leaves, strict=True)]
    return {
        "shown": {ROW: None if row is None else story.row},
        "row": story.row,
        "trained": story.trained,
        "has": [has_words(*each) for each in zip(fit.dataset.feature_names, story.x.tolist(), strict=True)],
        "y": story.y,
        "targets": targets(fit, story),
        "noiseless": noiseless(fit, story),
        "raw": story.raw.ravel(),
        "prediction": story.prediction.ravel(),
        "w": story.weight.ravel(),
        "added": story.contribution.ravel(),
        "g": story.gradient[:, k].copy(),
        "h": story.hessian[:, k].copy(),
        "leaf": np.array(leaves, dtype=np.uint16),
        "at": np.array(places, dtype=np.uint8),
        "n": np.array([node.n_samples for node in nodes], dtype=np.int32),
        "G": np.array([node.G for node in nodes]),
        "H": np.array([node.H for node in nodes]),
        "grown_on": story.grown_on.astype(np.uint8),
        "turns": turning_rounds(fit, story),
        "next": rows_next(fit, story.row),
        "curve": link_curve(fit, story),
    }


def has_words(name: str, value: float) -> str:
    """The value of a feature in a row."""
    return value_words(name, value) or value_text(value, name)


def targets(fit: BoostedModel, story: RowStory) -> list[float]:
    """What each of the predictions should be: y, or under softmax 1 for the true class and 0 else."""
    if fit.n_classes == 1:
        return [story.y]
    return [float(story.y == k) for k in range(fit.n_classes)]


def noiseless(fit: BoostedModel, story: RowStory) -> float | None:
    """What the function behind the data has where the row is; None where there is none, or no noise."""
    truth = fit.dataset.truth
    if truth is None or fit.dataset.task != "regression":
        return None
    exact = float(truth(story.x[np.newaxis])[0])
    return None if exact == story.y else exact


def rows_next(fit: BoostedModel, row: int) -> Record:
    """The next rows after one that change sides, with the round before, and that were held out."""
    turning = next_turning(fit, row)
    turns = [] if turning is None else turning_rounds(fit, row_story(fit, turning))
    return {
        "turning": turning,
        "before": max(1, turns[0] - 1) if turns else None,
        "held_out": next_held_out(fit, row),
    }


def link_curve(fit: BoostedModel, story: RowStory) -> Record | None:
    """What the link makes of raw predictions, of two classes, well beyond all that the row has."""
    if kind_of(fit) != "two":
        return None
    high = 1.6 * max(4.0, float(np.abs(story.raw).max()))
    F = np.linspace(-high, high, CURVE_POINTS)
    return {"F": F.astype(np.float32), "p": fit.model.loss_.inverse_link(F).astype(np.float32)}


def bricks_of(fit: BoostedModel, k: int, row: int | None) -> Record:
    """F of class k of a row by features, in every state: what the columns are, and what each adds.

    names: "average row", then the features that add most in the end, the others as one. number: of each
    feature, -1 for what is none. features, path: (R+1, columns) by Shapley values, and by the row's path.
    """
    found = shown_row(fit, row)
    shapley, path = (
        np.vstack((np.zeros(fit.X.shape[1] + 1), by_round(fit, found, k)))
        for by_round in (contributions_by_round, path_contributions_by_round)
    )
    used = np.flatnonzero((shapley[:, :-1] != 0).any(axis=0) | (path[:, :-1] != 0).any(axis=0))
    order = used[np.argsort(-np.abs(shapley[-1, used]), kind="stable")]
    named, rest = (order, order[:0]) if len(order) <= MOST_BRICKS + 1 else np.split(order, [MOST_BRICKS])
    names = [str(fit.dataset.feature_names[j]) for j in named]
    return {
        "names": ["average row", *names, *([f"{len(rest)} others"] if len(rest) else [])],
        "number": [-1, *named.tolist(), *([-1] if len(rest) else [])],
        "features": columns(shapley, named, rest),
        "path": columns(path, named, rest),
    }


def columns(found: Floats, named: NDArray[np.intp], rest: NDArray[np.intp]) -> Floats:
    """The average, the named features, and all others together where there are any. Flat."""
    others = [found[:, rest].sum(axis=1)] if len(rest) else []
    return np.column_stack([found[:, -1], *found[:, named].T, *others]).ravel()
