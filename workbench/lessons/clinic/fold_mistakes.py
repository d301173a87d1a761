"""Cross-validation of a sequence gone wrong, fold by fold: beside it the right numbers. Pure.

Three faults: of the trees that a fold's sequence passes in an interval the first is scored instead of the one
that is best at the interval's own alpha; where it passes none the fold is left out, and sums of different
numbers of folds are compared; and blocks of ceil(N / k) rows can leave nothing for the last folds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gbtlib import CrossValidation, PruningStep, weakest_links
from workbench.models.fold_trees import fold_trees
from workbench.models.single_tree import SingleTree
from workbench.text.numbers import number

Floats = NDArray[np.float64]
MOST_FOLDS = 20
SUMMED_WRONGLY = (
    "**The wrong tree of each interval, and sums of different numbers of folds.** A fold's tree is pruned "
    "link by link. The first tree past an alpha is scored for the interval that begins there, though the "
    "last one up to the next alpha is the best; and where a fold passes no tree in an interval it adds "
    "nothing. The fewer folds are in a sum, the smaller it is. Bold: what each column chooses."
)
BLOCKS = "**The last folds can be empty** if each gets ⌈rows / folds⌉ rows while there are any."


@dataclass(frozen=True, eq=False)
class Mismatch:
    """A fold whose scored tree is not the one that is best at the alpha of an interval."""

    fold: int
    step: int
    alpha: float
    scored: int
    best: int


@dataclass(frozen=True, eq=False)
class Sums:
    """What sums over folds come to if each adds the first of its trees in an interval, or nothing.

    total: (n_steps,) sums of the folds' mean errors; counted: (n_steps,) how many folds added one.
    right: (n_steps,) the sums over all folds, of the trees that are best at the alphas.
    example: a fold whose scored tree has other leaves than the best one; None if there is none.
    """

    total: Floats
    counted: NDArray[np.int64]
    right: Floats
    n_folds: int
    example: Mismatch | None

    @property
    def chosen(self) -> int:
        """The step with the least sum, the first of equal ones."""
        return int(np.where(self.counted > 0, self.total, np.inf).argmin())


def sums_by_interval(fit: SingleTree, measure: str, validated: CrossValidation) -> Sums:
    """The sums of a cross-validation that scores the first tree of every interval."""
    alpha = validated.alpha
    total, counted = np.zeros(len(alpha)), np.zeros(len(alpha), dtype=np.int64)
    example = None
    for k, fold in enumerate(fold_trees(fit, validated)):
        steps = weakest_links(fold.tree, measure, ties="shallower")
        for interval, at in first_in_interval(steps, alpha).items():
            cut = [node for step in steps[: at + 1] for node in step.nodes]
            total[interval] += fold.wrong(cut) / len(fold.y)
            counted[interval] += 1
            best = best_leaves(steps, float(alpha[interval]))
            if example is None and steps[at].n_leaves != best:
                example = Mismatch(k, interval, float(alpha[interval]), steps[at].n_leaves, best)
    return Sums(total, counted, validated.fold_error.sum(axis=0), len(validated.fold_error), example)


def first_in_interval(steps: Sequence[PruningStep], alpha: Floats) -> dict[int, int]:
    """For each interval between neighbouring alphas the first step that lies in it: interval -> step.

    The whole tree is always that of interval 0.
    """
    interval = [0, *np.searchsorted(alpha, [step.alpha for step in steps[1:]], side="right").tolist()]
    found: dict[int, int] = {}
    for step, each in enumerate(interval):
        found.setdefault(int(each), step)
    return found


def best_leaves(steps: Sequence[PruningStep], alpha: float) -> int:
    """The leaves of the tree that is best at an alpha: of the last step up to it."""
    return next(step.n_leaves for step in reversed(steps) if step.alpha <= alpha)


def sums_table(validated: CrossValidation, sums: Sums, shown: Sequence[int]) -> str:
    """The wrong sum of every step, how many folds are in it, and the right sum of all."""
    lines = [
        "| step | α | folds that count | their sum | all folds, the right trees |",
        "|--:|--:|--:|--:|--:|",
    ]
    for k in shown:
        alpha = "∞" if np.isinf(validated.alpha[k]) else number(float(validated.alpha[k]))
        total = number(float(sums.total[k])) if sums.counted[k] else "none"
        pair = [total, number(float(sums.right[k]))]
        for i, chosen in enumerate((sums.chosen, validated.best)):
            pair[i] = f"**{pair[i]}**" if k == chosen else pair[i]
        lines.append(f"| {k} | {alpha} | {sums.counted[k]} of {sums.n_folds} | {pair[0]} | {pair[1]} |")
    return "\n".join(lines)


def sums_words(validated: CrossValidation, sums: Sums) -> str:
    """What the wrong sums choose beside the right ones, and a fold whose tree is the wrong one."""
    chosen, best = sums.chosen, validated.best
    leaves = [validated.steps[k].n_leaves for k in (chosen, best)]
    words = (
        f"It chooses step {chosen}, {leaves[0]:,} leaves, where {sums.counted[chosen]} of {sums.n_folds} "
        f"folds add up to {number(float(sums.total[chosen]))}; all folds there give "
        f"{number(float(sums.right[chosen]))}. "
    )
    if chosen == best:
        words += "The right choice is the same, by luck."
    else:
        words += f"Right is step {best}, {leaves[1]:,} leaves: {number(float(sums.right[best]))}."
    if sums.example is not None:
        each = sums.example
        words += (
            f" In fold {each.fold + 1} step {each.step} is scored with {each.scored:,} leaves; the tree "
            f"that is best at α = {number(each.alpha) if np.isfinite(each.alpha) else '∞'} has {each.best:,}."
        )
    return words


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
