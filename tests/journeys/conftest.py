"""Two tabs in two profiles, for somebody who works and somebody who gets links; both are watched."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.pagelog import WINDOW, PageLog
from tests.browser.running import Server
from tests.journeys.person import WATCH, Person, ServerLog


def watched_tab(context: BrowserContext) -> Page:
    """A tab that knows when nothing is under way in it."""
    page = context.new_page()
    page.add_init_script(WATCH)
    page.set_default_timeout(10_000)
    page.set_default_navigation_timeout(60_000)
    return page


@pytest.fixture(scope="session")
def own_page(context: BrowserContext) -> Page:
    """The tab of the one who works. A tab that stays keeps what Chromium has compiled."""
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    return watched_tab(context)


@pytest.fixture(scope="session")
def page_elsewhere(browser: Browser) -> Iterator[Page]:
    """The tab of the one who gets links, in a profile of its own."""
    elsewhere = browser.new_context(viewport=WINDOW)
    yield watched_tab(elsewhere)
    elsewhere.close()


@pytest.fixture
def person(own_page: Page, page_elsewhere: Page, server: Server) -> Iterator[Person]:
    """Somebody who has not come yet."""
    log = PageLog()
    own_page.bring_to_front()  # a tab behind another one draws no frames
    with log.watching(own_page), log.watching(page_elsewhere):
        yield Person(own_page, page_elsewhere, ServerLog(server.log), log)
        for page in (own_page, page_elsewhere):
            page.goto("about:blank")
            page.emulate_media(reduced_motion="no-preference")
