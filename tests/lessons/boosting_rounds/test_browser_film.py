"""What moves in a round, and what stands while the next cut is asked for, in Chromium: as gbtlib has it."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from tests.workbench.stage.static_page import fitted, hear, open_stage, stage_tab

ROUND = 4
LEVELLED = 0.56  # of the round: view_phases.js
COMES = "S.moment({...S.at, round: 4, node: 0, feature: null, cut: null})"


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    with stage_tab(browser, reduced_motion="reduce") as page:
        yield page


@pytest.mark.parametrize("data", ["cos_x2", "moons"])
def test_the_stems_of_a_leaf_level_out_to_its_mean(tab: Page, tmp_path: Path, data: str) -> None:
    fit = fitted(data=data, n_estimators=5)
    open_stage(tab, tmp_path, fit, round=ROUND - 1)
    tab.evaluate(f"S.view = {ROUND - 1 + LEVELLED}; S.draw()")
    path = tab.evaluate("S.own.layers.stems.getAttribute('d')")
    drawn = np.array([[float(y) for y in re.split("[ V]", each)[1:]] for each in path.split("M")[1:]])
    unit = tab.evaluate("S.record.kind === 'curve' ? S.L.py(0) - S.L.py(1) : S.own.unit * S.L.stem")
    rows = np.searchsorted(fit.train, tab.evaluate("Array.from(S.record.rows)"))
    tree, leaf = fit.trace[ROUND - 1].trees[0], fit.trace[ROUND - 1].leaf[rows]
    mean = -tree.G[leaf] / tree.n_samples[leaf]
    np.testing.assert_allclose(
        (drawn[:, 0] - drawn[:, 1]) / unit, mean, atol=0.11 / unit
    )  # of a tenth of a pixel


FIRST_FRAME = 0.015  # of a round: what a screen of 60 Hz shows first


def test_the_first_frame_shows_gains_and_leaves_stand_as_high_as_their_steps(
    tab: Page, tmp_path: Path
) -> None:
    fit = fitted(data="cos_x2", noise=0.4, n_estimators=5, max_depth=2)
    open_stage(tab, tmp_path, fit, round=ROUND - 1)
    tab.evaluate(f"S.view = {ROUND - 1 + FIRST_FRAME}; S.draw()")
    hear(tab, COMES)
    tab.evaluate("S.draw()")
    assert tab.evaluate("Number(S.own.gain.hump.style.transform.match(/[.\\d]+/)[0])") > 0.3
    tab.evaluate(f"S.go({ROUND}, {{ jump: true }}); S.draw()")
    bars = "[...S.parts.treebox.querySelectorAll('.full')].map(each => each.getBBox().height)"
    tree = fit.trace[ROUND - 1].trees[0]
    unit = tab.evaluate("S.L.py(0) - S.L.py(1)")
    np.testing.assert_allclose(tab.evaluate(bars), unit * np.abs(tree.weight[tree.leaves]), atol=0.06)


def test_a_guess_that_gains_less_is_told_why(tab: Page, tmp_path: Path) -> None:
    fit = fitted(data="cos_x2_few", n_estimators=5)
    open_stage(tab, tmp_path, fit, round=ROUND - 1)
    hear(tab, COMES)
    tab.locator(".handle").focus()
    for key in (*["ArrowRight"] * 4, "Enter", "Enter"):
        tab.keyboard.press(key)
    root, said = fit.candidates(ROUND, 0), tab.evaluate("S.guess.value")
    yours = np.abs(root.threshold - said).argmin()
    best, mine = ([-root.GL[i], -root.GR[i]] for i in (root.best, yours))
    assert root.gain[yours] < 0.9 * root.gain[root.best]
    told = tab.locator("[data-part=answer]").inner_text().replace("−", "-")
    sides = [[float(each) for each in found] for found in re.findall(r"(\S+) \| (-?[\d.]+)", told)]
    assert "-G of its sides" in told
    np.testing.assert_allclose(sides, [best, mine], rtol=0.005)


def test_the_tree_of_a_guess_has_the_weights_of_its_two_sides(tab: Page, tmp_path: Path) -> None:
    fit = fitted(data="moons", n_estimators=5)
    open_stage(tab, tmp_path, fit, round=ROUND - 1)
    tab.locator(".handle").first.focus()
    tab.keyboard.press("ArrowRight")
    hear(tab, COMES)
    tab.evaluate("S.draw()")
    at = float(tab.locator(".stump .node:not(.leaf) .ink").text_content().split("≤")[1].replace("−", "-"))
    left = fit.X[:, tab.evaluate("S.own.guess.feature")] <= at
    gradient = fit.trace[ROUND - 1].gradient
    texts = tab.locator(".stump .leaf text").all_text_contents()
    assert [int(texts[i]) for i in (1, 3)] == [left.sum(), (~left).sum()]
    hessian, reg_lambda = fit.trace[ROUND - 1].hessian, fit.model.params_.reg_lambda
    weights = [-gradient[side].sum() / (hessian[side].sum() + reg_lambda) for side in (left, ~left)]
    said = [float(texts[i].replace("−", "-")) for i in (0, 2)]
    np.testing.assert_allclose(said, weights, atol=0.006)
    sums = [f"{-gradient[side].sum():.3g}".replace("-", "−") for side in (left, ~left)]
    assert f"a side: {sums[0]} left, {sums[1]} right" in tab.evaluate("S.parts.sums.textContent")


def test_what_a_guess_gains_and_what_the_best_does_are_said_side_by_side(tab: Page, tmp_path: Path) -> None:
    """Wherever one guesses, no words lie over others, over the line of the best cut or beyond the panel."""
    open_stage(tab, tmp_path, fitted(data="cos_x2", n_estimators=5), round=ROUND - 1)
    low, high = tab.evaluate("S.own.guess.ends[0]")
    for share in np.linspace(0, 1, 15):
        tab.locator(".handle").first.focus()
        tab.keyboard.press("ArrowRight")
        tab.evaluate(f"S.own.guess.values[0] = {low + share * (high - low)}")
        hear(tab, COMES)
        tab.evaluate("S.guess.dropped = true")
        tab.locator("[data-skip]").click()
        tab.evaluate("S.draw()")
        mine, best = tab.evaluate(
            """[...S.own.gain.mine.querySelectorAll('text')].map(each => {
                const { x, y, width, height } = each.getBBox()
                return [x, y, x + width, y + height]
            })"""
        )
        line, right = tab.evaluate("[Number(S.own.gain.best.getAttribute('cx')), S.L.gain.w]")
        assert mine[2] <= best[0] or best[2] <= mine[0] or mine[3] <= best[1] or best[3] <= mine[1]
        assert mine[2] <= line or line <= mine[0]
        assert mine[0] > 0
        assert mine[2] <= right
        tab.evaluate(f"S.go({ROUND - 1}, {{ jump: true }})")


@pytest.mark.parametrize("guesses", [True, False])
def test_a_tree_comes_over_the_guess_or_the_last_tree_and_never_out_of_nothing(
    tab: Page, tmp_path: Path, guesses: bool
) -> None:
    open_stage(tab, tmp_path, fitted(data="cos_x2", n_estimators=5), round=ROUND - 1)
    if guesses:
        tab.locator(".handle").first.focus()
        tab.keyboard.press("ArrowRight")
        hear(tab, COMES)
        tab.evaluate("S.draw(); Object.assign(S.guess, { told: true, reached: 1 })")
    for u in np.linspace(0.005, 0.5, 60):
        tab.evaluate(f"S.view = {ROUND - 1 + u}; S.draw()")
        seen = tab.evaluate(
            """[...S.parts.treebox.children].map(group => [group, group.querySelector(".node")]
                .reduce((seen, each) => seen * getComputedStyle(each).opacity, 1))"""
        )
        assert max(seen) > 0.5
        assert tab.locator(".stump").count() == (guesses and u < 0.28)
    assert len(seen) == 1


def test_next_to_no_gain_stands_low_and_is_said(tab: Page, tmp_path: Path) -> None:
    fit = fitted(data="cos_x2", learning_rate=0.9, max_depth=3, n_estimators=60)
    open_stage(tab, tmp_path, fit, round=60)
    tab.evaluate("S.moment({...S.at, round: 60, node: 0, feature: null, cut: null}); S.draw()")
    hear(tab, "S.moment({...S.at, round: 60, node: 0, feature: null, cut: null})")
    tab.evaluate("S.draw()")
    first, last = (max(each.trees[0].gain[0] for each in rounds) for rounds in (fit.trace, fit.trace[-1:]))
    assert last < 0.005 * first
    assert "almost nothing left to gain" in tab.evaluate("S.own.gain.mine.textContent")
    best, foot, top = tab.evaluate(
        "[Number(S.own.gain.best.getAttribute('cy')), S.own.gain.drawn.foot, S.own.gain.drawn.top]"
    )
    low, high = tab.evaluate("[...S.own.cut.moment.range]")
    share = (last - min(0, low)) / (np.cbrt(high**2 * 0.005 * first) - min(0, low))
    assert (foot - best) / (foot - top) == pytest.approx(share, abs=0.01)
    assert 10 * last / (0.005 * first) < share < 0.8  # it is seen, and low


def test_where_unseen_rows_are_missed_least_is_marked_once_it_is_passed(tab: Page, tmp_path: Path) -> None:
    fit = fitted(data="cos_x2", noise=0.5, learning_rate=0.5, n_estimators=40)
    open_stage(tab, tmp_path, fit, round=1)
    lowest = int(np.argmin(fit.losses[1]))
    for number in (2, lowest - 1, lowest, lowest + 1, 40):
        tab.evaluate(f"S.go({number}); S.draw()")
        best = int(np.argmin(fit.losses[1][: number + 1]))
        words = tab.evaluate("S.own.lowest.textContent")
        assert words == ("" if best == number else f"lowest unseen{'' if number == 40 else ' so far'}")
        if words:
            marked = tab.evaluate("Number(S.own.lowest.firstChild.getAttribute('cx'))")
            assert marked == pytest.approx(tab.evaluate(f"S.L.stepX({best})"), abs=0.1)
    assert 2 < lowest < 40


def test_on_the_way_to_the_next_question_gains_stand_until_it_is_asked(tab: Page, tmp_path: Path) -> None:
    open_stage(tab, tmp_path, fitted(data="cos_x2", n_estimators=8), round=ROUND - 1, guess=None)
    hear(tab, COMES)
    for u in (0.3, 0.6, 0.78, 0.9):
        tab.evaluate(f"S.view = {ROUND - 1 + u}; S.draw()")
        assert "gain" in tab.evaluate("S.parts.sums.textContent")
        assert tab.evaluate("S.own.gain.reach.style.visibility") == ""
    tab.evaluate(f"S.go({ROUND}, {{ jump: true }})")
    tab.evaluate("S.draw()")
    assert tab.locator("[data-part=gainbox] .to-come").count() == 1
    assert "λ = 1" in tab.evaluate("S.parts.sums.textContent")


def test_gains_that_are_looked_at_again_say_their_round_and_leave_the_line_of_the_guess(
    tab: Page, tmp_path: Path
) -> None:
    open_stage(tab, tmp_path, fitted(data="cos_x2", n_estimators=8), round=ROUND, guess=None)
    tab.evaluate("S.own.seen = 99; S.own.began = null; S.draw()")
    line = "S.parts.top.querySelector('.handle .stub').getAttribute('d')"
    asked = tab.evaluate(line)
    tab.locator("[data-node]").first.hover()
    tab.evaluate("S.draw()")
    assert f"round {ROUND}, cut already: " in tab.evaluate("S.own.gain.mine.textContent")
    assert tab.evaluate(line) == asked


def test_what_is_read_of_a_row_is_whole_and_keys_make_room(tab: Page, tmp_path: Path) -> None:
    open_stage(tab, tmp_path, fitted(data="cos_x2", n_estimators=8), round=ROUND)
    tab.evaluate("S.row = 100; S.draw()")
    row = tab.evaluate("S.record.y[100]")
    assert f"y {row:.3g}".replace("-", "−") in tab.evaluate("S.parts.readout.textContent")
    beyond = """({ parts: { readout, legend } }) => {
      const { right } = legend.parentElement.getBoundingClientRect(), keys = [...legend.children]
      const [free] = [readout.getBoundingClientRect().left], { bottom } = legend.getBoundingClientRect()
      return [readout.getBoundingClientRect().right - right,
        ...keys.map(each => each.getBoundingClientRect()).filter(({ top }) => top < bottom - 1)
          .map(({ right }) => right - free)]
    }"""
    assert max(tab.evaluate(f"({beyond})(S)")) <= 1


def test_a_guess_that_gains_nothing_hears_why(tab: Page, tmp_path: Path) -> None:
    fit = fitted(data="cos_x2", n_estimators=8)
    for share, why in ((0.0, "only"), (0.5, "average")):
        open_stage(tab, tmp_path, fit, round=0, guess=None)
        hear(tab, "S.moment({ ...S.at, round: 1, node: 0, feature: null, cut: null })")
        gains = tab.evaluate("Array.from(S.moment({ ...S.at, round: 1, node: 0 }).curves[0].ways[0].gain)")
        at = 0 if share == 0 else 20 + int(np.argmin(gains[20:-20]))
        value = tab.evaluate(f"S.moment({{ ...S.at, round: 1, node: 0 }}).curves[0].ways[0].x[{at}]")
        tab.locator(".handle").first.focus()
        tab.keyboard.press("ArrowRight")
        tab.evaluate(f"S.own.guess.values[0] = {value}")
        tab.keyboard.press("Enter")
        tab.locator(".answer [data-sure]").first.click()
        tab.wait_for_function("S.parts.answer.textContent.includes('%')")
        said = tab.evaluate("S.parts.answer.textContent")
        assert (why in said) == (gains[at] / max(gains) < 0.025), (said, gains[at])


def test_a_small_weight_of_a_leaf_does_not_read_as_0(tab: Page, tmp_path: Path) -> None:
    fit = fitted(data="cos_x2", noise=0.3, n_estimators=8, max_depth=2, learning_rate=0.5)
    open_stage(tab, tmp_path, fit, round=1)
    for number, each in enumerate(fit.trace, 1):
        tab.evaluate(f"S.go({number}, {{ jump: true }}); S.draw()")
        tree = each.trees[0]
        texts = tab.locator(".leaf text.ink").all_text_contents()
        for text, weight in zip(texts, tree.weight[tree.leaves], strict=True):
            assert (text == "0") == (weight == 0), (text, weight)


def test_the_prediction_is_a_line_of_as_many_steps_as_there_are(tab: Page, tmp_path: Path) -> None:
    fit = fitted(data="cos_x2", n_estimators=3, max_depth=2)
    open_stage(tab, tmp_path, fit, round=1)
    points = tab.evaluate("S.own.layers.after.getAttribute('d').split(/[ML]/).slice(1)")
    tree = fit.trace[0].trees[0]
    assert len(points) == 2 * tree.n_leaves
    heights = [float(each.split(" ")[1]) for each in points[::2]]
    raw = fit.model.initial_raw_prediction_ + fit.model.learning_rate * tree.weight[tree.leaves]
    wanted = [tab.evaluate("value => S.L.py(value)", float(each)) for each in np.sort(raw)]
    np.testing.assert_allclose(sorted(heights, reverse=True), wanted, atol=0.06)
