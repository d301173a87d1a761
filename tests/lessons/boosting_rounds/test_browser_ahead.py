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


def test_while_it_plays_what_rests_steps_back(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/boosting_rounds?noise=0.3&n_estimators=40")
    at_rest(page)
    behind = page.locator("[data-behind]")
    expect(behind).to_have_count(0)
    expect(page.get_by_text("lowest 0.0", exact=False)).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(behind).to_have_count(4)  # tree, gains, formula, words
    expect(page.get_by_role("heading", name="The tree of round 40", exact=True)).to_be_visible()
    expect(behind).to_have_count(0)


def test_a_leaf_tells_its_weight_beside_the_picture(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/boosting_rounds")
    at_rest(page)
    page.get_by_role("treeitem").last.click()
    expect(page.locator(".gains .read")).to_contain_text("Leaf −G/(H+λ) = ")
    expect(page.locator(".gains .read")).to_contain_text("Not split: max_depth reached")
    page.locator(".gains .plot").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".gains .read")).not_to_contain_text("Leaf")
