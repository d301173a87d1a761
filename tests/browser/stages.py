"""The stage of a lesson in a browser, for tests of what it does there."""

from playwright.sync_api import Locator, Page, expect

STOPPED = ".stage[data-drawn]:not([data-moving], [aria-busy=true])"


def stage(page: Page) -> Locator:
    """The stage."""
    return page.locator(".stage")


def open_lesson(page: Page, address: str) -> None:
    """Open a lesson, and wait until its stage stands still."""
    page.goto(address)
    stopped(page)


def stopped(page: Page) -> None:
    """Wait until the stage is drawn and stands still."""
    expect(page.locator(STOPPED)).to_be_visible()


def shows(page: Page, step: int) -> None:
    """Wait until the stage stands still at a step."""
    expect(stage(page).locator(".count b")).to_have_text(str(step))
    stopped(page)


def go(page: Page, way: str) -> None:
    """Press a button of the stepper: first, back, play, next or last."""
    stage(page).locator(f"[data-go={way}]").click()


def question(page: Page) -> Locator:
    """The line of the question."""
    return stage(page).get_by_role("group", name="Question")


def as_read(value: float) -> float:
    """A number of the stage as it is read: three digits, two of small ones, large ones whole."""
    size = abs(value)
    return float(round(value) if size >= 1000 else f"{value:.{2 if size < 0.0995 else 3}g}")
