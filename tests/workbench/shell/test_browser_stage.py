"""What a lesson shows on its first screen: where the stage stands, how much is said, what moves."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.fixtures import with_answers
from tests.browser.pagelog import PageLog
from tests.browser.rest import at_rest
from tests.browser.running import ROOT
from workbench.shell.page_entry import PageEntry
from workbench.shell.registry import PAGES

PROJECTOR: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
MOST_ABOVE, MOST_SHIFT, MOST_WORDS, MOST_CONTROLS = 128, 0.1, 90, 18
MOST_SHIFT_OF_HOME, MOST_WORDS_OF_HOME = 0.05, 79

WATCH = (ROOT / "tests" / "browser" / "first_screen.js").read_text(encoding="utf-8")


@pytest.fixture
def fresh_page(browser: Browser, page_log: PageLog) -> Iterator[Page]:
    """A tab of its own: what moves while a page comes is seen only where it has not been before."""
    context = browser.new_context(viewport=PROJECTOR)
    context.add_init_script(WATCH)
    tab = context.new_page()
    with page_log.watching(tab):
        yield tab
    context.close()
    assert page_log == PageLog()


def first_screen(page: Page, url: str, *, asked: bool = False) -> dict[str, Any]:
    """What is on it, once the page has come. asked: with its question, which a stage that asks opens with."""
    page.goto(url if asked else with_answers(url))
    at_rest(page)
    found: dict[str, Any] = page.evaluate("firstScreen()")
    return found


@pytest.mark.sweep
@pytest.mark.parametrize("entry", PAGES, ids=lambda entry: entry.name)
def test_the_stage_is_on_the_first_screen_and_nothing_moves(
    fresh_page: Page, server_url: str, entry: PageEntry
) -> None:
    found = first_screen(fresh_page, f"{server_url}/{entry.name}", asked=True)
    assert found["top"] <= MOST_ABOVE
    assert found["bottom"] <= PROJECTOR["height"]
    assert found["shift"] <= MOST_SHIFT
    assert found["words"] <= MOST_WORDS
    assert len(found["controls"]) <= MOST_CONTROLS, found["controls"]


@pytest.mark.sweep
@pytest.mark.parametrize("entry", PAGES, ids=lambda entry: entry.name)
def test_nothing_moves_on_a_phone_and_nothing_stands_beside_it(
    fresh_page: Page, server_url: str, entry: PageEntry
) -> None:
    fresh_page.set_viewport_size(PHONE)
    found = first_screen(fresh_page, f"{server_url}/{entry.name}")
    assert found["shift"] <= MOST_SHIFT
    assert fresh_page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_home_shows_its_model_and_the_first_lessons_at_once(fresh_page: Page, server_url: str) -> None:
    found = first_screen(fresh_page, server_url)
    assert found["top"] <= MOST_ABOVE
    assert found["bottom"] <= PROJECTOR["height"]
    assert found["shift"] <= MOST_SHIFT_OF_HOME
    assert found["words"] <= MOST_WORDS_OF_HOME
    assert len(found["controls"]) <= MOST_CONTROLS, found["controls"]
    assert any(PAGES[0].question in each for each in found["controls"])
