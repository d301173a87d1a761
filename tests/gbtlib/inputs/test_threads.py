"""Several threads give the bits of one."""

import threading

import numpy as np
import pytest

from gbtlib import GradientBoostingRegressor, SecondOrder, SplitSearch, TreeParams, sort_columns, split_search
from gbtlib.histogram.bins import HistogramSearch
from gbtlib.inputs import threads
from gbtlib.inputs.table_columns import bin_table
from tests.gbtlib.loops.sweep import bits_of

OPTIONS = [
    {},
    {"grow_policy": "lossguide", "max_leaves": 6, "max_depth": None},
    {"colsample_bynode": 0.6, "subsample": 0.7},
    {"min_samples_leaf": 4, "min_child_weight": 3.0},
    {"monotonic_cst": (1, -1, 0, 0, 0), "interaction_constraints": ((0, 1), (2, 3))},
    {"missing": "left", "threshold": "observed", "gamma": 0.05},
]


@pytest.fixture
def for_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads search small matrices, too."""
    monkeypatch.setattr(threads, "MIN_VALUES", 0)


def rows(n: int = 120) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Numbers, some of them equal in two features so that cuts tie, some missing; targets; weights."""
    rng = np.random.default_rng(5)
    X = np.round(rng.normal(size=(n, 5)), 1)
    X[:, 4] = X[:, 0]
    X[rng.random(X.shape) < 0.1] = np.nan
    y = np.nan_to_num(X[:, 0]) * np.nan_to_num(X[:, 1]) + np.sin(3 * np.nan_to_num(X[:, 2]))
    return X, y, rng.integers(1, 4, size=n) / 2


@pytest.mark.usefixtures("for_little")
@pytest.mark.parametrize("n_jobs", [2, 3, 8])
@pytest.mark.parametrize("tree_method", ["exact", "hist"])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_trees_are_those_of_one_thread(options: dict, tree_method: str, n_jobs: int) -> None:
    X, y, weight = rows()
    few = {"n_estimators": 3, "max_depth": 4, "trace": "full", "tree_method": tree_method}
    one, several = (
        GradientBoostingRegressor(**few | options, n_jobs=n).fit(X, y, sample_weight=weight)
        for n in (1, n_jobs)
    )
    assert one.trace_[0].trees[0].n_leaves > 3
    assert b"".join(bits_of(several.trace_)) == b"".join(bits_of(one.trace_))
    assert b"".join(bits_of(several.candidates(2))) == b"".join(bits_of(one.candidates(2)))


@pytest.mark.usefixtures("for_little")
@pytest.mark.parametrize(("method", "owner"), [("exact", SplitSearch), ("hist", HistogramSearch)])
def test_threads_search_exactly_and_by_histogram(
    method: str, owner: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    function, seen = owner.note_best, set()

    def watched(*args: object) -> object:
        seen.add(threading.current_thread())
        return function(*args)

    monkeypatch.setattr(owner, "note_best", watched)
    X, y, _ = rows()
    GradientBoostingRegressor(n_estimators=1, tree_method=method, n_jobs=2).fit(X, y)
    assert len(seen) == 2 and threading.main_thread() in seen


@pytest.mark.parametrize(
    ("least", "n_jobs", "exact", "by_histogram"),
    [
        (600, 2, threads.ThreadedSearch, threads.ThreadedHistogramSearch),
        (601, 2, SplitSearch, HistogramSearch),
        (600, 1, SplitSearch, HistogramSearch),
    ],
)
def test_a_small_matrix_is_searched_by_one_thread(
    least: int, n_jobs: int, exact: type, by_histogram: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 120 rows and 5 features, 600 values."""
    monkeypatch.setattr(threads, "MIN_VALUES", least)
    X, y, _ = rows()
    for columns, kind in ((sort_columns(X), exact), (bin_table(X, 256, 1), by_histogram)):
        search = split_search(columns, SecondOrder(y, np.ones(120)), TreeParams(n_jobs=n_jobs))
        assert type(search) is kind
