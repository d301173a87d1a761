"""What the stage is sent: every cut and every tree as gbtlib has them; axes that do not tell; the file."""

import base64
import re
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.saved_pages import is_alone
from tests.workbench.stage.unpacking import unpacked
from workbench.components.plain_page import MOST_BYTES
from workbench.lessons.greedy_or_best import LESSON
from workbench.lessons.greedy_or_best.among_all import AmongAll, among_all
from workbench.lessons.greedy_or_best.every_tree import NO_CUT, PRUNINGS
from workbench.lessons.greedy_or_best.record import record_of
from workbench.lessons.greedy_or_best.rows import LOSSES, ROW_SETS, Task
from workbench.lessons.greedy_or_best.stage import stage_of_trees
from workbench.stage.packing import packed

CURSOR = {"first_cut": 6, "any_tree": None, "any_node": 0, "greedy_told": 1, "guess": None}
TASKS = [
    *(Task(rows, loss=loss) for rows in ROW_SETS for loss in LOSSES),
    Task("near", flipped=9, reg_lambda=0.0, gamma=0.07),
    Task("xor5", gamma=0.16),
]
# Of a node: its rows, sums and weight.
Node = tuple[int, float, float, float]


def record(task: Task, pruning: str = "post") -> tuple[AmongAll, dict[str, Any]]:
    shown = among_all(task, pruning)
    return shown, unpacked(packed(record_of(shown)))


def cut_of(sent: dict[str, Any], i: int) -> tuple[int, float, float]:
    cuts = sent["cuts"]
    return int(cuts["feature"][i]), float(cuts["threshold"][i]), float(cuts["gain"][i])


def side_of(sent: dict[str, Any], cut: int, side: int) -> Node:
    at = 2 * cut + side
    n, G, H, weight = (sent["cuts"][name][at] for name in ("n", "G", "H", "weight"))
    return int(n), float(G), float(H), float(weight)


def worth(task: Task, rows: NDArray[np.bool_]) -> Node:
    """A node of some rows, by the plain formulas."""
    p, h = (0.5, 0.25) if task.loss == "logistic" else (0.0, 1.0)
    G, H = float((p - task.y[rows]).sum()), h * int(rows.sum())
    return int(rows.sum()), G, H, -G / (H + task.reg_lambda)


@pytest.mark.parametrize("task", TASKS, ids=str)
def test_every_tree_is_put_together_from_its_cuts(task: Task) -> None:
    """Each node's rows, sums and weight, and what its cut gains; these come to the gain of the tree."""
    shown, sent = record(task)
    trees, root = sent["trees"], sent["root"]
    everybody = np.ones(len(task.y), dtype=bool)
    assert (root["n"], root["G"], root["H"], root["weight"]) == pytest.approx(worth(task, everybody))
    for at in range(0, len(shown.every), 1 if len(shown.every) < 100 else 37):
        nodes, gains = [everybody], 0.0
        for name, parent in (("root", 0), ("left", 1), ("right", 2)):
            if (cut := int(trees[name][at])) == NO_CUT:
                nodes += [everybody] * 2 if name == "root" else []
                continue
            feature, threshold, gain = cut_of(sent, cut)
            is_left = task.X[:, feature] <= threshold
            kids = [nodes[parent] & is_left, nodes[parent] & ~is_left]
            nodes += kids
            found = [worth(task, each) for each in (nodes[parent], *kids)]
            assert [side_of(sent, cut, side) for side in (0, 1)] == [
                pytest.approx(each) for each in found[1:]
            ]
            node, left, right = (G * G / (H + task.reg_lambda) / 2 for _, G, H, _ in found)
            assert gain == pytest.approx(left + right - node - task.gamma, abs=1e-12)
            gains += gain
        assert trees["gain"][at] == pytest.approx(gains, abs=1e-12)


@pytest.mark.parametrize("task", TASKS, ids=str)
def test_the_costs_of_the_leaves_come_to_the_objective(task: Task) -> None:
    shown, sent = record(task)
    trees, cuts = sent["trees"], sent["cuts"]
    _, G, H, _ = worth(task, np.ones(len(task.y), dtype=bool))
    alone = task.gamma - G * G / (H + task.reg_lambda) / 2
    assert sent["root"]["cost"] == pytest.approx(alone, abs=1e-12)
    at = int(shown.every.gain.argmax())
    root, kids = int(trees["root"][at]), [int(trees[side][at]) for side in ("left", "right")]
    costs = [sent["root"]["cost"]] if root == NO_CUT else []
    for side, cut in enumerate(kids):
        if root != NO_CUT:
            at_leaf = [2 * root + side] if cut == NO_CUT else [2 * cut, 2 * cut + 1]
            costs += [cuts["cost"][i] for i in at_leaf]
    assert sum(costs) == pytest.approx(alone - shown.every.gain[at], abs=1e-12)


@pytest.mark.parametrize("pruning", PRUNINGS)
@pytest.mark.parametrize("task", TASKS, ids=str)
def test_columns_are_the_first_cuts_as_greed_ranks_them(task: Task, pruning: str) -> None:
    shown, sent = record(task, pruning)
    starts, trees = sent["starts"], sent["trees"]
    n_columns = len(shown.every.cuts) + 1
    cuts = [cut_of(sent, i) for i in range(n_columns - 1)]
    ranked = [(round(-gain, 9), feature, at) for feature, at, gain in cuts]
    assert ranked == sorted(ranked)
    assert shown.greedy_place in {0, 1}
    for column in range(n_columns):
        here = np.arange(starts[column], starts[column + 1])
        assert set(trees["root"][here]) == {column - 1}
        assert trees["gain"][sent["bests"][column]] == pytest.approx(trees["gain"][here].max(), abs=1e-12)
    assert starts[-1] == len(shown.every)
    assert stage_of_trees(shown).first == shown.greedy_place


@pytest.mark.parametrize("task", TASKS, ids=str)
def test_the_axis_does_not_end_at_greeds_tree(task: Task) -> None:
    """Every tree is on it, and greed's, which is seen first, leaves a fifth of it free at least."""
    shown, sent = record(task)
    low, high = sent["extent"]
    assert low <= shown.every.gain.min() <= shown.every.top <= high
    assert float(shown.every.gain[shown.greedy]) <= 0.8 * high


def test_rows_at_one_place_stand_beside_each_other() -> None:
    _, sent = record(Task("xor5"))
    assert sent["rows"]["twin"].tolist() == [0, 1, 0, 0, 0]
    assert record(Task("xor5", flipped=3))[1]["rows"]["y"].tolist() == [1, 1, 1, 1, 0]


def test_the_largest_record_is_small() -> None:
    shown = among_all(Task(), "post")
    assert len(stage_of_trees(shown).packed_record) < 40_000


def test_the_file_has_the_record_and_opens_where_it_was_saved() -> None:
    shown = among_all(Task("near"), "post")
    file = LESSON.saved(stage_of_trees(shown), CURSOR, {"greedy_rows": "near", "first_cut": "6"})
    page = file.decode()
    assert is_alone(page)
    assert len(file) < MOST_BYTES
    assert "greedy_or_best?greedy_rows=near&amp;first_cut=6" in page
    (text,) = re.findall(r'id="data-stage" data-kind="bytes">([^<]*)<', page)
    facts = unpacked(base64.b64decode(text))
    assert (facts["cursor"], facts["n_steps"], facts["low"]) == (CURSOR, 22, 0)
    assert np.array_equal(facts["record"]["trees"]["gain"], shown.every.gain)
