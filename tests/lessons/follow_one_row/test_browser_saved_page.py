"""The file of "Save as a page" in a browser without a network: every round as the workbench draws it."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.alone import (
    SIZE,
    answers_every_question,
    made_as_large,
    open_alone,
    saved_by_button,
    step_button,
    walks_all_steps,
)
from tests.browser.rest import at_rest
from tests.lessons.follow_one_row.test_saved_page import file_of, saved_of

LAST = 12  # rounds of the files
LIGHT, DARK = "rgb(255, 255, 255)", "rgb(16, 20, 24)"
LEDGER = "div.ledger"
BOX = """each => {
  const { left, right, top, bottom } = each.getBoundingClientRect()
  return [left, right, top, bottom, each.textContent]
}"""


def ledger(tab: Page) -> Locator:
    return tab.get_by_role("slider", name="Ledger of row")


def drawn(tab: Page) -> list[str]:
    """All that stands in the ledger, and the boxes of the tree with the way of the row."""
    found: list[str] = tab.locator(f"{LEDGER} svg").evaluate(
        "svg => [svg.ariaValueText, ...[...svg.querySelectorAll('path, rect, line, circle, text')]"
        ".map(each => [...each.attributes].map(one => one.value).join() + each.textContent)]"
    )
    boxes = tab.locator(".tree .node").evaluate_all(
        "all => all.map(each => [each.ariaLabel, each.classList.contains('path'), each.ariaSelected].join())"
    )
    return [*found, *boxes]


def shows(tab: Page, number: int) -> None:
    """Ledger, slider, heading and words of a saved page are all of a round."""
    slider = tab.get_by_role("slider", name="Step", exact=True)
    expect(slider).to_have_attribute("aria-valuetext", f"Round {number} of {LAST}")
    expect(ledger(tab)).to_have_attribute("aria-valuenow", str(number))
    expect(tab.get_by_role("heading", name=f"Its path through the tree of round {number}")).to_be_visible()
    expect(tab.locator("[data-says=words]")).to_contain_text(f"after round {number}: ")


def test_buttons_keys_slider_and_the_ledger_itself_step(alone: Page, tmp_path: Path) -> None:
    open_alone(alone, tmp_path, file_of("moons").encode())
    shows(alone, 4)
    walks_all_steps(alone, shows, LAST)
    alone.locator(".bar[data-round='7']").click(force=True)
    shows(alone, 7)
    ledger(alone).press("ArrowRight")
    shows(alone, 8)
    ledger(alone).press("End")
    shows(alone, LAST)
    step_button(alone, "Back").click()
    shows(alone, LAST - 1)
    step_button(alone, "Play").click()
    shows(alone, LAST)


def test_while_it_is_asked_the_ledger_ends_at_the_round(alone: Page, tmp_path: Path) -> None:
    open_alone(alone, tmp_path, file_of("moons").encode())
    bars, guess = alone.locator(f"{LEDGER} .bar"), alone.locator(f"{LEDGER} .guess")
    expect(bars).to_have_count(LAST)
    step_button(alone, "First").click()
    alone.get_by_role("button", name="Guess first").click()
    expect(bars).to_have_count(1)
    ledger(alone).press("End")
    shows(alone, 1)
    expect(guess).to_have_count(0)
    alone.get_by_role("button", name="Raise", exact=True).click()
    expect(bars).to_have_count(2)  # what is asked later stays hidden
    expect(guess).to_have_count(1)
    expect(alone.locator(LEDGER).get_by_text("your guess: raise")).to_be_visible()
    step_button(alone, "Next").click()
    shows(alone, 2)
    expect(bars).to_have_count(2)
    expect(guess).to_have_count(0)
    step_button(alone, "Back").click()
    expect(guess).to_have_count(1)
    step_button(alone, "Last").click()
    expect(bars).to_have_count(LAST)
    step_button(alone, "First").click()
    alone.get_by_role("button", name="Stop guessing").click()
    expect(bars).to_have_count(LAST)
    expect(guess).to_have_count(0)


@pytest.mark.wide
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
@pytest.mark.parametrize(("data", "k"), [("moons", 0), ("iris", 1)])
def test_it_asks_where_the_next_round_leads_and_tells(
    alone: Page, tmp_path: Path, data: str, k: int, size: tuple[int, int]
) -> None:
    alone.set_viewport_size({"width": size[0], "height": size[1]})
    answers_every_question(alone, tmp_path, file_of(data, k).encode())
    assert alone.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.wide
@pytest.mark.parametrize(("data", "k"), [("moons", 0), ("cos_x2", 0), ("iris", 1)])
def test_every_round_is_drawn_as_at_the_workbench(
    alone: Page, page: Page, server_url: str, tmp_path: Path, data: str, k: int
) -> None:
    row = saved_of(data, k).story.row
    address = f"{server_url}/follow_one_row?data={data}&n_estimators={LAST}&round=4&class={k}"
    assert saved_by_button(alone, page, address, tmp_path) == f"{data}_row_{row}.html"
    shows(alone, 4)
    made_as_large(alone, "#ledger", LEDGER, "--picture-height", LEDGER, page.locator(LEDGER).evaluate(SIZE))
    step_button(alone, "First").click()
    page.get_by_role("button", name="First", exact=True).click()
    for number in range(1, LAST + 1):
        shows(alone, number)
        for name, place in (("words", "result_words"), ("sum", "sum_words")):
            said = alone.locator(f"[data-says={name}]").inner_text()
            expect(page.locator(f".st-key-{place} .prose")).to_have_text(said)
        path = alone.locator("#path .prose").inner_text()
        expect(page.locator(".st-key-path_words .prose")).to_have_text(path)
        at_rest(page)
        assert drawn(alone) == drawn(page)
        assert len(drawn(alone)) > 60
        if number < LAST:
            step_button(alone, "Next").click()
            page.get_by_role("button", name="Next", exact=True).click()
    expect(step_button(alone, "Next")).to_be_disabled()


@pytest.mark.wide
def test_a_term_opens_its_card_with_its_number(alone: Page, tmp_path: Path) -> None:
    open_alone(alone, tmp_path, file_of("moons").encode())
    alone.locator("#path").get_by_role("button", name="learning rate", exact=True).click()
    expect(alone.locator("#path .card")).to_contain_text("Here: 0.3")
    alone.keyboard.press("Escape")
    expect(alone.locator("#path .card")).to_be_hidden()


@pytest.mark.wide
def test_it_is_light_or_dark_as_the_reader_likes_it(alone: Page, tmp_path: Path) -> None:
    open_alone(alone, tmp_path, file_of("moons").encode())
    expect(alone.locator("body")).to_have_css("background-color", LIGHT)
    alone.emulate_media(color_scheme="dark")
    expect(alone.locator("body")).to_have_css("background-color", DARK)
    expect(alone.locator(f"{LEDGER} .title").first).to_have_css("fill", "rgb(250, 250, 250)")


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
@pytest.mark.parametrize(("data", "k"), [("moons", 0), ("cos_x2", 0), ("iris", 1)])
def test_no_words_of_the_ledger_lie_on_others_or_are_cut_off(
    alone: Page, tmp_path: Path, data: str, k: int, size: tuple[int, int]
) -> None:
    alone.set_viewport_size({"width": size[0], "height": size[1]})
    open_alone(alone, tmp_path, file_of(data, k).encode())
    for number in range(1, LAST + 1):
        alone.get_by_role("slider", name="Step", exact=True).fill(str(number))
        shows(alone, number)
        left, right, *_ = alone.locator(LEDGER).evaluate(BOX)
        kinds = ".title, .value, .tick" + (", .note" if size[0] > 900 else "")  # else there may be no room
        found = alone.locator(f"{LEDGER} :is({kinds})").evaluate_all(f"all => all.map({BOX})")
        assert len(found) > 15
        for i, (start, end, top, bottom, words) in enumerate(found):
            assert left <= start < end <= right, words
            for other_start, other_end, other_top, other_bottom, other in found[:i]:
                is_apart = end <= other_start or other_end <= start
                assert is_apart or bottom <= other_top + 4 or other_bottom <= top + 4, (words, other, number)
