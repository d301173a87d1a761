"""A leaf's stage in a file, and its handle: for tests of what is asked and dragged."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.alone import open_alone
from tests.browser.stages import stage, stopped
from tests.lessons.one_leaf.test_record import drawn_of
from workbench.lessons.one_leaf import LESSON
from workbench.lessons.one_leaf.record import Drawn
from workbench.lessons.one_leaf.stage import stage_of_leaf

ASKED: dict[str, Any] = {"act": 0, "leaf_w": None, "leaf_left": None, "guess": None}
TOLD = ASKED | {"guess": 0}


def open_file(alone: Page, tmp_path: Path, name: str = "four", cursor: dict[str, Any] = TOLD) -> Drawn:
    drawn = drawn_of(name)
    open_alone(alone, tmp_path, LESSON.saved(stage_of_leaf(name, drawn, name), cursor, {}))
    stopped(alone)
    return drawn


def handle(page: Page) -> Locator:
    return stage(page).get_by_role("slider", name="w", exact=True)


def value(page: Page) -> float:
    return float(handle(page).get_attribute("aria-valuenow") or "nan")


def drag(page: Page, pixels: float) -> None:
    grip = handle(page).locator(".grip")
    box = grip.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + pixels / 2, y, steps=2)
    page.mouse.move(x + pixels, y, steps=2)
    page.mouse.up()
