"""The split search as the formula says it, in plain Python: every feature, every cut, every row, added up."""

import math
from dataclasses import dataclass

import numpy as np

from gbtlib import TreeParams


@dataclass(frozen=True)
class Cut:
    """One candidate: what goes left, and what that gains."""

    feature: int
    left: frozenset[int]
    gain: float
    allowed: bool


def score(rows: list[int], g: np.ndarray, h: np.ndarray, params: TreeParams) -> float:
    G, H = math.fsum(g[rows]), math.fsum(h[rows])
    shrunk = math.copysign(max(abs(G) - params.reg_alpha, 0.0), G)
    return 0.5 * shrunk**2 / (H + params.reg_lambda)


def every_cut(X: np.ndarray, g: np.ndarray, h: np.ndarray, params: TreeParams) -> list[Cut]:
    """All cuts between distinct values; rows that miss the feature once right (if learned), once left."""
    cuts = []
    everyone = list(range(len(X)))
    for feature in range(X.shape[1]):
        x = X[:, feature]
        missing = [i for i in everyone if np.isnan(x[i])]
        values = sorted({float(v) for v in x if not np.isnan(v)})
        ways = [missing] if params.missing == "left" else [[], missing] if missing else [[]]
        for with_left in ways:
            to_the_last = values if missing and not with_left and params.missing == "learn" else values[:-1]
            for value in to_the_last:
                left = [i for i in everyone if x[i] <= value] + with_left
                right = [i for i in everyone if i not in set(left)]
                gain = score(left, g, h, params) + score(right, g, h, params) - score(everyone, g, h, params)
                allowed = all(
                    len(side) >= params.min_samples_leaf and math.fsum(h[side]) >= params.min_child_weight
                    for side in (left, right)
                )
                cuts.append(Cut(feature, frozenset(left), gain - params.gamma, allowed))
    return cuts
