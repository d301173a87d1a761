"""The stage of the lesson in Chromium: every way to a step, every picture, and all parts at one step."""

import re

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.menu import go_to
from tests.browser.rest import at_rest
from tests.pages import fit

# What each part of the stage says of the round, in one frame.
ROUNDS = """async () => {
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
  const shadows = [...document.querySelectorAll("*")].map(each => each.shadowRoot)
  const stage = shadows.find(each => each?.querySelector(".stage"))
  const part = name => stage.querySelector(`[data-part=${name}]`)
  return [part("count").textContent, part("strip").getAttribute("aria-valuenow")]
}"""


def open_lesson(page: Page, server_url: str, query: str = "") -> None:
    page.goto(f"{server_url}/boosting_rounds?{query if 'data=' in query else f'data=cos_x2&{query}'}")
    expect(page.locator(".stage[data-drawn]")).to_have_count(1)
    at_rest(page)


def part(page: Page, name: str) -> Locator:
    return page.locator(f".stage [data-part={name}]")


def button(page: Page, name: str) -> Locator:
    return page.locator(".stage").get_by_role("button", name=name, exact=True)


def shows(page: Page, number: int, last: int = 50) -> None:
    """All parts are at a round, and so are the address and what stands below."""
    expect(part(page, "count")).to_have_text(f"Round {number} of {last}")
    expect(part(page, "strip")).to_have_attribute("aria-valuetext", f"Round {number} of {last}")
    expect(part(page, "treehead")).to_have_text(f"Tree of round {number}")
    pattern = rf"[?&]round={number}(&|$)" if number > 1 else r"^(?!.*[?&]round=)"
    expect(page).to_have_url(re.compile(pattern))
    at_rest(page)
    expect(page.get_by_text(f"Round {number} adds a tree")).to_be_visible()


def test_buttons_keys_and_the_strip_lead_to_a_step(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    shows(page, 1)
    button(page, "Next").click()
    shows(page, 2)
    page.keyboard.press("ArrowRight")
    shows(page, 3)
    button(page, "Back").click()
    shows(page, 2)
    button(page, "Last").click()
    shows(page, 50)
    button(page, "Next: What’s next").click()
    leads_on = page.locator(".st-key-lesson_end").get_by_role("link")
    expect(leads_on).to_be_focused()
    expect(leads_on).to_be_in_viewport()
    part(page, "strip").scroll_into_view_if_needed()
    box = part(page, "strip").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(part(page, "strip")).not_to_have_attribute("aria-valuenow", "50")
    at = int(part(page, "strip").get_attribute("aria-valuenow") or 0)
    assert 23 <= at <= 27
    shows(page, at)


def test_the_end_leads_back_to_where_the_unseen_rows_were_missed_least(page: Page, server_url: str) -> None:
    best = int(np.argmin(fit(data="cos_x2", noise=0.5, learning_rate=0.5).losses[1]))
    assert 0 < best < 50
    open_lesson(page, server_url, "noise=0.5&learning_rate=0.5&round=50")
    expect(part(page, "prompt")).to_contain_text(f"Enough after round {best}")
    button(page, f"To round {best}").click()
    shows(page, best)
    open_lesson(page, server_url, "data=hand4&n_estimators=3&round=3")  # no row is unseen
    expect(part(page, "prompt")).to_have_text("All 3 trees are grown.")


def test_what_comes_before_the_first_round_is_in_the_address(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    shows(page, 1)
    button(page, "First").click()
    expect(part(page, "count")).to_have_text("Round 0 of 50")
    expect(page).to_have_url(re.compile(r"[?&]round=0(&|$)"))
    at_rest(page)
    page.reload()
    expect(part(page, "count")).to_have_text("Round 0 of 50")
    expect(page.get_by_text("Round 1 adds a tree")).to_be_visible()


def test_twenty_quick_keys_end_where_they_lead_and_no_part_is_behind(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    for number in range(2, 22):
        page.keyboard.press("ArrowRight")
        count, strip = page.evaluate(ROUNDS)
        assert (count, strip) == (f"Round {number} of 50", str(number))
    shows(page, 21)
    expect(part(page, "gain")).to_have_attribute("aria-valuetext", re.compile("gain"))


@pytest.mark.parametrize("guess", ["none", "1"])
def test_a_step_that_a_held_key_or_the_strip_passes_is_seen_whole_and_asks_nothing(
    page: Page, server_url: str, guess: str
) -> None:
    open_lesson(page, server_url, f"guess={guess}")
    handle = page.locator(".stage .handle")
    expect(handle).not_to_have_count(0)
    for _ in range(5):
        page.keyboard.down("ArrowRight")  # from the second on it is held
    expect(part(page, "prompt")).to_have_text(re.compile("^Best: x"))
    expect(part(page, "gainnote")).to_have_text(re.compile("rows"))
    expect(handle).to_have_count(0)
    page.keyboard.up("ArrowRight")
    expect(part(page, "prompt")).to_have_text("Where will the next tree cut first?")
    expect(handle).not_to_have_count(0)
    box = part(page, "strip").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 4, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(part(page, "prompt")).to_have_text(re.compile("^Best: x"))
    expect(part(page, "gainnote")).to_have_text(re.compile("rows"))
    page.mouse.up()
    expect(part(page, "prompt")).to_have_text("Where will the next tree cut first?")


def test_a_tree_that_comes_under_a_hand_at_rest_is_not_pointed_at(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    page.locator(".stage .tree [data-node='1']").first.hover()
    at_rest(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for _ in range(5):
        page.keyboard.press("ArrowRight")
        at_rest(page)
    assert [each for each in asked if "moment" in each and "node=0" not in each] == []


@pytest.mark.parametrize("data", ["moons", "spiral3", "cos_xy", "diabetes", "sonar", "iris", "automobile"])
def test_every_kind_of_picture_steps_and_asks(page: Page, server_url: str, data: str) -> None:
    open_lesson(page, server_url, f"data={data}&n_estimators=5&round=2")
    expect(part(page, "count")).to_have_text("Round 2 of 5")
    for number in (3, 4, 5):
        button(page, "Next").click()
        expect(part(page, "treehead")).to_have_text(re.compile(f"round {number}"))
    at_rest(page)
    expect(page.get_by_text("Round 5 adds")).to_be_visible()
    button(page, "First").click()
    expect(part(page, "prompt")).to_have_text(re.compile("next tree"))


def test_another_setting_keeps_the_round_and_draws_another_fit(page: Page, server_url: str) -> None:
    open_lesson(page, server_url, "round=9")
    losses = part(page, "losses").text_content()
    page.get_by_role("slider", name="learning_rate").press("ArrowRight")
    expect(part(page, "losses")).not_to_have_text(str(losses))
    shows(page, 9)
    button(page, "Next").click()
    page.go_back()  # before what stands below has heard of the step
    expect(part(page, "losses")).to_have_text(str(losses))
    shows(page, 9)


def test_who_leaves_in_the_middle_of_a_motion_finds_the_step_on_coming_back(
    page: Page, server_url: str
) -> None:
    open_lesson(page, server_url, "round=4")
    button(page, "Next").click()
    go_to(page, "Follow one row")
    expect(page).to_have_title(re.compile("Follow one row"))
    go_to(page, "Boosting, round by round")
    expect(part(page, "count")).to_have_text("Round 5 of 50")
    shows(page, 5)


def test_the_classes_have_stages_of_their_own(page: Page, server_url: str) -> None:
    open_lesson(page, server_url, "data=iris&n_estimators=3&round=2")
    page.get_by_text("virginica", exact=True).first.click()
    expect(page).to_have_url(re.compile("class=2"))
    expect(part(page, "count")).to_have_text("Round 2 of 3")
    button(page, "Next").click()
    expect(page).to_have_url(re.compile("round=3"))
    at_rest(page)
    expect(page.get_by_text("Round 3 adds")).to_be_visible()


@pytest.mark.parametrize("width", [1280, 900, 390])
def test_classes_and_parameters_have_room_beside_each_other(page: Page, server_url: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    open_lesson(page, server_url, "data=iris&n_estimators=3")
    first = page.get_by_role("radio", name="setosa").bounding_box()
    value = page.locator(".parameter").last.bounding_box()
    assert first is not None
    assert value is not None
    beside = value["x"] + value["width"] <= first["x"]
    assert beside or value["y"] + value["height"] <= first["y"] or first["y"] + first["height"] <= value["y"]


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080)])
def test_classes_move_nothing_of_the_stage(page: Page, server_url: str, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    bottoms = []
    for data in ("moons", "iris"):
        open_lesson(page, server_url, f"data={data}&n_estimators=3")
        box = button(page, "Next").bounding_box()
        assert box is not None
        bottoms.append(box["y"] + box["height"])
    assert bottoms[0] == bottoms[1] <= height


def test_on_a_phone_the_question_comes_before_the_parameters(page: Page, server_url: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_lesson(page, server_url)
    expect(page.get_by_role("slider", name="max_depth")).to_be_visible()
    boxes = [page.locator(each).first.bounding_box() for each in (".question", ".sums", ".parameter")]
    tops = [box["y"] for box in boxes if box is not None]
    assert len(tops) == 3
    assert tops == sorted(tops)


# Says how sure one is, and takes the guess back before the answer has come.
TAKES_BACK = """stage => {
  stage.querySelector("[data-sure]").click()
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }))
}"""


def test_of_a_guess_that_is_taken_back_nothing_of_the_next_tree_is_left(page: Page, server_url: str) -> None:
    open_lesson(page, server_url, "n_estimators=6&round=3&guess=1")
    handle = page.locator(".stage .handle").first
    handle.press("ArrowRight")
    handle.press("Enter")
    expect(page.locator(".stage [data-sure]").first).to_be_visible()
    page.locator(".stage").evaluate(TAKES_BACK)
    at_rest(page)
    expect(part(page, "answer").locator("em")).to_have_count(0)
    shows(page, 3, 6)


def test_a_panel_with_the_focus_may_move_as_another_picture_comes(page: Page, server_url: str) -> None:
    open_lesson(page, server_url, "n_estimators=6")
    page.get_by_role("combobox", name="Data set").click()
    page.get_by_role("option", name="Moons", exact=True).click()
    expect(page).to_have_url(re.compile("data=moons"))
    at_rest(page)
    for go in (page.go_back, page.go_forward):
        part(page, "gain").focus()
        go()
        at_rest(page)
    shows(page, 1, 6)
