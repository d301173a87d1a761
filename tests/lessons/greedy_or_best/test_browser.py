"""All trees in a real browser: a dot is clicked, a row by mouse and keys, the guess, narrow."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.rest import at_rest

PARTS = ("picture_trees", "picture_plane", "tree_any", "said_objective", "stepper")


def dots(page: Page) -> Locator:
    return page.get_by_role("img", name=re.compile("trees by the gain of their first cut"))


def row(page: Page, number: int) -> Locator:
    return page.get_by_role("checkbox", name=f"y of row {number},")


def places(page: Page) -> list[Any]:
    return [page.locator(f".st-key-{name}").bounding_box() for name in PARTS]


def open_lesson(page: Page, server_url: str, link: str = "") -> None:
    page.goto(f"{server_url}/greedy_or_best{link}")
    expect(dots(page)).to_be_visible()


def test_a_dot_is_clicked_and_a_row_is_flipped_by_keys(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    best = dots(page).locator("path.best")
    box = best.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.get_by_text("the tree gains 2.27")).to_be_visible()
    expect(page).to_have_url(re.compile(r"any_tree=\d+"))
    row(page, 1).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("greedy_flipped=2"))
    expect(row(page, 2)).to_be_checked()
    expect(row(page, 2)).to_be_focused()
    page.keyboard.press("Space")
    expect(row(page, 2)).not_to_be_checked()


@pytest.mark.wide
def test_a_row_is_clicked(page: Page, server_url: str) -> None:
    open_lesson(page, server_url, "?greedy_rows=xor4")
    expect(page.get_by_text("9 trees of depth two")).to_be_visible()
    row(page, 4).click()
    expect(row(page, 4)).to_be_checked()
    expect(page.get_by_text("Greedy finds the best")).to_be_visible()


@pytest.mark.wide
def test_nothing_moves_from_tree_to_tree_and_through_the_guess(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    at_rest(page)
    where = places(page)
    for name in ("Best", "Back", "Guess first", "Show me", "Stop guessing"):
        page.get_by_role("button", name=name, exact=True).click()
        at_rest(page)
        assert places(page) == where


@pytest.mark.wide
def test_nothing_is_cut_on_a_phone(page: Page, server_url: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_lesson(page, server_url)
    expect(row(page, 1)).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
