"""What the exhibits on growing a tree claim: checked by hand, by gbtlib and by a recursion with a counter."""

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.tree import DecisionTreeRegressor as SklearnTree

from gbtlib import Tree
from workbench.data.catalogue import load_dataset
from workbench.lessons.clinic import tree_mistakes

Floats = NDArray[np.float64]


def test_the_rule_of_150_points_is_a_nodes() -> None:
    """Against scikit-learn: a node with fewer points is not split, its children may be smaller."""
    tree, data = tree_mistakes.root_tree(), load_dataset("cos_x2")
    peer = SklearnTree(min_samples_split=150, random_state=0).fit(data.X, data.y)
    assert (tree.n_leaves, tree.max_depth) == (peer.get_n_leaves(), peer.get_depth()) == (65, 13)
    assert tree.n_samples[tree.leaves].min() == peer.tree_.n_node_samples[peer.tree_.feature < 0].min() == 26
    assert tree_mistakes.error_of(tree) == pytest.approx(0.0100, abs=5e-5)


def built(tree: Tree, max_level: int) -> set[int]:
    """The splits of a recursion that raises its counter before both children and never lowers it."""
    level, made = 0, set()

    def build(node: int) -> None:
        nonlocal level
        if level > max_level or tree.is_leaf[node]:
            return
        made.add(node)
        level += 1
        build(int(tree.children_left[node]))
        build(int(tree.children_right[node]))

    build(0)
    return made


@pytest.mark.parametrize("levels", [1, 2, 8, 20, 50, 100])
def test_the_counter_counts_splits(levels: int) -> None:
    tree = tree_mistakes.root_tree()
    wrong = tree_mistakes.counted(tree, levels)
    assert set(np.flatnonzero(~wrong.is_leaf).tolist()) == built(tree, levels)
    assert tree_mistakes.splits_of(wrong) == min(levels + 1, tree.n_leaves - 1)
    right = tree_mistakes.upto_depth(tree, levels)
    assert right.depth[~right.is_leaf].max() == min(levels, tree.max_depth) - 1
    assert np.array_equal(wrong.children_left, right.children_left) == (levels == 100)


def test_fifty_levels_end_the_tree_after_51_splits() -> None:
    tree = tree_mistakes.root_tree()
    wrong = tree_mistakes.counted(tree, 50)
    assert (tree_mistakes.splits_of(wrong), tree_mistakes.splits_of(tree)) == (51, 64)
    assert tree_mistakes.error_of(wrong) == pytest.approx(0.0863, abs=5e-5)
    words = tree_mistakes.level_words()
    for number in ("51 of 64 splits", "13 levels", "0.0863", "0.01"):
        assert number in words


def by_signs(y: Floats, levels: int) -> tuple[int, float]:
    """Splits and squared error of a recursion by signed deviations, counter and all."""
    level, total = 0, 0.0

    def build(y: Floats) -> None:
        nonlocal level, total
        if len(y) < 150 or level > levels:
            total += float(((y - y.mean()) ** 2).sum())
            return
        level += 1
        losses = [abs((y[:i] - y[:i].mean()).sum() + (y[i:] - y[i:].mean()).sum()) for i in range(1, len(y))]
        cut = int(np.argmin(losses)) + 1
        build(y[:cut])
        build(y[cut:])

    build(y)
    return level, total / len(y)


def test_with_signed_deviations_rounding_grows_the_tree() -> None:
    """How many splits it makes is rounding's: the same here as by the recursion, whatever the machine."""
    y = load_dataset("cos_x2").y.astype(np.float64)
    few = y[::4]
    assert tree_mistakes.signed_run(few, 50) == pytest.approx(by_signs(few, 50))
    stopped, whole = tree_mistakes.signed_runs()
    assert stopped[0] == 51 < whole[0]
    # It needs more leaves than the right tree, and is worse; stopped it is hopeless.
    assert whole[1] > tree_mistakes.error_of(tree_mistakes.root_tree())
    assert stopped[1] > 10 * whole[1]
    assert f"{whole[0]} splits" in tree_mistakes.level_words()
