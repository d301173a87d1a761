"""A running server, a real Chromium, and a page that writes down what goes wrong in it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    ViewportSize,
    WebSocket,
    expect,
)

from tests.browser.running import running_chromium, running_server

# What is tested is what a page shows, not how fast: other tests run on the same two cores.
expect.set_options(timeout=20_000)

WINDOW: ViewportSize = {"width": 1280, "height": 900}
# Opened by a link to a page, Streamlit looks for its server below the page's address first, then at the root.
ASKED_IN_VAIN = re.compile(r"http://127\.0\.0\.1:\d+/\w+/_stcore/(health|host-config)")


@dataclass
class PageLog:
    """What a page did that it should not.

    Attributes:
        console_errors: messages of level "error", and uncaught exceptions.
        outside_requests: addresses on any other host than the server's.
    """

    console_errors: list[str] = field(default_factory=list)
    outside_requests: list[str] = field(default_factory=list)

    @contextmanager
    def watching(self, page: Page) -> Iterator[None]:
        """Write down what happens on a page meanwhile."""
        page.on("console", self._on_console)
        page.on("pageerror", self._on_exception)
        page.on("request", self._on_address)
        page.on("websocket", self._on_address)
        yield
        page.remove_listener("console", self._on_console)
        page.remove_listener("pageerror", self._on_exception)
        page.remove_listener("request", self._on_address)
        page.remove_listener("websocket", self._on_address)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not ASKED_IN_VAIN.fullmatch(message.location["url"]):
            self.console_errors.append(message.text)

    def _on_exception(self, error: Error) -> None:
        self.console_errors.append(str(error))

    def _on_address(self, asked: Request | WebSocket) -> None:
        # Addresses without a host, such as data: and blob:, never leave the browser.
        if urlsplit(asked.url).hostname not in (None, "127.0.0.1"):
            self.outside_requests.append(asked.url)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder, so that `-m "not browser"` leaves them out."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def server_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a workbench that runs for the session, without a slash at the end."""
    with running_server(tmp_path_factory.mktemp("server")) as url:
        yield url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium; a test without it fails, for nothing else can take its place."""
    with running_chromium() as chromium:
        yield chromium


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
def other(second_tab: Page, page: Page, page_log: PageLog) -> Iterator[Page]:
    """The page of somebody else, who likes it dark and gets a link."""
    with _lent(second_tab, page_log, "dark"):
        yield second_tab


@contextmanager
def _lent(tab: Page, log: PageLog, scheme: Literal["light", "dark"]) -> Iterator[None]:
    tab.set_viewport_size(WINDOW)
    tab.emulate_media(color_scheme=scheme)
    tab.mouse.move(0, 0)
    with log.watching(tab):
        yield
        tab.evaluate("0")  # what the page has said until now has arrived before the answer
    tab.unroute_all()
    tab.goto("about:blank")
