"""A question by keyboard: what becomes of it is heard, and the focus stays where one works."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.rest import at_rest

BAR = ".stVerticalBlock[class*='st-key-challenge_']"


def bar_of(page: Page, address: str) -> Locator:
    """The bar of the question on a page."""
    page.goto(address)
    bar = page.locator(BAR)
    expect(bar).to_be_visible()
    at_rest(page)
    return bar


def press(bar: Locator, name: str) -> None:
    bar.get_by_role("button", name=name).focus()
    bar.page.keyboard.press("Enter")


def test_reveal_is_heard_and_keeps_the_focus(page: Page, server_url: str) -> None:
    bar = bar_of(page, f"{server_url}/prune_it")
    heard = bar.get_by_role("status")
    expect(heard).to_have_text("")
    press(bar, "Guess first")
    expect(bar.locator("input").first).to_be_focused()
    expect(heard).not_to_have_text("")
    page.keyboard.press("Space")
    expect(bar.get_by_role("button", name="Reveal")).to_be_enabled()
    press(bar, "Reveal")
    expect(bar.locator("p:focus")).to_contain_text("You: ")
    expect(heard).to_contain_text("You: ")
    page.keyboard.press("Tab")
    expect(bar.get_by_role("button", name="Stop guessing")).to_be_focused()


@pytest.mark.wide
def test_a_skipped_question_keeps_the_focus_too(page: Page, server_url: str) -> None:
    bar = bar_of(page, f"{server_url}/prune_it?guess=1")
    press(bar, "Show me")
    expect(bar.locator("p:focus")).to_contain_text("Shown.")
    expect(bar.get_by_role("status")).to_contain_text("Shown.")
    press(bar, "Stop guessing")
    expect(bar.get_by_role("button", name="Guess first")).to_be_focused()


@pytest.mark.wide
def test_a_clicked_node_is_answered_at_the_pointer(page: Page, server_url: str) -> None:
    bar = bar_of(page, f"{server_url}/prune_it?guess=1")
    page.locator(".trees").first.get_by_role("treeitem", name="Node 6,").click()
    page.locator(".offer").get_by_role("button", name="guessing").click()
    expect(bar).to_contain_text("You were guessing.")
