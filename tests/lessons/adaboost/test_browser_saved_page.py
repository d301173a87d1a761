"""The file of "Save as a page" in a browser without a network: every round as the workbench draws it."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.alone import SIZE, answers_every_question, made_as_large, saved_by_button, step_button
from tests.lessons.adaboost.test_saved_page import file_of

PLOT = ".rounds-picture [data-part=rows] .plot"


def slider(tab: Page) -> Locator:
    return tab.locator(".rounds-picture").get_by_role("slider", name="Round", exact=True)


def drawn(tab: Page) -> list[str]:
    """All lines and marks of the picture, and what it says."""
    found: list[str] = tab.locator(".rounds-picture").evaluate(
        "root => [...root.querySelectorAll('.upper path[d], .upper line, .upper text, .head')]"
        ".map(each => each.getAttribute('d') ?? each.textContent)"
    )
    return found


@pytest.mark.wide
def test_every_round_is_drawn_as_at_the_workbench(
    alone: Page, page: Page, server_url: str, tmp_path: Path
) -> None:
    address = f"{server_url}/adaboost?data=moons&round=4"
    assert saved_by_button(alone, page, address, tmp_path) == "moons_adaboost.html"
    size = page.locator(PLOT).evaluate(SIZE)
    made_as_large(alone, "#picture", ".upper", "--stage", PLOT, size)
    expect(alone.get_by_text("Round 4 of 10", exact=True)).to_be_visible()
    for tab in (alone, page):  # from its end, so that no step is a movement
        slider(tab).fill("9")
    step_button(alone, "First", "Round").click()
    slider(page).fill("1")
    for number in range(1, 11):
        for tab in (alone, page):
            expect(tab.get_by_text(f"Round {number} of 10", exact=True)).to_be_visible()
        expect(alone.get_by_role("heading", name=f"The tree of round {number}", exact=True)).to_be_visible()
        expect(page.get_by_role("heading", name=f"The tree of round {number}", exact=True)).to_be_visible()
        assert drawn(alone) == drawn(page)
        assert len(drawn(alone)) > 50
        words = alone.locator("[data-says=words]")
        expect(words).to_contain_text(f"The tree of round {number} gets")
        if number < 10:
            step_button(alone, "Next", "Round").click()
            step_button(page, "Next", "Round").click()
    expect(step_button(alone, "Next", "Round")).to_be_disabled()


@pytest.mark.wide
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_it_asks_for_the_weight_of_the_row_and_tells(
    alone: Page, tmp_path: Path, size: tuple[int, int]
) -> None:
    alone.set_viewport_size({"width": size[0], "height": size[1]})
    answers_every_question(alone, tmp_path, file_of("moons").encode(), "Round")
