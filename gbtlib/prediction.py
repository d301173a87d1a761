"""Prediction by many trees: what they answer, added up tree after tree, after the last or after each."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from gbtlib.core.boosting import Round, step_sizes
from gbtlib.core.criteria import Floats
from gbtlib.core.tree import Tree
from gbtlib.loops.stack import blocks, read_only, stacked
from gbtlib.loops.trees import add_answers


def staged_totals(
    start: Floats, trees: Sequence[Tree], answers: Sequence[Floats], X: Any, every: int
) -> Iterator[Floats]:
    """What trees answer for rows X, added to `start`, after every so many trees: each a new array.

    answers: of each tree in each node, (n_nodes,): tree t adds to column t modulo K; or (n_nodes, K).
    start: (n,) or (n, K). X: (n, n_features), finite or NaN, or triplets.
    """
    if not trees:
        return
    nodes, value, total = stacked(trees), as_columns(read_only(np.concatenate(answers), np.float64)), start
    X = read_only(X, np.float64) if isinstance(X, np.ndarray) else X
    for first in range(0, len(trees), every):
        total = total.copy()
        for some, rows, x in blocks(nodes, X, trees[0].n_features):
            add_answers(some, (first, min(first + every, len(trees))), value, x, as_columns(total)[rows])
        yield total


def as_columns(array: Floats) -> Floats:
    """An array (n,) or (n, K) as a view (n, 1) or (n, K)."""
    return array[:, np.newaxis] if array.ndim == 1 else array


def totals(start: Floats, trees: Sequence[Tree], answers: Sequence[Floats], X: Any) -> Floats:
    """See staged_totals: after all trees."""
    return next(staged_totals(start, trees, answers, X, len(trees)), start.copy())


def weighed(rounds: Sequence[Round]) -> tuple[list[Tree], list[Floats]]:
    """All trees of the first rounds, and what each adds to the raw prediction after the last of them."""
    trees = [tree for round_ in rounds for tree in round_.trees]
    sizes = zip(rounds, step_sizes(rounds), strict=True)
    return trees, [size * tree.weight for round_, size in sizes for tree in round_.trees]


def staged_raw_prediction(start: Floats, rounds: Sequence[Round], X: Any) -> Iterator[Floats]:
    """The raw prediction of rows X after each round, each a new array like start: (n,), or (n, K).

    start: before the first round. X: (n, n_features), finite or NaN, or triplets.
    """
    if any(round_.drop.rounds for round_ in rounds):  # the weights of a stage are not those of the next
        return (raw_prediction(start, rounds[: i + 1], X) for i in range(len(rounds)))
    return staged_totals(start, *weighed(rounds), X, 1 if start.ndim == 1 else start.shape[1])


def raw_prediction(start: Floats, rounds: Sequence[Round], X: Any) -> Floats:
    """The raw prediction of rows X after all rounds; see staged_raw_prediction."""
    return totals(start, *weighed(rounds), X)
