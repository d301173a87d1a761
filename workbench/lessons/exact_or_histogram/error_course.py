"""Error and work of the whole model for one max_bin after another. Pure."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from gbtlib.core.boosting import Round
from workbench.lessons.exact_or_histogram.node_cuts import (
    HALVINGS,
    FirstRound,
    Recipe,
    estimator,
    first_round,
)

COARSE = HALVINGS[::-1]
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
    """The models of COARSE and the exact one, in this order.

    on_round: called after every round, which is numbered on from one model to the next.
    """
    first, rounds = first_round(recipe), int(recipe.parameters()["n_estimators"])
    found = []
    for before, max_bin in enumerate((*COARSE, ALL_CUTS)):

        def told(round_: Round, done: int = before * rounds) -> None:
            on_round(replace(round_, number=done + round_.number))

        found.append(boosted(first, max_bin, told))
    return tuple(found)


def boosted(first: FirstRound, max_bin: int | None, on_round: Callable[[Round], None]) -> BinnedModel:
    """One model, boosted."""
    binning = {} if max_bin is None else {"tree_method": "hist", "max_bin": max_bin}
    if max_bin is not None:
        binning["min_bin_size"] = first.recipe.min_bin_size
    model = estimator(first.recipe, **binning)
    start = time.perf_counter()
    model.fit(first.X, first.y, validation=(first.unseen_rows, first.unseen_target), progress=on_round)
    seconds = time.perf_counter() - start
    last = model.trace_[-1]
    trees = [tree for each in model.trace_ for tree in each.trees]
    counted = [tree.n_candidates for tree in trees if tree.n_candidates is not None]
    n_scored = int(sum(each.sum() for each in counted))
    return BinnedModel(max_bin, last.train_loss, last.validation_loss, n_scored, seconds)
