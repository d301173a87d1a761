"""The list of all lessons, for tests and journeys alike."""

import re

from playwright.sync_api import Locator, Page


def listed(page: Page, title: str) -> Locator:
    """The link to a page in the list, which is opened for it."""
    page.get_by_role("button", name=re.compile("^Lessons")).click()
    list_of_all = page.get_by_test_id("stPopoverBody")
    return list_of_all.get_by_role("link", name=re.compile(rf"^(\d+\. )?{re.escape(title)}$"))


def go_to(page: Page, title: str) -> None:
    """Another page by the list."""
    listed(page, title).click()
