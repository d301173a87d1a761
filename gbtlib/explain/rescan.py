"""Rounds looked at again: how a raw prediction adds up, and every candidate cut of a node, computed anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gbtlib.checks.validation import check_index
from gbtlib.core.boosting import Round, column, feature_draw, second_order, step_sizes
from gbtlib.core.candidates import Candidates
from gbtlib.core.params import BoostingParams
from gbtlib.core.search import Search, TrainingRows
from gbtlib.loops.bounded import bounds_of
from gbtlib.loops.draws import permitted
from gbtlib.loops.reasons import INTERACTION

if TYPE_CHECKING:
    import pandas as pd


def rescan(columns: TrainingRows, params: BoostingParams, round_: Round, node: int, k: int = 0) -> Candidates:
    """Every candidate cut of a node of tree k of a round, computed again from the round's own numbers.

    In a split the best candidate is the split that the tree stores, to the last bit.
    Errors: ValueError for a node or a tree that the round does not have.
    """
    check_index("k", k, 0, len(round_.trees) - 1)
    check_index("node", node, 0, round_.trees[k].n_nodes - 1)
    draw = feature_draw(params, round_.number, k, columns.n_features)
    features = None if draw is None else draw([round_.trees[k].path_number(node)])[0]
    search = search_of(columns, params, round_, k)
    if search.directions is not None:
        search = search.bounded(*bounds_of(round_.trees[k], node, search.directions))
    found = search.candidates(round_.rows_in(node, k), features)
    if params.interaction_constraints is None:
        return found
    above = round_.trees[k].feature[round_.trees[k].path_to(node)[:-1]]
    together = permitted(params.interaction_constraints, set(above.tolist()), columns.n_features)
    forbidden = ~np.isin(found.feature, together)
    return replace(found, verdict=np.where(forbidden, INTERACTION, found.verdict).astype(np.int8))


def search_of(columns: TrainingRows, params: BoostingParams, round_: Round, k: int = 0) -> Search:
    """The split search that grew tree k of a round, with the round's own gradients."""
    criterion = second_order(column(round_.gradient, k), column(round_.hessian, k), params)
    return columns.search(criterion, params)


def ledger(base: float, rounds: Sequence[Round], row: NDArray[np.float64], k: int = 0) -> pd.DataFrame:
    """How the raw prediction of one row comes about: the base score, then each round's contribution.

    row: (1, n_features). Columns: round (0 is the base score), leaf, weight (of the leaf), contribution
    (learning_rate times weight; under DART times the tree's own, too), raw_prediction (the sum so far). The
    last sum is the model's raw prediction to the last bit, because it is added up in the same order.
    """
    import pandas as pd

    raw = base
    entries: list[tuple[int, int, float, float, float]] = [(0, -1, np.nan, base, base)]
    for round_, size in zip(rounds, step_sizes(rounds), strict=True):
        tree = round_.trees[k]
        leaf = int(tree.apply(row)[0])
        weight = float(tree.weight[leaf])
        contribution = size * weight
        raw += contribution
        entries.append((round_.number, leaf, weight, contribution, raw))
    return pd.DataFrame(entries, columns=["round", "leaf", "weight", "contribution", "raw_prediction"])
