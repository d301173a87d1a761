"""One's own table in the browser: opened, taken to a lesson, found again, and sent to somebody."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.rest import at_rest
from workbench.paths import DATASETS_DIR

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
FILE = DATASETS_DIR / "airquality.csv"
# The browser says whether it keeps a table in the very moment in which one presses something.
AT_A_PRESS = """(() => {
  const { open } = IDBFactory.prototype
  const pressed = new Promise(done => addEventListener("click", done, { capture: true, once: true }))
  IDBFactory.prototype.open = function (...given) {
    const request = open.apply(this, given)
    const then = act => request.addEventListener("success", () => pressed.then(act))
    return Object.defineProperty(request, "onsuccess", { set: then })
  }
})()"""
OWN = re.compile(r"data=own[0-9a-f]{12}")


def open_file(page: Page) -> None:
    """Open the table of a file on the page Your data."""
    page.locator("input[type=file]").set_input_files(FILE)
    expect(page.get_by_text("from 5 columns of 153 rows")).to_be_visible()
    at_rest(page)


def test_a_table_is_kept_when_it_is_opened_and_forgotten_when_asked(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/your_data")
    open_file(page)
    way = page.locator(".st-key-ways_beside_own").get_by_role("link", name="Grow a tree")
    link = str(way.evaluate("way => way.href"))
    page.goto(link)  # as in another tab
    expect(page.get_by_text("asks month")).to_be_visible()
    page.goto(f"{server_url}/your_data")
    open_file(page)
    page.reload()
    expect(page.get_by_text("from 5 columns of 153 rows")).to_be_visible()
    page.goto(f"{server_url}/your_data")
    page.get_by_role("button", name="airquality.csv").click()  # kept by the browser: one press opens it
    expect(page.get_by_text("from 5 columns of 153 rows")).to_be_visible()
    at_rest(page)
    page.get_by_role("button", name="Forget all files").click()
    expect(page.get_by_text("from 5 columns of 153 rows")).to_be_hidden()
    at_rest(page)
    page.goto(link)
    expect(page.get_by_text("open the same file")).to_be_visible()


def test_a_table_is_opened_found_after_a_reload_and_its_link_goes_on_elsewhere(
    page: Page, browser: Browser, server_url: str
) -> None:
    page.goto(f"{server_url}/grow_a_tree")
    at_rest(page)
    page.get_by_role("combobox", name="Data set").click()
    page.keyboard.type("Your data")
    page.get_by_role("option", name="Your data").click()
    expect(page).to_have_url(re.compile("/your_data"))
    at_rest(page)
    open_file(page)
    page.locator(".st-key-ways_beside_own").get_by_role("link", name="Grow a tree").click()
    expect(page.get_by_role("heading", level=1, name="In which order does a tree grow?")).to_be_visible()
    expect(page).to_have_url(OWN)
    at_rest(page)
    link = page.url
    page.reload()
    at_rest(page)
    expect(page).to_have_url(OWN)
    expect(page.get_by_text("asks month")).to_be_visible()  # a column of the file

    with browser.new_context() as another:
        tab = another.new_page()
        tab.add_init_script(AT_A_PRESS)
        tab.goto(link)
        tab.get_by_role("link", name="Open the file").click()
        at_rest(tab)  # nobody has chosen a file before the page is there
        open_file(tab)
        tab.get_by_role("link", name="Go on to the link: Grow a tree").click()
        expect(tab.get_by_role("heading", level=1, name="In which order does a tree grow?")).to_be_visible()
        expect(tab).to_have_url(OWN)
        assert OWN.search(tab.url)[0] == OWN.search(link)[0]  # type: ignore[index]
