"""Time to predict and to explain, as a ratio to scikit-learn's and XGBoost's: `make bench` prints the table.

All predict the same rows by as many trees of the same depth, one right after the other, several times over; a
figure is the median of the ratios, gbtlib's time over the other's, with one thread each. The time is that of
the process, so that others at the machine cost little. Below 1 gbtlib is faster. XGBoost reckons in float32,
and is given its matrix ready made where it explains 1,000 rows.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import xgboost as xgb
from sklearn.ensemble import GradientBoostingRegressor
from threadpoolctl import threadpool_limits

import gbtlib
from workbench.data.catalogue import load_dataset

TRAINING_ROWS = 5_000


class Task(NamedTuple):
    """Trees to train, and rows to predict: at once, or after every stage."""

    name: str
    X: np.ndarray
    y: np.ndarray
    trees: int
    depth: int
    rows: np.ndarray
    staged: bool = False


def tasks() -> list[Task]:
    random = np.random.default_rng(0)
    wide = random.normal(size=(100_000, 30))
    y = wide[:, 0] * wide[:, 1] + wide[:, 2] + random.normal(size=len(wide))
    wide_rows = wide[:TRAINING_ROWS], y[:TRAINING_ROWS]
    curve = load_dataset("cos_x2")
    along = random.uniform(0, 5, size=(100_000, 1))
    grid = np.linspace(0, 5, 1_000)[:, np.newaxis]
    return [
        Task("100,000 x 30, 100 trees of depth 3", *wide_rows, 100, 3, wide),
        Task("100,000 x 30, 200 trees of depth 6", *wide_rows, 200, 6, wide),
        Task("100,000 x 1, 200 trees of depth 6", curve.X, curve.y, 200, 6, along),
        Task("200 stages, 1,000 x 1, depth 6", curve.X, curve.y, 200, 6, grid, staged=True),
        Task("200 stages, 1,000 x 30, depth 6", *wide_rows, 200, 6, wide[:1_000], staged=True),
    ]


def seconds(predict: Callable[[], Any]) -> float:
    start = time.process_time()
    predict()
    return time.process_time() - start


_FITTED: dict[Any, tuple[Any, Any, Any]] = {}  # tasks share models


def models(task: Task) -> tuple[Any, Any, Any]:
    """gbtlib's model of a task, scikit-learn's, and XGBoost's."""
    key = (id(task.X), task.trees, task.depth)
    if key not in _FITTED:
        settings = {"n_estimators": task.trees, "max_depth": task.depth}
        kinds = gbtlib.GradientBoostingRegressor, GradientBoostingRegressor
        ours, theirs = (kind(**settings).fit(task.X, task.y) for kind in kinds)
        exact = {"max_depth": task.depth, "eta": 0.1, "tree_method": "exact", "nthread": 1}
        _FITTED[key] = ours, theirs, xgb.train(exact, xgb.DMatrix(task.X, task.y), task.trees)
    return _FITTED[key]


def runs(task: Task) -> dict[str, tuple[Callable[[], Any], Callable[[], Any]]]:
    """What is timed, by name: gbtlib's run, and the other's."""
    ours, theirs, booster = models(task)
    if task.staged:
        return {
            "of scikit-learn's stages": (
                lambda: list(ours.staged_predict(task.rows)),
                lambda: list(theirs.staged_predict(task.rows)),
            )
        }
    few = xgb.DMatrix(task.rows[:1_000])
    return {
        "of scikit-learn's predict": (lambda: ours.predict(task.rows), lambda: theirs.predict(task.rows)),
        "of XGBoost's inplace_predict": (
            lambda: ours.predict(task.rows),
            lambda: booster.inplace_predict(task.rows),
        ),
        "of XGBoost's pred_contribs, 1,000 rows": (
            lambda: ours.contributions(task.rows[:1_000]),
            lambda: booster.predict(few, pred_contribs=True),
        ),
    }


def ratio(mine: Callable[[], Any], other: Callable[[], Any], repeats: int) -> float:
    """The median of gbtlib's time over the other's, measured right after one another."""
    pairs = [(seconds(mine), seconds(other)) for _ in range(repeats + 1)]
    return statistics.median(a / b for a, b in pairs[1:])  # the first warms up


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="few repetitions")
    repeats = 3 if parser.parse_args().quick else 7
    with threadpool_limits(1):
        for task in tasks():
            for name, pair in runs(task).items():
                print(f"{task.name:38}{ratio(*pair, repeats):6.2f} {name}", flush=True)


if __name__ == "__main__":
    main()
