"""Follow one row in a real browser: asked on the brick, told in motion, numbers of gbtlib; in a file, too."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.alone import open_alone
from tests.browser.rest import at_rest
from tests.browser.stages import go, open_lesson, question, shows, stage, stopped
from tests.pages import fit
from tests.saved_pages import is_alone
from workbench.lessons.follow_one_row import LESSON
from workbench.lessons.follow_one_row.record import shown_row
from workbench.lessons.follow_one_row.stage import stage_of_file
from workbench.models.boosted import BoostedModel
from workbench.models.row_story import default_row, row_story, turning_rounds
from workbench.text.questions import question_of

START: dict[str, Any] = {"round": 8, "row": None, "path_node": None, "bricks": "rounds", "guess": None}
SONAR: dict[str, Any] = {"data": "sonar", "learning_rate": 0.2}
SETS = [("cos_x2", 0), ("airquality", 0), ("automobile", 0), ("moons", 0), ("iris", 1), ("sentences", 2)]
MOST_BYTES = 2_000_000


def open_file(tab: Page, tmp_path: Path, found: BoostedModel, k: int = 0, **cursor: Any) -> None:
    at = START | cursor
    page = LESSON.saved(stage_of_file(found, k, shown_row(found, at["row"])), at, {})
    assert is_alone(page.decode())
    assert len(page) < MOST_BYTES
    open_alone(tab, tmp_path, page)
    stopped(tab)


def open_sonar(tab: Page, tmp_path: Path, **cursor: Any) -> BoostedModel:
    found = fit(**SONAR)
    open_file(tab, tmp_path, found, row=35, **cursor)
    return found


def handle(page: Page) -> Locator:
    return stage(page).get_by_role("slider", name=re.compile("^F of the row after round"))


def said(page: Page) -> str:
    """All numbers that rest on the stage."""
    texts = stage(page).locator("[data-part=top] text, [data-part=mates] text, [data-part=sums] > *")
    return " ".join(texts.all_text_contents())


def says(text: str, value: float) -> bool:
    """Whether a number is among those of a text, to its last digit."""
    found = re.findall(r"−?\d+(?:\.\d+)?", text)
    near = (abs(float(each.replace("−", "-")) - value) * 10 ** len(each.partition(".")[2]) for each in found)
    return any(far <= 0.5 + 1e-6 for far in near)


def test_nothing_tells_what_the_next_round_does_until_it_is_answered(alone: Page, tmp_path: Path) -> None:
    found = open_sonar(alone, tmp_path)
    story = row_story(found, 35)
    expect(question(alone)).to_contain_text("And round 9?")
    expect(stage(alone).locator(".flag[d^=M]")).to_have_count(1)  # of the legend
    expect(stage(alone).locator(".strip .later .train")).to_be_hidden()
    expect(stage(alone).locator("[data-part=treehead]")).to_have_text("Tree of round 8")
    handle(alone).focus()
    for _ in range(3):
        alone.keyboard.press("ArrowUp")
        assert "And round 9" in (question(alone).text_content() or "")  # while the guess opens, too
    yours = float(handle(alone).get_attribute("aria-valuenow") or "nan")
    assert yours > story.raw[8, 0]
    alone.keyboard.press("Enter")
    expect(stage(alone).locator("[data-part=answer] [data-sure]").first).to_be_focused()
    alone.keyboard.press("Enter")
    shows(alone, 9)
    all_ask = -found.trace[8].trees[0].node(int(story.leaf[8, 0])).G
    why = f"as its leaf asks for −{-all_ask:.3g}"
    expect(question(alone)).to_contain_text(f"Round 9: −0.202, now rock, {why}. And round 10?")
    mine = f"+{yours - story.raw[8, 0]:.3f}"  # in three decimals
    expect(question(alone)).to_contain_text(f"You: {mine}, guessing: the wrong way")
    expect(stage(alone).locator(".guess-brick")).to_have_count(1)  # beside what came
    expect(stage(alone).locator("[data-part=treehead]")).to_have_text("Tree of round 9")
    go(alone, "next")  # a press is a round
    shows(alone, 10)
    expect(question(alone)).to_contain_text("And round 11?")
    expect(stage(alone).locator(".guess-brick")).to_have_count(0)
    handle(alone).focus()
    alone.keyboard.press("ArrowUp")
    alone.keyboard.press("Enter")
    go(alone, "next")
    shows(alone, 11)
    expect(question(alone)).to_contain_text(
        re.compile(r"You: \+[\d.]+: (the wrong way|[\d.]+ off)")
    )  # and no word on how sure


CENTRES = """all => all.map(each => each.getBoundingClientRect())
  .map(({ left, top, width, height }) => [left + width / 2, top + height / 2])"""


def test_the_brick_is_dragged_and_show_me_skips(alone: Page, tmp_path: Path) -> None:
    open_sonar(alone, tmp_path, guess=1)
    grip = handle(alone).locator(".grip").bounding_box()
    assert grip is not None
    x, y = grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2
    alone.mouse.click(x, y)  # what is not moved says nothing
    expect(stage(alone).locator(".sures")).to_be_hidden()
    expect(question(alone)).to_contain_text("drag F up or down")
    alone.mouse.down()
    alone.mouse.move(x, y + 60, steps=3)
    follows = stage(alone).locator(".mine-now").evaluate_all(CENTRES)
    before = stage(alone).locator("circle.now").evaluate_all(CENTRES)
    assert follows[0][1] == pytest.approx(y + 60, abs=2)  # on the curve, at the level of F
    assert follows[0][0] == pytest.approx(follows[1][0], abs=0.2)  # and at the foot, under it
    assert follows[1][0] < before[1][0] - 4  # a lower F has a lower p
    alone.mouse.up()
    expect(question(alone)).to_contain_text("lower")
    stage(alone).locator(".sures").get_by_role("button", name="sure", exact=True).click()
    shows(alone, 9)
    expect(question(alone)).to_contain_text(re.compile(r"You: −[\d.]+, sure: [\d.]+ off"))
    expect(stage(alone).locator(".mine-now")).to_have_count(2)  # beside what came


def test_show_me_skips(alone: Page, tmp_path: Path) -> None:
    open_sonar(alone, tmp_path)
    question(alone).get_by_role("button", name="Show me").click()
    shows(alone, 9)
    expect(stage(alone).locator(".guess-brick")).to_have_count(0)


# Whether a stem runs through the name of a row.
STRUCK = """root => {
  const stems = root.querySelector(".mates .stems"), at = stems.getScreenCTM()
  return [...root.querySelectorAll(".mates text.ink")].some(each => {
    const { left, right, top, bottom } = each.getBoundingClientRect()
    for (let k = 0; k < stems.getTotalLength(); k += 2) {
      const { x, y } = stems.getPointAtLength(k).matrixTransform(at)
      if (x > left + 2 && x < right - 2 && y > top + 3 && y < bottom - 3) return true
    }
    return false
  })
}"""


@pytest.mark.sweep
@pytest.mark.parametrize(("data", "k"), SETS)
def test_every_round_has_the_numbers_of_gbtlib_from_wherever_one_comes(
    alone: Page, tmp_path: Path, data: str, k: int
) -> None:
    found = fit(data=data, n_estimators=6)
    open_file(alone, tmp_path, found, k, round=1, guess=0)
    story = row_story(found, default_row(found))
    drawn = {}
    for r in range(1, 6):
        shows(alone, r)
        node = found.trace[r - 1].trees[k].node(int(story.leaf[r - 1, k]))
        for value in (story.contribution[r - 1, k], story.weight[r - 1, k], story.prediction[r, k], node.H):
            assert says(said(alone), float(value)), value
        drawn[r] = stage(alone).locator("[data-part=moving]").inner_html()
        assert not stage(alone).evaluate(STRUCK)
        go(alone, "next")
    shows(alone, 6)
    for r in range(5, 0, -1):
        go(alone, "back")
        shows(alone, r)
        assert stage(alone).locator("[data-part=moving]").inner_html() == drawn[r]
    go(alone, "first")
    shows(alone, 0)
    expect(stage(alone).locator("[data-part=matehead]")).to_have_text(
        re.compile(rf"^What all {len(found.train):,} rows ask for$")
    )


def test_a_number_opens_its_sum_where_it_stands(alone: Page, tmp_path: Path) -> None:
    open_sonar(alone, tmp_path)
    card = stage(alone).get_by_role("dialog")
    for name, part in (("p", "0.508"), ("g", "−0.508"), ("brick", "0.034"), ("w", "5.84")):
        stage(alone).locator(f"[data-card={name}]").click()
        expect(card).to_contain_text(part)
        alone.keyboard.press("Escape")
        expect(card).to_be_hidden()
    go(alone, "last")
    stage(alone).get_by_role("radio", name="by features").click()
    stage(alone).locator("[data-card=feature1]").focus()
    alone.keyboard.press("Enter")
    expect(card).to_contain_text("By Shapley values")
    expect(card).to_contain_text("V11 =")


def test_other_cuts_of_the_sum_are_offered_once_no_round_is_asked(alone: Page, tmp_path: Path) -> None:
    open_sonar(alone, tmp_path)
    cuts = stage(alone).get_by_role("radiogroup", name="What the bricks are")
    expect(cuts).to_be_hidden()
    go(alone, "last")
    cuts.get_by_role("radio", name="by features").click()
    go(alone, "back")
    shows(alone, 49)
    expect(cuts).to_be_visible()  # the way back to the bricks of the rounds


def test_the_row_is_named_at_the_root_alone_and_the_leaf_asks_for_what_its_sum_has(
    alone: Page, tmp_path: Path
) -> None:
    open_file(alone, tmp_path, fit(data="cos_x2", n_estimators=6), round=5)
    nodes = stage(alone).locator(".tree .node.way text").all_text_contents()
    assert [sum(start in text for text in nodes) for start in ("row ", "has ")] == [1, 3]
    asked = re.search(r"its leaf asks for ([+−][\d.]+), unlike the row", question(alone).text_content() or "")
    assert asked
    expect(stage(alone).locator("[data-card=w]")).to_contain_text(f" = {asked[1]} / (")


def test_w_and_n_stand_at_the_numbers_that_they_name(alone: Page, tmp_path: Path) -> None:
    open_sonar(alone, tmp_path)
    expect(stage(alone).locator("[data-part=treebox] .names text:not(:empty)")).to_have_count(0)
    seen = [each for each in stage(alone).locator(".node.leaf text").all() if each.is_visible()]
    names, numbers = seen[::2], seen[1::2]
    assert [each.text_content() for each in names] == ["w", "n"]
    for name, number in zip(names, numbers, strict=True):
        first, then = name.bounding_box(), number.bounding_box()
        assert first
        assert then
        assert 0 < then["x"] - first["x"] - first["width"] < 20


def test_a_slim_leaf_says_how_many_rows_it_has_and_calls_them_so(alone: Page, tmp_path: Path) -> None:
    found = fit(data="breast_cancer", max_depth=8, n_estimators=30)
    open_file(alone, tmp_path, found, round=30, guess=0)
    leaf = stage(alone).locator("[data-part=treebox] .node.leaf.way")
    name, number = leaf.locator("text").all_text_contents()
    assert name == "n"
    expect(leaf).to_have_attribute("aria-label", re.compile(rf"\b{number} rows"))


def test_a_node_shows_its_rows_and_a_motion_runs_backwards_on_the_strip(alone: Page, tmp_path: Path) -> None:
    open_sonar(alone, tmp_path)
    head = stage(alone).locator("[data-part=matehead]")
    expect(head).to_have_text("34 rows in its leaf")
    stage(alone).locator(".tree .node[data-node='0']").click()
    expect(head).to_have_text("145 rows in this node")
    stage(alone).locator(".tree .node[data-node='0']").click()
    alone.mouse.move(0, 0)
    expect(head).to_have_text("34 rows in its leaf")
    strip = stage(alone).get_by_role("slider", name="Step", exact=True)
    box = strip.bounding_box()
    assert box is not None
    at = box["x"] + 16 + (box["width"] - 32) * 5.7 / 50
    alone.mouse.move(at + 40, box["y"] + 20)
    alone.mouse.down()
    alone.mouse.move(at, box["y"] + 20)
    expect(stage(alone)).to_have_attribute("data-moving", "")
    expect(stage(alone).locator("[data-part=treehead]")).to_have_text("Tree of round 6")
    expect(stage(alone).locator(".flight .flying[d^=M]")).to_have_count(1)  # its brick is on its way
    expect(question(alone)).to_contain_text("w × 0.2 is added to row 35’s F")
    alone.mouse.move(at - (box["width"] - 32) * 0.5 / 50, box["y"] + 20)
    expect(question(alone)).to_contain_text("Row 35 falls through the tree of round 6")
    alone.mouse.move(at, box["y"] + 20)
    alone.mouse.up()
    shows(alone, 6)


def test_a_cut_that_parts_missing_from_present_says_so(alone: Page, tmp_path: Path) -> None:
    found = fit(data="airquality", n_estimators=20)
    round_, node = next(
        (r, int(i))
        for r, each in enumerate(found.trace, start=1)
        for i in np.flatnonzero(~each.trees[0].is_leaf & np.isinf(each.trees[0].threshold))
    )
    open_file(alone, tmp_path, found, round=round_)
    asks = question_of(found.dataset.feature_names[found.trace[round_ - 1].trees[0].feature[node]], np.inf)
    assert asks.endswith("is there")
    label = stage(alone).locator(f".tree .node[data-node='{node}']").get_attribute("aria-label")
    assert label is not None and f": {asks}, " in label


@pytest.mark.parametrize("round_", range(4))
def test_on_a_phone_the_coming_brick_stands_clear_and_the_round_is_named(
    alone: Page, tmp_path: Path, round_: int
) -> None:
    alone.set_viewport_size({"width": 390, "height": 844})
    open_file(alone, tmp_path, fit(data="breast_cancer", n_estimators=8), round=round_)
    slot = stage(alone).locator(".picture .slot").bounding_box()
    assert slot
    for text in stage(alone).locator(".picture svg text").all():
        box = text.bounding_box()
        assert box and (
            box["x"] > slot["x"] + slot["width"] - 4  # its halo may lie there
            or box["x"] + box["width"] < slot["x"] + 4
            or box["y"] > slot["y"] + slot["height"] - 4
            or box["y"] + box["height"] < slot["y"] + 4
        ), text.text_content()
    expect(stage(alone).get_by_text("F: log odds of benign")).to_be_visible()
    foot = "F₀ 0.524" if round_ == 0 else f"round {round_}"
    expect(stage(alone).locator(".picture [data-part=moving]").get_by_text(foot, exact=True)).to_be_visible()


@pytest.mark.parametrize("name", ["p", "g", "brick", "feature1"])
def test_a_card_stands_near_its_number_and_clear_of_it(alone: Page, tmp_path: Path, name: str) -> None:
    bricks = "features" if name == "feature1" else "rounds"
    open_file(alone, tmp_path, fit(data="breast_cancer", n_estimators=8), round=3, bricks=bricks, guess=0)
    number = stage(alone).locator(f"[data-card={name}]")
    box = number.bounding_box()
    number.click()
    card = stage(alone).get_by_role("dialog").bounding_box()
    assert box
    assert card
    across, down = (
        max(card[at] - box[at] - box[size], box[at] - card[at] - card[size])
        for at, size in (("x", "width"), ("y", "height"))
    )
    assert 0 < max(across, down) < 60


@pytest.mark.wide
@pytest.mark.parametrize(("data", "k"), SETS)
@pytest.mark.parametrize("bricks", ["rounds", "features"])
def test_a_phone_cuts_nothing(alone: Page, tmp_path: Path, data: str, k: int, bricks: str) -> None:
    alone.set_viewport_size({"width": 390, "height": 844})
    open_file(alone, tmp_path, fit(data=data, n_estimators=6), k, round=5, bricks=bricks)
    assert alone.evaluate("document.documentElement.scrollWidth") <= 390
    texts = (
        stage(alone)
        .locator(".picture svg text")
        .evaluate_all(
            "all => all.map(each => each.getBoundingClientRect()).map(({ left, right }) => [left, right])"
        )
    )
    assert len(texts) > 6
    assert all(left >= 0 and right <= 390 for left, right in texts)


@pytest.mark.wide
def test_rows_are_found_followed_and_sent_to_somebody_else(page: Page, server_url: str, other: Page) -> None:
    open_lesson(page, f"{server_url}/follow_one_row?data=moons&round=4")
    found = fit(data="moons")
    at_rest(page)
    summary = stage(page).locator(".rows-menu summary")
    expect(summary).to_have_text(f"Row {default_row(found)}")
    turning = stage(page).locator(".turning")
    summary.click()
    turn = next(r for r in turning_rounds(found, row_story(found, default_row(found))) if r > 4)
    turning.click()  # which is played
    shows(page, turn)
    expect(stage(page).locator(".picture .flag[d^=M]")).to_have_count(1)
    go(page, "last")
    summary.click()
    expect(turning).to_be_disabled()
    stage(page).get_by_role("button", name="Next that changes sides").click()
    expect(page).to_have_url(re.compile(r"row=\d+"))
    expect(summary).not_to_have_text(f"Row {default_row(found)}")
    summary.click()
    stage(page).get_by_role("spinbutton", name="Row").fill("17")
    page.keyboard.press("Enter")
    expect(summary).to_have_text("Row 17")
    summary.click()
    stage(page).get_by_role("button", name="Next held out").click()
    held_out = int(found.held_out[found.held_out > 17][0])
    expect(summary).to_have_text(f"Row {held_out}")
    expect(stage(page).locator(".legend")).to_contain_text("held out")
    stage(page).get_by_role("radio", name="by its path").click()
    expect(page).to_have_url(re.compile("bricks=path"))
    at_rest(page)
    expect(page.get_by_text("Held out: never trained on.")).to_be_visible()
    other.goto(page.url)
    stopped(other)
    at_rest(other)
    assert said(other) == said(page)
    mates = stage(page).locator(".mates")
    mates.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(summary).not_to_have_text(f"Row {held_out}")


@pytest.mark.wide
def test_in_present_the_sum_of_a_leaf_has_room(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/follow_one_row?guess=0&round=6&present=1")
    parts = stage(page).locator("[data-part=sums] > *")
    expect(parts).to_have_count(2)
    assert parts.evaluate_all("parts => parts.every(each => each.scrollWidth <= each.clientWidth + 1)")
    first, then = (each.bounding_box() for each in parts.all())
    assert first
    assert then
    assert first["x"] + first["width"] <= then["x"]


def test_a_class_is_chosen_by_its_lane(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/follow_one_row?data=iris&round=4&row=83")
    at_rest(page)
    lane = stage(page).get_by_role("button", name="The trees of virginica")
    lane.click()
    expect(page).to_have_url(re.compile("class=2"))
    expect(stage(page).locator("[data-part=treehead]")).to_have_text("Tree of round 4, virginica")
    expect(page).to_have_url(re.compile("round=4"))
