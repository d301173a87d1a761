"""A step along a slider is drawn from what was sent ahead, whether the server answers or not."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rest import at_rest
from tests.browser.silence import Silence

LABELS = "parts => parts.map(part => part.getAttribute('aria-label'))"


def said(page: Page) -> list[object]:
    """The words of the page's texts, trees and curves."""
    drawn = page.locator("[role=treeitem], .curves svg")
    return [page.locator(".prose").all_inner_texts(), drawn.evaluate_all(LABELS)]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("path", "slider", "next_path"),
    [
        ("prune_it?prune_step=1&node=7", "picture_prune", "prune_it?prune_step=2&node=7"),
    ],
)
def test_a_step_is_drawn_before_the_server_answers(
    own_tab: Page, server_url: str, path: str, slider: str, next_path: str
) -> None:
    page, silence = own_tab, Silence(own_tab)
    page.goto(f"{server_url}/{next_path}")
    at_rest(page)
    wanted = said(page)
    page.goto(f"{server_url}/{path}")
    at_rest(page)
    before = said(page)
    assert all(old != new for old, new in zip(before, wanted, strict=True))
    silence.begin()
    page.locator(f".st-key-{slider}").get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".prose").first).not_to_have_text(before[0][0], use_inner_text=True)  # type: ignore[index]
    assert said(page) == wanted
    expect(page.locator("[data-behind]")).to_have_count(0)
