"""A running server, a real Chromium, and a page that writes down what goes wrong in it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from tests.browser.running import running_chromium, running_server

# What is tested is what a page shows, not how fast: other tests run on the same two cores.
expect.set_options(timeout=20_000)


@dataclass
class PageLog:
    """What a page did that it should not.

    Attributes:
        console_errors: messages of level "error", and uncaught exceptions.
        outside_requests: addresses on any other host than the server's.
    """

    console_errors: list[str] = field(default_factory=list)
    outside_requests: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        """Write down what happens on a page from now on."""
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.console_errors.append(str(error)))
        page.on("request", lambda request: self._on_address(request.url))
        page.on("websocket", lambda socket: self._on_address(socket.url))

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.console_errors.append(message.text)

    def _on_address(self, url: str) -> None:
        # Addresses without a host, such as data: and blob:, never leave the browser.
        if urlsplit(url).hostname not in (None, "127.0.0.1"):
            self.outside_requests.append(url)


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
    """The system's Chromium, headless; a test without it fails, for nothing else can take its place."""
    with running_chromium() as chromium:
        yield chromium


@pytest.fixture(scope="session")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One profile, so that what Streamlit itself loads is read once; every page is a new session."""
    fresh = browser.new_context(viewport={"width": 1280, "height": 900})
    yield fresh
    fresh.close()


@pytest.fixture
def page_log() -> PageLog:
    """What goes wrong on `page`; a test that expects an error clears it from the list."""
    return PageLog()


@pytest.fixture
def page(context: BrowserContext, page_log: PageLog) -> Iterator[Page]:
    """An empty page; in the end it must have had no console error and asked no other host."""
    fresh = context.new_page()
    page_log.watch(fresh)
    yield fresh
    fresh.close()
    assert page_log == PageLog()
