"""Surrogate splits: the worked example, a plain count beside the search, and categories that stand in."""

import itertools
import re

import numpy as np
import pytest

from gbtlib import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    Surrogate,
    from_dense,
    rank_surrogates,
    sort_columns,
    surrogates_of,
)
from gbtlib.loops.surrogates import MIN_SIDE
from gbtlib.loops.trees import LEFT, NO_SIDE, RIGHT
from tests.gbtlib.inputs.surrogate_rows import EIGHT, EIGHT_SIDES
from tests.gbtlib.models import table


def test_worked_example() -> None:
    found = rank_surrogates(sort_columns(EIGHT), EIGHT_SIDES, feature=0)
    assert found == [
        Surrogate(2, 4.5, False, 8 / 8, 1.0),
        Surrogate(1, 3.5, True, 7 / 8, 0.75),
        Surrogate(3, 2.5, True, 6 / 8, 0.5),
    ]
    assert [s.question() for s in found] == ["x2 > 4.5", "x1 <= 3.5", "x3 <= 2.5"]
    assert found[0].question(("a", "b", "c", "d")) == "c > 4.5"


def test_a_draw_goes_to_the_lower_threshold() -> None:
    assert naive_agreement(EIGHT[:, 3], EIGHT_SIDES, 2.5) == naive_agreement(EIGHT[:, 3], EIGHT_SIDES, 6.5)
    assert rank_surrogates(sort_columns(EIGHT[:, [3]]), EIGHT_SIDES)[0].threshold == 2.5


def test_a_row_without_a_side_tells_where_a_cut_lies_but_not_how_good_it_is() -> None:
    """Four rows whose sides are known have 1, 2, 5 and 6; the row that the surrogate is to send has 3.

    Every cut from 2 to 5 agrees with all four; the first lies between 2 and 3, the values next to each other.
    """
    x = np.array([1.0, 2, 3, 5, 6])[:, np.newaxis]
    sides = np.array([LEFT, LEFT, NO_SIDE, RIGHT, RIGHT], dtype=np.int8)
    assert rank_surrogates(sort_columns(x), sides) == [Surrogate(0, 2.5, True, 1.0, 1.0)]
    x[2] = np.nan
    assert rank_surrogates(sort_columns(x), sides) == [Surrogate(0, 3.5, True, 1.0, 1.0)]


def test_a_row_without_a_side_or_weight_does_not_count_as_one_of_those_sent() -> None:
    """Two rows with a side must go each way: here only one of those below the cut has one, or weighs."""
    x = np.array([1.0, 2, 5, 6, 7])[:, np.newaxis]
    sides = np.array([NO_SIDE, LEFT, RIGHT, RIGHT, LEFT], dtype=np.int8)
    assert rank_surrogates(sort_columns(x), sides) == []
    sides[0] = LEFT
    assert rank_surrogates(sort_columns(x), sides, weights=np.array([0, 1, 1, 1, 1])) == []
    found = rank_surrogates(sort_columns(x), sides, weights=np.array([1, 1, 1, 1, 1]))
    assert found == [Surrogate(0, 3.5, True, 4 / 5, 1 / 2)]


def test_the_primary_feature_stands_in_for_itself_unless_it_is_left_out() -> None:
    assert rank_surrogates(sort_columns(EIGHT), EIGHT_SIDES)[0] == Surrogate(0, 4.5, True, 1.0, 1.0)
    assert len(rank_surrogates(sort_columns(EIGHT), EIGHT_SIDES, 2, feature=0)) == 2


def naive_agreement(x: np.ndarray, sides: np.ndarray, threshold: float) -> tuple[int, int]:
    """Rows sent the same way with the rows below going left, and with them going right."""
    known = [i for i in range(len(x)) if sides[i] != NO_SIDE and not np.isnan(x[i])]
    as_is = sum((x[i] <= threshold) == (sides[i] == LEFT) for i in known)
    return as_is, len(known) - as_is


def naive_ranking(X: np.ndarray, sides: np.ndarray) -> list[tuple[int, int]]:
    """For every feature that beats the majority: the rows that its best cut sends the same way."""
    majority = max((sides == LEFT).sum(), (sides == RIGHT).sum())
    found = []
    for feature, x in enumerate(X.T):
        here = x[(sides != NO_SIDE) & ~np.isnan(x)]
        values = np.unique(here)
        best = 0
        for low, high in itertools.pairwise(values):
            threshold = 0.5 * (low + high)
            if min((here <= threshold).sum(), (here > threshold).sum()) >= MIN_SIDE:
                best = max(best, *naive_agreement(x, sides, threshold))
        if best > majority:
            found.append((feature, best))
    return sorted(found, key=lambda entry: -entry[1])


@pytest.mark.parametrize("seed", range(30))
def test_ranking_as_counted_row_by_row(seed: int) -> None:
    random = np.random.default_rng(seed)
    X = table(40, 6, seed=seed, missing=0.2 * (seed % 3))
    sides = np.where(X[:, 0] + random.normal(size=40) > 0, LEFT, RIGHT).astype(np.int8)
    sides[random.random(40) < 0.2] = NO_SIDE
    n, majority = (sides != NO_SIDE).sum(), max((sides == LEFT).sum(), (sides == RIGHT).sum())
    found = rank_surrogates(sort_columns(X), sides)
    assert [(s.feature, round(s.agreement * n)) for s in found] == naive_ranking(X, sides)
    for s in found:
        same = naive_agreement(X[:, s.feature], sides, s.threshold)
        assert same[not s.below_left] == max(same)
        assert s.agreement == max(same) / n
        assert s.adjusted == (max(same) - majority) / (n - majority) > 0


def test_weights_count_rows_as_often_as_they_say() -> None:
    X = table(60, 5, seed=4)
    sides = np.where(X[:, 0] * 2 + X[:, 1] > 0, LEFT, RIGHT).astype(np.int8)
    weights = np.random.default_rng(0).integers(1, 4, 60)
    often = np.repeat(np.arange(60), weights)
    weighted = rank_surrogates(sort_columns(X), sides, weights=weights)
    repeated = rank_surrogates(sort_columns(X[often]), sides[often])
    assert weighted == repeated
    assert weighted != rank_surrogates(sort_columns(X), sides)


def test_a_tree_weighs_its_rows() -> None:
    X = np.repeat(table(60, 5, seed=4), 2, axis=0)  # each row twice: a surrogate sends two rows each way
    y = X[:, 0] * 2 + X[:, 1]
    weights = np.random.default_rng(0).integers(1, 4, 120)
    often = np.repeat(np.arange(120), weights)
    options = {"max_depth": 2, "surrogates": 3}
    for weighted, repeated in (
        (
            DecisionTreeRegressor(**options).fit(X, y, sample_weight=weights),
            DecisionTreeRegressor(**options).fit(X[often], y[often]),
        ),
        (
            DecisionTreeClassifier(**options).fit(X, y > 0, sample_weight=weights),
            DecisionTreeClassifier(**options).fit(X[often], y[often] > 0),
        ),
    ):
        for node in range(weighted.tree_.n_nodes):
            assert surrogates_of(weighted.tree_, node) == surrogates_of(repeated.tree_, node)


# -- categories as surrogates


L, R, U = LEFT, RIGHT, NO_SIDE


def test_categories_go_where_most_of_their_rows_go() -> None:
    """Ten rows, five each way; code 0: 3 left 1 right, code 1: 1 left 3 right, code 2: 1 left 1 right.

    The draw of code 2 goes left, as does the draw of all; same = 3 + 3 + 1 = 7 of 10, adjusted (7-5)/(10-5).
    """
    codes = np.array([0, 0, 0, 0, 1, 1, 1, 1, 2, 2], dtype=float)[:, np.newaxis]
    sides = np.array([L, L, L, R, L, R, R, R, L, R], dtype=np.int8)
    (found,) = rank_surrogates(sort_columns(codes, (4,)), sides)
    assert found == Surrogate(0, np.nan, True, 7 / 10, 2 / 5, (L, R, L, U))
    assert found.question() == "x0 in {code 0, code 2}"
    assert (
        found.question(["colour"], categories=[["red", "green", "blue", "grey"]]) == "colour in {red, blue}"
    )


def test_a_draw_goes_with_the_majority_of_the_rows_that_have_the_feature() -> None:
    """Code 0 draws 1 to 1. Five of all nine rows go right, but four of the seven with the feature left."""
    codes = np.array([0, 0, 1, 1, 1, 2, 2, np.nan, np.nan])[:, np.newaxis]
    sides = np.array([L, R, L, L, L, R, R, R, R], dtype=np.int8)
    (found,) = rank_surrogates(sort_columns(codes, (3,)), sides)
    assert found == Surrogate(0, np.nan, True, 6 / 9, 1 / 4, (L, L, R))
    (found,) = rank_surrogates(sort_columns(np.nan_to_num(codes, nan=2), (3,)), sides)
    assert found == Surrogate(0, np.nan, True, 8 / 9, 3 / 4, (R, L, R))


def test_too_few_rows_on_a_side_are_no_surrogate() -> None:
    codes = np.array([0, 1, 1, 1, 1], dtype=float)[:, np.newaxis]
    assert rank_surrogates(sort_columns(codes, (2,)), np.array([L, R, R, R, L], dtype=np.int8)) == []
    assert rank_surrogates(sort_columns(codes * 0, (2,)), np.array([L, R, R, L, L], dtype=np.int8)) == []


def all_directions(codes: np.ndarray, sides: np.ndarray, weights: np.ndarray) -> int:
    """The most weight that any of the 2^L directions of the categories sends the same way."""
    here = (sides != NO_SIDE) & ~np.isnan(codes)
    present = np.unique(codes[here]).astype(int)
    best = 0
    for left in itertools.product([False, True], repeat=len(present)):
        goes = np.isin(codes[here], present[list(left)])
        best = max(best, int(weights[here][goes == (sides[here] == LEFT)].sum()))
    return best


@pytest.mark.parametrize("seed", range(40))
def test_no_directions_of_the_categories_agree_better(seed: int) -> None:
    random = np.random.default_rng(seed)
    n, n_categories = 40, 2 + seed % 6
    codes = random.integers(0, n_categories, n).astype(float)
    side = np.where((codes % 2 == 0) ^ (random.random(n) < 0.25), LEFT, RIGHT)
    codes[random.random(n) < 0.15] = np.nan
    side[random.random(n) < 0.15] = NO_SIDE
    sides, weights = side.astype(np.int8), random.integers(1, 4, n)
    found = rank_surrogates(sort_columns(codes[:, np.newaxis], (n_categories,)), sides, weights=weights)
    best, by_side = all_directions(codes, sides, weights), [weights[sides == each].sum() for each in (L, R)]
    assert len(found) == (best > max(by_side))
    for each in found:
        assert each.agreement == best / sum(by_side)
        assert each.adjusted == (best - max(by_side)) / min(by_side)
        goes = np.array(each.sides)[np.where(np.isnan(codes), 0, codes).astype(int)]
        same = (goes == sides) & (sides != NO_SIDE) & ~np.isnan(codes)
        assert weights[same].sum() == best
        assert {c for c in range(n_categories) if each.sides[c] != NO_SIDE} == set(
            codes[(sides != NO_SIDE) & ~np.isnan(codes)].astype(int)
        )


def test_two_categories_are_a_number_with_two_values() -> None:
    random = np.random.default_rng(1)
    X = random.integers(0, 2, size=(60, 3)).astype(float)
    sides = np.where(X[:, 0] + X[:, 1] + random.normal(size=60) > 1, LEFT, RIGHT).astype(np.int8)
    names = rank_surrogates(sort_columns(X, (2, 2, 2)), sides)
    numbers = rank_surrogates(sort_columns(X), sides)
    assert len(names) > 0
    assert [s[3:5] for s in names] == [s[3:5] for s in numbers]
    assert [s.sides[0] == LEFT for s in names] == [s.below_left for s in numbers]


# -- in a tree


def test_bad_values_are_named() -> None:
    X, y = table(20, 2), np.arange(20.0)
    with pytest.raises(ValueError, match=re.escape("surrogates=-1 must be at least 0")):
        DecisionTreeRegressor(surrogates=-1).fit(X, y)
    with pytest.raises(ValueError, match=re.escape("surrogates=2 must be 0 for triplets")):
        DecisionTreeRegressor(surrogates=2).fit(from_dense(X, absent="zero"), y)
