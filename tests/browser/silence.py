"""A server that does not hear the page from some moment on, or hears late what it says."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute


class Silence:
    """Stands between a page and its server from before the page is opened; begins with `begin`."""

    def __init__(self, page: Page) -> None:
        self._heard = True
        self._unheard: list[Callable[[], None]] = []
        page.route_web_socket(re.compile("_stcore/stream"), self._between)

    def begin(self) -> None:
        """Keep from the server what the page says."""
        self._heard = False

    def end(self) -> None:
        """Let it hear all that was kept from it, at once."""
        self._heard = True
        for send in self._unheard:
            send()
        self._unheard.clear()

    def _between(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def take(message: str | bytes) -> None:
            if self._heard:
                server.send(message)
            else:
                self._unheard.append(lambda: server.send(message))

        socket.on_message(take)
