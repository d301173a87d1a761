"""G and H of every node from the training rows, where a model's gradients are known."""

from collections.abc import Callable
from typing import Any

import numpy as np

from gbtlib.handover.opened import OpenedModel

Gradients = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]


def gradients_of(loss: str, y: np.ndarray, weight: np.ndarray) -> Gradients:
    """g and h of raw predictions (n_rows, n_outputs), as XGBoost has them; softmax with 2 p (1 - p)."""

    def found(raw: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if loss == "squared":
            g, h = raw - y[:, None], np.ones_like(raw)
        elif loss == "logistic":
            p = 1 / (1 + np.exp(-raw))
            g, h = p - y[:, None], p * (1 - p)
        elif loss == "softmax":
            p = np.exp(raw - raw.max(axis=1, keepdims=True))
            p /= p.sum(axis=1, keepdims=True)
            g, h = p - np.eye(p.shape[1])[y.astype(int)], 2 * p * (1 - p)
        else:
            assert loss == "absolute"
            g, h = np.sign(raw - y[:, None]), np.ones_like(raw)
        return g * weight[:, None], h * weight[:, None]

    return found


def true_sums(
    model: OpenedModel, X: np.ndarray, gradients: Gradients, start: np.ndarray | None = None
) -> list[dict[str, np.ndarray]]:
    """Of each tree, by node: G, H and the sum of |g|. start: raw predictions before the first round."""
    leaves = model.apply(X)
    raw = np.tile(model.base, (len(X), 1)) if start is None else start.copy()
    raw = raw.astype(model.arithmetic.sums)  # its bits: a residual is 0 where the library's is
    found: list[dict[str, np.ndarray]] = []
    for first, end in zip(model.round_starts[:-1], model.round_starts[1:], strict=True):
        g, h = gradients(raw.astype(float))
        for number in range(first, end):
            tree, k = model.trees[number], int(model.tree_output[number])
            at, size = leaves[:, number], len(tree.feature)
            rows = {"G": g[:, k], "H": h[:, k], "size": np.abs(g[:, k])}
            found.append({name: tree.sums(np.bincount(at, x, size)) for name, x in rows.items()})
            raw[:, k] += (tree.leaf_value[at] * model.tree_weight[number]).astype(raw.dtype)
    return found


def assert_sums_are_true(solved: Any, truth: list[dict[str, np.ndarray]], tolerance: float = 2e-5) -> int:
    """None that is told is off by more than its doubt and a share of the sum of |g|; how many are told."""
    n_told = 0
    for told, true in zip(solved.sums, truth, strict=True):
        here = np.isfinite(told.G)
        off = np.abs(told.G - true["G"])[here]
        allowed = 2 * told.G_error[here] + tolerance * true["size"][here] + 1e-300
        assert (off <= allowed).all(), (off / allowed).max()
        n_told += int(here.sum())
    return n_told
