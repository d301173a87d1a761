"""Presenter mode: a clicker's keys step from anywhere, lead to other lessons, and Escape leaves."""

import re

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.browser.rest import at_rest
from workbench.shell.registry import PAGES

# A lesson with a picture that steps, how its link names the step, and where it opens.
STEPPED = {
    "find_the_split": ("find_step", 2),
    "boosting_rounds": ("round", 4),
    "follow_one_row": ("round", 2),
    "one_leaf": ("act", 0),
    "one_tree_or_many": ("round", 2),
    "grow_a_tree": ("splits", 3),
    "greedy_or_best": ("first_cut", 3),
    "prune_it": ("prune_step", 0),
    "adaboost": ("round", 1),
    "several_classes": ("round", 3),
    "sonar_laboratory": ("one_split", 8),
}


def stepped_to(page: Page, name: str, step: int) -> None:
    """Wait until the address says the step; the first one is not in it."""
    expect(page).to_have_url(re.compile(rf"[?&]{name}={step}(&|$)"))


@pytest.mark.wide
@pytest.mark.sweep
@pytest.mark.parametrize("lesson", STEPPED)
def test_a_clicker_steps_whatever_has_the_focus(page: Page, server_url: str, lesson: str) -> None:
    name, start = STEPPED[lesson]
    page.goto(f"{server_url}/{lesson}{'&' if '?' in lesson else '?'}present=1&{name}={start}")
    at_rest(page)
    page.keyboard.press("PageDown")
    stepped_to(page, name, start + 1)
    page.get_by_role("button", name="Leave", exact=True).focus()
    page.keyboard.press("PageDown")
    stepped_to(page, name, start + 2)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    stepped_to(page, name, start + 3)
    page.keyboard.press("PageUp")
    stepped_to(page, name, start + 2)


def test_no_frame_is_drawn_round_the_page_that_has_the_keys(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/one_tree_or_many")
    at_rest(page)
    edge = page.locator(".stMain").bounding_box()
    assert edge
    clip = FloatRect(x=edge["x"], y=edge["y"] + 100, width=8, height=edge["height"] - 100)
    before = page.screenshot(clip=clip)
    page.mouse.click(edge["x"] + 4, edge["y"] + edge["height"] - 8)
    page.keyboard.press("Escape")
    expect(page.locator(".stMain")).to_be_focused()
    assert page.screenshot(clip=clip) == before


def test_a_clicker_goes_through_the_lessons_and_escape_leaves(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/boosting_rounds?present=1&round=4")
    at_rest(page)
    expect(page.locator("html")).to_have_class(re.compile("presenting"))
    page.keyboard.press("Shift+PageDown")
    expect(page).to_have_url(re.compile(r"/follow_one_row\?.*present=1"))
    at_rest(page)
    page.keyboard.press("Shift+PageUp")
    expect(page).to_have_url(re.compile(r"/boosting_rounds\?.*present=1"))
    at_rest(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Present")).to_be_visible()
    expect(page.locator("html")).not_to_have_class(re.compile("presenting"))
    stepped_to(page, "round", 4)
    page.keyboard.press("PageDown")  # scrolls, as on any page
    at_rest(page)
    stepped_to(page, "round", 4)
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Leave")).to_be_visible()
    at_rest(page)
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Present")).to_be_visible()


@pytest.mark.wide
def test_keys_stay_with_what_takes_them(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/find_the_split?present=1&find_step=2&guess=0")
    at_rest(page)
    page.get_by_role("slider", name="Cut", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("find_cut="))
    stepped_to(page, "find_step", 2)
    page.get_by_role("button", name="Next", exact=True).press("Enter")
    stepped_to(page, "find_step", 3)
    page.get_by_role("button", name="First", exact=True).press("Space")
    expect(page).not_to_have_url(re.compile(r"find_step="))


def test_after_the_last_lesson_the_page_stays_and_says_so(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/{PAGES[-1].name}?present=1&guess=0")
    at_rest(page)
    page.keyboard.press("b")
    expect(page.locator(".black-screen")).to_be_visible()
    page.keyboard.press("PageDown")
    expect(page.locator(".black-screen")).to_be_hidden()
    expect(page.get_by_text("The end: this is the last lesson.")).to_be_visible()
    assert f"/{PAGES[-1].name}" in page.url


def test_who_goes_back_from_a_black_screen_sees_the_page(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/boosting_rounds?n_estimators=6")
    at_rest(page)
    page.keyboard.press("p")
    expect(page).to_have_url(re.compile("present=1"))
    at_rest(page)
    page.keyboard.press("b")
    expect(page.locator(".black-screen")).to_be_visible()
    page.go_back()
    expect(page).not_to_have_url(re.compile("present=1"))
    expect(page.locator(".black-screen")).to_be_hidden()
