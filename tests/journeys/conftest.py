"""Two tabs in two profiles, for somebody who works and somebody who gets links; both are watched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.pagelog import WINDOW, PageLog
from tests.browser.running import Server
from tests.journeys.person import WATCH, Person, ServerLog

ONLY_WIDE = "test_links.py"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark every test of this folder, so that `-m "not browser"` leaves them out; links only with --wide."""
    here = [item for item in items if item.path.is_relative_to(Path(__file__).parent)]
    for item in here:
        item.add_marker(pytest.mark.browser)
    left_out = [item for item in here if item.path.name == ONLY_WIDE]
    if not config.getoption("--wide") and left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def watched_tab(browser: Browser) -> Page:
    """A tab in a profile of its own."""
    context = browser.new_context(viewport=WINDOW, permissions=["clipboard-read", "clipboard-write"])
    context.add_init_script(WATCH)
    page = context.new_page()
    page.set_default_timeout(10_000)
    page.set_default_navigation_timeout(60_000)
    return page


@pytest.fixture(scope="session")
def own_page(browser: Browser) -> Iterator[Page]:
    """The tab of the one who works. A tab that stays keeps what Chromium has compiled."""
    page = watched_tab(browser)
    yield page
    page.context.close()


@pytest.fixture(scope="session")
def page_elsewhere(browser: Browser) -> Iterator[Page]:
    """The tab of the one who gets links."""
    page = watched_tab(browser)
    yield page
    page.context.close()


@pytest.fixture
def person(own_page: Page, page_elsewhere: Page, server: Server) -> Iterator[Person]:
    """Somebody who has not come yet."""
    log = PageLog()
    with log.watching(own_page), log.watching(page_elsewhere):
        yield Person(own_page, page_elsewhere, ServerLog(server.log), log)
        for page in (own_page, page_elsewhere):
            page.goto("about:blank")
