"""The file of "Save as a page" in a browser without a network: every split as the workbench draws it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.alone import SIZE, made_as_large, open_alone, step_button
from tests.browser.rest import at_rest

LAST = 9  # splits of this tree
CURVES = ".curves.given > svg"


def drawn(tab: Page) -> list[str]:
    """All lines of the pictures, and what stands in them and in the trees."""
    found: list[str] = tab.locator(CURVES).evaluate(
        "svg => [...svg.querySelectorAll('path, line, text')]"
        ".map(each => each.getAttribute('d') ?? each.textContent)"
    )
    return [*found, *tab.locator(".tree .node").evaluate_all("all => all.map(each => each.ariaLabel)")]


@pytest.mark.wide
def test_every_split_is_drawn_as_at_the_workbench(
    alone: Page, page: Page, server_url: str, tmp_path: Path
) -> None:
    page.goto(f"{server_url}/grow_a_tree?data=moons&splits=4")
    at_rest(page)
    with page.expect_download() as coming:
        page.get_by_role("button", name="Save as a page", exact=True).click()
    assert coming.value.suggested_filename == "moons_growing.html"
    open_alone(alone, tmp_path, Path(coming.value.path()).read_bytes())
    expect(alone.get_by_text(f"Split 4 of {LAST}", exact=True)).to_be_visible()
    size = page.locator(CURVES).evaluate(SIZE)
    made_as_large(alone, "#picture", ".curves", "--picture-height", CURVES, size)
    step_button(alone, "First").click()
    page.get_by_role("button", name="First", exact=True).click()
    for splits in range(LAST + 1):
        expect(alone.get_by_text(f"Split {splits} of {LAST}", exact=True)).to_be_visible()
        said = alone.locator("[data-says=words]")
        expect(said).to_contain_text(re.compile(f"^After {splits} split"))
        words = re.compile(re.escape(said.inner_text()))
        for tab in (alone, page):
            expect(tab.locator(CURVES)).to_have_attribute("aria-label", words)
        at_rest(page)
        assert drawn(alone) == drawn(page)
        assert len(drawn(alone)) > 50
        if splits < LAST:
            step_button(alone, "Next").click()
            page.get_by_role("button", name="Next split", exact=True).click()
    expect(step_button(alone, "Next")).to_be_disabled()
