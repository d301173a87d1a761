"""The file of "Save as a page" in a browser without a network: every step as the workbench draws it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.alone import (
    SIZE,
    answers_every_question,
    answers_in_the_picture,
    made_as_large,
    open_alone,
    saved_by_button,
    step_button,
)
from tests.lessons.prune_it.test_saved_gamma import XOR, file_of
from tests.lessons.prune_it.test_saved_page import saved_of
from workbench.lessons.prune_it.saved_page import saved_page

TREES = ".price-picture .trees"


def step_of_sequence(tab: Page) -> Locator:
    return tab.get_by_role("slider", name="Step of the sequence", exact=True)


def drawn(tab: Page) -> list[str]:
    """The tree with its words, and what is read off the curves."""
    found: list[str] = tab.locator(".price-picture").evaluate(
        "root => [...root.querySelectorAll('.trees path, .trees .node, .pill-text, .under, .reading span')]"
        ".map(each => [each.getAttribute('class'), each.getAttribute('d'), each.textContent].join())"
    )
    return found


def test_buttons_keys_slider_and_the_picture_itself_step(alone: Page, tmp_path: Path) -> None:
    open_alone(alone, tmp_path, saved_page(saved_of(None)))
    slider = alone.get_by_role("slider", name="Step", exact=True)
    handle = step_of_sequence(alone)

    def shows(k: int) -> None:
        expect(alone.locator("[data-says=words]")).to_contain_text(f"Step {k} of 5, best from")
        expect(slider).to_have_attribute("aria-valuetext", f"Step {k} of 5")
        expect(handle).to_have_attribute("aria-valuenow", str(k))
        expect(alone.locator(".trees .node.leaf")).to_have_count((7, 5, 4, 3, 2, 1)[k])
        expect(alone.locator("#tree svg")).to_have_attribute("aria-label", re.compile(f"after step {k}$"))

    shows(1)
    step_button(alone, "First").click()
    for k in range(6):
        shows(k)
        if k < 5:
            step_button(alone, "Next").click()
    expect(step_button(alone, "Next")).to_be_disabled()
    slider.fill("3")
    shows(2)
    slider.press("ArrowLeft")
    shows(1)
    handle.press("End")
    shows(5)
    handle.press("Home")
    shows(0)
    alone.locator(".trees .node[data-index='6']").click()
    step_button(alone, "Next").click()
    shows(1)
    expect(alone.locator(".trees .node[data-index='6']")).to_have_attribute("aria-selected", "true")
    step_button(alone, "Play").click()
    shows(5)


def test_it_asks_what_falls_next_and_tells(alone: Page, tmp_path: Path) -> None:
    answers_every_question(alone, tmp_path, saved_page(saved_of(None)))
    expect(alone.locator(".trees .pill-text")).to_have_count(0)  # a single leaf has no g
    step_button(alone, "First").click()
    expect(alone.locator(".trees .pill-text").first).to_be_visible()
    alone.get_by_role("button", name="Guess first").click()
    expect(alone.locator("[data-says=words]")).to_contain_text("falls")  # it was answered before
    assert alone.locator("#tree").is_visible()


def test_while_it_is_asked_no_strength_is_in_the_picture(alone: Page, tmp_path: Path) -> None:
    open_alone(alone, tmp_path, saved_page(saved_of(None)))
    strengths = alone.locator(".trees .pill-text")
    expect(strengths).not_to_have_count(0)
    alone.get_by_role("button", name="Guess first").click()
    expect(strengths).to_have_count(0)
    expect(alone.locator("[data-says=words]")).not_to_contain_text("fall")
    alone.get_by_role("button", name="Stop guessing").click()
    expect(strengths).not_to_have_count(0)


def test_a_branch_is_chosen_in_the_tree_and_stays_beside_the_weakest(alone: Page, tmp_path: Path) -> None:
    open_alone(alone, tmp_path, saved_page(saved_of(None)))
    step_button(alone, "First").click()
    mine = alone.locator(".trees .node[data-index='2']")
    said = answers_in_the_picture(alone, lambda: mine.locator(".dot").click())
    assert said.startswith("You: node 2, ")
    expect(mine).to_have_attribute("aria-selected", "true")
    expect(alone.locator(".trees .node.next")).not_to_have_count(0)
    step_of_sequence(alone).press("ArrowRight")  # another question: nothing is put into it
    expect(alone.get_by_role("group", name="Question").locator("p")).to_have_text("Which branch falls next?")


@pytest.mark.wide
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
@pytest.mark.parametrize("data", [XOR, "cos_x2"])
def test_gamma_steps_asks_and_tells(alone: Page, tmp_path: Path, data: str, size: tuple[int, int]) -> None:
    alone.set_viewport_size({"width": size[0], "height": size[1]})
    answers_every_question(alone, tmp_path, file_of(data).encode())
    alone.get_by_role("slider", name="gamma", exact=True).press("Home")
    expect(alone.locator("[data-says=words]")).to_contain_text("γ = 0.")
    assert alone.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.wide
def test_every_step_is_drawn_as_at_the_workbench(
    alone: Page, page: Page, server_url: str, tmp_path: Path
) -> None:
    address = f"{server_url}/prune_it?prune_tree=data&data=sonar&prune_step=2"
    assert saved_by_button(alone, page, address, tmp_path) == "sonar_prunings.html"
    made_as_large(
        alone, "#picture", ".price-picture", "--picture-height", TREES, page.locator(TREES).evaluate(SIZE)
    )
    said = alone.locator("[data-says=words]").inner_text()
    last = int(re.findall(r"of (\d+), best from", said)[0])
    expect(page.get_by_text(said, exact=True)).to_be_visible()
    for tab in (alone, page):
        step_of_sequence(tab).press("Home")
    for k in range(last + 1):
        for tab in (alone, page):
            expect(tab.get_by_text(f"Step {k} of {last}, best from")).to_be_visible()
        assert drawn(alone) == drawn(page)
        assert len(drawn(alone)) > 50
        assert alone.locator("#tree .tree").inner_text() == page.locator(".tree").inner_text()
        if k < last:
            step_of_sequence(page).press("ArrowRight")
            step_button(alone, "Next").click()


@pytest.mark.wide
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_nothing_lies_on_anything_else_or_is_cut_off(
    alone: Page, tmp_path: Path, size: tuple[int, int]
) -> None:
    alone.set_viewport_size({"width": size[0], "height": size[1]})
    open_alone(alone, tmp_path, saved_page(saved_of("iris")))
    plots, stepper, boxes = (
        alone.locator(each).bounding_box() for each in (".plots svg", "#stepper", "#tree")
    )
    assert plots is not None
    assert stepper is not None
    assert boxes is not None
    assert plots["y"] + plots["height"] <= stepper["y"] + 1
    assert stepper["y"] + stepper["height"] <= boxes["y"]
    assert alone.evaluate("document.documentElement.scrollWidth") <= size[0]
    if size[0] > 900:
        assert stepper["y"] + stepper["height"] <= size[1]
