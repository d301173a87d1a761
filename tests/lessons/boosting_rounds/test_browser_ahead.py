"""A step to the next round is drawn from what was sent ahead, whether the server answers or not."""

import re
import time

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.rest import at_rest


def test_a_step_is_drawn_before_the_server_answers(own_tab: Page, server_url: str) -> None:
    page = own_tab
    held: list[str | bytes] = []
    answering = True

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda message: server.send(message) if answering else held.append(message))

    page.route_web_socket(re.compile("_stcore/stream"), between)
    page.goto(f"{server_url}/boosting_rounds")
    expect(page.get_by_role("heading", name="The tree of round 1", exact=True)).to_be_visible()
    at_rest(page)
    answering = False
    equations = page.locator(".formula .equations")
    first = [equations.inner_text(), page.get_by_role("treeitem").first.get_attribute("aria-label")]
    page.get_by_role("button", name="Next", exact=True).click()
    expect(equations).not_to_have_text(first[0])
    expect(page.get_by_role("treeitem").first).not_to_have_attribute("aria-label", first[1] or "")
    second = [equations.inner_text(), page.get_by_role("treeitem").first.get_attribute("aria-label")]
    expect(page.get_by_role("heading", name="The tree of round 1", exact=True)).to_be_visible()
    deadline = time.monotonic() + 20
    while not held and time.monotonic() < deadline:
        page.evaluate("0")  # lets what the page has sent arrive here
    assert len(held) == 1
    # What the server draws in the end is the same.
    answering = True
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_role("heading", name="The tree of round 3", exact=True)).to_be_visible()
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.get_by_role("heading", name="The tree of round 2", exact=True)).to_be_visible()
    expect(equations).to_have_text(second[0], use_inner_text=True)
    expect(page.get_by_role("treeitem").first).to_have_attribute("aria-label", second[1] or "")
