"""The pictures of the README, taken anew: `make screenshots`. One of every page, at a moment worth seeing."""

import tempfile
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.fixtures import with_answers
from tests.browser.rest import at_rest
from tests.browser.running import ROOT, running_chromium, running_server
from workbench.shell.registry import HOME, PAGES

FOLDER = ROOT / ".readme"


def main() -> None:
    """Write a picture of every page."""
    FOLDER.mkdir(exist_ok=True)
    expect.set_options(timeout=60_000)  # a busy computer draws a page late
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as url,
        running_chromium() as browser,
    ):
        for entry in (HOME, *PAGES):
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(with_answers(f"{url}/{'' if entry is HOME else entry.name}?{entry.screenshot}"))
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
            at_rest(page)
            page.wait_for_timeout(1000)  # charts draw a moment after they have come
            page.screenshot(path=FOLDER / f"{entry.name}.png")
            page.close()


if __name__ == "__main__":
    main()
