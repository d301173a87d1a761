"""Terms in a text open a card where they stand, on every lesson that has them, by mouse and keyboard."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rest import at_rest
from workbench.paths import PACKAGE_DIR
from workbench.text.glossary import definitions, word_of

LESSONS = sorted(
    {file.parent.name for file in PACKAGE_DIR.glob("lessons/*/*.py") if " prose(" in file.read_text("utf-8")}
)


@pytest.mark.sweep
@pytest.mark.parametrize("lesson", LESSONS)
def test_every_term_has_its_card(page: Page, server_url: str, lesson: str) -> None:
    page.goto(f"{server_url}/{lesson}")
    at_rest(page)
    terms = page.locator(".prose:has(button)").first.get_by_role("button")
    expect(terms.first).to_be_attached()
    card = page.get_by_role("note")
    for term in terms.all():
        term.click()
        meaning = definitions()[word_of(term.inner_text(), definitions())]
        expect(card).to_contain_text(meaning)
        expect(card).to_contain_text("Here: ")
        box = card.bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= page.evaluate("innerWidth")
        page.keyboard.press("Escape")
        expect(card).to_be_hidden()
        expect(term).to_be_focused()


@pytest.mark.wide
def test_in_presenter_mode_a_card_opens_beside_its_word(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/boosting_rounds?present=1")
    at_rest(page)
    term = page.locator(".prose").first.get_by_role("button").first
    term.click()
    word, card = term.bounding_box(), page.get_by_role("note").bounding_box()
    assert word is not None and card is not None
    beside = max(card["y"] - word["y"] - word["height"], word["y"] - card["y"] - card["height"])
    assert 0 <= beside <= 20
