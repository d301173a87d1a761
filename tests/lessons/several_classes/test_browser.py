"""Several classes in a real browser: asked on the place, told in motion, row and class chosen; in a file."""

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
from tests.lessons.several_classes.courses import course, table_of_classes
from tests.saved_pages import is_alone
from workbench.lessons.several_classes import LESSON
from workbench.lessons.several_classes.model import Course
from workbench.lessons.several_classes.stage import stage_of_rounds
from workbench.text.numbers import fixed

START: dict[str, Any] = {"round": 1, "row": None, "of_class": None, "one_tree": 0, "guess": None}
MOST_BYTES = 2_000_000
HEIGHT = np.sqrt(3) / 2  # of a triangle with sides of 1
CORNERS = np.array([[0, 0], [1, 0], [0.5, HEIGHT]])
SIDES = "parts => parts.map(part => part.getBoundingClientRect()).flatMap(({left, right}) => [left, right])"
# How many knots of the row's way, and rings of it, lie under the card.
COVERED = """root => {
  const {left, right, top, bottom} = root.querySelector(".card").getBoundingClientRect()
  const {x, y} = root.querySelector("[data-part=picture]").getBoundingClientRect()
  const knots = [...root.querySelectorAll(".knots")].flatMap(each => each.getAttribute("d").match(/M[^a]+/g))
  const ring = root.querySelector("[data-part=moving] .chosen-row")
  const places = knots.map(each => each.slice(1).trim().split(" ").map(Number))
  places.push(["cx", "cy"].map(each => Number(ring.getAttribute(each))))
  if (places.length < 17 || places.flat().some(Number.isNaN)) throw new Error("the way is not read")
  return places.filter(([a, b]) => a + x > left && a + x < right && b + y > top && b + y < bottom).length
}"""
NUMBERS = re.compile(r"[\d.]+(?=,|$)")


def open_file(alone: Page, tmp_path: Path, found: Course, **cursor: Any) -> None:
    page = LESSON.saved(stage_of_rounds(found), START | cursor, {})
    assert is_alone(page.decode())
    assert len(page) < MOST_BYTES
    open_alone(alone, tmp_path, page)
    stopped(alone)


def handle(page: Page) -> Locator:
    return stage(page).get_by_role("slider", name="Where the row will stand")


def path_of(page: Page, mark: str) -> str:
    return stage(page).locator(mark).get_attribute("d") or ""


def chances(page: Page) -> list[str]:
    return stage(page).locator("[data-part=chances] b").all_text_contents()


def place_of_the_row(page: Page) -> list[float]:
    """Where the followed row stands: the first class's corner is (0, 0), the second's (1, 0)."""
    corners, ring = stage(page).locator(".side"), stage(page).locator("[data-part=moving] .chosen-row")
    numbers = [float(each) for each in re.findall(r"-?[\d.]+", corners.get_attribute("d") or "")]
    x, y = (float(ring.get_attribute(name) or "nan") for name in ("cx", "cy"))
    side = numbers[2] - numbers[0]
    return [(x - numbers[0]) / side, (numbers[1] - y) / side]


def test_nothing_tells_where_the_row_goes_until_it_is_answered(alone: Page, tmp_path: Path) -> None:
    found = course("iris", n_estimators=12)
    open_file(alone, tmp_path, found)
    row = found.least_sure(12)
    expect(question(alone)).to_contain_text(f"Where is row {row} after round 10?")
    expect(stage(alone).locator(".yours, .arrow-to")).to_have_count(0)
    assert path_of(alone, "[data-part=moving] .way >> nth=-1").count("L") == 1  # to its place
    expect(stage(alone).locator(".tree, .bars").locator("visible=true")).to_have_count(0)
    handle(alone).focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowLeft"):
        alone.keyboard.press(key)
    said = [float(each) for each in NUMBERS.findall(handle(alone).get_attribute("aria-valuetext") or "")]
    lines = stage(alone).locator(".chance i")  # as high in the bars as the guess has p
    high = lines.evaluate_all("lines => lines.map(line => parseFloat(line.style.bottom))")
    assert high == pytest.approx([100 * each for each in said], abs=0.1)
    alone.keyboard.press("Enter")
    expect(stage(alone).locator("[data-part=answer] [data-sure]").first).to_be_focused()
    alone.keyboard.press("Enter")
    shows(alone, 10)
    p = found.p[10, row]
    name = found.fit.dataset.class_names[int(p.argmax())]
    own = found.fit.dataset.class_names[int(found.fit.dataset.y[row])]
    but = f", but is {own}" if own != name else ""
    expect(question(alone)).to_contain_text(f"Row {row}: {name} {p.max():.3f}{but}")
    k = int(np.argmax(said))
    yours = f"Yours, guessing: {found.fit.dataset.class_names[k]} {said[k]:.3f}"
    off = f"{np.abs(p - said).max():.3f} off; " if name == found.fit.dataset.class_names[k] else ""
    second, most = np.sort(found.raw[10, row])[-2:]
    why = f"its F leads: {fixed(most, 2)} against {fixed(second, 2)}"
    expect(question(alone)).to_contain_text(f"{yours} {off}{why}")
    expect(stage(alone).locator("[data-part=top] .guessed")).to_have_count(1)
    assert place_of_the_row(alone) == pytest.approx((p @ CORNERS).tolist(), abs=2e-3)
    go(alone, "next")
    shows(alone, 11)
    expect(stage(alone).locator(".yours")).to_have_count(0)


def test_the_verdict_comes_with_the_clock_and_every_round_has_its_own(alone: Page, tmp_path: Path) -> None:
    alone.emulate_media(reduced_motion="no-preference")
    found = course("iris", n_estimators=50)
    nearest = found.p.argmax(axis=2)
    row = int(np.flatnonzero(nearest[50] != nearest[10])[0])  # it goes over to another class
    names = found.fit.dataset.class_names
    open_file(alone, tmp_path, found, row=row)
    *running, (verdict, _, last) = banner_frames(alone, "[data-skip]")
    assert {(prompt, answer) for prompt, answer, _ in running} == {
        (f"Where is row {row} after round 10?", "")
    }
    counts = [count for _, _, count in running]
    assert counts == sorted(counts)
    assert set(counts) > {5, 10}
    own = int(found.fit.dataset.y[row])
    but = [f", but is {names[own]}" if nearest[r, row] != own else "" for r in (10, 50)]
    assert any(but)
    assert verdict == f"Row {row}: {names[nearest[10, row]]} {found.p[10, row].max():.3f}{but[0]}"
    assert last == 10
    go(alone, "last")
    shows(alone, 50)
    name, p = names[nearest[50, row]], found.p[50, row].max()
    expect(question(alone)).to_contain_text(f"Row {row}: {name} {p:.3f}{but[1]}")
    beside = stage(alone).locator(".count, .losses svg, .losses b, .right").evaluate_all(SIDES)
    assert beside == sorted(beside)  # none runs into the next
    go(alone, "first")
    expect(question(alone)).to_contain_text(
        f"Row {row}: {len(names)} classes tie at {found.p[0, row].max():.3f}"
    )


def test_the_row_is_dragged_to_the_guess_and_show_me_goes_there(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, course("iris", n_estimators=12))
    box, grip = (stage(alone).locator(part).bounding_box() for part in (".side", ".handle .grip"))
    assert box
    assert grip
    alone.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 10)  # is nothing
    expect(stage(alone).locator(".guessed")).to_have_count(0)
    alone.mouse.move(grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2)
    alone.mouse.down()
    alone.mouse.move(box["x"] + box["width"] / 2, box["y"] + (1 - HEIGHT / 3) * box["height"])
    alone.mouse.up()
    expect(stage(alone).locator(".sures")).to_be_visible()
    wanted = np.linalg.solve(np.vstack([CORNERS.T / [[1], [HEIGHT]], np.ones(3)]), [0.5, HEIGHT / 3, 1])
    found = NUMBERS.findall(handle(alone).get_attribute("aria-valuetext") or "")
    assert [float(each) for each in found] == pytest.approx(wanted.tolist(), abs=0.02)
    alone.keyboard.press("Escape")
    expect(stage(alone).locator(".sures")).to_be_hidden()
    question(alone).get_by_role("button", name="Show me").click()
    shows(alone, 10)
    expect(question(alone)).not_to_contain_text("Yours")


@pytest.mark.parametrize("data", ["iris", "moons", "drive_wheels"])
def test_every_round_has_the_numbers_of_gbtlib_from_wherever_one_comes(
    alone: Page, tmp_path: Path, data: str
) -> None:
    found = course(data, max_depth=7)
    open_file(alone, tmp_path, found, guess=0)
    row, drawn = found.least_sure(6), {}
    y = int(found.fit.dataset.y[row])
    lacks, lifts = (stage(alone).locator(f"[data-part={name}] text.ink") for name in ("lackbox", "liftbox"))
    for number in range(1, 7):
        shows(alone, number)
        assert chances(alone) == [f"{each:.3f}" for each in found.p[number, row]]
        wanted = np.eye(found.fit.n_classes)[y] - found.p[number, row]
        assert lacks.all_text_contents() == [fixed(each, 3, plus=True) for each in wanted]
        assert lifts.all_text_contents() == [fixed(each, 2) for each in found.raw[number, row]]
        drawn[number] = stage(alone).locator("[data-part=moving]").inner_html()
        if number < 6:
            go(alone, "next")
    for number in range(5, 0, -1):
        go(alone, "back")
        shows(alone, number)
        assert stage(alone).locator("[data-part=moving]").inner_html() == drawn[number]


def test_a_number_opens_its_sums_and_another_class_has_its_line(alone: Page, tmp_path: Path) -> None:
    found = course("wine")
    open_file(alone, tmp_path, found, guess=0, round=3, row=4)
    names = found.fit.dataset.class_names
    stage(alone).get_by_role("radio", name=names[2]).click()
    expect(stage(alone).get_by_role("radio", name=names[2])).to_be_checked()
    expect(stage(alone).locator(".guide.leg-c")).to_have_count(1)
    stage(alone).locator("[data-card=class0]").click()  # another than the one whose line is shown
    expect(stage(alone).get_by_role("dialog")).to_contain_text(f"{found.p[3, 4, 0]:.3f}")
    stage(alone).locator("[data-card=class2]").click()
    card = stage(alone).get_by_role("dialog")
    expect(card.locator("math")).to_have_count(4)
    expect(card.locator("math").last).to_contain_text(f"{found.p[3, 4, 2]:.3f}")
    alone.keyboard.press("Escape")
    expect(card).to_be_hidden()
    node = stage(alone).locator("[data-node='100000']")  # the root of the second class
    node.click()
    gain = found.fit.trace[2].trees[1].node(0).gain
    expect(card).to_contain_text(f"={gain:.3g}")


def test_a_bar_of_F_is_as_long_for_the_same_F_in_every_round(alone: Page, tmp_path: Path) -> None:
    found = course("iris", n_estimators=50)
    open_file(alone, tmp_path, found, guess=0, round=1, row=133)
    high = []
    for ask, number in ((None, 1), ("next", 2), ("last", 50)):
        if ask:
            go(alone, ask)
        shows(alone, number)
        bars = stage(alone).locator("[data-part=liftbox] .step").all()
        high.append([float(bar.get_attribute("height") or "nan") for bar in bars])
    raw = np.abs(found.raw[[1, 2, 50], 133])
    assert np.array(high) == pytest.approx(raw * max(high[-1]) / raw[-1].max(), abs=0.15)


def test_a_card_covers_neither_the_row_nor_its_way(alone: Page, tmp_path: Path) -> None:
    alone.set_viewport_size({"width": 1280, "height": 800})
    open_file(alone, tmp_path, course("iris", n_estimators=50), guess=0, round=16, row=133)
    stage(alone).locator("[data-node='100000']").click()
    expect(stage(alone).get_by_role("dialog")).to_be_visible()
    assert not stage(alone).evaluate(COVERED)


def test_what_is_not_wholly_0_or_1_never_reads_so(alone: Page, tmp_path: Path) -> None:
    found = course("iris", n_estimators=50, learning_rate=0.7)
    row = int(found.p[50].max(axis=1).argmax())
    open_file(alone, tmp_path, found, guess=0, round=50, row=row)
    assert found.p[50, row].max() > 0.9995
    assert sorted(chances(alone)) == ["< 0.001", "< 0.001", "> 0.999"]
    lacks = stage(alone).locator("[data-part=lackbox] text.ink")
    expect(lacks).to_have_text(["≈ 0"] * 3)


@pytest.mark.parametrize("many", [pytest.param(4, marks=pytest.mark.wide), 5])
def test_rows_of_more_classes_stand_at_the_mean_of_as_many_corners(
    alone: Page, tmp_path: Path, many: int
) -> None:
    found = course(table_of_classes(many))
    row = found.least_sure(6)
    open_file(alone, tmp_path, found, round=3)
    corners = np.array(re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path_of(alone, ".side")), dtype=float)
    assert len(corners) == many
    ring = stage(alone).locator("[data-part=moving] .chosen-row")
    place = [float(ring.get_attribute(name) or "nan") for name in ("cx", "cy")]
    assert place == pytest.approx((found.p[3, row] @ corners).tolist(), abs=0.2)
    handle(alone).focus()
    for key in ("ArrowUp", "ArrowRight"):
        alone.keyboard.press(key)
    said = [float(each) for each in NUMBERS.findall(handle(alone).get_attribute("aria-valuetext") or "")]
    assert sum(said) == pytest.approx(1, abs=0.01 * many)
    step = 0.02 * (corners[1, 0] - corners[0, 0])
    assert said @ corners == pytest.approx([place[0] + step, place[1] - step], abs=0.01 * np.ptp(corners))
    alone.keyboard.press("Enter")
    alone.keyboard.press("Enter")
    shows(alone, 6)
    expect(question(alone)).to_contain_text("Yours, guessing: ")


def test_rows_of_one_place_stand_within_the_triangle(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, course("iris", n_estimators=50), guess=0, round=50)
    corners = np.array(re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path_of(alone, ".side")), dtype=float)
    rows = re.findall(r"M(-?[\d.]+) (-?[\d.]+)a([\d.]+)", path_of(alone, "[data-part=moving] .mark-a"))
    places = np.array([[float(x) + float(r), float(y)] for x, y, r in rows])
    assert len(places) > 30
    shares = np.linalg.solve(np.vstack([corners.T, np.ones(3)]), np.vstack([places.T, np.ones(len(places))]))
    assert shares.min() > -0.001


def test_of_each_tree_the_weight_of_the_rows_leaf_is_said(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, course("iris", max_depth=4, n_estimators=12), guess=0, round=12)
    texts = stage(alone).locator(".tree .leaf text").all_text_contents()
    said = [text for text in texts if text]
    assert len(said) == 3  # of each tree what stands at the end of the row's way, whatever its width
    assert all(re.fullmatch(r"w [−\d.]+", text) for text in said)


@pytest.mark.sweep
def test_as_many_rounds_as_there_can_be_fit_into_the_file_and_a_phone(alone: Page, tmp_path: Path) -> None:
    alone.set_viewport_size({"width": 390, "height": 844})
    open_file(alone, tmp_path, course("breast_cancer", n_estimators=200, max_depth=12))
    assert alone.evaluate("document.documentElement.scrollWidth") <= 390
    go(alone, "last")
    shows(alone, 200)


@pytest.mark.wide
def test_another_model_is_looked_at_by_the_row_that_was_told(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/several_classes?data=iris")
    question(page).get_by_role("button", name="Show me").click()
    shows(page, 10)
    head = stage(page).locator("[data-part=rowhead]")
    before, deeper = head.inner_text(), course("iris", n_estimators=50, max_depth=9)
    assert f"Row {deeper.least_sure(50)}," not in before  # by itself it would ask for another one
    question(page).get_by_role("button", name="Why not one tree?").click()
    expect(question(page)).to_contain_text("never told apart")
    finding = question(page).inner_text()
    depth = page.get_by_role("slider", name="max_depth")
    depth.focus()
    for _ in range(6):
        depth.press("ArrowRight")
    expect(page).to_have_url(re.compile("max_depth=9"))
    at_rest(page)
    expect(head).to_have_text(before)
    assert question(page).inner_text() == finding  # one tree is still alone


@pytest.mark.parametrize(("max_depth", "round_"), [(3, 29), (9, 10)])
def test_what_trees_ask_on_the_way_of_the_row_is_never_cut(
    alone: Page, tmp_path: Path, max_depth: int, round_: int
) -> None:
    open_file(alone, tmp_path, course("iris", n_estimators=30, max_depth=max_depth), guess=0, round=round_)
    asked = stage(alone).locator(".tree .node text.ink").all_text_contents()
    assert asked
    assert not any("…" in each for each in asked)


@pytest.mark.wide
def test_a_row_and_a_class_are_chosen_and_sent_to_somebody_else(
    page: Page, server_url: str, other: Page
) -> None:
    open_lesson(page, f"{server_url}/several_classes?data=iris&guess=0&round=5&n_estimators=6")
    stage(page).get_by_role("radio", name="most wrong").click()
    row = course("iris").most_wrong(5)
    expect(page).to_have_url(re.compile(f"row={row}"))
    stage(page).get_by_role("radio", name="setosa").click()
    expect(page).to_have_url(re.compile("of_class=0"))
    at_rest(page)
    other.goto(page.url)
    stopped(other)
    at_rest(other)
    expect(other.locator("[data-part=rowhead]")).to_contain_text(f"Row {row},")
    assert chances(other) == chances(page)
