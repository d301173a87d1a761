"""Data sets on which gbtlib is compared with other libraries, all on a grid that float32 holds exactly."""

from collections.abc import Callable

import numpy as np
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris, load_wine

from workbench.data.catalogue import load_dataset


def grid(X: np.ndarray) -> np.ndarray:
    """Each column scaled to 0..1 and rounded to k/1024, so that float32 libraries see the same values."""
    low, high = X.min(axis=0), X.max(axis=0)
    return np.round((X - low) / np.where(high > low, high - low, 1) * 1024) / 1024


def normal(n: int, p: int, *, decimals: int = 10) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(3)
    X = random.normal(size=(n, p))
    y = X[:, 0] * X[:, 1] + X[:, 2] + random.normal(scale=0.5, size=n)
    return np.round(grid(X), decimals), y


def with_gaps() -> tuple[np.ndarray, np.ndarray]:
    """Rows of which a fifth of the values is missing, in every feature."""
    X, y = normal(300, 4)
    X[np.random.default_rng(4).random(X.shape) < 0.2] = np.nan
    return X, y


def with_constant() -> tuple[np.ndarray, np.ndarray]:
    X, y = normal(200, 3)
    return np.column_stack((np.full(len(X), 0.5), X)), y


def cos_x2() -> tuple[np.ndarray, np.ndarray]:
    x = np.arange(600) / 128
    return x[:, np.newaxis], np.cos(x**2)


REGRESSION: dict[str, Callable[[], tuple[np.ndarray, np.ndarray]]] = {
    "diabetes": lambda: (grid(load_diabetes().data), load_diabetes().target / 100),
    "cos_x2": cos_x2,
    "normal": lambda: normal(300, 5),
    "ties": lambda: normal(300, 5, decimals=1),
    "constant": with_constant,
    "gaps": with_gaps,
}


def sonar() -> tuple[np.ndarray, np.ndarray]:
    data = load_dataset("sonar")
    return grid(data.X), data.y.astype(float)


CLASSES: dict[str, Callable[[], tuple[np.ndarray, np.ndarray]]] = {
    "breast_cancer": lambda: (grid(load_breast_cancer().data), load_breast_cancer().target.astype(float)),
    "sonar": sonar,
    "ties": lambda: (lambda X, y: (X, (y > 0).astype(float)))(*normal(300, 5, decimals=1)),
    "gaps": lambda: (lambda X, y: (X, (y > 0).astype(float)))(*with_gaps()),
    "xor": lambda: (grid(load_dataset("xor").X), load_dataset("xor").y.astype(float)),
    "moons": lambda: (grid(load_dataset("moons", noise=0.2).X), load_dataset("moons").y.astype(float)),
}

MANY_CLASSES: dict[str, Callable[[], tuple[np.ndarray, np.ndarray]]] = {
    "iris": lambda: (grid(load_iris().data), load_iris().target),
    "wine": lambda: (grid(load_wine().data), load_wine().target),
}
