"""Error and work of the whole model for one max_bin after another. Pure."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from gbtlib.core.boosting import Round
from workbench.lessons.exact_or_histogram.node_cuts import FirstRound, Recipe, estimator, first_round

COARSE = (4, 8, 16, 32, 64, 128, 256)
ALL_CUTS = None


@dataclass(frozen=True)
class BinnedModel:
    """A model with so many bins, None for every cut.

    train_loss, unseen_loss: mean loss after the last round. n_scored: cuts that its trees scored.
    seconds: what boosting took.
    """

    max_bin: int | None
    train_loss: float
    unseen_loss: float
    n_scored: int
    seconds: float


def error_course(recipe: Recipe, on_round: Callable[[Round], None]) -> tuple[BinnedModel, ...]:
    """The models of COARSE and the exact one, in this order. on_round: called after every round."""
    first = first_round(recipe)
    return tuple(boosted(first, max_bin, on_round) for max_bin in (*COARSE, ALL_CUTS))


def boosted(first: FirstRound, max_bin: int | None, on_round: Callable[[Round], None]) -> BinnedModel:
    """One model, boosted."""
    binning = {} if max_bin is None else {"tree_method": "hist", "max_bin": max_bin}
    if max_bin is not None:
        binning["min_bin_size"] = first.recipe.min_bin_size
    model = estimator(first.recipe, **binning)
    start = time.perf_counter()
    model.fit(first.X, first.y, validation=(first.unseen_X, first.unseen_y), progress=on_round)
    seconds = time.perf_counter() - start
    last = model.trace_[-1]
    n_scored = sum(int(tree.n_candidates.sum()) for each in model.trace_ for tree in each.trees)
    return BinnedModel(max_bin, last.train_loss, last.validation_loss, n_scored, seconds)


def rounds_of(recipe: Recipe) -> int:
    """How many rounds all models of a course have together."""
    return int(recipe.parameters()["n_estimators"]) * (len(COARSE) + 1)
