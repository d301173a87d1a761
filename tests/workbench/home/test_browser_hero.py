"""The picture of the home page: it moves, rests, is dragged and scrubbed, by mouse, finger and keys."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.menu import go_to
from tests.browser.rest import at_rest
from workbench.home.wave import SETTINGS
from workbench.shell.registry import HOME, PAGES

ROUNDS = SETTINGS["n_estimators"]
COUNT_FRAMES = """() => {
  globalThis.framesOfHero = 0
  const ask = globalThis.requestAnimationFrame
  globalThis.requestAnimationFrame = draw => {
    if (/tick\\(state/.test(String(draw))) globalThis.framesOfHero += 1
    return ask(draw)
  }
}"""
SOME_FRAMES = """() => new Promise(done => {
  let left = 10
  const next = () => (left-- ? requestAnimationFrame(next) : done())
  next()
})"""
IS_TAKEN = """(svg, [clientX, clientY]) => {
  const touches = [new Touch({ identifier: 1, target: svg, clientX, clientY })]
  return !svg.dispatchEvent(new TouchEvent("touchstart", { touches, cancelable: true, bubbles: true }))
}"""


def opened(page: Page, url: str) -> Locator:
    page.goto(url)
    at_rest(page)
    return page.locator(".hero")


def strip(page: Page) -> Locator:
    return page.get_by_role("slider", name="Round", exact=True)


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.wide
def test_it_plays_by_itself_and_can_be_paused(page: Page, server_url: str) -> None:
    opened(page, server_url)
    expect(strip(page)).to_have_attribute("aria-valuenow", re.compile("[1-9]"))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.evaluate(COUNT_FRAMES)
    page.evaluate(SOME_FRAMES)
    assert page.evaluate("framesOfHero") <= 1  # the one that was asked for before


@pytest.mark.wide
def test_reduced_motion_stands_still(page: Page, server_url: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    opened(page, server_url)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(strip(page)).to_have_attribute("aria-valuenow", "3")
    page.evaluate(SOME_FRAMES)
    expect(strip(page)).to_have_attribute("aria-valuenow", "3")
    page.emulate_media(reduced_motion="no-preference")


@pytest.mark.wide
def test_no_leaf_weighs_less_than_nothing_by_nothing(page: Page, server_url: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    hero, said = opened(page, server_url), set[str]()
    strip(page).focus()
    page.keyboard.press("Home")
    for number in range(1, ROUNDS + 1):
        page.keyboard.press("ArrowRight")
        expect(hero.locator(".round")).to_have_text(f"Round {number} of {ROUNDS}")
        said |= set(hero.locator(".weights text").all_text_contents())
    assert "0.00" in said
    assert not {"−0.00", "+0.00"} & said
    page.emulate_media(reduced_motion="no-preference")


@pytest.mark.wide
def test_keys_and_the_pointer_lead_along_the_rounds(page: Page, server_url: str) -> None:
    hero = opened(page, server_url)
    strip(page).focus()
    for key, number in (("End", 30), ("PageDown", 25), ("ArrowLeft", 24), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        expect(strip(page)).to_have_attribute("aria-valuenow", str(number))
        expect(hero.locator(".round")).to_have_text(f"Round {number} of {ROUNDS}")
    box = strip(page).bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20, steps=4)
    page.mouse.up()
    expect(strip(page)).to_have_attribute("aria-valuetext", re.compile("^Round 15 of 30: loss 0.0"))


def goes_to_the_end(page: Page) -> None:
    """To the last round, as it stands on the screen."""
    strip(page).focus()
    page.keyboard.press("End")
    expect(strip(page)).to_have_attribute("aria-valuetext", re.compile("^Round 30 of 30"))


def test_a_dragged_point_fits_the_model_again(page: Page, server_url: str) -> None:
    hero = opened(page, server_url)
    goes_to_the_end(page)
    loss = hero.locator(".training b")
    before = loss.inner_text()
    x, y = middle(hero.locator(".ring"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 150, steps=5)
    expect(hero.locator(".row.held")).to_have_count(1)
    page.mouse.up()
    expect(hero.locator(".row.held")).to_have_count(0)
    expect(loss).not_to_have_text(before)
    expect(hero.locator(".ghost")).to_have_attribute("d", re.compile("^M"))
    expect(hero.get_by_role("status")).to_have_text(
        re.compile(r"^Fitted again: loss 0\.\d+ after round 30\.$")
    )
    page.get_by_role("button", name="Put the points back").click()
    expect(loss).to_have_text(before)
    expect(page.get_by_role("button", name="Put the points back")).to_be_disabled()


@pytest.mark.wide
def test_keys_move_a_point(page: Page, server_url: str) -> None:
    hero = opened(page, server_url)
    goes_to_the_end(page)
    grip = page.get_by_role("slider", name=re.compile("^Point "))
    before, loss = grip.get_attribute("aria-label"), hero.locator(".training b").inner_text()
    grip.focus()
    page.keyboard.press("ArrowLeft")
    expect(grip).not_to_have_attribute("aria-label", before or "")
    height = float(grip.get_attribute("aria-valuenow") or "nan")
    page.keyboard.press("PageDown")
    expect(grip).to_have_attribute("aria-valuenow", f"{height - 0.5:.2f}")
    expect(hero.locator(".training b")).not_to_have_text(loss)


@pytest.mark.wide
def test_a_finger_drags_a_point_and_elsewhere_scrolls(browser: Browser, server_url: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    hero = opened(page, server_url)
    assert page.get_by_test_id("stMain").evaluate("element => element.scrollWidth <= element.clientWidth")
    picture = hero.locator(".picture")
    box = picture.bounding_box()
    assert box
    x, y = middle(hero.locator(".ring"))
    assert picture.evaluate(IS_TAKEN, [x, y])
    assert not picture.evaluate(IS_TAKEN, [x, box["y"] + 10])  # on the tree
    context.close()


@pytest.mark.wide
def test_the_way_goes_on_and_the_picture_stops_with_its_page(page: Page, server_url: str) -> None:
    opened(page, server_url)
    page.get_by_role("link", name="Start with lesson 1").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(PAGES[0].question)
    at_rest(page)
    page.evaluate(COUNT_FRAMES)
    page.evaluate(SOME_FRAMES)
    assert page.evaluate("framesOfHero") == 0
    go_to(page, HOME.title)
    expect(page.get_by_role("link", name="Go on with lesson 2")).to_be_visible()
    expect(page.locator(".thumbnail.seen")).to_have_count(1)
    expect(page.get_by_role("link", name=PAGES[0].question)).to_have_text(re.compile("visited$"))
