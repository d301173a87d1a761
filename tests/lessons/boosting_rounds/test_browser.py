"""The first lesson in a real browser: views that follow one cursor, links, keyboard only, presenter mode."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.rest import at_rest

QUESTION = "What does each new tree add?"


# Role and name of the element in focus, inside a component too; and whether it is the gain curves.
FOCUSED = """
() => {
  let at = document.activeElement
  while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
  const role = at.getAttribute("role") ?? (at.type === "range" ? "slider" : at.tagName)
  return [role, at.getAttribute("aria-label"), at.matches(".gains .plot")]
}
"""


# Presses Stop in the moment in which the page shows it and the progress: a fit may be over before a test has
# seen the one and then found the other.
STOP_AT_SIGHT = """
() => {
  globalThis.progress = ""
  new MutationObserver((_, observer) => {
    const main = document.querySelector("[data-testid=stMainBlockContainer]")
    const shown = main?.textContent.match(/Boosting: round \\d+ of \\d+/)
    const buttons = [...(main?.querySelectorAll("button") ?? [])]
    const stop = buttons.find(each => each.textContent.trim() === "Stop")
    if (!shown || !stop || !stop.checkVisibility()) return
    observer.disconnect()
    globalThis.progress = shown[0]
    stop.click()
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}
"""


def open_lesson(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/boosting_rounds")
    at_round(page, 1)


def at_round(page: Page, number: int) -> None:
    expect(page.get_by_role("heading", name=f"The tree of round {number}", exact=True)).to_be_visible()
    expect(page.get_by_role("slider", name="Round", exact=True)).to_have_value(str(number))
    at_rest(page)


def tree_items(page: Page) -> Locator:
    return page.get_by_role("tree").get_by_role("treeitem")


def curve(page: Page) -> Locator:
    return page.locator(".gains .plot")


def equations(page: Page) -> Locator:
    return page.locator(".formula .equations")


def everything(page: Page) -> list[str]:
    """All that the page says of its moment."""
    at_rest(page)
    return [
        *(part.get_attribute(name) or "" for part, name in outside_the_formula(page)),
        equations(page).text_content() or "",
    ]


def outside_the_formula(page: Page) -> list[tuple[Locator, str]]:
    """What says the moment, and the attribute that says it."""
    return [
        (page.get_by_role("slider", name="Round", exact=True), "aria-valuetext"),
        (page.get_by_role("tree"), "aria-label"),
        (page.locator("[role=treeitem][aria-selected=true]"), "aria-label"),
        (curve(page), "aria-valuetext"),
    ]


def places(page: Page) -> list[object]:
    """Where the root's box, the tree and the gain curve stand, whatever they show."""
    box = tree_items(page).first.locator(".box")
    return [
        *(box.get_attribute(name) for name in ("x", "y", "width", "height")),
        *(part.bounding_box() for part in (page.get_by_role("tree"), curve(page))),
    ]


def says(page: Page, told: list[str]) -> None:
    """The page says all that somebody was told of a moment."""
    for (part, name), words in zip(outside_the_formula(page), told[:-1], strict=True):
        expect(part).to_have_attribute(name, words)
    expect(equations(page)).to_have_text(told[-1])


@pytest.mark.wide
def test_a_node_is_chosen_by_mouse_and_by_keyboard_and_the_growth_stepped(
    page: Page, server_url: str
) -> None:
    open_lesson(page, server_url)
    items = tree_items(page)
    expect(items).to_have_count(15)
    expect(items.first).to_have_attribute("aria-selected", "true")
    items.last.click()
    expect(page.get_by_role("heading", name="The weight of the chosen leaf")).to_be_visible()
    expect(items.last).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("heading", name="gains")).to_be_visible()
    page.keyboard.press("Home")
    expect(items.first).to_have_attribute("aria-selected", "true")
    items.last.click()
    expect(page).to_have_url(re.compile("node=14"))
    stood = places(page)
    page.get_by_role("button", name="Root only", exact=True).click()
    expect(items).to_have_count(1)
    expect(items.first).to_contain_text("open: gains 387")
    for count in (3, 5):
        page.get_by_role("button", name="Next split").click()
        expect(items).to_have_count(count)
        assert places(page) == stood
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(items).to_have_count(3)
    page.get_by_role("button", name="Whole tree").click()
    expect(items).to_have_count(15)
    # The node that was chosen before can be chosen again.
    expect(page).not_to_have_url(re.compile("node=14"))
    items.last.click()
    expect(page).to_have_url(re.compile("node=14"))


@pytest.mark.wide
def test_curve_and_formula_follow_another_cut_and_another_lambda(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    curve(page).focus()
    before = everything(page)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("cut="))
    expect(curve(page)).not_to_have_attribute("aria-valuetext", before[3])
    expect(equations(page)).not_to_have_text(before[4])
    moved = everything(page)
    assert moved[:3] == before[:3]
    page.get_by_role("slider", name="Try another lambda").focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("if_lambda="))
    expect(page.locator(".formula .if")).to_contain_text("fitted")
    expect(equations(page)).not_to_have_text(moved[4])
    page.get_by_role("button", name="Back to the fitted values").click()
    expect(page).not_to_have_url(re.compile("if_lambda="))


@pytest.mark.wide
def test_a_term_in_focus_marks_its_rows_its_branch_and_its_side_of_the_curve(
    page: Page, server_url: str
) -> None:
    open_lesson(page, server_url)
    marks = {
        "left": ".tree .on-left, .gains .shade.left",
        "right": ".tree .on-right, .gains .shade.right",
    }
    rows = page.locator(".scrubber path.rowsLeft")
    expect(rows).to_have_attribute("d", "")
    for side, letter in (("left", "GL"), ("right", "GR")):
        page.get_by_role("button", name=re.compile(f"^{letter}, ")).first.focus()
        expect(page.locator(marks[side]).nth(1)).to_be_attached()
        expect(page.locator(".formula .made")).to_contain_text("=")
    page.get_by_role("button", name=re.compile("^GL, ")).first.focus()
    expect(rows).not_to_have_attribute("d", "")
    page.get_by_role("slider", name="Round", exact=True).focus()
    expect(rows).to_have_attribute("d", "")


@pytest.mark.wide
def test_the_whole_lesson_by_keyboard_alone(page: Page, server_url: str) -> None:
    page.goto(server_url)
    link = page.get_by_role("link", name=QUESTION)
    expect(link).to_be_visible()
    for _ in range(60):
        page.keyboard.press("Tab")
        if link.evaluate("element => element === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Show me").press("Enter")  # it opens with its question
    at_round(page, 1)
    stops = {
        ("slider", "Round"): ("ArrowRight", "round=2"),
        ("treeitem", None): ("ArrowDown", "node="),
        ("slider", None): ("ArrowRight", "cut="),  # the gain curves, whose name is all they say
        ("slider", "Try another lambda"): ("ArrowRight", "if_lambda="),
    }
    parts = [part for _, part in stops.values()]
    for _ in range(80):
        page.keyboard.press("Tab")
        role, name, is_curve = page.evaluate(FOCUSED)
        stop = (role, None if is_curve or role == "treeitem" else name)
        if stop in stops:
            key, part = stops.pop(stop)
            page.keyboard.press(key)
            expect(page).to_have_url(re.compile(part))
    assert stops == {}
    for part in parts:
        expect(page).to_have_url(re.compile(part))


@pytest.mark.wide
def test_a_guess_is_asked_taken_and_kept_on_the_picture(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    page.get_by_role("button", name="Guess first").click()
    expect(page.get_by_role("tree")).to_have_count(0)
    page.get_by_role("button", name="Reveal").click()
    expect(page.get_by_text("% of the best gain)").first).to_be_visible()
    expect(page.get_by_text("Score").first).to_be_visible()
    expect(page.locator(".scrubber").get_by_text("your cut")).to_be_visible()
    expect(page.get_by_role("tree")).to_be_visible()


@pytest.mark.wide
def test_presenter_mode_shows_the_lesson_alone_and_leaves_again(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    page.get_by_role("button", name="Present", exact=True).click()
    expect(page.get_by_text("The code that computed this")).to_have_count(0)
    expect(page.get_by_test_id("stHeader")).to_be_hidden()
    expect(page).to_have_url(re.compile("present=1"))
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_text("The code that computed this")).to_be_visible()


def test_a_long_fit_shows_its_progress_and_can_be_stopped(own_tab: Page, server_url: str) -> None:
    page = own_tab
    page.add_init_script(f"addEventListener('DOMContentLoaded', () => ({STOP_AT_SIGHT.strip()})())")
    # Three trees a round, as deep as noise lets them be, and as many rounds as the page allows: some seconds.
    link = "data=spiral3&noise=0.8&max_depth=1000&n_estimators=200&learning_rate=0.01&reg_lambda=0"
    page.goto(f"{server_url}/boosting_rounds?{link}")
    expect(page.get_by_text("The fit of these settings was stopped.")).to_be_visible()
    assert re.search(r"Boosting: round \d+ of 200", page.evaluate("progress"))
