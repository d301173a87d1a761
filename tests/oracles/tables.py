"""Data sets on which gbtlib and other libraries are compared: with ties and without, with missing values."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris, load_wine

SONAR = Path(__file__).resolve().parents[2] / "datasets" / "sonar.csv"
GRID = 1024.0

Array = NDArray[np.float64]


class Table(NamedTuple):
    """X (n, n_features) with all values, and halfway between any two of them, exact in float32; y (n,)."""

    X: Array
    y: Array


@cache
def table(name: str) -> Table:
    """A data set by its name; "... with holes" lacks one value in five."""
    name, _, change = name.partition(" ")
    X, y = MAKERS[name]()
    random = np.random.default_rng(7)
    X = on_grid(X)
    if change == "with holes":
        X = np.where(random.random(X.shape) < 0.2, np.nan, X)
    for array in (X, y):
        array.flags.writeable = False
    return Table(X, y)


def on_grid(X: Array) -> Array:
    """X moved to multiples of 1/1024, which float32 holds exactly, and so are their midpoints."""
    return np.round(X * GRID) / GRID


def float32(y: Array) -> Array:
    """y rounded to what float32 holds exactly."""
    return y.astype(np.float32).astype(np.float64)


def diabetes() -> Table:
    """442 patients, whole-numbered ages and blood values with many ties; y, 25 to 346, centred."""
    X, y = load_diabetes(return_X_y=True, scaled=False)
    return Table(X, y - 152.0)


def wave() -> Table:
    """cos(x^2), x from 0 to 5 in steps of 1/128: one feature without ties."""
    x = np.arange(0, 5 * 128 + 1) / 128
    return Table(x[:, np.newaxis], float32(np.cos(x**2)))


def slow_wave() -> Table:
    """cos(x), x from 0 to 20 in steps of 1/32: one feature without ties."""
    x = np.arange(0, 20 * 32 + 1) / 32
    return Table(x[:, np.newaxis], float32(np.cos(x)))


def plain() -> Table:
    """300 rows, 5 features without ties, a smooth target with noise."""
    random = np.random.default_rng(1)
    X = np.column_stack([random.permutation(300) for _ in range(5)]) / 64 - 2
    noise = random.normal(scale=0.3, size=300)
    return Table(X, float32(X[:, 0] * X[:, 1] + np.sin(3 * X[:, 2]) + X[:, 3] + noise))


def coarse() -> Table:
    """400 rows, 6 features of 2 to 8 whole values, a constant one among them; a whole-numbered target."""
    random = np.random.default_rng(2)
    X = np.column_stack([random.integers(0, n, 400) for n in (2, 3, 5, 8, 8, 1)]).astype(np.float64)
    noise = random.integers(-2, 3, 400)
    return Table(X, X[:, 0] * X[:, 2] + (X[:, 3] - 3) ** 2 - 2 * X[:, 4] + noise)


def xor() -> Table:
    """300 rows, 2 features that tell the class only together, and 2 that tell nothing; some labels wrong."""
    random = np.random.default_rng(3)
    X = random.normal(size=(300, 4))
    y = (X[:, 0] > 0) ^ (X[:, 1] > 0) ^ (random.random(300) < 0.1)
    return Table(X, y.astype(np.float64))


def breast_cancer() -> Table:
    """569 tumours, 30 features, 2 classes."""
    return Table(*load_breast_cancer(return_X_y=True))


def sonar() -> Table:
    """208 echoes, 60 features, rock (0) or mine (1)."""
    lines = SONAR.read_text(encoding="utf-8").splitlines()[1:]
    fields = [line.replace('"', "").split(",") for line in lines]
    X = np.array([row[:-1] for row in fields], dtype=np.float64)
    return Table(X, np.array([float(row[-1] == "M") for row in fields]))


def iris() -> Table:
    """150 flowers, 4 features in tenths of a centimetre, 3 classes."""
    return Table(*load_iris(return_X_y=True))


def wine() -> Table:
    """178 wines, 13 features, 3 classes."""
    return Table(*load_wine(return_X_y=True))


MAKERS = {
    maker.__name__: maker
    for maker in (diabetes, wave, slow_wave, plain, coarse, xor, breast_cancer, sonar, iris, wine)
}
