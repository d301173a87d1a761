"""Time to fit data of other shapes, and other estimators, as a ratio to a peer's; and memory.

`make bench` prints it.

Both fit the same rows, one right after the other, several times over; a figure is the median of gbtlib's time
over the other's, with one thread each. The time is that of the process, so that others at the machine cost
little. Below 1 gbtlib is faster.
"""

import argparse
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import xgboost
from scipy import sparse
from sklearn import ensemble, tree
from threadpoolctl import threadpool_limits

import gbtlib
from tests.benchmarks.library import Task, peers
from tests.benchmarks.prediction import ratio

Fit = Callable[[], Any]
Pair = tuple[str, Fit, Fit]
MOST_ROWS, MOST_FEATURES = 1_000_000, 20  # where memory is measured


def table(n: int, p: int, missing: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Normal features (n, p), a share of them missing, and a target of some of them."""
    random = np.random.default_rng(0)
    X = random.normal(size=(n, p))
    y = X[:, 0] * X[:, 1] + X[:, 2] + random.normal(size=n)
    X[random.random(X.shape) < missing] = np.nan
    return X, y


def by_histogram() -> Iterator[Pair]:
    """Against every histogram library: rows from 1e3 to 1e5, shallow and deep."""
    for n, rounds in ((1_000, 100), (10_000, 50), (100_000, 10)):
        X, y = table(n, 20)
        for depth in (3, 6):
            task = Task("", X, y, rounds, depth, 1, exact=False)
            ours = gbtlib.GradientBoostingRegressor(
                n_estimators=rounds, max_depth=depth, tree_method="hist", base_score=float(y.mean())
            )
            for name, fit in peers(task, 1).items():
                yield f"{n:,} x 20, depth {depth}, {name}", lambda m=ours, X=X, y=y: m.fit(X, y), fit


def by_exact_search() -> Iterator[Pair]:
    """Against XGBoost exact: missing values, sparse rows, several classes, no limit of depth."""
    full, y = table(10_000, 20)
    classes = np.searchsorted(np.quantile(y, [0.2, 0.4, 0.6, 0.8]), y)
    random = sparse.random_array((10_000, 500), density=0.02, rng=np.random.default_rng(0), format="csr")
    of_entries = random[:, :20].sum(axis=1) + 0.1 * y
    entries = gbtlib.from_scipy(random, absent="missing")
    shapes = {
        "20 % missing": (table(10_000, 20, 0.2)[0], y, {"max_depth": 6}, 20),
        "sparse, 2 % filled": (entries, of_entries, {"max_depth": 6}, 20),
        "5 classes": (full, classes, {"max_depth": 6}, 5),
        "unlimited depth": (full, y, {"max_depth": None}, 5),
    }
    for name, (X, goal, depth, rounds) in shapes.items():
        is_classes = goal is classes
        kind = gbtlib.GradientBoostingClassifier if is_classes else gbtlib.GradientBoostingRegressor
        ours = kind(n_estimators=rounds, **depth, base_score=0.5)
        settings = {
            "objective": "multi:softprob" if is_classes else "reg:squarederror",
            "max_depth": depth["max_depth"] or 200,  # none at all is for histograms only
            "eta": 0.1,
            "base_score": 0.5,
            "min_child_weight": 0.0,
            "tree_method": "exact",
            "nthread": 1,
        } | ({"num_class": 5} if is_classes else {})

        def theirs(settings=settings, X=random if X is entries else X, goal=goal, rounds=rounds) -> Any:
            return xgboost.train(settings, xgboost.DMatrix(X, goal), rounds)

        yield f"{name}, XGBoost exact", lambda m=ours, X=X, goal=goal: m.fit(X, goal), theirs


def by_trees() -> Iterator[Pair]:
    """Against scikit-learn: forests, AdaBoost, and a tree with its pruning path."""
    X, y = table(5_000, 10)
    kinds: dict[str, tuple[Any, Any, np.ndarray]] = {
        "forest of 20 trees": (
            gbtlib.RandomForestRegressor(n_estimators=20),
            ensemble.RandomForestRegressor(n_estimators=20),
            y,
        ),
        "forest of 20 class trees": (
            gbtlib.RandomForestClassifier(n_estimators=20),
            ensemble.RandomForestClassifier(n_estimators=20),
            y > 0,
        ),
        "AdaBoost, 20 trees of depth 2": (
            gbtlib.AdaBoostClassifier(n_estimators=20, max_depth=2),
            ensemble.AdaBoostClassifier(tree.DecisionTreeClassifier(max_depth=2), n_estimators=20),
            y > 0,
        ),
    }
    for name, (ours, theirs, goal) in kinds.items():
        yield (
            f"{name}, scikit-learn",
            lambda m=ours, goal=goal: m.fit(X, goal),
            lambda m=theirs, goal=goal: m.fit(X, goal),
        )
    cart, other = gbtlib.DecisionTreeClassifier(), tree.DecisionTreeClassifier()
    yield (
        "CART with its pruning path, scikit-learn",
        lambda: cart.fit(X, y > 0).pruning_path(),
        lambda: other.cost_complexity_pruning_path(X, y > 0),
    )


def times_the_data(method: str) -> float:
    """The memory that one fit of MOST_ROWS takes beside the data, as a multiple of them: in this process."""
    X, y = np.random.default_rng(0).random((MOST_ROWS, MOST_FEATURES)), np.arange(MOST_ROWS) % 7.0
    gbtlib.GradientBoostingRegressor(n_estimators=1, max_depth=2).fit(X[:100], y[:100])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    gbtlib.GradientBoostingRegressor(n_estimators=3, tree_method=method, trace="trees").fit(X, y)
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / X.nbytes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=2, help="how often each ratio is measured")
    parser.add_argument("--only", default="", help="lines that hold these words")
    parser.add_argument("--memory", help="the memory of one fit by this tree_method, and nothing else")
    given = parser.parse_args()
    if given.memory:
        print(times_the_data(given.memory))
        return
    with threadpool_limits(1):
        for pairs in (by_histogram, by_exact_search, by_trees):
            for name, ours, theirs in pairs():
                if given.only in name:
                    print(f"{ratio(ours, theirs, given.repeats):6.2f} of {name}", flush=True)
    for method in ("exact", "hist"):
        name = f"{MOST_ROWS:,} x {MOST_FEATURES}, {method}: memory of a fit beside the data"
        if given.only in name:
            command = [sys.executable, "-m", "tests.benchmarks.shapes", "--memory", method]
            told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            print(f"{name}, {float(told):.1f} times these", flush=True)


if __name__ == "__main__":
    main()
