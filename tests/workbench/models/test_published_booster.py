"""The booster as it was published, against its rules written down once more as plain loops over values."""

from dataclasses import dataclass, field

import numpy as np
import pytest
from scipy.special import expit

from gbtlib import BoostingParams, Tree
from workbench.models.booster import Floats, boosted, cohort_of
from workbench.models.published_booster import AsPublished, ColumnGuard


@dataclass
class Node:
    """A node: what it asks, or what it says."""

    rows: list[int]
    score: float = 0.0
    feature: int = -1
    value: float = float("nan")
    children: list["Node"] = field(default_factory=list)


def summed(values: list[float]) -> float:
    total = 0.0
    for each in values:
        total += each
    return total


def plain_cut(X: Floats, rows: list[int], g: list[float], h: list[float]) -> tuple[int, float]:
    """The best value of each feature by the gain at lambda 1; then the guard, by the column's largest."""
    G, H = summed([g[i] for i in rows]), summed([h[i] for i in rows])
    best, found = 0.0, (-1, float("nan"))
    for feature in range(X.shape[1]):
        GL = HL = best_here = 0.0
        value_here = float("nan")
        for value in sorted({X[i, feature] for i in rows}):
            for i in (i for i in rows if X[i, feature] == value):
                GL, HL = GL + g[i], HL + h[i]
            gain = 0.5 * (GL * GL / (HL + 1) + (G - GL) * (G - GL) / (H - HL + 1) - G * G / (H + 1))
            if gain > best_here:
                best_here, value_here = gain, value
        if best_here > best and value_here < X[:, feature].max():
            best, found = best_here, (feature, value_here)
    return found


def plain_tree(X: Floats, rows: list[int], g: list[float], h: list[float], depth: int) -> Node:
    G, H = summed([g[i] for i in rows]), summed([h[i] for i in rows])
    node = Node(rows, -G / (H + 1))
    if depth and rows:
        node.feature, node.value = plain_cut(X, rows, g, h)
    if node.feature >= 0:
        for goes in (True, False):
            side = [i for i in rows if (X[i, node.feature] <= node.value) == goes]
            node.children.append(plain_tree(X, side, g, h, depth - 1))
    return node


def same(node: Node, tree: Tree, at: int = 0) -> bool:
    """Whether both ask the same of as many rows, down to the leaves, and these say the same."""
    alike = len(node.rows) == tree.n_samples[at] and node.feature == tree.feature[at]
    if not node.children:
        return bool(alike and tree.is_leaf[at] and abs(node.score - tree.weight[at]) < 1e-15)
    children = tree.children_left[at], tree.children_right[at]
    below = (same(child, tree, int(i)) for child, i in zip(node.children, children, strict=True))
    return bool(alike and node.value == tree.threshold[at] and all(below))


def test_every_tree_is_that_of_plain_loops() -> None:
    rate = 0.01
    cohort = cohort_of("sonar", BoostingParams(max_depth=10, n_estimators=4, learning_rate=rate))
    course = boosted(cohort, AsPublished())
    F = np.zeros(len(cohort.y))
    for number, tree in enumerate(course.trees):
        g, h = course.g[number], course.h[number]  # to the last digit: rounding chooses cuts
        assert g == pytest.approx(rate * (expit(F) - cohort.y), rel=1e-12)
        assert h == pytest.approx(rate**2 * expit(F) * expit(-F), rel=1e-12)
        assert same(plain_tree(cohort.X, list(range(len(F))), g.tolist(), h.tolist(), 10), tree)
        F = tree.predict(cohort.X)  # of this tree alone
    assert np.array_equal(course.unseen[-1], sum(tree.predict(cohort.X_unseen) for tree in course.trees))


def test_right_children_are_empty_from_the_second_round_on() -> None:
    cohort = cohort_of("sonar", BoostingParams(max_depth=10, n_estimators=5, learning_rate=0.001))
    empty = [int((tree.n_samples == 0).sum()) for tree in boosted(cohort, AsPublished()).trees]
    assert empty[0] == 0  # all g are equal but for their signs: nothing is rounded
    assert min(empty[1:]) > 0
    for tree in boosted(cohort, AsPublished()).trees:
        nothing = tree.n_samples == 0
        assert (tree.weight[nothing] == 0).all()
        assert np.isin(np.flatnonzero(nothing), tree.children_right).all()


def test_a_row_in_an_empty_leaf_is_told_nothing() -> None:
    cohort = cohort_of("sonar", BoostingParams(max_depth=6, n_estimators=2, learning_rate=0.3))
    tree = boosted(cohort, ColumnGuard()).trees[1]
    assert (tree.n_samples[tree.apply(cohort.X)] > 0).all()  # no training row gets there
    nothing = tree.n_samples[tree.apply(cohort.X_unseen)] == 0
    assert nothing.any()
    assert (tree.predict(cohort.X_unseen)[nothing] == 0).all()
