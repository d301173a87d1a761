"""One tree after another on the same rows: always greed's, and always the best. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from workbench.charts.colours import MODEL, TRUTH
from workbench.charts.panels import DASHED, Line, Panel, floats
from workbench.lessons.greedy_or_best.every_tree import Floats, best_of, every_tree_at, greedy_of, tree_at
from workbench.lessons.greedy_or_best.rows import Task
from workbench.text.numbers import number

N_ROUNDS, RATE = 20, 0.3


@dataclass(frozen=True, eq=False)
class BothWays:
    """The mean training loss before the first round and after each: (N_ROUNDS + 1,) each."""

    greedy: Floats
    best: Floats


@lru_cache(maxsize=16)
def boosted_both_ways(task: Task, pruning: str) -> BothWays:
    """Boost the rows of a task from raw prediction 0, by trees of depth two at most."""
    losses = {}
    for kind in ("greedy", "best"):
        raw = task.start
        losses[kind] = [task.loss_at(raw)]
        for _ in range(N_ROUNDS):
            every = every_tree_at(task, raw)
            at = greedy_of(every, pruning)
            tree = tree_at(every, at if kind == "greedy" else best_of(every, at))
            raw = raw + RATE * tree.weight[tree.apply(task.X)]
            losses[kind].append(task.loss_at(raw))
    return BothWays(**{kind: np.array(course) for kind, course in losses.items()})


def losses_panel(found: BothWays) -> Panel:
    """Both losses over the rounds."""
    x = tuple(float(i) for i in range(N_ROUNDS + 1))
    return Panel(
        "training loss",
        (0.0, float(N_ROUNDS), 0.0, 1.05 * float(max(found.greedy.max(), found.best.max()))),
        "round",
        "",
        lines=(
            Line(x, floats(found.greedy), MODEL, "greedy trees"),
            Line(x, floats(found.best), TRUTH, "best trees", DASHED),
        ),
        whole=True,
    )


def boosted_words(found: BothWays) -> str:
    """Both ends in a sentence."""
    never = found.greedy[-1] >= found.greedy[0] - 1e-12
    start, greedy, best = (number(float(each)) for each in (found.best[0], found.greedy[-1], found.best[-1]))
    words = (
        f"After {N_ROUNDS} rounds at a learning rate of {RATE:g} the training loss has come from {start} to "
        f"**{greedy}** by greedy trees and to **{best}** by the best of all trees in each round. "
    )
    if never and found.best[-1] < found.best[0] - 1e-12:
        return words + "A first cut that is never made is not made in any later round either."
    if found.greedy[-1] < found.best[-1] - 1e-12:
        return words + "What is best in each round need not be best in the end: that is greedy, too."
    if np.allclose(found.greedy, found.best, rtol=0, atol=1e-12):
        return words + "In every round greedy has found the best tree."
    there = int(np.flatnonzero(found.best <= found.greedy[-1] + 1e-12)[0])
    words += "What one tree misses is left in the gradients for the next one: greedy gets there, but later. "
    return words + f"The best trees had come so far after {there} rounds."
