"""A step from leaf to leaf is a movement: what was added becomes the new 0. So is a lambda moved by keys."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.motion import check_step, check_still, turn_motion
from tests.browser.rest import at_rest


def picture(page: Page) -> Locator:
    return page.locator(".leaf .plot svg")


def stepped(page: Page, number: int) -> None:
    expect(page.get_by_role("radio", name=str(number), exact=True)).to_be_checked()
    at_rest(page)


def choose(page: Page, number: int) -> None:
    page.get_by_role("radio", name=str(number), exact=True).click()


@pytest.mark.wide
def test_the_next_leaf_begins_where_the_step_has_led(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/one_leaf?leaf=logistic")
    stepped(page, 0)
    check_step(page, picture(page), lambda: choose(page, 1), lambda: stepped(page, 1))
    check_step(page, picture(page), lambda: choose(page, 0), lambda: stepped(page, 0))
    check_still(page, lambda: choose(page, 3), lambda: stepped(page, 3))  # a longer way
    turn_motion(page)
    check_still(page, lambda: choose(page, 4), lambda: stepped(page, 4))
    turn_motion(page)
    page.emulate_media(reduced_motion="reduce")
    check_still(page, lambda: choose(page, 3), lambda: stepped(page, 3))
    page.emulate_media(reduced_motion="no-preference")


@pytest.mark.wide
def test_lambda_bends_the_curves(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/one_leaf?leaf=logistic")
    stepped(page, 0)
    slider = page.get_by_role("slider", name="lambda", exact=True)
    before = slider.get_attribute("aria-valuetext") or ""
    check_step(
        page,
        picture(page),
        lambda: slider.press("ArrowRight"),
        lambda: expect(slider).not_to_have_attribute("aria-valuetext", before),
    )
