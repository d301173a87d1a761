"""The three acts in a real browser: asked first, told by the clock, by hand and by keys, narrow."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.alone import open_alone
from tests.browser.stages import go, open_lesson, question, shows, stage, stopped
from tests.lessons.missing_sparse_categorical.blanks import gaps
from workbench.lessons.missing_sparse_categorical import LESSON
from workbench.lessons.missing_sparse_categorical.blank_table import packet_record
from workbench.lessons.missing_sparse_categorical.category_partitions import category_record
from workbench.lessons.missing_sparse_categorical.row_gaps import rows_record, table_case
from workbench.lessons.missing_sparse_categorical.stage import stage_of_act
from workbench.lessons.missing_sparse_categorical.surrogates import SurrogateSplit, standin_record

ASKED = "1.0,2.0,7.0"
CURSOR = {"gap_step": None, "gap_told": 0, "partition": None, "guess": None}
# In every frame after an act: where the cut stands, where the mark of the strip, and the left leaf.
SAMPLES = """(root, [act, ms]) => new Promise(done => {
  const found = [], begin = performance.now(), number = text => Number(/-?[0-9.]+/.exec(text)[0])
  const look = () => {
    found.push([
      number(root.querySelector("[data-part=moving] .cut").getAttribute("d")),
      number(root.querySelector(".strip .now").getAttribute("transform").slice(9)),
      root.querySelector("[data-part=treebox] .step").getAttribute("height"),
      root.querySelector(".count").textContent,
    ])
    performance.now() - begin < ms ? requestAnimationFrame(look) : done(found)
  }
  root.querySelector(act).click()
  requestAnimationFrame(look)
})"""


def open_act(alone: Page, tmp_path: Path, record: dict[str, Any], **cursor: Any) -> None:
    open_alone(alone, tmp_path, LESSON.saved(stage_of_act(record), CURSOR | cursor, {"part": record["act"]}))
    stopped(alone)


def packet() -> dict[str, Any]:
    return packet_record(gaps(ASKED), 0, 1)


def standins(blank: str = "1.0,2.0,7.0,7.2") -> dict[str, Any]:
    return standin_record(SurrogateSplit(gaps(blank), on_full=True), 1)


def words(page: Page, part: str) -> str:
    return " ".join(stage(page).locator(f"[data-part={part}] text").all_text_contents())


def handle(page: Page) -> Locator:
    return stage(page).get_by_role("slider", name="Packet of rows 2, 3, 8")


def column(page: Page, label: str) -> Locator:
    return stage(page).locator(".top").get_by_role("slider", name=label, exact=True)


def test_the_packet_is_asked_about_and_nothing_tells(alone: Page, tmp_path: Path) -> None:
    open_act(alone, tmp_path, packet())
    expect(question(alone)).to_contain_text("Which way do rows 2, 3, 8 go at x1 ≤ −0.5?")
    expect(stage(alone).locator(".count")).to_have_text("Cut 2 of 5")
    seen = " ".join(words(alone, part) for part in ("moving", "treebox", "waybox", "course"))
    assert not re.search(r"10\.2|5\.95|missing", seen)
    expect(stage(alone).locator(".marks .wedge, .part-left, .edge.on")).to_have_count(0)
    assert words(alone, "waybox") == "left ? right ?"  # what each way scores comes with the answer


def test_the_packet_is_dragged_into_a_bay_and_goes_to_the_other(alone: Page, tmp_path: Path) -> None:
    open_act(alone, tmp_path, packet())
    box = handle(alone).locator(".pack").bounding_box()
    picture = stage(alone).locator(".picture").bounding_box()
    assert box
    assert picture
    alone.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20)
    alone.mouse.down()
    alone.mouse.move(picture["x"] + picture["width"] - 20, box["y"] + 200, steps=5)
    alone.mouse.up()
    expect(question(alone)).to_contain_text("right")
    question(alone).get_by_role("button", name="sure", exact=True).click()
    shows(alone, 2)
    expect(question(alone)).to_contain_text("you sent them right: gain 5.95, left gains 10.2")
    assert "your guess gains 5.95" in words(alone, "moving")
    assert "w −1.17" in words(alone, "treebox")
    stage(alone).locator("[data-card=way1]").first.click()
    expect(stage(alone).get_by_role("dialog")).to_contain_text("x1 ≤ −0.5, the packet right")
    go(alone, "last")
    expect(question(alone)).to_contain_text("missing goes left, 0 goes right")
    assert {"missing: F 2.83", "zero: F 5.75"} <= set(
        stage(alone).locator("[data-part=moving] .says").all_text_contents()
    )


def test_the_packet_is_answered_by_keys(alone: Page, tmp_path: Path) -> None:
    open_act(alone, tmp_path, packet(), guess=1)
    handle(alone).focus()
    alone.keyboard.press("ArrowLeft")
    expect(handle(alone)).to_have_attribute("aria-valuetext", "left")
    alone.keyboard.press("Enter")
    alone.keyboard.press("Enter")
    shows(alone, 2)
    expect(question(alone)).to_contain_text("you sent them left, too: gain 10.2 against 5.95")
    go(alone, "back")
    shows(alone, 1)
    expect(question(alone)).to_contain_text("left: 5.00 against 2.81")


def test_rows_of_a_table_are_asked_about_and_a_row_is_pointed_at(alone: Page, tmp_path: Path) -> None:
    record = rows_record(table_case("airquality", 0, 1.0, is_zero=False))
    open_act(alone, tmp_path, record)
    expect(question(alone)).to_contain_text("Which way do 28 rows go at ozone ≤ 31?")
    assert not re.search("1425|1220|missing", " ".join(words(alone, part) for part in ("moving", "waybox")))
    stage(alone).get_by_role("slider", name="Packet of 28 rows").focus()
    alone.keyboard.press("ArrowRight")
    alone.keyboard.press("Enter")
    alone.keyboard.press("Enter")
    stopped(alone)
    expect(question(alone)).to_contain_text("you sent them right: gain 1220, left gains 1425")
    place = stage(alone).locator("[data-part=moving] .pack").bounding_box()
    assert place
    alone.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(stage(alone).locator("[data-part=readout]")).to_contain_text("ozone missing, g")
    go(alone, "last")
    expect(question(alone)).to_contain_text("Two new rows: of one ozone is missing, of one it is 0")
    expect(stage(alone).locator(".legend")).to_contain_text("of 54 cuts")


def test_a_side_that_the_rows_do_not_prefer_is_said_to_be_the_file_s(alone: Page, tmp_path: Path) -> None:
    record = rows_record(table_case("airquality", 0, 1.0, is_zero=False))
    own = record["cuts"][record["best"]] | {"keeps": 1, "leaves": [None, -2.5]}
    cuts = [own if cut["asks"] == own["asks"] else cut for cut in record["cuts"]]
    open_act(alone, tmp_path, record | {"cuts": cuts, "kind": "model", "place": "round 3, node 2"}, guess=0)
    go(alone, "next")
    stopped(alone)
    expect(question(alone)).to_contain_text("28 rows go right at ozone ≤ 31, by the file")
    expect(question(alone)).to_contain_text("right gains 1220; on these rows left gains 1425")
    assert "file: w −2.5" in words(alone, "treebox")
    expect(stage(alone).locator("[data-part=treehead]")).to_have_text("The file keeps the way")


def test_in_every_frame_all_parts_show_one_time(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/missing_sparse_categorical?guess=0&gap_step=2")
    frames = stage(page).evaluate(SAMPLES, ["[data-go=next]", 1500])
    assert {count for *_, count in frames} == {"Cut 3 of 5"}
    assert [round(cut) for cut, *_ in frames] == [round(mark) for _, mark, *_ in frames]
    assert len({height for _, _, height, _ in frames}) > 5


def test_leaves_have_their_rows_and_rows_their_leaf(alone: Page, tmp_path: Path) -> None:
    open_act(alone, tmp_path, packet(), guess=0, gap_step=2)
    stage(alone).locator("[data-part=treebox] [data-over='0']").hover()
    expect(stage(alone).locator("[data-part=moving] .veil")).to_have_count(1)
    place = stage(alone).locator("[data-part=moving] text", has_text=re.compile("^6$")).bounding_box()
    assert place
    alone.mouse.move(place["x"] + 4, place["y"] + 30)
    expect(stage(alone).locator(".veil")).to_have_count(0)
    expect(stage(alone).locator("[data-part=readout]")).to_have_text("row 6: x1 2, y 7, g −3")
    expect(stage(alone).locator("[data-part=treebox] .dim[data-over='0']")).to_have_count(1)


def test_the_packet_is_tried_on_the_other_side_by_hand(alone: Page, tmp_path: Path) -> None:
    open_act(alone, tmp_path, packet(), guess=0, gap_step=2)
    bays = [each.bounding_box() for each in stage(alone).locator("[data-part=moving] .bay").all()]
    assert all(bays)
    for k, says in ((0, "left: 10.2 against 5.95"), (1, "right gains 5.95: not 10.2")):
        expect(question(alone)).to_contain_text("left: 10.2 against 5.95")
        alone.mouse.move(bays[0]["x"] + 10, bays[0]["y"] + 10)  # type: ignore[index]
        alone.mouse.down()
        alone.mouse.move(bays[k]["x"] + 40, bays[k]["y"] + 60, steps=5)  # type: ignore[index]
        alone.mouse.up()
        expect(question(alone)).to_contain_text(says)
    alone.mouse.click(bays[0]["x"] + 40, bays[0]["y"] + 60)  # type: ignore[index]
    expect(question(alone)).to_contain_text("left: 10.2 against 5.95")


def test_a_feature_that_no_row_has_is_shown_with_and_without_a_cut(alone: Page, tmp_path: Path) -> None:
    open_act(alone, tmp_path, packet_record(gaps(",".join(f"{row}.0" for row in range(8))), 0, 1))
    for way in ("first", "last"):
        go(alone, way)
        stopped(alone)
        expect(question(alone)).to_contain_text("No two values of x1: there is nothing to cut")


def test_what_was_told_stays_on_the_strip(alone: Page, tmp_path: Path) -> None:
    open_act(alone, tmp_path, packet(), guess=0)
    go(alone, "last")
    stopped(alone)
    told = stage(alone).locator(".marks .wedge").count()
    go(alone, "first")
    stopped(alone)
    expect(stage(alone).locator(".marks .wedge")).to_have_count(told)


def test_a_stand_in_is_clicked_and_all_are_counted(alone: Page, tmp_path: Path) -> None:
    open_act(alone, tmp_path, standins())
    expect(question(alone)).to_contain_text("Which feature stands in best for x1 ≤ −0.5?")
    seen = " ".join(words(alone, part) for part in ("treebox", "waybox", "moving"))
    assert not re.search(r"of 8|[≤>]", seen.replace("x1 ≤ −0.5", "").replace("majority: 4 of 8", ""))
    place = stage(alone).locator("[data-part=moving] text", has_text="x2").bounding_box()
    assert place
    alone.mouse.click(place["x"] + 200, place["y"] + 8)
    expect(question(alone)).to_contain_text("x2")
    question(alone).get_by_role("button", name="fairly").click()
    expect(stage(alone).locator(".count")).to_have_text("Most alike: x3")
    stopped(alone)
    expect(question(alone)).to_contain_text("x2: 7 of 8 · x3: 8 of 8")
    expect(stage(alone).locator("[data-part=treehead]")).to_have_text("Stand-ins, best first")
    expect(stage(alone).locator("[data-part=moving] .thread.off")).to_have_count(0)  # x3's wires
    stage(alone).locator("[data-card=adjusted]").click()
    expect(stage(alone).get_by_role("dialog")).to_contain_text("x3 > 4.5 for x1 ≤ −0.5")
    alone.keyboard.press("Escape")
    go(alone, "next")
    stopped(alone)
    expect(question(alone)).to_contain_text("3 of 3 go as x1 ≤ −0.5 would have sent them")
    expect(stage(alone).locator("[data-part=treehead]")).to_have_text("Who answers for them?")
    table = stage(alone).locator("[data-part=treebox]")
    said = [text for text in table.locator("text").all_text_contents() if text in ("left", "right", "goes")]
    assert said == ["left", "left", "right", "goes"]  # rows 2, 3, 8
    expect(table.locator(".edge.on")).to_have_count(3)
    expect(table.get_by_role("button", name="x3 of row 8: missing")).to_have_count(0)  # a file cannot turn


def test_a_partition_is_guessed_by_keys_and_any_is_looked_at(alone: Page, tmp_path: Path) -> None:
    record = category_record("five", 1.0)
    open_act(alone, tmp_path, record)
    assert not re.search(r"[0-9]\.[0-9]|BD", words(alone, "treebox"))
    assert not re.search(r"[0-9]", words(alone, "waybox"))  # of no side, and no gain
    for label in "BDC":
        column(alone, label).focus()
        alone.keyboard.press("ArrowLeft")
    expect(question(alone)).to_contain_text("B, C, D")
    sides = stage(alone).locator("[data-part=waybox]")
    expect(sides).to_contain_text("leftB, C, D½(−4)²6 + 1rightA, E½4²6 + 1")
    alone.keyboard.press("Enter")
    alone.keyboard.press("Enter")
    expect(stage(alone).locator(".count")).to_have_text("All 15 partitions")
    stopped(alone)
    expect(question(alone)).to_contain_text("Best of 15: a sorted cutyours: 17 % of the best")
    expect(stage(alone).locator("[data-partition]")).to_have_count(15)
    stage(alone).locator("[data-partition]").nth(3).click()
    expect(question(alone)).to_contain_text("rank 4")
    stage(alone).get_by_role("group", name="What it gains").press("ArrowDown")
    expect(question(alone)).to_contain_text("rank 5")
    alone.keyboard.press("ArrowUp")
    expect(question(alone)).to_contain_text("rank 4")
    stage(alone).locator("[data-card=gain]").click()
    expect(stage(alone).get_by_role("dialog")).to_contain_text("B | ACDE")
    go(alone, "back")
    shows(alone, 4)
    expect(question(alone)).to_contain_text("gain 7.29")


@pytest.mark.parametrize(("groups", "order"), [("three", "damped"), ("five", "label")])
def test_an_order_that_misses_the_best_says_so(alone: Page, tmp_path: Path, groups: str, order: str) -> None:
    open_act(alone, tmp_path, category_record(groups, 2.0, order))
    question(alone).get_by_role("button", name="Show me").click()
    expect(question(alone)).to_contain_text("this order leaves the rim and misses the best")


def test_rows_lose_their_value_on_the_stage_and_one_act_leads_to_the_next(
    page: Page, server_url: str
) -> None:
    open_lesson(page, f"{server_url}/missing_sparse_categorical?guess=none&gap_step=2&gap_told=1")
    number = stage(page).locator("[data-part=moving] text", has_text=re.compile("^6$")).bounding_box()
    assert number
    page.mouse.click(number["x"] + 4, number["y"] + 30)
    expect(stage(page).locator("[data-part=moving] text", has_text="rows 2, 3, 6, 8")).to_be_visible()
    expect(page).to_have_url(re.compile(r"blank=1\.0%2C2\.0%2C5\.0%2C7\.0|blank=1\.0,2\.0,5\.0,7\.0"))
    go(page, "last")
    stopped(page)
    go(page, "next")
    expect(page).to_have_url(re.compile("part=surrogates"))
    expect(question(page)).to_contain_text("Which feature stands in best")
    page.go_back()
    expect(question(page)).not_to_contain_text("Which feature")


@pytest.mark.wide
def test_a_cell_is_blanked_and_filled_by_keyboard(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/missing_sparse_categorical?part=surrogates&guess=0&gap_step=4")
    cell = stage(page).get_by_role("button", name=re.compile("^x3 of row 2:"))
    for says in ("missing", "7"):
        cell.focus()
        page.keyboard.press("Enter")
        expect(cell).to_have_attribute("aria-label", f"x3 of row 2: {says}")
        expect(cell).to_be_focused()
    stage(page).get_by_role("button", name="all of row 1").click()
    expect(stage(page).get_by_role("button", name="x1 of row 1: missing")).to_be_visible()


@pytest.mark.wide
def test_on_a_phone_nothing_is_cut(page: Page, server_url: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for shown in ("part=missing", "data=airquality", "part=surrogates", "part=categories"):
        open_lesson(page, f"{server_url}/missing_sparse_categorical?guess=none&{shown}")
        assert page.evaluate("document.scrollingElement.scrollWidth") <= 390
        tops = [question(page).bounding_box(), stage(page).locator(".picture").bounding_box()]
        assert tops[0]["y"] < tops[1]["y"]  # type: ignore[index]
        bar, part = (page.locator(f".st-key-{name}").bounding_box() for name in ("bar", "parameters_act"))
        assert part["y"] + part["height"] <= bar["y"] + bar["height"]  # type: ignore[index]
