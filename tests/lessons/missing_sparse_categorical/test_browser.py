"""Blank cells, surrogates and partitions in a real browser: by keyboard, and by a link."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.rest import at_rest


def open_lesson(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/missing_sparse_categorical")
    expect(page.get_by_role("grid")).to_be_visible()
    at_rest(page)


def cell(page: Page, name: str, row: int) -> Locator:
    return page.get_by_role("grid").get_by_role("gridcell", name=re.compile(f"^{name} of row {row}:"))


def entries(page: Page) -> Locator:
    return page.get_by_role("list", name="Entries (i, j, v)").get_by_role("listitem")


def curve(page: Page) -> Locator:
    return page.locator(".gains .plot")


def part(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).click()
    at_rest(page)


@pytest.mark.wide
def test_a_cell_is_blanked_and_filled_by_keyboard(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    expect(entries(page)).to_have_count(30)
    expect(page.get_by_text("missing go left")).to_be_visible()
    page.get_by_role("button", name="Fill all cells").focus()
    page.keyboard.press("Enter")
    expect(entries(page)).to_have_count(32)
    expect(page.get_by_text("missing go left")).to_have_count(0)
    expect(page).to_have_url(re.compile("blank=none"))
    cell(page, "x1", 1).focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    expect(cell(page, "x1", 6)).to_be_focused()
    page.keyboard.press("Delete")
    expect(cell(page, "x1", 6)).to_have_attribute("aria-label", "x1 of row 6: blank, means missing")
    expect(entries(page)).to_have_count(31)
    expect(page.get_by_text("6, 1, 2", exact=True)).to_have_count(0)
    expect(page.get_by_text("missing go right")).to_be_visible()
    expect(page.get_by_text("chosen: 20, missing right →")).to_be_visible()
    expect(page).to_have_url(re.compile("blank=5.0"))
    expect(cell(page, "x1", 6)).to_be_focused()
    page.keyboard.press("Enter")
    expect(entries(page)).to_have_count(32)
    expect(cell(page, "x1", 6)).to_have_attribute("aria-label", "x1 of row 6: 2")


@pytest.mark.wide
def test_a_whole_row_leaves_the_list_and_is_kept(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    cell(page, "x1", 1).focus()
    for key in ("PageDown", "Home", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_text("row 8 is not in the list")).to_be_visible()
    expect(page.get_by_text("Row 8 has no entry at all")).to_be_visible()
    expect(page.get_by_role("treeitem").first).to_contain_text("n 8")


@pytest.mark.wide
def test_quick_keys_lose_no_cell(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    cell(page, "x1", 1).focus()
    for key in ("ArrowRight", "Delete", "ArrowDown", "Delete", "ArrowDown", "Delete", "ArrowRight", "Delete"):
        page.keyboard.press(key)
    expect(entries(page)).to_have_count(26)
    expect(page).to_have_url(
        re.compile(r"blank=0\.1%2C1\.0%2C1\.1%2C2\.1%2C2\.2%2C3\.0|blank=0\.1,1\.0,1\.1,2\.1,2\.2,3\.0")
    )


@pytest.mark.wide
def test_surrogates_follow_the_blank_cells(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    part(page, "Surrogates")
    expect(page.get_by_text("Row 2 misses x1: x3 > 4.5 is asked")).to_be_visible()
    cell(page, "x3", 2).focus()
    page.keyboard.press("Delete")
    expect(page.get_by_text("Row 2 misses x1, x3: x2 ≤ 3.5 is asked")).to_be_visible()
    expect(page.get_by_role("gridcell", name="goes left, by x2")).to_have_count(1)


@pytest.mark.wide
def test_a_partition_is_chosen_by_keyboard(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    part(page, "Categories")
    options = page.get_by_role("listbox", name="All partitions, best first").get_by_role("option")
    expect(options).to_have_count(15)
    expect(options.first).to_have_attribute("aria-selected", "true")
    options.first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(options.nth(2)).to_be_focused()
    expect(page.get_by_text("rank 3 of 15")).to_be_visible()
    expect(page).to_have_url(re.compile("partition="))
    expect(page.get_by_role("img", name=re.compile("E: G 1, H 2, .* 0.5, left"))).to_be_visible()
    slider = page.get_by_role("slider", name="λ")
    slider.focus()
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile(r"group_lambda=0\.0"))
    expect(options.first).to_contain_text("8.167")


@pytest.mark.wide
def test_back_at_once_fills_what_was_blanked(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    page.get_by_role("button", name="Guess first").click()  # to come back from
    expect(page).to_have_url(re.compile("guess=1"))
    page.get_by_role("rowheader", name=re.compile("^row 1:")).click()
    expect(entries(page)).to_have_count(27)  # its four entries are one line that says so
    expect(page).to_have_url(re.compile("blank="))
    page.go_back()
    expect(page).not_to_have_url(re.compile("guess=1|blank="))
    expect(entries(page)).to_have_count(30)
    expect(cell(page, "x1", 1)).to_have_attribute("aria-label", "x1 of row 1: −7")


def test_the_open_question_does_not_tell_the_side_by_its_rows(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/missing_sparse_categorical?guess=none")
    at_rest(page)
    said = page.locator("[class*=st-key-gains_alone]")
    expect(said).to_contain_text("x1 ≤ −1.5")
    assert re.search(r"or missing|rows? left", said.inner_text()) is None
    page.get_by_role("button", name="Show me").click()
    expect(said).to_contain_text("rows left")
