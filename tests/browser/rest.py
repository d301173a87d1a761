"""When a page has come to rest, for tests and measurements alike."""

from playwright.sync_api import Page, TimeoutError

LIMIT_MS = 60_000  # for a page to come to rest, on a full machine
# What is under way, in words; nothing at rest. A part's script comes some time after its place.
UNDER_WAY = """(() => {
  const app = document.querySelector("[data-testid=stApp]")
  if (app?.dataset.testScriptState !== "notRunning") return `the page says ${app?.dataset.testScriptState}`
  const waiting = ".stage:is(:not([data-drawn]), [data-moving], [data-untold], [aria-busy=true])," +
    "[data-testid=stBidiComponentIsolated]:not([data-drawn]), [data-testid=stSkeleton]"
  const within = root => [
    ...root.querySelectorAll(waiting),
    ...[...root.querySelectorAll("*")].flatMap(each => (each.shadowRoot ? within(each.shadowRoot) : [])),
  ]
  return within(document).map(each => each.cloneNode().outerHTML).join(" ")
})()"""
# A letter is asked for when it is first laid out, so a frame has to pass before one can wait for it; and what
# has been pressed is on its way to the server for some frames.
LETTERS = """() => new Promise(done => {
  const look = left =>
    left ? requestAnimationFrame(() => look(left - 1)) : document.fonts.ready.then(() => done(null))
  look(6)
})"""


def at_rest(page: Page) -> None:
    """Wait until the server has answered, every part of the page is drawn, and its letters are there.

    A run that has ended may have asked for another one, so it is asked again some frames later.
    """
    nothing_runs(page)
    page.evaluate(LETTERS)
    nothing_runs(page)


def nothing_runs(page: Page) -> None:
    """Wait until no script runs and all parts are drawn. Errors: AssertionError with what is under way."""
    try:
        page.wait_for_function(f"{UNDER_WAY} === ''", timeout=LIMIT_MS)
    except TimeoutError:
        raise AssertionError(f"not at rest: {page.evaluate(UNDER_WAY)}") from None
