"""A model's file in a real browser: a bet by keys, what it tells, the rounds; as a file, and on a phone."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.alone import open_alone
from tests.browser.rest import at_rest
from tests.browser.stages import go, open_lesson, question, shows, stage, stopped
from tests.lessons.your_model.test_record import trained
from workbench.lessons.your_model import LESSON
from workbench.lessons.your_model.record import record_of
from workbench.lessons.your_model.shipped_models import shipped
from workbench.lessons.your_model.stage import stage_of_model

WHOLE = "the model is in all 24 curves and 76 pairs"
START: dict[str, Any] = {"heard": 0, "looked_at": None, "guess": None}


def open_file(alone: Page, tmp_path: Path, name: str = "cancer", **cursor: Any) -> None:
    open_alone(alone, tmp_path, LESSON.saved(stage_of_model(shipped(name), 0), START | cursor, {}))
    stopped(alone)


def told(page: Page) -> Locator:
    return stage(page).locator("[data-part=told]")


def dot(page: Page) -> Locator:
    return stage(page).get_by_role("slider", name="Your λ and η")


def layers(page: Page) -> list[str]:
    return [
        stage(page).locator(f"[data-part={name}]").inner_html() for name in ("moving", "curves", "treebox")
    ]


def test_a_bet_is_placed_by_keys_and_the_file_tells_after_it(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path)
    expect(question(alone)).to_contain_text("Which penalty λ and learning rate η made this file?")
    expect(question(alone).get_by_role("button", name="Show me")).to_have_count(1)
    expect(stage(alone).locator(".found, .confession")).to_have_count(0)
    expect(stage(alone).locator(".witness:not(.legend *)")).to_have_class(["witness given split-1"])
    expect(stage(alone).get_by_text("64.4 % off")).to_have_count(1)  # at XGBoost's defaults, said once
    expect(stage(alone).locator("[data-part=treebox]")).not_to_contain_text("G ")
    at_dot = stage(alone).locator("[data-part=top] .mine-text")
    assert at_dot.all_text_contents() == ["XGBoost’s defaults"]
    of_split = stage(alone).locator("[data-part=top] text.split-1")
    assert of_split.all_text_contents() == ["split 1", "64.4 % off"]
    grip = dot(alone)
    grip.focus()
    for _ in range(4):
        alone.keyboard.press("ArrowRight")
    expect(grip).to_have_attribute("aria-valuetext", "λ 1.4, η 0.3")
    alone.keyboard.press("Enter")
    alone.keyboard.press("Enter")
    expect(question(alone)).to_contain_text("All 183 splits add up at λ 1.7, η 0.12")
    stopped(alone)
    expect(question(alone)).to_contain_text("Yours, guessing: λ 1.4, too small; η 0.3, too large")
    expect(told(alone)).to_contain_text("1.700000 ± 5 · 10⁻⁷")
    expect(told(alone)).to_contain_text("569, 357 of class 1")
    expect(stage(alone).locator(".mine:not(.legend *)")).to_have_count(1)
    expect(stage(alone).locator("[data-part=treebox]")).to_contain_text("G −108")
    stage(alone).locator(".node[data-node='1']").click()
    expect(told(alone)).to_contain_text("The file says 58.0")
    alone.mouse.move(0, 0)
    stage(alone).get_by_role("button", name="Node 1", exact=True).click()
    expect(told(alone)).to_contain_text("1.700000 ± 5 · 10⁻⁷")
    go(alone, "next")
    expect(question(alone)).to_contain_text(f"What share of {WHOLE}?")
    question(alone).get_by_role("button", name="50–90 %").click()
    expect(stage(alone).locator(".count b")).to_have_text("30")
    stopped(alone)
    expect(question(alone)).to_contain_text("Yours: 50–90 %, too little")
    expect(stage(alone).locator("[data-part=losses]")).to_contain_text("0.054")
    expect(question(alone)).to_contain_text(f"98.4 % of {WHOLE}")
    expect(told(alone).locator(".asks")).to_have_count(3)


def test_only_the_split_that_is_asked_has_numbers_and_its_bars_keep_their_scale(
    alone: Page, tmp_path: Path
) -> None:
    open_file(alone, tmp_path)
    texts = stage(alone).locator(".node.leaf text").all_text_contents()
    assert [each for each in texts if each] == ["0.106", "2.10", "−0.169", "1.87"]
    assert stage(alone).locator("[data-part=treebox] .names text").all_text_contents() == ["ηw", "H"]
    parents = stage(alone).locator(".balance .whole")
    before = [each.get_attribute("d") for each in parents.all()]
    dot(alone).focus()
    for _ in range(9):  # 10 % each
        alone.keyboard.press("ArrowDown")
    expect(dot(alone)).to_have_attribute("aria-valuetext", "λ 1, η 0.13")
    assert [each.get_attribute("d") for each in parents.all()] == before


def test_both_splits_add_up_at_the_lambda_and_eta_of_the_file_alone(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path)
    dot(alone).focus()
    for _ in range(7):
        alone.keyboard.press("ArrowRight")
    expect(dot(alone)).to_have_attribute("aria-valuetext", "λ 1.7, η 0.3")
    expect(told(alone).get_by_text("adds up", exact=True)).to_have_count(0)
    expect(told(alone)).not_to_contain_text("Split 2")
    for _ in range(10):  # 10 % each
        alone.keyboard.press("ArrowDown")
    expect(dot(alone)).to_have_attribute("aria-valuetext", "λ 1.7, η 0.12")
    expect(told(alone)).to_contain_text("Split 2")
    expect(told(alone).get_by_text("adds up", exact=True)).to_have_count(2)
    expect(stage(alone).get_by_text("% off")).to_have_count(0)
    alone.keyboard.press("Enter")
    alone.keyboard.press("Enter")
    stopped(alone)
    expect(question(alone)).to_contain_text("Yours, guessing: both right")


def test_next_keeps_the_dot_and_tells_only_at_the_end(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path)
    grip = dot(alone)
    grip.focus()
    alone.keyboard.press("ArrowRight")
    for count in (1, 2, 3, 5, 10, 30, 90):
        go(alone, "next")
        shows(alone, count)
        expect(grip).to_have_attribute("aria-valuetext", "λ 1.1, η 0.3")
        expect(question(alone)).to_contain_text("Which penalty λ and learning rate η made this file?")
        where = "to where the lines cross" if count > 1 else "until split 1 adds up"
        expect(question(alone)).to_contain_text(f"drag the dot {where}")
        expect(stage(alone).locator(".found, .lens, .confession")).to_have_count(0)
    expect(stage(alone).locator("[data-part=treebox] .names")).to_have_text("")  # no leaf is asked
    go(alone, "next")
    shows(alone, 183)
    expect(question(alone)).to_contain_text("All 183 splits add up at λ 1.7, η 0.12")
    expect(grip).to_have_count(0)


@pytest.mark.parametrize("name", ["cancer", "capped", "diabetes"])
@pytest.mark.parametrize("to", [(195, 170), (100, 170), (580, 370), (680, 100), (130, 70), (380, 420)])
def test_what_is_said_at_the_dot_lies_neither_on_it_nor_on_its_line(
    alone: Page, tmp_path: Path, name: str, to: tuple[int, int]
) -> None:
    open_file(alone, tmp_path, name)
    picture = stage(alone).locator("[data-part=picture]").bounding_box()
    grip = stage(alone).locator(".handle .grip")
    assert picture
    grip.hover()
    alone.mouse.down()
    alone.mouse.move(picture["x"] + to[0], picture["y"] + to[1])
    alone.mouse.up()
    stopped(alone)
    held = grip.bounding_box()
    assert held
    line = (
        stage(alone)
        .locator(".witness:not(.legend *)")
        .evaluate("""each => {
        const { x, y } = each.ownerSVGElement.getBoundingClientRect(), long = each.getTotalLength()
        const points = Array.from({ length: 400 }, (_, i) => each.getPointAtLength((long * i) / 399))
        return points.map(point => [x + point.x, y + point.y])
    }""")
    )
    marks = np.vstack([line, [[held["x"] + held["width"] / 2, held["y"] + held["height"] / 2]]]).T
    said = stage(alone).locator("[data-part=top] :is(text, rect)[class]").all()
    boxes = [each.bounding_box() for each in said]
    for box in [each for each in boxes if each and each["width"]]:
        x, y = marks[0] - box["x"], marks[1] - box["y"]
        assert not ((x > 0) & (x < box["width"]) & (y > 0) & (y < box["height"])).any()


@pytest.mark.parametrize("share", [0.05, 0.3, 0.6, 0.9])
def test_a_dot_dragged_near_the_line_keeps_to_it_and_its_split_adds_up(
    alone: Page, tmp_path: Path, share: float
) -> None:
    open_file(alone, tmp_path)
    plane = stage(alone).locator("[data-part=still] .axis").bounding_box()
    places = np.asarray(record_of(shipped("cancer"))["lines"][0]).reshape(-1, 2)
    across, down = places[np.nanargmin(np.abs(places[:, 0] - share))]
    assert plane
    dot(alone).locator(".grip").hover()
    alone.mouse.down()
    x, y = plane["x"] + float(across) * plane["width"], plane["y"] + float(down) * plane["height"]
    alone.mouse.move(x + 3, y + 8)
    expect(told(alone).get_by_text("adds up", exact=True)).to_have_count(1)
    expect(stage(alone).locator("[data-part=top] text.split-1.even")).to_have_text("adds up")
    alone.mouse.up()


def test_what_is_known_from_the_first_is_not_asked(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, guess=0)
    expect(dot(alone)).to_have_count(0)
    expect(question(alone).get_by_role("button")).to_have_text(["Ask me"])
    expect(stage(alone).locator(".witness")).to_have_count(0)


def test_until_all_splits_are_heard_sums_are_those_of_the_bet(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path)
    dot(alone).focus()
    for key in ("ArrowRight", "Enter", "Enter"):
        alone.keyboard.press(key)
    shows(alone, 183)
    for count in (90, 30, 10, 5, 3, 2, 1):
        go(alone, "back")
        shows(alone, count)
        expect(told(alone)).to_contain_text("+ 1.1)")
    expect(told(alone)).to_contain_text("0.294 (3.97 + 1.1)")
    expect(told(alone)).to_contain_text("% off")


@pytest.mark.parametrize("heard", [1, 4, 6])
def test_a_split_of_the_file_adds_up_in_its_numbers(alone: Page, tmp_path: Path, heard: int) -> None:
    open_file(alone, tmp_path, guess=0, heard=heard)
    expect(told(alone).get_by_text("adds up", exact=True)).to_have_count(1)
    ends = told(alone).locator("svg text[text-anchor=end].ink").all_text_contents()
    whole, sum_of_both = (float(each.replace("−", "-")) for each in ends)
    how = told(alone).get_by_text(re.compile(r"^−?[\d.]+ [+−] [\d.]+$")).text_content() or ""
    left, right = (
        float(each.replace(" ", "")) for each in re.findall(r"-?[\d.]+|[+-] [\d.]+", how.replace("−", "-"))
    )
    assert left + right == pytest.approx(whole, abs=0.01 * max(abs(left), abs(right)))
    assert sum_of_both == whole


def test_sums_are_those_of_the_node_that_is_pressed(alone: Page, tmp_path: Path) -> None:
    """Of a leaf those of the split that made it."""
    open_file(alone, tmp_path)
    nodes = stage(alone).locator("[data-part=treebox]")
    parent = told(alone).get_by_text(re.compile(r"\(.* \+ 1\)"))
    for node, product in ("0", "≈ 0 (133 + 1)"), ("2", "2.35 (44.4 + 1)"), ("11", "0.294 (3.97 + 1)"):
        nodes.locator(f".node[data-node='{node}']").press("Enter")
        expect(parent).to_have_text(product)
        alone.mouse.move(0, 0)


def test_where_it_has_no_room_the_gain_of_a_node_wraps(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, guess=0, heard=38, looked_at=1)
    expect(told(alone)).to_contain_text("gain")
    told(alone).evaluate("each => { each.style.maxWidth = '18em' }")
    assert told(alone).evaluate("each => each.scrollWidth <= each.clientWidth")


def test_of_a_node_whose_sums_no_equation_tells_there_are_none(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, "capped")
    stage(alone).locator(".node[data-node='0']").press("Enter")
    expect(told(alone)).to_have_text("No equation tells G of this node.")


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (390, 844)])
@pytest.mark.parametrize("name", ["cancer", "capped", "defaults"])
def test_the_dot_is_not_at_the_answer_at_first(
    alone: Page, tmp_path: Path, name: str, size: tuple[int, int]
) -> None:
    model = trained(20, eta=0.3, reg_lambda=1.0) if name == "defaults" else shipped(name)
    alone.set_viewport_size({"width": size[0], "height": size[1]})
    open_alone(alone, tmp_path, LESSON.saved(stage_of_model(model, 0), START, {}))
    stopped(alone)
    expect(stage(alone).get_by_text("% off")).to_have_count(1)
    plane = stage(alone).locator("[data-part=still] .axis").bounding_box()
    grip = dot(alone).locator(".grip").bounding_box()
    assert plane
    assert grip
    across, down = record_of(model)["place"]
    x = plane["x"] + across * plane["width"] - grip["x"] - grip["width"] / 2
    y = plane["y"] + down * plane["height"] - grip["y"] - grip["height"] / 2
    assert np.hypot(x, y) > 0.13 * plane["width"]


def test_of_lightgbm_only_lambda_is_asked_and_a_gain_tells_it(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, "diabetes")
    expect(question(alone)).to_contain_text("Which penalty λ made this file?")
    expect(stage(alone).get_by_text("% off")).to_have_count(1)
    grip = stage(alone).get_by_role("slider", name="Your λ", exact=True)
    grip.focus()
    for _ in range(13):  # 0.1 each up to 2, then 0.5
        alone.keyboard.press("ArrowRight")
    expect(grip).to_have_attribute("aria-valuetext", "λ 3.5")
    expect(told(alone)).to_contain_text("is the file’s")


def test_next_on_the_way_to_the_answer_ends_at_the_answer(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path)
    alone.emulate_media(reduced_motion="no-preference")
    stage(alone).evaluate("""stage => {
        stage.querySelector("[data-skip]").click()
        stage.querySelector("[data-go=next]").click()
    }""")
    expect(question(alone)).to_contain_text("All 183 splits add up at λ 1.7, η 0.12")
    shows(alone, 183)
    go(alone, "next")
    shows(alone, 1)


def test_back_draws_what_next_has_drawn(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, guess=0, heard=6)
    drawn, counted = {}, (90, 183, 1, 2)
    for count in counted:
        go(alone, "next")
        shows(alone, count)
        drawn[count] = layers(alone)
    for count in reversed(counted[:-1]):
        go(alone, "back")
        shows(alone, count)
        assert layers(alone) == drawn[count]


def test_where_alpha_is_not_told_the_line_is_drawn_at_several(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, "stump")
    lines = stage(alone).locator(".witness:not(.legend *)")
    expect(lines).to_have_class(["witness given split-1"])
    go(alone, "next")
    expect(question(alone)).to_contain_text("The file does not tell λ and η")
    expect(stage(alone).locator(".legend")).to_contain_text("split 1 if α is 0if α is 0.1, 1, 10")
    others = stage(alone).locator(".witness.old:not(.legend *)").get_attribute("d") or ""
    assert others.count("M") == len(record_of(shipped("stump"))["others"])


def test_every_box_of_the_tree_says_its_sum_below_a_name_of_two_lines(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, guess=0, heard=8)
    boxes = stage(alone).locator(".node:not(.leaf)")
    expect(boxes).to_have_count(7)
    texts = [each.locator("text").all_text_contents() for each in boxes.all()]
    assert all(each[-1].startswith("G ") for each in texts)
    assert max(map(len, texts)) == 3
    are_within = boxes.evaluate_all("""nodes => nodes.map(node => {
        const footOf = each => each.getBoundingClientRect().bottom,
            foot = footOf(node.querySelector(".box"))
        return [...node.querySelectorAll("text")].every(text => footOf(text) < foot)
    })""")
    assert all(are_within)


@pytest.mark.parametrize(
    ("name", "heard", "says"),
    [
        ("stump", 1, "too few splits for λ, η and α"),
        ("capped", 9, "5 of 13 nodes: G not told"),
        ("diabetes", 8, "in the file; every gain checks it"),
    ],
)
def test_what_cannot_be_told_is_blank_with_its_reason(
    alone: Page, tmp_path: Path, name: str, heard: int, says: str
) -> None:
    open_file(alone, tmp_path, name, guess=0, heard=heard)
    expect(stage(alone).locator(".right")).to_contain_text(says)
    expect(stage(alone).locator(".found")).to_have_count(int(name == "diabetes"))


@pytest.mark.wide
def test_a_link_shows_the_same_in_another_browser_and_on_a_phone(
    page: Page, server_url: str, other: Page
) -> None:
    open_lesson(page, f"{server_url}/your_model?model=capped&guess=0&heard=9")
    at_rest(page)
    other.goto(page.url)
    stopped(other)
    at_rest(other)
    for part in ("[data-part=told]", "[data-part=curves]"):
        assert stage(other).locator(part).inner_html() == stage(page).locator(part).inner_html()
    other.set_viewport_size({"width": 390, "height": 844})
    at_rest(other)
    assert other.evaluate("document.documentElement.scrollWidth") <= 390
    go(page, "last")
    stage(page).get_by_role("button", name="Next: Open diabetes.txt").click()
    expect(page).to_have_url(re.compile("model=diabetes"))
    at_rest(page)
    expect(question(page)).to_contain_text("Which penalty λ made this file?")
