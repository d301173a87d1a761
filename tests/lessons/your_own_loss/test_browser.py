"""The lesson on losses in a real browser: a row is chosen and dragged, axes stay, a formula is typed."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.rest import at_rest


def open_page(page: Page, server_url: str, query: str = "round=10") -> None:
    page.goto(f"{server_url}/your_own_loss?{query}")
    expect(handle(page)).to_be_visible()
    at_rest(page)


def handle(page: Page) -> Locator:
    return page.get_by_role("slider", name="y of the row")


def ticks(page: Page) -> list[str]:
    return page.locator(".st-key-stage .tick").all_text_contents()


@pytest.mark.wide
def test_a_row_is_chosen_and_dragged_on_axes_that_stay(page: Page, server_url: str) -> None:
    open_page(page, server_url)
    before = ticks(page)
    page.locator(".row.outlier").nth(1).click()
    expect(page).to_have_url(re.compile("own_row=57"))
    at_rest(page)
    box = handle(page).locator("circle").nth(1).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 40)
    page.mouse.move(x, y + 80)
    assert "own_y" not in page.url  # the server is asked on release only
    dragged = handle(page).get_attribute("aria-valuenow")
    page.mouse.up()
    expect(page).to_have_url(re.compile(f"own_y={dragged}(&|$)"))
    at_rest(page)
    expect(handle(page)).to_have_attribute("aria-valuenow", str(dragged))
    assert ticks(page) == before


@pytest.mark.wide
def test_the_row_is_moved_by_keys_and_keeps_the_focus(page: Page, server_url: str) -> None:
    open_page(page, server_url, "own_row=40&own_y=1.0")
    handle(page).focus()
    page.keyboard.press("ArrowUp")
    expect(page).to_have_url(re.compile("own_y=1.1"))
    at_rest(page)
    expect(handle(page)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page).to_have_url(re.compile("own_y=1.2"))


@pytest.mark.wide
def test_a_typed_loss_is_boosted_and_nonsense_keeps_the_picture(page: Page, server_url: str) -> None:
    open_page(page, server_url, "own_loss=own&round=10")
    field = page.get_by_role("textbox", name="A loss of y and F")
    field.fill("(F - y) ** 4")
    field.press("Enter")
    expect(page).to_have_url(re.compile("own_formula="))
    at_rest(page)
    drawn = page.locator(".pulls path").nth(2).get_attribute("d")
    field.fill("(F - y ** 4")
    field.press("Enter")
    expect(page.get_by_text("This cannot be boosted.").first).to_be_visible()
    at_rest(page)
    assert page.locator(".pulls path").nth(2).get_attribute("d") == drawn
