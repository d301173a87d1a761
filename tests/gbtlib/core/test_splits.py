"""The fast search against one in plain Python, on rows of every kind."""

import math
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbtlib import SecondOrder, SplitSearch, TreeParams, grow_tree, sort_columns
from gbtlib.core.tree import ARRAYS
from gbtlib.loops.growing import gain_of
from gbtlib.loops.reasons import ALLOWED, GAMMA, MIN_SAMPLES, MIN_WEIGHT, NO_GAIN, NOT_DRAWN
from gbtlib.loops.records import new_nodes
from gbtlib.loops.rows import midpoint
from tests.gbtlib.naive import every_cut

EIGHTHS = st.integers(-16, 16).map(lambda k: k / 8)
PRESENT = st.one_of(st.integers(-3, 3).map(float), EIGHTHS)
VALUES = st.one_of(PRESENT, st.just(float("nan")))


@st.composite
def nodes(draw):
    """Rows with features, gradients and hessians, and parameters of the search."""
    n, p = draw(st.integers(2, 9)), draw(st.integers(1, 3))
    kinds = st.sampled_from([VALUES, PRESENT])
    X = np.column_stack([draw(st.lists(draw(kinds), min_size=n, max_size=n)) for _ in range(p)])
    g = np.array(draw(st.lists(EIGHTHS, min_size=n, max_size=n)))
    one = st.just(1.0) if draw(st.booleans()) else st.integers(1, 16).map(lambda k: k / 8)
    h = np.array(draw(st.lists(one, min_size=n, max_size=n)))
    params = TreeParams(
        reg_lambda=draw(st.sampled_from([0.0, 0.5, 1.0])),
        reg_alpha=draw(st.sampled_from([0.0, 0.25])),
        gamma=draw(st.sampled_from([0.0, 0.125])),
        min_samples_leaf=draw(st.sampled_from([1, 1, 2])),
        min_child_weight=draw(st.sampled_from([0.0, 0.0, 1.5])),
        missing=draw(st.sampled_from(["learn", "left"])),
    )
    return X, g, h, params


def search(X, g, h, params) -> SplitSearch:
    criterion = SecondOrder(g, h, reg_lambda=params.reg_lambda, reg_alpha=params.reg_alpha)
    return SplitSearch(sort_columns(X), criterion, params)


def one_feature(x, g, **params) -> SplitSearch:
    return search(np.array(x)[:, np.newaxis], np.array(g), np.ones(len(g)), TreeParams(**params))


def best_cut(searcher: SplitSearch, features=None):
    """The best cut of all rows as a record; None if no cut is allowed."""
    n, nodes = searcher.columns.n_samples, new_nodes(1, 2)
    nodes.record[0]["stop"], nodes.sums[0] = n, searcher.criterion.totals(np.arange(n))
    looked_at = np.isin(np.arange(searcher.columns.n_features), features) if features is not None else True
    every = np.full((1, searcher.columns.n_features), looked_at)
    searcher.best_cuts(searcher.columns.order_of(None), nodes, np.array([0]), every)
    return nodes.record[0] if nodes.record[0]["cut_score"] > -np.inf else None


def same(one, other, names) -> bool:
    """Whether all of the named arrays are the same; numbers have no category_sides."""
    pairs = [(getattr(one, name), getattr(other, name)) for name in set(names) - {"category_sides"}]
    assert one.category_sides is other.category_sides is None
    return all(np.array_equal(*pair, equal_nan=True) for pair in pairs)


def sends_left(X, feature: int, threshold: float, default_left: bool) -> frozenset[int]:
    x = X[:, feature]
    return frozenset(np.flatnonzero((x <= threshold) | (np.isnan(x) & default_left)).tolist())


@given(nodes())
def test_candidates_are_those_of_plain_python(node) -> None:
    X, g, h, params = node
    expected = {(cut.feature, cut.left): cut for cut in every_cut(X, g, h, params)}
    found = search(X, g, h, params).candidates()
    seen = set()
    for i in range(len(found)):
        left = sends_left(X, int(found.feature[i]), found.threshold[i], found.default_left[i])
        cut = expected[int(found.feature[i]), left]
        seen.add((cut.feature, cut.left))
        rows = list(left)
        assert found.gain[i] == pytest.approx(cut.gain, abs=1e-12)
        assert (found.n_left[i], found.n_right[i]) == (len(left), len(X) - len(left))
        assert (found.GL[i], found.HL[i]) == (g[rows].sum(), h[rows].sum())
        assert (found.GL[i] + found.GR[i], found.HL[i] + found.HR[i]) == (g.sum(), h.sum())
        assert (found.verdict[i] not in (MIN_SAMPLES, MIN_WEIGHT)) == cut.allowed
    assert seen == set(expected)


@given(nodes())
def test_scan_takes_the_best_and_the_first_of_equals(node) -> None:
    X, g, h, params = node
    searcher = search(X, g, h, params)
    split = best_cut(searcher)
    allowed = [cut for cut in every_cut(X, g, h, params) if cut.allowed]
    if split is None:
        assert not allowed
        return
    parent = searcher.score_of(searcher.criterion.totals(np.arange(len(X))))
    gain = gain_of(searcher.price, split["cut_score"], parent)
    assert gain == pytest.approx(max(cut.gain for cut in allowed), abs=1e-12)
    found = searcher.candidates()
    limits = np.isin(found.verdict, (MIN_SAMPLES, MIN_WEIGHT))
    first = np.flatnonzero(~limits)[found.score[~limits].argmax()]
    assert (split["feature"], midpoint(split["lower"], split["upper"])) == (
        found.feature[first],
        found.threshold[first],
    )
    assert split["default_left"] == found.default_left[first]


def test_ties_go_to_the_lowest_feature_then_the_lowest_threshold() -> None:
    g = np.array([-1.0, 1.0, 1.0, -1.0])
    X = np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0], [4.0, 4.0]])
    searcher = search(X, g, np.ones(4), TreeParams())
    assert best_cut(searcher)[["feature", "lower", "upper"]].item() == (0, 1.0, 2.0)


@pytest.mark.parametrize(
    ("lower", "upper"),
    [(1.0, np.nextafter(1.0, 2)), (-1.7e308, 1.7e308), (0.0, 5e-324), (-5e-324, 0.0), (1e300, 1.1e300)],
)
def test_a_threshold_parts_its_neighbours(lower: float, upper: float) -> None:
    assert lower <= midpoint(lower, upper) < upper


@given(nodes())
def test_every_candidate_is_listed_once_in_order(node) -> None:
    found = search(*node).candidates()
    listed = list(zip(found.feature, found.default_left, found.threshold, strict=True))
    assert listed == sorted(set(listed))


def test_a_complete_feature_is_listed_once_beside_one_with_missing_values() -> None:
    X = np.array([[0.0, 5.0], [1.0, np.nan]])
    found = search(X, np.array([1.0, -1.0]), np.ones(2), TreeParams()).candidates()
    assert found.feature.tolist() == [0, 1]


@given(nodes(), st.sampled_from(["post", "pre", "full"]), st.sampled_from([0.0, 0.0917]))
def test_verdicts_within_the_limits_follow_from_the_gain(node, pruning: str, gamma: float) -> None:
    X, g, h, params = node
    params = replace(params, pruning=pruning, gamma=gamma)
    cuts = {(cut.feature, cut.left): cut for cut in every_cut(X, g, h, params) if cut.allowed}
    found = search(X, g, h, params).candidates()
    for i in np.flatnonzero(~np.isin(found.verdict, (MIN_SAMPLES, MIN_WEIGHT))):
        left = sends_left(X, int(found.feature[i]), found.threshold[i], found.default_left[i])
        gain = cuts[int(found.feature[i]), left].gain
        if pruning != "full" and gain + gamma <= 1e-12:  # gains of such small numbers are 0 or far from it
            assert found.verdict[i] == NO_GAIN
        elif pruning == "pre" and gain <= 0:
            assert found.verdict[i] == GAMMA
        else:
            assert found.verdict[i] == ALLOWED


@given(nodes(), st.data())
def test_candidates_of_some_rows_are_those_of_a_table_of_these_rows(node, data) -> None:
    X, g, h, params = node
    some = st.sets(st.integers(0, len(X) - 1), min_size=1)
    rows = np.array(sorted(data.draw(some)))
    # One of the other rows may be the only one to miss a feature, or to have another hessian.
    part = search(X, g, h, params).candidates(rows)
    alone = search(X[rows], g[rows], h[rows], params).candidates()
    # What is compared is in a unit that depends on the table.
    assert same(part, alone, {field.name for field in fields(part)} - {"score", "gain", "compared"})
    assert part.gain == pytest.approx(alone.gain, abs=1e-12)
    assert part.score == pytest.approx(alone.score, abs=1e-12)


@given(nodes(), st.sets(st.integers(0, 2), min_size=1))
def test_features_that_were_not_drawn_are_listed_and_forbidden(node, drawn: set[int]) -> None:
    X, g, h, params = node
    searcher = search(X, g, h, params)
    drawn = drawn & set(range(X.shape[1])) or {0}
    features = np.array(sorted(drawn))
    everything, found = searcher.candidates(), searcher.candidates(features=features)
    inside = np.isin(everything.feature, features)
    assert np.array_equal(found.verdict, np.where(inside, everything.verdict, NOT_DRAWN))
    split = best_cut(searcher, features)
    assert split is None or split["feature"] in drawn
    if found.best is not None:
        assert split is not None
        assert split["feature"] == found.feature[found.best]
        assert midpoint(split["lower"], split["upper"]) == found.threshold[found.best]


def test_a_tie_of_the_missing_sends_them_right() -> None:
    found = one_feature([0.0, 1.0, np.nan], [1.0, -1.0, 0.0]).candidates()
    assert found.default_left.tolist() == [False, False, True]
    assert found.gain[0] == found.gain[2] > found.gain[1]
    assert found.best == 0


def test_missing_can_be_parted_from_the_present() -> None:
    x, g = [0.0, 1.0, np.nan, np.nan], [1.0, 1.0, -3.0, -3.0]
    found = one_feature(x, g).candidates()
    assert found.best is not None
    assert found.threshold[found.best] == np.inf
    assert found.n_left[found.best] == 2
    assert one_feature(x, g, missing="left").candidates().threshold.tolist() == [0.5]


@pytest.mark.parametrize("missing", ["learn", "left"])
def test_a_feature_that_every_row_misses_has_no_cut(missing: str) -> None:
    assert len(one_feature([np.nan] * 3, [1.0, 0.0, -1.0], missing=missing).candidates()) == 0


def test_one_row_has_no_candidates() -> None:
    found = one_feature([1.0], [1.0]).candidates()
    assert len(found) == 0
    assert found.best is None


def test_rounding_is_no_gain() -> None:
    x, g = np.arange(50.0), np.full(50, 0.1)  # with lambda 0, every cut of equal rows gains exactly 0
    assert set(one_feature(x, g, reg_lambda=0.0).candidates().verdict) == {NO_GAIN}
    assert set(one_feature(x, g, reg_lambda=0.0, pruning="full").candidates().verdict) == {ALLOWED}


FINITE = st.floats(allow_nan=False, allow_infinity=False)


@given(FINITE, FINITE)
def test_a_threshold_parts_any_two_floats(one: float, other: float) -> None:
    lower, upper = sorted((one, other))
    if lower < upper:
        assert lower <= midpoint(lower, upper) < upper


def test_a_threshold_is_halfway_where_there_is_room() -> None:
    pairs = [(1.0, 2.0), (-1.7e308, 1.7e308), (1e308, 1.5e308), (2e-323, 4e-323)]
    assert [midpoint(*pair) for pair in pairs] == [1.5, 0.0, 1.25e308, 3e-323]


def test_columns_are_sorted_stably_with_the_missing_last() -> None:
    x = np.random.default_rng(0).integers(0, 3, 60).astype(float)
    x[::7] = np.nan
    expected = sorted(range(60), key=lambda row: (np.isnan(x[row]), 0 if np.isnan(x[row]) else x[row], row))
    assert sort_columns(x[:, np.newaxis]).order.tolist() == [expected]


def test_a_side_without_hessian_is_no_side_when_lambda_is_zero() -> None:
    X, g, h = np.arange(3.0)[:, np.newaxis], np.array([5.0, 0.5, -0.5]), np.array([0.0, 1.0, 1.0])
    searcher = search(X, g, h, TreeParams(reg_lambda=0.0))
    found = searcher.candidates()
    assert found.verdict.tolist() == [MIN_WEIGHT, ALLOWED]
    tree = grow_tree(searcher.columns, searcher.criterion, TreeParams(reg_lambda=0.0, max_depth=1)).tree
    assert tree.threshold[0] == 1.5
    assert np.isfinite(tree.weight).all()


def test_a_tie_goes_to_the_lowest_feature_whichever_way_the_missing_go() -> None:
    # Feature 0 parts the rows only with its missing row on the left, feature 1 by its values alone.
    X = np.array([[1.0, 1.0], [2.0, 3.0], [np.nan, 2.0]])
    g = np.array([-1.0, 1.0, -1.0])
    searcher = search(X, g, np.ones(3), TreeParams())
    found = best_cut(searcher)[["feature", "lower", "upper", "default_left"]].item()
    assert found == (0, 1.0, 2.0, True)


@pytest.mark.parametrize("alike", [True, False])
@pytest.mark.parametrize("weight", [10 / 36, 0.1, 1 / 3, 0.7])
def test_a_limit_on_weight_holds_up_to_rounding(weight: float, alike: bool) -> None:
    """18 of 36 rows weigh what the limit asks for, but not a millionth more of it, and 17 do not."""
    x, g, h = np.arange(36.0)[:, np.newaxis], np.repeat([-1.0, 1.0], 18), np.full(36, weight)
    if not alike:  # summed in fixed point, and not counted
        h[[0, 1]] += [0.01, -0.01]
    for limit in (
        math.fsum(h[:18]),
        18 * weight,
        np.nextafter(18 * weight, 0),
        np.nextafter(18 * weight, 99),
    ):
        searcher = search(x, g, h, TreeParams(min_child_weight=limit, max_depth=1))
        found = searcher.candidates()
        assert np.flatnonzero(found.verdict == ALLOWED).tolist() == [17]
        assert grow_tree(searcher.columns, searcher.criterion, searcher.params).tree.threshold[0] == 17.5
    heavy = search(x, g, h, TreeParams(min_child_weight=18 * weight * (1 + 1e-6), max_depth=1))
    assert set(heavy.candidates().verdict) == {MIN_WEIGHT}
    tree = grow_tree(heavy.columns, heavy.criterion, heavy.params).tree
    assert tree.why_leaf.tolist() == [MIN_WEIGHT]


@given(nodes())
def test_an_observed_threshold_parts_the_rows_as_the_midpoint_does(node) -> None:
    X, g, h, params = node
    halfway = search(X, g, h, params)
    observed = search(X, g, h, replace(params, threshold="observed"))
    trees = [grow_tree(each.columns, each.criterion, each.params) for each in (halfway, observed)]
    assert np.array_equal(trees[0].leaf, trees[1].leaf)
    assert same(trees[0].tree, trees[1].tree, set(ARRAYS) - {"threshold"})
    tree = trees[1].tree
    assert np.array_equal(tree.apply(X), trees[1].leaf)  # equal values go left
    for i in np.flatnonzero(~tree.is_leaf):
        rows = np.flatnonzero(np.isin(trees[1].leaf, tree.subtree(tree.children_left[i])))
        x = X[rows, tree.feature[i]]
        if np.isfinite(tree.threshold[i]):
            assert tree.threshold[i] == np.nanmax(x)
        else:  # the present are parted from the missing, as under midpoint
            assert tree.threshold[i] == trees[0].tree.threshold[i] == np.inf
    one, other = halfway.candidates(), observed.candidates()
    assert same(one, other, {field.name for field in fields(one)} - {"threshold"})
    finite = np.isfinite(one.threshold)
    assert (other.threshold[finite] < one.threshold[finite]).all()
    assert np.array_equal(other.threshold[~finite], one.threshold[~finite])
    if not tree.is_leaf[0]:
        assert other.threshold[other.best] == tree.threshold[0]


def test_an_observed_threshold_by_hand() -> None:
    found = one_feature([1.0, 2.0, 2.0, 5.0], [1.0, 1.0, -1.0, -1.0], threshold="observed").candidates()
    assert found.threshold.tolist() == [1.0, 2.0]
    assert found.n_left.tolist() == [1, 3]
