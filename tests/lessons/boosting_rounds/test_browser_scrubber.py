"""The scrubber in a real browser: it steps by itself, and tells Python when the reader lets go."""

import re

import pytest
from playwright.sync_api import Locator, Page, Response, Route, WebSocket, expect

from tests.browser.rest import at_rest
from tests.browser.running import ROOT

# What a reader sees one after another: the button that plays, and the tree that Python has drawn. A run of
# twelve rounds is over in a second.
KEEP_A_RECORD = """
group => {
  const record = (globalThis.record = { buttons: [], trees: [] })
  const add = (list, text) => text && list.at(-1) !== text && list.push(text)
  const look = () => {
    for (const button of group.querySelectorAll("button"))
      if (/^(Play|Pause)$/.test(button.textContent.trim())) add(record.buttons, button.textContent.trim())
    for (const heading of document.querySelectorAll("h1, h2, h3, h4, h5, h6"))
      if (heading.textContent.startsWith("The tree of round ")) add(record.trees, heading.textContent.trim())
  }
  look()
  const all = { subtree: true, childList: true, characterData: true, attributes: true }
  for (const root of [group, document.body]) new MutationObserver(look).observe(root, all)
}
"""


def open_lesson(page: Page, server_url: str, query: str = "") -> None:
    page.goto(f"{server_url}/boosting_rounds?{query}")
    expect(picture(page)).to_be_visible()
    at_rest(page)  # a picture that comes is drawn anew when its letters are there


def picture(page: Page) -> Locator:
    return page.get_by_role("img", name=re.compile(r", round \d+ of \d+: "))


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Round", exact=True)


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="Round", exact=True).get_by_role("button", name=name, exact=True)


def drawn_at(page: Page, number: int, last: int = 50) -> None:
    """The browser shows the round."""
    expect(picture(page)).to_have_attribute("aria-label", re.compile(f", round {number} of {last}: "))
    expect(page.get_by_text(f"Round {number} of {last}", exact=True)).to_be_visible()
    expect(slider(page)).to_have_value(str(number))


def told(page: Page, number: int) -> None:
    """Python has followed: the tree on the page is that of the round."""
    expect(page.get_by_role("heading", name=f"The tree of round {number}", exact=True)).to_be_visible()


def layer(page: Page, name: str) -> Locator:
    return page.locator(f".scrubber svg path.{name}").first


def drawing(page: Page, name: str) -> str:
    return layer(page, name).get_attribute("d") or ""


@pytest.mark.wide
def test_buttons_step_and_tell_at_once(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    drawn_at(page, 1)
    expect(button(page, "Back")).to_be_disabled()
    button(page, "Next").click()
    button(page, "Next").click()
    drawn_at(page, 3)
    told(page, 3)
    button(page, "Last").click()
    drawn_at(page, 50)
    told(page, 50)
    expect(button(page, "Next")).to_be_disabled()
    button(page, "First").click()
    told(page, 1)


PICTURES = (ROOT / "tests" / "browser" / "pictures.js").read_text(encoding="utf-8")


def test_a_step_is_a_movement_that_one_click_turns_off(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    assert layer(page, "after").evaluate(PICTURES) > 1  # others before the last
    drawn_at(page, 2)
    motion = page.get_by_role("button", name="Motion o")
    expect(motion).to_have_text("Motion on")
    motion.click()
    expect(motion).to_have_text("Motion off")
    assert layer(page, "after").evaluate(PICTURES) == 1
    motion.click()  # for the tests that come after it in this tab
    page.emulate_media(reduced_motion="reduce")
    assert layer(page, "after").evaluate(PICTURES) == 1
    page.emulate_media(reduced_motion="no-preference")
    drawn_at(page, 4)


def test_what_is_done_during_a_movement_comes_after_the_step(page: Page, server_url: str) -> None:
    open_lesson(page, server_url, "round=3&feature=0&cut=40")
    button(page, "Next").click()  # leads to the cut that the tree of round 4 took
    page.locator(".st-key-gains").get_by_role("slider", name="Cut").press("End")
    expect(page).to_have_url(re.compile(r"round=4\b.*cut=4998|cut=4998.*round=4\b"))
    told(page, 4)


def test_who_leaves_at_once_after_a_step_finds_it_on_coming_back(page: Page, server_url: str) -> None:
    open_lesson(page, server_url, "round=4")
    button(page, "Next").click()
    page.get_by_role("link", name="The lesson after").first.click()
    expect(page).to_have_url(re.compile("follow_one_row"))
    at_rest(page)
    page.go_back()
    expect(page).to_have_url(re.compile("boosting_rounds.*round=5"))
    told(page, 5)


@pytest.mark.wide
def test_after_a_round_is_the_ghost_of_the_next(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    after = drawing(page, "after")
    assert after.count("L") == 399
    assert drawing(page, "before") != after
    button(page, "Next").click()
    drawn_at(page, 2)
    expect(layer(page, "before")).to_have_attribute("d", after)
    expect(layer(page, "after")).not_to_have_attribute("d", after)
    button(page, "Back").click()
    drawn_at(page, 1)
    expect(layer(page, "after")).to_have_attribute("d", after)


@pytest.mark.wide
def test_keys_step_on_the_picture_and_on_the_slider(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    for place in (picture(page), slider(page)):
        place.focus()
        for key, number in (("End", 50), ("PageDown", 40), ("ArrowLeft", 39), ("ArrowUp", 40), ("Home", 1)):
            page.keyboard.press(key)
            drawn_at(page, number)
        page.keyboard.press("PageUp")
        drawn_at(page, 11)
        told(page, 11)


@pytest.mark.wide
def test_many_quick_keys_end_where_they_lead(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    picture(page).focus()
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    drawn_at(page, 31)
    told(page, 31)
    drawn_at(page, 31)
    for _ in range(7):
        page.keyboard.press("ArrowLeft")
    told(page, 24)
    drawn_at(page, 24)


@pytest.mark.wide
def test_play_runs_to_the_end_and_tells_only_there(page: Page, server_url: str) -> None:
    open_lesson(page, server_url, "n_estimators=12")
    told(page, 1)
    page.get_by_role("group", name="Round", exact=True).evaluate(KEEP_A_RECORD)
    button(page, "Play").click()
    drawn_at(page, 12, 12)
    told(page, 12)
    expect(button(page, "Play")).to_be_visible()
    assert page.evaluate("record.buttons") == ["Play", "Pause", "Play"]
    assert page.evaluate("record.trees") == ["The tree of round 1", "The tree of round 12"]


def it_stands_before_the_end(page: Page) -> None:
    """Play of 200 rounds has ended at a round, and the whole page shows it."""
    expect(button(page, "Play")).to_be_visible()
    number = int(slider(page).input_value())
    assert 1 < number < 200
    told(page, number)
    drawn_at(page, number, 200)


@pytest.mark.wide
def test_another_setting_ends_play_at_its_round(page: Page, server_url: str) -> None:
    open_lesson(page, server_url, "n_estimators=200")
    picture(page).focus()
    page.keyboard.press(" ")
    expect(slider(page)).not_to_have_value("1")
    page.get_by_role("slider", name="max_depth").press("ArrowRight")
    it_stands_before_the_end(page)


@pytest.mark.wide
def test_space_pauses(page: Page, server_url: str) -> None:
    open_lesson(page, server_url, "n_estimators=200")
    picture(page).focus()
    page.keyboard.press(" ")
    expect(slider(page)).not_to_have_value("1")
    page.keyboard.press(" ")
    it_stands_before_the_end(page)


@pytest.mark.wide
def test_frames_and_scripts_are_sent_once(page: Page, server_url: str) -> None:
    pictures: list[Response] = []
    messages: list[str | bytes] = []

    def fetched(response: Response) -> None:
        if "/pictures/" in response.url:
            pictures.append(response)

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda message: messages.append(message))

    page.on("response", fetched)
    page.on("websocket", listen)
    open_lesson(page, server_url)
    for number in (2, 3, 4):
        button(page, "Next").click()
        told(page, number)
    page.remove_listener("websocket", listen)  # the tab is lent to other tests, too
    page.remove_listener("response", fetched)
    assert [len(each.body()) > 100_000 for each in pictures] == [True]
    drawn = [message for message in messages if isinstance(message, bytes) and b"gbtDraw" in message]
    assert drawn
    assert not any(b"const $kit$" in message for message in drawn)


def test_a_picture_that_came_to_nothing_is_fetched_again(page: Page, server_url: str) -> None:
    lost: list[str] = []

    def lose_the_first(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.request.url)
            route.fulfill(status=200, body=b"")

    page.route("**/pictures/*", lose_the_first)
    open_lesson(page, server_url)
    assert lost
    page.unroute("**/pictures/*")


@pytest.mark.wide
@pytest.mark.parametrize(("data", "changing"), [("moons", "down"), ("diabetes", "up")])
def test_every_kind_of_picture_changes_with_the_round(
    page: Page, server_url: str, data: str, changing: str
) -> None:
    open_lesson(page, server_url, f"data={data}")
    first = drawing(page, changing)
    assert first
    button(page, "Next").click()
    drawn_at(page, 2)
    expect(layer(page, changing)).not_to_have_attribute("d", first)
    told(page, 2)


@pytest.mark.wide
def test_a_link_opens_at_its_round_and_another_data_set_has_another_picture(
    page: Page, server_url: str
) -> None:
    open_lesson(page, server_url, "round=17")
    drawn_at(page, 17)
    told(page, 17)
    page.get_by_role("combobox").first.click()
    page.get_by_role("option", name="Moons").click()
    expect(picture(page)).to_have_attribute("aria-label", re.compile("^Moons, round "))
    number = int(slider(page).input_value())
    told(page, number)
