"""Follow one row in a real browser: the ledger by keyboard and mouse, the path, guessing, links."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect


def open_lesson(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/follow_one_row?data=cos_x2")
    at_round(page, 1)


def ledger(page: Page) -> Locator:
    return page.get_by_role("slider", name="Ledger of row")


def round_slider(page: Page) -> Locator:
    return page.get_by_role("group", name="Round", exact=True).get_by_role("slider")


def at_round(page: Page, number: int) -> None:
    """The ledger, the stepper and the path are all at a round."""
    heading = page.get_by_role("heading", name=f"Its path through the tree of round {number}", exact=True)
    expect(heading).to_be_visible()
    expect(ledger(page)).to_have_attribute("aria-valuenow", str(number))
    expect(round_slider(page)).to_have_value(str(number))


def chosen_leaf(page: Page) -> Locator:
    return page.locator("[role=treeitem][aria-selected=true]")


@pytest.mark.wide
def test_the_ledger_says_its_numbers_and_is_stepped_with_the_keyboard(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    text = ledger(page).get_attribute("aria-valuetext") or ""
    assert text.startswith("round 1 of 50: adds ")
    path = page.locator(".st-key-path_words .prose").inner_text()
    added = re.search(r"adds 0\.3 · \S+ = (\S*\d)", path)
    assert added is not None
    assert f"adds {added[1]}," in text
    expect(page.locator(".ledger .value").first).to_have_text(re.compile(rf"^adds {added[1]}: F = [−\d]"))
    ledger(page).focus()
    for key, number in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("PageUp", 12), ("End", 50)):
        page.keyboard.press(key)
        at_round(page, number)
    for _ in range(5):  # quick: the picture is ahead of the server, and nothing is lost
        page.keyboard.press("ArrowLeft")
    at_round(page, 45)
    page.keyboard.press("Home")
    at_round(page, 1)
    expect(ledger(page)).to_be_focused()
    page.get_by_role("button", name="Next", exact=True).click()
    at_round(page, 2)


@pytest.mark.wide
def test_a_round_is_clicked_again_after_one_has_left_it(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    bar = page.locator(".bar[data-round='20']")
    for _ in range(2):
        bar.click(force=True)
        at_round(page, 20)
        page.get_by_role("button", name="First", exact=True).click()
        at_round(page, 1)


@pytest.mark.wide
def test_the_leaf_is_marked_until_another_node_is_chosen_and_while_guessing_the_ledger_ends_at_the_round(
    page: Page, server_url: str
) -> None:
    open_lesson(page, server_url)
    expect(page.get_by_text("The weight of the chosen leaf")).to_be_visible()
    expect(chosen_leaf(page)).to_contain_text("row ")
    chosen_leaf(page).focus()
    page.keyboard.press("Home")
    expect(page.get_by_text("and of its left and right child.")).to_be_visible()
    expect(page).to_have_url(re.compile("path_node=0"))
    page.get_by_role("button", name="Next", exact=True).click()
    at_round(page, 2)
    expect(page.get_by_text("The weight of the chosen leaf")).to_be_visible()
    expect(page).not_to_have_url(re.compile("path_node"))
    page.get_by_role("button", name="Guess first").click()
    expect(page.locator(".bar")).to_have_count(2)
    ledger(page).focus()
    page.keyboard.press("End")
    at_round(page, 2)
    page.get_by_text("Raise", exact=True).click()
    page.get_by_role("button", name="Reveal").click()
    expect(page.get_by_text("round 3 adds").first).to_be_visible()
    expect(page.locator(".bar")).to_have_count(3)


@pytest.mark.wide
def test_the_guess_is_an_arrow_at_the_next_round(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/follow_one_row?data=cos_x2&guess=1&round=2")
    at_round(page, 2)
    expect(page.locator(".ledger .guess")).to_have_count(0)
    page.get_by_text("Raise", exact=True).click()
    expect(page.locator(".ledger .guess")).to_have_count(1)
    expect(page.get_by_text("your guess: raise")).to_be_visible()
    page.get_by_role("button", name="Reveal").click()
    expect(page.locator(".bar")).to_have_count(3)
    expect(page.get_by_text("your guess: raise")).to_be_visible()


@pytest.mark.wide
@pytest.mark.parametrize("mode", ["", "&present=1"])
def test_the_number_of_a_row_has_room_in_its_field(page: Page, server_url: str, mode: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{server_url}/follow_one_row?data=cos_x2{mode}")
    field = page.get_by_role("spinbutton", name="Row (0 to 4999)")
    expect(field).to_have_value("3288")
    needed, there = field.evaluate("field => [field.scrollWidth, field.clientWidth]")
    assert needed <= there
    assert there >= 40


# Takes the pauses out of the page: what waits for one is never done.
NO_PAUSE = """
() => {
  const wait = window.setTimeout
  window.setTimeout = (act, pause, ...rest) => (pause >= 100 && pause < 1000 ? 0 : wait(act, pause, ...rest))
}
"""


def test_a_key_in_the_ledger_is_told_without_a_pause(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    ledger(page).focus()
    page.evaluate(NO_PAUSE)
    page.keyboard.press("ArrowRight")
    at_round(page, 2)
