"""Tables to train on, and rows that ask a model at every edge that it has."""

from collections.abc import Sequence
from typing import Any

import numpy as np

SPECIAL = (0.0, -0.0, 1e-36, -1e-36, 1e-35, 2e-35, -2e-35, 1e-300, 1e30, -1e30)
CATEGORIES = (0, 1, 2, 2.7, 31, 32, 33, 63, 64, 300, 1e6, -1, -3, -0.5, 2.0**31 + 5, 1e18)


def table(
    seed: int = 0, n_rows: int = 300, missing: float = 0.0, n_categorical: int = 0, zeros: float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """Rows of six features and a score; the last n_categorical hold 0 to 39, then 0 to 3."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, 6))
    X[random.random(X.shape) < zeros] = 0.0
    score = 2 * X[:, 0] + np.sin(3 * X[:, 1]) + X[:, 2] * X[:, 3]
    for j in range(n_categorical):
        X[:, 5 - j] = random.integers(0, 4 if j else 40, n_rows)
        score += 2 * np.sin(1.7 * X[:, 5 - j])
    X[random.random(X.shape) < missing] = np.nan
    return X, score


def edge_rows(model: Any, X: np.ndarray, categorical: Sequence[int] = ()) -> np.ndarray:
    """Rows of X; with each threshold, or a neighbour of it in float32 or float64, put into one; with zeros,
    gaps, tiny and huge numbers; with categories that were never seen, negative, broken or too large."""
    random = np.random.default_rng(1)
    asked = {
        (int(tree.feature[node]), float(tree.threshold[node]))
        for tree in model.trees
        for node in tree.splits
        if node not in tree.categories
    }
    found = [X]
    for feature, threshold in sorted(asked):
        as_float32 = np.float32(threshold)
        near = [threshold, np.nextafter(threshold, -np.inf), np.nextafter(threshold, np.inf)]
        with np.errstate(over="ignore"):
            near += [np.nextafter(as_float32, np.float32(end)) for end in (-np.inf, np.inf)]
        near = [x for x in near if np.isfinite(x)]
        rows = X[random.integers(0, len(X), len(near))]
        rows[:, feature] = near
        found.append(rows)
    rows = X[random.integers(0, len(X), 400)]
    odd = random.random(rows.shape) < 0.4
    for j in range(X.shape[1]):
        values = (*(CATEGORIES if j in categorical else SPECIAL), *[np.nan] * 5)
        rows[odd[:, j], j] = random.choice(values, odd[:, j].sum())
    return np.vstack([*found, rows])
