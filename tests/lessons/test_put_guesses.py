"""A guess that is put and not told yet is still there after the page is loaded anew."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rest import at_rest

OTHERS = (
    *("find_the_split", "greedy_or_best", "follow_one_row", "exact_or_histogram", "several_classes"),
    *("adaboost", "your_own_loss", "your_model", "missing_sparse_categorical"),
)
HANDLED = ["boosting_rounds", *(pytest.param(each, marks=pytest.mark.wide) for each in OTHERS)]


@pytest.mark.parametrize("lesson", HANDLED)
def test_a_put_guess_outlives_a_reload(page: Page, server_url: str, lesson: str) -> None:
    page.goto(f"{server_url}/{lesson}?guess=none")
    at_rest(page)
    handle, answer = page.locator(".stage .handle").first, page.locator(".stage [data-part=answer]")
    handle.focus()
    for key in ("ArrowRight", "ArrowUp", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    at_rest(page)
    place, words = handle.get_attribute("aria-valuenow"), answer.inner_text()
    page.reload()
    at_rest(page)
    expect(handle).to_have_attribute("aria-valuenow", str(place))
    assert answer.inner_text() == words
    answer.locator("[data-sure='1']").click()
    expect(page.locator(".stage [data-part=question].open")).to_have_count(0)
