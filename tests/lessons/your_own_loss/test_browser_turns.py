"""One loss goes over into another in a real browser, and what is said of it has its place."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stages import go, open_lesson, question, shows, stage, stopped
from tests.lessons.your_own_loss.test_browser import moving, open_file
from workbench.lessons.your_own_loss.asked import LOSS_NAMES

# In every frame until it rests: the height of the fit in its middle, and the end of the longest pull.
FRAMES = """(root, pressed) => new Promise(done => {
  const found = []
  const look = () => {
    const fit = root.querySelector("[data-part=moving] .after").getAttribute("d").split("L")
    const ends = root.querySelector(".stems").getAttribute("d").split("V").slice(1).map(parseFloat)
    found.push([+fit[fit.length >> 1].split(" ")[1], Math.min(...ends)])
    found.length > 3 && !root.hasAttribute("data-moving") && found.at(-1)[1] !== found[0][1]
      ? done(found) : requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  root.querySelector(pressed).click()
})"""
# How many rows and other pulls lie under what is said of the ringed row's pull.
COVERED = """root => {
  const { left, top } = root.querySelector("[data-part=picture]").getBoundingClientRect()
  const drawn = each => root.querySelector(`[data-part=moving] ${each}`).getAttribute("d")
  const marks = [...drawn(".rows").matchAll(/M([\\d.]+) (-?[\\d.]+)(h0)/g),
    ...drawn(".stems").matchAll(/M([\\d.]+) (-?[\\d.]+)V(-?[\\d.]+)/g)].map(([, x, from, to]) =>
    [+x, +from, to === "h0" ? +from : +to])
  const isUnder = note => ([x, a, b]) => x > note.left - left + 1 && x < note.right - left - 1 &&
    Math.max(a, b) > note.top - top + 3 && Math.min(a, b) < note.bottom - top - 3
  const notes = [...root.querySelectorAll("[data-part=moving] text.halo")]
  return [notes.length, notes.flatMap(each => marks.filter(isUnder(each.getBoundingClientRect()))).length]
}"""


@pytest.mark.wide
def test_one_loss_goes_over_into_another(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/your_own_loss?round=20&guess=0&own_told=huber,squared_error")
    frames = stage(page).evaluate(FRAMES, "[data-loss=squared_error]")
    for part in zip(*frames, strict=True):
        assert len({value for value in part if min(part[0], part[-1]) < value < max(part[0], part[-1])}) >= 2
    stopped(page)
    expect(question(page)).to_contain_text("Squared ends at")


@pytest.mark.parametrize("name", ["huber", "squared_error", "quantile", "exponential"])
def test_the_note_of_a_pull_covers_no_other_row(alone: Page, tmp_path: Path, name: str) -> None:
    alone.emulate_media(reduced_motion="reduce")
    open_file(alone, tmp_path, name, round=0, guess=0)
    for number in range(1, 21):
        go(alone, "next")
        shows(alone, number)
        notes, covered = stage(alone).evaluate(COVERED)
        assert notes
        assert covered == 0, number
    expect(stage(alone).locator(".own-pull")).to_have_text(re.compile("^pull "))


@pytest.mark.parametrize("link", ["own_row=30", "own_row=30&present=1", "round=1"])
def test_the_note_of_a_pull_and_the_name_of_the_ring_are_apart(
    page: Page, server_url: str, link: str
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    open_lesson(page, f"{server_url}/your_own_loss?guess=0&{link}")
    name = stage(page).get_by_text("the ringed row", exact=True).bounding_box()
    assert name is not None
    for note in stage(page).locator("[data-part=moving] text.halo").all():
        box = note.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= name["y"] + 3 or box["y"] >= name["y"] + name["height"] - 3


def test_no_pull_ends_beyond_the_picture(alone: Page, tmp_path: Path) -> None:
    run = open_file(alone, tmp_path, "exponential", round=20, guess=0)
    expect(stage(alone).locator("[data-part=legend]")).to_contain_text("drawn × ")
    drawn = "".join(re.findall(r'class="stems?" d="([^"]*)"', moving(alone)))
    ends = [float(each) for each in re.findall(r"V(-?[\d.]+)", drawn)]
    assert len(ends) == len(run.rows.train)
    high = alone.locator("[data-part=picture]").evaluate("each => each.clientHeight")
    assert all(0 <= each <= high for each in ends)


@pytest.mark.parametrize("name", LOSS_NAMES)
def test_the_question_stands_on_one_line(alone: Page, tmp_path: Path, name: str) -> None:
    open_file(alone, tmp_path, name)
    prompt = question(alone).locator("[data-part=prompt]")
    high, line = prompt.evaluate(
        "each => [each.offsetHeight, 1.8 * parseFloat(getComputedStyle(each).fontSize)]"
    )
    assert high < line
