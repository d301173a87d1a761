"""What stands around every lesson: the bar in one line, the slide of presenter mode, a phone's order."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.rest import at_rest
from workbench.shell.page_entry import PageEntry
from workbench.shell.registry import PAGES

WINDOWS: dict[str, ViewportSize] = {
    "laptop": {"width": 1280, "height": 800},
    "tablet": {"width": 820, "height": 1180},
    "phone": {"width": 390, "height": 844},
}
BAR = "Lessons", "Settings", "Copy link", "Present"
# Words on the screen that stand in less than 14 px, which presenter mode enlarges.
SMALL = """() => {
  const found = []
  const above = at => at.parentElement ?? at.getRootNode().host
  const zoomOf = at => (at ? (Number(getComputedStyle(at).zoom) || 1) * zoomOf(above(at)) : 1)
  const walk = node => {
    const words = node.nodeType === Node.TEXT_NODE && node.data.trim(), parent = node.parentElement
    if (words && parent?.checkVisibility({ visibilityProperty: true })) {
      const range = document.createRange()
      range.selectNodeContents(node)
      const { width, bottom } = range.getBoundingClientRect()
      const size = parseFloat(getComputedStyle(parent).fontSize) * zoomOf(parent)
      if (width && bottom <= innerHeight && size && size < 14) found.push(`${words}: ${size}`)
    }
    const isLow = "style, script, option, sub, sup, :is(msub, msup, msubsup) > :not(:first-child)"
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(isLow)) return
    for (const child of (node.shadowRoot ?? node).childNodes) walk(child)
  }
  walk(document.querySelector("[data-testid=stMainBlockContainer]"))
  return found
}"""


def box(page: Page, role: Any, name: str) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a part."""
    found = page.get_by_role(role, name=name, exact=True).bounding_box()
    assert found is not None
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def shown(page: Page, url: str, window: str = "laptop") -> None:
    page.set_viewport_size(WINDOWS[window])
    page.goto(url)
    at_rest(page)


@pytest.mark.parametrize("window", WINDOWS)
def test_the_bar_is_one_line_of_equal_buttons(page: Page, server_url: str, window: str) -> None:
    shown(page, f"{server_url}/boosting_rounds", window)
    boxes = [box(page, "button", name) for name in BAR]
    assert {round(bottom - top) for _, top, _, bottom in boxes} == {32}
    middles = [(top + bottom) / 2 for _, top, _, bottom in boxes]
    assert max(middles) - min(middles) <= 1
    title = box(page, "heading", PAGES[2].question)
    assert boxes[0][2] < title[0]
    assert title[2] <= boxes[1][0]
    assert all(one[2] <= other[0] for one, other in pairwise(boxes))
    assert boxes[-1][2] <= WINDOWS[window]["width"]
    assert boxes[-1][3] <= 48


# Lessons with controls of their own: what chooses the rows, and the buttons beside it.
OWN_HEADS = {
    "adaboost": ("Data set", ("Presets", "Settings")),
    "exact_or_histogram": ("Data set", ("Presets",)),
    "greedy_or_best": ("Rows", ()),
    "one_leaf": ("Leaf", ()),
    "prune_it": ("Data set", ("Presets", "Settings")),
    "several_classes": ("Data set", ("Settings",)),
    "your_own_loss": ("Rows", ("Presets", "Settings")),
}


@pytest.mark.parametrize("name", OWN_HEADS)
def test_a_lesson_has_its_own_controls_where_all_have_theirs(page: Page, server_url: str, name: str) -> None:
    shown(page, f"{server_url}/{name}")
    chooser, buttons = OWN_HEADS[name]
    field = page.locator(".st-key-bar").get_by_role("combobox", name=chooser)
    found = field.locator("xpath=ancestor::*[@role='group']").bounding_box()
    assert found is not None
    boxes = [box(page, "button", each) for each in (*buttons, "Copy link", "Present")]
    assert found["height"] == 32
    assert {(round(top), round(bottom)) for _, top, _, bottom in boxes} == {(8, 40)}
    assert found["x"] + found["width"] <= boxes[0][0]
    assert all(one[2] <= other[0] for one, other in pairwise(boxes))


@pytest.mark.sweep
@pytest.mark.parametrize("entry", PAGES, ids=lambda entry: entry.name)
def test_presented_a_lesson_is_title_question_and_stage(
    page: Page, server_url: str, entry: PageEntry
) -> None:
    shown(page, f"{server_url}/{entry.name}?present=1&guess=1")
    for name in BAR:
        expect(page.get_by_role("button", name=name, exact=True).locator("visible=true")).to_have_count(0)
    expect(page.get_by_role("heading", name=entry.question)).to_be_visible()
    expect(page.get_by_role("button", name="Leave", exact=True)).to_be_visible()
    expect(page.locator(".st-key-controls").locator("visible=true")).to_have_count(0)
    assert page.evaluate(SMALL) == []


@pytest.mark.sweep
@pytest.mark.parametrize("entry", PAGES, ids=lambda entry: entry.name)
def test_on_a_phone_the_question_comes_first_then_the_picture(
    page: Page, server_url: str, entry: PageEntry
) -> None:
    shown(page, f"{server_url}/{entry.name}?guess=1", "phone")
    strip, stage = (
        page.locator(place).first.bounding_box()
        for place in (
            ".st-key-strip, .stage .question",
            ".st-key-stage, .st-key-stage_and_more, .stage .picture, .stage .strip",
        )
    )
    assert strip and stage
    assert strip["y"] < stage["y"]
    assert strip["y"] + strip["height"] <= stage["y"] + 1
    assert stage["y"] <= 260
