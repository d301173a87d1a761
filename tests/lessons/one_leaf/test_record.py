"""The record of the stage: its numbers are the library's, its curves the losses', its formulas hold."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from tests.lessons.one_leaf.test_derivation import leaves as derived
from tests.pages import fit
from workbench.lessons.one_leaf.leaf import (
    LeafRows,
    best_weight,
    chosen_leaf,
    fit_leaf,
    slopes,
    true_change,
    true_minimum,
    two_leaves,
    weight,
)
from workbench.lessons.one_leaf.record import ACTS, Drawn, record_of
from workbench.lessons.one_leaf.worked_leaves import PRESETS, WITH_FAR
from workbench.stage.packing import packed

MOST_BYTES = 40_000


@cache
def leaves() -> dict[str, LeafRows]:
    """Those of the derivation, and of models with Huber's loss, and with one row."""
    robust, single = fit(n_estimators=3, data="cos_x", loss="huber"), fit(n_estimators=3, data="hand4")
    tree = single.trace[1].trees[0]
    fewest = int(tree.leaves[np.argmin(tree.n_samples[tree.leaves])])
    return {
        **derived(),
        "huber of a model": fit_leaf(robust, 2, chosen_leaf(robust.trace[1].trees[0], 0)),
        "one row": fit_leaf(single, 2, fewest),
    }


def drawn_of(name: str, reg_lambda: float | None = None) -> Drawn:
    leaf = leaves()[name]
    reg_lambda = leaf.reg_lambda if reg_lambda is None else reg_lambda
    return Drawn(leaf, reg_lambda, leaf.gamma, leaf.learning_rate, name in WITH_FAR)


@pytest.mark.parametrize("name", leaves())
def test_sums_weight_and_depth_are_those_of_the_leaf(name: str) -> None:
    drawn = drawn_of(name)
    leaf, record = drawn.leaf, record_of(drawn)
    sums, rows = record["sums"], record["rows"]
    noise = 1e-12 * float(np.abs(leaf.gradient).sum())
    assert sums["G"] == pytest.approx(leaf.G, abs=noise)
    assert sums["H"] == leaf.H
    assert sums["best"] == weight(leaf, leaf.reg_lambda)
    assert sums["lowest"] == true_minimum(leaf, leaf.reg_lambda)
    assert sums["change"] == true_change(leaf, sums["best"], leaf.reg_lambda)
    at, deep = sums["can"]
    assert (at, deep) == (best_weight(leaf, leaf.reg_lambda), -true_change(leaf, at, leaf.reg_lambda))
    if sums["pulls"] is not None:  # where it is lowest both sides pull alike
        at = replace(leaf, reg_alpha=0.0)
        down = np.minimum(slopes(at, sums["free_lowest"]), 0).sum()
        assert sums["pulls"] == pytest.approx(-down, abs=1e-6 * np.abs(leaf.gradient).sum())
    assert sum(rows["n"]) == record["n_rows"] == len(leaf.y)
    assert sum(rows["g"]) == pytest.approx(leaf.G, abs=1e-9 * np.abs(leaf.gradient).sum())
    assert sum(rows["h"]) == pytest.approx(leaf.H, rel=1e-9)
    assert rows["g"] == sorted(rows["g"], reverse=True) or len(leaf.y) > len(rows["g"])
    assert len(packed(record)) < MOST_BYTES


@pytest.mark.parametrize("name", leaves())
def test_the_rows_curves_add_up_to_the_leafs(name: str) -> None:
    drawn = drawn_of(name)
    leaf, record = drawn.leaf, record_of(drawn)
    counts = np.array(record["rows"]["n"], dtype=float)
    total = counts @ record["means"].reshape(len(counts), -1)
    size = float(np.abs(total).max())
    np.testing.assert_allclose(total - record["sums"]["L0"], record["change"], atol=1e-9 * size)
    grid = np.linspace(*record["axis"], len(total))
    for i in (0, 60, 240):
        bare = true_change(leaf, grid[i]) - leaf.reg_alpha * abs(grid[i])
        assert record["change"][i] == pytest.approx(bare, abs=1e-9 * size)


@pytest.mark.parametrize("name", leaves())
@pytest.mark.parametrize("reg_lambda", [0.0, 7.0])
def test_axes_hold_what_is_to_be_seen_and_follow_the_lambda_that_is_tried_only_where_they_must(
    name: str, reg_lambda: float
) -> None:
    """Bowls lie deeper, and further apart, under a smaller lambda."""
    drawn = drawn_of(name)
    record, other = record_of(drawn), record_of(drawn_of(name, reg_lambda))
    assert record["axis"] == other["axis"]
    for mine in (record, other) if record["bowls"] else ():
        (low, high), (deep, _) = mine["bowls"]
        cut = mine["parted"][mine["places"].index(mine["best_place"])]
        assert all(low <= each <= high for each in cut["w"])
        assert -deep >= max(cut["depth"])
    assert reg_lambda < drawn.leaf.reg_lambda or record["bowls"] == other["bowls"]
    low, high = record["axis"]
    assert low < 0 < high
    assert low <= record["sums"]["best"] <= high
    for bottom, top in record["heights"]:
        assert np.isfinite([bottom, top]).all()
        assert bottom < top
    bottom, top = record["heights"][2]
    assert bottom <= -record["sums"]["depth"] <= 0 <= top


@pytest.mark.parametrize("name", leaves())
def test_every_cut_has_the_gain_of_its_two_leaves(name: str) -> None:
    drawn = drawn_of(name)
    record = record_of(drawn)
    if not record["places"]:
        assert len(drawn.leaf.y) == 1
        assert 4 not in record["which"] and 5 not in record["which"]
        return
    gains = []
    for n_left, cut in zip(record["places"], record["parted"], strict=True):
        two = two_leaves(drawn.leaf, n_left, drawn.reg_lambda, drawn.gamma)
        gains.append(cut["gain"])
        assert cut["gain"] == pytest.approx(two.gain, abs=1e-12 * two.depth.sum())
        assert (cut["w"], cut["depth"]) == (two.weight[1:].tolist(), two.depth[1:].tolist())
        found = sum(cut["depth"]) - record["sums"]["depth"] - drawn.gamma
        assert cut["gain"] == pytest.approx(found, abs=1e-9 * two.depth.sum())
    assert record["best_place"] == record["places"][int(np.argmax(gains))]


def test_four_rows_with_pencil_and_paper() -> None:
    """g = 1/2, -1/2, -1/2, -1/2 and h = 1/4: w* = 1/2, ln 3 without λ; 0.1 + 9/14 - 1/4 - 0.1 for the cut."""
    record = record_of(drawn_of("four"))
    assert record["sums"]["free_lowest"] == pytest.approx(np.log(3))
    assert record["rows"]["g"] == [0.5, -0.5, -0.5, -0.5]
    assert (record["sums"]["G"], record["sums"]["H"], record["sums"]["best"]) == (-1, 1, 0.5)
    assert record["sums"]["depth"] == 0.25
    cut = record["parted"][0]
    assert (cut["w"], cut["depth"]) == (pytest.approx([-0.4, 6 / 7]), pytest.approx([0.1, 9 / 14]))
    assert cut["gain"] == pytest.approx(9 / 14 - 0.25)
    assert [name for name, _ in record["acts"]] == [name for name, _ in ACTS]


def test_the_same_rows_sure_and_wrong() -> None:
    """From F = 4 without a penalty the parabola's lowest point is -13.1, and the loss grows there."""
    far = record_of(drawn_of("four"))["far"]
    worse = PRESETS["overshoot"]
    assert (far["G"][0], far["H"][0]) == (-1, 1)
    assert (far["G"][-1], far["H"][-1]) == (pytest.approx(worse.G), pytest.approx(worse.H))
    assert far["best"] == pytest.approx(weight(worse, 0.0))
    assert far["change"] == pytest.approx(true_change(worse, weight(worse, 0.0)))
    assert far["promised"] == pytest.approx(-0.5 * worse.G**2 / worse.H)
    assert far["held"] == pytest.approx(-worse.G / (worse.H + 1))
    rows = np.array(far["g"]).reshape(4, -1)
    np.testing.assert_allclose(rows.sum(axis=0), far["G"], atol=1e-12)
    reach = np.linspace(*far["reach"], len(far["total"]))
    expected = 3 * np.logaddexp(0, -reach) + np.logaddexp(0, reach)
    np.testing.assert_allclose(far["total"], expected, rtol=1e-12)
    assert record_of(drawn_of("overshoot"))["far"] is None


@pytest.mark.parametrize("name", leaves())
@pytest.mark.parametrize("reg_lambda", [0.0, 1.0])
def test_every_line_is_a_formula_with_a_card(name: str, reg_lambda: float) -> None:
    record = record_of(drawn_of(name, reg_lambda))
    lines = [line for act in record["lines"].values() for line in act]
    lines += [line for cut in record["parted"] for line in cut["lines"]]
    assert len(lines) >= 11
    for line in lines:
        assert line["math"].startswith("<math>")
        assert "nan" not in line["math"] and "\\" not in line["math"]
        assert line["card"]["name"] and line["card"]["words"] and line["card"]["math"]
        assert "**" not in line["card"]["words"]
