"""Time to fit, as a ratio to other libraries: `make bench` prints the table.

All libraries fit the same task one after the other in one process, several times over; a figure is the median
over these rounds of gbtlib's time over theirs. gbtlib keeps its whole trace meanwhile. Below 1 gbtlib is
faster. gbtlib itself uses one thread, and so do the others unless --threads says how many they may use; those
that know only one are left out of such lines. It searches as the other does, exactly or by histogram. The
sketch, tests/benchmarks/sketch.py, is a yardstick for the machine.
"""

import argparse
import pickle
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
import xgboost
from sklearn.ensemble import (
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    HistGradientBoostingClassifier,
    HistGradientBoostingRegressor,
)
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from threadpoolctl import threadpool_limits

import gbtlib
from tests.benchmarks import sketch
from workbench.data.catalogue import load_dataset

Fit = Callable[[], Any]


@dataclass(frozen=True)
class Task:
    """Something to fit: data, number of rounds, depth, and how often to repeat the measurement."""

    name: str
    X: np.ndarray
    y: np.ndarray
    rounds: int
    depth: int
    repeats: int
    is_classes: bool = False
    exact: bool = True


def tasks() -> list[Task]:
    """T1 cos(x^2), T2 cos(x), T3 Sonar, T4 20,000 x 20 normal features (squared and logistic), T5.

    T5, 100,000 x 50 normal features, is for histograms: the exact searches are left out.
    """
    cos_x2, cos_x, sonar = (load_dataset(name) for name in ("cos_x2", "cos_x", "sonar"))
    random = np.random.default_rng(0)
    X = random.normal(size=(20_000, 20))
    y = X[:, 0] * X[:, 1] + X[:, 2] + random.normal(size=len(X))
    wide = random.normal(size=(100_000, 50))
    wide_y = wide[:, 0] * wide[:, 1] + wide[:, 2] + random.normal(size=len(wide))
    return [
        Task("T1", cos_x2.X, cos_x2.y, 200, 6, 3),
        Task("T2", cos_x.X, cos_x.y, 200, 6, 3),
        Task("T3", sonar.X, sonar.y, 50, 10, 3, is_classes=True),
        Task("T4", X, y, 100, 6, 2),
        Task("T4 logistic", X, (y > 0).astype(int), 100, 6, 2, is_classes=True),
        Task("T5", wide, wide_y, 20, 6, 1, exact=False),
    ]


def base_score(task: Task) -> float:
    """The same start for all: the mean, or a probability of one half."""
    return 0.5 if task.is_classes else float(task.y.mean())


def quick(task: Task) -> Task:
    """A task that takes a few seconds."""
    return replace(task, rounds=3 if len(task.y) > 10_000 else 20, repeats=1)


def ours(task: Task, method: str = "exact") -> gbtlib.estimators.boosting.GradientBoosting:
    kind = gbtlib.GradientBoostingClassifier if task.is_classes else gbtlib.GradientBoostingRegressor
    model = kind(
        n_estimators=task.rounds, max_depth=task.depth, learning_rate=0.1, base_score=base_score(task)
    )
    model.set_params(tree_method=method)
    return model.fit(task.X, task.y)


def peers(task: Task, threads: int) -> dict[str, Fit]:
    """How each library fits the task, all to trees of the same depth, without another limit.

    scikit-learn's exact booster has no lambda, and one thread only.
    """
    exact = GradientBoostingClassifier if task.is_classes else GradientBoostingRegressor
    hist = HistGradientBoostingClassifier if task.is_classes else HistGradientBoostingRegressor
    trees = {"n_estimators": task.rounds, "max_depth": task.depth, "learning_rate": 0.1}
    xgb = {
        "objective": "binary:logistic" if task.is_classes else "reg:squarederror",
        "max_depth": task.depth,
        "eta": 0.1,
        "lambda": 1.0,
        "min_child_weight": 0.0,
        "base_score": base_score(task),
        "nthread": threads,
    }
    lgb = {
        "objective": "binary" if task.is_classes else "regression",
        "max_depth": task.depth,
        "num_leaves": min(2**task.depth, 1024),
        "learning_rate": 0.1,
        "reg_lambda": 1.0,
        "min_data_in_leaf": 1,
        "min_sum_hessian_in_leaf": 1e-9,
        "num_threads": threads,
        "verbosity": -1,
    }

    def fit_xgboost(method: str) -> Any:
        return xgboost.train({**xgb, "tree_method": method}, xgboost.DMatrix(task.X, task.y), task.rounds)

    found = {
        "sketch": lambda: sketch.boost(
            task.X, task.y.astype(float), task.rounds, task.depth, logistic=task.is_classes
        ),
        "scikit-learn exact": lambda: exact(**trees).fit(task.X, task.y),
        "XGBoost exact": lambda: fit_xgboost("exact"),
        "XGBoost hist": lambda: fit_xgboost("hist"),
        "LightGBM": lambda: lightgbm.train(lgb, lightgbm.Dataset(task.X, task.y), task.rounds),
        "scikit-learn hist": lambda: hist(
            max_iter=task.rounds,
            max_depth=task.depth,
            max_leaf_nodes=None,
            min_samples_leaf=1,
            l2_regularization=1.0,
            learning_rate=0.1,
            early_stopping=False,
        ).fit(task.X, task.y),
    }
    return {name: fit for name, fit in found.items() if task.exact or name in BY_HISTOGRAM}


BY_HISTOGRAM = ("XGBoost hist", "LightGBM", "scikit-learn hist")
ONE_THREAD = ("sketch", "scikit-learn exact")


def seconds(fit: Fit) -> float:
    start = time.perf_counter()
    fit()
    return time.perf_counter() - start


def ratios(task: Task, threads: int) -> dict[str, float]:
    """The median of gbtlib's time over each peer's; both are measured once in every round of measurements."""
    asked = [name for name in peers(task, threads) if threads == 1 or name not in ONE_THREAD]
    found: dict[str, list[float]] = {}
    with threadpool_limits(threads):
        for round_ in range(task.repeats + 1):
            measured = quick(task) if round_ == 0 else task  # the first time warms up
            mine = {method: seconds(partial(ours, measured, method)) for method in methods(asked)}
            theirs = {name: seconds(peers(measured, threads)[name]) for name in asked}
            if round_ == 0:
                continue
            for name in asked:
                found.setdefault(name, []).append(mine[method_beside(name)] / theirs[name])
            if {*ONE_THREAD} <= {*asked}:
                machine = theirs["sketch"] / theirs["scikit-learn exact"]
                found.setdefault("sketch / scikit-learn", []).append(machine)
    return {name: statistics.median(values) for name, values in found.items()}


def method_beside(name: str) -> str:
    """How gbtlib searches beside a peer."""
    return "hist" if name in BY_HISTOGRAM else "exact"


def methods(names: list[str]) -> list[str]:
    """How gbtlib searches beside these peers, each way once."""
    return sorted({method_beside(name) for name in names})


def growth() -> Iterator[str]:
    """How the time to fit grows with ten times the rows, features or rounds: 10 is linear."""
    random = np.random.default_rng(0)
    sizes = {"rows": (20_000, 4, 5), "features": (2_000, 40, 5), "rounds": (2_000, 4, 50)}
    for at, (name, (n_rows, n_features, rounds)) in enumerate(sizes.items()):
        X = random.normal(size=(n_rows, n_features))
        y = X[:, 0] * X[:, 1] + random.normal(size=n_rows)
        small = [size // 10 if place == at else size for place, size in enumerate(sizes[name])]
        large = Task(name, X, y, rounds, 6, 3)
        tenth = Task(name, X[: small[0], : small[1]], y[: small[0]], small[2], 6, 3)
        times = [[seconds(partial(ours, task)) for task in (large, tenth)] for _ in range(4)]
        yield f"ten times the {name}: {statistics.median(a / b for a, b in times[1:]):.1f} times the time"


@dataclass(frozen=True)
class TreeTask:
    """One tree to grow, by squared error (criterion None), Gini or entropy."""

    name: str
    X: np.ndarray
    y: np.ndarray
    criterion: str | None
    repeats: int
    sample_weight: np.ndarray | None = None


def tree_tasks() -> list[TreeTask]:
    """T1, T3 and T4 as one tree of depth 6; the numbers of T1 and T4 also cut into 2 to 10 classes."""
    data = {task.name: task for task in tasks()}
    found = [TreeTask("T3 gini 2", data["T3"].X, data["T3"].y, "gini", 15)]
    for name, repeats in (("T1", 15), ("T4", 3)):
        X, y = data[name].X, data[name].y
        found.append(TreeTask(f"{name} squared error", X, y, None, repeats))
        weight = np.random.default_rng(0).uniform(0.5, 2, len(y))
        for k in (2, 3, 5, 10):
            codes = np.searchsorted(np.quantile(y, np.arange(1, k) / k), y)
            found.append(TreeTask(f"{name} gini {k}", X, codes, "gini", repeats))
            if k in (2, 10):
                found.append(TreeTask(f"{name} entropy {k}", X, codes, "entropy", repeats))
                found.append(TreeTask(f"{name} gini {k}, weights", X, codes, "gini", repeats, weight))
    return found


def tree_ratio(task: TreeTask) -> float:
    """The median of gbtlib's time for one tree over scikit-learn's, both with one thread."""
    depth = {"max_depth": 6}

    def ours() -> Any:
        if task.criterion is None:
            return gbtlib.DecisionTreeRegressor(**depth).fit(task.X, task.y)
        model = gbtlib.DecisionTreeClassifier(criterion=task.criterion, **depth)
        return model.fit(task.X, task.y, sample_weight=task.sample_weight)

    def theirs() -> Any:
        if task.criterion is None:
            return DecisionTreeRegressor(**depth).fit(task.X, task.y)
        model = DecisionTreeClassifier(criterion=task.criterion, **depth)
        return model.fit(task.X, task.y, sample_weight=task.sample_weight)

    pairs = [(seconds(ours), seconds(theirs)) for _ in range(task.repeats + 1)]
    return statistics.median(mine / other for mine, other in pairs[1:])


def pickled(task: Task) -> float:
    """Megabytes of the fitted model's pickle, as it is by default."""
    return len(pickle.dumps(ours(task))) / 1e6


def lines_of(chosen: list[str], in_a_hurry: bool, threads_of_peers: list[int]) -> Iterator[str]:
    """The report, line by line: tables in Markdown."""
    picked = [task for task in tasks() if not chosen or task.name in chosen]
    if in_a_hurry:
        picked = [quick(task) for task in picked if task.exact]
    names = [*peers(replace(picked[0], exact=True), 1), "sketch / scikit-learn"]
    yield f"| gbtlib / peer | threads | {' | '.join(names)} |"
    yield f"|---|---|{'---|' * len(names)}"
    for task in picked:
        for threads in threads_of_peers:
            row = ratios(task, threads)
            cells = [f"{row[name]:.2f}" if name in row else "-" for name in names]
            yield f"| {task.name} | {threads} | {' | '.join(cells)} |"
    yield ""
    if in_a_hurry:
        return
    for single in tree_tasks():
        if not chosen or single.name.split()[0] in chosen:
            yield f"one tree, {single.name}: {tree_ratio(single):.2f} of scikit-learn's time"
    if not chosen:
        yield from growth()
    for task in picked:
        yield f"{task.name}: the model of {task.rounds} rounds pickles in {pickled(task):.2f} MB"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tasks", nargs="*", help="names of tasks, such as T1; all if none is given")
    parser.add_argument("--quick", action="store_true", help="fewer rounds and repeats")
    parser.add_argument("--threads", type=int, nargs="+", default=[1], help="of the others, such as 1 2")
    parser.add_argument("--table", type=Path, help="a file to write the report to, too")
    given = parser.parse_args()
    lines = []
    for line in lines_of(given.tasks, given.quick, given.threads):
        print(line, flush=True)
        lines.append(line + "\n")
    if given.table is not None:
        given.table.parent.mkdir(parents=True, exist_ok=True)
        given.table.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
