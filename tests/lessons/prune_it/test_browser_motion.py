"""A link that falls is a movement: its branch folds into the node, and comes out of it again."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.motion import check_step, check_still, turn_motion
from tests.browser.rest import at_rest


def handle_at(page: Page, position: int) -> None:
    expect(page.get_by_role("slider", name="Step of the sequence")).to_have_attribute(
        "aria-valuenow", str(position)
    )
    at_rest(page)


def step(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


@pytest.mark.wide
def test_a_branch_folds_and_unfolds(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/prune_it")
    handle_at(page, 0)
    trees = page.locator(".trees")
    check_step(page, trees, lambda: step(page, "Cut the weakest"), lambda: handle_at(page, 1))
    expect(trees.locator(".node.gone")).to_have_count(4)
    check_step(page, trees, lambda: step(page, "Back"), lambda: handle_at(page, 0))
    expect(trees.locator(".node.gone")).to_have_count(0)
    handle = page.get_by_role("slider", name="Step of the sequence")
    check_step(page, trees, lambda: handle.press("ArrowRight"), lambda: handle_at(page, 1))


@pytest.mark.wide
def test_what_does_not_move(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/prune_it")
    handle_at(page, 0)
    check_step(
        page, page.locator(".trees"), lambda: step(page, "Cut the weakest"), lambda: handle_at(page, 1)
    )
    check_still(page, lambda: step(page, "Last"), lambda: handle_at(page, 5))  # a longer way
    turn_motion(page)
    check_still(page, lambda: step(page, "Back"), lambda: handle_at(page, 4))
    turn_motion(page)
    page.emulate_media(reduced_motion="reduce")
    check_still(page, lambda: step(page, "Back"), lambda: handle_at(page, 3))
    page.emulate_media(reduced_motion="no-preference")


@pytest.mark.wide
def test_gamma_folds_too(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/prune_it?prune_by=gamma")
    at_rest(page)
    gamma = page.get_by_role("slider", name="gamma", exact=True)
    now = int(gamma.get_attribute("aria-valuenow") or "")
    moved = re.compile(rf"^{now + 1}$")
    check_step(
        page,
        page.locator(".trees"),
        lambda: gamma.press("ArrowRight"),
        lambda: expect(gamma).to_have_attribute("aria-valuenow", moved),
    )
