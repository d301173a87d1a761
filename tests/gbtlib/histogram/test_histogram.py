"""The search by histogram: bit for bit the exact one where every value has a bin, and bins by hand."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.core.criteria import SecondOrder
from gbtlib.core.params import TreeParams
from gbtlib.core.tree import ARRAYS
from gbtlib.histogram.bins import HistogramSearch, bin_columns, bin_starts
from tests.gbtlib.models import OPTIONS


@pytest.mark.sweep
@pytest.mark.parametrize("share_missing", [0.0, 0.2])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_with_a_bin_for_each_value_trees_and_candidates_are_those_of_exact(
    options: dict[str, Any], share_missing: float
) -> None:
    options = {"n_estimators": 3, "max_depth": 5, "learning_rate": 0.5, "trace": "full", **options}
    for seed in range(3):
        random = np.random.default_rng(seed)
        X = random.integers(-4, 5, (80, 4)) / 4
        X[:, 3] = random.normal(size=80)  # as many values as rows
        X[random.random(X.shape) < share_missing] = np.nan
        y = np.nan_to_num(X[:, 0]) * np.nan_to_num(X[:, 3]) + 0.1 * random.normal(size=80)
        kind, target = [
            (GradientBoostingRegressor, y),
            (GradientBoostingClassifier, y > 0),
            (GradientBoostingClassifier, np.digitize(y, [-0.1, 0.1])),
        ][seed]
        weight = None if seed == 1 else random.integers(0, 3, 80).astype(float)
        exact, hist = (
            kind(**options, tree_method=method).fit(X, target, sample_weight=weight)
            for method in ("exact", "hist")
        )
        for a, b in zip(exact.trace_, hist.trace_, strict=True):
            for k in range(len(a.trees)):
                for name in ARRAYS:
                    one, other = getattr(a.trees[k], name), getattr(b.trees[k], name)
                    assert np.array_equal(one, other, equal_nan=True), name
                listed = [model.candidates(a.number, k=k).to_frame() for model in (exact, hist)]
                pd.testing.assert_frame_equal(*listed, check_exact=True)
            assert np.array_equal(a.leaf, b.leaf)
            assert np.array_equal(a.raw_after, b.raw_after)


@pytest.mark.parametrize("grow_policy", ["depthwise", "lossguide"])
def test_with_few_bins_every_split_is_the_best_candidate_and_routes_its_rows(grow_policy: str) -> None:
    random = np.random.default_rng(0)
    X = random.normal(size=(600, 5))
    X[random.random(X.shape) < 0.1] = np.nan
    y = np.nan_to_num(X[:, 0]) + np.abs(np.nan_to_num(X[:, 1])) + 0.1 * random.normal(size=600)
    model = GradientBoostingRegressor(
        n_estimators=2, tree_method="hist", max_bin=16, max_depth=5, grow_policy=grow_policy, trace="full"
    ).fit(X, y)
    for round_ in model.trace_:
        tree = round_.trees[0]
        assert np.array_equal(tree.apply(X), round_.leaf)
        assert tree.n_leaves > 20
        for i in np.flatnonzero(~tree.is_leaf):
            found = model.candidates(round_.number, int(i))
            best = found.best
            assert best is not None
            assert found.gain[best] == tree.gain[i]
            assert (found.feature[best], found.threshold[best]) == (tree.feature[i], tree.threshold[i])
            assert found.default_left[best] == tree.default_left[i]
            assert (found.of_feature(0).threshold[np.isfinite(found.of_feature(0).threshold)] < 5).all()
            n_cuts = np.bincount(found.feature[np.isfinite(found.threshold) & found.default_left])
            assert n_cuts.max() <= 15


@pytest.mark.parametrize("values", [256, 4])
@pytest.mark.parametrize("missing", [False, True])
def test_a_histogram_is_the_rows_and_the_sums_of_each_slot(values: int, missing: bool) -> None:
    random = np.random.default_rng(0)
    X = random.integers(0, values, (2000, 3)).astype(float)
    if missing:
        X[random.random(X.shape) < 1 / (values + 1)] = np.nan
    criterion = SecondOrder(random.normal(size=2000) * 1e9, random.uniform(size=2000))
    columns = bin_columns(X)
    assert np.diff(columns.slots.starts).tolist() == [values + 1] * 3
    assert columns.bins.dtype.itemsize == (2 if values + missing > 256 else 1)
    rows = np.sort(random.choice(2000, 1500, replace=False))
    histogram = HistogramSearch(columns, criterion, TreeParams()).counted(rows)
    for f, start in enumerate(columns.slots.starts[:3]):
        for slot in range(values + 1):
            inside = rows[columns.bins[rows, f] == slot]
            assert histogram[start + slot].tolist() == list(criterion.totals(inside))


def test_bins_by_hand() -> None:
    def bins(x: list[float], max_bin: int, min_bin_size: int = 1) -> list[tuple[float, float]]:
        return list(
            zip(*(each.tolist() for each in bin_starts(np.array(x), max_bin, min_bin_size)), strict=True)
        )

    assert bins([3, 1, 2, 2], 256) == [(1, 1), (2, 2), (3, 3)]
    assert bins([1, 2, 3, 4, 5, 6], 3) == [(1, 2), (3, 4), (5, 6)]
    assert bins([1, 1, 1, 1, 2, 3], 2) == [(1, 1), (2, 3)]  # equal values share a bin
    assert bins([1, 2, 3, 4, 5], 4, 2) == [(1, 2), (3, 5)]  # the last bin would have one row
    assert bins([1, 2, 3, 4, 5], 5, 2) == [(k, k) for k in range(1, 6)]  # few values: a bin for each
    assert bins([], 4) == []
    assert str(bins([-0.0, 1], 4)) == "[(0.0, 0.0), (1.0, 1.0)]"  # -0 is 0, whichever comes first


@pytest.mark.parametrize("min_bin_size", [1, 5, 40])
@pytest.mark.parametrize("max_bin", [2, 7, 256])
def test_bins_are_few_enough_and_large_enough(max_bin: int, min_bin_size: int) -> None:
    random = np.random.default_rng(0)
    for x in (
        random.normal(size=1000),
        random.integers(0, 30, 1000) / 2,
        np.exp(3 * random.normal(size=1000)),
    ):
        columns = bin_columns(x[:, np.newaxis], max_bin, min_bin_size)
        counts = np.bincount(columns.bins[:, 0])
        assert len(counts) <= max_bin
        assert (counts >= min_bin_size).all() or len(np.unique(x)) <= max_bin
        ends = zip(columns.slots.first[:-1], columns.slots.last[:-1], strict=True)  # but the missing's slot
        for b, (first, last) in enumerate(ends):
            inside = x[columns.bins[:, 0] == b]
            assert (inside.min(), inside.max()) == (first, last)
