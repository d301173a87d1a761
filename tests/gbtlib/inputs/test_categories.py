"""Categories: the worked example, every partition by brute force, and how categories are recognised."""

import itertools
import math
from fractions import Fraction as Fr

import numpy as np
import pandas as pd
import pytest

from gbtlib import (
    CategorySearch,
    DecisionTreeRegressor,
    Entropy,
    Gini,
    GradientBoostingRegressor,
    SecondOrder,
    SquaredError,
    TreeParams,
    every_partition,
    from_dense,
    grow_tree,
    learn_features,
    one_against_rest,
    sort_columns,
    sorted_partitions,
)
from gbtlib.core.criteria import Criterion
from gbtlib.loops.partitions import MOST_CATEGORIES
from tests.gbtlib.inputs.category_tables import MODELS, SMALL, TABLE, TARGET, says


def close_to(value: Fr) -> object:
    return pytest.approx(float(value), abs=1e-12, rel=0)


def search_of(codes: np.ndarray, criterion: Criterion, **params: object) -> CategorySearch:
    n = int(np.nanmax(codes)) + 1
    columns = sort_columns(np.asarray(codes, dtype=float)[:, np.newaxis], (n,))
    return CategorySearch(columns, criterion, TreeParams(**params))


def one_row_each(pairs: list[tuple[float, float]], reg_lambda: float, **params: object) -> CategorySearch:
    """A category a row, with its (G, H)."""
    g, h = np.array(pairs, dtype=float).T
    criterion = SecondOrder(g, h, reg_lambda=reg_lambda)
    return search_of(np.arange(len(pairs)), criterion, reg_lambda=reg_lambda, **params)


FIVE = [(2, 1), (-3, 1), (1, 1), (-2, 1), (1, 2)]  # A to E
NAMES = ("A", "B", "C", "D", "E")


@pytest.mark.parametrize(("reg_lambda", "gain"), [(0.0, Fr(49, 6)), (1.0, Fr(598, 105))])
def test_worked_example_sorted_and_exhaustive(reg_lambda: float, gain: Fr) -> None:
    search = one_row_each(FIVE, reg_lambda)
    for way, n in (("sorted", 4), ("exhaustive", 15)):
        found = search.partitions(0, way=way)
        assert found.best is not None
        assert len(found) == n
        assert found.gain[found.best] == close_to(gain)
        assert [NAMES[code] for code in found.left(found.best)] == ["B", "D"]
        assert [NAMES[code] for code in found.codes] == ["B", "D", "E", "C", "A"]
        assert found.key.tolist() == [-3, -2, 0.5, 1, 2]


@pytest.mark.parametrize(("reg_lambda", "gain"), [(0.0, Fr(289, 60)), (1.0, Fr(211, 84))])
def test_worked_example_one_against_the_rest(reg_lambda: float, gain: Fr) -> None:
    found = one_row_each(FIVE, reg_lambda).partitions(0, way="one_vs_rest")
    assert len(found) == 5
    assert found.best is not None
    assert found.gain[found.best] == close_to(gain)


@pytest.mark.parametrize(("reg_lambda", "gain"), [(0.0, Fr(169, 60)), (1.0, Fr(47, 28))])
def test_worked_example_in_the_order_of_labels(reg_lambda: float, gain: Fr) -> None:
    found = one_row_each(FIVE, reg_lambda).partitions(0, way="exhaustive")
    by_label = [found.gain[found.find(range(k))] for k in range(1, 5)]
    assert max(by_label) == close_to(gain)


def test_sorting_with_lambda_in_the_denominator_misses_the_best() -> None:
    pairs = [(5, 2), (3, 6), (1, 1)]
    found = one_row_each(pairs, 2.0).partitions(0, way="exhaustive")
    wrong = sorted(range(3), key=lambda c: pairs[c][0] / (pairs[c][1] + 2))
    cuts = [found.find(wrong[:k]) for k in (1, 2)]
    best = max(cuts, key=lambda at: found.gain[at])
    assert found.gain[best] == close_to(Fr(263, 792))
    assert best == found.find([0])
    right = one_row_each(pairs, 2.0).partitions(0, way="sorted")
    assert right.gain[right.best] == close_to(Fr(423, 880))
    assert right.find([1]) == right.best
    assert found.gain[found.best] == right.gain[right.best]


# -- the lists of partitions


@pytest.mark.parametrize("n", range(2, 9))
def test_lists_hold_each_way_once(n: int) -> None:
    everything = every_partition(n)
    assert everything.shape == (2 ** (n - 1) - 1, n)
    sides = {frozenset((frozenset(np.flatnonzero(p)), frozenset(np.flatnonzero(~p)))) for p in everything}
    assert len(sides) == len(everything)
    for some, count in ((sorted_partitions(n), n - 1), (one_against_rest(n), n if n > 2 else 1)):
        assert some.shape == (count, n)
        assert not some[:, -1].any()
        assert some.any(axis=1).all()
        assert {tuple(p) for p in some} <= {tuple(p) for p in everything}


# -- brute force


def impurity(codes: np.ndarray, weight: np.ndarray, kind: str) -> float:
    """W times Gini or entropy, in plain Python."""
    W = math.fsum(weight)
    shares = [math.fsum(weight[codes == k]) / W for k in np.unique(codes)]
    if kind == "gini":
        return W * (1 - math.fsum(p * p for p in shares))
    return -W * math.fsum(p * math.log2(p) for p in shares if p > 0)


def some_data(seed: int, n: int = 40, n_categories: int = 6) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    codes = random.integers(0, n_categories, n).astype(float)
    codes[random.random(n) < 0.15 * (seed % 3)] = np.nan
    effect = random.normal(size=n_categories)
    y = effect[np.nan_to_num(codes, nan=0.0).astype(int)] + random.normal(size=n)
    return codes, y, random.integers(1, 4, n).astype(float)


CRITERIA = {
    "second order": lambda y, w: SecondOrder(y * w, w, reg_lambda=1.0),
    "no lambda": lambda y, w: SecondOrder(y * w, w, reg_lambda=0.0),
    "alpha": lambda y, w: SecondOrder(y * w, w, reg_lambda=1.0, reg_alpha=2.0),
    "constant hessian": lambda y, w: SecondOrder(y, np.full(len(y), 0.25), reg_lambda=1.0),
    "squared error": lambda y, w: SquaredError(y, w),
    "gini": lambda y, w: Gini((y > 0).astype(int), 2),
    "gini, weighted": lambda y, w: Gini((y > 0).astype(int), 2, sample_weight=w),
    "entropy": lambda y, w: Entropy((y > 0).astype(int), 2),
    "entropy, weighted": lambda y, w: Entropy((y > 0).astype(int), 2, sample_weight=w),
    "three classes": lambda y, w: Gini(np.digitize(y, [-0.5, 0.5]), 3, sample_weight=w),
    "three classes, entropy": lambda y, w: Entropy(np.digitize(y, [-0.5, 0.5]), 3),
}


def naive_gain(name: str, y: np.ndarray, w: np.ndarray, left: np.ndarray) -> float:
    """The gain of a partition from the formula of each criterion, row by row."""
    parts = (left, ~left, np.ones(len(y), dtype=bool))
    if "gini" in name or "entropy" in name or "classes" in name:
        codes = np.digitize(y, [-0.5, 0.5]) if "three" in name else (y > 0).astype(int)
        weight = w if "weighted" in name or name == "three classes" else np.ones(len(y))
        kind = "entropy" if "entropy" in name else "gini"
        sizes = [impurity(codes[p], weight[p], kind) for p in parts]
        return sizes[2] - sizes[0] - sizes[1]
    if name == "squared error":
        spread = [np.sum(w[p] * (y[p] - np.average(y[p], weights=w[p])) ** 2) for p in parts]
        return 0.5 * (spread[2] - spread[0] - spread[1])
    h = np.full(len(y), 0.25) if "constant" in name else w
    g = y if "constant" in name else y * w
    reg_lambda, alpha = (0.0 if name == "no lambda" else 1.0), (2.0 if name == "alpha" else 0.0)
    scores = [0.5 * max(abs(g[p].sum()) - alpha, 0) ** 2 / (h[p].sum() + reg_lambda) for p in parts]
    return scores[0] + scores[1] - scores[2]


@pytest.mark.parametrize("name", CRITERIA)
@pytest.mark.parametrize("seed", range(4))
def test_every_gain_is_that_of_the_formula(name: str, seed: int) -> None:
    codes, y, w = some_data(seed)
    search = search_of(codes, CRITERIA[name](y, w))
    for way in ("exhaustive", "one_vs_rest"):
        found = search.partitions(0, way=way)
        for i in range(len(found)):
            left = np.isin(codes, found.left(i)) | (np.isnan(codes) & found.default_left[i])
            assert found.gain[i] == pytest.approx(naive_gain(name, y, w, left), abs=1e-9)
            assert (found.n_left[i], found.n_right[i]) == (left.sum(), (~left).sum())


@pytest.mark.parametrize("name", CRITERIA)
@pytest.mark.parametrize("seed", range(6))
def test_the_best_of_all_by_brute_force(name: str, seed: int) -> None:
    """Over all subsets of the categories, with the missing on either side."""
    codes, y, w = some_data(seed)
    search = search_of(codes, CRITERIA[name](y, w))
    missing = np.isnan(codes)
    present = np.unique(codes[~missing])
    best = -np.inf
    for size in range(1, len(present) + 1):
        for chosen in itertools.combinations(present, size):
            for left in (np.isin(codes, chosen), np.isin(codes, chosen) | missing):
                if 0 < left.sum() < len(left):
                    best = max(best, naive_gain(name, y, w, left))
    found = search.partitions(0)
    assert found.way == ("exhaustive" if "three" in name else "sorted")
    assert found.gain[found.best] == pytest.approx(best, abs=1e-9)
    everything = search.partitions(0, way="exhaustive")
    assert everything.gain[everything.best] == pytest.approx(best, abs=1e-9)


def test_three_classes_have_no_order() -> None:
    codes, y, w = some_data(1)
    search = search_of(codes, CRITERIA["three classes"](y, w))
    assert np.isnan(search.partitions(0).key).all()
    rule = "three classes or more have no order to sort categories by; take 'auto', 'exhaustive' or"
    with says(f"partitions='sorted' needs gradients or two classes: {rule}"):
        search.partitions(0, way="sorted")


def test_all_partitions_of_too_many_categories_are_refused() -> None:
    too_many = np.arange(MOST_CATEGORIES + 1.0)
    search = search_of(too_many, SecondOrder(too_many, np.ones(len(too_many))))
    rule = f"scores the ways to part {MOST_CATEGORIES} categories at most; feature 0 has 17 in a node"
    with says(f"partitions='exhaustive' {rule}: take 'auto', 'sorted' or 'one_vs_rest'"):
        search.partitions(0, way="exhaustive")


def test_limits_forbid_partitions() -> None:
    codes = np.array([0.0, 0, 0, 0, 1, 1, 1, 2])
    g = np.array([1.0, 1, 1, 1, -1, -1, -1, -9])
    search = search_of(codes, SecondOrder(g, np.ones(8)), min_samples_leaf=2)
    found = search.partitions(0)
    frame = found.to_frame(("a", "b", "c"))
    assert frame["left"].tolist() == [("c",), ("b", "c")]
    assert frame["right"].tolist() == [("a", "b"), ("a",)]
    assert frame["why_not"].tolist() == ["min_samples_leaf", ""]
    heavy = search_of(codes, SecondOrder(g, np.ones(8)), min_child_weight=4.5)
    assert set(heavy.partitions(0).to_frame()["why_not"]) == {"min_child_weight"}
    assert heavy.partitions(0).best is None


# -- recognising


def test_categories_are_recognised_in_a_table() -> None:
    features = learn_features(TABLE)
    towns = ("Bergen", "Bodø", "Molde", "Narvik", "Oslo", "Voss")
    assert features.categories == (None, towns, ("S", "M", "L", "XL"), None)
    assert features.names == ("x", "town", "size", "z")
    table = TABLE.assign(town=TABLE["town"].astype("string"))
    assert learn_features(table).categories == features.categories
    assert np.array_equal(learn_features(table).encode(table), features.encode(TABLE), equal_nan=True)
    some = TABLE[TABLE["size"] != "M"]
    assert learn_features(some).categories[2] == ("S", "L", "XL")


def test_arrays_say_which_columns_are_categories() -> None:
    array = TABLE.to_numpy(dtype=object)
    from_array = GradientBoostingRegressor(**SMALL, categorical_features=[1, 2]).fit(array, TARGET)
    assert from_array.features_.categories[2] == ("L", "M", "S", "XL")
    assert np.array_equal(from_array.predict(array), MODELS["boosting"].predict(TABLE))
    by_name = learn_features(TABLE[["x", "z"]], ["z"])
    assert by_name.categories[0] is None
    assert by_name.categories[1] == tuple(sorted(set(TABLE["z"])))


def test_a_ledger_takes_a_row_with_text() -> None:
    model = MODELS["boosting"]
    row = TABLE.iloc[3].tolist()
    assert model.ledger(row)["raw_prediction"].iloc[-1] == model.raw_prediction(TABLE)[3]


def test_a_table_of_numbers_is_an_array() -> None:
    numbers = TABLE[["x", "z"]]
    assert learn_features(numbers).n_categories == (0, 0)
    array, table = (GradientBoostingRegressor(**SMALL).fit(X, TARGET) for X in (numbers.to_numpy(), numbers))
    assert np.array_equal(array.predict(numbers), table.predict(numbers))
    tree = table.trace_[0].trees[0]
    assert tree.category_sides is None


def test_a_column_without_any_category_is_all_missing() -> None:
    table = pd.DataFrame({"a": [None] * 6, "x": np.arange(6.0)}).astype({"a": object})
    model = GradientBoostingRegressor(n_estimators=1, categorical_features=["a"]).fit(table, np.arange(6.0))
    assert model.features_.categories[0] == ()
    assert (model.trace_[0].trees[0].feature != 0).all()


@pytest.mark.parametrize(
    ("X", "features", "message"),
    [
        (
            TABLE,
            ["town", "country"],
            "categorical_features: 'country' must name columns of X, or number them",
        ),
        (TABLE, [4], "categorical_features: 4 must name columns of X, or number them from 0 to 3"),
        (TABLE, [True], "categorical_features: True must name columns of X"),
        (TABLE, ["size"], "X column 'town' must hold numbers only"),
        (
            TABLE.assign(x=np.inf),
            ["town", "size"],
            "X column 'x' has inf in row 0; it must be finite, or NaN",
        ),
        (
            from_dense([[1, 0], [0, 1]], absent="zero"),
            [0],
            "categorical_features=[0] must be None for triplets",
        ),
    ],
)
def test_bad_features_are_named(X: object, features: list, message: str) -> None:
    model = GradientBoostingRegressor(categorical_features=features)
    with says(message):
        model.fit(X, TARGET)


def test_predict_wants_the_features_of_fit() -> None:
    with says("X lacks the columns 'town', 'size'; a table must have the columns of fit"):
        MODELS["boosting"].predict(TABLE[["x", "z"]])
    with says("X has 2 features; it must have 4, as in fit"):
        MODELS["boosting"].predict(TABLE[["x", "z"]].to_numpy())
    with says("X holds triplets; it must be a full table"):
        MODELS["boosting"].predict(from_dense(np.ones((2, 4)), absent="zero"))
    with says("feature=0 must be one with categories"):
        MODELS["tree"].partitions_of(0)
    with says("feature=1 must be one with categories"):
        DecisionTreeRegressor().fit(TABLE[["x", "z"]], TARGET).partitions_of(1)


def test_a_stump_of_the_worked_example() -> None:
    codes = np.arange(5.0)[:, np.newaxis]
    g, h = np.array(FIVE, dtype=float).T
    columns = sort_columns(codes, (5,))
    tree = grow_tree(columns, SecondOrder(g, h, reg_lambda=1.0), TreeParams(max_depth=1)).tree
    assert tree.gain[0] == close_to(Fr(598, 105))
    assert tree.category_sides[0].tolist() == [0, 1, 0, 1, 0]
    assert tree.apply(codes).tolist() == [2, 1, 2, 1, 2]
    assert tree.predict(codes)[[0, 1]].tolist() == [close_to(Fr(-4, 5)), close_to(Fr(5, 3))]
