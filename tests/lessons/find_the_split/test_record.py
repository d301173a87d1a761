"""What the stage of Find the split draws is what the rows themselves say: every cut, every sum, the tree."""

from typing import Any

import numpy as np
import pytest

from tests.lessons.find_the_split.hunts import PLAYED, hunt
from tests.workbench.stage.unpacking import unpacked
from workbench.lessons.find_the_split.hidden_splits import HiddenSplits
from workbench.lessons.find_the_split.record import last_step, moment_of, record_of
from workbench.lessons.find_the_split.values import FIND_STEP
from workbench.stage.packing import packed
from workbench.trees.growth import tree_after


def moment(found: HiddenSplits, step: int) -> dict[str, Any]:
    """As a browser reads it."""
    return unpacked(packed(moment_of(found, {FIND_STEP: step})))


def impurity(kind: str, y: np.ndarray) -> float:
    shares = np.unique(y, return_counts=True)[1] / max(len(y), 1)
    return float(1 - (shares**2).sum()) if kind == "gini" else float(-(shares * np.log2(shares)).sum())


def naive_gain(found: HiddenSplits, rows: np.ndarray, left: np.ndarray) -> float:
    """The gain of parting rows, from the rows alone."""
    parts = [found.shown[rows], found.shown[rows[left]], found.shown[rows[~left]]]
    if found.of_classes:
        worth = [-len(y) * impurity(found.kind, y) for y in parts]
    elif found.kind == "squared_error":
        worth = [-0.5 * float(((y - y.mean()) ** 2).sum()) for y in parts]
    else:  # of two classes −g is y − p, so that h = p (1 − p) = |g| (1 − |g|)
        h = [np.abs(y) * (1 - np.abs(y)) for y in parts]
        worth = [
            0.5 * float(y.sum()) ** 2 / (float(each.sum()) + 1) for y, each in zip(parts, h, strict=True)
        ]
    return worth[1] + worth[2] - worth[0]


def naive_sums(found: HiddenSplits, rows: np.ndarray, left: np.ndarray) -> list[float]:
    """What is summed of the left side."""
    y = found.shown[rows]
    if found.of_classes:
        return [float((y[left] == k).sum()) for k in range(len(found.dataset.class_names))]
    if found.kind == "squared_error":
        return [float((y - y.mean())[left].sum()), float(left.sum())]
    return [float(y[left].sum()), float((np.abs(y) * (1 - np.abs(y)))[left].sum())]


@pytest.mark.sweep
@pytest.mark.parametrize(("data", "kind"), PLAYED)
def test_every_cut_gains_what_its_rows_say(data: str, kind: str) -> None:
    found = hunt(data, kind)
    for number, node in enumerate(found.asked[:2]):
        rows, sent = found.rows_in(node), moment(found, 2 * number + 1)
        everything = []
        for feature, each in enumerate(sent["features"]):
            x = found.X[rows, feature]
            assert len(each["threshold"]) == len(np.unique(x)) - 1
            sums = each["sums"].reshape(len(each["threshold"]), -1)
            for i in range(0, len(each["threshold"]), 1 + len(each["threshold"]) // 4):
                left = x <= each["threshold"][i]
                assert each["n_left"][i] == left.sum()
                assert each["gain"][i] == pytest.approx(naive_gain(found, rows, left), rel=1e-4, abs=1e-5)
                assert sums[i] == pytest.approx(naive_sums(found, rows, left), rel=1e-4, abs=1e-4)
            everything.append(each["gain"].max(initial=0))
        best = sent["best"]
        assert best["gain"] == pytest.approx(max(everything), rel=1e-6)
        assert best["feature"] == found.tree.feature[node]
        assert sent["features"][best["feature"]]["threshold"][best["cut"]] == found.tree.threshold[node]
        assert sent["features"][best["feature"]]["rank"][best["cut"]] == 1


def test_four_rows_by_hand() -> None:
    found = hunt("hand4", "squared_error")
    sent = moment(found, 1)
    # y = 1, 2, 6, 7: half the squared error is 13; a cut after 1, 2 or 3 rows takes 6, 12.5 or 6 of it.
    (x,) = sent["features"]
    assert (x["threshold"].tolist(), x["n_left"].tolist()) == ([1.5, 2.5, 3.5], [1, 2, 3])
    assert x["gain"].tolist() == pytest.approx([6, 12.5, 6])
    assert (x["rank"].tolist(), x["verdict"].tolist()) == ([2, 1, 2], [0, 0, 0])
    assert x["sums"][::2].tolist() == [-3, -5, -3]
    assert (sent["mean"], sent["total"].tolist()) == (4, [0, 4])
    assert sent["best"] | {"left": None} == {
        **{"feature": 0, "cut": 1, "asks": "x ≤ 2.5", "gain": 12.5, "n_left": 2, "left": None}
    }
    assert moment(found, 2) == {}
    assert record_of(found)["error"].tolist() == pytest.approx([3.25, 0.125, 0.0625, 0])


def test_of_a_later_node_both_sides_add_up_to_nothing() -> None:
    found = hunt("cos_x2", "squared_error")
    sent = moment(found, 3)
    y = found.shown[found.rows_in(found.asked[1])]
    assert sent["total"][0] == pytest.approx(0, abs=1e-9)
    assert sent["mean"] == pytest.approx(y.mean())


def test_categories_and_gaps_have_a_place_in_the_picture() -> None:
    found = hunt("automobile", "squared_error")
    sent, kinds = moment(found, 1), set()
    for each in sent["features"]:
        x, has_gaps = each["x"], bool(np.isnan(each["x"]).any())
        kinds.add((bool(each["marks"]), has_gaps))
        around = 0.5 if each["marks"] else 0.0  # a category is as wide as 1
        assert each["ends"][0] <= np.nanmin(x) - around < np.nanmax(x) + around <= each["ends"][1]
        assert (each["missing_left"] is not None) == has_gaps
        for i in range(len(each["threshold"]) if has_gaps else 0):
            left = x <= each["threshold"][i]
            left[np.isnan(x)] = each["missing_left"][i]
            assert each["n_left"][i] == left.sum()
    assert {(True, False), (False, True)} <= kinds


def test_a_forbidden_cut_says_why() -> None:
    sent = moment(hunt("hand5", "gini", points=2), 1)
    (x,) = sent["features"]
    reasons = record_of(hunt("hand5", "gini", points=2))["reasons"]
    assert reasons[x["verdict"][0]].startswith("min_samples_leaf")
    assert x["rank"][0] == 0
    assert x["gain"][0] > 0


@pytest.mark.sweep
@pytest.mark.parametrize(("data", "kind"), PLAYED)
def test_the_tree_so_far_is_the_beginning_of_the_whole_one(data: str, kind: str) -> None:
    found = hunt(data, kind)
    sent = record_of(found)["tree"]
    assert last_step(found) == 2 * len(found.asked) + 1
    for splits in range(len(found.asked) + 1):
        tree = tree_after(found.tree, splits)
        assert tree.n_nodes == 2 * splits + 1
        is_leaf = (sent["split"] == 0) | (sent["split"] > splits)
        assert np.array_equal(is_leaf[: tree.n_nodes], tree.is_leaf)
        assert np.array_equal(sent["parent"][: tree.n_nodes], tree.parent)
        assert np.array_equal(sent["n"][: tree.n_nodes], tree.n_samples)


@pytest.mark.parametrize(
    ("data", "kind"),
    [("moons", "entropy"), ("spiral3", "gini"), ("cos_xy", "squared_error"), ("moons", "logistic")],
)
def test_the_ground_of_a_plane_is_what_the_rows_of_every_node_say(data: str, kind: str) -> None:
    found = hunt(data, kind)
    plane = unpacked(packed(record_of(found)))["plane"]
    levels = plane["levels"].reshape(2 * len(found.asked) + 1, -1)
    for node, said in enumerate(levels):
        y = found.shown[found.rows_in(node)]
        shares = [(y == k).mean() for k in range(len(found.dataset.class_names))]
        assert said == pytest.approx(shares if found.of_classes else [y.mean()], abs=1e-12)
    assert np.array_equal(plane["x"][1], found.X[plane["rows"], 1])


def test_features_that_are_not_two_numbers_have_no_plane() -> None:
    assert [record_of(hunt(*of))["plane"] for of in PLAYED if of[0] in ("hand4", "iris")] == [None, None]


def test_many_rows_are_thinned_and_the_cuts_are_not() -> None:
    sent = moment(hunt("cos_x2", "squared_error"), 1)
    assert (len(sent["rows"]), len(sent["features"][0]["threshold"])) == (300, 4999)


def test_what_a_leaf_could_gain_is_its_best_cut() -> None:
    found = hunt("cos_x2", "squared_error")
    tree = record_of(found)["tree"]
    for node, (could, split) in enumerate(zip(tree["could"], tree["split"], strict=True)):
        best = moment(found, 2 * split - 1)["best"]["gain"] if split else None
        every = found.candidates(node).gain
        assert could == pytest.approx(best if split else max(0.0, every.max()))
