"""Movements of a step, held at their beginning: what is there meanwhile, and what ends them."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

# Each movement of a picture is held where it begins, until something ends it.
HOLD = """
() => {
  const animate = Element.prototype.animate
  globalThis.held = []
  Element.prototype.animate = function (...given) {
    const movement = animate.apply(this, given)
    if (!this.closest("svg")) return movement
    movement.pause()
    held.push(movement)
    return movement
  }
}
"""
# What a picture is, whatever of it moves; copies of what is gone are no part of it.
PARTS = """picture => [...picture.querySelectorAll("path, rect, circle, text, .node")]
  .filter(part => !part.closest(".leaving"))
  .map(part => part.cloneNode(false).outerHTML + part.textContent)"""


def check_step(page: Page, picture: Locator, step: Callable[[], None], done: Callable[[], None]) -> None:
    """Take a step, which must move and be at its end at once; another key ends the movement.

    picture: the SVG that moves. done: waits until the page shows the step.
    """
    page.evaluate(HOLD)
    step()
    done()
    page.wait_for_function("held.length > 0")
    assert page.evaluate("held.every(each => each.playState === 'paused')")
    at_once = picture.evaluate(PARTS)
    page.keyboard.press("Shift")
    assert page.evaluate("held.every(each => each.playState === 'finished')")
    expect(page.locator(".leaving")).to_have_count(0)
    assert picture.evaluate(PARTS) == at_once


def check_still(page: Page, step: Callable[[], None], done: Callable[[], None]) -> None:
    """Take a step that must not move, as after check_step in the same page."""
    page.evaluate("() => { held.length = 0 }")
    step()
    done()
    assert page.evaluate("held.length") == 0


def turn_motion(page: Page) -> None:
    """Turn motion off, or on again."""
    page.get_by_role("button", name="Motion o").click()
