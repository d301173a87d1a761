"""The file of "Save as a page" in a browser without a network: all rounds, as the workbench draws them."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.alone import (
    SIZE,
    answers_every_question,
    made_as_large,
    open_alone,
    saved_by_button,
    step_button,
)
from tests.lessons.several_classes.test_saved_page import file_of

PICTURE = ".class-picture .simplex"


def round_slider(tab: Page) -> Locator:
    return tab.get_by_role("slider", name="Round", exact=True)


def drawn(tab: Page) -> list[str]:
    """Rows, bars, trees and courses."""
    found: list[str] = tab.locator(".class-picture").evaluate(
        "root => [...root.querySelectorAll('svg path, svg rect, svg text, .tree-head')]"
        ".map(each => [each.getAttribute('class'), each.getAttribute('d'), each.textContent].join())"
    )
    return found


@pytest.mark.wide
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_it_asks_which_tree_raises_most_and_tells(alone: Page, tmp_path: Path, size: tuple[int, int]) -> None:
    alone.set_viewport_size({"width": size[0], "height": size[1]})
    answers_every_question(alone, tmp_path, file_of("iris").encode(), "Round")
    assert alone.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.wide
def test_another_class_can_be_chosen_and_the_course_ends_at_what_is_asked(
    alone: Page, tmp_path: Path
) -> None:
    open_alone(alone, tmp_path, file_of("iris").encode())
    heads, course = alone.locator(".tree-head"), alone.locator(".course path.course").first
    expect(heads.nth(0)).to_have_attribute("aria-pressed", "true")
    heads.nth(2).click()
    expect(heads.nth(2)).to_have_attribute("aria-pressed", "true")
    corners = "each => each.getAttribute('d').match(/L/g).length"
    assert course.evaluate(corners) == 6
    alone.get_by_role("button", name="Guess first").click()
    assert course.evaluate(corners) == 2  # it opens at round 2
    expect(heads.nth(2)).to_have_attribute("aria-pressed", "true")
    alone.get_by_role("button", name="setosa", exact=True).click()
    assert course.evaluate(corners) == 3  # what is asked later stays hidden
    alone.get_by_role("button", name="Stop guessing").click()
    assert course.evaluate(corners) == 6


@pytest.mark.wide
def test_every_round_is_drawn_as_at_the_workbench(
    alone: Page, page: Page, server_url: str, tmp_path: Path
) -> None:
    address = f"{server_url}/several_classes?data=iris&n_estimators=6&round=2"
    assert saved_by_button(alone, page, address, tmp_path) == "iris_classes.html"
    size = page.locator(PICTURE).evaluate(SIZE)
    made_as_large(alone, "#picture", ".class-picture", "--stage", PICTURE, size)
    for number in (1, 2, 6, 3):
        for tab in (alone, page):
            round_slider(tab).fill(str(number))
            expect(tab.get_by_text(f"Round {number} of 6", exact=True)).to_be_visible()
        assert drawn(alone) == drawn(page)
        assert len(drawn(alone)) > 50
    step_button(alone, "Last", "Round").click()
    expect(alone.locator("[data-says=words]")).to_contain_text("Before round 6")
