"""axe-core finds nothing serious on any page that is ours, in light and in dark, and in presenter mode."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.rest import at_rest
from workbench.shell.registry import HOME, all_pages

LIGHT_TEXT = "rgb(21, 25, 29)"
# What Streamlit itself draws and a page cannot change: status icon, toolbar, colours of code blocks, and
# notices, which have no name as dialogs.
THEIRS = (
    *("[data-testid='stStatusWidget']", "[data-testid='stToolbar']", "[data-testid='stCode']"),
    "[data-testid='stToast']",
)


# The rules that colours decide; to all others dark is like light.
OF_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}


def serious(page: Page, rules: dict[str, Any] | None = None) -> list[str]:
    """What axe calls serious or critical, as "rule: element"; by all its rules, unless some are named."""
    found: dict[str, Any] = (
        Axe()
        .run(
            page,
            context={"exclude": [[part] for part in THEIRS]},
            options={"resultTypes": ["violations"], **(rules or {})},
        )
        .response
    )
    return [
        f"{violation['id']}: {node['target']} {node['html'][:160]}"
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


@pytest.mark.sweep
@pytest.mark.parametrize("entry", all_pages(), ids=lambda entry: entry.path)
def test_axe_finds_nothing_serious(page: Page, server_url: str, entry: Any) -> None:
    name = "" if entry is HOME else entry.path.removesuffix(".py")
    page.goto(f"{server_url}/{name}")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_be_visible()
    expect(heading).to_have_text(entry.question)
    expect(page).to_have_title(f"{entry.title} · Gradient boosted trees")
    at_rest(page)
    expect(page.get_by_test_id("stException")).to_have_count(0)
    expect(page.locator("[aria-label=undefined]")).to_have_count(0)
    expect(heading).to_have_css("color", LIGHT_TEXT)
    assert serious(page) == []
    page.emulate_media(color_scheme="dark")
    expect(heading).not_to_have_css("color", LIGHT_TEXT)
    assert serious(page, OF_COLOURS) == []
