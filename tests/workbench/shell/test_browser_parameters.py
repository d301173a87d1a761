"""The line of parameters in a real browser: by mouse, by keys and by typing, and in a hurry."""

import re
from collections.abc import Callable
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.rest import at_rest

DEPTH = "max_depth"
# The line is drawn when the stage is there, as on a browser that loads its parts in another order.
LINE_AFTER_STAGE = """
  const hasStage = each => each.shadowRoot?.querySelector(".stage[data-drawn]")
  const isThere = () => [...document.querySelectorAll("*")].some(hasStage)
  let draw
  Object.defineProperty(globalThis, "gbtDraw", {
    set: given => (draw = given),
    get: () => (name, component) => {
      const late = () => (isThere() ? draw(name, component) : requestAnimationFrame(late))
      return name === "parameters" ? late() : draw(name, component)
    },
  })
"""
SMALL = "boosting_rounds?guess=0&n_estimators=6&data=hand4"


def track(page: Page, name: str) -> Locator:
    return page.locator(".parameters").get_by_role("slider", name=name, exact=True)


def said(page: Page, name: str, text: str) -> None:
    """A track stands at a value, which is written beside it."""
    expect(track(page, name)).to_have_attribute("aria-valuetext", text)
    expect(page.locator(f".parameter:has([aria-label={name}]) output")).to_have_text(text)


def in_address(page: Page, text: str) -> None:
    expect(page).to_have_url(re.compile(rf"[?&]{re.escape(text)}(&|$)"))


def opened(page: Page, server_url: str, link: str = SMALL) -> None:
    page.goto(f"{server_url}/{link}")
    at_rest(page)


def test_keys_and_typing_set_a_value(page: Page, server_url: str) -> None:
    opened(page, server_url)
    depth = track(page, DEPTH)
    for key, text, told in (("ArrowRight", "4", "4"), ("End", "no limit", "none"), ("Home", "1", "1")):
        depth.press(key)
        said(page, DEPTH, text)
        in_address(page, f"max_depth={told}")

    depth.press("Enter")
    field = page.locator(".parameters").get_by_role("textbox", name=DEPTH)
    expect(field).to_be_focused()
    field.fill("17")
    field.press("Enter")
    said(page, DEPTH, "17")  # which is between two of its stops
    in_address(page, "max_depth=17")
    expect(depth).to_be_focused()
    depth.press("Enter")
    for wrong in ("0", "2.5", "many"):
        field.fill(wrong)
        field.press("Enter")
        expect(field).to_have_attribute("aria-invalid", "true")
    field.press("Escape")
    said(page, DEPTH, "17")
    depth.press("ArrowRight")
    said(page, DEPTH, "20")
    in_address(page, "max_depth=20")


def hold(page: Page, name: str) -> Callable[[float], str]:
    """Take hold of a track in its middle; gives what moves the hand to a share of it and reads its value."""
    box = track(page, name).bounding_box()
    assert box is not None
    height = box["y"] + box["height"] / 2

    def move(share: float) -> str:
        page.mouse.move(box["x"] + share * box["width"], height, steps=4)
        text = track(page, name).get_attribute("aria-valuetext")
        assert text is not None
        return text

    move(0.5)
    page.mouse.down()
    return move


def test_a_track_that_is_held_is_told_meanwhile_and_is_one_step_back(page: Page, server_url: str) -> None:
    opened(page, server_url)
    move = hold(page, "n_estimators")
    texts = [move(0.5)]
    for share in (0.1, 0.01):
        in_address(page, f"n_estimators={texts[-1]}")
        expect(page.locator(".stepper .count")).to_have_text(re.compile(f" of {texts[-1]}$"))
        at_rest(page)
        texts.append(move(share))
    assert len(set(texts)) == 3
    page.mouse.up()
    in_address(page, f"n_estimators={texts[-1]}")
    at_rest(page)
    page.go_back()
    said(page, "n_estimators", "6")


def test_where_answers_are_slow_a_track_is_told_once_the_hand_rests(page: Page, server_url: str) -> None:
    opened(page, server_url)
    waiting: list[Route] = []
    page.route("**/stages/**", lambda route: waiting.append(route))
    with page.expect_request("**/stages/**"):
        move = hold(page, "n_estimators")
    first = move(0.5)
    in_address(page, f"n_estimators={first}")
    move(0.3)
    page.evaluate("""() => {
      const now = performance.now.bind(performance)
      performance.now = () => now() + 1000
    }""")
    while waiting:
        waiting.pop().continue_()
    page.unroute("**/stages/**")
    at_rest(page)  # its picture took a second
    last = move(0.1)
    in_address(page, f"n_estimators={last}")
    page.mouse.up()
    said(page, "n_estimators", last)


def test_of_thirty_changes_in_a_hurry_none_is_lost(page: Page, server_url: str) -> None:
    opened(page, server_url)
    for _ in range(5):
        for name in ("learning_rate", "n_estimators", DEPTH):
            track(page, name).focus()
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowRight")
    set_now = (("learning_rate", "0.8"), ("n_estimators", "16"), (DEPTH, "15"))
    for name, text in set_now:
        in_address(page, f"{name}={text}")
    at_rest(page)
    for name, text in set_now:
        said(page, name, text)


def test_what_back_brings_stands_in_the_line(page: Page, server_url: str) -> None:
    opened(page, server_url)
    track(page, DEPTH).press("ArrowRight")
    in_address(page, "max_depth=4")
    at_rest(page)
    page.go_back()
    said(page, DEPTH, "3")
    page.go_forward()
    said(page, DEPTH, "4")


@pytest.mark.parametrize(
    ("link", "chosen", "other"), [("", "gini", "entropy"), ("&criterion=entropy", "entropy", "gini")]
)
def test_one_of_a_few_names_is_chosen_side_by_side(
    page: Page, server_url: str, link: str, chosen: str, other: str
) -> None:
    opened(page, server_url, f"grow_a_tree?guess=0&data=hand5{link}")
    group = page.get_by_role("radiogroup", name="criterion")
    expect(group.get_by_role("radio", checked=True)).to_have_text(chosen)
    group.get_by_role("radio", name=other).click()
    expect(group.get_by_role("radio", checked=True)).to_have_text(other)
    expect(page).to_have_url(re.compile("criterion=entropy" if other == "entropy" else "^(?!.*criterion=)"))


def said_by(page: Page) -> dict[str, str]:
    """What the address says: the page may yet write it in its own order."""
    return dict(parse_qsl(urlsplit(page.url).query))


@pytest.mark.parametrize("order", ["", LINE_AFTER_STAGE])
def test_what_has_no_part_yet_is_not_shown_whichever_is_drawn_first(
    page: Page, server_url: str, order: str
) -> None:
    page.add_init_script(order)
    opened(page, server_url, "one_leaf?act=2&guess=0")
    expect(track(page, "λ, penalty")).to_be_visible()
    expect(page.locator(".parameters [data-name=leaf_gamma]")).to_have_css("visibility", "hidden")
