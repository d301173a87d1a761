"""The file of "Save as a page" in a browser without a network: every split as the workbench draws it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.alone import (
    SIZE,
    answers_every_question,
    answers_in_the_picture,
    made_as_large,
    open_alone,
    saved_by_button,
    step_button,
)
from tests.browser.rest import at_rest
from tests.lessons.grow_a_tree.test_saved_page import file_of

LAST = 9  # splits of this tree
CURVES = ".curves.given > svg"


def drawn(tab: Page) -> list[str]:
    """All lines of the pictures, and what stands in them and in the trees."""
    found: list[str] = tab.locator(CURVES).evaluate(
        "svg => [...svg.querySelectorAll('path, line, text')]"
        ".map(each => each.getAttribute('d') ?? each.textContent)"
    )
    return [*found, *tab.locator(".tree .node").evaluate_all("all => all.map(each => each.ariaLabel)")]


@pytest.mark.wide
def test_every_split_is_drawn_as_at_the_workbench(
    alone: Page, page: Page, server_url: str, tmp_path: Path
) -> None:
    address = f"{server_url}/grow_a_tree?data=moons&splits=4"
    assert saved_by_button(alone, page, address, tmp_path) == "moons_growing.html"
    expect(alone.get_by_text(f"Split 4 of {LAST}", exact=True)).to_be_visible()
    size = page.locator(CURVES).evaluate(SIZE)
    made_as_large(alone, "#picture", ".curves", "--picture-height", CURVES, size)
    step_button(alone, "First").click()
    page.get_by_role("button", name="First", exact=True).click()
    for splits in range(LAST + 1):
        expect(alone.get_by_text(f"Split {splits} of {LAST}", exact=True)).to_be_visible()
        said = alone.locator("[data-says=words]")
        expect(said).to_contain_text(re.compile(f"^After {splits} split"))
        words = re.compile(re.escape(said.inner_text()))
        for tab in (alone, page):
            expect(tab.locator(CURVES)).to_have_attribute("aria-label", words)
        at_rest(page)
        assert drawn(alone) == drawn(page)
        assert len(drawn(alone)) > 50
        if splits < LAST:
            step_button(alone, "Next").click()
            page.get_by_role("button", name="Next split", exact=True).click()
    expect(step_button(alone, "Next")).to_be_disabled()


@pytest.mark.wide
@pytest.mark.parametrize("data", ["moons", "cos_x2"])
def test_it_asks_which_node_splits_next_and_tells(alone: Page, tmp_path: Path, data: str) -> None:
    answers_every_question(alone, tmp_path, file_of(data).encode())


def test_a_node_is_chosen_in_the_tree_that_is_asked_about(alone: Page, tmp_path: Path) -> None:
    open_alone(alone, tmp_path, file_of("moons").encode())
    mine = alone.locator("#lossguide .node[data-index='2']")
    said = answers_in_the_picture(alone, mine.click)
    assert said.startswith("You: node 2. It is: node 4.")
    expect(mine).to_have_attribute("aria-selected", "true")
    expect(alone.locator("#lossguide .node.next .badge-text")).to_have_text("next")
    step_button(alone, "Next").click()
    alone.locator("#depthwise .node").last.click()
    expect(alone.locator(".offer")).to_be_hidden()


@pytest.mark.parametrize("width", [1280, 390])
def test_no_title_of_a_panel_lies_on_another(alone: Page, tmp_path: Path, width: int) -> None:
    alone.set_viewport_size({"width": width, "height": 844})
    open_alone(alone, tmp_path, file_of("moons").encode())
    titles = [title.bounding_box() for title in alone.locator(f"{CURVES} .title").all()]
    assert len(titles) == 3
    for i, one in enumerate(titles):
        assert one is not None
        for other in titles[:i]:
            assert other is not None
            beside = one["x"] >= other["x"] + other["width"] or other["x"] >= one["x"] + one["width"]
            assert beside or abs(one["y"] - other["y"]) >= one["height"]
