"""A server that does not hear the page from some moment on: what then changes was there before."""

import re

from playwright.sync_api import Page, WebSocketRoute


class Silence:
    """Stands between a page and its server from before the page is opened; begins with `begin`."""

    def __init__(self, page: Page) -> None:
        self._heard = True
        page.route_web_socket(re.compile("_stcore/stream"), self._between)

    def begin(self) -> None:
        """Keep from the server what the page says."""
        self._heard = False

    def _between(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda message: server.send(message) if self._heard else None)
