"""What AdaBoost loses by a search without weights, and by stopping at an error of 0.5, in words. Pure."""

from __future__ import annotations

import numpy as np

from gbtlib import samme
from workbench.lessons.clinic.pruned_patients import HARD, votes_of_ten, votes_without_weights
from workbench.text.numbers import number


def blind_words() -> str:
    """What becomes of AdaBoost when the split search does not see the weights."""
    sample, blind, seeing = votes_without_weights()
    n, rounds = len(sample.y), len(blind.error)
    return (
        "**A search that ignores the weights.** They count in the error, not in the search for splits: every "
        f"round grows the same tree. Round 1 has error {number(blind.error[0])} and tree weight "
        f"{number(blind.alpha[0])}; in round 2 the same tree has error {number(blind.error[1])} = 1 "
        "− 1/K, so "
        f"its weight is {number(blind.alpha[1])} and nothing is ever added to one tree. It errs on "
        f"{round(blind.seen[-1] * n)} of {n} rows; the vote of all {rounds} rounds, each searched by its "
        f"weights, on {round(seeing.seen[-1] * n)}."
    )


def bound_words() -> str:
    """What is lost by stopping at error 0.5 with more than two classes."""
    weight = samme(np.array([0.6, 0.4]), np.array([True, False]), 3).tree_weight
    _, stopped, whole = votes_of_ten()
    late = next(t for t, error in enumerate(stopped.error) if error > 0.5)
    wrong = round(10 * stopped.seen[-1])
    left = round(10 * whole.seen[-1])
    return (
        "**Stopping at error 0.5.** Guessing among K classes errs with 1 − 1/K: 0.5 for two, 0.667 "
        "for three. "
        "With three classes an error of 0.6 still earns ln(0.4/0.6) + ln 2 = "
        f"{number(weight, 4)}; stopped beyond 0.5, the tree that it stops at even votes with weight "
        "1. Ten rows "
        f"x = 1 to 10 of the classes {' '.join(HARD)}: the stump of round {late + 1} has error "
        f"{number(stopped.error[late])}. Stopped there, {wrong} of the ten are wrong; after "
        f"{len(whole.error)} "
        f"rounds {left or 'none'}."
    )
