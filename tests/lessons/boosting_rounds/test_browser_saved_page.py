"""The file of "Save as a page" in a browser without a network: it steps and draws as the workbench does."""

from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.alone import (
    TOLD_SIZE,
    answers_every_question,
    answers_in_the_picture,
    made_as_large,
    open_alone,
    step_button,
)
from tests.browser.rest import at_rest
from workbench.lessons.boosting_rounds.current_round import lesson_frames
from workbench.lessons.boosting_rounds.first_cut import verdict
from workbench.lessons.boosting_rounds.saved_page import SavedRounds, saved_page
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.settings import Settings
from workbench.trees.box_text import question

LIGHT, DARK = "rgb(255, 255, 255)", "rgb(16, 20, 24)"
PICTURE = ".scrubber .picture.main"


@cache
def fit_of(data: str) -> BoostedModel:
    return fit_boosted_model(Settings(data=data))


def open_file(tab: Page, folder: Path, data: str, number: int = 1) -> None:
    fit = fit_of(data)
    open_alone(tab, folder, saved_page(SavedRounds(fit, lesson_frames(fit), number, 0, {})))


def button(tab: Page, name: str) -> Locator:
    return step_button(tab, name, "Round")


def shows(tab: Page, number: int, data: str, last: int = 50) -> None:
    """Picture, slider, heading and root are those of the round in the trace."""
    fit = fit_of(data)
    expect(tab.get_by_text(f"Round {number} of {last}", exact=True)).to_be_visible()
    expect(tab.get_by_role("slider", name="Round", exact=True)).to_have_value(str(number))
    expect(tab.get_by_role("heading", name=f"The tree of round {number}", exact=True)).to_be_visible()
    tree = fit.trace[number - 1].trees[0]
    root = tab.locator(".tree .node[data-index='0'] .first")
    expect(root).to_have_text(question(tree, 0, fit.dataset.feature_names))
    expect(tab.locator(".tree .node")).to_have_count(tree.n_nodes)
    expect(tab.locator("[data-says=words]")).to_contain_text(f"Round {number} adds")


def test_it_opens_at_its_round_and_steps_through_all(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, "cos_x2", 4)
    shows(alone, 4, "cos_x2")
    button(alone, "First").click()
    for number in range(1, 51):
        expect(alone.get_by_text(f"Round {number} of 50", exact=True)).to_be_visible()
        if number in (1, 2, 7, 33, 50):
            shows(alone, number, "cos_x2")
        if number < 50:
            button(alone, "Next").click()
    expect(button(alone, "Next")).to_be_disabled()
    slider = alone.get_by_role("slider", name="Round", exact=True)
    for number in (3, 50, 21):
        slider.fill(str(number))
        shows(alone, number, "cos_x2")
    slider.press("ArrowLeft")
    shows(alone, 20, "cos_x2")


@pytest.mark.wide
def test_it_asks_for_the_first_cut_of_a_round_and_tells(alone: Page, tmp_path: Path) -> None:
    fit = fit_of("cos_x2")
    file = saved_page(SavedRounds(fit, lesson_frames(fit), 3, 0, {}))
    answers_every_question(alone, tmp_path, file, "Round")


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_a_cut_is_put_into_the_picture_and_stays_beside_the_right_one(
    alone: Page, tmp_path: Path, size: tuple[int, int]
) -> None:
    alone.set_viewport_size({"width": size[0], "height": size[1]})
    open_file(alone, tmp_path, "cos_x2", 3)
    guess, cut = (alone.locator(f"{PICTURE} path.{name}") for name in ("guess", "cut"))
    said = answers_in_the_picture(
        alone, lambda: alone.locator(f"{PICTURE} svg").click(position={"x": 150, "y": 150})
    )
    label = alone.locator(f"{PICTURE} text.guessLabel").text_content() or ""
    credit, words = verdict(fit_of("cos_x2"), 3, 0, float(label.removeprefix("your cut ")))
    assert credit < 1
    assert said == f"Round 3. {words} You were sure. 0 of 1 right, 0 of 1 when sure."
    for line in (guess, cut):
        expect(line).not_to_have_attribute("d", "")
    button(alone, "Next").click()
    expect(alone.locator("#tree")).to_be_hidden()
    for line in (guess, cut):
        expect(line).to_have_attribute("d", "")
    button(alone, "Back").click()
    expect(guess).not_to_have_attribute("d", "")


def test_by_keys_a_cut_is_put_into_the_picture_and_answered_in_the_strip(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, "cos_x2", 3)
    alone.get_by_role("button", name="Guess first").click()
    alone.locator(f"{PICTURE} [role=slider]").press("Enter")
    expect(alone.locator(".offer")).to_be_hidden()
    bar = alone.get_by_role("group", name="Question", exact=True)
    bar.get_by_role("button", name="guessing", exact=True).press("Enter")
    expect(bar.locator("p")).to_contain_text("You were guessing. 0 of 1 right.")
    expect(bar.locator(".mode")).to_be_focused()


@pytest.mark.wide
@pytest.mark.parametrize("data", ["moons", "sonar", "diabetes"])
def test_other_kinds_of_pictures(alone: Page, tmp_path: Path, data: str) -> None:
    open_file(alone, tmp_path, data)
    shows(alone, 1, data)
    button(alone, "Next").click()
    shows(alone, 2, data)
    button(alone, "Last").click()
    shows(alone, 50, data)


@pytest.mark.wide
def test_it_plays_to_the_end(alone: Page, tmp_path: Path) -> None:
    alone.emulate_media(reduced_motion="no-preference")
    open_file(alone, tmp_path, "cos_x2", 30)
    button(alone, "Play").click()
    shows(alone, 50, "cos_x2")
    expect(button(alone, "Play")).to_be_visible()


def test_while_it_plays_what_is_of_another_round_steps_back(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, "cos_x2")
    others = [alone.locator(each) for each in ("#tree", "#gains", "[data-says=words]")]
    button(alone, "Play").click()
    for other in others:
        expect(other).to_have_css("opacity", "0.3")
    expect(alone.locator("#scrubber")).to_have_css("opacity", "1")
    button(alone, "Pause").click()
    for other in others:
        expect(other).to_have_css("opacity", "1")


@pytest.mark.wide
def test_the_gain_curve_is_that_of_the_root(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, "cos_x2")
    read = alone.locator(".gains .read")
    names = fit_of("cos_x2").dataset.feature_names
    for number in (1, 2, 3):
        tree = fit_of("cos_x2").trace[number - 1].trees[0]
        expect(read).to_contain_text(question(tree, 0, names))
        button(alone, "Next").click()


@pytest.mark.wide
def test_the_picture_is_that_of_the_workbench(
    alone: Page, page: Page, server_url: str, tmp_path: Path
) -> None:
    page.goto(f"{server_url}/boosting_rounds?round=3")
    at_rest(page)
    size = page.locator(PICTURE).evaluate(TOLD_SIZE)
    open_file(alone, tmp_path, "cos_x2", 3)
    alone.add_style_tag(content=".pair { grid-template-columns: none; }")
    made_as_large(alone, "#scrubber", ".scrubber", "--stage", PICTURE, size, TOLD_SIZE)
    for number in (3, 1, 12, 50):  # more than one round at once: no movement
        for tab in (alone, page):
            tab.get_by_role("slider", name="Round", exact=True).fill(str(number))
            expect(tab.get_by_text(f"Round {number} of 50", exact=True)).to_be_visible()
        drawn = page.locator(f"{PICTURE} path.after").get_attribute("d") or ""
        assert drawn.count("L") > 100
        expect(alone.locator(f"{PICTURE} path.after")).to_have_attribute("d", drawn)


@pytest.mark.wide
def test_it_is_light_or_dark_as_the_reader_likes_it(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, "cos_x2")
    expect(alone.locator("body")).to_have_css("background-color", LIGHT)
    alone.emulate_media(color_scheme="dark")
    expect(alone.locator("body")).to_have_css("background-color", DARK)
    expect(alone.locator(".scrubber output")).to_have_css("color", "rgb(250, 250, 250)")


@pytest.mark.wide
def test_where_it_is_narrow_the_tree_stands_below_and_nothing_is_cut_off(alone: Page, tmp_path: Path) -> None:
    alone.set_viewport_size({"width": 390, "height": 844})
    open_file(alone, tmp_path, "cos_x2")
    picture, tree = (alone.locator(place).bounding_box() for place in (".scrubber", ".tree"))
    assert picture is not None
    assert tree is not None
    assert tree["y"] >= picture["y"] + picture["height"]
    assert alone.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.wide
def test_the_button_gives_the_file(page: Page, alone: Page, server_url: str, tmp_path: Path) -> None:
    page.goto(f"{server_url}/boosting_rounds?round=5")
    at_rest(page)
    with page.expect_download() as coming:
        page.get_by_role("button", name="Save as a page", exact=True).click()
    assert coming.value.suggested_filename == "cos_x2_round_5.html"
    file = tmp_path / "given.html"
    coming.value.save_as(file)
    alone.goto(file.as_uri())
    shows(alone, 5, "cos_x2")
    expect(alone.get_by_text("boosting_rounds?round=5&guess=0", exact=True)).to_be_visible()
