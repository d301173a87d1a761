"""Time to fit triplets: does it grow with the stored entries, or with rows times columns?

Two tables. The first keeps 1 % of the places filled and lets the matrix grow; the full one is fitted beside
it as long as it is small enough. The second keeps the number of entries and rows, and adds empty columns.
Figures are medians of ratios of neighbours, measured one after the other in one process.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import xgboost
from scipy import sparse
from threadpoolctl import threadpool_limits

import gbtlib

ROUNDS, DEPTH = 20, 6
LARGEST_FULL = 4_000_000  # places of a matrix that is still fitted in full

Fit = Callable[[], Any]


def matrix_of(n: int, p: int, entries: int) -> tuple[sparse.csr_array, np.ndarray]:
    """Entries at random places, their values normal, and a target that depends on some of the columns."""
    random = np.random.default_rng(0)
    place = random.choice(n * p, size=entries, replace=False)
    values = random.normal(size=entries)
    matrix = sparse.csr_array((values, (place // p, place % p)), shape=(n, p))
    return matrix, matrix[:, :10].sum(axis=1) + 0.1 * random.normal(size=n)


def ours(X: Any, y: np.ndarray) -> Fit:
    model = gbtlib.GradientBoostingRegressor(
        n_estimators=ROUNDS, max_depth=DEPTH, learning_rate=0.1, base_score=0.0
    )
    return lambda: model.fit(X, y)


def xgboost_exact(matrix: sparse.csr_array, y: np.ndarray) -> Fit:
    params = {
        "tree_method": "exact",
        "max_depth": DEPTH,
        "eta": 0.1,
        "base_score": 0.0,
        "min_child_weight": 0.0,
        "nthread": 1,
    }
    return lambda: xgboost.train(params, xgboost.DMatrix(matrix, label=y), ROUNDS)


def seconds(fit: Fit) -> float:
    start = time.perf_counter()
    fit()
    return time.perf_counter() - start


def ratio(first: Fit, second: Fit, repeats: int) -> float:
    """The median of first's time over second's."""
    return statistics.median(seconds(first) / seconds(second) for _ in range(repeats))


def growing_matrix(repeats: int) -> None:
    print("1 % of the places filled; time of the triplets over that of")
    print(f"{'rows x columns':>16}{'entries':>10}{'full matrix':>14}{'XGBoost exact':>16}{'ms a round':>12}")
    for n, p in ((2_000, 200), (4_000, 400), (4_000, 1_000), (10_000, 1_000), (20_000, 2_000)):
        matrix, y = matrix_of(n, p, n * p // 100)
        triplets = gbtlib.from_scipy(matrix, absent="missing")
        entries = ours(triplets, y)
        full = "-"
        if n * p <= LARGEST_FULL:
            full = f"{ratio(entries, ours(triplets.to_dense(), y), repeats):.3f}"
        theirs = ratio(entries, xgboost_exact(matrix, y), repeats)
        each = 1000 * seconds(entries) / ROUNDS
        print(f"{n:>8} x {p:<5}{matrix.nnz:>10}{full:>14}{theirs:>16.2f}{each:>12.1f}", flush=True)


def growing_emptiness(repeats: int) -> None:
    print("10,000 rows and 100,000 entries; time over that with 100 columns (10 % filled)")
    print(f"{'columns':>16}{'filled':>10}{'triplets':>14}")
    first, y_first = matrix_of(10_000, 100, 100_000)
    reference = ours(gbtlib.from_scipy(first, absent="zero"), y_first)
    for p in (100, 1_000, 10_000, 100_000):
        matrix, y = matrix_of(10_000, p, 100_000)
        fit = ours(gbtlib.from_scipy(matrix, absent="zero"), y)
        share = f"{matrix.nnz / (10_000 * p):.2%}"
        print(f"{p:>16}{share:>10}{ratio(fit, reference, repeats):>14.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=3, help="how often each ratio is measured")
    repeats = parser.parse_args().repeats
    with threadpool_limits(1):
        growing_matrix(repeats)
        growing_emptiness(repeats)


if __name__ == "__main__":
    main()
