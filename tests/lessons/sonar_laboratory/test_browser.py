"""The laboratory in a real browser: asked on the strip and on cells, told in motion; in a file, narrow."""

import re
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.rest import at_rest
from tests.browser.stages import go, open_lesson, question, shows, stage, stopped
from tests.lessons.sonar_laboratory.laboratory import cell, cells, differences, flag, numbers, open_file, unit
from workbench.lessons.sonar_laboratory.findings import Areas
from workbench.lessons.sonar_laboratory.record import courses, record_of
from workbench.lessons.sonar_laboratory.splits import Splits
from workbench.lessons.sonar_laboratory.statistics import spread_of, student
from workbench.text.numbers import fixed

# In every frame after Next: the deal that is said, differences in the pile, the knob's place, and what is
# said of the intervals.
SAMPLES = """root => new Promise(done => {
  const found = [], begin = performance.now(), many = name => root.querySelectorAll(name).length
  const look = () => {
    const knob = root.querySelector(".strip .now").getAttribute("transform")
    found.push([root.querySelector(".count b").textContent, many("[data-part=moving] .gap-dot"),
      Number(/[0-9.]+/.exec(knob)[0]), root.querySelector("[data-part=top]").textContent])
    performance.now() - begin < 1600 ? requestAnimationFrame(look) : done(found)
  }
  root.querySelector("[data-go=next]").click()
  requestAnimationFrame(look)
})"""

# In every frame after Next: what a cell says, and what is said of it above the picture and on the strip.
ANSWERED = """(root, [cell]) => new Promise(done => {
  const found = [], begin = performance.now(), text = name => root.querySelector(name).textContent
  const look = () => {
    found.push([text(cell), text(".question") + text("[data-part=asked]")])
    performance.now() - begin < 2000 ? requestAnimationFrame(look) : done(found)
  }
  root.querySelector("[data-go=next]").click()
  requestAnimationFrame(look)
})"""

# In every frame of the film and at its end: the deal, what is said on the strip, the box of never.
FILM = """root => new Promise(done => {
  const found = [], many = (name, of) => [...root.querySelectorAll(name)].map(of).join("")
  const look = () => {
    const moves = root.hasAttribute("data-moving")
    if (moves || found.length) found.push([Number(root.querySelector(".count b").textContent),
      many("[data-part=asked] > text", each => each.textContent),
      many(".never text:first-of-type", each => each.classList[0])])
    moves || !found.length ? requestAnimationFrame(look) : done(found)
  }
  root.querySelector("[data-skip]").click()
  requestAnimationFrame(look)
})"""


def test_nothing_tells_until_it_is_answered(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/sonar_laboratory?guess=none")
    shows(page, 8)
    asked = "From which deal on are 10 rounds and 5 rounds told apart?"
    expect(question(page)).to_have_text(f"{asked}Show me")
    expect(stage(page).locator(".strip .later")).to_have_css("opacity", "0")
    expect(stage(page).locator(".told-line, .on-strip .told-text, .pair.told")).to_have_count(0)
    expect(stage(page).locator("[data-part=asked]").get_by_text("never", exact=True)).to_be_visible()
    for held_back in (".strip .one-band", ".of-one-deal"):
        expect(stage(page).locator(held_back).first).to_have_css("visibility", "hidden")
    assert numbers(page) == []  # the picture is asked about, and says how much once it is told
    expect(stage(page).locator("[data-part=moving] .gap-dot")).to_have_count(8)
    assert cells(page) == differences(Areas(), 8)
    at_rest(page)
    expect(page.get_by_text("What the deals say stands here once the question is answered.")).to_be_visible()
    expect(page.get_by_text("How far it strays.")).to_have_count(0)
    question(page).get_by_role("button", name="Show me").click()
    shows(page, 40)
    expect(page).to_have_url(re.compile("one_split=40.*lab_told=1"))
    expect(page.get_by_text("How far it strays.")).to_be_visible()


def test_what_was_said_stays_at_another_confidence(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/sonar_laboratory?guess=none")
    flag(page).focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    shows(page, 40)
    expect(stage(page).locator("[data-part=asked]")).to_contain_text("yours: deal 19")
    at_rest(page)
    page.get_by_role("slider", name="confidence").press("End")
    expect(stage(page).locator("[data-part=top]")).to_contain_text("mean, 99 %")
    expect(stage(page).locator("[data-part=asked]")).to_contain_text("yours: deal 19")
    go(page, "next")
    stage(page).locator(".pair[data-row='4'][data-column='1']").click()
    at_rest(page)
    page.get_by_role("slider", name="confidence").press("ArrowLeft")
    expect(page).not_to_have_url(re.compile("lab_level"))
    at_rest(page)
    expect(question(page)).to_contain_text(re.compile("This one.*sensible"))


@pytest.mark.parametrize("to", [1, 9, 15, 20])
def test_what_was_said_is_clear_of_the_answer(alone: Page, tmp_path: Path, to: int) -> None:
    open_file(alone, tmp_path)
    flag(alone).focus()
    for key in ["ArrowRight"] * to + ["Enter"] * 2:
        alone.keyboard.press(key)
    shows(alone, 40)
    told, mine = (
        stage(alone).locator(f"[data-part=asked] > .{of}-text").bounding_box() for of in ("told", "mine")
    )
    assert told and mine
    is_clear = told["x"] + told["width"] < mine["x"] or mine["x"] + mine["width"] < told["x"]
    assert is_clear or told["y"] + 13 <= mine["y"]


def test_both_questions_by_keys_alone(alone: Page, tmp_path: Path) -> None:
    areas = open_file(alone, tmp_path)
    flag(alone).focus()
    for _ in range(8):
        alone.keyboard.press("ArrowLeft")
    expect(flag(alone)).to_have_attribute("aria-valuetext", "from deal 12 on")
    first = areas.gaps[:3]
    half = student(12, 95) * first.std(ddof=1) / np.sqrt(12)
    bar = stage(alone).locator(".mine-bar").get_attribute("d") or ""
    foot, top = map(float, re.findall(r"[\d.]+", bar)[1:3])
    assert (foot - top) / 2 == pytest.approx(half * unit(alone), abs=0.2)
    alone.keyboard.press("Enter")
    expect(stage(alone).get_by_role("button", name="guessing")).to_be_focused()
    alone.keyboard.press("Enter")
    shows(alone, 40)
    expect(question(alone)).to_contain_text("Never told apart for good in 40 deals")
    course = courses(areas.gaps, areas)
    outside = [m for m, each in enumerate(course) if each and abs(each.mean) > each.of_mean]
    assert outside == list(range(outside[0], outside[-1] + 1))
    last = spread_of(areas.gaps, areas.splits, areas.level)
    why = f"0 lies within the mean’s {fixed(last.mean, 3, plus=True)} ± {last.of_mean:.3f}"
    expect(question(alone)).to_contain_text(f"Yours, deal 12: not apart there. {why}")
    undone = f"told apart at deals {outside[0]} to {outside[-1]}, then no more"
    expect(stage(alone).locator("[data-part=asked]")).to_contain_text(undone)
    assert cells(alone) == differences(areas, 40)
    question(alone).get_by_role("button", name="Which pair can?").click()
    cell(alone, 1, 0).focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "Enter"):
        alone.keyboard.press(key)
    alone.keyboard.press("Enter")
    expect(cell(alone, 4, 0)).to_have_attribute("aria-label", re.compile("one deal is enough"))
    expect(question(alone)).to_contain_text("One deal is enough")
    expect(question(alone)).to_contain_text("Yours: right.")
    expect(stage(alone).locator("[data-part=asked]")).to_contain_text("one deal is enough")
    expect(stage(alone).locator("[data-part=asked]")).not_to_contain_text("told apart from")
    record = record_of(areas)
    wanted = [
        "1" if one else "–" if start > 40 else str(start)
        for one, start in zip(record["is_one_enough"], record["apart_from"], strict=True)
    ]
    assert cells(alone) == wanted
    question(alone).get_by_role("button", name="Again").click()
    shows(alone, 8)
    assert cells(alone) == differences(areas, 8)


def test_the_film_says_where_they_are_told_apart_and_where_no_more(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, one_split=12)
    stage(alone).get_by_role("button", name="Four times as fast").click()
    alone.emulate_media(reduced_motion="no-preference")
    *film, (_, said, end) = stage(alone).evaluate(FILM)
    assert {of for *_, of in film} == {"mine-text"}  # the box of never stands until it is told
    assert "told-text" in end
    undone = "told apart at deals 13 to 23, then no more"
    assert {says for _, says, _ in film} == {"", "told apart since deal 13", undone}
    for deal, says, _ in film:  # the interval of a deal comes with its end
        assert says == "" or deal >= 13
        assert says == "told apart since deal 13" or not 13 < deal < 24
        assert says == undone or deal < 25
    assert undone in said


@pytest.mark.wide
def test_a_put_flag_outlives_a_reload(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/sonar_laboratory?guess=none")
    flag(page).focus()
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    at_rest(page)
    page.reload()
    at_rest(page)
    expect(flag(page)).to_have_attribute("aria-valuetext", "from deal 18 on")
    expect(stage(page).locator("[data-part=asked]")).to_contain_text("from deal 18 on")
    go(page, "first")
    at_rest(page)
    page.reload()
    at_rest(page)
    shows(page, 0)
    expect(flag(page)).to_have_attribute("aria-valuetext", "from deal 18 on")


def test_the_flag_is_dragged_and_a_cell_is_pressed(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, level=80)
    grip, strip = flag(alone).locator(".grip").bounding_box(), stage(alone).locator(".strip").bounding_box()
    assert grip and strip
    never = stage(alone).locator(".never rect").bounding_box()
    assert never
    alone.mouse.move(grip["x"] + 6, grip["y"] + 6)
    alone.mouse.down()
    alone.mouse.move(never["x"] + never["width"] / 3, grip["y"] + 6, steps=3)
    expect(stage(alone).locator("[data-part=asked]")).to_contain_text("not within 40 deals")
    alone.mouse.up()
    expect(question(alone)).to_contain_text("not within 40 dealsguessing")
    shows(alone, 3)  # the strip itself was not dragged
    question(alone).get_by_role("button", name="sure", exact=True).click()
    shows(alone, 40)
    expect(question(alone)).to_contain_text(re.compile(r"Told apart from deal \d+ onYours: never\."))
    question(alone).get_by_role("button", name="Which pair can?").click()
    cell(alone, 2, 0).click()
    alone.keyboard.press("Escape")
    expect(stage(alone).locator("[data-sure]:visible")).to_have_count(0)
    cell(alone, 2, 0).click()
    expect(question(alone)).to_contain_text("corrected, 5 rounds")
    question(alone).get_by_role("button", name="fairly").click()
    expect(question(alone)).to_contain_text("Yours: not so.")
    legend = stage(alone).locator("[data-part=legend]")
    expect(legend).to_contain_text(re.compile(r"one is enough: \d+"))


def test_who_walks_through_all_deals_has_seen_the_answer(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, one_split=39)
    expect(question(alone)).to_contain_text("Show me")
    go(alone, "next")
    shows(alone, 40)
    expect(question(alone)).to_contain_text("Never told apart for good in 40 deals")
    expect(question(alone)).to_contain_text("the paper’s +0.020 is less than one deal’s ± 0.037")
    expect(question(alone)).not_to_contain_text("Yours")
    go(alone, "next")
    go(alone, "play")  # answers what is asked of pairs
    expect(cell(alone, 4, 0)).to_have_attribute("aria-label", re.compile("one deal is enough"))


def test_every_deal_has_the_numbers_of_gbtlib_from_wherever_one_comes(alone: Page, tmp_path: Path) -> None:
    areas = open_file(alone, tmp_path, guess=0, one_split=1)
    parts = "[data-part=moving], [data-part=top], [data-part=dealbox], [data-part=pairbox]"
    drawn: dict[int, list[str]] = {}
    for number in range(1, 5):
        shows(alone, number)
        said = stage(alone).locator(".auc").all_text_contents()
        assert said == [f"{areas.of(name)[number - 1]:.4f}" for name in (areas.first, areas.second)]
        a, b = map(Decimal, said)
        gap = Decimal((stage(alone).locator(".deal-sum").text_content() or "").replace("−", "-"))
        assert abs(a - b - gap) <= Decimal("0.0006")  # all three are rounded
        assert gap == round(Decimal(areas.gaps[number - 1]), 3)
        expect(stage(alone).locator("[data-part=moving] .gap-dot")).to_have_count(number)
        drawn[number] = [each.inner_html() for each in stage(alone).locator(parts).all()]
        go(alone, "next")
    for number in range(4, 0, -1):
        go(alone, "back")
        shows(alone, number)
        assert [each.inner_html() for each in stage(alone).locator(parts).all()] == drawn[number]


def test_in_every_frame_all_parts_show_one_deal(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, guess=0, one_split=4)
    alone.emulate_media(reduced_motion="no-preference")
    frames = stage(alone).evaluate(SAMPLES)
    marks = [frame[2] for frame in frames]
    assert marks == sorted(marks)
    assert {said for said, *_ in frames[1:]} == {"5"}
    for _, gaps, _, said in frames[1:]:
        assert gaps == 5 or said == frames[0][3]
    assert {frame[1] for frame in frames} == {4, 5}
    assert len({frame[3] for frame in frames}) == 2  # no interval between those of four and of five deals


@pytest.mark.parametrize("pair", [("sensible", "tree"), ("adaboost", "forest")])
def test_the_stairs_have_the_areas(alone: Page, tmp_path: Path, pair: tuple[str, str]) -> None:
    areas = open_file(alone, tmp_path, guess=0, one_split=5, variant=pair[0], than=pair[1])
    for place, name in enumerate(pair):
        frame = stage(alone).locator(".frame-of").nth(place)
        x, y, side = (float(frame.get_attribute(name) or 0) for name in ("x", "y", "width"))
        path = stage(alone).locator(f"path.roc-{place}").get_attribute("d") or ""
        points = np.array(re.findall(r"[ML]([\d.]+) ([\d.]+)", path), dtype=float)
        area = np.trapezoid(1 - (points[:, 1] - y) / side, (points[:, 0] - x) / side)
        assert area == pytest.approx(areas.of(name)[4], abs=1e-3)


def test_numbers_have_their_sums(alone: Page, tmp_path: Path) -> None:
    areas = open_file(alone, tmp_path, level=90, guess=0, one_split=40)
    outside = {
        m for m, each in enumerate(courses(areas.gaps, areas)) if each and abs(each.mean) > each.of_mean
    }
    assert outside == {*range(8, 27), *range(29, 35)}
    said = "told apart at deals 8 to 26, 29 to 34, then no more"
    expect(stage(alone).locator("[data-part=asked] > .told-text")).to_have_text(said)
    card, gap = stage(alone).get_by_role("dialog"), spread_of(areas.gaps, areas.splits, areas.level)
    for name, half in (("mean", gap.of_mean), ("one", gap.of_one)):
        assert any(f"± {half:.3f}" in each for each in numbers(alone))
        stage(alone).locator(f"[data-card={name}]").click()
        expect(card).to_contain_text(f"{gap.t:.2f}·{gap.sd:.3f}")
        expect(card).to_contain_text(f"={half:.3f}")
        if name == "mean":
            expect(card).to_contain_text(f"={gap.of_new:.3f}")
    area = stage(alone).locator("[data-card=area0]")
    area.focus()
    alone.keyboard.press("Enter")
    expect(card).to_contain_text(f"={area.text_content()}")
    mines, rocks = areas.classes(39)
    expect(card).to_contain_text(f"Of {mines} × {rocks} pairs")
    right = areas.of("published_10")[39] * mines * rocks
    expect(card).to_contain_text(f"{right:.1f}".removesuffix(".0") + f"{mines * rocks}=")


def test_next_answers_a_flag_and_a_cell_and_leads_from_one_question_to_the_other(
    alone: Page, tmp_path: Path
) -> None:
    open_file(alone, tmp_path)
    flag(alone).focus()
    alone.keyboard.press("ArrowLeft")
    go(alone, "next")
    shows(alone, 40)
    expect(question(alone)).to_contain_text("Yours, deal 19")
    next_one = stage(alone).locator("[data-go=next]")
    expect(next_one).to_have_text("Next question")
    go(alone, "next")
    expect(question(alone)).to_contain_text("Which pair can one deal tell apart?")
    told = stage(alone).locator("[data-part=asked] > *, .strip .lines, .apart-run, .of-one-deal")
    expect(told.locator("visible=true")).to_have_count(0)  # of the question before
    said = cell(alone, 4, 0).locator("text")
    expect(said).to_have_css("opacity", "0")  # of 28 the dots tell
    cell(alone, 4, 0).click()
    expect(said).to_have_css("opacity", "1")
    alone.emulate_media(reduced_motion="no-preference")
    frames = stage(alone).evaluate(ANSWERED, [".pair[data-row='4'][data-column='0'] text"])
    assert all(says == "1" for says, told in frames if "Yours" in told or "enough" in told)
    assert frames[1][0] == differences(Areas(), 40)[4 * 3 // 2]
    expect(question(alone)).to_contain_text("Yours: right.")
    expect(stage(alone).get_by_role("button", name="Next")).to_be_disabled()


def test_a_cell_is_a_pair_and_once_more_the_other_way_round(page: Page, server_url: str, other: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    other.emulate_media(reduced_motion="reduce")
    open_lesson(page, f"{server_url}/sonar_laboratory?guess=0&one_split=9&lab_view=pairs")
    cell(page, 7, 6).hover()
    gap = Areas(Splits(), "forest", "tree").gaps[8]
    says = f"forest less one tree: {fixed(gap, 3, plus=True)} on deal 9"
    expect(stage(page).locator("[data-says]")).to_have_text(says)
    expect(stage(page).locator(".pair-name.on")).to_have_text(["one tree", "forest"])
    expect(stage(page).locator(".pair.leads")).to_have_count(1)
    cell(page, 7, 6).click()
    expect(page).to_have_url(re.compile("variant=forest.*than=tree|than=tree.*variant=forest"))
    expect(question(page)).to_contain_text("One deal is enough")
    at_rest(page)
    expect(page.get_by_text("forest strays by").first).to_be_visible()
    before = numbers(page)
    cell(page, 7, 6).click()
    expect(page).to_have_url(re.compile("variant=tree.*than=forest|than=forest.*variant=tree"))
    expect(stage(page).locator("[data-part=still]")).to_contain_text("one tree better ▶◀ forest better")
    assert [each.replace("−", "+") for each in numbers(page)] == before
    at_rest(page)
    other.goto(page.url)
    at_rest(other)
    stopped(other)
    assert numbers(other) == numbers(page)
    dot = stage(page).locator("[data-part=moving] .gap-dot").nth(4)
    dot.hover(force=True)
    readout = stage(page).locator("[data-part=readout]")
    expect(readout).to_contain_text("deal 5:")
    gap = Areas(Splits(), "tree", "forest").gaps[4]
    expect(readout).to_have_text(f"deal 5: {fixed(gap, 3, plus=True)}")
    page.emulate_media(reduced_motion="no-preference")
    other.emulate_media(reduced_motion="no-preference")


@pytest.mark.parametrize("pair", [("corrected", "tree"), ("adaboost", "sensible"), ("forest", "published_5")])
@pytest.mark.parametrize("level", [80, 99])
def test_no_interval_is_cut_and_each_side_of_0_says_who_is_better(
    alone: Page, tmp_path: Path, pair: tuple[str, str], level: int
) -> None:
    open_file(alone, tmp_path, level=level, guess=0, one_split=40, variant=pair[0], than=pair[1])
    foot = stage(alone).locator(".strip > svg").evaluate("svg => svg.getBoundingClientRect().height") - 21
    for mark in ("one-band", "band", "unseen", "after"):
        for line in stage(alone).locator(f".strip .later .{mark}").all():
            heights = re.findall(r"[ML][\d.-]+ ([\d.-]+)", line.get_attribute("d") or "")
            assert all(34 < float(each) < foot for each in heights)
    still = stage(alone).locator("[data-part=still]")
    zero = float(re.findall(r"[\d.]+", still.locator(".zero").get_attribute("d") or "")[1])
    above, below = (float(still.get_by_text(sign).get_attribute("y") or 0) for sign in "▶◀")
    assert above < zero < below


def test_narrow_nothing_is_cut(alone: Page, tmp_path: Path) -> None:
    alone.set_viewport_size({"width": 390, "height": 844})
    open_file(alone, tmp_path)
    assert alone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    parts = (".question", "[data-part=picture]", ".strip", ".stepper", ".deal")
    boxes = [box for part in parts if (box := stage(alone).locator(part).bounding_box())]
    assert len(boxes) == len(parts)
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    tops = [box["y"] for box in boxes]
    assert tops == sorted(tops)
