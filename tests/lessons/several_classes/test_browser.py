"""The page on several classes in a real browser: stepping, a row that is clicked, a tree that is chosen."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.rest import at_rest
from tests.lessons.several_classes.courses import course
from workbench.text.numbers import number


def open_page(page: Page, server_url: str, values: str = "data=iris&n_estimators=6&row=70") -> None:
    page.goto(f"{server_url}/several_classes?{values}")
    expect(rounds(page)).to_have_attribute("aria-valuetext", "Round 1 of 6")
    at_rest(page)


def rounds(page: Page) -> Locator:
    return page.locator(".class-picture").get_by_role("slider", name="Round")


def simplex(page: Page) -> Locator:
    return page.locator(".class-picture .simplex svg")


def heads(page: Page) -> Locator:
    return page.locator(".class-picture .tree-head b")


def added(number_of_round: int, row: int) -> list[str]:
    """What the trees of a round add to a row, as it reads."""
    found = course("iris")
    steps = found.raw[number_of_round, row] - found.raw[number_of_round - 1, row]
    return [f"{'+' if value > 0 else ''}{number(float(value))}" for value in steps]


@pytest.mark.wide
def test_a_key_steps_and_is_kept(page: Page, server_url: str) -> None:
    open_page(page, server_url)
    expect(heads(page)).to_have_text(added(1, 70))
    rounds(page).focus()
    page.keyboard.press("ArrowRight")
    expect(heads(page)).to_have_text(added(2, 70))
    expect(page).to_have_url(re.compile("round=2"))
    p = course("iris").p[2, 70]
    names = course("iris").fit.dataset.class_names
    said = ", ".join(f"{name} {value:.2f}" for name, value in zip(names, p, strict=True))
    expect(simplex(page)).to_have_attribute("aria-label", re.compile(re.escape(f"Row 70: {said}.")))
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile("round=6"))
    page.keyboard.press("Home")
    expect(page).not_to_have_url(re.compile("round="))
    expect(heads(page)).to_have_text(added(1, 70))


@pytest.mark.wide
def test_a_row_is_clicked_and_a_tree_is_chosen(page: Page, server_url: str) -> None:
    open_page(page, server_url)
    box = simplex(page).bounding_box()
    assert box is not None
    # The corner of the first class, where nothing but its rows are after six rounds.
    page.get_by_role("button", name="Last").click()
    expect(page).to_have_url(re.compile("round=6"))
    corner = page.locator(".class-picture .corner").first.bounding_box()
    assert corner is not None
    page.mouse.click(corner["x"] + 90, corner["y"] - 42)
    expect(page).not_to_have_url(re.compile("row=70"))
    expect(page.locator(".class-picture .tree-head[aria-pressed=true]")).to_contain_text("setosa")
    page.locator(".class-picture .tree-head").nth(2).click()
    expect(page).to_have_url(re.compile("of_class=2"))
    expect(page.locator(".class-picture .tree.large svg")).to_have_attribute(
        "aria-label", re.compile("^The tree of virginica in round 6")
    )


@pytest.mark.wide
def test_a_guess_hides_the_trees_and_nothing_moves(page: Page, server_url: str) -> None:
    open_page(page, server_url, "data=iris&n_estimators=6&row=70&guess=1")
    expect(heads(page)).to_have_text(["?", "?", "?"])
    expect(page.locator(".class-picture .leaf")).to_have_count(0)
    before = simplex(page).bounding_box()
    page.locator(".stRadio label", has_text="virginica").click()
    expect(page.locator(".class-picture .guessed")).to_contain_text("virginica")
    page.get_by_role("button", name="Reveal").click()
    expect(heads(page)).to_have_text(added(1, 70))
    assert simplex(page).bounding_box() == before
