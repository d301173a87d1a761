"""All trees in a real browser: asked on the columns, told by the clock, rows flipped, in a file, narrow."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.alone import open_alone
from tests.browser.rest import at_rest
from tests.browser.stages import go, open_lesson, question, shows, stage, stopped
from workbench.lessons.greedy_or_best import LESSON
from workbench.lessons.greedy_or_best.among_all import among_all
from workbench.lessons.greedy_or_best.rows import ROW_SETS, Task
from workbench.lessons.greedy_or_best.stage import stage_of_trees

ASKED = "guess=none"
TOLD = "guess=none&greedy_told=1"
CURSOR = {"first_cut": None, "any_tree": None, "any_node": 0, "greedy_told": 0, "guess": None}
# In every frame after an act: where the strip's mark stands, and the first cut in the plane, how many cuts of
# its sides are drawn there, how many blocks stand on the first cut, how many columns are closed,
# and which step is said to be shown.
SAMPLES = """(root, [act, ms]) => new Promise(done => {
  const found = [], begin = performance.now(), all = name => [...root.querySelectorAll(name)]
  const number = text => Number(/-?[0-9.]+/.exec(text)[0])
  const look = () => {
    const cut = root.querySelector(".cut-first").getAttribute("d"), [mark] = all(".strip .now")
    found.push([
      number(mark.getAttribute("transform").slice(9)), number(cut),
      all(".cut-after").length, all("[data-layer=blocks] [class^=after]").length, all(".door").length,
      root.querySelector(".count").textContent,
    ])
    performance.now() - begin < ms ? requestAnimationFrame(look) : done(found)
  }
  root.querySelector(act).click()
  requestAnimationFrame(look)
})"""
# Of every frame until the next first cut rests: the first cuts in the plane.
CUTS = """root => new Promise(done => {
  const found = []
  const look = () => {
    found.push(...[...root.querySelectorAll(".cut-first")].map(each => each.getAttribute("d")))
    root.hasAttribute("data-moving") ? requestAnimationFrame(look) : done(found)
  }
  root.querySelector("[data-go=next]").click()
  requestAnimationFrame(look)
})"""

# After an act, which first cuts are said over the rows until all rests, each as often as it changes.
HEADS = """(root, act) => new Promise(done => {
  const found = [], head = root.querySelector("[data-part=planehead]")
  const look = () => {
    if (found.at(-1) !== head.textContent) found.push(head.textContent)
    root.hasAttribute("data-moving") ? requestAnimationFrame(look) : done(found)
  }
  root.querySelector(act).click()
  requestAnimationFrame(look)
})"""


def points(page: Page) -> list[tuple[float, float]]:
    """Where the trees are drawn as points."""
    path = stage(page).locator(".trees[data-layer]").get_attribute("d") or ""
    return [(float(x), float(y)) for x, y in re.findall(r"M([-\d.]+) ([-\d.]+)h0", path)]


def column(page: Page, place: int, share: float = 0.2) -> tuple[float, float]:
    """A place in a column, above its small plane, so far from the top of the picture."""
    picture = stage(page).locator(".picture").bounding_box()
    plane = stage(page).locator(".glyph").nth(place).bounding_box()
    assert picture and plane
    return plane["x"] + plane["width"] / 2, picture["y"] + share * picture["height"]


def row(page: Page, number: int) -> Locator:
    return stage(page).get_by_role("checkbox", name=f"y of row {number},")


def labels(page: Page) -> str:
    return " ".join(stage(page).locator(".picture svg text").all_text_contents())


def test_it_opens_asked_and_tells_nothing(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/greedy_or_best?{ASKED}")
    expect(question(page)).to_contain_text("Which first cut begins the best of 1,783 trees?")
    expect(stage(page).locator(".count")).to_have_text("Greedy’s rank 1 of 22")
    expect(stage(page).locator("[data-layer=axis]")).to_have_css("opacity", "0")  # none is weighed yet
    assert not points(page)
    doors = stage(page).locator(".door").all()
    assert len(doors) == 22
    assert len({door.get_attribute("height") for door in doors}) == 1  # nor how many trees are behind it
    expect(stage(page).locator(".crown, .mine")).to_have_count(0)
    assert not re.search("best|2.57|1.87", labels(page))
    sums = stage(page).locator(".sums")
    expect(sums).to_have_text("first cut0.476+left, a leaf0+right of it0.190≈the tree0.667")
    open_lesson(page, f"{server_url}/greedy_or_best?{ASKED}&first_cut=3")
    expect(sums).to_have_text("first cut0.133+left of it?+right of it?=the tree?")
    expect(stage(page).locator("[data-layer=blocks] [class^=after]")).to_have_count(1)  # greedy's
    expect(stage(page).locator(".cut-after")).to_have_count(0)
    stage(page).locator("[data-card=tree]").click()
    expect(stage(page).get_by_role("dialog")).to_have_text("Asked first: it is not shown yet.")


def test_a_column_is_guessed_and_the_best_tree_rises(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/greedy_or_best?{ASKED}")
    page.mouse.click(*column(page, 2))
    page.keyboard.press("ArrowRight")  # what is taken hold of has the keys
    expect(question(page)).to_contain_text("x1 ≤ 11.5")
    expect(stage(page).locator(".crown, .cut-after")).to_have_count(0)  # nor greedy's regions over the rows
    expect(stage(page).locator("[data-part=planehead]")).to_have_text("Your first cut x1 ≤ 11.5")
    expect(stage(page).locator(".sums")).to_have_text("first cut0.133+left of it?+right of it?=the tree?")
    heads = stage(page).evaluate(HEADS, ".sures [data-sure='2']")
    assert [head.split()[0] for head in heads] == ["Your", "First"]  # one's own until the best comes
    shows(page, 20)
    expect(question(page)).to_contain_text("0 alone, but 2.57 behind it, greedy’s cut 0.476 and 0.190")
    expect(question(page)).to_contain_text("Yours reaches 18 %, greedy reaches 26 %")
    expect(page).to_have_url(re.compile("first_cut=20&greedy_told=1"))
    assert len(points(page)) == 1783
    expect(stage(page).locator(".door")).to_have_count(0)
    assert all(each in labels(page) for each in ("best 2.57", "greedy 0.667"))
    expect(stage(page).locator(".picture .name")).to_have_text(["x2 ≤ 6.5", "x1 ≤ 11.5"])
    expect(stage(page).locator(".arrow-to")).to_have_count(1)
    go(page, "next")
    shows(page, 1)
    expect(question(page)).to_contain_text("Greedy’s first cut leads to 26 % of the best")
    assert "2.10" in labels(page)


def test_after_the_best_all_others_are_walked(page: Page, server_url: str) -> None:
    """Next leads from the best to greedy's, passes it later on, and Back takes the same way."""
    open_lesson(page, f"{server_url}/greedy_or_best?{TOLD}&first_cut=20")
    for way, there in (("next", 1), ("next", 2), ("back", 1), ("back", 20)):
        go(page, way)
        shows(page, there)
        at_rest(page)
    open_lesson(page, f"{server_url}/greedy_or_best?{TOLD}&first_cut=19")
    go(page, "next")
    shows(page, 21)
    expect(question(page)).to_contain_text(
        "Behind x2 ≤ 8.5: 1.20 at best, more than greedy’s7 first cuts lead to more, x2 ≤ 6.5 to most"
    )
    at_rest(page)
    page.keyboard.press("ArrowLeft")
    shows(page, 19)


def test_no_number_of_the_axis_lies_under_what_greedy_reaches(page: Page, server_url: str) -> None:
    for flipped in (0, 1024, 2048):
        open_lesson(page, f"{server_url}/greedy_or_best?{TOLD}&greedy_flipped={flipped}")
        texts = stage(page).locator(".picture text[text-anchor=end]").all()
        boxes = [box for text in texts if text.text_content() and (box := text.bounding_box())]
        heights = [box["y"] + box["height"] / 2 for box in boxes]
        gaps = np.diff(sorted(heights))
        assert len(heights) > 4
        assert gaps.min() > 11, flipped  # the lines of one text are as near


def test_a_guess_by_keys_and_its_end(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/greedy_or_best?{ASKED}")
    handle = stage(page).get_by_role("slider", name="First cut of the best tree")
    handle.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(handle).to_have_attribute("aria-valuetext", "x1\u00a0≤\u00a01.5")
    page.keyboard.press("Escape")
    expect(question(page)).to_contain_text("choose a column")
    handle.focus()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(question(page)).to_contain_text("Yours: right, greedy reaches 26 %")
    shows(page, 20)


def test_next_shows_the_answer_wherever_one_is(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/greedy_or_best?{ASKED}&first_cut=12")
    go(page, "next")
    expect(question(page)).to_contain_text("The best, 2.57: x2 ≤ 6.5 gains 0 alone")
    shows(page, 20)
    go(page, "last")
    shows(page, 22)
    expect(question(page)).to_contain_text("Behind 16 of 22 first cuts is a tree better than greedy’s")
    expect(question(page)).to_contain_text("greedy weighs 42 cuts, not 1,783 trees")
    expect(stage(page).locator(".picture .crown.better")).to_have_count(15)  # and the last one, where one is
    expect(stage(page).locator("[data-go=next]")).to_have_text("What’s next")


@pytest.mark.parametrize("rows", ROW_SETS)
def test_every_row_set_is_told(page: Page, server_url: str, rows: str) -> None:
    first = ROW_SETS[rows].first
    task = Task(rows, 0, first["loss"], first["lambda"], first["gamma"])
    shown = among_all(task, first["pruning"])
    link = "&".join(f"greedy_{name}={each}" for name, each in first.items())
    open_lesson(page, f"{server_url}/greedy_or_best?{ASKED}&greedy_rows={rows}&{link}")
    expect(stage(page).locator(".door")).to_have_count(len(shown.every.cuts))
    question(page).get_by_role("button", name="Show me").click()
    shows(page, shown.place_of(shown.best))
    says = {
        "easy": "Greedy finds the best, 2.98: what gains most alone",
        "xor5": "greedy stops before it",
        "near": "greedy reaches 98 %",
    }
    expect(question(page)).to_contain_text(says.get(rows, "The best"))
    assert len(points(page)) == len(shown.every)


def test_a_leaf_is_best_where_greed_keeps_too_much(page: Page, server_url: str) -> None:
    link = "greedy_rows=xor4&greedy_gamma=0.16&greedy_pruning=full"
    open_lesson(page, f"{server_url}/greedy_or_best?{ASKED}&{link}")
    page.mouse.click(*column(page, 0))
    stage(page).locator(".sures").get_by_role("button", name="fairly").click()
    expect(question(page)).to_have_text(
        "A single leaf is best: the cuts that greedy keeps gain −0.080 in allYours: right"
    )
    shows(page, 0)


def test_in_every_frame_all_parts_show_one_time(page: Page, server_url: str) -> None:
    """The mark of the strip goes as far as the cut slides in the plane; no side is cut before it has come."""
    open_lesson(page, f"{server_url}/greedy_or_best?{TOLD}&first_cut=16")
    frames = stage(page).evaluate(SAMPLES, ["[data-go=next]", 1500])
    assert {said for *_, said in frames} == {"Greedy’s rank 17 of 22"}
    marks = [frame[0] for frame in frames]
    assert marks == sorted(marks)
    cuts = [frame[1] for frame in frames]
    for mark, cut, sides, blocks, *_ in frames:
        gone = (cut - cuts[0]) / (cuts[-1] - cuts[0])
        assert gone == pytest.approx((mark - marks[0]) / (marks[-1] - marks[0]), abs=0.02)
        if mark == marks[-1]:
            assert sides == blocks - 3  # greedy's one and the best's two always stand
    assert frames[-1][2] == 2
    open_lesson(page, f"{server_url}/greedy_or_best?{TOLD}&first_cut=3")
    cuts = [re.findall(r"-?[.\d]+", path) for path in stage(page).evaluate(CUTS)]  # of the other feature
    assert {left == right for left, _, right, _ in cuts} == {True, False}
    assert all(left == right or top == foot for left, top, right, foot in cuts)  # never aslant


def test_the_reveal_opens_the_columns_outwards(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/greedy_or_best?{ASKED}")
    frames = stage(page).evaluate(SAMPLES, [".skip", 3600])
    closed = [frame[4] for frame in frames]
    assert closed == sorted(closed, reverse=True)
    assert (closed[0], closed[-1]) == (22, 0)
    said = [frame[5] for frame in frames]
    assert all(each == "Greedy’s rank 1 of 22" for each, frame in zip(said, frames, strict=True) if frame[4])
    assert said[-1] == "Greedy’s rank 20 of 22"
    assert frames[-1][2] == 2


def test_the_strip_leads_back_and_a_column_is_leapt_to(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/greedy_or_best?{TOLD}&first_cut=9")
    strip = stage(page).get_by_role("slider", name="Step")
    box = strip.bounding_box()
    assert box
    y = box["y"] + 20
    page.mouse.move(column(page, 9)[0], y)
    page.mouse.down()
    page.mouse.move(column(page, 3)[0] + 1, y, steps=4)
    expect(stage(page).locator(".count")).to_have_text("Greedy’s rank 3 of 22")
    expect(stage(page).locator("[data-part=planehead]")).to_have_text("First cut x1 ≤ 11.5")
    page.mouse.up()
    shows(page, 3)
    page.mouse.click(*column(page, 21, 0.05))
    shows(page, 21)
    expect(question(page)).to_contain_text("Behind x2 ≤ 8.5")
    expect(page).to_have_url(re.compile("first_cut=21"))


def test_a_point_is_a_tree_to_look_at(page: Page, other: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/greedy_or_best?{TOLD}&first_cut=20")
    picture = stage(page).locator(".picture").bounding_box()
    assert picture
    center = column(page, 20)[0] - picture["x"]
    here = [place for place in points(page) if abs(place[0] - center) < 15]
    x, y = sorted(here, key=lambda place: place[1])[1]
    page.mouse.click(picture["x"] + x, picture["y"] + y)
    expect(question(page)).to_contain_text("One of 121 trees: it gains 1.87")
    expect(page).to_have_url(re.compile(r"any_tree=\d+"))
    expect(stage(page).locator(".sums")).to_contain_text("the tree1.87")
    at_rest(page)
    open_lesson(other, page.url)
    for part in ("planebox", "treebox", "sums"):
        both = [stage(tab).locator(f"[data-part={part}]").inner_html() for tab in (page, other)]
        assert both[0] == both[1]
    go(page, "next")
    expect(page).not_to_have_url(re.compile("any_tree"))


def test_nodes_have_their_region_and_rows_their_way(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/greedy_or_best?{TOLD}&first_cut=20")
    stage(page).locator(".tree [data-node='2']").click()
    expect(page).to_have_url(re.compile("any_node=2"))
    expect(stage(page).locator(".row.dim")).to_have_count(6)
    expect(stage(page).locator(".region")).to_have_count(1)
    expect(stage(page).locator("[data-part=planehead]")).to_have_text("Cut x1 ≤ 7.5: 6 rows, 3 : 3")
    stage(page).locator(".tree [data-node='2']").click()
    page.mouse.move(*column(page, 1))
    expect(stage(page).locator(".row.dim")).to_have_count(0)
    row(page, 1).hover()
    expect(stage(page).locator(".tree .node.lit")).to_have_count(3)


def test_numbers_have_their_sums(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/greedy_or_best?{TOLD}&first_cut=20")
    card = stage(page).get_by_role("dialog")
    stage(page).locator("[data-card=term1]").click()
    expect(card).to_contain_text("x1 ≤ 5.5 parts 6 rows into 3 and 3.")
    expect(card).to_contain_text("=1.29")
    stage(page).locator("[data-card=tree]").click()
    expect(card).to_contain_text("=2.57")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_a_row_is_flipped_by_keys_and_by_hand(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/greedy_or_best?{TOLD}&first_cut=20")
    row(page, 1).focus()
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(page).to_have_url(re.compile("greedy_flipped=4"))
    expect(row(page, 3)).to_be_checked()
    expect(row(page, 3)).to_be_focused()
    expect(question(page)).not_to_contain_text("2.57")
    at_rest(page)
    expect(stage(page).locator("[data-part=planehead]")).to_have_text("First cut x2 ≤ 6.5")
    row(page, 3).click()
    expect(row(page, 3)).not_to_be_checked()
    expect(question(page)).to_contain_text("The best, 2.57")
    at_rest(page)
    page.go_back()
    expect(row(page, 3)).to_be_checked()


@pytest.mark.parametrize("width", [390, 820])
@pytest.mark.parametrize("rows", ["hard", "xor5"])
def test_narrow_nothing_is_cut(page: Page, server_url: str, width: int, rows: str) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    open_lesson(page, f"{server_url}/greedy_or_best?{TOLD}&greedy_rows={rows}")
    at_rest(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    parts = (".question", ".picture", ".strip", ".stepper", ".plane", ".tree", ".sums")
    boxes = [box for part in parts if (box := stage(page).locator(part).bounding_box())]
    assert len(boxes) == len(parts)
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
    tops = [box["y"] for box in boxes]
    assert tops == sorted(tops)
    line = page.locator(".st-key-controls").bounding_box()
    assert line
    assert (line["y"] > tops[-1]) == (width == 390)


def test_the_file_asks_and_tells_by_itself(alone: Page, tmp_path: Path) -> None:
    open_alone(alone, tmp_path, LESSON.saved(stage_of_trees(among_all(Task(), "post")), CURSOR, {}))
    expect(stage(alone).get_by_role("checkbox")).to_have_count(0)
    question(alone).get_by_role("button", name="Show me").click()
    expect(question(alone)).to_contain_text("The best, 2.57: x2 ≤ 6.5 gains 0 alone")
    shows(alone, 20)


def test_reduced_motion_shows_ends(page: Page, server_url: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_lesson(page, f"{server_url}/greedy_or_best?{ASKED}")
    frames: list[Any] = stage(page).evaluate(SAMPLES, [".skip", 600])
    assert {tuple(frame[2:5]) for frame in frames[2:]} == {(2, 3, 0)}
    stopped(page)
    page.emulate_media(reduced_motion="no-preference")


def test_what_is_said_of_other_rows_hangs_on_the_address_alone(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/greedy_or_best?{ASKED}")
    page.mouse.click(*column(page, 3))
    stage(page).locator(".sures").get_by_role("button", name="sure", exact=True).click()
    shows(page, 20)
    page.mouse.click(*column(page, 21, 0.05))
    shows(page, 21)
    at_rest(page)
    before = question(page).inner_text()
    assert re.search(r"\d+ first cuts lead to more, x2\s≤\s6\.5 to most", before)
    row(page, 5).click()
    expect(question(page)).not_to_have_text(before, use_inner_text=True)
    expect(question(page)).to_contain_text("first cuts lead to more")
    at_rest(page)
    page.go_back()
    expect(question(page)).to_have_text(before, use_inner_text=True)
    expect(stage(page).locator(".picture .name")).to_contain_text(["x1\u00a0≤\u00a011.5"])


@pytest.mark.parametrize("rows", ROW_SETS)
def test_trees_that_gain_as_much_do_not_lie_on_each_other(alone: Page, tmp_path: Path, rows: str) -> None:
    told = CURSOR | {"greedy_told": 1}
    open_alone(alone, tmp_path, LESSON.saved(stage_of_trees(among_all(Task(rows), "post")), told, {}))
    stopped(alone)
    at = np.array(points(alone))
    far = np.hypot(*(at[:, np.newaxis] - at).transpose(2, 0, 1))
    np.fill_diagonal(far, np.inf)
    width = 2.2
    assert (far.min(axis=1) < width).mean() < 0.02  # where a column has no room for all
