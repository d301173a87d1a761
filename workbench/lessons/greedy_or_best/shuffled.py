"""How greed fares on the same places with y dealt out anew: how often it loses, and how much. Pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from workbench.lessons.greedy_or_best.every_tree import every_tree, greedy_of, outcome
from workbench.lessons.greedy_or_best.rows import Task
from workbench.text.numbers import number

N_DEALS = 100


@dataclass(frozen=True)
class Deals:
    """How often greed fares in each way, and the mean share of the best gain that it reaches."""

    outcomes: Counter[str]
    share: float


@lru_cache(maxsize=16)
def shuffled(task: Task, pruning: str) -> Deals:
    """Deal the y of a task out to its places in random orders, always the same ones."""
    draw, y = np.random.default_rng(0), task.y
    found: Counter[str] = Counter()
    shares = []
    for _ in range(N_DEALS):
        dealt = draw.permutation(y)
        bits = np.flatnonzero(dealt != replace(task, flipped=0).y)
        every = every_tree.__wrapped__(replace(task, flipped=int((1 << bits).sum())))
        greedy = greedy_of(every, pruning)
        found[outcome(every, greedy)] += 1
        if every.top > 0:
            shares.append(float(every.gain[greedy]) / every.top)
    return Deals(found, float(np.mean(shares)) if shares else 1.0)


def shuffled_words(deals: Deals) -> str:
    """The same in a sentence."""
    best = deals.outcomes["best"]
    return (
        f"With the same y dealt out to these places in {N_DEALS} random orders, greedy finds the best tree "
        f"**{best}** times. On average its tree has **{number(100 * deals.share, 2)} %** of the best gain."
    )
