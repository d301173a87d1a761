"""A split is a movement: in the trees and in the pictures of the rows."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.motion import check_step, check_still, turn_motion
from tests.browser.rest import at_rest


def step(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def grown(page: Page, splits: int) -> None:
    expect(page.get_by_role("img", name=f"After {splits} split")).to_be_visible()
    at_rest(page)


def open_lesson(page: Page, server_url: str, query: str) -> None:
    page.goto(f"{server_url}/grow_a_tree?{query}")
    grown(page, 2)


def test_a_split_is_a_movement_that_a_key_ends_and_one_click_turns_off(page: Page, server_url: str) -> None:
    open_lesson(page, server_url, "splits=2")
    tree = page.get_by_role("tree").first
    check_step(page, tree, lambda: step(page, "Next split"), lambda: grown(page, 3))
    expect(tree.get_by_role("treeitem")).to_have_count(7)
    turn_motion(page)
    check_still(page, lambda: step(page, "Next split"), lambda: grown(page, 4))


@pytest.mark.wide
@pytest.mark.parametrize("query", ["splits=2", "splits=2&data=circles"])
def test_rows_and_boxes_go_back_as_they_came(page: Page, server_url: str, query: str) -> None:
    open_lesson(page, server_url, query)
    rows = page.get_by_role("img", name="level by level (depth")
    check_step(page, rows, lambda: step(page, "Next split"), lambda: grown(page, 3))
    check_step(page, rows, lambda: step(page, "Back"), lambda: grown(page, 2))


@pytest.mark.wide
def test_reduced_motion_and_longer_ways_show_the_end(page: Page, server_url: str) -> None:
    open_lesson(page, server_url, "splits=2")
    tree = page.get_by_role("tree").first
    check_step(page, tree, lambda: step(page, "Next split"), lambda: grown(page, 3))
    check_still(page, lambda: step(page, "First"), lambda: grown(page, 0))
    page.emulate_media(reduced_motion="reduce")
    check_still(page, lambda: step(page, "Next split"), lambda: grown(page, 1))
    page.emulate_media(reduced_motion="no-preference")


@pytest.mark.wide
def test_a_click_meanwhile_hits_the_box(page: Page, server_url: str) -> None:
    open_lesson(page, server_url, "splits=2")
    tree = page.get_by_role("tree").first
    check_step(page, tree, lambda: step(page, "Next split"), lambda: grown(page, 3))
    step(page, "Next split")
    grown(page, 4)
    box = tree.get_by_role("treeitem").nth(1)
    box.click()  # what has moved meanwhile arrives with the click
    expect(box).to_have_attribute("aria-selected", "true")
    assert page.evaluate("held.every(each => each.playState === 'finished')")
