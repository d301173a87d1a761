"""Find the split in a real browser: cuts by mouse and by keyboard alone, the next node, and the link."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.rest import at_rest
from workbench.lessons.find_the_split.hidden_splits import hunt_in_tree
from workbench.models.single_tree import TreeSettings, grow_single_tree


def open_page(page: Page, server_url: str, data: str, rows: int) -> None:
    page.goto(f"{server_url}/find_the_split?guess=1")
    expect(cut(page)).to_be_visible()
    page.get_by_role("combobox", name="Data set").click()
    page.get_by_role("option", name=data, exact=True).click()
    expect(page.get_by_text(f"would you cut all {rows} rows?").first).to_be_visible()


def cut(page: Page) -> Locator:
    """The line that is dragged through the rows."""
    return page.get_by_role("slider", name="Your cut.")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def tab_to(page: Page, target: Locator) -> None:
    """Reach something with the Tab key, as one does without a mouse."""
    for _ in range(60):
        if target.evaluate("e => e.getRootNode().activeElement === e"):
            return
        page.keyboard.press("Tab")
    pytest.fail("Tab does not reach it")


def test_a_class_plays_a_tree_with_the_keyboard_alone(page: Page, server_url: str) -> None:
    open_page(page, server_url, "Five rows by hand", 5)
    expect(cut(page)).to_have_attribute("aria-valuemax", "4")
    expect(page.locator(".plot .best")).to_have_count(0)
    tab_to(page, cut(page))
    press(page, "Home")
    expect(cut(page)).to_have_attribute("aria-valuetext", "x ≤ 1.5 · 1 row left, 4 right")
    expect(page.get_by_role("slider", name="Cut on x")).to_have_value("1.5")
    press(page, "ArrowRight")
    expect(page.get_by_role("slider", name="Cut on x")).to_have_value("2.5")
    reveal = page.get_by_role("button", name="Reveal")
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    tab_to(page, reveal)
    press(page, "Enter")
    verdict = page.get_by_text("You: x ≤ 2.5, gain 2.4, 100 % of the best, rank 1 of 4.")
    expect(verdict.first).to_be_visible()  # it is read aloud, too
    expect(page.get_by_text("Score 0.9 of 1 question.").first).to_be_visible()
    expect(page.locator(".guess-dot")).to_have_count(1)
    expect(page.get_by_text("It was the last: the tree is grown.").first).to_be_visible()


@pytest.mark.wide
def test_the_line_is_dragged_and_goes_on_to_the_next_node(page: Page, server_url: str) -> None:
    open_page(page, server_url, "Iris", 105)
    page.get_by_role("button", name="Look at petal length").click()
    expect(page.get_by_role("slider", name="Cut on petal length")).to_be_visible()
    at_rest(page)
    box = page.locator(".plot").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 100)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.36 * box["width"], box["y"] + 100, steps=4)
    expect(cut(page)).to_have_attribute(
        "aria-valuetext", re.compile("petal length ≤ 2.45 · 35 rows left, 70 right")
    )
    page.mouse.up()
    expect(page.get_by_text("1.9 and 3 are parted at 2.45")).to_be_visible()
    page.get_by_role("button", name="Reveal").click()
    expect(page.get_by_text("100 % of the best, rank 1 of 110").first).to_be_visible()
    ticks = page.locator(".plot").first.locator(".tick[text-anchor=middle]").all_text_contents()
    expect(page.locator(".plot").last.locator(".tick[text-anchor=middle]")).to_have_text(ticks)
    found = hunt_in_tree(grow_single_tree(TreeSettings(data="iris", criterion="gini")))
    page.get_by_role("button", name="Next node").click()
    n = int(found.tree.n_samples[found.order[1]])
    expect(page.get_by_text(f"would you cut the {n} rows of node {found.order[1]}?").first).to_be_visible()
    tree = page.get_by_role("tree", name="The tree after 1 of 5 splits")
    expect(tree.get_by_role("treeitem")).to_have_count(3)
    expect(page.get_by_role("treeitem", name=re.compile("you: 100 %"))).to_be_visible()
    page.get_by_role("treeitem", name=re.compile("^Node 0")).click()
    expect(page.get_by_text("100 % of the best, rank 1 of 110").first).to_be_visible()


@pytest.mark.wide
def test_a_gain_curve_moves_the_cut_through_the_rows(page: Page, server_url: str) -> None:
    open_page(page, server_url, "Four rows by hand", 4)
    page.get_by_role("button", name="Show me").click()
    curve = page.get_by_role("slider", name=re.compile("The gain of 3 cuts"))
    expect(page.locator(".katex").first).to_contain_text("12.5")
    curve.focus()
    press(page, "Home")
    expect(page.locator(".row-strip .read")).to_have_text("x ≤ 1.5 · 1 row left, 3 right")
    expect(page.locator(".katex").first).to_contain_text("6")
    expect(page).to_have_url(re.compile("find_cut=0"))


@pytest.mark.wide
@pytest.mark.parametrize("width", [1280, 390])
def test_what_is_revealed_is_whole(page: Page, server_url: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{server_url}/find_the_split?data=iris&guess=1")
    page.get_by_role("button", name="Reveal").click()
    verdict = page.locator("[class*=st-key-challenge_] p").first
    expect(verdict).to_contain_text("of 1 question.")
    at_rest(page)
    for words in (verdict, page.locator(".gains .read"), page.locator(".gains .sums")):
        cut_off = "e => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]"
        assert max(words.evaluate(cut_off)) <= 1  # a line of text may be a pixel higher than it says
    box, line = verdict.bounding_box(), page.locator("[class*=st-key-challenge_]").first.bounding_box()
    assert box and line
    assert box["y"] + box["height"] <= line["y"] + line["height"]
    expect(page.locator(".gains .sums")).to_have_text("105·0.667 − 35·0.157 − 70·0.539 = 26.8")


@pytest.mark.wide
def test_the_axis_says_by_which_lambda_the_gain_is(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/find_the_split?data=hand4&guess=1")
    page.get_by_role("button", name="Reveal").click()
    expect(page.locator(".gains .plot")).to_contain_text("gain at λ = 0")


def test_a_cut_that_is_moved_draws_the_rows_no_second_time(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/find_the_split?guess=1")
    at_rest(page)
    drawn = page.locator(".row-strip .plot svg").element_handle()
    slider = page.locator("[class*='st-key-challenge_']").get_by_role("slider")
    slider.focus()
    reading = page.locator(".row-strip .read")
    before = reading.inner_text()
    page.keyboard.press("ArrowRight")
    expect(reading).not_to_have_text(before, use_inner_text=True)
    at_rest(page)
    assert drawn is not None and drawn.evaluate("svg => svg.isConnected")
