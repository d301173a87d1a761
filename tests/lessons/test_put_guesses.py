"""A guess that is put and not told yet is still there after the page is loaded anew; what is told rests."""

import re

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


@pytest.mark.wide
@pytest.mark.parametrize(
    ("lesson", "answer"),
    [
        ("boosting_rounds", r"^Best: .+ And the next tree\?$"),
        ("follow_one_row", r"^Round 3: [−+][\d.]+.* And round 4\?$"),
        ("grow_a_tree", r"^Level by level splits \d+, which .+; best first \d+, which gains most, [\d.]+$"),
    ],
)
def test_what_is_shown_rests_before_the_next_question(
    page: Page, server_url: str, lesson: str, answer: str
) -> None:
    page.goto(f"{server_url}/{lesson}?guess=none")
    at_rest(page)
    page.get_by_role("button", name="Show me").click()
    at_rest(page)
    expect(page.locator(".stage [data-part=question] b").first).to_have_text(re.compile(answer))
