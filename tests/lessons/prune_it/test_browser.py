"""Pruning in a real browser: along alpha by mouse and keyboard, nodes, guesses, gamma, and the link."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.rest import at_rest


def open_page(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/prune_it")
    expect(handle(page)).to_be_visible()
    at_rest(page)


def handle(page: Page) -> Locator:
    return page.get_by_role("slider", name="Step of the sequence")


def gamma(page: Page) -> Locator:
    return page.get_by_role("slider", name="gamma", exact=True)


def gamma_of(url: str) -> str:
    """The gamma of an address as the handle says it."""
    texts = parse_qs(urlsplit(url).query).get("prune_gamma", [])
    return f"γ {float(texts[0]):.3g}" if texts else ""


def node(page: Page, number: int) -> Locator:
    return page.locator(f".trees .node[data-index='{number}']")


@pytest.mark.wide
def test_along_alpha_by_keyboard(page: Page, server_url: str) -> None:
    open_page(page, server_url)
    expect(node(page, 8)).to_have_class(re.compile("next"))
    handle(page).focus()
    page.keyboard.press("ArrowRight")
    expect(handle(page)).to_have_attribute("aria-valuetext", "α 0.015, leaves 5, risk R(T) 0.14")
    expect(node(page, 9)).to_have_class(re.compile("gone"))
    expect(node(page, 6)).to_have_class(re.compile("next"))  # at once, in the browser
    expect(page).to_have_url(re.compile("prune_step=1"))
    expect(page.get_by_text("At α = 0.03 node 6 falls.")).to_be_visible()
    expect(handle(page)).to_be_focused()
    page.keyboard.press("End")
    expect(page.get_by_text("Nothing is left to cut.")).to_be_visible()
    expect(page.locator(".trees .node.inner")).to_have_count(0)
    page.keyboard.press("Home")
    expect(page.get_by_text("At α = 0.015 node 8 falls.")).to_be_visible()
    pills = page.locator(".trees .pill-text")
    expect(pills).to_have_count(6)
    assert sorted(pills.all_text_contents()) == ["0.015", "0.02", "0.03", "0.035", "0.06", "0.07"]


@pytest.mark.wide
def test_along_alpha_by_mouse_on_axes_that_stay(page: Page, server_url: str) -> None:
    open_page(page, server_url)
    ticks = page.locator(".plots .tick").all_text_contents()
    box = page.locator(".plots svg").bounding_box()
    grip = handle(page).bounding_box()
    assert box is not None
    assert grip is not None
    page.mouse.move(grip["x"] + 10, grip["y"] - 60)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, grip["y"] - 60, steps=4)
    expect(handle(page)).to_have_attribute("aria-valuenow", re.compile("^[23]$"))
    dragged = handle(page).get_attribute("aria-valuenow")
    assert "prune_step" not in page.url  # the server is asked on release only
    page.mouse.up()
    expect(page).to_have_url(re.compile(f"prune_step={dragged}(&|$)"))
    expect(page.locator(".plots .tick")).to_have_text(ticks)


def test_a_key_moves_on_from_a_node_whose_answer_has_come(page: Page, server_url: str) -> None:
    open_page(page, server_url)
    node(page, 0).focus()
    page.keyboard.press("ArrowDown")
    expect(page).to_have_url(re.compile("node=1"))
    at_rest(page)
    page.keyboard.press("ArrowRight")
    expect(node(page, 2)).to_be_focused()
    expect(page).to_have_url(re.compile("node=2"))


@pytest.mark.wide
def test_a_node_is_chosen_by_keyboard_and_a_link_shows_the_same(
    page: Page, server_url: str, other: Page
) -> None:
    open_page(page, server_url)
    node(page, 0).focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    expect(node(page, 6)).to_be_focused()
    expect(page).to_have_url(re.compile("node=6"))
    expect(page.get_by_text("Node 6, 30 rows, classes 19 : 11", exact=True)).to_be_visible()
    page.get_by_role("button", name="Cut the weakest").click()
    expect(page).to_have_url(re.compile("prune_step=1"))
    expect(handle(page)).to_have_attribute("aria-valuenow", "1")
    words = handle(page).get_attribute("aria-valuetext") or ""
    other.goto(page.url)
    expect(handle(other)).to_have_attribute("aria-valuetext", words)
    expect(node(other, 6)).to_have_attribute("aria-selected", "true")
    expect(other.get_by_text("Node 6, 30 rows, classes 19 : 11", exact=True)).to_be_visible()


def test_a_step_is_drawn_though_the_node_chosen_before_is_one_that_was_pruned(
    page: Page, server_url: str
) -> None:
    page.goto(f"{server_url}/prune_it?guess=0&prune_step=3")
    at_rest(page)
    node(page, 8).focus()
    page.keyboard.press("ArrowLeft")  # to node 7: the server answers with what is left above it
    expect(page).to_have_url(re.compile("node=7"))
    at_rest(page)
    page.get_by_role("button", name="Cut the weakest").click()
    expect(handle(page)).to_have_attribute("aria-valuetext", re.compile("^α 0.08, leaves 2,"))
    expect(page).to_have_url(re.compile("prune_step=4"))


def test_a_guess_is_clicked_in_the_tree_and_revealed(page: Page, server_url: str) -> None:
    open_page(page, server_url)
    page.get_by_role("button", name="Guess first").click()
    expect(page.get_by_role("button", name="Reveal")).to_be_visible()
    expect(page.locator(".trees .pill")).to_have_count(0)
    node(page, 6).click()
    expect(page.get_by_role("radio", name="node 6")).to_be_checked()
    page.get_by_role("button", name="Reveal").click()
    expect(page.get_by_text("You: node 6, g = 0.02. Node 8 falls: g = 0.015.").first).to_be_visible()
    expect(node(page, 8)).to_have_class(re.compile("next"))


@pytest.mark.wide
def test_gamma_by_keyboard_and_link(page: Page, server_url: str, other: Page) -> None:
    open_page(page, server_url)
    page.get_by_role("radio", name="Gamma, γ").click()
    expect(gamma(page)).to_be_visible()
    expect(page.get_by_text("Pre-stopping stops too soon")).to_be_visible()
    gamma(page).focus()
    for _ in range(6):
        page.keyboard.press("PageUp")
    words = gamma(page).get_attribute("aria-valuetext") or ""
    page.wait_for_url(lambda url: gamma_of(url) == words)  # not that of the first key alone
    assert 0.193 < float(words.removeprefix("γ ")) < 0.362
    expect(page.get_by_text("a single leaf would be better")).to_be_visible()
    numbers = page.locator(".trees .numbers").all_text_contents()
    assert numbers[0].startswith("leaves 1,")
    assert numbers[2].startswith("leaves 1,")
    expect(gamma(page)).to_have_attribute("aria-valuetext", words)
    other.goto(page.url)
    expect(gamma(other)).to_have_attribute("aria-valuetext", words)
    expect(other.locator(".trees .numbers")).to_have_text(numbers)


@pytest.mark.wide
def test_the_matrix_and_the_exhibits_of_a_preset(page: Page, server_url: str) -> None:
    open_page(page, server_url)
    page.get_by_role("button", name="Risk, folds, presets").click()
    page.get_by_role("button", name="Sonar, gini").click()
    expect(page.get_by_text("Step 0 of 6")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_text("Cross-validation, fold by α").click()
    table = page.get_by_role("region", name="Cross-validation, fold by alpha")
    expect(table.get_by_role("row")).to_have_count(9)  # a head, five folds, sum, mean and standard error
    expect(table.get_by_role("columnheader", name="1 SE")).to_have_count(1)
    # By keyboard: what is below moves as long as the folds above open, and a click may fall beside it.
    page.locator("summary", has_text="Three ways to prune wrongly").press("Enter")
    expect(page.get_by_text("Found by its question the right one falls, too")).to_be_visible()
    expect(page.get_by_role("columnheader", name="at the geometric mean")).to_be_visible()


# Every word at a point, with the number of points of curves and of other dots that it covers.
COVERED = """
picture => [...picture.querySelectorAll(".mark-text")].map((word, i) => {
  const { x, y, width, height } = word.getBBox()
  const covers = ([a, b]) => a > x && a < x + width && b > y + 2 && b < y + height - 2
  const points = [...picture.querySelectorAll("path.line")].flatMap(line =>
    Array.from({ length: Math.ceil(line.getTotalLength()) }, (_, at) => line.getPointAtLength(at)))
  const dots = [...picture.querySelectorAll("circle.mark")].filter((_, k) => k !== i)
  return [word.textContent, [...points.map(each => [each.x, each.y]),
    ...dots.map(dot => [dot.cx.baseVal.value, dot.cy.baseVal.value])].filter(covers).length]
})
"""


@pytest.mark.wide
@pytest.mark.parametrize("data", ["sonar", "iris", "wine", "moons"])
def test_words_cover_no_curve(page: Page, server_url: str, data: str) -> None:
    page.goto(f"{server_url}/prune_it?prune_tree=data&data={data}")
    at_rest(page)
    found = page.locator(".plots svg").evaluate(COVERED)
    assert found
    assert all(number == 0 for _, number in found), found
