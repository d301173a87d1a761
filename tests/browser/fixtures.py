"""Tabs in a real Chromium that write down what goes wrong in them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal
from urllib.parse import urlsplit, urlunsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.pagelog import WINDOW, PageLog

# What is tested is what a page shows, not how fast: other tests run on the same two cores.
expect.set_options(timeout=60_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that asks for the server or the browser, so that `-m "not browser"` leaves it out.

    They come first: of two workers one takes them, and one server and one browser are enough.
    """
    for item in items:
        if {"browser", "server", "server_url"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)


@pytest.fixture(scope="session")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One profile, so that what Streamlit itself loads is read once."""
    fresh = browser.new_context(viewport=WINDOW)
    yield fresh
    fresh.close()


# An address opened anew is a new session of Streamlit, in whichever tab. A tab that stays open keeps what
# Chromium has compiled, and opens a page at less than half the price of a new tab.


@pytest.fixture(scope="session")
def first_tab(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture(scope="session")
def second_tab(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture
def page_log() -> PageLog:
    """What goes wrong on `page` and `other`; a test that expects an error clears it from the list."""
    return PageLog()


@pytest.fixture
def page(first_tab: Page, page_log: PageLog) -> Iterator[Page]:
    """An empty page; in the end it must have had no console error and asked no other host."""
    with _lent(first_tab, page_log, "light"):
        yield first_tab
    assert page_log == PageLog()


@pytest.fixture
def own_tab(context: BrowserContext, page_log: PageLog) -> Iterator[Page]:
    """A page like `page`, for a test that does to its tab what cannot be undone, such as routing a socket."""
    tab = context.new_page()
    with _lent(tab, page_log, "light"):
        yield tab
    tab.close()
    assert page_log == PageLog()


@pytest.fixture
def fresh_tab(browser: Browser, page_log: PageLog) -> Iterator[Page]:
    """A tab in a profile of its own, which has no history and has fetched nothing yet."""
    profile = browser.new_context(viewport=WINDOW)
    tab = profile.new_page()
    with page_log.watching(tab):
        yield tab
    profile.close()
    assert page_log == PageLog()


@pytest.fixture
def other(second_tab: Page, page: Page, page_log: PageLog) -> Iterator[Page]:
    """The page of somebody else, who likes it dark and gets a link."""
    with _lent(second_tab, page_log, "dark"):
        yield second_tab


@contextmanager
def showing_answers(tab: Page) -> Iterator[None]:
    """Lessons show their answers when they are opened by an address that does not say how they ask."""
    go = tab.goto
    tab.goto = lambda url, **options: go(with_answers(url), **options)  # type: ignore[method-assign]
    yield
    tab.goto = go  # type: ignore[method-assign]


def with_answers(url: str) -> str:
    """The address of a lesson that asks nothing, unless it has `guess` already: none is asked once."""
    parts = urlsplit(url)
    if not parts.path.strip("/") or "guess=" in parts.query:
        return url
    return urlunsplit(parts._replace(query="&".join(filter(None, (parts.query, "guess=0")))))


@contextmanager
def _lent(tab: Page, log: PageLog, scheme: Literal["light", "dark"]) -> Iterator[None]:
    tab.bring_to_front()  # a tab behind another one draws no frames
    tab.set_viewport_size(WINDOW)
    tab.emulate_media(color_scheme=scheme, reduced_motion="no-preference")
    tab.mouse.move(0, 0)
    with log.watching(tab), showing_answers(tab):
        yield
        tab.evaluate("0")  # what the page has said until now has arrived before the answer
    tab.unroute_all()
    tab.goto("about:blank")


@pytest.fixture
def alone(browser: Browser) -> Iterator[Page]:
    """A tab that reaches no network and asks for nothing but one file; in the end without an error."""
    context = browser.new_context(viewport=WINDOW, color_scheme="light", reduced_motion="reduce")
    tab, asked, errors = context.new_page(), [], []
    tab.route(re.compile(r"^(?!file:)"), lambda route: route.abort())
    tab.on("request", lambda request: asked.append(request.url))
    tab.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    tab.on("pageerror", lambda error: errors.append(str(error)))
    yield tab
    tab.evaluate("0")
    assert errors == []
    assert len(asked) == 1
    assert asked[0].startswith("file:")
    context.close()
