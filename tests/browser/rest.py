"""When a page has come to rest, for tests and measurements alike."""

from playwright.sync_api import Page, TimeoutError

LIMIT_MS = 60_000  # for a page to come to rest, on a full machine
# What is under way, in words; nothing at rest. A part's script comes some time after its place; and what is
# below a stage has time until one looks at it, as a printer does.
UNDER_WAY = """below => {
  const app = document.querySelector("[data-testid=stApp]")
  if (app?.dataset.testScriptState !== "notRunning") return `the page says ${app?.dataset.testScriptState}`
  const untold = below ? ", [data-untold]" : ""
  const waiting = `.stage:is(:not([data-drawn]), [data-moving], [aria-busy=true]${untold}),` +
    "[data-testid=stBidiComponentIsolated]:not([data-drawn]), [data-testid=stSkeleton]"
  const within = root => [
    ...root.querySelectorAll(waiting),
    ...[...root.querySelectorAll("*")].flatMap(each => (each.shadowRoot ? within(each.shadowRoot) : [])),
  ]
  const parts = within(document)
  if (below && parts.some(each => "untold" in each.dataset)) window.dispatchEvent(new Event("beforeprint"))
  return parts.map(each => each.cloneNode().outerHTML).join(" ")
}"""
# A letter is asked for when it is first laid out, so a frame has to pass before one can wait for it; and what
# has been pressed is on its way to the server for some frames.
LETTERS = """() => new Promise(done => {
  const look = left =>
    left ? requestAnimationFrame(() => look(left - 1)) : document.fonts.ready.then(() => done(null))
  look(6)
})"""


def at_rest(page: Page, *, below: bool = True) -> None:
    """Wait until the server has answered, every part of the page is drawn, and its letters are there.

    A run that has ended may have asked for another one, so it is asked again some frames later.
    below: whether what stands below a stage is looked at, and has to follow it.
    """
    nothing_runs(page, below=below)
    page.evaluate(LETTERS)
    nothing_runs(page, below=below)


def nothing_runs(page: Page, *, below: bool = True) -> None:
    """Wait until no script runs and all parts are drawn. Errors: AssertionError with what is under way."""
    under_way = f"({UNDER_WAY})({str(below).lower()})"
    try:
        page.wait_for_function(f"{under_way} === ''", timeout=LIMIT_MS)
    except TimeoutError:
        raise AssertionError(f"not at rest: {page.evaluate(under_way)}") from None
