"""A saved page in a tab by itself, made as large as the same picture is at the workbench."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.rest import at_rest
from workbench.shell.take_with_you import TAKE


def open_alone(tab: Page, folder: Path, file: bytes) -> None:
    """Open a file from the disk, and wait until it is drawn."""
    path = folder / "saved.html"
    path.write_bytes(file)
    tab.goto(path.as_uri())
    expect(tab.locator("html[data-drawn]")).to_have_count(1)


def saved_by_button(alone: Page, page: Page, address: str, folder: Path) -> str:
    """Open a lesson at the workbench, save it as a page and open the file; gives the name it would have."""
    page.goto(address)
    at_rest(page)
    page.get_by_text(TAKE, exact=True).click()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Save as a page", exact=True).click()
    open_alone(alone, folder, Path(coming.value.path()).read_bytes())
    return coming.value.suggested_filename
