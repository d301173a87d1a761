"""A saved page in a tab by itself, made as large as the same picture is at the workbench."""

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.rest import at_rest

SIZE = "each => [each.clientWidth, each.clientHeight]"


def open_alone(tab: Page, folder: Path, file: bytes) -> None:
    """Open a file from the disk, and wait until it is drawn."""
    path = folder / "saved.html"
    path.write_bytes(file)
    tab.goto(path.as_uri())
    expect(tab.locator("html[data-drawn]")).to_have_count(1)


def step_button(tab: Page, name: str, group: str = "Steps") -> Locator:
    """A button of those that step."""
    return tab.get_by_role("group", name=group, exact=True).get_by_role("button", name=name, exact=True)


def made_as_large(tab: Page, host: str, box: str, height: str, place: str, size: list[int]) -> None:
    """Give a place in a component as many pixels as it has elsewhere.

    host: the component. box: what in it is as high as the variable `height` of the page says.
    """
    for _ in range(12):  # words may take one line more or less, and the place has a share of the width
        now = tab.locator(place).evaluate(SIZE)
        if now == size:
            break
        tab.locator(host).evaluate(
            """(host, [box, height, wider, higher]) => {
              const { height: high } = host.shadowRoot.querySelector(box).getBoundingClientRect()
              host.style.width = `${host.getBoundingClientRect().width + wider}px`
              host.style.setProperty(height, `${high + higher}px`)
            }""",
            [box, height, size[0] - now[0], size[1] - now[1]],
        )
    assert tab.locator(place).evaluate(SIZE) == size


def saved_by_button(alone: Page, page: Page, address: str, folder: Path) -> str:
    """Open a lesson at the workbench, save it as a page and open the file; gives the name it would have."""
    page.goto(address)
    at_rest(page)
    with page.expect_download() as coming:
        page.get_by_role("button", name="Save as a page", exact=True).click()
    open_alone(alone, folder, Path(coming.value.path()).read_bytes())
    for tab in (alone, page):  # what moves cannot be compared; until the next page is opened
        tab.evaluate("(globalThis.gbtMotion ??= {}).isOff = true")
    return coming.value.suggested_filename
