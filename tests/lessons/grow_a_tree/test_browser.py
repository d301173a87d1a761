"""Growing a tree in a real browser: by keyboard alone, guessed, in both trees, through a link, narrow."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.rest import at_rest


def open_lesson(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/grow_a_tree")
    expect(picture(page)).to_be_visible()


def picture(page: Page) -> Locator:
    return page.get_by_role("img", name="level by level (depth")


def words(page: Page) -> str:
    return picture(page).get_attribute("aria-label") or ""


def selected(page: Page, which: int) -> Locator:
    return page.get_by_role("tree").nth(which).locator("[aria-selected=true]")


@pytest.mark.wide
def test_by_keyboard_alone(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    expect(page.get_by_role("img", name="After 7 splits")).to_be_visible()
    page.get_by_role("slider", name="Splits made").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("img", name="After 8 splits")).to_be_visible()
    page.get_by_role("button", name="Next split").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("img", name="After 9 splits")).to_be_visible()
    page.get_by_role("button", name="First", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("img", name="After 0 splits")).to_be_visible()
    expect(page.get_by_role("treeitem")).to_have_count(2)


@pytest.mark.wide
def test_a_node_is_one_node_in_both_trees_above_the_way_to_the_clinic(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    selected(page, 1).focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    expect(selected(page, 0)).to_have_attribute("aria-label", "Node 1: x ≤ 0.8195, n 1,080, gain 11.8, 2")
    expect(selected(page, 1)).to_have_attribute(
        "aria-label", "Node 1: node 1, n 1,080, open: gains 11.8, not split yet"
    )
    expect(
        page.get_by_text("now split on the left, at place 4 of 6 in the queue on the right")
    ).to_be_visible()
    page.get_by_role("link", name="a tree whose level counter never goes down").click()
    expect(page.get_by_text("What ails Willi?").first).to_be_visible()


@pytest.mark.wide
def test_the_next_split_is_guessed(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    page.get_by_role("button", name="Guess first").click()
    expect(page.get_by_text("Open nodes, in no order")).to_be_visible()
    page.get_by_role("radio", name="node 13").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Reveal").click()
    expect(page.get_by_text("You: node 13. Right.").first).to_be_visible()
    expect(page.get_by_text("Queue, next first: node 13 gain 25.7")).to_be_visible()


@pytest.mark.wide
def test_a_clicked_open_node_is_the_guess(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/grow_a_tree?guess=1&splits=2")
    at_rest(page)
    open_node = re.compile("open, not split yet")
    page.locator(".st-key-tree_depthwise").get_by_role("treeitem", name=open_node).first.click()
    at_rest(page)
    expect(page.locator(".offer")).to_be_hidden()  # it is asked about the other tree
    page.locator(".st-key-tree_lossguide").get_by_role("treeitem", name=open_node).last.click()
    expect(page.get_by_role("radio", name="node 6")).to_be_checked()
    page.locator(".offer").get_by_role("button", name="sure", exact=True).click()
    expect(page.get_by_text("You: node 6. Right.").first).to_be_visible()


def test_back_shows_the_node_of_then_after_a_click_that_changed_nothing(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/grow_a_tree?data=sonar&tree_depth=1&splits=1&node=2")
    at_rest(page)
    page.get_by_role("button", name="Present").click()
    expect(page.get_by_role("button", name="Leave")).to_be_visible()
    page.get_by_role("slider", name="Splits made").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("img", name="After 0 splits")).to_be_visible()
    at_rest(page)
    selected(page, 0).click()
    expect(page).to_have_url(re.compile("(?!.*node=)"))
    at_rest(page)
    page.go_back()
    expect(page.get_by_role("button", name="Present")).to_be_visible()
    at_rest(page)
    expect(selected(page, 0)).to_have_attribute("data-index", "2")
