"""The saved page in a tab without a network: it steps, asks and plays as the workbench does."""

import re
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.alone import open_alone
from tests.browser.rest import at_rest
from workbench.lessons.boosting_rounds import LESSON
from workbench.lessons.boosting_rounds.stage import stage_of_rounds
from workbench.link.values import defaults
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.settings import Settings
from workbench.shell.take_with_you import TAKE


@cache
def fit_of(data: str) -> BoostedModel:
    return fit_boosted_model(Settings(data=data, n_estimators=6))


def open_file(tab: Page, folder: Path, data: str, **cursor: object) -> None:
    at = defaults() | {"guess": 0} | cursor
    open_alone(tab, folder, LESSON.saved(stage_of_rounds(fit_of(data)), at, {}))
    expect(tab.locator(".stage[data-drawn]")).to_have_count(1)


def part(tab: Page, name: str) -> Locator:
    return tab.locator(f"[data-part={name}]")


def go(tab: Page, name: str) -> None:
    tab.get_by_role("button", name=name, exact=True).click()


@pytest.mark.parametrize("data", ["cos_x2", "moons", "iris", "diabetes"])
def test_it_opens_at_its_round_and_steps_through_all(alone: Page, tmp_path: Path, data: str) -> None:
    open_file(alone, tmp_path, data, round=3)
    expect(part(alone, "count")).to_have_text("Round 3 of 6")
    for number in (4, 5, 6):
        go(alone, "Next")
        expect(part(alone, "treehead")).to_have_text(re.compile(f"round {number}"))
        expect(part(alone, "gain")).not_to_have_attribute("aria-valuetext", "")
    expect(alone.get_by_role("button", name="Next", exact=True)).to_be_disabled()
    go(alone, "First")
    expect(part(alone, "count")).to_have_text("Round 0 of 6")


def test_it_asks_for_the_next_cut_and_tells(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, "cos_x2", round=2)
    alone.get_by_role("slider", name="Your guess").focus()
    alone.keyboard.press("ArrowRight")
    alone.keyboard.press("Enter")
    part(alone, "answer").locator("[data-sure='1']").press("Enter")
    expect(part(alone, "answer")).to_contain_text("of its gain")


def test_it_plays_to_the_end(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, "cos_x2", round=3)
    go(alone, "Play")
    expect(part(alone, "count")).to_have_text("Round 6 of 6")


def test_it_is_light_or_dark_as_the_reader_likes_it(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, "cos_x2")
    expect(alone.locator(".stage.dark")).to_have_count(0)
    alone.emulate_media(color_scheme="dark")
    alone.set_viewport_size({"width": 1270, "height": 900})  # it looks when it is measured
    expect(alone.locator(".stage.dark")).to_have_count(1)


def test_where_it_is_narrow_nothing_is_cut_off(alone: Page, tmp_path: Path) -> None:
    alone.set_viewport_size({"width": 390, "height": 844})
    open_file(alone, tmp_path, "cos_x2")
    assert alone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture, tree = part(alone, "picture").bounding_box(), part(alone, "tree").bounding_box()
    assert picture is not None
    assert tree is not None
    assert tree["y"] > picture["y"] + picture["height"]


def test_the_button_gives_the_file(page: Page, alone: Page, server_url: str, tmp_path: Path) -> None:
    page.goto(f"{server_url}/boosting_rounds?n_estimators=6&round=5")
    at_rest(page)
    page.get_by_text(TAKE, exact=True).click()
    with page.expect_download() as given:
        page.get_by_role("button", name="Save as a page").click()
    open_alone(alone, tmp_path, given.value.path().read_bytes())
    expect(part(alone, "count")).to_have_text("Round 5 of 6")
