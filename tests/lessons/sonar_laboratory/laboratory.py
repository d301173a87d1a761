"""The laboratory opened in a file, and what is read off it, for the tests of its stage."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.alone import open_alone
from tests.browser.stages import stage, stopped
from tests.saved_pages import is_alone
from workbench.lessons.sonar_laboratory import LESSON
from workbench.lessons.sonar_laboratory.findings import Areas
from workbench.lessons.sonar_laboratory.stage import stage_of_deals
from workbench.text.numbers import fixed

CURSOR: dict[str, Any] = {
    **{"one_split": 3, "variant": "published_10", "than": "published_5"},
    **{"lab_view": "deal", "lab_told": 0, "guess": None},
}
MOST_BYTES = 2_000_000


def open_file(alone: Page, tmp_path: Path, level: int = 95, **cursor: Any) -> Areas:
    areas = Areas(level=level)
    page = LESSON.saved(stage_of_deals(areas), CURSOR | cursor, {})
    assert is_alone(page.decode())
    assert len(page) < MOST_BYTES
    open_alone(alone, tmp_path, page)
    stopped(alone)
    return areas


def flag(page: Page) -> Locator:
    return stage(page).get_by_role("slider", name="From which deal on the two are told apart")


def cell(page: Page, i: int, j: int) -> Locator:
    return stage(page).locator(f".pair[data-row='{i}'][data-column='{j}']")


def cells(page: Page) -> list[str]:
    """What all cells say: the differences of one deal, and once they are told how many deals it takes."""
    return stage(page).locator(".pair text").all_text_contents()


def differences(areas: Areas, deal: int) -> list[str]:
    """Of all pairs on a deal, as the cells say them."""
    known = areas.areas[:, deal - 1]
    return [fixed(known[i] - known[j], 3, plus=True) for i in range(len(known)) for j in range(i)]


def numbers(page: Page) -> list[str]:
    """What is known of the mean and of one more deal."""
    return stage(page).locator("[data-part=top] .number").all_text_contents()


def unit(page: Page) -> float:
    """A difference of 1 in pixels of the picture: the published one is 0.02 above the line of 0."""
    ends = [
        stage(page).locator(f"[data-part=still] {name}").get_attribute("d") for name in (".zero", ".pole")
    ]
    zero, published = (float(re.findall(r"[\d.]+", each or "")[1]) for each in ends)
    return (zero - published) / 0.02
