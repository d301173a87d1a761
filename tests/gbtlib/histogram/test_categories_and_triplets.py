"""Bins of categories and of triplets: with a bin for every value, the trees and lists of the exact search."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor, from_dense, from_triplets
from gbtlib.core.tree import ARRAYS
from tests.gbtlib.inputs.category_tables import SMALL, TABLE, TARGET, mixed
from tests.gbtlib.models import OPTIONS, table, target

pytestmark = pytest.mark.sweep


def assert_same_rounds(one: Any, other: Any) -> None:
    """Trees, lists of candidates and predictions agree to the last bit."""
    for a, b in zip(one.trace_, other.trace_, strict=True):
        for k, tree in enumerate(a.trees):
            for name in (*ARRAYS, "category_sides"):
                left, right = getattr(tree, name), getattr(b.trees[k], name)
                assert (left is None) == (right is None), name
                assert left is None or np.array_equal(left, right, equal_nan=True), name
            for node in range(min(3, tree.n_nodes)):
                found, again = (m.candidates(a.number, node, k=k) for m in (one, other))
                pd.testing.assert_frame_equal(found.to_frame(), again.to_frame(), check_exact=True)
                assert (found.category_sides is None) == (again.category_sides is None)
        assert np.array_equal(a.leaf, b.leaf)
        assert np.array_equal(a.raw_after, b.raw_after)


CLASSES = np.digitize(TARGET, [-1, 1])


@pytest.mark.parametrize("partitions", ["auto", "one_vs_rest", "exhaustive"])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_categories_have_a_bin_each(options: dict[str, Any], partitions: str) -> None:
    options = {**SMALL, "partitions": partitions, **options}
    for kind, y in (
        (GradientBoostingRegressor, TARGET),
        (GradientBoostingClassifier, TARGET > 0),
        (GradientBoostingClassifier, CLASSES),
    ):
        weight = np.random.default_rng(1).integers(0, 3, len(y)).astype(float)
        exact, hist = (
            kind(**options, tree_method=method).fit(TABLE, y, sample_weight=weight)
            for method in ("exact", "hist")
        )
        assert_same_rounds(exact, hist)
        for feature in (1, 2):
            found, again = (m.partitions_of(2, feature, 1).to_frame() for m in (exact, hist))
            pd.testing.assert_frame_equal(found, again, check_exact=True)


def test_many_categories_keep_a_bin_each_beside_few_bins_of_numbers() -> None:
    random = np.random.default_rng(0)
    code, x = random.integers(0, 400, 3000), random.normal(size=3000)
    y = random.normal(size=400)[code] + x
    X = np.column_stack([x, code])
    model = GradientBoostingRegressor(
        n_estimators=2, tree_method="hist", max_bin=8, categorical_features=[1], trace="full"
    ).fit(X, y)
    found = model.candidates(1)
    assert (found.feature == 0).sum() == 7
    assert (found.feature == 1).sum() == len(np.unique(code)) - 1
    alone = [
        GradientBoostingRegressor(n_estimators=3, tree_method=m, categorical_features=[0], trace="full")
        .fit(code[:, np.newaxis], y) for m in ("exact", "hist")
    ]  # fmt: skip
    assert_same_rounds(*alone)


def test_rows_with_categories_are_predicted_as_they_were_trained() -> None:
    new, _ = mixed(150, seed=5)
    new.loc[:9, "town"] = "Paris"
    exact, hist = (
        GradientBoostingRegressor(**SMALL, tree_method=m).fit(TABLE, TARGET) for m in ("exact", "hist")
    )
    assert np.array_equal(hist.raw_prediction(TABLE), hist.trace_[-1].raw_after)
    assert np.array_equal(hist.predict(new), exact.predict(new))


def holey(absent: str, seed: int) -> np.ndarray:
    """A table of coarse values of both signs, most of them zero, or missing."""
    X = table(p=5, seed=seed)
    X[:, 4] = 2.0  # no zero and no hole
    nothing = 0.0 if absent == "zero" else np.nan
    X[:, :3][np.random.default_rng(seed).random((len(X), 3)) < 0.6] = nothing
    X[:, 3] = nothing  # no entry at all
    return X


@pytest.mark.parametrize("absent", ["zero", "missing"])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("max_bin", [256, 4])
def test_triplets_are_binned_as_the_full_matrix(options: dict[str, Any], absent: str, max_bin: int) -> None:
    for seed in range(2):
        X = holey(absent, seed)
        y = target(X)
        classes = np.digitize(y, [-0.5, 1])
        kind, goal = [(GradientBoostingRegressor, y), (GradientBoostingClassifier, classes)][seed]
        more = {"tree_method": "hist", "max_bin": max_bin, **SMALL, **options}
        full, sparse = (kind(**more).fit(rows, goal) for rows in (X, from_dense(X, absent=absent)))
        assert_same_rounds(full, sparse)
        assert np.array_equal(sparse.raw_prediction(X), sparse.trace_[-1].raw_after)
        if max_bin == 256 and absent == "zero":
            exact = kind(**{**more, "tree_method": "exact"}).fit(X, goal)
            assert_same_rounds(exact, sparse)


@pytest.mark.parametrize("absent", ["zero", "missing"])
def test_stored_zeros_are_zeros(absent: str) -> None:
    i, j = (each.ravel() for each in np.indices((60, 3)))
    v = np.round(np.random.default_rng(0).normal(size=180))
    X = from_triplets(i, j, v, absent=absent)
    y = target(X.to_dense())
    models = [GradientBoostingRegressor(**SMALL, tree_method="hist").fit(x, y) for x in (X, X.to_dense())]
    assert_same_rounds(*models)


@pytest.mark.parametrize("absent", ["zero", "missing"])
def test_constraints_hold_in_bins_of_triplets(absent: str) -> None:
    X = holey(absent, 0)
    y = target(X)
    more = {**SMALL, "tree_method": "hist", "monotonic_cst": [1, -1, 0, 0, 0]}
    models = [GradientBoostingRegressor(**more).fit(x, y) for x in (X, from_dense(X, absent=absent))]
    assert_same_rounds(*models)


def test_few_entries_among_many_features_take_few_slots() -> None:
    """Slots go by the values that there are, not by the feature that has most."""
    random = np.random.default_rng(0)
    n, p = 2000, 3000
    i, j = np.divmod(random.choice(n * p, 9000, replace=False), p)
    X = from_triplets(
        np.concatenate((i, np.arange(n))), np.concatenate((j + 1, np.zeros(n, int))),
        np.concatenate((np.ones(9000), random.normal(size=n))), absent="zero", shape=(n, p + 1),
    )  # fmt: skip
    y = random.normal(size=n)
    model = GradientBoostingRegressor(n_estimators=2, tree_method="hist", trace="full").fit(X, y)
    assert model.columns_.slots.starts[-1] < 3 * p + 300
    exact = GradientBoostingRegressor(n_estimators=2, tree_method="hist").fit(X.to_dense(), y)
    assert np.array_equal(model.predict(X), exact.predict(X))
