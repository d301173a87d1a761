"""The stage in a browser: one clock, a guess before anything tells, and what gbtlib computed."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from gbtlib.core.boosting import column
from tests.workbench.stage.static_page import come, fitted, hear, stage_tab
from tests.workbench.stage.static_page import open_stage as open_running

CURVE: dict[str, Any] = {"noise": 0.1, "n_estimators": 12}
PLANE: dict[str, Any] = {"data": "moons", "noise": 0.25, "n_estimators": 12}
ROWS: dict[str, Any] = {"data": "sonar", "n_estimators": 8}
PICTURES = pytest.mark.parametrize("settings", [CURVE, PLANE, ROWS], ids=["curve", "plane", "rows"])
STEP_MS, PLAY_MS = 1100, 1200
# All that says on the screen which round it shows, beside the clock.
SHOWN = """() => {
  const isSeen = each => getComputedStyle(each).visibility !== 'hidden' && getComputedStyle(each).opacity > 0
  const roots = [...S.parts.treebox.querySelectorAll('[data-node="0"]')]
  return {
    view: S.view, round: S.at.round, count: S.parts.count.textContent,
    slider: Number(S.parts.strip.getAttribute('aria-valuenow')),
    knob: Number(S.L.now.getAttribute('transform').match(/[.0-9]+/)[0]), knobDue: S.L.stepX(S.view),
    head: S.parts.treehead.textContent, sums: S.parts.sums.textContent,
    roots: roots.filter(each => isSeen(each) && isSeen(each.parentNode)).map(each => each.ariaLabel),
    gain: isSeen(S.parts.gainbox) && isSeen(S.own.gain.reach) ? S.own.cut.moment?.round ?? null : null,
  }
}"""
PICTURE = "['prompt', 'count', 'answer', 'moving', 'top', 'treebox'].map(name => S.parts[name].innerHTML)"


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    with stage_tab(browser) as page:
        page.clock.install(time=0)
        yield page


@pytest.fixture(scope="module")
def calm_tab(browser: Browser) -> Iterator[Page]:
    with stage_tab(browser, reduced_motion="reduce") as page:
        yield page


def open_stage(page: Page, *args: Any, **options: Any) -> None:
    """The same, and then time stands still until the test runs it."""
    page.clock.resume()
    open_running(page, *args, **options)
    if page.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches"):
        return
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)


def run(page: Page, ms: int) -> None:
    page.clock.run_for(ms)


def button(page: Page, name: str) -> Any:
    return page.locator(f"[data-go={name}]")


@PICTURES
def test_no_part_shows_another_round_than_the_clock(
    tab: Page, tmp_path: Path, settings: dict[str, Any]
) -> None:
    open_stage(tab, tmp_path, fitted(**settings), round=3, guess=None)
    names = [tab.evaluate(f"S.own.model.round({number}).nodes[0].words") for number in (3, 4)]
    hear(tab, "S.moment({...S.at, round: 4, node: 0, feature: null, cut: null})")
    button(tab, "next").click()
    run(tab, 20)
    seen = []
    while (now := tab.evaluate(SHOWN))["view"] < 4:
        seen.append(now)
        run(tab, 20)
    assert len(seen) > 30
    for now in seen:
        step, u = max(1, int(np.ceil(now["view"] - 1e-9))), 0.0
        u = now["view"] - (step - 1)
        assert (now["round"], now["count"], now["slider"]) == (4, f"Round 4 of {settings['n_estimators']}", 4)
        assert now["knob"] == pytest.approx(now["knobDue"], abs=0.1)
        if step == 3:
            assert (now["head"], now["roots"], now["gain"]) == ("Tree of round 3", [names[0]], 3)
        else:  # what was asked about stays, and says so, until the tree comes over it; gains come first
            assert now["gain"] == 4
            assert now["head"] == ("Tree of round 4" if u > 0.12 else "The next tree")
            assert now["roots"] in ([[]] if u < 0.12 else [[names[1]]] if u > 0.17 else [[names[1]], []])
    assert tab.evaluate(SHOWN)["roots"] == [names[1]]


def test_a_second_key_cuts_the_motion_short(tab: Page, tmp_path: Path) -> None:
    open_stage(tab, tmp_path, fitted(**CURVE), round=10)
    tab.keyboard.press("ArrowRight")
    run(tab, 200)
    assert 10 < tab.evaluate("S.view") < 11
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate("[S.at.round, 11 <= S.view && S.view < 12]") == [12, True]
    button(tab, "next").click()  # and the last one, after which there is nothing to press
    run(tab, 40)
    assert tab.evaluate("[S.view, S.resting()]") == [12, True]
    assert tab.evaluate("told.filter(each => 'round' in each).map(each => each.round)") == [11, 12]


def test_who_presses_once_too_often_at_the_end_stays_there(tab: Page, tmp_path: Path) -> None:
    open_stage(tab, tmp_path, fitted(**CURVE), round=11)
    tab.evaluate("nLed = 0; S.leadsOn = () => () => nLed++")
    for _ in range(4):
        button(tab, "next").click()
        run(tab, 200)
    assert tab.evaluate("[S.view, nLed]") == [12, 0]
    run(tab, 400)
    button(tab, "next").click()
    assert tab.evaluate("nLed") == 1


def test_keys_lead_to_both_ends_and_held_they_do_not_wait(tab: Page, tmp_path: Path) -> None:
    open_stage(tab, tmp_path, fitted(**CURVE), round=2)
    tab.locator(".strip").focus()  # elsewhere these keys scroll
    tab.keyboard.press("End")
    run(tab, 40)
    assert tab.evaluate("[S.view, S.at.round]") == [12, 12]
    expect(button(tab, "next")).to_be_disabled()
    tab.keyboard.press("Home")
    run(tab, 40)
    assert tab.evaluate("[S.view, S.at.round]") == [0, 0]
    assert tab.evaluate("told.at(-1).round") == 0
    expect(button(tab, "back")).to_be_disabled()
    assert tab.locator("[data-part=treehead]").text_content() == "No tree yet"
    tab.keyboard.down("ArrowRight")
    for _ in range(3):
        tab.keyboard.down("ArrowRight")  # repeated
    tab.keyboard.up("ArrowRight")
    run(tab, 40)
    assert tab.evaluate("[S.view, S.at.round]") == [4, 4]


def test_under_the_hand_the_strip_shows_its_step_and_asks_nothing(tab: Page, tmp_path: Path) -> None:
    open_stage(tab, tmp_path, fitted(**CURVE), round=8, guess=None)
    box = tab.locator("[data-part=strip]").bounding_box()
    assert box is not None
    for step, number in ((8.4, 8), (5.4, 5), (10.6, 11)):
        tab.mouse.move(box["x"] + tab.evaluate(f"S.L.stepX({step})"), box["y"] + 30)
        tab.mouse.down()
        run(tab, 40)
        best = tab.evaluate(f"S.own.model.round({number}).nodes[0].asks")
        assert tab.evaluate(PICTURE)[:2] == [f"Best: {best}", f"Round <b>{number}</b> of 12"]
        assert tab.evaluate("told.length") == 0  # nobody hears of it before it is let go
    tab.mouse.up()
    run(tab, 300)
    assert tab.evaluate(PICTURE)[:2] == ["Where will the next tree cut first?", "Round <b>11</b> of 12"]
    assert tab.evaluate("[S.view, S.at.round, told.at(-1).round]") == [11, 11, 11]


def test_play_takes_a_step_in_its_time_and_stops_at_the_end(tab: Page, tmp_path: Path) -> None:
    open_stage(tab, tmp_path, fitted(**CURVE), round=9)
    button(tab, "play").click()
    for number in (10, 11):
        run(tab, STEP_MS + 40)
        assert tab.evaluate("[S.view, S.at.round]") == [number, number]
        run(tab, PLAY_MS - STEP_MS)
    tab.locator(".speed").click()
    run(tab, PLAY_MS)
    assert tab.evaluate("[S.view, S.playing]") == [12, False]
    expect(button(tab, "play")).to_have_attribute("aria-label", "Play")
    tab.locator(".speed").click()


def test_who_pauses_stays(tab: Page, tmp_path: Path) -> None:
    open_stage(tab, tmp_path, fitted(**CURVE), round=3)
    button(tab, "play").click()
    run(tab, STEP_MS + 40)
    expect(button(tab, "play")).to_have_attribute("aria-label", "Pause")
    button(tab, "play").click()
    run(tab, 2 * PLAY_MS)
    assert tab.evaluate("[S.view, S.at.round, S.playing]") == [4, 4, False]


def test_where_it_has_no_place_nothing_is_drawn(tab: Page, tmp_path: Path) -> None:
    open_stage(tab, tmp_path, fitted(**CURVE), round=3)
    tab.evaluate("S.root.style.display = 'none'; S.fit(); S.go(4, { jump: true })")
    run(tab, 40)
    assert tab.locator("[data-part=treehead]").text_content() == "Tree of round 3"
    tab.evaluate("S.root.style.display = ''; S.fit()")
    assert tab.locator("[data-part=treehead]").text_content() == "Tree of round 4"


def test_calm_readers_see_ends_alone(calm_tab: Page, tmp_path: Path) -> None:
    open_stage(calm_tab, tmp_path, fitted(**CURVE), round=3)
    button(calm_tab, "next").click()
    assert calm_tab.evaluate("[S.view, S.motion]") == [4, None]
    button(calm_tab, "back").click()
    assert calm_tab.evaluate("[S.view, S.motion]") == [3, None]


@PICTURES
def test_browsers_grow_what_gbtlib_grew(tab: Page, tmp_path: Path, settings: dict[str, Any]) -> None:
    fit = fitted(**settings)
    open_stage(tab, tmp_path, fit, round=1)
    for number in (1, 5, 2, len(fit.trace)):  # not in order: states are kept here and there
        round_ = fit.trace[number - 1]
        raw = tab.evaluate(f"Array.from(S.own.model.raw({number}))")
        rows = np.searchsorted(fit.train, tab.evaluate("Array.from(S.record.rows)"))
        assert np.array_equal(raw, column(round_.raw_after, 0)[rows])
        missed = tab.evaluate(f"Array.from(S.own.model.round({number}).res)")
        np.testing.assert_allclose(missed, -column(round_.gradient, 0)[rows], atol=1e-12)
        within = tab.evaluate(f"S.own.model.round({number}).leaves.map(each => [each.id, each.rows.length])")
        leaf = round_.leaf[rows]
        assert {node: many for node, many in within if many} == {
            int(node): int((leaf == node).sum()) for node in np.unique(leaf)
        }


def test_the_guess_hides_all_that_tells_and_ends_in_a_sentence(tab: Page, tmp_path: Path) -> None:
    fit = fitted(**CURVE)
    open_stage(tab, tmp_path, fit, round=4)
    answer = tab.evaluate("S.own.model.round(5).nodes[0].plain")
    assert answer not in tab.locator("#stage").inner_text()
    handle = tab.locator(".handle")
    handle.focus()
    tab.keyboard.press("ArrowRight")
    run(tab, 300)
    assert tab.evaluate("document.activeElement.classList.contains('handle')")
    hear(tab, "S.moment({...S.at, round: 5, node: 0, feature: null, cut: null})")
    tab.evaluate("S.draw()")
    now = tab.evaluate(SHOWN)
    assert (now["roots"], now["head"], now["gain"]) == ([], "Your first cut", None)
    root, said = fit.candidates(5, 0), tab.evaluate("S.own.guess.values[0]")
    side = np.flatnonzero(root.n_left == tab.evaluate("S.own.stump.sides[0].n"))[0]
    assert abs(root.threshold[side] - said) < 0.05  # of the cuts that are drawn one that reads as the guess
    sums = [float(each.replace("−", "-")) for each in re.findall(r"−?\d+\.\d", now["sums"])]
    np.testing.assert_allclose(sums, [-root.GL[side], -root.GR[side]], atol=0.051)
    assert answer.split(" ")[-1] not in tab.locator("#stage").inner_text()
    tab.keyboard.press("Enter")
    run(tab, 50)
    sure = tab.locator("[data-part=answer] [data-sure]")
    assert sure.all_text_contents() == ["guessing", "fairly", "sure"]
    tab.keyboard.press("Enter")
    run(tab, 3000)
    said = tab.evaluate("S.guess.value")
    credit = root.gain[np.abs(root.threshold - said).argmin()] / root.gain[root.best]
    told = tab.locator("[data-part=answer]").inner_text()
    assert answer in tab.locator("[data-part=prompt]").inner_text()
    assert abs(int(told.split("·")[-1].split("%")[0]) - 100 * credit) < 1.5
    assert tab.evaluate("[S.at.round, S.guess.told, S.view]")[:2] == [4, True]
    button(tab, "next").click()
    run(tab, STEP_MS + 50)
    assert tab.evaluate("[S.view, S.at.round]") == [5, 5]


def test_whoever_does_not_guess_is_shown(tab: Page, tmp_path: Path) -> None:
    open_stage(tab, tmp_path, fitted(**PLANE), round=2, guess=1)
    run(tab, 300)
    assert tab.evaluate("[S.guess.step, S.guess.told]") == [3, False]
    tab.locator("[data-skip]").click()
    run(tab, STEP_MS + 50)
    assert tab.evaluate("S.at.round") == 3
    run(tab, 300)
    assert tab.evaluate("S.guess.step") == 4  # every step asks
    tab.keyboard.press("Escape")
    run(tab, 50)
    assert tab.evaluate("[S.guess, S.view]") == [None, 3]


@pytest.mark.parametrize("goes_on", [True, False])
def test_what_is_told_is_asked_no_more(tab: Page, tmp_path: Path, goes_on: bool) -> None:
    open_stage(tab, tmp_path, fitted(**CURVE), round=1)
    tab.locator(".handle").focus()
    for key in ("Enter", "Enter"):
        tab.keyboard.press(key)
        run(tab, 3000)
    assert tab.evaluate("[S.guess.step, S.guess.told, S.at.round]") == [2, True, 1]
    if goes_on:
        button(tab, "next").click()
        run(tab, STEP_MS + 50)
    tab.locator(".handle").focus()
    tab.keyboard.press("ArrowRight")
    run(tab, 300)
    assert tab.evaluate("[S.guess.step, S.guess.told, S.at.round, Math.floor(S.view)]") == [3, False, 2, 2]
    assert tab.locator("[data-part=count]").inner_text() == "Round 2 of 12"
    assert tab.evaluate("S.parts.treehead.textContent") == "Your first cut"


def test_whoever_drags_a_guess_and_is_shown_learns_how_good_it_was(tab: Page, tmp_path: Path) -> None:
    open_stage(tab, tmp_path, fitted(**CURVE), round=3)
    handle = tab.locator(".handle").bounding_box()
    assert handle is not None
    tab.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + 12)
    tab.mouse.down()
    tab.mouse.move(handle["x"] + 150, handle["y"] + 12)
    tab.mouse.up()
    run(tab, 300)
    tab.locator("[data-skip]").click()
    run(tab, 3000)
    hear(tab, "S.moment({...S.at, round: 4, node: 0, feature: null, cut: null})")
    tab.evaluate("S.draw()")
    assert tab.evaluate("[S.guess.step, S.guess.told, S.guess.sure, S.at.round]") == [4, True, None, 3]
    told = tab.locator("[data-part=answer]").inner_text()
    assert re.match(r"yours x ≤ \S+ · \d+ % of its gain: −G of its sides ", told)
    texts = tab.locator("[data-gain=mine] text").all_text_contents()
    yours, best = (float(each.split()[-1]) for each in texts)
    assert f"{round(100 * yours / best)} %" in told


@PICTURES
def test_a_node_is_chosen_by_keys_and_its_cuts_are_shown(
    tab: Page, tmp_path: Path, settings: dict[str, Any]
) -> None:
    fit = fitted(**settings)
    open_stage(tab, tmp_path, fit, round=2)
    tab.locator("[data-node='0']").focus()
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("Enter")
    run(tab, 50)
    come(tab)
    node = tab.evaluate("S.at.node")
    assert node == fit.trace[1].trees[0].children_left[0]
    assert tab.evaluate("S.own.cut.moment.node.id") == node
    assert tab.evaluate("told.at(-1)") == {"node": node, "feature": None, "cut": None}
    gain = tab.locator("[data-part=gain]")
    gain.focus()
    tab.keyboard.press("ArrowRight")
    run(tab, 50)
    moved = tab.evaluate("[S.at.feature, S.at.cut, S.own.cut.way.GL[S.own.cut.i]]")
    tree = fit.candidates(2, node)
    mine = np.flatnonzero(tree.feature == moved[0])
    assert moved[2] == pytest.approx(tree.GL[mine[moved[1]]])
    tab.keyboard.press("Escape")
    assert tab.evaluate("S.at.cut") is None


def test_another_record_or_cursor_is_shown_without_motion(tab: Page, tmp_path: Path) -> None:
    open_stage(tab, tmp_path, fitted(**CURVE), round=5)
    button(tab, "next").click()
    run(tab, 100)
    tab.evaluate("S.show({ record: S.record, source: S.source, cursor: { ...S.at } })")
    assert tab.evaluate("S.motion !== null")  # nothing is another: what runs goes on
    tab.evaluate("S.show({ cursor: { round: 2 } })")
    assert tab.evaluate("[S.view, S.at.round, S.motion]") == [2, 2, None]
    tab.evaluate("S.show({ record: { ...S.record, n_rounds: 3 }, cursor: { round: 9 } })")
    assert tab.evaluate("[S.view, S.n]") == [3, 3]


def test_of_another_picture_nothing_stays(tab: Page, tmp_path: Path) -> None:
    records = []
    for settings in (CURVE, PLANE, ROWS):
        open_stage(tab, tmp_path, fitted(**settings), round=1)
        records.append(tab.evaluate("document.getElementById('data').textContent"))
    for text, settings in ((records[1], PLANE), (records[0], CURVE)):
        tab.shown.append((fitted(**settings), 0))  # type: ignore[attr-defined]
        tab.evaluate(
            "text => S.show({ record: decoded(JSON.parse(text).record), source: newSource() })", text
        )
        come(tab)
    assert tab.evaluate("S.parts.ground.width") == 0
    assert tab.locator("[data-gain=features]").count() == 0
    assert not tab.locator("[data-part=views]").is_visible()
    assert tab.locator("[data-part=gainhead]").text_content() == "What a cut gains"
    assert tab.locator("[data-part=legend]").inner_text().startswith("rows")


def test_what_a_page_by_itself_does_not_have_is_not_made_up(tab: Page, tmp_path: Path) -> None:
    open_stage(tab, tmp_path, fitted(**CURVE), round=2)
    tab.evaluate("S.source = { moment: at => (at.node ? null : S.moments.values().next().value) }")
    tab.evaluate("S.act({ node: S.own.model.round(2).nodes[0].kids[0] }); S.draw()")
    now = tab.evaluate(SHOWN)
    node = fitted(**CURVE).trace[1].trees[0].node(1)
    assert now["gain"] is None
    assert now["sums"].startswith(f"n {node.n_samples}")


def test_a_number_opens_its_sum_of_the_same_node(tab: Page, tmp_path: Path) -> None:
    fit = fitted(**CURVE)
    open_stage(tab, tmp_path, fit, round=3)
    tree = fit.trace[2].trees[0]
    leaf = int(tree.leaves[-1])
    tab.evaluate(f"S.act({{ node: {leaf} }})")
    come(tab)
    card = tab.locator("[data-part=card]")
    tab.locator("[data-card=w]").first.click()
    tab.evaluate("whenHeard()")  # its numbers are on their way
    run(tab, 40)
    assert card.is_visible()
    bar = tab.evaluate("S.own.model.round(3).leaves.at(-1).weight")
    assert bar == tree.weight[leaf]
    assert f"{abs(bar):.3f}"[:5] in card.inner_text()
    assert tab.evaluate("document.activeElement.dataset.part") == "card"
    tab.keyboard.press("Escape")
    assert not card.is_visible()
    assert tab.evaluate("document.activeElement.dataset.card") == "w"
    tab.locator("[data-card=w]").first.click()
    run(tab, 40)
    assert card.is_visible()
    tab.evaluate("S.go(4)")
    run(tab, 40)
    assert not card.is_visible()  # it was about another round
