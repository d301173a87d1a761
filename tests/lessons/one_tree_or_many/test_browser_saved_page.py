"""The file of "Save as a page" in a browser without a network: every round as the workbench draws it."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.alone import (
    SIZE,
    answers_every_question,
    made_as_large,
    open_alone,
    saved_by_button,
    step_button,
    walks_all_steps,
)
from tests.browser.rest import at_rest
from tests.lessons.one_tree_or_many.test_saved_page import file_of

LAST = 12  # rounds of the files
LIGHT, DARK = "rgb(255, 255, 255)", "rgb(16, 20, 24)"


def drawn(tab: Page, place: str) -> list[str]:
    """All that stands in a picture."""
    found: list[str] = tab.locator(f"{place} .curves").evaluate(
        "root => [root.querySelector('.legend').textContent, root.querySelector('svg').ariaLabel,"
        " ...[...root.querySelectorAll(':scope > svg :is(path, rect, line, circle, text, image)')]"
        ".map(each => [...each.attributes].map(one => one.value).join() + each.textContent)]"
    )
    return found


def shows(tab: Page, number: int) -> None:
    """Slider, words and pictures of a saved page are all of a round."""
    slider = tab.get_by_role("slider", name="Step", exact=True)
    expect(slider).to_have_attribute("aria-valuetext", f"Round {number} of {LAST}")
    expect(tab.locator("[data-says=words]")).to_contain_text(f"After round {number} the ")
    expect(tab.get_by_role("img", name=f", round {number}: ")).to_be_visible()


def test_buttons_keys_slider_and_play_step(alone: Page, tmp_path: Path) -> None:
    open_alone(alone, tmp_path, file_of("moons").encode())
    shows(alone, 4)
    slider = walks_all_steps(alone, shows, LAST)
    slider.fill("10")
    step_button(alone, "Play").click()
    shows(alone, LAST)


def test_while_it_is_asked_no_error_is_shown(alone: Page, tmp_path: Path) -> None:
    open_alone(alone, tmp_path, file_of("moons").encode())
    errors, better = alone.locator("#errors"), alone.locator("#better")
    expect(errors).to_contain_text("unseen")
    alone.get_by_role("button", name="Guess first").click()
    for part in (errors, better):
        expect(part).to_be_hidden()
    expect(alone.locator("[data-says=words]")).to_contain_text("Judged by log loss")
    alone.get_by_role("button", name="the ensemble", exact=True).click()
    expect(alone.get_by_role("group", name="Question").locator("p").first).to_contain_text("Round 4. You: ")
    for part in (errors, better):
        expect(part).to_be_visible()
    step_button(alone, "Next").click()
    expect(errors).to_be_hidden()


@pytest.mark.wide
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
@pytest.mark.parametrize("data", ["moons", "cos_xy", "sonar"])
def test_it_asks_which_errs_less_and_tells(
    alone: Page, tmp_path: Path, data: str, size: tuple[int, int]
) -> None:
    alone.set_viewport_size({"width": size[0], "height": size[1]})
    answers_every_question(alone, tmp_path, file_of(data).encode())
    assert alone.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.wide
@pytest.mark.parametrize("link", ["data=moons", "data=cos_x2", "data=cos_xy", "data=sonar&compare=settings"])
def test_every_round_is_drawn_as_at_the_workbench(
    alone: Page, page: Page, server_url: str, tmp_path: Path, link: str
) -> None:
    address = f"{server_url}/one_tree_or_many?{link}&n_estimators={LAST}&round=4"
    data = link.removeprefix("data=").partition("&")[0]
    assert saved_by_button(alone, page, address, tmp_path) == f"{data}_one_or_many.html"
    shows(alone, 4)
    places = {"#versus": ".st-key-versus", "#errors": ".st-key-errors"}
    for mine, theirs in places.items():
        size = page.locator(f"{theirs} .curves").evaluate(SIZE)
        made_as_large(alone, mine, ".curves", "--picture-height", f"{mine} .curves", size)
    step_button(alone, "First").click()
    page.get_by_role("button", name="First", exact=True).click()
    for number in range(1, LAST + 1):
        shows(alone, number)
        said = alone.locator("[data-says=words]").inner_text()
        expect(page.locator(".st-key-verdict_words .prose")).to_have_text(said)
        at_rest(page)
        for mine, theirs in places.items():
            assert drawn(alone, mine) == drawn(page, theirs)
            assert len(drawn(alone, mine)) > 10
        if number < LAST:
            step_button(alone, "Next").click()
            page.get_by_role("button", name="Next", exact=True).click()
    expect(step_button(alone, "Next")).to_be_disabled()


@pytest.mark.wide
def test_it_is_light_or_dark_as_the_reader_likes_it(alone: Page, tmp_path: Path) -> None:
    open_alone(alone, tmp_path, file_of("moons").encode())
    expect(alone.locator("body")).to_have_css("background-color", LIGHT)
    alone.emulate_media(color_scheme="dark")
    expect(alone.locator("body")).to_have_css("background-color", DARK)
    expect(alone.locator("#versus .legend")).to_have_css("color", "rgb(250, 250, 250)")
