"""One tree or many in a real browser: by keyboard alone, the first difference, links, narrow and dark."""

import pytest
from playwright.sync_api import Locator, Page, expect


def open_lesson(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/one_tree_or_many?data=cos_x2")
    expect(picture(page)).to_be_visible()


def picture(page: Page) -> Locator:
    return page.get_by_role("img", name=": one tree and the ensemble in the same axes").or_(
        page.get_by_role("img", name="and these settings in the same axes")
    )


def words(page: Page) -> str:
    return picture(page).get_attribute("aria-label") or ""


@pytest.mark.wide
def test_by_keyboard_alone(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    page.get_by_role("group", name="Round", exact=True).get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("img", name="cos(x²), round 2:")).to_be_visible()
    page.get_by_role("spinbutton", name="Tree depth").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_text("128 leaves, 7 levels")).to_be_visible()
    page.get_by_role("radio", name="One tree").focus()
    page.keyboard.press("ArrowUp")  # round to the last, two settings
    expect(page.get_by_role("button", name="Jump to the first difference")).to_be_enabled()
    page.get_by_role("button", name="Jump to the first difference").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Jump to the first difference")).to_be_disabled()
    expect(page.get_by_text("The first different cut is in round")).to_be_visible()


@pytest.mark.wide
def test_the_picture_follows_the_width(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    wide = picture(page).bounding_box()
    page.set_viewport_size({"width": 500, "height": 900})
    page.wait_for_function(
        "wide => { const find = root => [...root.querySelectorAll('*')].flatMap(e => "
        "[...(e.matches('svg[role=img]') ? [e] : []), ...(e.shadowRoot ? find(e.shadowRoot) : [])]);"
        "return find(document)[0].getBoundingClientRect().width < wide }",
        arg=(wide or {"width": 0})["width"] - 100,
    )
    sizes = picture(page).evaluate(
        "svg => [...svg.querySelectorAll('text')].map(t => t.getBoundingClientRect())"
        ".filter(b => b.width).map(b => [b.left, b.right])"
    )
    box = picture(page).bounding_box()
    assert box is not None
    assert all(box["x"] - 1 <= left and right <= box["x"] + box["width"] + 1 for left, right in sizes)


@pytest.mark.wide
def test_an_experiment(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    page.get_by_role("button", name="Experiments").click()
    page.get_by_role("button", name="Sonar, 10 rounds").click()
    expect(page.get_by_role("img", name="Sonar, round 10:")).to_be_visible()
    expect(page.get_by_text("Hanley and McNeil (1982)")).to_be_visible()
    expect(
        page.get_by_role("button", name="Sonar, 5 rounds")
    ).to_be_hidden()  # it would lie over what it shows
