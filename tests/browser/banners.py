"""What the line of the question says while the clock runs."""

from typing import cast

from playwright.sync_api import Page

from tests.browser.stages import stage

FRAMES = """(root, act) => new Promise(done => {
  const found = []
  const look = () => {
    const text = name => root.querySelector(name).textContent
    found.push([text("[data-part=prompt]"), text("[data-part=answer]"), text(".count b")])
    root.hasAttribute("data-moving") ? requestAnimationFrame(look) : done(found)
  }
  root.querySelector(act).click()
  requestAnimationFrame(() => requestAnimationFrame(look))
})"""


def banner_frames(page: Page, act: str) -> list[tuple[str, str, int]]:
    """What is asked or found, what stands beside it and which step, in each frame from a press to rest."""
    frames = cast("list[tuple[str, str, str]]", stage(page).evaluate(FRAMES, act))
    return [(prompt, answer, int(count)) for prompt, answer, count in frames]
