"""A running server, a real Chromium, and a page that writes down what goes wrong in it."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
START_LIMIT_S = 60
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


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
    port = _free_port()
    log = tmp_path_factory.mktemp("server") / "log.txt"
    with log.open("w") as output:
        server = subprocess.Popen(
            [sys.executable, "-m", "workbench", "--no-browser", "--port", str(port)],
            cwd=ROOT,
            # A home without settings: nobody's own Streamlit configuration takes part.
            env={**os.environ, "HOME": str(log.parent)},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            _wait_until_healthy(server, port, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            _stop(server)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium, headless; a test without it fails, for nothing else can take its place."""
    executable = shutil.which("chromium")
    if executable is None:
        pytest.fail("no `chromium` on the PATH: install the Debian package chromium to run the browser tests")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable, headless=True, args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """An empty profile: no cookies, no storage, no cache of earlier tests."""
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
    assert page_log == PageLog()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def _wait_until_healthy(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + START_LIMIT_S
    while time.monotonic() < deadline:
        if server.poll() is not None:
            pytest.fail(f"the server stopped with status {server.returncode}:\n{log.read_text()}")
        if _is_healthy(port):
            return
        time.sleep(0.05)
    pytest.fail(f"the server did not answer within {START_LIMIT_S} s:\n{log.read_text()}")


def _is_healthy(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False  # not listening yet


def _stop(server: subprocess.Popen[bytes]) -> None:
    server.terminate()
    try:
        server.wait(timeout=10)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
