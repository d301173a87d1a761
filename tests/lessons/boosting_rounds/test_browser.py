"""The first lesson in a real browser: views that follow one cursor, links, keyboard only, presenter mode."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.rest import at_rest

QUESTION = "What does each new tree add?"


# Role and name of the element in focus, inside a component too.
FOCUSED = """
() => {
  let at = document.activeElement
  while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
  const role = at.getAttribute("role") ?? (at.type === "range" ? "slider" : at.tagName)
  return [role, at.getAttribute("aria-label")]
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


def open_lesson(page: Page, server_url: str, query: str = "") -> None:
    page.goto(f"{server_url}/boosting_rounds?data=cos_x2&{query}")
    at_round(page, 1)


def at_round(page: Page, number: int) -> None:
    expect(page.locator(".stage .count b")).to_have_text(str(number))
    at_rest(page)


def nodes(page: Page) -> Locator:
    return page.get_by_role("group", name="Tree", exact=True).locator("[data-node]")


def curve(page: Page) -> Locator:
    return page.get_by_role("slider", name="Cut", exact=True)


def equations(page: Page) -> Locator:
    return page.get_by_test_id("stMarkdownContainer").locator(".katex-display")


def test_a_node_is_chosen_by_mouse_and_by_keyboard(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    expect(nodes(page)).to_have_count(15)
    sums = page.get_by_role("group", name="Sums", exact=True)
    of_root = sums.text_content()
    page.locator(".stage [data-node='14']").click()
    expect(page).to_have_url(re.compile("node=14"))
    expect(page.get_by_role("heading", name="The weight of the chosen leaf")).to_be_visible()
    page.locator(".stage [data-node='14']").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="gains")).to_be_visible()
    expect(page).not_to_have_url(re.compile("node=14"))
    expect(sums).not_to_have_text(str(of_root))


def test_curve_and_formula_follow_another_cut_and_another_lambda(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    before, words = curve(page).get_attribute("aria-valuetext"), equations(page).text_content()
    curve(page).focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("cut="))
    expect(equations(page)).not_to_have_text(str(words))
    at_rest(page)
    sums = page.get_by_role("group", name="Sums", exact=True)
    at_cut, moved = sums.text_content(), equations(page).text_content()
    page.get_by_role("slider", name="Try another λ").press("End")
    expect(page).to_have_url(re.compile("if_lambda="))
    expect(page.get_by_text("The tree was fitted with")).to_be_visible()
    expect(equations(page)).not_to_have_text(str(moved))
    expect(sums).not_to_have_text(str(at_cut))
    page.get_by_role("button", name="Back to the fitted values").click()
    expect(page).not_to_have_url(re.compile("if_lambda="))
    expect(sums).to_have_text(str(at_cut))
    assert before


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
    at_round(page, 1)
    stops = {
        ("slider", "Step"): ("ArrowRight", "round=2"),
        ("slider", "Cut"): ("ArrowRight", "cut="),
        ("slider", "Try another λ"): ("ArrowRight", "if_lambda="),
    }
    for _ in range(80):
        page.keyboard.press("Tab")
        stop = tuple(page.evaluate(FOCUSED))
        if stop in stops:
            key, part = stops.pop(stop)
            page.keyboard.press(key)
            expect(page).to_have_url(re.compile(part))
            at_rest(page)
    assert stops == {}
    for part in ("round=2", "if_lambda="):  # the step, which came after the cut, has left it
        expect(page).to_have_url(re.compile(part))


def test_a_guess_is_asked_taken_and_told_in_the_picture(page: Page, server_url: str) -> None:
    last_cut, prompt = page.locator(".stage .last-cut"), page.locator(".stage [data-part=prompt]")
    page.emulate_media(reduced_motion="reduce")
    open_lesson(page, server_url, "guess=0")  # with its answers a round is seen whole
    expect(prompt).to_have_text(re.compile(r"^Best: x ≤ .* And the next tree\?$"))
    expect(last_cut).to_have_count(1)
    open_lesson(page, server_url, "guess=none")  # the round that has been: no answer to what is asked
    expect(last_cut).to_have_count(0)
    answer = page.locator(".stage [data-part=answer]")
    handle = page.locator(".stage").get_by_role("slider", name="Your guess")
    handle.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator(".stage [data-part=answer] [data-sure='1']").press("Enter")
    expect(answer).to_contain_text("of its gain")
    expect(page.locator(".stage [data-part=prompt]")).to_have_text(re.compile("^Best: x ≤"))
    expect(last_cut).to_have_count(1)
    page.locator(".stage").get_by_role("button", name="Next", exact=True).click()
    expect(page.locator(".stage [data-part=prompt]")).to_have_text("Where will the next tree cut first?")
    expect(page.locator(".stage .arrow-to")).to_have_count(0)
    at_round(page, 2)
    expect(last_cut).to_have_count(0)
    page.emulate_media(reduced_motion="no-preference")


def test_what_the_pointer_puts_in_is_answered_beside_the_question(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    stage = page.locator(".stage")
    sures, handle = (
        stage.get_by_role("group", name="How sure are you?"),
        stage.get_by_role("slider", name="Your guess"),
    )
    box = handle.bounding_box()
    assert box is not None
    expect(sures).to_be_hidden()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 4)
    page.mouse.down()
    page.mouse.move(box["x"] + 150, box["y"] + 200, steps=5)
    page.mouse.up()
    now = handle.bounding_box()
    assert now is not None
    assert now["x"] > box["x"] + 100
    sures.get_by_role("button", name="sure", exact=True).click()
    expect(sures).to_be_hidden()
    expect(stage.locator("[data-part=answer]")).to_contain_text("of its gain")


def test_a_long_fit_shows_its_progress_and_can_be_stopped(own_tab: Page, server_url: str) -> None:
    page = own_tab
    page.add_init_script(f"addEventListener('DOMContentLoaded', () => ({STOP_AT_SIGHT.strip()})())")
    # Three trees a round, as deep as noise lets them be, and as many rounds as the page allows: some seconds.
    link = "data=spiral3&noise=0.8&max_depth=1000&n_estimators=200&learning_rate=0.01&reg_lambda=0"
    page.goto(f"{server_url}/boosting_rounds?{link}")
    expect(page.get_by_text("The fit of these settings was stopped.")).to_be_visible()
    assert re.search(r"Boosting: round \d+ of 200", page.evaluate("progress"))
