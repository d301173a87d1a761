"""Back and Forward of the browser, while the server is still answering something else."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.menu import go_to
from tests.browser.rest import at_rest
from workbench.shell.registry import PAGES


class Wire:
    """What goes to and fro between a page and the server; answers are held back while `holds`."""

    def __init__(self, page: Page) -> None:
        self.n_asked, self.holds = 0, False
        self._page = page
        self._held: list[tuple[WebSocketRoute, str | bytes]] = []
        page.route_web_socket(re.compile("_stcore/stream"), self._between)

    def _between(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def ask(message: str | bytes) -> None:
            self.n_asked += 1
            server.send(message)

        def answer(message: str | bytes) -> None:
            if self.holds:
                self._held.append((socket, message))
            else:
                socket.send(message)

        socket.on_message(ask)
        server.on_message(answer)

    def asks(self, act: Callable[[], object]) -> None:
        """Do something, and wait until the server was asked."""
        before, deadline = self.n_asked, time.monotonic() + 20
        act()
        while self.n_asked == before:
            assert time.monotonic() < deadline
            self._page.evaluate("0")  # lets what the page has sent arrive here

    @property
    def has_ended(self) -> bool:
        """Whether a run has come to its end, of which the page has not heard."""
        said = [ForwardMsg.FromString(each) for _, each in self._held if isinstance(each, bytes)]
        ends = [each.script_finished for each in said if each.WhichOneof("type") == "script_finished"]
        return any(each != ForwardMsg.FINISHED_EARLY_FOR_RERUN for each in ends)

    def release(self) -> None:
        """Let the page have what was held back, and hold nothing from now on."""
        self.holds = False
        for socket, message in self._held:
            socket.send(message)


def shows(page: Page, title: str) -> None:
    expect(page).to_have_title(f"{title} · Gradient boosted trees")
    question = next(entry.question for entry in PAGES if entry.title == title)
    expect(page.get_by_role("heading", level=1)).to_have_text(question)
    at_rest(page)


def test_an_answer_to_the_page_that_was_left_cuts_nothing_off(own_tab: Page, server_url: str) -> None:
    page, wire = own_tab, Wire(own_tab)
    page.goto(f"{server_url}/one_leaf?leaf=lesson")
    shows(page, "One leaf")
    go_to(page, "Follow one row")
    shows(page, "Follow one row")
    go_to(page, "One leaf")
    shows(page, "One leaf")
    depth = page.get_by_role("slider", name="max_depth")
    depth.focus()
    wire.holds = True
    wire.asks(lambda: page.keyboard.press("ArrowLeft"))
    wire.asks(lambda: page.evaluate("history.back()"))
    wire.release()
    shows(page, "Follow one row")
    expect(page).to_have_url(re.compile("/follow_one_row"))
    assert page.evaluate("navigation.canGoForward")
    page.go_forward()
    shows(page, "One leaf")
    expect(page).to_have_url(re.compile("/one_leaf"))


def test_back_finds_a_step_that_was_not_answered_any_more(own_tab: Page, server_url: str) -> None:
    wire = Wire(own_tab)
    own_tab.goto(f"{server_url}/boosting_rounds?data=cos_x2&round=4&guess=0")
    shows(own_tab, "Boosting, round by round")
    wire.holds = True
    wire.asks(own_tab.get_by_role("button", name="Next").first.click)
    wire.asks(own_tab.get_by_role("link", name="The lesson after").first.click)
    wire.release()
    shows(own_tab, "Follow one row")
    own_tab.go_back()
    shows(own_tab, "Boosting, round by round")
    expect(own_tab).to_have_url(re.compile("round=5"))
    go_to(own_tab, "Follow one row")
    shows(own_tab, "Follow one row")
    own_tab.go_back()
    shows(own_tab, "Boosting, round by round")
    expect(own_tab).to_have_url(re.compile("round=5"))


@pytest.mark.parametrize("is_made", [False, True])
def test_back_finds_a_setting_of_which_the_browser_did_not_hear(
    own_tab: Page, server_url: str, is_made: bool
) -> None:
    """is_made: whether the server had answered by then."""
    wire = Wire(own_tab)
    own_tab.goto(f"{server_url}/boosting_rounds?data=cos_x2&max_depth=2&guess=0")
    shows(own_tab, "Boosting, round by round")
    wire.holds = True
    wire.asks(lambda: own_tab.get_by_role("slider", name="max_depth").press("ArrowRight"))
    while is_made and not wire.has_ended:
        own_tab.evaluate("0")
    wire.asks(own_tab.get_by_role("link", name="The lesson after").first.click)
    wire.release()
    shows(own_tab, "Follow one row")
    assert "max_depth=2" not in own_tab.evaluate("navigation.entries().at(-2).url")
    own_tab.go_back()
    shows(own_tab, "Boosting, round by round")
    expect(own_tab.get_by_role("slider", name="max_depth")).to_have_attribute("aria-valuetext", "3")
    expect(own_tab).not_to_have_url(re.compile("max_depth"))
