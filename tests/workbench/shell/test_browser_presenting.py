"""Whoever presents has a clicker alone: its keys, where they lead, and what a class sees."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.rest import at_rest
from tests.workbench.shell.test_browser_clicker import stepped_to
from workbench.shell.page_entry import PageEntry
from workbench.shell.registry import PAGES


def black(page: Page) -> Locator:
    return page.locator(".black-screen")


def lesson(page: Page, name: str) -> None:
    """Wait for a lesson, still presented."""
    expect(page).to_have_url(re.compile(rf"/{name}\?(.*&)?present=1(&|$)"))
    at_rest(page)


def test_keys_step_answer_and_darken_whatever_has_the_focus(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/boosting_rounds?data=cos_x2&present=1&round=4&guess=1")
    at_rest(page)
    stage = page.locator(".stage")
    answer, handle = stage.locator("[data-part=answer]"), stage.get_by_role("slider", name="Your guess")
    stage.get_by_role("slider", name="Step").focus()
    page.keyboard.press("PageDown")
    stepped_to(page, "round", 5)
    at_rest(page)
    handle.focus()  # which would move the guess
    page.keyboard.press("PageDown")
    stepped_to(page, "round", 6)
    at_rest(page)

    page.keyboard.press(".")  # nobody has answered: it is shown
    stepped_to(page, "round", 7)
    at_rest(page)
    handle.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press(".")
    expect(answer).to_contain_text("of its gain")

    page.keyboard.press(".")  # nothing is asked any more
    expect(black(page)).to_be_visible()
    page.mouse.click(300, 300)
    expect(black(page)).to_be_hidden()
    page.keyboard.press("b")
    page.keyboard.press("PageUp")
    expect(black(page)).to_be_hidden()
    stepped_to(page, "round", 7)


def test_the_first_keys_of_a_talk(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/boosting_rounds?data=cos_x2&guess=0")
    at_rest(page)
    page.get_by_role("button", name="Present", exact=True).click()
    lesson(page, "boosting_rounds")
    expect(page.get_by_test_id("stTooltipContent").locator("visible=true")).to_have_count(0)
    page.evaluate("globalThis.isSame = true")
    page.keyboard.press("F5")  # a clicker's start: fills the screen
    page.wait_for_function("document.fullscreenElement !== null")
    page.keyboard.press("f")
    page.wait_for_function("document.fullscreenElement === null")
    assert page.evaluate("globalThis.isSame")
    page.keyboard.press("Space")  # the button that was clicked is not pressed again
    stepped_to(page, "round", 2)
    lesson(page, "boosting_rounds")


@pytest.mark.wide
def test_a_held_key_ends_with_the_lesson_and_the_next_press_goes_on(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/boosting_rounds?data=cos_x2&present=1&round=49&guess=0")
    at_rest(page)
    page.keyboard.down("PageDown")
    stepped_to(page, "round", 50)
    at_rest(page)
    page.keyboard.down("PageDown")  # comes again while it is held
    page.keyboard.up("PageDown")
    at_rest(page)
    lesson(page, "boosting_rounds")
    page.keyboard.press("PageDown")
    lesson(page, "follow_one_row")
    page.keyboard.press("Home")
    at_rest(page)
    page.keyboard.press("PageUp")
    lesson(page, "boosting_rounds")
    page.get_by_role("button", name="Next: What’s next").click()
    lesson(page, "follow_one_row")
    page.go_back()
    lesson(page, "boosting_rounds")
    page.keyboard.press("b")
    page.keyboard.press("PageDown")  # the curtain rises on the next lesson
    lesson(page, "follow_one_row")
    expect(black(page)).to_be_hidden()


def ends(page: Page, place: str) -> tuple[float, float]:
    """The right and the lower end of something."""
    box = page.locator(place).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"], box["y"] + box["height"]


@pytest.mark.sweep
@pytest.mark.parametrize("entry", PAGES, ids=lambda entry: entry.name)
def test_who_does_not_guess_finds_a_way_on_from_the_start_once_and_never_cut_off(
    page: Page, server_url: str, entry: PageEntry
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{server_url}/{entry.name}?present=1&guess=none")
    expect(page.locator(".stage .question [data-skip]")).to_have_text("Show me")
    page.goto(f"{server_url}/{entry.name}?present=1&guess=1")
    at_rest(page)
    expect(page.locator(".stage .question [data-skip]")).to_have_text("Show me")
    right, below = ends(page, ".stage .question")
    end = ends(page, ".stage .question [data-skip]")
    assert end[0] <= right
    assert end[1] <= below


def test_the_gains_and_those_of_the_boxes_are_seen_in_present(page: Page, server_url: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{server_url}/boosting_rounds?present=1&guess=0")
    at_rest(page)
    assert ends(page, ".stage [data-part=sums]")[1] <= 800
    drawn = page.locator(".stage [data-node='0'] text").all_text_contents()
    assert any("gain " in text for text in drawn)
    assert ends(page, ".stage [data-part=losses]")[0] <= ends(page, ".stage [data-part=strip]")[0]


def test_a_link_that_is_copied_does_not_present(page: Page, server_url: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{server_url}/boosting_rounds?present=1&round=4&guess=0")
    at_rest(page)
    copy = page.locator(".st-key-link button")
    expect(copy).to_be_hidden()
    copy.evaluate("button => button.click()")
    expect(page.locator(".st-key-link [role=status]")).to_have_text("Copied")
    copied = urlsplit(page.evaluate("navigator.clipboard.readText()"))
    assert (copied.path, parse_qs(copied.query)) == ("/boosting_rounds", {"round": ["4"], "guess": ["0"]})
