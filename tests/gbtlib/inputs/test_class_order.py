"""Many categories of three classes or more: no worse than any of several orders, near the best of all."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from gbtlib import DecisionTreeClassifier, Entropy, Gini, TreeParams, sort_columns, split_search
from gbtlib.cart.impurity import entropy, gini
from gbtlib.loops.partitions import FEW_CATEGORIES, MOST_CATEGORIES
from tests.gbtlib.inputs.category_tables import says

IMPURITY = {Gini: gini, Entropy: entropy}


def rows_of(seed: int, n_categories: int, n_classes: int, spread: float) -> tuple[np.ndarray, np.ndarray]:
    """Category codes and classes of rows; each category has class shares of its own."""
    random = np.random.default_rng(seed)
    counts = random.integers(3, 40, n_categories)
    codes = np.repeat(np.arange(float(n_categories)), counts)
    shares = random.dirichlet(np.full(n_classes, spread), n_categories)
    classes = np.concatenate([random.choice(n_classes, n, p=p) for n, p in zip(counts, shares, strict=True)])
    classes[:n_classes] = np.arange(n_classes)
    return codes, classes


def search_of(codes: np.ndarray, criterion: Any, partitions: str = "auto") -> Any:
    columns = sort_columns(codes[:, np.newaxis], (int(np.nanmax(codes)) + 1,))
    return split_search(columns, criterion, TreeParams(partitions=partitions, reg_lambda=0.0))


def best_of_orders(codes: np.ndarray, classes: np.ndarray, weight: np.ndarray, impurity: Any) -> float:
    """The gain of the best cut by the share of any class, cut by cut, from the formula."""
    table = np.zeros((int(codes.max()) + 1, classes.max() + 1))
    np.add.at(table, (codes.astype(int), classes), weight)
    table = table[table.sum(axis=1) > 0]
    whole = table.sum(axis=0)
    best = np.inf
    for k in range(table.shape[1]):
        order = np.argsort(table[:, k] / table.sum(axis=1))
        for cut in range(1, len(table)):
            sides = np.array([table[order[:cut]].sum(axis=0), table[order[cut:]].sum(axis=0)])
            best = min(best, float(sides.sum(axis=1) @ impurity(sides)))
    return float(whole.sum() * impurity(whole[np.newaxis])[0]) - best


@pytest.mark.parametrize("kind", IMPURITY)
@pytest.mark.parametrize("n_classes", [3, 5, 8])
@pytest.mark.parametrize("seed", range(12))
def test_no_worse_than_any_order_and_near_the_best_of_all(kind: Any, n_classes: int, seed: int) -> None:
    codes, classes = rows_of(seed, 11 + seed % 3, n_classes, [0.3, 1.0, 3.0][seed % 3])
    weight = np.random.default_rng(seed).integers(1, 4, len(codes)).astype(float) if seed % 2 else None
    search = search_of(codes, kind(classes, n_classes, sample_weight=weight))
    found = search.partitions(0)
    best = found.gain[found.best]
    assert (found.way, len(found)) == ("sorted", len(found.codes) - 1)
    by_class = best_of_orders(
        codes, classes, np.ones(len(codes)) if weight is None else weight, IMPURITY[kind]
    )
    assert best >= by_class * (1 - 1e-9)
    every = search.partitions(0, way="exhaustive")
    alone = search.partitions(0, way="one_vs_rest")
    assert 0.95 * every.gain[every.best] <= best <= every.gain[every.best] * (1 + 1e-9)
    assert best >= alone.gain[alone.best]


def test_four_classes_in_two_halves() -> None:
    """Twelve categories, each of one class: two classes on a side take off a bit, by hand."""
    codes = np.repeat(np.arange(12.0), 10)
    classes = np.repeat([0, 1, 2, 3] * 3, 10)
    search = search_of(codes, Entropy(classes, 4))
    found = search.partitions(0)
    assert found.gain[found.best] == pytest.approx(120)
    assert len({int(classes[10 * code]) for code in found.left(found.best)}) == 2
    alone = search.partitions(0, way="one_vs_rest")
    assert alone.gain.max() < 0.3 * found.gain[found.best]


@pytest.mark.parametrize("seed", range(4))
def test_names_do_not_matter(seed: int) -> None:
    codes, classes = rows_of(seed, 14, 4, 1.0)
    found = search_of(codes, Gini(classes, 4)).partitions(0)
    new = np.random.default_rng(seed).permutation(14)
    renamed = search_of(new[codes.astype(int)].astype(float), Gini(classes, 4)).partitions(0)
    assert renamed.gain[renamed.best] == pytest.approx(found.gain[found.best], rel=1e-12)


def test_few_categories_and_the_other_ways_are_as_they_were() -> None:
    codes, classes = rows_of(0, FEW_CATEGORIES, 3, 1.0)
    search = search_of(codes, Gini(classes, 3))
    assert search.partitions(0).way == "exhaustive"
    assert np.isnan(search.partitions(0).key).all()
    for n in (FEW_CATEGORIES, FEW_CATEGORIES + 1):
        codes, classes = rows_of(0, n, 3, 1.0)
        search = search_of(codes, Gini(classes, 3))
        with says("partitions='sorted' needs gradients or two classes: three classes or more have no order"):
            search.partitions(0, way="sorted")
    codes, classes = rows_of(0, MOST_CATEGORIES + 1, 3, 1.0)
    with says("partitions='exhaustive' scores the ways to part 16 categories at most; feature 0 has 17"):
        search_of(codes, Gini(classes, 3)).partitions(0, way="exhaustive")


@pytest.mark.filterwarnings("error")
def test_missing_values_limits_and_rows_without_weight() -> None:
    codes, classes = rows_of(3, 20, 5, 1.0)
    codes[::7] = np.nan
    table = pd.DataFrame({"town": [None if np.isnan(code) else f"town {code:g}" for code in codes]})
    weight = np.where(codes % 3 == 0, 0.0, 1.0)
    for options in ({}, {"min_samples_leaf": 30}, {"surrogates": 1}, {"criterion": "entropy"}):
        for given in (None, weight):
            model = DecisionTreeClassifier(max_depth=4, **options).fit(table, classes, given)
            tree, columns = model.tree_, model.columns_
            assert tree.n_leaves > 2
            assert np.array_equal(model.predict(table), model.classes_[tree.predict(columns.X).astype(int)])
            best = model.candidates(0).best
            assert best is not None
            assert model.candidates(0).gain[best] == tree.gain[0]
