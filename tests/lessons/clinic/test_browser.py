"""The clinic in a real browser: asked in two steps, told by the clock, from patient to patient, in a file."""

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.alone import open_alone
from tests.browser.rest import at_rest
from tests.browser.stages import open_lesson, question, stage, stopped
from workbench.lessons.clinic import LESSON
from workbench.lessons.clinic.record import record_of
from workbench.lessons.clinic.records import PATIENTS
from workbench.lessons.clinic.stage import stage_of_patient

# In every frame after Next: how far both sides have drawn their stems, how many losses, and the moment said.
SAMPLES = """root => new Promise(done => {
  const found = [], begin = performance.now()
  const look = () => {
    const stems = [...root.querySelectorAll("[data-part=panels] .stems")].map(each => each.getAttribute("d"))
    const ends = d => [...d.matchAll(/M[-.0-9]+ ([-.0-9]+)V([-.0-9]+)/g)].map(([, a, b]) => Math.abs(a - b))
    const long = d => Math.max(0, ...ends(d))
    const losses = root.querySelectorAll(".losses-of-rows").length
    found.push([...stems.map(long), losses, root.querySelector(".count").textContent])
    performance.now() - begin < 1200 ? requestAnimationFrame(look) : done(found)
  }
  root.querySelector("[data-go=next]").click()
  requestAnimationFrame(look)
})"""


def open_patient(page: Page, server_url: str, link: str = "") -> None:
    open_lesson(page, f"{server_url}/clinic?{link}")


def shows(page: Page, words: str) -> None:
    expect(stage(page).locator(".count")).to_have_text(words)
    stopped(page)


def test_where_they_part_is_found_then_how_and_the_cost_is_told_last(page: Page, server_url: str) -> None:
    open_patient(page, server_url, "guess=none")
    asked = "At which moment do Anna and its healthy twin part?"
    expect(question(page)).to_have_text(f"{asked}press one belowShow me")
    below = stage(page).locator("[data-part=said]")
    expect(below).to_have_text("alike so far")
    expect(stage(page).locator(".findings")).to_be_hidden()
    expect(stage(page).locator(".parts, .strip .train, .costrow, .lines math")).to_have_count(0)
    expect(stage(page).get_by_role("radiogroup", name="What you see")).to_have_count(0)
    expect(stage(page).get_by_text("what it still asks for")).to_be_visible()
    expect(stage(page).get_by_text("One wrong line of arithmetic")).to_be_visible()
    # Of round 2 the gradients are seen, of all else it says the last round.
    numbers = [each for value in ("−0.373", "−1.73", "−0.520", "0.467") for each in (value, value)]
    expect(stage(page).locator(".drawn strong")).to_have_text(["Anna", "twin", *numbers])
    expect(stage(page).locator(".drawn").get_by_text(", before")).to_have_count(3)
    expect(stage(page).locator(".drawn .differs")).to_have_count(0)
    stage(page).locator("[data-go=next]").click()
    shows(page, "Round 2 of 30 · leaf weights")
    expect(below).to_have_text("They part here?")
    below.get_by_role("button").click()
    below.get_by_role("button", name="fairly").click()
    expect(question(page)).to_contain_text("Round 2, F. Yours, fairly: 1 moment early.")
    shows(page, "Round 2 of 30 · F")
    expect(stage(page).locator(".lens .parts")).to_have_attribute("aria-label", "round 2, F")
    expect(below).to_have_text("145 of 145 rows differ")
    expect(stage(page).locator(".strip .train, .costrow, .lines math")).to_have_count(0)
    expect(stage(page).locator(".title .value")).to_have_text(["row 0: F −0.190", "row 0: F −0.710"])
    cards = stage(page).get_by_role("radiogroup", name="What you see")
    page.reload()
    at_rest(page)
    cards.get_by_role("radio", name="Its stems are short from the start").click()
    cards.get_by_role("button", name="guessing").click()
    expect(question(page)).to_contain_text("Each tree replaces the prediction")
    expect(question(page)).to_contain_text("Not “Its stems are short from the start”")
    shows(page, "Round 30 of 30 · loss")
    expect(stage(page).locator(".right-one")).to_contain_text(PATIENTS["anna"].why)
    expect(stage(page).locator(".lines strong")).to_have_text(["−0.190", "−0.710"])
    expect(stage(page).locator(".lines p")).to_have_text("Row 0 after round 2: F")
    expect(stage(page).locator(".strip .train")).to_have_count(0)  # which are its picture
    expect(stage(page).locator(".costrow")).to_have_count(3)
    expect(stage(page).locator(".lines math")).to_have_count(2)
    expect(page).to_have_url(re.compile(r"moment=120&told=2"))
    expect(page.get_by_text("In training the new tree takes the place")).to_be_visible()


@pytest.mark.parametrize("moment", [6, 7])
def test_a_moment_that_is_said_tells_nothing_and_is_taken_back(
    page: Page, server_url: str, moment: int
) -> None:
    """Anna and her twin part at moment 7: until one is told, both answers look the same."""
    open_patient(page, server_url, f"guess=none&moment={moment}")
    here = stage(page).get_by_role("button", name="They part here?")
    expect(stage(page).get_by_text("differ")).to_have_count(0)
    here.click()
    expect(stage(page).locator(".lens .mine")).to_have_count(1)
    expect(stage(page).locator(".flags .guessed")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(stage(page).locator(".lens .mine")).to_have_count(0)
    here.click()
    stage(page).get_by_role("button", name="Next", exact=True).click()
    expect(question(page)).to_contain_text("Right: round 2, F" if moment == 7 else "Yours: 1 moment early.")


def test_the_twin_is_pulled_over_the_patient(page: Page, server_url: str) -> None:
    """By its name, or at a press; what both have in common is then one mark, and what differs is a line."""
    open_patient(page, server_url, "patient=sven&guess=none&moment=3")
    frames = stage(page).locator("[data-part=panels] rect")
    expect(frames).to_have_count(2)
    twin = stage(page).get_by_role("button", name="Lay the twin over Sven")
    place = twin.bounding_box()
    assert place
    page.mouse.move(place["x"] + 9, place["y"] + 9)
    page.mouse.down()
    page.mouse.move(0, place["y"] + 9, steps=3)
    expect(frames).to_have_count(1)
    page.mouse.up()
    stopped(page)
    expect(stage(page).locator(".picture .gaps")).to_have_attribute("d", re.compile("M"))
    stage(page).locator("[data-go=back]").click()
    shows(page, "Round 1 of 10 · leaf weights")
    expect(stage(page).locator(".picture .gaps")).to_have_attribute("d", "")
    stage(page).get_by_role("button", name="Pull the twin off").press("Enter")
    expect(stage(page).locator(".picture .gaps")).to_have_count(0)
    expect(frames).to_have_count(2)


def test_a_link_shows_what_it_says_in_another_browser(page: Page, other: Page, server_url: str) -> None:
    open_patient(page, server_url, "guess=none")
    question(page).get_by_role("button", name="Show me").click()
    expect(question(page)).to_contain_text("They part at round 2, F.")
    shows(page, "Round 2 of 30 · F")
    expect(page).to_have_url(re.compile("moment=7&told=1"))
    other.goto(f"{page.url}&guess=none")
    stopped(other)
    for tab in (page, other):
        expect(question(tab)).to_contain_text("Which of these ails Anna?")
        expect(stage(tab).get_by_text("145 of 145 rows differ")).to_be_visible()
    page.mouse.move(0, 0)
    stage(page).get_by_role("button", name="Pull the twin off").press("Enter")
    stage(page).locator("[data-part=picture]").click(position={"x": 60, "y": 200})
    stopped(page)
    expect(page).to_have_url(re.compile(r"laid=0&followed=\d+"))
    other.goto(f"{page.url}&guess=none")
    stopped(other)
    page.mouse.move(0, 0)
    pictures = [stage(tab).locator("[data-part=panels]").inner_html() for tab in (page, other)]
    assert pictures[0] == pictures[1]


def test_both_are_at_one_moment_in_every_frame(page: Page, server_url: str) -> None:
    """Of Sven and his twin the first gradients are the same, so their stems grow as one."""
    open_patient(page, server_url, "patient=sven&guess=none&moment=0")
    frames = stage(page).evaluate(SAMPLES)
    assert len(frames) > 3
    assert {said for *_, said in frames[1:]} == {"Round 1 of 10 · gradients"}
    assert all(patient == pytest.approx(twin, abs=0.2) for patient, twin, *_ in frames)
    long = [twin for _, twin, *_ in frames]
    assert long == sorted(long)
    assert long[-1] > 20


@pytest.mark.parametrize("go", ["next", "back"])
def test_table_lens_and_count_are_at_one_moment_in_every_frame(page: Page, server_url: str, go: str) -> None:
    open_patient(page, server_url, "guess=none&moment=6")
    looks = SAMPLES.replace("found.push([", 'found.push([root.querySelector(".drawn.now b").textContent,')
    looks = looks.replace("...stems.map(long), losses", 'root.querySelector(".lens .here").textContent')
    frames = stage(page).evaluate(looks.replace("=next", f"={go}"))
    names = {"gradients": "−g", "leaf weights": "w", "F": "F"}
    assert len(frames) > 3
    for row, cell, said in frames:
        assert row == cell == names[said.split(" · ")[1]]


def test_what_is_said_below_is_of_the_moment_that_is_under_the_hand(page: Page, server_url: str) -> None:
    open_patient(page, server_url, "guess=none&moment=5")
    strip, said = stage(page).locator(".strip").bounding_box(), stage(page).locator("[data-part=said]")
    expect(said).to_have_text("alike so far")
    assert strip
    x, y = (strip["x"] + 16 + (strip["width"] - 32) * np.array([5, 6.6]) / 120).tolist(), strip["y"] + 20
    page.mouse.move(x[0], y)
    page.mouse.down()
    page.mouse.move(x[1], y)
    expect(said).to_have_text("They part here?")
    here, below = stage(page).locator(".lens .here"), said.bounding_box()
    expect(here).to_have_attribute("aria-label", "round 2, F")
    cell = here.bounding_box()
    assert cell and below
    assert cell["x"] + cell["width"] / 2 == pytest.approx(below["x"] + below["width"] / 2, abs=1)
    page.mouse.up()


def test_patients_follow_each_other_and_back_leads_to_the_one_before(page: Page, server_url: str) -> None:
    open_patient(page, server_url, "guess=none&moment=120&told=2")
    stage(page).get_by_role("button", name="Next: Next patient").click()
    expect(question(page)).to_contain_text("At which moment do Boris and its healthy twin part?")
    expect(stage(page).locator(".facts")).to_contain_text("A rate of 0.1 was to slow it down.")
    expect(page).to_have_url(re.compile("patient=boris"))
    at_rest(page)
    chooser = stage(page).get_by_role("combobox", name="Patient")
    expect(chooser.locator("optgroup")).to_have_count(5)
    expect(chooser.locator("option:checked")).to_have_text("Boris")
    expect(chooser.locator("[value=anna]")).to_have_text(
        "Anna: After a few good rounds it gets worse and worse."
    )
    chooser.select_option("kira")
    expect(question(page)).to_contain_text("At which step do Kira and its healthy twin part?")
    expect(page).to_have_url(re.compile("patient=kira"))
    at_rest(page)
    page.go_back()
    expect(stage(page).locator(".facts")).to_contain_text("A rate of 0.1 was to slow it down.")
    at_rest(page)
    page.go_back()
    expect(question(page)).to_contain_text("Each tree replaces the prediction")
    expect(page.get_by_text("In training the new tree takes the place")).to_be_visible()
    at_rest(page)
    page.go_forward()
    expect(question(page)).to_contain_text("At which moment do Boris and its healthy twin part?")


def test_the_lens_follows_the_clock_and_a_suspicion_is_taken_back(page: Page, server_url: str) -> None:
    open_patient(page, server_url, "moment=7&told=1&guess=none")
    cells = stage(page).get_by_role("radiogroup", name="Moments").get_by_role("radio")
    expect(cells).to_have_count(12)
    cells.nth(1).press("Enter")
    shows(page, "Round 1 of 30 · leaf weights")
    card = stage(page).get_by_role("radiogroup", name="What you see").get_by_role("radio").first
    card.press("Enter")
    expect(card).to_be_checked()
    page.keyboard.press("Escape")
    expect(card).not_to_be_checked()
    stage(page).locator("[data-go=last]").click()
    shows(page, "Round 30 of 30 · loss")
    expect(stage(page).get_by_role("button", name="Next: To round 2")).to_be_enabled()
    # Losses have a scale of their own, and the panel to themselves.
    expect(stage(page).locator("[data-part=panels] g:has(> .answers)").first).to_have_css("opacity", "0")
    expect(cells.last).to_have_attribute("aria-label", "round 30, loss")
    expect(stage(page).locator("[data-part=legend]")).to_contain_text("by powers of ten beyond")
    # Anna's worst losses are a hundred times those of her twin, which are seen all the same.
    lengths = "path => path.getAttribute('d').match(/v-?[.0-9]+/g).map(each => -each.slice(1))"
    anna, twin = (each.evaluate(lengths) for each in stage(page).locator(".losses-of-rows").all())
    assert max(twin) > 0.4 * max(anna)
    assert sum(each > 4 for each in twin) > len(twin) / 2


def test_once_all_is_told_losses_are_drawn_from_round_to_round(page: Page, server_url: str) -> None:
    """As far as they have come, in one frame or in two; what is no number ends them."""
    open_patient(page, server_url, "moment=8&told=2&guess=none")
    training, unseen = (stage(page).locator(f"[data-part=panels] .{each}") for each in ("train", "unseen"))
    expect(stage(page).locator(".losses-of-rows")).to_have_count(0)
    points = "paths => paths.map(path => path.getAttribute('d').split(/[ML]/).length - 1)"
    assert [each.evaluate_all(points) for each in (training, unseen)] == [[3, 3], [3, 3]]
    stage(page).locator("[data-go=last]").click()
    shows(page, "Round 30 of 30 · loss")
    assert training.evaluate_all(points) == [31, 31]
    expect(stage(page).locator(".title .value")).to_have_text(["unseen 1.40", "unseen 0.287"])
    expect(stage(page).locator("[data-part=legend]")).to_contain_text("log loss after each round:")
    open_patient(page, server_url, "patient=tilda&moment=200&told=2&guess=none&laid=0")
    assert training.evaluate_all(points) == [40, 51]
    expect(stage(page).locator(".picture").get_by_text("NaN", exact=True)).to_have_count(2)
    expect(stage(page).locator(".picture").get_by_text("they part")).to_have_count(2)


@pytest.mark.parametrize("name", ["greta", "rosa"])
def test_a_long_formula_keeps_off_its_number(page: Page, server_url: str, name: str) -> None:
    open_patient(page, server_url, f"patient={name}&moment=500&told=2&guess=none")
    ends = """line => [...line.querySelectorAll("math *")].map(each => each.getBoundingClientRect().right)"""
    for line in stage(page).locator(".lines > div").all():
        number, box = line.locator("strong").bounding_box(), line.bounding_box()
        assert number and box
        assert max(line.evaluate(ends)) < number["x"]
        assert number["x"] + number["width"] < box["x"] + box["width"]


def test_next_tells_a_card_that_is_chosen(page: Page, server_url: str) -> None:
    open_patient(page, server_url, "moment=7&told=1&guess=none")
    stage(page).get_by_role("radio", name="Its dots start from zero every round").click()
    stage(page).locator("[data-go=next]").click()
    expect(question(page)).to_contain_text("Each tree replaces the predictionRight")
    shows(page, "Round 30 of 30 · loss")


def test_where_only_other_numbers_differ_it_says_why(page: Page, server_url: str) -> None:
    """Anna's predict adds up all her trees at round 2: only the F of her training is another."""
    open_patient(page, server_url, "moment=8&told=1&guess=none")
    below = stage(page).locator("[data-part=said]")
    expect(below).to_have_text(
        "no loss differs: it is of what predict says, not of the F that training goes on from"
    )
    open_patient(page, server_url, "patient=uwe&moment=5&told=1&guess=none")
    expect(below).to_have_text("no row differs: training goes on from the same F")


def test_who_steps_to_the_end_is_told_nothing(page: Page, server_url: str) -> None:
    open_patient(page, server_url, "patient=jonas&guess=none&moment=2")
    record = record_of(PATIENTS["jonas"])
    for moment in (2, 3):
        step = stage(page).get_by_role("slider", name="Step")
        expect(step).to_have_attribute("aria-valuenow", str(moment))
        stopped(page)
        numbers = np.array(stage(page).locator(".plain strong").all_text_contents()).reshape(-1, 2).T
        for side, said in zip(record["sides"], numbers, strict=True):
            assert [float(each.replace("−", "-")) for each in said if each] == pytest.approx(
                side["F"][moment][~np.isnan(side["F"][moment])], abs=6e-4
            )
        stage(page).locator("[data-go=next]").click(force=True)
    expect(stage(page).locator("[data-go=next]")).to_be_disabled()
    expect(question(page)).to_contain_text("At which branch do Jonas and its healthy twin part?")
    question(page).get_by_role("button", name="Show me").click()
    expect(question(page)).to_contain_text("They part at")


def test_play_goes_round_by_round(page: Page, server_url: str) -> None:
    open_patient(page, server_url, "patient=sven&guess=none&moment=36")
    frames = stage(page).evaluate(SAMPLES.replace("next", "play"))
    assert {losses for *_, losses, _ in frames} == {0, 2}
    assert all((losses > 0) == said.endswith("loss") for *_, losses, said in frames)
    shows(page, "Round 10 of 10 · loss")
    expect(stage(page).get_by_role("slider", name="Step")).to_have_attribute(
        "aria-valuetext", "Round 10 of 10 · loss"
    )


@pytest.mark.parametrize("name", [name for name, each in PATIENTS.items() if each.fault not in ("replaced",)])
@pytest.mark.sweep
def test_every_patient_is_drawn_and_told(page: Page, server_url: str, name: str) -> None:
    record = record_of(PATIENTS[name])
    open_patient(page, server_url, f"patient={name}&guess=none")
    question(page).get_by_role("button", name="Show me").click()
    expect(question(page)).to_contain_text("They part at")
    expect(page).to_have_url(re.compile(rf"moment={record['parts']}&.*told=1"))
    stopped(page)
    question(page).get_by_role("button", name="Show me").click()
    expect(question(page)).to_contain_text(PATIENTS[name].diagnosis)
    expect(stage(page).locator(".right-one")).to_contain_text(PATIENTS[name].look)
    expect(stage(page).locator(".costrow")).to_have_count(len(record["costs"]))


@pytest.mark.parametrize("width", [390, 820])
@pytest.mark.parametrize("name", ["anna", "greta"])
def test_narrow_nothing_is_cut(page: Page, server_url: str, width: int, name: str) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    open_patient(page, server_url, f"patient={name}&guess=none&told=1")
    at_rest(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    parts = (".who", ".question", ".picture", ".lens", ".stepper")
    boxes = [box for part in parts if (box := stage(page).locator(part).bounding_box())]
    assert len(boxes) == len(parts)
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
    tops = [box["y"] for box in boxes]
    assert tops == sorted(tops)
    cards = stage(page).locator(".cards").bounding_box()
    assert cards
    assert (cards["y"] < tops[-2]) == (width == 390)


def test_the_file_asks_and_tells_by_itself(alone: Page, tmp_path: Path) -> None:
    cursor = {"moment": 0, "told": 0, "laid": None, "followed": None, "guess": None}
    open_alone(alone, tmp_path, LESSON.saved(stage_of_patient(PATIENTS["sven"]), cursor, {}))
    expect(stage(alone).get_by_role("combobox", name="Patient")).to_be_hidden()
    question(alone).get_by_role("button", name="Show me").click()
    expect(question(alone)).to_contain_text("They part at round 1, F.")
    question(alone).get_by_role("button", name="Show me").click()
    expect(question(alone)).to_contain_text("The update subtracts")
    shows(alone, "Round 10 of 10 · loss")
    parts = [stage(alone).locator(part).last for part in (".costrow:visible", ".findings")]
    last, whole = (part.bounding_box() for part in parts)
    assert last and whole
    assert last["y"] + last["height"] <= whole["y"] + whole["height"] + 0.5


def test_reduced_motion_shows_ends(page: Page, server_url: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_patient(page, server_url, "patient=sven&guess=none&moment=0")
    long = [twin for _, twin, *_ in stage(page).evaluate(SAMPLES)]
    assert len(set(long[2:])) == 1
    page.emulate_media(reduced_motion="no-preference")
