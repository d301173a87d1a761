"""When a page has come to rest, for tests and measurements alike."""

from playwright.sync_api import Page, expect

# A letter is asked for when it is first laid out, so a frame has to pass before one can wait for it.
LETTERS = """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(
  () => document.fonts.ready.then(() => done(null)))))"""


def at_rest(page: Page) -> None:
    """Wait until the server has answered, every part of the page is drawn, and its letters are there.

    A run that has ended may have asked for another one, so it is asked again some frames later.
    """
    nothing_runs(page)
    page.evaluate(LETTERS)
    nothing_runs(page)


def nothing_runs(page: Page) -> None:
    """Wait until no script runs and all parts are drawn; a part's script comes some time after its place."""
    expect(
        page.locator(".stage:is(:not([data-drawn]), [data-moving], [data-untold], [aria-busy=true])")
    ).to_have_count(0)
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    expect(page.locator("[data-testid=stBidiComponentIsolated]:not([data-drawn])")).to_have_count(0)
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
