"""A notice lies over nothing that is to be pressed."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.menu import listed
from workbench.shell.registry import PAGES

# Where it is, and whether a click in its middle meets what it covers.
LETS_THROUGH = """
notice => {
  const box = notice.getBoundingClientRect()
  return !notice.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2))
}
"""


@pytest.mark.wide
def test_a_notice_covers_no_link_to_another_page(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/boosting_rounds?max_depth=0&nonsense=1")
    notice = page.get_by_test_id("stToast").first
    expect(notice).to_contain_text("could be used")
    last = listed(page, PAGES[-1].title)
    last.click(trial=True)
    place, told = last.bounding_box(), notice.bounding_box()
    assert place is not None
    assert told is not None
    assert place["y"] + place["height"] < told["y"]
    assert notice.evaluate(LETS_THROUGH)
    page.keyboard.press("Escape")
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)
