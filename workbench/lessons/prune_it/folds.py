"""Cross-validation of a sequence: why there is none, fold by fold, and by other deals of the rows. Pure."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gbtlib import CrossValidation
from workbench.charts.axes import spread
from workbench.lessons.prune_it.hand_trees import PRINTED
from workbench.lessons.prune_it.link_sequence import PruningSequence
from workbench.models.single_tree import SingleTree
from workbench.text.grammar import how_many
from workbench.text.numbers import number

MOST_COLUMNS = 12
N_DEALS = 40
INSIDE = (
    "Every fold's own tree is pruned at the geometric means of neighbouring "
    "alphas, well inside each interval; the last is infinite."
)


def why_no_folds(found: PruningSequence) -> str:
    """Why a sequence was not cross-validated."""
    if found.given == PRINTED:
        return (
            "This tree was printed without its rows, and is asked here about all 208: the risk is of rows "
            "that it partly was grown on. For cross-validation take the tree of the data set, or a preset."
        )
    if found.given:
        return (
            "This tree is known by its counts alone: for errors on unseen rows and cross-validation "
            "take the tree of the data set, or a preset."
        )
    return (
        "Cross-validation of this sequence would take too long: choose a smaller max_depth, or "
        "more rows in a leaf."
    )


def shown_steps(validated: CrossValidation, step: int) -> list[int]:
    """Which steps the matrix has columns for: all, or some of them with the chosen ones."""
    some = spread(len(validated.steps), MOST_COLUMNS).tolist()
    return sorted({*some, validated.best, validated.one_standard_error, step})


def fold_table(found: PruningSequence, validated: CrossValidation, step: int) -> pd.DataFrame:
    """Fold by alpha: mean errors of each fold, then sum, mean and standard error of all rows."""
    sizes, alpha = np.bincount(validated.fold), validated.alpha
    total = "sum of squared errors" if found.measure == "squared_error" else "rows misclassified"
    rows = {f"fold {k + 1} ({sizes[k]:,} rows)": errors for k, errors in enumerate(validated.fold_error)} | {
        total: sizes @ validated.fold_error,
        "mean of all rows": validated.error,
        "standard error": validated.standard_error,
    }
    chosen = {validated.best: ", minimum"}
    chosen[validated.one_standard_error] = chosen.get(validated.one_standard_error, "") + ", 1 SE"
    columns = {
        f"step {k}: α {'∞' if np.isinf(alpha[k]) else number(float(alpha[k]))}{chosen.get(k, '')}": k
        for k in shown_steps(validated, step)
    }
    return pd.DataFrame(
        {head: [number(float(values[k])) for values in rows.values()] for head, k in columns.items()},
        index=list(rows),
    )


def fold_deals(
    fit: SingleTree, found: PruningSequence, n_folds: int, n_deals: int = N_DEALS
) -> NDArray[np.intp]:
    """How often each step errs least, (n_steps,), where the seeds 0, 1, 2, ... deal the folds."""
    best = [
        fit.model.cross_validate_alpha(n_folds=n_folds, measure=found.measure, seed=seed).best
        for seed in range(n_deals)
    ]
    return np.bincount(best, minlength=found.n_steps)


def deal_words(found: PruningSequence, deals: NDArray[np.intp], n_folds: int) -> str:
    """How far the choice hangs on the deal. deals: see fold_deals."""
    chosen = np.flatnonzero(deals).tolist()
    sizes = [found.steps[k].n_leaves for k in chosen]
    if len(sizes) == 1:
        which = f"all choose step {chosen[0]}, {how_many(sizes[0], 'leaf')}"
    else:
        most = int(deals.argmax())
        which = (
            f"{len(sizes)} steps are chosen, from {how_many(min(sizes), 'leaf')} to {max(sizes):,}; the "
            f"one most often, step {most}, by {deals[most]}"
        )
    return (
        f"**The seed deals the folds.** Of {deals.sum()} deals of the same rows into {n_folds} folds, "
        f"{which}. Folds that are shuffled without a seed, as in “Building a Classification Tree from "
        "scratch” (Stokastik), may keep another tree in every run. Here the seed of the page fixes the deal."
    )
