"""A yardstick for the machine: the least that boosting by level scans takes in numpy.

Complete tables without ties, depth-wise growth, lambda 1, nothing else: no limits, no records, no trace. All
open nodes of a level lie side by side in the sorted order; one running sum in fixed point goes through all of
them, and starts anew at the first row of each. Its time over scikit-learn's says what a machine makes of
numpy and of compiled code, so that ratios of two machines can be compared.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
BLOCK = 1 << 15  # elements worked on at once, so that they stay in cache


def fixed_point(values: Floats) -> tuple[Integers, float]:
    """Whole numbers and their unit, a power of two: sums of any of them are exact."""
    exponent = 61 - int(np.frexp(np.abs(values).max() * len(values))[1])
    return np.rint(values * 2.0**exponent).astype(np.int64), 2.0**-exponent


def grow(order: NDArray[np.intp], g: Integers, h: Integers, units: tuple[float, float], depth: int) -> Floats:
    """The leaf weight of every row, of one tree. order: (n_features, n_rows), which is rearranged."""
    n_rows, (unit_g, unit_h) = order.shape[1], units
    weight = np.empty(n_rows)
    start, size = np.zeros(1, dtype=np.intp), np.array([n_rows])
    for level in range(depth + 1):
        G, H = np.add.reduceat(g[order[0]], start), np.add.reduceat(h[order[0]], start)
        weight[order[0]] = np.repeat(-G * unit_g / (H * unit_h + 1), size)
        if level == depth or (size < 2).all():
            break
        feature, cut = best_cuts(order, g, h, (G, H), (unit_g, unit_h), (start, size))
        goes_left = np.zeros(n_rows, dtype=bool)
        for line, first, n_left in zip(feature.tolist(), start.tolist(), cut.tolist(), strict=True):
            goes_left[order[line, first : first + n_left]] = True
        for line in order:
            left = goes_left.take(line)
            line[:] = np.concatenate((line.compress(left), line.compress(~left)))
        size = np.concatenate((cut, size - cut))
        size = size[size > 0]
        start = size.cumsum() - size
    return weight


def best_cuts(
    order: NDArray[np.intp],
    g: Integers,
    h: Integers,
    totals: tuple[Integers, Integers],
    units: tuple[float, float],
    nodes: tuple[NDArray[np.intp], NDArray[np.intp]],
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The feature of every node's best cut, and the rows before it: all of them where none gains."""
    start, size = nodes
    end, n_rows = start + size - 1, order.shape[1]
    best, feature, cut = np.full(len(start), -np.inf), np.zeros_like(start), size.copy()
    rest = [np.repeat(total * unit, size) for total, unit in zip(totals, units, strict=True)]
    step = max(1, BLOCK // n_rows)
    for f in range(0, len(order), step):
        lines = order[f : f + step]
        sums = []
        for values, total, unit in zip((g, h), totals, units, strict=True):
            steps = values.take(lines)
            steps[:, start[1:]] -= total[:-1]
            sums.append(steps.cumsum(axis=1) * unit)
        left, right = (sums[0], sums[1]), (rest[0] - sums[0], rest[1] - sums[1])
        score = sum(G * G / (H + 1) for G, H in (left, right))
        score[:, end] = -np.inf
        top = np.maximum.reduceat(score, start, axis=1)
        for k in np.flatnonzero(top.max(axis=0) > best).tolist():
            j = int(top[:, k].argmax())
            best[k], feature[k] = top[j, k], f + j
            cut[k] = 1 + int(score[j, start[k] : end[k] + 1].argmax())
    parent = (totals[0] * units[0]) ** 2 / (totals[1] * units[1] + 1)
    return feature, np.where(best - parent > 2.0**-48 * best, cut, size)


def boost(X: Floats, y: Floats, rounds: int, depth: int, *, logistic: bool) -> Floats:
    """The raw prediction of every training row after so many rounds, with learning rate 0.1 and lambda 1."""
    sorted_once = np.argsort(X.T, axis=1, kind="stable")
    raw = np.full(len(y), 0.0 if logistic else y.mean())
    for _ in range(rounds):
        p = 1 / (1 + np.exp(-raw)) if logistic else raw
        (g, unit_g), (h, unit_h) = (
            fixed_point(p - y),
            fixed_point(p * (1 - p) if logistic else np.ones(len(y))),
        )
        raw = raw + 0.1 * grow(sorted_once.copy(), g, h, (unit_g, unit_h), depth)
    return raw
