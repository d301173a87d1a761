"""The fast search against one in plain Python, on rows of every kind."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbtlib import SecondOrder, SplitSearch, TreeParams, sort_columns, splits
from gbtlib.candidates import FEW_SAMPLES, LOW_WEIGHT
from tests.naive import every_cut

EIGHTHS = st.integers(-16, 16).map(lambda k: k / 8)
VALUES = st.one_of(st.integers(-3, 3).map(float), st.just(float("nan")), EIGHTHS)


@st.composite
def nodes(draw, missing: bool = True):
    """Rows with features, gradients and hessians, and parameters of the search."""
    n, p = draw(st.integers(2, 9)), draw(st.integers(1, 3))
    values = VALUES if missing else EIGHTHS
    X = np.array(draw(st.lists(st.lists(values, min_size=p, max_size=p), min_size=n, max_size=n)))
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
        assert (found.verdict[i] not in (FEW_SAMPLES, LOW_WEIGHT)) == cut.allowed
    assert seen == set(expected)


@given(nodes())
def test_scan_takes_the_best_and_the_first_of_equals(node) -> None:
    X, g, h, params = node
    searcher = search(X, g, h, params)
    order = searcher.columns.order_of(None)
    totals = searcher.criterion.totals(order[0])
    split = searcher.scan(order, 0, len(X), totals, np.arange(X.shape[1]))
    allowed = [cut for cut in every_cut(X, g, h, params) if cut.allowed]
    if split is None:
        assert not allowed
        return
    gain = searcher.gain(split.score, searcher.parent_score(len(X), totals))
    assert gain == pytest.approx(max(cut.gain for cut in allowed), abs=1e-12)
    found = searcher.candidates()
    limits = np.isin(found.verdict, (FEW_SAMPLES, LOW_WEIGHT))
    first = np.flatnonzero(~limits)[found.score[~limits].argmax()]
    assert (split.feature, split.threshold) == (found.feature[first], found.threshold[first])
    assert split.default_left == found.default_left[first]


@given(nodes(), st.integers(1, 20))
def test_blocks_change_nothing(node, size: int) -> None:
    X, g, h, params = node
    searcher = search(X, g, h, params)
    order = searcher.columns.order_of(None)
    totals = searcher.criterion.totals(order[0])
    features = np.arange(X.shape[1])
    whole = searcher.scan(order, 0, len(X), totals, features)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(splits, "BLOCK", size)
        assert searcher.scan(order, 0, len(X), totals, features) == whole


def test_ties_go_to_the_lowest_feature_then_the_lowest_threshold() -> None:
    g = np.array([-1.0, 1.0, 1.0, -1.0])
    X = np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0], [4.0, 4.0]])
    searcher = search(X, g, np.ones(4), TreeParams())
    split = searcher.scan(searcher.columns.order, 0, 4, searcher.criterion.totals(np.arange(4)), np.arange(2))
    assert split is not None
    assert (split.feature, split.threshold) == (0, 1.5)


@pytest.mark.parametrize(
    ("lower", "upper"),
    [(1.0, np.nextafter(1.0, 2)), (-1.7e308, 1.7e308), (0.0, 5e-324), (-5e-324, 0.0), (1e300, 1.1e300)],
)
def test_a_threshold_parts_its_neighbours(lower: float, upper: float) -> None:
    assert lower <= splits.midpoint(lower, upper) < upper
