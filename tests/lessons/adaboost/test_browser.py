"""AdaBoost in a real browser: asked on the rows, told in motion; a row's label is turned; in a file, too."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.alone import open_alone
from tests.browser.banners import banner_frames
from tests.browser.rest import at_rest
from tests.browser.stages import go, open_lesson, question, shows, stage, stopped
from tests.saved_pages import is_alone
from workbench.lessons.adaboost import LESSON
from workbench.lessons.adaboost.adaboost_run import AdaBoostRun, AdaSettings, run_adaboost, safest_row
from workbench.lessons.adaboost.stage import stage_of_rounds

START: dict[str, Any] = {"round": 1, "row": None, "guess": None}
WRONG = AdaSettings(noise=0.3, flipped=69)
MOST_BYTES = 2_000_000


NUMBERS_ON_THE_WAY = """root => new Promise(done => {
  const found = []
  const look = () => {
    found.push([...root.querySelectorAll("[data-part=sums] b")].map(each => each.textContent))
    root.hasAttribute("data-moving") ? requestAnimationFrame(look) : done(found)
  }
  root.querySelector("[data-go=next]").click()
  requestAnimationFrame(() => requestAnimationFrame(look))
})"""


def open_file(alone: Page, tmp_path: Path, settings: AdaSettings = WRONG, **cursor: Any) -> AdaBoostRun:
    found = run_adaboost(settings)
    page = LESSON.saved(stage_of_rounds(found, run_adaboost), START | cursor, {})
    assert is_alone(page.decode())
    assert len(page) < MOST_BYTES
    open_alone(alone, tmp_path, page)
    stopped(alone)
    return found


def handle(page: Page) -> Locator:
    return stage(page).get_by_role("slider", name="The row that will weigh most")


def sums(page: Page) -> str:
    return str(stage(page).locator("[data-part=sums]").inner_text())


def test_before_the_first_vote_it_says_what_a_vote_goes_by(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, round=0)
    head = stage(alone).locator("[data-part=votehead]")
    expect(head).to_have_text("No tree has voted yet: the less it errs, the more it will")
    assert head.evaluate("head => head.scrollWidth <= head.clientWidth")
    expect(stage(alone).locator("[data-part=votebox] .step")).to_have_count(0)


def test_nothing_tells_which_row_until_it_is_answered(alone: Page, tmp_path: Path) -> None:
    found = open_file(alone, tmp_path)
    expect(question(alone)).to_contain_text("Which row weighs most after round 5?")
    expect(stage(alone).locator(".of-row")).to_have_count(0)
    expect(stage(alone).locator("[data-part=rowhead]")).to_have_text("What every row weighs")
    for side, end in (("right", found.shares[1].min()), ("wrong", found.shares[1].max())):
        rows = f"{int(np.isclose(found.shares[1], end).sum())} {side} rows × {end:.3g}"
        expect(stage(alone).locator("[data-part=courses]")).to_contain_text(rows)
    handle(alone).focus()
    for _ in range(3):
        alone.keyboard.press("ArrowRight")
    yours = int(handle(alone).get_attribute("aria-valuenow") or -1)
    alone.keyboard.press("Enter")
    expect(stage(alone).locator("[data-part=answer] [data-sure]").first).to_be_focused()
    alone.keyboard.press("Enter")
    shows(alone, 5)
    weights = found.shares[5]
    most = weights.argmax()
    expect(question(alone)).to_contain_text(
        f"Row {found.train[most]}, wrongly labelled, weighs most: all 5 trees miss it"
    )
    expect(question(alone)).to_contain_text(f"× {weights[most]:.3g} the average")
    expect(question(alone)).to_contain_text(f"Yours: × {weights[found.place(yours)]:.2f}")
    expect(stage(alone).locator(".of-row")).to_have_count(1)
    votes = found.trace[4].votes[found.place(69)]
    for side, sum_ in (("for", votes[1]), ("against", votes[0])):
        expect(stage(alone).locator("[data-part=votehead]")).to_contain_text(f"{sum_:.3g} {side}")
    expect(stage(alone).locator("[data-part=courses]")).to_contain_text(
        f"yours {weights[found.place(yours)]:.3g}"
    )
    go(alone, "back")
    shows(alone, 4)
    expect(question(alone)).to_contain_text(f"Row {found.train[found.shares[4].argmax()]}")


def test_the_verdict_comes_with_the_clock(alone: Page, tmp_path: Path) -> None:
    alone.emulate_media(reduced_motion="no-preference")
    open_file(alone, tmp_path)
    handle(alone).focus()
    for key in ("ArrowRight", "Enter"):
        alone.keyboard.press(key)
    *running, (verdict, answer, last) = banner_frames(alone, "[data-part=answer] [data-sure]")
    assert {prompt for prompt, _, _ in running} == {"Which row weighs most after round 5?"}
    assert all(re.fullmatch(r"Yours: row \d+", beside) for _, beside, _ in running)
    counts = [count for _, _, count in running]
    assert counts == sorted(counts)
    assert {2, 3, 4, 5} >= set(counts) > {5}
    assert (verdict[:4], answer[0], last) == ("Row ", "×", 5)
    assert {prompt[:4] for prompt, _, _ in banner_frames(alone, "[data-go=next]")[:-1]} == {"Row "}


def test_a_pressed_row_is_the_guess_and_show_me_goes_to_the_round(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, guess=1)
    ring = handle(alone).locator(".yours").bounding_box()
    assert ring is not None
    alone.mouse.click(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
    expect(stage(alone).locator(".sures")).to_be_visible()
    alone.keyboard.press("Escape")
    expect(stage(alone).locator(".sures")).to_be_hidden()
    go(alone, "next")
    shows(alone, 2)
    question(alone).get_by_role("button", name="Show me").click()
    shows(alone, 5)
    expect(question(alone)).to_contain_text("of all weight")
    expect(question(alone)).not_to_contain_text("Yours")


# In every frame after Next: how many grains of weight are on their way.
GRAINS_ON_THE_WAY = """root => new Promise(done => {
  const found = []
  const look = () => {
    found.push(root.querySelector(".flow")?.getAttribute("d").split("M").length ?? 0)
    root.hasAttribute("data-moving") ? requestAnimationFrame(look) : done(found)
  }
  root.querySelector("[data-go=next]").click()
  requestAnimationFrame(() => requestAnimationFrame(look))
})"""


def test_weight_flows_from_right_rows_to_wrong_ones(alone: Page, tmp_path: Path) -> None:
    alone.emulate_media(reduced_motion="no-preference")
    open_file(alone, tmp_path, guess=0)
    grains = stage(alone).evaluate(GRAINS_ON_THE_WAY)
    assert grains[0] == grains[-1] == 0
    assert max(grains) > 20


def test_every_round_has_the_numbers_of_gbtlib_from_wherever_one_comes(alone: Page, tmp_path: Path) -> None:
    found = open_file(alone, tmp_path, guess=0)
    drawn = {}
    for number in range(1, 5):
        shows(alone, number)
        round_ = found.trace[number - 1]
        wanted = [f"{each:.3g}" for each in (round_.error, round_.tree_weight)]
        assert [f"{float(each):.3g}" for each in re.findall(r"\d+\.\d+", sums(alone))[:2]] == wanted
        drawn[number] = stage(alone).locator("[data-part=moving]").inner_html()
        go(alone, "next")
    shows(alone, 5)
    for number in range(4, 0, -1):
        go(alone, "back")
        shows(alone, number)
        assert stage(alone).locator("[data-part=moving]").inner_html() == drawn[number]
    go(alone, "next")
    shows(alone, 2)
    stage(alone).locator("[data-card=sum1]").click()
    first, second = (each.tree_weight for each in found.trace[:2])
    expect(stage(alone).get_by_role("dialog")).to_contain_text(
        f"{second / (first + second):.3g} of all votes so far"
    )


def test_a_row_pressed_in_its_course_is_the_guess_and_has_its_weight_there(
    alone: Page, tmp_path: Path
) -> None:
    found = open_file(alone, tmp_path)
    lanes = stage(alone).locator("[data-part=lanes]")
    heavy = lanes.locator(".mark-b").bounding_box()
    assert heavy is not None
    alone.mouse.move(
        heavy["x"] + heavy["width"] / 2, heavy["y"] + 3
    )  # the topmost of class B: what weighs most
    expect(lanes).to_contain_text(re.compile(rf"row \d+ {found.shares[1].max():.3g}"))
    expect(stage(alone).locator(".of-row")).to_have_count(1)
    alone.mouse.down()
    alone.mouse.up()


def test_boosting_that_stops_says_why_and_its_trees_are_seen(alone: Page, tmp_path: Path) -> None:
    found = open_file(alone, tmp_path, AdaSettings(noise=0.3, flipped=69, max_depth=7), guess=0)
    assert len(found.trace) < 10
    go(alone, "last")
    shows(alone, len(found.trace))
    assert sums(alone) == "Stopped: this tree makes no mistake"
    stage(alone).locator("[data-card=sum0]").click()
    expect(stage(alone).get_by_role("dialog")).to_contain_text("the tree votes with 1")
    for side in "ab":  # each tree says both classes somewhere
        fields = stage(alone).locator(f"[data-part=votebox] .side-{side}")
        assert all(each.get_attribute("d") for each in fields.all())
        expect(fields).to_have_count(len(found.trace))


def test_rows_that_weigh_alike_are_told_together(alone: Page, tmp_path: Path) -> None:
    found = open_file(alone, tmp_path, guess=0)
    expect(question(alone)).to_contain_text(
        f"{found.trace[0].wrong.sum()} rows weigh most: tree 1 misses them"
        f"× {found.shares[1].max():.3g} the average each"
    )
    expect(stage(alone).locator("[data-skip]")).to_have_count(0)  # there is nothing to be shown


def test_a_row_that_was_said_and_is_named_has_one_ring(alone: Page, tmp_path: Path) -> None:
    found = open_file(alone, tmp_path, guess=1)
    handle(alone).focus()
    order = np.argsort([found.X[i, 0] for i in range(len(found.train))], kind="stable").tolist()
    away = order.index(found.place(69)) - len(order) // 2
    for _ in range(abs(away)):
        alone.keyboard.press("ArrowRight" if away > 0 else "ArrowLeft")
    alone.keyboard.press("Enter")
    alone.keyboard.press("Enter")
    shows(alone, 5)
    expect(question(alone)).to_contain_text("Yours, right")
    expect(stage(alone).locator(".picture circle:is(.of-row, .yours)")).to_have_count(1)


def test_what_is_named_is_what_is_ringed(alone: Page, tmp_path: Path) -> None:
    found = open_file(alone, tmp_path, AdaSettings(data="sonar"), guess=0, round=5)
    heaviest = f"ow {found.train[found.shares[5].argmax()]}"
    expect(question(alone)).to_contain_text(f"R{heaviest} weighs most")
    expect(stage(alone).locator("[data-part=moving] text")).to_have_text(f"r{heaviest}")
    expect(stage(alone).locator("[data-part=rowhead]")).to_have_text(f"R{heaviest}")


def test_the_row_that_is_named_has_its_name_beside_another_that_is_looked_at(
    alone: Page, tmp_path: Path
) -> None:
    found = open_file(alone, tmp_path, AdaSettings(noise=0.3, flipped=69, max_depth=2), guess=0, round=10)
    weights = found.shares[10]
    heaviest = found.train[weights.argmax()]
    assert heaviest != 69
    against = sum(each.tree_weight for each in found.trace[:10] if each.wrong[weights.argmax()])
    expect(question(alone)).to_contain_text(
        f"Row {heaviest} weighs most: trees with the most α, {against:.2f} of "
    )
    named = {f"row {heaviest}", "row 69"}
    assert set(stage(alone).locator("[data-part=moving] text").all_text_contents()) == named
    expect(stage(alone).locator("[data-part=courses]")).to_contain_text(f"row {heaviest} {weights.max():.3g}")


# The names of rows in the picture, and the middles of large ones that lie under them.
UNDER_NAMES = """root => {
  const upon = "[data-part=moving] path[class^=mark]:not(:nth-last-of-type(-n + 2))",
    boxes = [...root.querySelectorAll(upon)].map(each => each.getBBox()),
    middles = boxes.filter(({ width }) => width > 12 && width < 60)
      .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])
  return [...root.querySelectorAll("[data-part=moving] text")].map(each => {
    const { x, y, width, height } = each.getBBox(),
      isUnder = ([a, b]) => a > x && a < x + width && b > y && b < y + height
    return [each.textContent, middles.filter(isUnder).length]
  })
}"""


@pytest.mark.parametrize("row", [69, 231, 294])
def test_no_name_covers_a_large_row(alone: Page, tmp_path: Path, row: int) -> None:
    open_file(alone, tmp_path, guess=0, round=10, row=row)
    for round_ in range(10, 1, -1):
        shows(alone, round_)
        named = stage(alone).evaluate(UNDER_NAMES)
        assert f"row {row}" in dict(named)
        assert set(dict(named).values()) == {0}, (round_, named)
        go(alone, "back")


def test_a_number_of_the_last_round_stays_until_the_next_one_comes(alone: Page, tmp_path: Path) -> None:
    alone.emulate_media(reduced_motion="no-preference")
    open_file(alone, tmp_path, guess=0)
    said = stage(alone).evaluate(NUMBERS_ON_THE_WAY)
    assert all(re.fullmatch(r"[\d.]+( : 1)?", number) for numbers in said for number in numbers)
    assert len({tuple(numbers) for numbers in said}) > 1


def test_other_losses_are_there_when_asked_for(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, round=5, guess=0)
    courses = stage(alone).locator("[data-part=courses]")
    expect(courses).not_to_contain_text("logistic")
    heights = courses.locator(".grid").evaluate_all("all => all.map(each => each.getAttribute('d'))")
    stage(alone).get_by_role("button", name="other losses").click()
    expect(courses).to_contain_text("logistic")
    assert courses.locator(".grid").evaluate_all("all => all.map(each => each.getAttribute('d'))") == heights


@pytest.mark.parametrize(
    "data", ["iris", *(pytest.param(each, marks=pytest.mark.wide) for each in ("ten", "sonar"))]
)
def test_other_rows_are_drawn_too(alone: Page, tmp_path: Path, data: str) -> None:
    found = open_file(alone, tmp_path, AdaSettings(data=data, max_depth=2), guess=0)
    marks = stage(alone).locator("[data-part=moving] [class^=mark-]")
    assert set(marks.evaluate_all("all => all.map(each => each.className.baseVal)")) == {
        f"mark-{letter}" for letter in "abc"[: found.n_classes]
    }
    drawn = "".join(marks.evaluate_all("all => all.map(each => each.getAttribute('d'))"))
    assert drawn.count("M") == len(found.train)  # each row once, the heavy ones by themselves
    go(alone, "last")
    shows(alone, len(found.trace))
    stage(alone).locator("[data-card=sum1]").click()
    expect(stage(alone).get_by_role("dialog")).to_be_visible()


@pytest.mark.wide
def test_a_row_is_chosen_and_its_label_turned_and_sent_to_somebody_else(
    page: Page, server_url: str, other: Page
) -> None:
    open_lesson(page, f"{server_url}/adaboost?data=moons&guess=0&round=5")
    at_rest(page)
    dot = stage(page).locator(".of-row:not(.named)").bounding_box()
    assert dot is not None
    page.mouse.click(dot["x"] + dot["width"] / 2, dot["y"] + dot["height"] / 2)
    expect(page).to_have_url(re.compile(r"row=\d+"))
    at_rest(page)
    before = sums(page)
    stage(page).get_by_role("radio", name="wrong label").click()
    expect(page).to_have_url(re.compile("round=5.*ada_wrong="))
    expect(stage(page).get_by_role("radio", name="wrong label")).to_be_checked()
    at_rest(page)
    assert sums(page) != before
    other.goto(page.url)
    stopped(other)
    at_rest(other)
    assert sums(other) == sums(page)
    go(page, "last")
    shows(page, 10)
    stage(page).get_by_role("radio", name="right label").click()
    expect(stage(page).get_by_role("radio", name="right label")).to_be_checked()
    at_rest(page)
    expect(question(page)).to_contain_text("with the other label")
    head = "[data-part=rowhead]"
    expect(other.locator(head)).to_have_text(page.locator(head).inner_text())
    safe = safest_row(run_adaboost(AdaSettings()))
    page.goto(f"{server_url}/adaboost?data=moons&guess=0&round=10&row={safe}")
    expect(stage(page).locator("[data-part=courses]")).to_contain_text("if labelled ")
