"""Nodes that are scored together are scored as one by one, to the last bit."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gbtlib
from gbtlib.core import columns as core
from gbtlib.core.tree import ARRAYS
from gbtlib.inputs import level_search
from gbtlib.inputs.level_search import LevelSearch


@st.composite
def tasks(draw: st.DrawFn) -> tuple[np.ndarray, gbtlib.SecondOrder, gbtlib.TreeParams]:
    """Few distinct values, so that many cuts are none; limits that forbid the best; hessians alike or not."""
    n, p, seed = draw(st.integers(2, 60)), draw(st.integers(1, 3)), draw(st.integers(0, 2**32 - 1))
    random = np.random.default_rng(seed)
    X = random.integers(0, draw(st.sampled_from([2, 5, 1000])), size=(n, p)).astype(float)
    gradient = random.integers(-3, 4, n) / 4
    hessian = np.ones(n) if draw(st.booleans()) else random.integers(0, 5, n) / 8
    reg_lambda = draw(st.sampled_from([0.0, 1.0]))
    params = gbtlib.TreeParams(
        max_depth=draw(st.sampled_from([2, 6])),
        max_leaves=draw(st.sampled_from([None, 4])),
        min_samples_leaf=draw(st.sampled_from([1, 3])),
        min_child_weight=draw(st.sampled_from([0.0, 1.0])),
        grow_policy=draw(st.sampled_from(["depthwise", "lossguide"])),
        reg_lambda=reg_lambda,
    )
    return X, gbtlib.SecondOrder(gradient, hessian, reg_lambda=reg_lambda), params


@given(tasks())
def test_trees_are_those_that_are_grown_node_by_node(task) -> None:
    X, criterion, params = task
    columns = gbtlib.sort_columns(X)
    assert isinstance(columns.search(criterion, params), LevelSearch)
    together = gbtlib.grow_tree(columns, criterion, params)
    one_by_one = gbtlib.grow_tree(core.sort_columns(X), criterion, params)
    np.testing.assert_array_equal(together.leaf, one_by_one.leaf)
    for name in (*ARRAYS, "n_candidates"):
        np.testing.assert_array_equal(getattr(together.tree, name), getattr(one_by_one.tree, name), name)


@given(tasks(), st.lists(st.integers(0, 60), max_size=5), st.integers(1, 100))
def test_a_slice_is_scored_as_if_it_were_alone(task, ends: list[int], most: int) -> None:
    X, criterion, params = task
    columns = gbtlib.sort_columns(X[:, :1])
    places = sorted({0, len(X), *(min(end, len(X)) for end in ends)})
    nodes = [
        (columns.order, start, stop, criterion.totals(columns.order[0, start:stop]), np.arange(1))
        for start, stop in pairwise(places)
        if stop - start > 1
    ]
    search = columns.search(criterion, params)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(level_search, "TOGETHER", most)
        assert list(search.scan_all(nodes)) == [search.scan(*node) for node in nodes]
