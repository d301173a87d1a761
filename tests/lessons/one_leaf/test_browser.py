"""The page on one leaf in a real browser: w, lambda and learning_rate by mouse and keyboard, and the link."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.rest import at_rest


def open_page(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/one_leaf?leaf=lesson")
    expect(handle(page)).to_be_visible()


def choose_leaf(page: Page, title: str) -> None:
    page.get_by_role("combobox", name="Leaf").click()
    page.get_by_role("option", name=title).click()
    expect(page.get_by_text(title, exact=False).last).to_be_visible()
    at_rest(page)


def handle(page: Page) -> Locator:
    return page.get_by_role("slider", name="w", exact=True)


def value(page: Page) -> float:
    return float(handle(page).get_attribute("aria-valuenow") or "nan")


def ticks(page: Page) -> list[str]:
    return page.locator(".plot .tick").all_text_contents()


@pytest.mark.wide
def test_w_is_dragged_with_the_mouse_on_axes_that_stay_and_moved_with_the_keyboard(
    page: Page, server_url: str
) -> None:
    open_page(page, server_url)
    choose_leaf(page, "Newton steps")
    expect(handle(page)).to_have_attribute("aria-valuenow", "0.5")
    at_rest(page)
    box = handle(page).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = ticks(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y)
    page.mouse.move(x + 120, y)
    assert value(page) > 0.55
    assert "leaf_w" not in page.url  # the server is asked on release only
    dragged = value(page)
    page.mouse.up()
    expect(page).to_have_url(re.compile(f"leaf_w={dragged:g}"))
    assert "leaf_lambda" not in page.url
    at_rest(page)
    assert value(page) == dragged
    assert ticks(page) == before
    handle(page).focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    moved = value(page)
    assert moved > dragged
    expect(page).to_have_url(re.compile(f"leaf_w={moved:g}"))
    expect(handle(page)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(handle(page)).not_to_have_attribute("aria-valuenow", f"{moved:g}")
    back = value(page)
    assert back < moved
    page.keyboard.press("End")
    expect(handle(page)).not_to_have_attribute("aria-valuenow", f"{back:g}")
    assert value(page) == pytest.approx(float(handle(page).get_attribute("aria-valuemax") or "nan"), rel=1e-3)


@pytest.mark.wide
def test_lambda_and_learning_rate_move_the_weight_and_the_formula(page: Page, server_url: str) -> None:
    open_page(page, server_url)
    choose_leaf(page, "Two classes: y = 1, 1, 1")
    plot = page.locator(".plot")
    expect(plot).to_contain_text("w* = 0.857")
    expect(plot).to_contain_text("step η·w* = 0.257")
    page.get_by_role("slider", name="lambda").focus()
    page.keyboard.press("ArrowRight")
    expect(plot).to_contain_text("w* = 0.667")  # 1.5 / (0.75 + 1.5)
    expect(page).to_have_url(re.compile("leaf_lambda=1.5"))
    expect(page.get_by_text("keeps H/(H+λ) = 33.3 %")).to_be_visible()
    picture_rate = page.locator(".knobs").get_by_role("slider", name="learning_rate")
    picture_rate.focus()
    page.keyboard.press("End")
    expect(plot).to_contain_text("step η·w* = 0.667")
    expect(page).to_have_url(re.compile("leaf_rate=1"))


@pytest.mark.wide
def test_axes_stay_from_round_to_round(page: Page, server_url: str) -> None:
    open_page(page, server_url)
    before = ticks(page)
    expect(page.locator(".plot .ghost")).to_have_count(0)
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_text(re.compile(r"^Leaf \d+ of round 2$"))).to_be_visible()
    expect(page.locator(".plot .ghost")).to_have_count(1)
    assert ticks(page) == before
    page.get_by_text("Zoom to this leaf").click()
    expect(page.locator(".plot .tick").first).not_to_have_text(before[0])


@pytest.mark.wide
def test_a_leaf_is_chosen_in_the_tree(page: Page, server_url: str) -> None:
    open_page(page, server_url)
    item = page.get_by_role("tree", name="A tree of").get_by_role("treeitem").last
    item.click()
    expect(item).to_have_attribute("aria-selected", "true")
    expect(page).to_have_url(re.compile(r"node=\d"))
    node = re.search(r"node=(\d+)", page.url)
    assert node is not None
    expect(page.get_by_text(f"Leaf {node[1]} of round 1: n = ")).to_be_visible()


@pytest.mark.wide
def test_a_guess_is_dragged_in_the_empty_picture_and_revealed(page: Page, server_url: str) -> None:
    open_page(page, server_url)
    choose_leaf(page, "Newton steps")
    page.get_by_role("button", name="Guess first").click()
    expect(page.get_by_role("button", name="Reveal")).to_be_visible()
    expect(page.locator(".plot .curve")).to_have_count(0)
    handle(page).focus()
    page.keyboard.press("PageUp")
    guess = value(page)
    assert guess > 0
    expect(page.get_by_role("slider", name="Your w")).to_have_value(f"{guess:g}")
    page.get_by_role("button", name="Reveal").click()
    expect(page.get_by_text(f"You: {guess:g} (").first).to_be_visible()
    expect(page.locator(".plot .curve")).to_have_count(2)
    expect(handle(page)).to_have_attribute("aria-valuenow", f"{guess:g}")
    handle(page).focus()
    page.keyboard.press("PageUp")
    expect(handle(page)).not_to_have_attribute("aria-valuenow", f"{guess:g}")
    expect(page.locator(".plot .mark").filter(has_text=f"your guess {guess:g}")).to_be_visible()
