"""Bins in a real browser: asked on the strip, told in motion; cuts and bins; in a file, too."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.alone import open_alone
from tests.browser.rest import at_rest
from tests.browser.stages import go, open_lesson, question, shows, stage, stopped
from workbench.lessons.exact_or_histogram import LESSON
from workbench.lessons.exact_or_histogram.bin_sums import family, node_bins
from workbench.lessons.exact_or_histogram.node_cuts import HALVINGS, ROOT, Recipe, kept, stretch, sure_bins
from workbench.lessons.exact_or_histogram.record import Place, place_of
from workbench.lessons.exact_or_histogram.stage import stage_of_file

CURSOR: dict[str, Any] = {
    **{"halving": 0, "bins_told": 0, "bins_view": "model", "guess": None},
}
# In every frame after an act: where the strip's mark stands, how many gains and bars are drawn, where the cut
# stands, how many bars the larger child has, and what is said: the smaller child's rows, what is kept.
SAMPLES = """(root, [act, ms]) => new Promise(done => {
  const found = [], begin = performance.now(), of = name => root.querySelector(name)?.getAttribute("d") ?? ""
  const many = name => of(name).split("M").length - 1
  const look = () => {
    const mark = root.querySelector(".strip .now").getAttribute("transform")
    found.push([
      Number(/[0-9.]+/.exec(mark)[0]), many("[data-layer=dots]"), many("[data-layer=bars]"),
      Number(/[0-9.]+/.exec(of("[data-layer=best] .cut"))[0]), many(".side .larger"),
      Number(root.querySelector("[data-part=sidebox]").textContent.split("− ")[1].match(/[0-9]+/)[0]),
      root.querySelector("[data-part=readout]")?.textContent ?? "",
    ])
    performance.now() - begin < ms ? requestAnimationFrame(look) : done(found)
  }
  root.querySelector(act).click()
  requestAnimationFrame(look)
})"""


def open_file(alone: Page, tmp_path: Path, data: str = "breast_cancer", **cursor: Any) -> Place:
    place = place_of(Recipe(data), ROOT, None)
    open_alone(alone, tmp_path, LESSON.saved(stage_of_file(place), CURSOR | cursor, {}))
    stopped(alone)
    return place


def handle(page: Page) -> Locator:
    return stage(page).get_by_role("slider", name="Fewest bins that are enough")


def on_strip(page: Page, halving: float) -> tuple[float, float]:
    box = stage(page).locator(".strip").bounding_box()
    assert box
    return box["x"] + 16 + (box["width"] - 32) * halving / len(HALVINGS), box["y"] + box["height"] / 3


def drawn(page: Page, name: str) -> int:
    """How many marks a path has."""
    return (stage(page).locator(name).get_attribute("d") or "").count("M")


def words(page: Page) -> str:
    return str(stage(page).inner_text())


def test_nothing_tells_how_many_bins_are_enough_until_it_is_answered(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path)
    expect(question(alone)).to_contain_text("How few bins are sure to keep 95 % of the gain?")
    for halving in (0, 3, 6, 8):
        x, y = on_strip(alone, halving)
        alone.mouse.move(x, y)
        if not halving:
            alone.mouse.down()
        assert [drawn(alone, f"[data-layer={name}]") for name in ("dots", "left")] == [0, 0]
        telling = "[data-layer=best] *, .keptdot, .strip .kept, .side .lossdot"
        expect(stage(alone).locator(telling)).to_have_count(0)
        assert "of the gain" not in words(alone).replace("keep 95 % of the gain?", "")
    alone.mouse.up()
    expect(handle(alone)).to_have_attribute("aria-valuetext", "2 bins")
    alone.keyboard.press("Escape")
    expect(stage(alone).locator("[data-part=top]")).to_contain_text("drag: ever fewer bins")


def test_a_guess_is_dragged_and_told(alone: Page, tmp_path: Path) -> None:
    place = open_file(alone, tmp_path)
    alone.mouse.move(*on_strip(alone, 1))
    alone.mouse.down()
    alone.mouse.move(*on_strip(alone, 3.25), steps=4)
    assert drawn(alone, "[data-layer=bars]") == 64  # neighbours are on their way to each other
    enough = (
        f"{stretch(place.cuts(None))[2]} of {len(place.cuts(None).first.y)} rows:every cut betweenkeeps 95 %"
    )
    expect(stage(alone).locator(".side")).to_contain_text(enough)
    expect(stage(alone).locator(".loupe")).to_have_count(1)  # what stands there, magnified
    alone.mouse.move(*on_strip(alone, 4.1), steps=4)
    alone.mouse.up()
    rows = len(place.cuts(None).first.y) / 32
    expect(stage(alone).locator(".side")).to_contain_text(f"one bin: {rows:.0f} rows")
    assert drawn(alone, ".side .edges") > 1  # its borders there
    expect(question(alone)).to_contain_text("How few bins are sure to keep 95 % of the gain?32 bins")
    question(alone).get_by_role("button", name="sure", exact=True).click()
    shows(alone, sure_bins(place.recipe, ROOT, place.feature) or 0)
    expect(question(alone)).to_have_text("16 bins are sure to keep 95 %yours, 32 bins: 2 × as manyAgain")
    expect(stage(alone).locator(".mine")).to_have_count(1)
    expect(stage(alone).locator("[data-part=top] .mine-text")).to_have_text("yours")
    assert drawn(alone, "[data-layer=dots]") == 15
    go(alone, "next")
    share = kept(place.cuts(None), place.cuts(8))
    expect(question(alone)).to_contain_text(f"8 bins keep 95 % by luck: {100 * share:.1f} %")


def test_with_every_cut_the_children_are_rows_and_wait_for_the_answer(alone: Page, tmp_path: Path) -> None:
    place = open_file(alone, tmp_path, bins_view="child")
    expect(stage(alone).locator(".side .smaller, [role=tab]")).to_have_count(0)
    question(alone).get_by_role("button", name="Show me").click()
    shows(alone, 16)
    go(alone, "first")
    expect(stage(alone).locator(".count b")).to_have_text("all")
    stopped(alone)
    exact = place.cuts(None).found
    assert exact.best is not None
    left, right = int(exact.n_left[exact.best]), int(exact.n_right[exact.best])
    expect(stage(alone).locator(".side")).to_contain_text(f"additions: {right} + {left} rows")
    assert drawn(alone, ".side .smaller") == right
    assert drawn(alone, ".side .larger") == left
    alone.mouse.move(*on_strip(alone, 0))
    alone.mouse.down()
    alone.mouse.move(*on_strip(alone, 0.2), steps=3)  # on their way to bins each is still by itself
    assert drawn(alone, ".side .counted") == left + right


def test_next_answers_and_a_guess_counts(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path)
    handle(alone).focus()
    alone.keyboard.press("ArrowRight")
    alone.keyboard.press("ArrowRight")
    go(alone, "next")
    shows(alone, 16)
    expect(question(alone)).to_contain_text("yours, 128 bins: 8 × as many")


def test_next_halves_once_while_it_is_asked_and_answers_after_the_last_halving(
    alone: Page, tmp_path: Path
) -> None:
    open_file(alone, tmp_path)
    for bins in HALVINGS:
        go(alone, "next")
        shows(alone, bins)
        expect(question(alone)).to_have_text(
            "How few bins are sure to keep 95 % of the gain?drag the handleShow me"
        )
        expect(stage(alone).locator("[data-layer=best] *, .keptdot")).to_have_count(0)
    go(alone, "next")
    shows(alone, 16)
    go(alone, "next")
    shows(alone, 8)
    expect(stage(alone).locator("[data-part=readout]")).to_have_text("cut at 0.13215 keeps 97.5 %")
    expect(question(alone)).to_contain_text("a bin of 50 rows: a cut may miss the 29")
    go(alone, "next")
    shows(alone, 4)
    why = "a bin of 100 rows: a cut may miss the 29"
    expect(question(alone)).to_contain_text(f"4 bins do not keep 95 %: 77.2 %{why}")
    question(alone).get_by_role("button", name="Again").click()
    expect(question(alone)).to_have_text(
        "How few bins are sure to keep 95 % of the gain?drag the handleShow me"
    )


def test_a_guess_by_keys_that_loses_too_much(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, halving=6)
    handle(alone).focus()
    alone.keyboard.press("ArrowRight")
    expect(handle(alone)).to_have_attribute("aria-valuetext", "4 bins")
    alone.keyboard.press("Enter")
    expect(stage(alone).locator("[data-part=answer] [data-sure]").first).to_be_focused()
    alone.keyboard.press("Enter")
    shows(alone, 16)
    expect(question(alone)).to_contain_text("yours, 4 bins: 77.2 %")


def test_every_halving_is_drawn_from_the_clock_alone(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, bins_told=1, halving=4, bins_view="child")
    seen = {}
    for bins in (16, 8, 4):
        go(alone, "next")
        shows(alone, bins)
        seen[bins] = [
            stage(alone).locator(f"[data-part={part}]").inner_html() for part in ("moving", "sidebox")
        ]
    for bins in (8, 16):
        go(alone, "back")
        shows(alone, bins)
        found = [stage(alone).locator(f"[data-part={part}]").inner_html() for part in ("moving", "sidebox")]
        assert found == seen[bins]


def test_in_every_frame_all_parts_show_one_time(alone: Page, tmp_path: Path) -> None:
    """Neighbours become one below the old best cut, which then glides to the new one; the child stays."""
    place = open_file(alone, tmp_path, bins_told=1, halving=6, bins_view="child")
    before, after = (family(place.recipe, ROOT, place.feature, place.other, bins) for bins in (8, 4))
    assert before
    assert after
    assert before[0].total != after[0].total
    alone.emulate_media(reduced_motion="no-preference")
    frames = stage(alone).evaluate(SAMPLES, ["[data-go=next]", 1500])
    marks = [frame[0] for frame in frames]
    assert marks == sorted(marks)
    frames = frames[next(i for i, (_, dots, *_) in enumerate(frames) if dots == 3) :]
    old, new = frames[0][3], frames[-1][3]
    cuts = [frame[3] for frame in frames]
    assert old < new
    assert cuts == sorted(cuts)
    assert frames[-1][1:3] == [3, 4]
    assert frames[-1][4] == (after[1].n_rows > 0).sum()
    for _, dots, bars, cut, larger, size, says in frames:
        assert says == "" or (cut == new and "keeps" in says)  # at rest
        assert dots == 3  # the borders that are left
        assert cut == old or bars == 4
        assert larger  # what is seen turns into what comes
        assert size == (after if says else before)[0].total
    assert "keeps" in says


@pytest.mark.parametrize("data", ["cos_x2", "sonar", "diabetes", "breast_cancer", "airquality"])
def test_every_halving_has_the_numbers_of_gbtlib(alone: Page, tmp_path: Path, data: str) -> None:
    place = open_file(alone, tmp_path, data, guess=0, halving=6)
    for bins in (4, 2):
        go(alone, "next")
        shows(alone, bins)
        cuts = place.cuts(bins)
        assert drawn(alone, "[data-layer=dots]") == len(cuts.found)
        said = f"keeps {100 * kept(place.cuts(None), cuts):.1f} %"
        expect(stage(alone).locator("[data-part=readout]")).to_contain_text(said)


def test_a_bin_and_a_cut_are_pointed_at_and_reached_by_keys(alone: Page, tmp_path: Path) -> None:
    place = open_file(alone, tmp_path, guess=0, halving=6, bins_view="child")
    found, sums = place.cuts(8), node_bins(place.cuts(8))
    child, picture = (stage(alone).locator(name).bounding_box() for name in (".side", ".picture"))
    readout = stage(alone).locator("[data-part=readout]")
    assert child
    assert picture
    alone.mouse.move(picture["x"] + 0.9 * picture["width"], picture["y"] + 0.75 * picture["height"])
    pull = f"{-sums.G[-1]:.3g}".replace("-", "−")  # as its bar is drawn
    bin_ = stage(alone).locator("[data-part=bin]")
    expect(bin_).to_contain_text(f"bin 8: {sums.n_rows[-1]} rows, −G {pull}")
    expect(readout).to_contain_text("keeps")
    expect(stage(alone).locator(".pointed")).to_have_count(1)
    alone.mouse.move(picture["x"] + 0.9 * picture["width"], picture["y"] + 0.4 * picture["height"])
    expect(readout).to_contain_text(f"gain {found.found.gain[-1]:.3g}")
    alone.mouse.click(child["x"] + 0.95 * child["width"], child["y"] + 0.5 * child["height"])
    texts = stage(alone).locator("[data-part=sidebox] text")
    expect(texts.filter(has_text=re.compile("^n "))).to_have_count(3)
    alone.mouse.move(0, 0)
    stage(alone).get_by_role("slider", name="Cut between bins").focus()
    alone.keyboard.press("ArrowLeft")
    assert found.best is not None
    expect(readout).to_contain_text(f"gain {found.found.gain[found.best - 1]:.3g}")
    bins = stage(alone).get_by_role("slider", name="Bin", exact=True)
    bins.focus()
    for number in ("1", "2"):
        alone.keyboard.press("ArrowRight")
        expect(bins).to_have_attribute("aria-valuenow", number)


def test_a_node_of_which_no_bins_keep_enough_asks_nothing(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/exact_or_histogram?guess=none&bins_node=1")
    expect(question(page)).to_contain_text("Not even 256 bins are sure to keep 95 % of the best gain")
    expect(handle(page)).to_have_count(0)


@pytest.mark.wide
def test_the_page_tells_its_link_and_follows_it(page: Page, server_url: str, other: Page) -> None:
    open_lesson(page, f"{server_url}/exact_or_histogram?guess=none")
    question(page).get_by_role("button", name="Show me").click()
    shows(page, 16)
    expect(page).to_have_url(re.compile("halving=5&bins_told=1"))
    expect(stage(page).locator(".side .work")).to_have_count(9)
    go(page, "next")
    expect(page).to_have_url(re.compile("halving=6"))
    expect(stage(page).locator("[data-part=readout]")).to_contain_text("keeps 97.5 %")
    at_rest(page)
    other.goto(page.url)
    stopped(other)
    at_rest(other)
    assert stage(other).locator(".side").inner_text() == stage(page).locator(".side").inner_text()
    other.set_viewport_size({"width": 390, "height": 844})
    stopped(other)
    assert other.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.wide
def test_what_was_said_stays_at_another_lambda_and_a_column_leads_to_its_halving(
    page: Page, server_url: str
) -> None:
    open_lesson(page, f"{server_url}/exact_or_histogram?guess=none")
    handle(page).focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "Enter", "Enter"):
        page.keyboard.press(key)
    shows(page, 16)
    yours = "yours, 64 bins: 4 × as many"
    expect(question(page)).to_contain_text(yours)
    at_rest(page)
    page.get_by_role("slider", name="reg_lambda").press("End")
    expect(question(page)).to_contain_text("yours, 64 bins")
    at_rest(page)
    stage(page).locator("[data-halving='4']").click()
    shows(page, 32)
    at = stage(page).locator(".side .work.on")
    expect(at).to_have_count(1)
    middles = (
        stage(page)
        .locator(".side .work")
        .evaluate_all("all => all.map(each => each.classList.contains('on'))")
    )
    assert middles.index(True) == 4
