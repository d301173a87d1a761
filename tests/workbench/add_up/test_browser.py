"""A number and a message in the browser: typed, told, found again by the link."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.rest import at_rest

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def test_a_number_finds_its_mistake_and_a_message_its_meaning(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/does_it_add_up")
    at_rest(page)
    page.get_by_role("button", name="the rate once more").click()
    verdict = page.locator(".st-key-add_verdict")
    expect(verdict).to_contain_text(
        "comes from: learning rate once more. The first term that differs is tree 0"
    )
    expect(page.locator(".ledger .parts")).to_contain_text("tree 0")
    expect(page).to_have_url(re.compile("add_said=0.2835006"))
    page.reload()
    expect(verdict).to_contain_text("learning rate once more")
    at_rest(page)
    said = page.get_by_label("Your number, or the message that you were shown")
    said.fill("[LightGBM] [Warning] No further splits with positive gain, best gain: -inf")
    said.press("Enter")
    expect(page.locator(".st-key-add_meaning")).to_contain_text(
        "A tree stopped before it had num_leaves leaves"
    )
    at_rest(page)
    page.get_by_role("link", name="Felix, who has something like it").click()
    expect(page).to_have_url(re.compile("patient=felix"))
