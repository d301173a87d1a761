"""The file of "Save as a page" in a browser without a network: every step as the workbench draws it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.alone import (
    SIZE,
    answers_every_question,
    answers_in_the_picture,
    made_as_large,
    open_alone,
    saved_by_button,
    step_button,
)
from tests.browser.rest import at_rest
from tests.lessons.one_leaf.test_saved_page import file_of

PLOT = "div.leaf .plot"


def drawn(tab: Page) -> list[str]:
    """All curves, marks and words of the picture."""
    found: list[str] = tab.locator("div.leaf").evaluate(
        "root => [...root.querySelectorAll('.sums, .reading, path, .drop, text, .handle')]"
        ".map(each => ['d', 'x1', 'transform'].map(name => each.getAttribute(name)) + each.textContent)"
    )
    return found


@pytest.mark.wide
@pytest.mark.parametrize(
    ("link", "stem", "last"),
    [("leaf=newton&leaf_steps=2", "newton", 4), ("leaf=lesson&n_estimators=5&round=2", "cos_x2", 5)],
)
def test_every_step_is_drawn_as_at_the_workbench(
    alone: Page, page: Page, server_url: str, tmp_path: Path, link: str, stem: str, last: int
) -> None:
    assert saved_by_button(alone, page, f"{server_url}/one_leaf?{link}", tmp_path) == f"{stem}_leaf.html"
    by_hand = stem == "newton"
    step_button(alone, "First").click()
    if not by_hand:
        page.get_by_role("button", name="First", exact=True).click()
    for n in range(0 if by_hand else 1, last + 1):
        if by_hand:
            page.get_by_role("radio", name=str(n), exact=True).click()
        elif n > 1:
            page.get_by_role("button", name="Next", exact=True).click()
        word = "Step" if by_hand else "Round"
        expect(alone.get_by_text(f"{word} {n} of {last}", exact=True)).to_be_visible()
        at_rest(page)
        sums = alone.locator("div.leaf .sums").inner_text()
        expect(page.locator("div.leaf .sums")).to_have_text(sums)
        size = page.locator(PLOT).evaluate(SIZE)  # which the words above it change
        made_as_large(alone, "#picture", ".leaf", "--picture-height", PLOT, size)
        assert drawn(alone) == drawn(page)
        assert len(drawn(alone)) > 20
        if n < last:
            step_button(alone, "Next").click()
    expect(step_button(alone, "Next")).to_be_disabled()


@pytest.mark.wide
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
@pytest.mark.parametrize("name", ["lesson", "newton"])
def test_it_asks_for_the_best_w_and_tells(
    alone: Page, tmp_path: Path, name: str, size: tuple[int, int]
) -> None:
    alone.set_viewport_size({"width": size[0], "height": size[1]})
    answers_every_question(alone, tmp_path, file_of(name).encode())
    assert alone.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_w_is_dragged_and_stays_beside_the_best_one(alone: Page, tmp_path: Path) -> None:
    open_alone(alone, tmp_path, file_of("newton").encode())
    handle = alone.get_by_role("slider", name="w", exact=True)

    def drag() -> None:
        box = handle.bounding_box()
        assert box is not None
        alone.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        alone.mouse.down()
        alone.mouse.move(box["x"] - 60, box["y"])
        alone.mouse.up()

    said = answers_in_the_picture(alone, drag)
    assert said.startswith("You: −")
    mine = said.removeprefix("You: ").split()[0]
    expect(alone.locator(".plot .mark").filter(has_text=f"your guess {mine}")).to_be_visible()
    expect(alone.locator(".plot .mark").filter(has_text=re.compile("^w\\* = "))).to_be_visible()
    step_button(alone, "Play").click()
    expect(alone.get_by_text("Step 4 of 4", exact=True)).to_be_visible()
