"""What a page does that it should not."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Error, Page, Request, ViewportSize, WebSocket

WINDOW: ViewportSize = {"width": 1280, "height": 900}


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
        if message.type == "error":
            self.console_errors.append(message.text)

    def _on_exception(self, error: Error) -> None:
        self.console_errors.append(error.stack or str(error))  # where it was, too

    def _on_address(self, asked: Request | WebSocket) -> None:
        # Addresses without a host, such as data: and blob:, never leave the browser.
        if urlsplit(asked.url).hostname not in (None, "127.0.0.1"):
            self.outside_requests.append(asked.url)
