"""One leaf in a real browser: told in motion, dragged, parted, in a file."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rest import at_rest
from tests.browser.stages import go, open_lesson, question, shows, stage, stopped
from tests.lessons.one_leaf.handles import TOLD, drag, handle, open_file, value
from workbench.lessons.one_leaf.record import record_of

# In every frame after a click: how many bars of the gain stand, and which act is said to be shown.
SAMPLES = """([root, selector, count]) => new Promise(done => {
  const found = [], begin = performance.now()
  const look = () => {
    found.push([root.querySelectorAll(selector).length, root.querySelector(".count").textContent])
    performance.now() - begin < 1300 ? requestAnimationFrame(look) : done(found)
  }
  root.querySelector(count).click()
  requestAnimationFrame(look)
})"""


def test_acts_show_the_numbers_of_python(alone: Page, tmp_path: Path) -> None:
    drawn = open_file(alone, tmp_path)
    record = record_of(drawn)
    words = [
        (2, "Stacked, the rows’ losses are the leaf’s", "L=2.25"),
        (3, "A line of slope G, bent by H", "L≈2.77−1·1+12·1·12=2.27"),
        (4, "Least at w* = 0.5, truly at 0.505: λ takes the bend from 1 to 2", "w*=−GH+λ=−−11+1=0.5"),
        (5, "Each side slides into a bowl of its own", "Objtwo=−0.1−0.643+2·0.1=−0.543"),
        (6, "Cut: two bowls fall 0.743, one 0.25, and the rest pays γ = 0.1", "0.393"),
        (7, "rows this sure bend it by 0.0707 only, so it falls to w = −13.1", "=−13.1"),
    ]
    for act, said, formula in words:
        go(alone, "next")
        shows(alone, act)
        expect(question(alone)).to_contain_text(said)
        text = stage(alone).locator("[data-part=formulas]").text_content() or ""
        plain = re.sub(r"\s", "", text)
        assert formula.replace(" ", "") in plain, plain
        if act == 4:
            bars = stage(alone).locator("[data-part=terms]")
            assert (bars.text_content() or "").endswith("change−0.25")
            expect(bars).to_contain_text("−0.5½ H w²+0.125½ λ w²+0.125")
    expect(stage(alone).locator(".picture")).to_contain_text("λ = 1 stops at")
    assert record["parted"][0]["gain"] == pytest.approx(0.392857, abs=1e-6)
    expect(stage(alone).locator("[data-go=next]")).to_be_disabled()


def test_every_part_is_at_one_act_in_every_frame_and_backwards(alone: Page, tmp_path: Path) -> None:
    """The bars of the gain come one by one, while the act is said to be the sixth; dragged back they go."""
    alone.emulate_media(reduced_motion="no-preference")
    open_file(alone, tmp_path, cursor=TOLD | {"act": 4})
    root = stage(alone).element_handle()
    frames = alone.evaluate(SAMPLES, [root, "[data-part=terms] .waiting", "[data-go=next]"])
    waiting = [count for count, _ in frames[1:]]
    assert waiting == sorted(waiting, reverse=True)
    assert waiting[-1] == 0
    assert len(set(waiting)) >= 3
    assert {said for _, said in frames[1:]} == {"6 of 7: the gain"}
    strip = stage(alone).get_by_role("slider", name="Step")
    box = strip.bounding_box()
    assert box is not None

    def at(act: float) -> tuple[float, float]:
        return box["x"] + box["width"] * (act + 0.5) / 7, box["y"] + 10

    alone.mouse.move(*at(5))
    alone.mouse.down()
    alone.mouse.move(*at(4.5))
    expect(stage(alone).locator("[data-part=terms] .waiting")).to_have_count(1)
    alone.mouse.move(*at(1.45))
    expect(stage(alone).locator(".picture .stems.thick")).to_have_count(1)
    expect(stage(alone).locator("[data-part=terms] .waiting")).to_have_count(3)
    shown = stage(alone).locator(".count b").inner_text()
    alone.mouse.up()
    shows(alone, int(shown))
    assert shown == "3"


def test_the_loss_is_that_of_the_w_that_is_dragged(alone: Page, tmp_path: Path) -> None:
    """As the sum of what the rows lose there."""
    open_file(alone, tmp_path, cursor=TOLD | {"act": 1})
    here = stage(alone).locator("[data-card=line11]")
    expect(here).to_contain_text("=2.25")
    box = handle(alone).locator(".grip").bounding_box()
    assert box is not None
    alone.mouse.move(box["x"] + 5, box["y"] + 5)
    alone.mouse.down()
    alone.mouse.move(box["x"] - 300, box["y"] + 5)
    assert value(alone) < 0.3
    total = stage(alone).locator(".sum").text_content()
    expect(here).to_contain_text(f"={total}".rstrip("0"))


def test_w_is_dragged_on_axes_that_stay_and_the_link_says_it(
    page: Page, other: Page, server_url: str
) -> None:
    open_lesson(page, f"{server_url}/one_leaf?guess=0&act=3")
    at_rest(page)
    assert value(page) == 0.5
    before = stage(page).locator(".picture text[text-anchor=end]").all_text_contents()
    drag(page, -120)
    dragged = value(page)
    assert dragged < 0.4
    expect(page).to_have_url(re.compile(f"leaf_w={dragged:g}"))
    assert stage(page).locator(".picture text[text-anchor=end]").all_text_contents() == before
    expect(stage(page).locator(".legend output")).to_contain_text("parabola −")
    handle(page).focus()
    page.keyboard.press("ArrowRight")
    assert value(page) > dragged
    expect(handle(page)).to_be_focused()
    expect(page).not_to_have_url(re.compile(f"leaf_w={dragged:g}(&|$)"))
    other.goto(page.url)
    stopped(other)
    expect(handle(other)).to_have_attribute("aria-valuenow", str(handle(page).get_attribute("aria-valuenow")))
    readout = stage(page).locator(".legend output").inner_text()
    expect(stage(other).locator(".legend output")).to_have_text(readout)
    page.keyboard.press("Escape")
    expect(handle(page)).to_have_attribute("aria-valuenow", "0.500000")
    expect(page).not_to_have_url(re.compile("leaf_w"))


def test_the_cut_is_moved_between_rows_and_the_gain_follows(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/one_leaf?guess=0&act=5")
    gain = stage(page).locator(".term b").last
    expect(gain).to_have_text("0.393")
    cut = stage(page).get_by_role("slider", name="Rows in the left leaf")
    cut.focus()
    page.keyboard.press("ArrowDown")
    assert gain.text_content() == "−0.0167"  # at once: between two cuts there are sums of no rows
    expect(question(page)).to_contain_text(re.compile("No cut: .*the rest does not pay γ = 0.1"))
    expect(page).to_have_url(re.compile("leaf_left=2"))
    page.keyboard.press("ArrowUp")
    expect(gain).to_have_text("0.393")
    expect(page).not_to_have_url(re.compile("leaf_left"))


BARS = """root => Object.fromEntries(["depth", "minus", "slope-bar"].map(name => {
  const bars = [...root.querySelectorAll(`[data-part=terms] .${name}`)]
  return [name, bars.map(each => +each.getAttribute("height"))]
}))"""


def test_bars_of_all_cuts_are_on_one_scale(page: Page, server_url: str) -> None:
    """What one leaf falls is the same bar whatever is cut; other cuts have lower bars than the best one."""
    open_lesson(page, f"{server_url}/one_leaf?guess=0&act=5")
    at_rest(page)
    best = stage(page).evaluate(BARS)
    cut = stage(page).get_by_role("slider", name="Rows in the left leaf")
    cut.focus()
    page.keyboard.press("ArrowDown")
    expect(stage(page).locator(".term b").last).to_have_text("−0.0167")
    other = stage(page).evaluate(BARS)
    assert other["minus"] == best["minus"]
    assert sum(other["depth"]) < 0.5 * sum(best["depth"])  # 0.333 of 0.743


def test_what_moves_nothing_yet_is_not_there_yet(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/one_leaf?guess=0&act=1")
    names = ("rounds before", "λ, penalty", "γ, price of a leaf")
    steps, penalty, price = (page.locator(f".track[aria-label='{name}']") for name in names)
    expect(steps).to_be_visible()
    expect(penalty).to_be_hidden()
    at = penalty.bounding_box()
    for _ in range(4):
        go(page, "next")
    shows(page, 6)
    expect(price).to_be_visible()
    expect(penalty).to_be_visible()
    assert penalty.bounding_box() == at
    go(page, "next")
    shows(page, 7)  # which goes its own way
    expect(penalty).to_be_hidden()


def test_lambda_of_the_line_reaches_the_stage(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/one_leaf?guess=0&act=3&leaf=logistic")
    expect(question(page)).to_contain_text("Least at w* = 0.857")
    page.get_by_role("slider", name="λ, penalty").focus()
    page.keyboard.press("ArrowRight")
    expect(question(page)).to_contain_text("Least at w* = 0.667")  # 1.5 / (0.75 + 1.5)
    expect(page).to_have_url(re.compile("leaf_lambda=1.5"))
    expect(page.get_by_text("keeps H/(H+λ) = 33.3 %")).to_be_visible()
    shows(page, 4)


def test_a_leaf_of_the_tree_is_chosen_and_back_leads_to_the_one_before(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/one_leaf?guess=0&act=3&leaf=lesson")
    at_rest(page)
    page.get_by_role("button", name=re.compile("^Leaf .* of round 1")).click()
    page.get_by_role("slider", name="round", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("round=2"))
    expect(page.get_by_role("button", name=re.compile("^Leaf .* of round 2"))).to_be_visible()
    page.get_by_role("combobox", name="Leaf").click()
    page.get_by_role("option", name="Newton steps").click()
    expect(page).to_have_url(re.compile("leaf=newton"))
    at_rest(page)
    page.go_back()
    expect(page.get_by_role("button", name=re.compile("^Leaf .* of round"))).to_be_visible()


def test_a_line_opens_its_step_with_words(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, cursor=TOLD | {"act": 3})
    stage(alone).get_by_role("button", name=re.compile("slope 0 at")).click()
    card = stage(alone).get_by_role("dialog")
    expect(card).to_contain_text("Its lowest point.")
    expect(card).to_contain_text("At the lowest point both cancel.")
    alone.keyboard.press("Escape")
    expect(card).to_be_hidden()
    stage(alone).locator("[data-card=rowsG]").focus()
    alone.keyboard.press("Enter")
    expect(card).to_contain_text("G = Σ g = 0.5 − 0.5 − 0.5 − 0.5 = −1")


# Formulas wider than their place, which would hide the rest.
CUT_OFF = """root => [...root.querySelectorAll(".fits")]
  .filter(each => each.scrollWidth > each.clientWidth + 1)
  .map(each => each.textContent)"""


# Words in the picture that a curve runs through.
STRUCK = """root => {
  const words = [...root.querySelectorAll("[data-part=moving] text.halo")]
    .filter(each => getComputedStyle(each).opacity > 0.3)
    .map(each => [each.textContent, each.getBoundingClientRect()])
  const curves = root.querySelectorAll("[data-part=moving] g[clip-path] path:not(.penalty, .row-band)")
  return [...curves].flatMap(path => {
    const at = path.getScreenCTM(), found = new Set()
    for (let k = 0; k < path.getTotalLength(); k += 2) {
      const { x, y } = path.getPointAtLength(k).matrixTransform(at)
      for (const [said, { left, right, top, bottom }] of words)
        if (x > left + 2 && x < right - 2 && y > top + 4 && y < bottom - 4) found.add(said)
    }
    return [...found]
  })
}"""


@pytest.mark.parametrize("present", [0, 1])
@pytest.mark.parametrize("leaf", ["four", "lesson"])
def test_the_stage_is_on_the_first_screen(page: Page, server_url: str, present: int, leaf: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    open_lesson(page, f"{server_url}/one_leaf?guess=0&act=5&present={present}&leaf={leaf}")
    at_rest(page)
    boxes = [stage(page).locator(part).bounding_box() for part in (".picture", ".stepper", ".formulas")]
    assert all(box is not None for box in boxes)
    picture, *others = [box for box in boxes if box is not None]
    assert picture["y"] <= 128
    assert all(box["y"] + box["height"] <= 800 for box in others)


def test_on_a_phone_the_question_comes_first_and_nothing_is_cut(page: Page, server_url: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_lesson(page, f"{server_url}/one_leaf?guess=none")
    at_rest(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    tops = []
    for part in (".question", ".picture", ".strip", ".stepper", ".rows-box", ".terms-box"):
        box = stage(page).locator(part).bounding_box()
        assert box is not None
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390
        tops.append(box["y"])
    assert tops == sorted(tops)


def test_reduced_motion_shows_ends(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, cursor=TOLD | {"act": 4})
    root = stage(alone).element_handle()
    frames = alone.evaluate(SAMPLES, [root, "[data-part=terms] .waiting", "[data-go=next]"])
    assert {count for count, _ in frames[2:]} == {0}


@pytest.mark.sweep
@pytest.mark.parametrize(
    "name", ["four", "squared", "norm", "huber", "one_class", "alpha", "classes", "large", "one row"]
)
@pytest.mark.parametrize("width", [390, 1280])
def test_every_leaf_goes_from_its_rows_to_its_end(alone: Page, tmp_path: Path, name: str, width: int) -> None:
    """Without an error, a number that is none or differs, a cut formula, or words that are struck."""
    alone.set_viewport_size({"width": width, "height": 844})
    drawn = open_file(alone, tmp_path, name)
    for act in range(1, len(drawn.acts) + 1):
        shows(alone, act)
        assert stage(alone).evaluate(CUT_OFF) == []
        assert width < 1280 or stage(alone).evaluate(STRUCK) == []  # a phone has no room for all
        assert "NaN" not in stage(alone).inner_html()
        terms = stage(alone).locator(".term b").all_text_contents()
        bars = stage(alone).locator("[data-part=terms] text:not(.math, .levels text)").all_text_contents()
        assert not terms or [each.lstrip("+−") for each in bars] == [each.lstrip("−") for each in terms]
        if act < len(drawn.acts):
            go(alone, "next")
    expect(stage(alone).locator("[data-go=next]")).to_be_disabled()
    assert alone.evaluate("document.documentElement.scrollWidth") <= width
