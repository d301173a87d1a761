"""What cross-validation chooses when the same rows are dealt into folds anew, again and again. Pure."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.lessons.prune_it.link_sequence import PruningSequence
from workbench.models.single_tree import SingleTree
from workbench.text.grammar import how_many

N_DEALS = 40
Counts = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class FoldDeals:
    """How often each step was chosen, (n_steps,). best: by the smallest error; simple: within one SE."""

    n_folds: int
    best: Counts
    simple: Counts


def fold_deals(fit: SingleTree, found: PruningSequence, n_folds: int, n_deals: int = N_DEALS) -> FoldDeals:
    """Cross-validate with the seeds 0, 1, 2, ..., which deal the folds."""
    best, simple = np.zeros((2, found.n_steps), dtype=np.int64)
    for seed in range(n_deals):
        result = fit.model.cross_validate_alpha(n_folds=n_folds, measure=found.measure, seed=seed)
        best[result.best] += 1
        simple[result.one_standard_error] += 1
    return FoldDeals(n_folds, best, simple)


def deal_words(found: PruningSequence, deals: FoldDeals) -> str:
    """How far the choice hangs on the deal."""
    n, chosen = int(deals.best.sum()), np.flatnonzero(deals.best)
    sizes = [found.steps[k].n_leaves for k in chosen.tolist()]
    if len(sizes) == 1:
        which = f"all choose step {chosen[0]}, {how_many(sizes[0], 'leaf')}"
    else:
        most = int(deals.best.argmax())
        which = (
            f"{len(sizes)} steps are chosen, from {how_many(min(sizes), 'leaf')} to {max(sizes):,}; the "
            f"one most often, step {most}, by {deals.best[most]}"
        )
    return (
        f"**The seed deals the folds.** Of {n} deals of the same rows into {deals.n_folds} folds, {which}. "
        "Folds that are shuffled without a seed, as in “Building a Classification Tree from scratch” "
        "(Stokastik), may keep another tree in every run. Here the seed of the page fixes the deal."
    )
