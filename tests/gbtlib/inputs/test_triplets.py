"""Triplets: what an entry is, what an absent one is, and the same tree as from the full matrix."""

import re
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from gbtlib import (
    AdaBoostClassifier,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    SecondOrder,
    TreeParams,
    Triplets,
    from_dense,
    from_scipy,
    from_table,
    from_triplets,
    sort_columns,
    sort_entries,
    split_search,
)
from gbtlib.core.tree import ARRAYS, EXTRAS, Tree
from gbtlib.inputs import encoding
from tests.gbtlib.models import OPTIONS

pytestmark = pytest.mark.sweep

MEANINGS = ("zero", "missing")


def says(message: str) -> Any:
    return pytest.raises(ValueError, match=f"^{re.escape(message)}")


# -- the list of entries

HAND = {"i": [2, 0, 0, 3], "j": [1, 2, 0, 0], "v": [5.0, -1.0, 3.0, 2.0]}


def test_entries_become_a_matrix() -> None:
    X = from_triplets(**HAND, absent="zero", shape=(5, 3))
    assert X.to_dense().tolist() == [[3, 0, -1], [0, 0, 0], [0, 5, 0], [2, 0, 0], [0, 0, 0]]
    assert (len(X), X.n_entries, X.shape) == (5, 4, (5, 3))
    assert X.to_frame().to_numpy().tolist() == [[0, 0, 3], [0, 2, -1], [2, 1, 5], [3, 0, 2]]
    missing = X.meaning("missing").to_dense()
    assert np.isnan(missing).sum() == 11
    assert np.nansum(missing) == 9


def test_counting_from_one() -> None:
    i, j = np.array(HAND["i"]) + 1, np.array(HAND["j"]) + 1
    one = from_triplets(i, j, HAND["v"], absent="zero", base=1)
    assert np.array_equal(one.to_dense(), from_triplets(**HAND, absent="zero").to_dense())
    assert one.to_frame(base=1)["i"].tolist() == [1, 1, 3, 4]


def test_rows_without_entry_are_kept() -> None:
    X = from_triplets([0, 4], [1, 0], [1.0, 2.0], absent="missing")
    assert X.shape == (5, 2)
    assert from_triplets([0, 4], [1, 0], [1.0, 2.0], absent="missing", shape=(7, 2)).shape == (7, 2)
    y = np.array([1.0, 2, 3, 4, 9, 6, 7])
    model = GradientBoostingRegressor(n_estimators=2).fit(
        from_triplets([0, 4], [1, 0], [1.0, 2.0], absent="missing", shape=(7, 2)), y
    )
    assert model.trace_[0].trees[0].n_samples[0] == 7
    assert len(model.predict(from_triplets([], [], [], absent="missing", shape=(3, 2)))) == 3


def test_scipy_and_pandas_say_the_same() -> None:
    X = from_triplets(**HAND, absent="zero", shape=(5, 3))
    table = pd.DataFrame({"doc": HAND["i"], "word": HAND["j"], "n": HAND["v"]})
    others = [from_table(table, absent="zero", columns=("doc", "word", "n"), shape=(5, 3))]
    matrix = sparse.coo_array((HAND["v"], (HAND["i"], HAND["j"])), shape=(5, 3))
    others += [
        from_scipy(matrix.asformat(kind), absent="zero") for kind in ("coo", "csr", "csc", "lil", "dok")
    ]
    others += [from_scipy(sparse.csr_matrix(matrix), absent="zero"), from_dense(X.to_dense(), absent="zero")]
    for other in others:
        assert other.shape == X.shape
        assert all(np.array_equal(getattr(other, n), getattr(X, n)) for n in ("row", "column", "value"))


def test_single_places_and_rows() -> None:
    X = from_triplets(**HAND, absent="missing", shape=(5, 3))
    dense = X.to_dense()
    rows, columns = (a.ravel() for a in np.indices(dense.shape))
    assert np.array_equal(X[rows, columns], dense[rows, columns], equal_nan=True)
    assert np.array_equal(X[rows, columns - 3], dense[rows, columns - 3], equal_nan=True)
    for some in ([3, 0, 0], [], [4], np.array([True, False, True, True, False])):
        part = X[np.array(some, dtype=bool if len(some) == 5 else np.intp)]
        expected = dense[np.array(some, dtype=bool if len(some) == 5 else np.intp)]
        assert np.array_equal(part.to_dense(), expected, equal_nan=True)
    assert np.isnan(from_triplets([], [], [], absent="missing", shape=(2, 2))[np.array([1]), np.array([0])])


def test_a_place_made_blank() -> None:
    X = from_triplets(**HAND, absent="missing", shape=(5, 3))
    assert np.isnan(X.without(2, 1).to_dense()[2, 1])
    assert X.without(2, 1).n_entries == 3
    with says("entry (1, 1) must be stored: it is absent already"):
        X.without(1, 1)


def test_arrays_cannot_be_written() -> None:
    X = from_triplets(**HAND, absent="zero")
    with pytest.raises(ValueError, match="read-only"):
        X.value[0] = 1.0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"absent": None}, "absent=None must be one of 'zero', 'missing'"),
        ({"base": 2}, "base=2 must be 0 or 1"),
        ({"base": True}, "base=True must be 0 or 1"),
        ({"base": 1}, "i[1]=0 must be at least 1, the base"),
        ({"i": [2, 0, -1, 3]}, "i[2]=-1 must be at least 0, the base"),
        ({"j": [2, 0.5, 1, 3]}, "j must hold whole numbers"),
        ({"j": ["a", "b", "c", "d"]}, "j must hold whole numbers"),
        ({"i": [2, 0, 1]}, "i has shape (3,); it must have 4 entries, as many as v"),
        ({"v": [1.0, np.nan, 2.0, 3.0]}, "v[1]=nan, of entry (0, 2), must be finite: leave the entry out"),
        ({"v": ["a", 1, 2, 3]}, "v must hold numbers only"),
        ({"shape": (3, 3)}, "i[3]=3 must be below 3: shape=(3, 3), counted from 0"),
        ({"shape": (4, 2)}, "j[1]=2 must be below 2: shape=(4, 2), counted from 0"),
        ({"shape": (4, 0)}, "shape[1]=0 must be at least 1"),
        ({"shape": 4}, "shape=4 must be a pair, (n_samples, n_features)"),
        (
            {"i": [2, 0, 0, 0], "j": [1, 2, 0, 2]},
            "entry (0, 2) must be given once; it is at positions 1 and 3",
        ),
        ({"i": [], "j": [], "v": []}, "shape[0]=0 must be at least 1"),
    ],
)
def test_bad_lists_are_named(change: dict[str, Any], message: str) -> None:
    with says(message):
        from_triplets(**{**HAND, "absent": "zero", **change})


def test_an_entry_given_twice_is_named_as_it_was_counted() -> None:
    with says("entry (1, 1) must be given once; it is at positions 0 and 2"):
        from_triplets([1, 1, 1], [1, 2, 1], [1.0, 2.0, 3.0], absent="zero", base=1)
    twice = sparse.coo_array(([1.0, 2.0], ([0, 0], [1, 1])), shape=(2, 2))
    with says("entry (0, 1) must be given once"):
        from_scipy(twice, absent="zero")


def test_bad_sources_are_named() -> None:
    with says("matrix=ndarray must be a scipy.sparse matrix or array"):
        from_scipy(np.ones((2, 2)), absent="zero")
    with says("matrix has shape (3,); it must have two dimensions"):
        from_scipy(sparse.coo_array(np.ones(3)), absent="zero")
    with says("table lacks the columns j, v"):
        from_table(pd.DataFrame({"i": [1]}), absent="zero")


# -- what absent means, in fit and in predict


def test_the_meaning_is_kept_from_fit_to_predict() -> None:
    X = from_triplets(**HAND, absent="missing", shape=(5, 3))
    y = np.arange(5.0)
    model = GradientBoostingRegressor(n_estimators=3).fit(X, y)
    assert model.features_.absent == "missing"
    with says("X has absent='zero'; it must be 'missing', as in fit"):
        model.predict(X.meaning("zero"))
    matrix = sparse.csr_array((X.value, (X.row, X.column)), shape=X.shape)
    assert np.array_equal(model.predict(matrix), model.predict(X))
    assert np.array_equal(model.predict(X.to_dense()), model.predict(X))
    with says("X has 2 features; it must have 3, as in fit (say so with shape=)"):
        model.predict(from_triplets([0], [1], [1.0], absent="missing"))
    with says("X is a scipy.sparse matrix; it must go through gbtlib.from_scipy(X, absent="):
        GradientBoostingRegressor().fit(matrix, y)
    with says("X is a scipy.sparse matrix; it must go through gbtlib.from_scipy(X, absent="):
        GradientBoostingRegressor().fit(X.to_dense(), y).predict(matrix)
    with says("validation X has absent='zero'; it must be 'missing', as in fit"):
        GradientBoostingRegressor().fit(X, y, validation=(X.meaning("zero"), y))
    with says("y has 4 entries; it must have 5"):
        GradientBoostingRegressor().fit(X, y[:4])


def test_the_two_meanings_are_two_models() -> None:
    """A blank that is a zero lies between -1 and 1; one that is missing goes with either side as a whole."""
    X = from_triplets([0, 1, 4, 5], [0] * 4, [-1.0, -1.0, 1.0, 1.0], absent="zero", shape=(6, 1))
    y = np.array([0.0, 0, 5, 5, 0, 0])
    options = {"n_estimators": 1, "max_depth": 1, "reg_lambda": 0.0, "base_score": 0.0, "learning_rate": 1.0}
    zero = GradientBoostingRegressor(**options).fit(X, y).predict(X)
    missing = GradientBoostingRegressor(**options).fit(X.meaning("missing"), y).predict(X.meaning("missing"))
    assert zero.tolist() == pytest.approx([0, 0, 2.5, 2.5, 2.5, 2.5])
    assert missing.tolist() == pytest.approx([0, 0, 5, 5, 0, 0])


# -- the same tree as from the full matrix


def random_matrix(seed: int, absent: str, n: int = 60, p: int = 7) -> tuple[np.ndarray, np.ndarray]:
    """Values on a coarse grid, with many ties; a large share absent, and a column or a row without any."""
    random = np.random.default_rng(seed)
    X = np.round(random.normal(size=(n, p)) * 2) / 2
    away = random.random(X.shape) < random.choice([0.1, 0.5, 0.9])
    away[:, random.integers(p)] |= seed % 4 == 0
    away[random.integers(n)] = True
    if absent == "missing":
        X[~away & (random.random(X.shape) < 0.1)] = 0.0  # a stored zero is a value like others
    if seed % 5 == 0:
        X = np.abs(X)
    X[away] = 0.0 if absent == "zero" else np.nan
    return X, np.nan_to_num(X[:, 0] * X[:, 1] + X[:, 2]) + random.normal(size=n)


def same_tree(first: Tree, second: Tree) -> None:
    """All but the number of cuts that were scored, which is what the sparse search saves."""
    for name in (*ARRAYS, *EXTRAS):
        a, b = getattr(first, name), getattr(second, name)
        if name != "n_candidates" and (a is not None or b is not None):
            assert np.array_equal(a, b, equal_nan=a.dtype.kind == "f"), name


def same_list(first: pd.DataFrame, second: pd.DataFrame) -> None:
    """The same candidates to the last bit; an empty list need not know its classes."""
    if len(first) or len(second):
        pd.testing.assert_frame_equal(first, second, check_exact=True)


@pytest.mark.parametrize("absent", MEANINGS)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_boosting_on_entries_equals_boosting_on_the_matrix(absent: str, options: dict[str, Any]) -> None:
    options = {"n_estimators": 3, "max_depth": 5, "learning_rate": 0.5, "trace": "full", **options}
    for seed in range(8):
        X, y = random_matrix(seed, absent)
        triplets = from_dense(X, absent=absent)
        kind, target = [
            (GradientBoostingRegressor, y),
            (GradientBoostingClassifier, y > 0),
            (GradientBoostingClassifier, np.digitize(y, [-0.5, 0.5])),
        ][seed % 3]
        weight = None if seed % 2 else np.random.default_rng(seed).integers(0, 3, len(y)).astype(float)
        full, entries = (kind(**options).fit(data, target, sample_weight=weight) for data in (X, triplets))
        for a, b in zip(full.trace_, entries.trace_, strict=True):
            for k in range(len(a.trees)):
                same_tree(a.trees[k], b.trees[k])
                listed = [m.candidates(a.number, k=k).to_frame() for m in (full, entries)]
                same_list(*listed)
            assert np.array_equal(a.leaf, b.leaf)
            assert np.array_equal(a.raw_after, b.raw_after)
        assert np.array_equal(entries.predict(triplets), full.predict(X))
        assert np.array_equal(entries.predict(X), full.predict(triplets))


@pytest.mark.parametrize("absent", MEANINGS)
@pytest.mark.parametrize("criterion", ["gini", "entropy", "squared error"])
@pytest.mark.parametrize("seed", range(6))
def test_trees_on_entries_equal_trees_on_the_matrix(absent: str, criterion: str, seed: int) -> None:
    X, y = random_matrix(seed, absent)
    triplets = from_dense(X, absent=absent)
    weight = None if seed % 2 else np.random.default_rng(seed).integers(1, 3, len(y)).astype(float)
    if criterion == "squared error":
        model, target = DecisionTreeRegressor(ccp_alpha=0.01), y
    else:
        model, target = DecisionTreeClassifier(criterion=criterion), np.digitize(y, [-0.5, 0.5])
    full, entries = (
        type(model)(**model.get_params()).fit(data, target, sample_weight=weight) for data in (X, triplets)
    )
    same_tree(full.tree_, entries.tree_)
    same_tree(full.grown_tree_, entries.grown_tree_)
    assert np.array_equal(full.predict(X), entries.predict(triplets))
    for node in range(full.grown_tree_.n_nodes):
        listed = [m.candidates(node).to_frame() for m in (full, entries)]
        same_list(*listed)
    assert full.cross_validate_alpha(n_folds=3).error.tolist() == (
        entries.cross_validate_alpha(n_folds=3).error.tolist()
    )


@pytest.mark.parametrize("absent", MEANINGS)
def test_adaboost_on_entries_equals_adaboost_on_the_matrix(absent: str) -> None:
    X, y = random_matrix(2, absent)
    full, entries = (
        AdaBoostClassifier(n_estimators=4, max_depth=2, trace="full").fit(data, y > 0)
        for data in (X, from_dense(X, absent=absent))
    )
    for a, b in zip(full.trace_, entries.trace_, strict=True):
        same_tree(a.tree, b.tree)
        assert np.array_equal(a.votes, b.votes)


@given(
    seed=st.integers(0, 2**32), absent=st.sampled_from(MEANINGS), n=st.integers(2, 12), p=st.integers(1, 3)
)
def test_the_smallest_matrices(seed: int, absent: str, n: int, p: int) -> None:
    random = np.random.default_rng(seed)
    X = random.integers(-2, 3, size=(n, p)).astype(float)
    X[random.random(X.shape) < 0.4] = 0.0 if absent == "zero" else np.nan
    g, h = random.integers(-3, 4, n).astype(float), random.integers(0, 3, n).astype(float)
    params = TreeParams(reg_lambda=float(seed % 2), missing=("learn", "left")[seed // 2 % 2])
    criterion = SecondOrder(g, h, reg_lambda=params.reg_lambda)
    full = split_search(sort_columns(X), criterion, params).candidates()
    entries = split_search(sort_entries(from_dense(X, absent=absent)), criterion, params).candidates()
    same_list(full.to_frame(), entries.to_frame())


@pytest.mark.parametrize("absent", MEANINGS)
def test_validation_early_stopping_and_ledger(absent: str) -> None:
    X, y = random_matrix(4, absent, n=120)
    triplets = from_dense(X, absent=absent)
    model = {"n_estimators": 30, "max_depth": 3, "early_stopping_rounds": 3}
    train, held_out = np.arange(80), np.arange(80, 120)
    full, entries = (
        GradientBoostingRegressor(**model).fit(
            data[train], y[train], validation=(data[held_out], y[held_out])
        )
        for data in (X, triplets)
    )
    assert [r.validation_loss for r in full.trace_] == [r.validation_loss for r in entries.trace_]
    assert full.n_estimators_ == entries.n_estimators_ < 30
    pd.testing.assert_frame_equal(
        full.ledger(X[5]), entries.ledger(triplets[np.array([5])]), check_exact=True
    )
    assert np.array_equal(full.feature_importance(), entries.feature_importance())


def test_a_stored_zero_is_one_of_the_zeros() -> None:
    with_zeros = from_triplets([0, 1, 2, 3], [0] * 4, [0.0, 1.0, 0.0, 2.0], absent="zero", shape=(5, 1))
    without = from_triplets([1, 3], [0] * 2, [1.0, 2.0], absent="zero", shape=(5, 1))
    y = np.array([3.0, 1, 4, 1, 5])
    first, second = (DecisionTreeRegressor().fit(X, y).tree_ for X in (with_zeros, without))
    same_tree(first, second)
    assert first.n_candidates.tolist() == second.n_candidates.tolist()


def test_the_search_looks_at_entries_and_not_at_rows_times_columns() -> None:
    """The cuts scored at the root: beside zeros one an entry; beside missing rows two, but for the last."""
    random = np.random.default_rng(0)
    matrix = sparse.random_array((400, 50), density=0.01, rng=random)
    y = random.normal(size=400)
    n_columns = len(np.unique(matrix.coords[1]))
    for absent, n_cuts in (("zero", matrix.nnz), ("missing", 2 * matrix.nnz - n_columns)):
        tree = DecisionTreeRegressor(max_depth=1).fit(from_scipy(matrix, absent=absent), y).tree_
        assert tree.n_candidates[0] == n_cuts
    full = DecisionTreeRegressor(max_depth=1).fit(matrix.toarray(), y).tree_
    assert full.n_candidates[0] == 399 * 50


def test_duplicates_among_rows_taken() -> None:
    X = from_dense(random_matrix(1, "zero")[0], absent="zero")
    assert isinstance(X, Triplets)
    some = np.array([5, 5, 2])
    assert np.array_equal(X[some].to_dense(), X.to_dense()[some])


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_matrix_that_misses_many_values_grows_by_what_is_there(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"n_estimators": 3, "max_depth": 5, "learning_rate": 0.5, "trace": "full", **options}
    for seed in range(4):
        random = np.random.default_rng(seed)
        X = random.integers(-3, 4, (60, 8)) * 0.5
        X[random.random(X.shape) < (0.6, 0.8, 0.95, 0.7)[seed]] = np.nan
        y = np.nan_to_num(X[:, 0]) + np.isnan(X[:, 1]) + 0.1 * random.normal(size=60)
        fits = []
        for share in (0.3, 1.0):  # by the values that are there, and by all rows
            monkeypatch.setattr(encoding, "MANY_MISSING", share)
            fits.append(GradientBoostingRegressor(**options).fit(X, y))
        for a, b in zip(*(fit.trace_ for fit in fits), strict=True):
            same_tree(a.trees[0], b.trees[0])
            assert np.array_equal(a.leaf, b.leaf)
            assert np.array_equal(a.raw_after, b.raw_after)
            same_list(*(fit.candidates(a.number).to_frame() for fit in fits))
        assert np.array_equal(*(fit.trace_[0].trees[0].n_candidates for fit in fits))
