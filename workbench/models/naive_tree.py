"""A tree of second order by plain sums of floats, row after row, as one first writes it. Pure.

Its cuts are allowed below the node's largest value, or wrongly below that of the whole column.
"""

from collections import deque

import numpy as np
from numpy.typing import NDArray

from gbtlib import BoostingParams, Tree, tree_from_arrays

Floats = NDArray[np.float64]


def naive_tree(
    X: Floats,
    g: Floats,
    h: Floats,
    params: BoostingParams,
    *,
    guard_by_column: bool = False,
    inside_ties: bool = False,
) -> Tree:
    """Grow by x <= a of the values a in a node, while a gain is positive and depth allows.

    guard_by_column: whether a cut must lie below the largest value of all rows, and not of the node's alone.
    inside_ties: whether a cut is counted after every row, between rows of one value, too.
    Errors: ZeroDivisionError for a leaf without rows where lambda is 0: its weight is 0/0.
    """
    nodes: dict[str, list[float]] = {name: [] for name in NAMES}
    waiting = deque([(np.arange(len(g)), 0)])
    top = X.max(axis=0) if guard_by_column else None
    while waiting:
        rows, depth = waiting.popleft()
        cut = None
        if depth < (params.max_depth or np.inf) and len(rows):
            cut = best_cut(X[rows], g[rows], h[rows], params.reg_lambda, top, inside_ties)
        G, H = in_order(g[rows]), in_order(h[rows])
        _, feature, value = cut or (np.nan, -1, np.nan)
        first_child = len(nodes["G"]) + len(waiting) + 1 if cut else -1
        own = (feature, value, first_child, first_child + bool(cut), -G / (H + params.reg_lambda) + 0.0)
        for name, each in zip(NAMES, (*own, len(rows), G, H, cut[0] if cut else np.nan), strict=True):
            nodes[name].append(each)
        if cut:
            left = X[rows, feature] <= value
            waiting += [(rows[left], depth + 1), (rows[~left], depth + 1)]
    return tree_from_arrays({name: np.array(each) for name, each in nodes.items()}, X.shape[1])


NAMES = (
    *("feature", "threshold", "children_left", "children_right", "weight"),
    *("n_samples", "G", "H", "gain"),
)


def best_cut(
    X: Floats, g: Floats, h: Floats, reg_lambda: float, top: Floats | None, inside_ties: bool
) -> tuple[float, int, float] | None:
    """Gain, feature and value of the best cut with a positive gain; None where there is none.

    top: the largest value of each whole column; a feature whose best cut does not lie below it is passed
    over. None: cuts lie below the largest value of the node.
    """
    G, H = in_order(g), in_order(h)
    order = np.argsort(X, axis=0, kind="stable")
    x = np.take_along_axis(X, order, axis=0)
    GL, HL = g[order].cumsum(axis=0), h[order].cumsum(axis=0)
    last_of_equals = np.vstack((x[1:] > x[:-1], np.ones((1, X.shape[1]), dtype=bool)))
    allowed = last_of_equals & (x < x[-1]) if top is None else last_of_equals
    if inside_ties:
        allowed = np.arange(len(X))[:, np.newaxis] < len(X) - 1
    gain = 0.5 * (GL**2 / (HL + reg_lambda) + (G - GL) ** 2 / (H - HL + reg_lambda) - G**2 / (H + reg_lambda))
    gain = np.where(allowed, gain, -np.inf)
    place, each = gain.argmax(axis=0), np.arange(X.shape[1])
    best = gain[place, each]
    if top is not None:
        best[x[place, each] >= top] = -np.inf
    feature = int(best.argmax())
    return (float(best[feature]), feature, float(x[place[feature], feature])) if best[feature] > 0 else None


def in_order(values: Floats) -> float:
    """The sum of values one after another: its rounding is that of a plain loop; 0 for none."""
    return float(values.cumsum()[-1]) if len(values) else 0.0
