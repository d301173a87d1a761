"""What passes between a browser and the server: acts on a page that was left do not."""

import re

import pytest
from playwright.sync_api import Page, expect
from starlette.types import Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.messages import run_beside
from tests.browser.rest import at_rest
from workbench.serve import LeftPages


def asks(page: str, fragment: str = "") -> Message:
    """A browser's wish that a page be run, or a fragment of it."""
    said = BackMsg()
    said.rerun_script.page_script_hash = page
    said.rerun_script.fragment_id = fragment
    return {"type": "websocket.receive", "bytes": said.SerializeToString()}


def tells(page: str) -> Message:
    """What a component of a page tells by itself: that page is run as a whole."""
    said = BackMsg.FromString(asks(page)["bytes"])
    said.rerun_script.widget_states.widgets.add(id="$$ID-0-kept_tables__events", json_trigger_value="{}")
    return {"type": "websocket.receive", "bytes": said.SerializeToString()}


def begins(page: str) -> Message:
    """A server's word that it runs a page."""
    said = ForwardMsg()
    said.navigation.page_script_hash = page
    return {"type": "websocket.send", "bytes": said.SerializeToString()}


def heard(*said: Message, kind: str = "websocket") -> list[Message]:
    """What of these a server hears until the browser has gone; what it says itself arrives as it is."""
    gone: Message = {"type": "websocket.disconnect"}
    coming, found, answers = iter([*said, gone]), [], []
    ways: list[Send] = []

    async def receive() -> Message:
        for message in coming:
            if message["type"] != "websocket.send":
                return message
            await ways[0](message)
        raise AssertionError

    async def send(message: Message) -> None:
        answers.append(message)

    async def server(scope: Scope, hear: Receive, answer: Send) -> None:
        ways.append(answer)
        while not found or found[-1] != gone:
            found.append(await hear())

    run_beside(LeftPages(server)({"type": kind}, receive, send))
    assert answers == [message for message in said if message["type"] == "websocket.send"]
    return found[:-1]


FIRST, ANOTHER = asks("pruning"), asks("adaboost")
ACT, ACT_THERE = asks("pruning", "body"), asks("adaboost", "body")
TELLS, TELLS_THERE = tells("pruning"), tells("adaboost")
BEGINS, BEGINS_THERE = begins("pruning"), begins("adaboost")


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ([FIRST, ACT, ACT], [FIRST, ACT, ACT]),
        ([FIRST, ANOTHER, ACT, ACT_THERE], [FIRST, ANOTHER, ACT_THERE]),
        ([ANOTHER, ACT, FIRST, ACT], [ANOTHER, FIRST, ACT]),
        ([asks(""), ACT, ANOTHER, ACT], [asks(""), ACT, ANOTHER]),  # the first page is asked for by its name
        ([FIRST, TELLS, ANOTHER, TELLS, TELLS_THERE], [FIRST, TELLS, ANOTHER, TELLS_THERE]),
        ([FIRST, ANOTHER, BEGINS_THERE, TELLS, TELLS_THERE], [FIRST, ANOTHER, TELLS_THERE]),
        # Another page may be asked for with what the one that is left had still to tell.
        ([FIRST, TELLS_THERE, ACT, ACT_THERE], [FIRST, TELLS_THERE, ACT_THERE]),
        ([ANOTHER, FIRST, ANOTHER, TELLS, ACT_THERE], [ANOTHER, FIRST, ANOTHER, ACT_THERE]),
        # The server goes on to another page by itself.
        ([FIRST, BEGINS, BEGINS_THERE, ACT, ACT_THERE], [FIRST, ACT_THERE]),
        ([FIRST, BEGINS_THERE, ACT, ACT_THERE], [FIRST, ACT_THERE]),
        ([asks(""), BEGINS, FIRST, BEGINS, BEGINS_THERE, ACT, ACT_THERE], [asks(""), FIRST, ACT_THERE]),
        # It still begins what was asked for on the page that is left.
        ([FIRST, BEGINS, ACT, ANOTHER, BEGINS, ACT, ACT_THERE], [FIRST, ACT, ANOTHER, ACT_THERE]),
    ],
)
def test_an_act_is_heard_on_the_page_that_was_asked_for_last(
    said: list[Message], expected: list[Message]
) -> None:
    assert heard(*said) == expected


def test_anything_else_passes() -> None:
    others: list[Message] = [
        {"type": "websocket.connect"},
        {"type": "websocket.receive", "text": "words", "bytes": None},
        {"type": "websocket.receive", "bytes": b"\xff\xff nothing of Streamlit's"},
        {"type": "websocket.receive", "bytes": BackMsg(clear_cache=True).SerializeToString()},
    ]
    assert heard(FIRST, *others) == [FIRST, *others]
    assert heard(FIRST, ANOTHER, ACT, kind="http") == [FIRST, ANOTHER, ACT]


ACT_AFTER_LEAVING = """handle => {
  document.querySelector(".st-key-after a").click()
  handle.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true }))
}"""


def test_a_page_that_is_left_in_the_middle_of_an_act_does_not_take_the_next_one_down(
    page: Page, server_url: str
) -> None:
    page.goto(f"{server_url}/prune_it?prune_step=5")
    at_rest(page)
    page.get_by_role("slider", name="Step").evaluate(ACT_AFTER_LEAVING)
    expect(page).to_have_url(re.compile("/adaboost"))
    expect(page.locator(".stage[data-drawn]")).to_be_visible()
    at_rest(page)
