"""DART: every round leaves out some of the earlier trees, and its own take the place of these.

Trees late in an ensemble mend what is left for single rows; dropping some of the others lets each new tree
help with all. What is dropped is drawn anew every round. With k rounds dropped and the learning rate eta, the
new trees get the weight 1 / (k + eta) and those dropped k / (k + eta) of theirs ("tree"), or both
1 / (1 + eta) ("forest"), so that together they reach about as far as the dropped did.

Source: K. Rashmi and R. Gilad-Bachrach, "DART: dropouts meet multiple additive regression trees", AISTATS
2015, algorithm 2; eta and the second way: XGBoost's booster dart. Of several classes XGBoost drops single
trees and divides eta by their number; here a round is dropped with all its trees, as in LightGBM.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from gbtlib.core.params import BoostingParams

FOR_DROPS = 3  # what a random stream is for, beside rows, features and validation


class Drop(NamedTuple):
    """What a round leaves out: rounds before it, ascending.

    factor: what the weights of their trees are multiplied by. weight: of the round's own trees. Both are
    beside the learning rate.
    """

    rounds: tuple[int, ...] = ()
    factor: float = 1.0
    weight: float = 1.0


NOTHING = Drop()


def drop_of(rounds: Sequence[int], params: BoostingParams) -> Drop:
    """What leaving some rounds out makes of the weights."""
    n_dropped, rate = len(rounds), params.learning_rate
    if n_dropped == 0:
        return NOTHING
    both = 1 / (1 + rate)
    tree = n_dropped / (n_dropped + rate), 1 / (n_dropped + rate)
    return Drop(tuple(rounds), *((both, both) if params.normalize_type == "forest" else tree))


def draw_dropped(params: BoostingParams, number: int) -> list[int]:
    """The rounds before a round that it leaves out, ascending: each with probability rate_drop."""
    random = np.random.default_rng((params.seed, FOR_DROPS, number))
    if number == 1 or random.random() < params.skip_drop:
        return []
    dropped: list[int] = (1 + np.flatnonzero(random.random(number - 1) < params.rate_drop)).tolist()
    return dropped or [int(random.integers(1, number)) for _ in range(params.one_drop)]
