"""What both models say of a row, as the sums that it comes from. Pure."""

from typing import Any

import numpy as np

from workbench.lessons.one_tree_or_many.comparison import Comparison, GrownTree, ModelCourse, nodes_by_size
from workbench.lessons.one_tree_or_many.forest import ForestCourse
from workbench.lessons.one_tree_or_many.panels import values_of
from workbench.lessons.one_tree_or_many.record import tree_for
from workbench.models.predictions import Floats

SHOWN = 3  # addends before the dots


def sums_of(shown: Comparison, number: int, row: int | None) -> dict[str, Any]:
    """Both sums after a round for a row of the data set, and beyond them of its formula; else nothing."""
    fit = shown.b.fit
    X = fit.dataset.X if len(fit.held_out) else np.vstack((fit.dataset.X, fit.unseen[0]))
    if row is None or row >= len(X):
        return {}
    return {
        "row": row,
        "sums": [sum_of(shown, each, number, X[row : row + 1]) for each in (shown.a, shown.b)],
    }


def sum_of(shown: Comparison, course: ModelCourse, number: int, x: Floats) -> dict[str, Any]:
    """kind: "leaf" of one tree, with G and H of its n rows; "sum" of rate times weights; "mean" of answers.

    start: the raw prediction before the first round. terms: the first addends; last: the last one of `n`,
    None where all are among the first; between: what the others come to. raw: what all do; value: the
    prediction.
    """
    k = tree_for(course, shown.k)
    number = course.upto(number)
    found: dict[str, Any] = {"value": float(values_of(course.staged(x)[number], shown.k)[0])}
    start = float(np.atleast_1d(np.asarray(course.fit.model.initial_raw_prediction_))[k])
    if isinstance(course, GrownTree):
        tree = course.fit.trace[0].trees[k]
        node = int(nodes_by_size(tree, course.sizes[:, k], x)[number][0])
        weight = float(tree.weight[node])
        leaf = {"n": int(tree.n_samples[node]), "G": float(tree.G[node]), "H": float(tree.H[node])}
        return found | {"kind": "leaf", "start": start, "raw": start + weight, **leaf}
    if isinstance(course, ForestCourse):
        terms = [float(values_of(course.forest.alone(t, x), shown.k)[0]) for t in range(1, number + 1)]
        return found | {"kind": "mean", "n": number, **addends(terms)}
    rounds = course.fit.trace[:number]
    terms = [float(each.trees[k].predict(x)[0]) for each in rounds]
    rate = float(course.fit.model.learning_rate)
    raw = start + rate * float(np.sum(terms))
    return found | {"kind": "sum", "n": number, "rate": rate, "start": start, "raw": raw, **addends(terms)}


def addends(terms: list[float]) -> dict[str, Any]:
    """The first of them, the last, and what stands between them as one number."""
    last = terms[-1] if len(terms) > SHOWN else None
    return {"terms": terms[:SHOWN], "between": float(np.sum(terms[SHOWN:-1])), "last": last}
