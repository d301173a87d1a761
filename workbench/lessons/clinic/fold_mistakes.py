"""Cross-validation of a sequence gone wrong, fold by fold: beside it the right numbers. Pure.

Three faults: of the trees that a fold's sequence passes in an interval the first is scored instead of the one
that is best at the interval's own alpha; where it passes none the fold is left out, and sums of different
numbers of folds are compared; and blocks of ceil(N / k) rows can leave nothing for the last folds.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gbtlib import CrossValidation, PruningStep, weakest_links
from workbench.models.fold_trees import fold_trees
from workbench.models.single_tree import SingleTree
from workbench.text.grammar import joined

Floats = NDArray[np.float64]
MOST_FOLDS = 20
BLOCKS = "**The last folds can be empty** if each gets ⌈rows / folds⌉ rows while there are any."


@dataclass(frozen=True, eq=False)
class Sums:
    """What sums over folds come to if each adds the first of its trees in an interval, or nothing.

    total: (n_steps,) sums of the folds' mean errors; counted: (n_steps,) how many folds added one.
    right: (n_steps,) the sums over all folds, of the trees that are best at the alphas.
    """

    total: Floats
    counted: NDArray[np.int64]
    right: Floats

    @property
    def chosen(self) -> int:
        """The step with the least sum, the first of equal ones."""
        return int(np.where(self.counted > 0, self.total, np.inf).argmin())


def sums_by_interval(fit: SingleTree, measure: str, validated: CrossValidation) -> Sums:
    """The sums of a cross-validation that scores the first tree of every interval."""
    alpha = validated.alpha
    total, counted = np.zeros(len(alpha)), np.zeros(len(alpha), dtype=np.int64)
    for fold in fold_trees(fit, validated):
        steps = weakest_links(fold.tree, measure, ties="shallower")
        for interval, at in first_in_interval(steps, alpha).items():
            cut = [node for step in steps[: at + 1] for node in step.nodes]
            total[interval] += fold.wrong(cut) / len(fold.y)
            counted[interval] += 1
    return Sums(total, counted, validated.fold_error.sum(axis=0))


def counted_words(sums: Sums, n_folds: int) -> str:
    """The steps whose sums are not of all folds, with how many each is of."""
    few = [f"step {step} sums {n}" for step, n in enumerate(sums.counted.tolist()) if n < n_folds]
    return f"**Different numbers of folds are summed.** Of {n_folds} folds {joined(few)}."


def first_in_interval(steps: Sequence[PruningStep], alpha: Floats) -> dict[int, int]:
    """For each interval between neighbouring alphas the first step that lies in it: interval -> step.

    The whole tree is always that of interval 0.
    """
    interval = [0, *np.searchsorted(alpha, [step.alpha for step in steps[1:]], side="right").tolist()]
    found: dict[int, int] = {}
    for step, each in enumerate(interval):
        found.setdefault(int(each), step)
    return found


def block_sizes(n_rows: int, n_folds: int) -> list[int]:
    """The rows of each fold if all get ceil(N / k) while there are any."""
    size = -(-n_rows // n_folds)
    return [min(size, max(0, n_rows - k * size)) for k in range(n_folds)]


def block_words(n_rows: int, n_folds: int) -> str:
    """The sizes of folds cut as blocks, for so many folds, and for the fewest that leave one empty."""
    dealt = sorted({n_rows // n_folds, -(-n_rows // n_folds)})
    words = (
        f"{n_rows:,} rows in {n_folds} blocks: {sizes_words(block_sizes(n_rows, n_folds))}. "
        f"Dealt out here: {' or '.join(f'{each:,}' for each in dealt)} each."
    )
    if block_sizes(n_rows, n_folds)[-1] == 0:
        return words
    more = next((k for k in range(2, min(n_rows, MOST_FOLDS) + 1) if block_sizes(n_rows, k)[-1] == 0), None)
    if more is None:
        return f"{words} With these rows no number of folds up to {MOST_FOLDS} leaves one empty."
    return f"{words} In {more} blocks: {sizes_words(block_sizes(n_rows, more))}."


def sizes_words(sizes: Sequence[int]) -> str:
    """Equal sizes counted: `9 × 11, 6`; the mean error of an empty fold is said to be 0/0."""
    parts = []
    for size in sorted(set(sizes), reverse=True):
        n = list(sizes).count(size)
        parts.append(f"{n} × {size:,}" if n > 1 else f"{size:,}")
    words = ", ".join(parts)
    return f"{words} rows; an empty fold's mean error is 0/0" if 0 in sizes else f"{words} rows"
