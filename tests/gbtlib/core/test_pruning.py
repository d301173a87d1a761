"""Where a tree stops growing, what is taken off it again, and whether its leaves tell the truth about it."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from gbtlib import SecondOrder, Tree, TreeParams, grow_tree, prune_by_gamma, sort_columns
from gbtlib.core.grow import Grown
from gbtlib.loops.reasons import (
    GAMMA,
    MAX_DEPTH,
    MAX_LEAVES,
    MIN_SAMPLES,
    MIN_WEIGHT,
    NO_GAIN,
    ONE_GRADIENT,
    ONE_ROW,
    PRUNED,
    SPLIT,
)
from tests.gbtlib.core.test_splits import nodes
from tests.gbtlib.models import MODELS
from tests.gbtlib.naive import every_cut

NOTHING = 1e-12  # gains of the small numbers in these tests are 0 or far from it
PRUNINGS = st.sampled_from(["post", "pre", "full"])
GAMMAS = st.sampled_from([0.0, 0.0917, 0.37])


def grow(node, **changes) -> tuple[Grown, TreeParams]:
    X, g, h, params = node
    params = replace(params, **changes)
    criterion = SecondOrder(g, h, reg_lambda=params.reg_lambda, reg_alpha=params.reg_alpha)
    return grow_tree(sort_columns(X), criterion, params), params


def above_two_leaves(tree: Tree) -> list[int]:
    leaf = tree.is_leaf
    inner = np.flatnonzero(~leaf)
    return inner[leaf[tree.children_left[inner]] & leaf[tree.children_right[inner]]].tolist()


def tells_the_truth(node, grown: Grown, params: TreeParams, leaf: int) -> bool:
    """Whether the reason of a leaf holds, found out from its rows in plain Python."""
    X, g, h, _ = node
    tree = grown.tree
    rows = np.flatnonzero(grown.leaf == leaf)
    any_weight = replace(params, min_child_weight=0.0)
    any_size = replace(any_weight, min_samples_leaf=1)

    def best(limits: TreeParams) -> float:
        """The largest gain within the limits, gamma subtracted."""
        cuts = every_cut(X[rows], g[rows], h[rows], limits)
        return max((cut.gain for cut in cuts if cut.allowed), default=-np.inf)

    def has_a_cut(limits: TreeParams) -> bool:
        return best(limits) + params.gamma > (-np.inf if params.pruning == "full" else NOTHING)

    reason = int(tree.why_leaf[leaf])
    if reason == ONE_ROW:
        return len(rows) == 1
    if reason == MAX_DEPTH:
        return len(rows) > 1 and tree.depth[leaf] == params.max_depth
    if reason == MAX_LEAVES:
        return has_a_cut(params) and (params.pruning != "pre" or best(params) > 0)
    if reason == MIN_SAMPLES:
        return has_a_cut(any_size) and not has_a_cut(any_weight)
    if reason == MIN_WEIGHT:
        return has_a_cut(any_weight) and not has_a_cut(params)
    if reason == NO_GAIN:
        return not has_a_cut(any_size) and max(np.ptp(g[rows]), np.ptp(h[rows])) > 0
    if reason == ONE_GRADIENT:
        return not has_a_cut(any_size) and max(np.ptp(g[rows]), np.ptp(h[rows])) == 0
    if reason == GAMMA:
        return params.pruning == "pre" and has_a_cut(params) and best(params) <= 0
    return reason == PRUNED and params.pruning != "pre" and -np.inf < best(params) < 0


@effort(max_examples=200)
@given(
    nodes(),
    PRUNINGS,
    GAMMAS,
    st.sampled_from([None, 1, 2]),
    st.sampled_from([None, None, 2, 4]),
    st.sampled_from(["depthwise", "lossguide"]),
)
def test_every_leaf_says_truly_why_it_is_one(
    node, pruning: str, gamma: float, depth: int | None, leaves: int | None, policy: str
) -> None:
    limits = {"max_depth": depth, "max_leaves": leaves, "grow_policy": policy}
    grown, params = grow(node, pruning=pruning, gamma=gamma, **limits)
    tree = grown.tree
    assert np.array_equal(tree.why_leaf == SPLIT, ~tree.is_leaf)
    for leaf in tree.leaves.tolist():
        assert tells_the_truth(node, grown, params, leaf), tree.node(leaf)


LINE = (np.arange(4.0)[:, np.newaxis], np.array([1.0, -1, -1, -1]), np.ones(4), TreeParams())


@pytest.mark.parametrize(
    ("params", "reason"),
    [
        ({"min_samples_leaf": 3}, MIN_SAMPLES),
        ({"min_child_weight": 2.5}, MIN_WEIGHT),
        ({"gamma": 9.0, "pruning": "pre"}, GAMMA),
        ({"gamma": 9.0}, PRUNED),
        ({"gamma": 9.0, "pruning": "full"}, PRUNED),
        ({"reg_alpha": 9.0}, NO_GAIN),
    ],
)
def test_the_reason_of_a_tree_that_is_one_leaf(params: dict, reason: int) -> None:
    assert grow(LINE, **params)[0].tree.why_leaf.tolist() == [reason]


@given(nodes(), PRUNINGS, GAMMAS)
def test_no_split_above_two_leaves_loses(node, pruning: str, gamma: float) -> None:
    tree = grow(node, pruning=pruning, gamma=gamma)[0].tree
    assert (tree.gain[above_two_leaves(tree)] >= 0).all()
    if pruning == "pre":
        assert (tree.gain[~tree.is_leaf] > 0).all()


@given(nodes(), GAMMAS)
def test_growing_with_gamma_is_growing_without_and_pruning(node, gamma: float) -> None:
    for pruning in ("post", "full"):
        whole, _ = grow(node, pruning=pruning, gamma=0.0)
        charged, _ = grow(node, pruning=pruning, gamma=gamma)
        pruned, goes_to = prune_by_gamma(whole.tree, gamma)
        assert np.array_equal(goes_to[whole.leaf], charged.leaf)
        assert np.array_equal(pruned.feature, charged.tree.feature)
        assert pruned.gain == pytest.approx(charged.tree.gain, abs=1e-12, nan_ok=True)


@given(nodes())
def test_without_gamma_all_prunings_but_full_agree(node) -> None:
    post, pre = (grow(node, pruning=pruning, gamma=0.0)[0] for pruning in ("post", "pre"))
    assert np.array_equal(post.leaf, pre.leaf)
    assert np.array_equal(post.tree.gain, pre.tree.gain, equal_nan=True)


@pytest.mark.parametrize("name", MODELS)
def test_pruning_takes_off_whole_branches_and_changes_nothing_else(name: str) -> None:
    X = MODELS[name].columns_.X
    for tree in MODELS[name].trace_[0].trees:
        gamma = float(np.nanmedian(tree.gain)) if tree.n_nodes > 1 else 1.0
        pruned, goes_to = prune_by_gamma(tree, gamma)
        assert np.array_equal(goes_to[tree.apply(X)], pruned.apply(X))
        first = np.unique(goes_to, return_index=True)[1]  # the node itself comes before those it swallowed
        for array in ("n_samples", "G", "H", "weight", "depth"):
            assert np.array_equal(getattr(pruned, array), getattr(tree, array)[first])
        again, unchanged = prune_by_gamma(pruned)
        assert np.array_equal(again.feature, pruned.feature)
        assert unchanged.tolist() == list(range(pruned.n_nodes))


def test_a_split_that_gains_exactly_gamma_stays() -> None:
    tree = grow(LINE, max_depth=1)[0].tree
    at, beyond = float(tree.gain[0]), np.nextafter(tree.gain[0], np.inf)
    assert prune_by_gamma(tree, at)[0].n_leaves == 2
    assert prune_by_gamma(tree, beyond)[0].why_leaf.tolist() == [PRUNED]


def test_a_split_that_gains_exactly_gamma_is_not_made() -> None:
    params = {"reg_lambda": 0.0, "max_depth": 1, "gamma": 1.5}
    assert grow(LINE, **params, pruning="pre")[0].tree.why_leaf.tolist() == [GAMMA]
    assert grow(LINE, **params)[0].tree.gain[0] == 0
