"""Find the split in a real browser: asked on the rows, told in motion, any cut tried; in a file, too."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.alone import open_alone
from tests.browser.rest import at_rest
from tests.browser.stages import STOPPED, as_read, go, open_lesson, question, stage, stopped
from tests.lessons.find_the_split.hunts import hunt
from tests.saved_pages import is_alone
from workbench.lessons.find_the_split import LESSON
from workbench.lessons.find_the_split.hidden_splits import HiddenSplits
from workbench.lessons.find_the_split.record import last_step, moment_of, record_of
from workbench.lessons.find_the_split.stage import stage_of_hunt

START: dict[str, Any] = {
    **{"find_step": 1, "find_feature": None, "find_cut": None, "guess": None},
}
MOST_BYTES = 2_000_000


def open_file(alone: Page, tmp_path: Path, data: str, kind: str, **cursor: Any) -> HiddenSplits:
    found = hunt(data, kind)
    page = LESSON.saved(stage_of_hunt(found), START | cursor, {})
    assert is_alone(page.decode())
    assert len(page) < MOST_BYTES
    open_alone(alone, tmp_path, page)
    stopped(alone)
    return found


def cut(page: Page) -> Locator:
    """The line that is dragged through the rows."""
    return stage(page).get_by_role("slider", name="Your cut")


def stands_at(page: Page, step: int) -> None:
    """Wait until the stage stands still at a step."""
    expect(stage(page).get_by_role("slider", name="Step", exact=True)).to_have_attribute(
        "aria-valuenow", str(step)
    )
    stopped(page)


def rows_at(page: Page, share: float) -> tuple[float, float]:
    """A place in the rows, at a share of their width."""
    box = cut(page).locator(".hit").bounding_box()
    assert box is not None
    return box["x"] + share * box["width"], box["y"] + 0.5 * box["height"]


def gains_drawn(page: Page) -> int:
    """How much of what tells is on the stage: curves, the best cut, areas, a split in the tree."""
    tells = ".gain-curve, .best, .cell .tiny-gain, .taken, .done, .node:not(.leaf, .asked)"
    return stage(page).locator(tells).count()


@pytest.mark.parametrize(
    ("data", "kind"), [("hand4", "squared_error"), ("iris", "gini"), ("moons", "logistic")]
)
def test_nothing_tells_until_it_is_answered_by_keys(
    alone: Page, tmp_path: Path, data: str, kind: str
) -> None:
    found = open_file(alone, tmp_path, data, kind)
    sent = moment_of(found, {"find_step": 1})
    assert gains_drawn(alone) == 0
    expect(cut(alone)).to_have_attribute("aria-valuetext", "not placed")
    expect(stage(alone).locator(".asked")).to_contain_text("cut where?")
    cut(alone).focus()
    alone.keyboard.press("ArrowLeft")
    alone.keyboard.press("ArrowLeft")
    asked = cut(alone).get_attribute("aria-valuetext")
    at = int(cut(alone).get_attribute("aria-valuenow") or 0) - 1
    assert gains_drawn(alone) == 0
    alone.keyboard.press("Enter")
    expect(stage(alone).locator("[data-part=answer] [data-sure]").first).to_be_focused()
    alone.keyboard.press("Enter")
    expect(question(alone)).to_contain_text(f"Best: {sent['best']['asks']}")
    share = as_read(sent["features"][0]["gain"][at]) / as_read(sent["best"]["gain"])
    said = "all" if share > 0.995 else f"{round(100 * share)} %"
    expect(question(alone)).to_contain_text(f"yours {asked}gains {said} of it")
    stopped(alone)
    assert gains_drawn(alone) > 1


def test_a_cut_dragged_by_the_pointer_is_told_and_the_next_node_asked(alone: Page, tmp_path: Path) -> None:
    found = open_file(alone, tmp_path, "iris", "gini", guess=1)
    petal = stage(alone).get_by_role("radio", name="petal length")
    petal.click()
    cuts = moment_of(found, {"find_step": 1})["features"][2]["threshold"]
    expect(cut(alone)).to_have_attribute("aria-valuemax", str(len(cuts)))
    stopped(alone)
    start, end = rows_at(alone, 0.6), rows_at(alone, 0.3)
    alone.mouse.move(*start)
    alone.mouse.down()
    alone.mouse.move(*end, steps=4)
    expect(cut(alone)).to_have_attribute("aria-valuetext", "petal length ≤ 2.45")
    alone.mouse.up()
    alone.keyboard.press("ArrowLeft")  # what is taken hold of has the keys
    expect(cut(alone)).not_to_have_attribute("aria-valuetext", "petal length ≤ 2.45")
    alone.keyboard.press("ArrowRight")
    expect(cut(alone)).to_have_attribute("aria-valuetext", "petal length ≤ 2.45")
    stage(alone).locator(".sures").get_by_role("button", name="sure", exact=True).click()
    expect(question(alone)).to_contain_text("gains all of it")
    go(alone, "next")
    expect(stage(alone).locator(".count")).to_have_text(f"Split 2 of {len(found.asked)}: where?")
    n = found.tree.n_samples[found.asked[1]]
    expect(question(alone)).to_contain_text(f"these {n} rows")
    go(alone, "last")
    expect(question(alone)).to_contain_text("Your cut gains 100 % of the best")
    expect(stage(alone).locator("[data-part=picture] .done")).to_have_count(len(found.asked))


def test_what_is_left_is_said_once_all_cuts_are_gone_through(alone: Page, tmp_path: Path) -> None:
    found = open_file(alone, tmp_path, "moons", "gini", guess=0)
    error = record_of(found)["error"]
    left, strip = stage(alone).locator(".losses b"), stage(alone).locator("[data-part=strip]")
    expect(left).to_have_text(f"{error[0]:.3f}")
    box = strip.bounding_box()
    assert box is not None
    at = 16 + (box["width"] - 32) * 1.8 / last_step(found)  # the strip's ends are 16 pixels inside
    alone.mouse.move(box["x"] + at, box["y"] + 9)
    alone.mouse.down()
    expect(stage(alone).locator("[data-part=picture] .gain-curve").first).to_be_visible()
    expect(left).to_have_text(f"{error[0]:.3f}")
    alone.mouse.up()
    stands_at(alone, 2)
    expect(left).to_have_text(f"{error[1]:.3f}")


def test_between_two_nodes_is_one_picture_without_the_last_answer(alone: Page, tmp_path: Path) -> None:
    found = open_file(alone, tmp_path, "cos_x2", "squared_error")
    cut(alone).focus()
    for key in ("ArrowLeft", "Enter", "Enter"):
        alone.keyboard.press(key)
    stopped(alone)
    expect(stage(alone).locator("[data-part=moving] .arrow-to")).to_have_count(1)
    strip = stage(alone).locator("[data-part=strip]")
    box = strip.bounding_box()
    assert box is not None
    for step in (2.5, last_step(found) - 0.5):
        alone.mouse.move(box["x"] + 16 + (box["width"] - 32) * step / last_step(found), box["y"] + 9)
        alone.mouse.down()
        picture = stage(alone).locator("[data-part=moving]")
        expect(picture.locator("clipPath")).to_have_count(1)
        expect(picture.get_by_text("x", exact=True)).to_have_count(1)
        expect(picture.locator(".arrow-to, .gain-curve")).to_have_count(0)
        alone.mouse.up()
        stopped(alone)


def test_what_moves_under_the_hand_in_the_plane_is_what_the_rows_say(alone: Page, tmp_path: Path) -> None:
    found = open_file(alone, tmp_path, "moons", "gini")
    picture = stage(alone).locator("[data-part=moving]")
    cut(alone).focus()
    alone.keyboard.press("ArrowRight")
    expect(cut(alone)).to_have_attribute("aria-valuetext", re.compile("x1 ≤"))
    other = stage(alone).get_by_role("slider", name="Cut x2 instead").locator(".grip")
    box = other.bounding_box()
    assert box is not None
    alone.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    alone.mouse.down()
    alone.mouse.move(box["x"] + box["width"] / 2, box["y"] + 40, steps=3)
    expect(cut(alone)).to_have_attribute("aria-valuetext", re.compile("x2 ≤"))
    sent = moment_of(found, {"find_step": 1})["features"][1]
    left = found.X[:, 1] <= sent["threshold"][int(cut(alone).get_attribute("aria-valuenow") or 0) - 1]
    shares = [float((found.shown[side] == 1).mean()) for side in (left, ~left)]
    panel = stage(alone).locator("[data-part=panelbox] text")
    for name, side, share in (("below", left, shares[0]), ("above", ~left, shares[1])):
        up = int(100 * share + 0.5)
        expect(panel.filter(has_text=name)).to_contain_text(f"{side.sum()} rows: {100 - up} % · {up} %")
    painted = [each.get_attribute("style") or "" for each in picture.locator("> rect[style*=ground]").all()]
    for style, share in zip(painted, shares, strict=True):
        assert ("ground-b" in style) == (share > 0.5)
        assert f"* {1.5 * abs(2 * share - 1):.3f})" in style
    assert gains_drawn(alone) == 0


def test_a_cut_on_the_other_feature_by_keys_is_told_and_the_next_node_alone_is_lit(
    alone: Page, tmp_path: Path
) -> None:
    found = open_file(alone, tmp_path, "cos_xy", "squared_error")
    best = moment_of(found, {"find_step": 1})["best"]
    other = 1 - best["feature"]
    if other == 1:
        stage(alone).get_by_role("slider", name="Cut x2 instead").focus()
    else:
        cut(alone).focus()
    alone.keyboard.press("ArrowLeft")
    expect(cut(alone)).to_have_attribute("aria-valuetext", re.compile(found.names[other]))
    expect(cut(alone)).to_be_focused()
    alone.keyboard.press("Enter")
    expect(stage(alone).locator("[data-part=answer] [data-sure]").first).to_be_focused()
    alone.keyboard.press("Enter")
    expect(question(alone)).to_contain_text(f"Best: {best['asks']}")
    stopped(alone)
    go(alone, "next")
    stands_at(alone, 3)
    frame, region = (
        stage(alone).locator(f"[data-part=picture] .{each}").bounding_box() for each in ("frame", "region")
    )
    assert frame and region
    size = ("width", "height")[best["feature"]]
    spans = record_of(found)["plane"]["ends"]
    pixels = min(
        frame[side] / (high - low) for side, (low, high) in zip(("width", "height"), spans, strict=True)
    )  # type: ignore[literal-required]
    wide, middle = frame[size] / pixels, sum(spans[best["feature"]]) / 2  # type: ignore[literal-required]
    at = (found.tree.threshold[0] - middle) / wide + 0.5  # both features on one scale, about their middles
    is_left = found.asked[1] == found.tree.children_left[0]
    assert region[size] / frame[size] == pytest.approx(at if is_left else 1 - at, abs=0.02)  # type: ignore[literal-required]


@pytest.mark.parametrize(
    ("data", "kind"),
    [("cos_xy", "squared_error"), ("iris", "gini"), ("wine", "entropy"), ("moons", "logistic")],
)
def test_what_both_sides_take_is_what_the_cut_gains(
    alone: Page, tmp_path: Path, data: str, kind: str
) -> None:
    found = open_file(alone, tmp_path, data, kind, find_step=2, guess=0)
    sent = moment_of(found, {"find_step": 1})
    panel = stage(alone).locator("[data-part=panelbox]")
    if found.of_classes:
        areas = {
            name: sum(
                float(each.get_attribute("width") or 0) * float(each.get_attribute("height") or 0)
                for each in panel.locator(f"rect.{name}").all()
            )
            for name in ("done", "left-over")
        }
        worth = found.tree.impurity[0] * sent["n"]
        assert areas["done"] / sum(areas.values()) == pytest.approx(sent["best"]["gain"] / worth, rel=0.02)
    else:  # a triangle for each side: M x0 zero H x L x0 y Z
        path = panel.locator(".taken").get_attribute("d") or ""
        sides = [[float(each) for each in re.findall(r"[-\d.]+", part)] for part in path.split("M")[1:]]
        left, right = (abs((x - x0) * (y - zero)) for x0, zero, x, _, y in sides)
        sums, total = sent["best"]["left"], sent["total"]
        scores = [g**2 / (h + found.reg_lambda) for g, h in (sums, total - sums)]
        assert left / right == pytest.approx(scores[0] / scores[1], rel=0.05)
    stage(alone).locator("[data-card=gain]").click()
    card = stage(alone).get_by_role("dialog")
    expect(card).to_contain_text(f"={sent['best']['gain']:.3g}")


def test_a_frame_is_the_same_from_wherever_one_comes(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, "moons", "gini", guess=0)
    drawn = {}
    for step in (2, 3, 4):
        go(alone, "next")
        stands_at(alone, step)
        drawn[step] = stage(alone).locator("[data-part=moving]").inner_html()
    for step in (3, 2):
        go(alone, "back")
        stands_at(alone, step)
        assert stage(alone).locator("[data-part=moving]").inner_html() == drawn[step]


@pytest.mark.wide
def test_any_cut_is_tried_and_sent_to_somebody_else(page: Page, server_url: str, other: Page) -> None:
    open_lesson(page, f"{server_url}/find_the_split?data=sonar&find_step=2&guess=0")
    stage(page).get_by_role("radio", name="V10").click()
    at_rest(page)
    stage(page).get_by_role("slider", name="Cut", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("find_feature=9&find_cut="))
    at_rest(page)
    sums = "[data-part=sums]"
    said = page.locator(sums).text_content() or ""
    expect(page.get_by_text("gains, by Gini")).to_contain_text("V10 ≤")
    open_lesson(other, page.url)
    expect(other.locator(sums)).to_have_text(said)


@pytest.mark.wide
def test_a_phone_asks_first_and_nothing_is_cut(page: Page, server_url: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_lesson(page, f"{server_url}/find_the_split?data=iris")
    at_rest(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    line, picture = (
        page.locator(f"{STOPPED} [data-part={each}]").bounding_box() for each in ("question", "picture")
    )
    assert line and picture
    assert line["y"] < picture["y"] < 300


def test_nothing_comes_before_the_first_question(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, "cos_x2", "first", find_step=3, guess=0)
    go(alone, "first")
    stands_at(alone, 1)
    for way in ("first", "back"):
        expect(stage(alone).locator(f"[data-go={way}]")).to_be_disabled()


def test_what_was_said_stays_with_a_tree_that_begins_alike(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/find_the_split?guess=none")
    cut(page).focus()
    for key in ("ArrowLeft", "ArrowLeft", "Enter", "Enter"):
        page.keyboard.press(key)
    stands_at(page, 2)
    told = question(page).text_content() or ""
    assert "yours" in told
    page.get_by_role("slider", name="max_leaves").press("ArrowRight")
    expect(page).to_have_url(re.compile("max_leaves="))
    expect(stage(page).locator(".count")).to_have_text("Split 1 of 6: found")
    expect(question(page)).to_have_text(told)
    page.get_by_role("slider", name="max_depth").press("Home")
    expect(stage(page).locator(".count")).to_have_text("Split 1 of 1: found")
    expect(question(page)).to_have_text(told)
