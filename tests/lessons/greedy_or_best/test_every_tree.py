"""All trees of depth two: against a recursion in fractions, by hand, and scikit-learn's greedy tree."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from sklearn.tree import DecisionTreeRegressor

from gbtlib import SecondOrder, TreeParams, grow_tree, sort_columns
from gbtlib.pictures.tree_layout import leaves_in_order
from workbench.lessons.greedy_or_best.among_all import among_all
from workbench.lessons.greedy_or_best.counting import n_greedy_cuts, n_trees
from workbench.lessons.greedy_or_best.every_tree import (
    PRUNINGS,
    best_of,
    every_tree,
    greedy_of,
    greedy_tree,
    outcome,
)
from workbench.lessons.greedy_or_best.rows import ROW_SETS, RowSet, Task
from workbench.lessons.greedy_or_best.words import HOW_OFTEN

Row = tuple[float, float, int]
TASKS = [
    Task(),
    Task("near", reg_lambda=0.0, loss="squared"),
    Task("easy", gamma=0.07, flipped=5),
    Task("xor4"),
    Task("xor5", gamma=0.1),
]


def objectives(rows: list[Row], task: Task, depth: int) -> list[Fraction]:
    """The objective of every tree on some rows, by recursion over the plain formula."""
    weigh = {"logistic": (Fraction(1, 2), Fraction(1, 4)), "squared": (Fraction(0), Fraction(1))}
    start, h = weigh[task.loss]
    G, H = sum(start - y for _, _, y in rows), h * len(rows)
    found = [Fraction(str(task.gamma)) - G * G / (H + Fraction(str(task.reg_lambda))) / 2]
    for feature in range(2) if depth else ():
        for low in sorted({row[feature] for row in rows})[:-1]:
            left = objectives([row for row in rows if row[feature] <= low], task, depth - 1)
            right = objectives([row for row in rows if row[feature] > low], task, depth - 1)
            found += [a + b for a in left for b in right]
    return found


@pytest.mark.parametrize("task", TASKS, ids=str)
def test_every_tree_is_there_once_with_its_objective(task: Task) -> None:
    every = every_tree(task)
    rows = [(float(a), float(b), int(y)) for (a, b), y in zip(task.X, task.y, strict=True)]
    expected = sorted(float(each) for each in objectives(rows, task, 2))
    (alone,) = objectives(rows, task, 0)
    assert np.sort(float(alone) - every.gain) == pytest.approx(expected, abs=1e-12)
    assert len(set(zip(every.root, every.left, every.right, strict=True))) == len(every)


def test_xor_of_four_rows_by_hand() -> None:
    every = every_tree(Task("xor4"))
    assert len(every) == 9
    assert every.cuts.gain == pytest.approx([0, 0], abs=1e-12)
    for sides in every.below:
        assert [float(side.gain[0]) for side in sides] == pytest.approx([1 / 5, 1 / 5], abs=1e-12)
    assert every.top == pytest.approx(2 / 5, abs=1e-12)
    assert [outcome(every, greedy_of(every, way)) for way in PRUNINGS] == ["early", "early", "best"]


def test_xor_of_four_rows_breaks_even_at_two_fifteenths() -> None:
    at = every_tree(Task("xor4", gamma=2 / 15))
    assert at.gain.max() == pytest.approx(0, abs=1e-12)
    below, above = (every_tree(Task("xor4", gamma=gamma)) for gamma in (0.13, 0.14))
    assert (outcome(below, greedy_of(below, "full")), below.top > 0) == ("best", True)
    # Each child's cut gains 1/5 and stays, though the tree is worse than its root alone.
    assert (outcome(above, greedy_of(above, "full")), best_of(above, greedy_of(above, "full"))) == ("late", 0)


def test_xor_of_five_rows_by_hand() -> None:
    every = every_tree(Task("xor5"))
    assert every.cuts.gain == pytest.approx([1 / 63, 1 / 63], abs=1e-12)
    assert [float(side.gain[0]) for side in every.below[0]] == pytest.approx([38 / 105, 1 / 5], abs=1e-12)
    tree = greedy_tree(every, "post")
    assert [tree.weight[leaf] for leaf in leaves_in_order(tree)] == pytest.approx([-2 / 3, 0.4, 0.4, -0.4])
    even = every_tree(Task("xor5", gamma=26 / 135))
    assert even.gain[greedy_of(even, "post")] == pytest.approx(0, abs=1e-12)
    paid = every_tree(Task("xor5", gamma=0.1))
    assert [outcome(paid, greedy_of(paid, way)) for way in PRUNINGS] == ["early", "best", "best"]


@pytest.mark.parametrize(("rows", "how"), [("hard", "astray"), ("near", "astray"), ("easy", "best")])
def test_the_dozens_are_what_they_are_called(rows: str, how: str) -> None:
    every = every_tree(Task(rows))
    greedy = greedy_of(every, "post")
    assert outcome(every, greedy) == how
    kept = float(every.gain[greedy]) / every.top
    assert {"hard": kept < 0.3, "near": 0.9 < kept < 1, "easy": kept == 1}[rows]


@pytest.mark.parametrize("seed", range(8))
def test_greed_is_one_of_all_trees_and_never_beats_the_best(seed: int) -> None:
    draw = np.random.default_rng(seed)
    task = Task(
        "hard",
        int(draw.integers(2**12)),
        gamma=float(draw.uniform(0, 0.3)),
        reg_lambda=float(draw.uniform(0, 3)),
    )
    every = every_tree(task)
    for way in PRUNINGS:
        greedy = greedy_of(every, way)
        assert every.gain[greedy] == pytest.approx(np.nansum(greedy_tree(every, way).gain), abs=1e-12)
        assert every.gain[greedy] <= every.gain[best_of(every, greedy)] + 1e-12
        assert every.is_best(best_of(every, greedy))


@pytest.mark.parametrize("seed", range(8))
def test_greed_gains_what_scikit_learns_tree_gains(seed: int) -> None:
    task = Task("near", int(np.random.default_rng(seed).integers(1, 2**12)), loss="squared", reg_lambda=0.0)
    every, peer = every_tree(task), DecisionTreeRegressor(max_depth=2, random_state=0).fit(task.X, task.y)
    cuts, root = every.cuts, peer.tree_
    (first,) = np.flatnonzero(
        (cuts.feature == root.feature[0]) & np.isclose(cuts.threshold, root.threshold[0])
    )
    assert cuts.gain[first] == pytest.approx(cuts.gain.max(), abs=1e-12)  # of equal cuts it may take another
    lost = 0.5 * float(((task.y - peer.predict(task.X)) ** 2).sum())
    mean = task.y.mean()
    gained = 0.5 * float(((task.y - mean) ** 2).sum()) - lost
    assert every.gain[every.best_of(int(first))] == pytest.approx(gained, abs=1e-12)


@pytest.mark.parametrize("rows", ["hard", "near", "easy"])
def test_greed_predicts_what_scikit_learns_tree_predicts(rows: str) -> None:
    task = Task(rows, loss="squared", reg_lambda=0.0)
    every, peer = every_tree(task), DecisionTreeRegressor(max_depth=2, random_state=0).fit(task.X, task.y)
    greedy = greedy_tree(every, "post")
    assert greedy.weight[greedy.apply(task.X)] == pytest.approx(peer.predict(task.X), abs=1e-12)


def test_trees_are_counted_as_many_as_there_are() -> None:
    assert n_trees(12, 2, 2) == len(every_tree(Task())) == 1783
    assert [n_trees(n, 2, 2) for n in (1, 2, 3)] == [1, 3, 13]
    assert [n_trees(10, 3, depth) for depth in (0, 1)] == [1, 28]
    # Four rows in a line, in m parts: C(3, m - 1) ways, with 1, 1, 2, 5 trees for m leaves.
    assert n_trees(4, 1, 3) == 1 + 3 * 1 + 3 * 2 + 5


def test_trees_of_depth_three_are_counted_by_recursion() -> None:
    rows = [(1.0, 3.0, 0), (2.0, 1.0, 1), (3.0, 4.0, 0), (4.0, 2.0, 1)]
    assert n_trees(4, 2, 3) == len(objectives(rows, Task(), 3))


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_greed_scores_no_more_cuts_than_are_said(depth: int) -> None:
    # Each cut parts the last row from all others: no rows leave more cuts to score.
    x = np.arange(12.0)
    criterion = SecondOrder(-(4.0**x), np.ones(12), reg_lambda=0.0)
    chain = grow_tree(sort_columns(np.column_stack([x, x])), criterion, TreeParams(max_depth=depth)).tree
    assert chain.n_candidates is not None
    assert chain.n_candidates.sum() == n_greedy_cuts(12, 2, depth)
    for seed in range(5):
        X, y = np.random.default_rng(seed).random((12, 2)), np.random.default_rng(seed + 9).random(12)
        tree = grow_tree(sort_columns(X), SecondOrder(-y, np.ones(12)), TreeParams(max_depth=depth)).tree
        assert tree.n_candidates is not None
        assert tree.n_candidates.sum() <= n_greedy_cuts(12, 2, depth)


def test_what_greedy_weighs_is_what_the_library_counts() -> None:
    for rows in ("hard", "near", "easy"):  # the library counts equal values as well
        task = Task(rows)
        counted = greedy_tree(every_tree(task), "full").n_candidates
        assert counted is not None
        assert among_all(task, "full").n_weighed == counted.sum()
    assert among_all(Task(), "post").n_weighed == 22 + 20 + 0  # 12 rows, parted into 11 and 1


def test_rows_that_are_flipped_have_the_other_y() -> None:
    task = Task("xor5")
    flipped = replace(task, flipped=0b10010)
    assert (flipped.y != task.y).tolist() == [False, True, False, False, True]
    assert every_tree(flipped).top != every_tree(task).top


def test_row_sets_have_rows_few_enough() -> None:
    assert all(len(each.y) <= 12 and set(each.y) == {0.0, 1.0} for each in ROW_SETS.values())


def test_how_often_greed_misses_is_what_the_words_say(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    reached = []
    for number in range(300):
        x, y = rng.permutation(12) + 1.0, rng.integers(0, 2, 12)
        rows = tuple((float(a), float(i), int(b)) for i, (a, b) in enumerate(zip(x, y, strict=True), 1))
        monkeypatch.setitem(ROW_SETS, f"coin{number}", RowSet("", rows, {}))
        every = every_tree(Task(f"coin{number}"))
        greedy = greedy_of(every, "post")
        reached.append(1.0 if every.is_best(greedy) else every.gain[greedy] / every.top)
    assert f"in {100 * np.mean(np.array(reached) < 1):.0f} %" in HOW_OFTEN
    assert f"has {100 * np.mean(reached):.0f} % on average" in HOW_OFTEN
