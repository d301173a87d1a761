"""What one leaf asks, in a real browser: on the handle and on the cut, and nothing tells before."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.rest import at_rest
from tests.browser.stages import go, open_lesson, question, shows, stage
from tests.lessons.one_leaf.handles import ASKED, drag, handle, open_file, value

# What would tell w: curves of the whole leaf, its sums and formulas, the lowest point.
TELLING = (
    ".layer :is(.truth, .after, .stems, .ball, .depth, .of-model), "
    ".right :is(.line, .term, .depth, .of-slope)"
)


def test_it_opens_with_the_question_and_nothing_that_tells(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/one_leaf?guess=none")
    expect(question(page)).to_contain_text("At which w do all rows together lose least?")
    expect(stage(page).locator(TELLING)).to_have_count(0)
    expect(stage(page).locator(".row-curve")).not_to_have_count(0)
    assert value(page) == 0
    expect(page.get_by_text("w*")).to_have_count(0)


def test_each_act_asks_and_the_reveal_ends_in_the_next(page: Page, server_url: str) -> None:
    """Where rows together lose least, where their parabola does, and where it does with the penalty."""
    open_lesson(page, f"{server_url}/one_leaf?guess=none")
    drag(page, 150)
    put = value(page)
    assert put > 0.2
    expect(stage(page).locator(TELLING)).to_have_count(0)
    page.reload()  # what is put and not told stays
    at_rest(page)
    assert value(page) == put
    stage(page).locator(".sures").get_by_role("button", name="fairly").click()
    shows(page, 2)
    expect(stage(page).locator(".picture")).to_contain_text("lowest at 1.1")
    expect(stage(page).locator(".picture")).to_contain_text(re.compile(r"yours, 0\.\d+ off"))
    expect(stage(page).locator(".picture :is(.after, .stems)")).to_have_count(0)
    expect(question(page)).to_contain_text(
        re.compile(r"at w = 1\.1: there slopes −0\.75 and \+0\.75 cancel *yours, fairly sure, takes \d+ %")
    )
    expect(handle(page)).to_have_count(0)  # the answer rests
    go(page, "next")
    shows(page, 3)  # the question is of the act that it opens
    expect(question(page)).to_contain_text("Slope −1, and it rises by 1 per w: where is it 0?")
    expect(stage(page).locator("[data-part=rows]")).to_contain_text("G = −1")  # what it takes to answer
    expect(stage(page).locator("[data-part=rows]")).to_contain_text("H = 1")
    expect(stage(page).locator(".picture")).not_to_contain_text("lowest at")  # nor does it mislead
    assert value(page) == 0
    expect(stage(page).locator(".mine")).to_have_count(0)
    drag(page, 80)
    go(page, "next")
    shows(page, 3)
    expect(stage(page).locator(".picture")).to_contain_text("lowest at −G/H = 1")
    expect(stage(page).locator(".mine")).to_have_count(1)
    expect(page.get_by_text("w*")).to_have_count(0)
    go(page, "next")
    shows(page, 4)
    expect(question(page)).to_contain_text("And with the penalty ½ λ w² on it?")
    drag(page, 80)
    stage(page).locator(".sures button").first.click()
    shows(page, 4)
    expect(question(page)).to_contain_text(
        re.compile(r"Least at w\* = 0\.5, truly at 0\.505: .* to 2 *yours, guessing, takes \d+ % of what")
    )
    expect(page).to_have_url(re.compile("act=3&guess=0"))
    expect(page.get_by_text("has its lowest point at")).to_be_visible()
    go(page, "first")
    shows(page, 1)
    expect(question(page)).to_contain_text("Every row has its own loss over w")


def test_show_me_skips_and_again_asks_again(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, cursor=ASKED)
    answers = ("Together they lose least", "is lowest at w = 1, as −G / H = 1 / 1", "Least at w* = 0.5")
    for act, answer in enumerate(answers, 2):
        question(alone).get_by_role("button", name="Show me").click()
        shows(alone, act)
        expect(question(alone)).to_contain_text(answer)  # and rests, whoever gave it
        if act < 4:
            go(alone, "next")
            shows(alone, act + 1)
    expect(stage(alone).locator(".mine")).to_have_count(0)
    question(alone).get_by_role("button", name="Again").click()
    expect(question(alone)).to_contain_text("At which w do all rows together lose least?")
    expect(stage(alone).locator(TELLING)).to_have_count(0)


def test_a_guess_by_keys(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, "overshoot", ASKED)
    handle(alone).focus()
    for _ in range(3):
        alone.keyboard.press("PageDown")
    alone.keyboard.press("Enter")
    expect(stage(alone).locator(".sures button").first).to_be_focused()
    alone.keyboard.press("Enter")
    shows(alone, 2)
    expect(stage(alone).locator(".mine")).to_have_count(1)
    for act in (3, 3, 4):  # from the answer to the next question; without λ there is none of it
        go(alone, "next")
        shows(alone, act)
    expect(question(alone)).to_contain_text("The parabola says −13.1, the truth −2.9")
    expect(stage(alone).locator(".picture")).to_contain_text("truly +23.3")


def test_escape_takes_a_guess_back(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, cursor=ASKED)
    drag(alone, 100)
    expect(stage(alone).locator(".sures")).to_be_visible()
    alone.keyboard.press("Escape")
    expect(stage(alone).locator(".sures")).to_be_hidden()
    expect(handle(alone)).to_have_attribute("aria-valuenow", "0.00000")


def test_the_best_cut_is_asked_for_and_dragged_before_the_gain_is_told(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/one_leaf?guess=none")
    go(page, "last")
    strip = stage(page).get_by_role("slider", name="Step")
    strip.focus()
    for act in (6, 5):
        page.keyboard.press("ArrowLeft")
        shows(page, act)
    expect(question(page)).to_contain_text("With which cut do both bowls fall deepest?")
    cut = stage(page).get_by_role("slider", name="Rows in the left leaf")
    expect(cut).to_have_attribute("aria-valuenow", "2")  # not the best one
    cut.focus()
    page.keyboard.press("ArrowDown")
    expect(question(page)).to_contain_text("3 | 1 rows")
    question(page).get_by_role("button", name="sure", exact=True).click()
    expect(question(page)).to_contain_text(
        re.compile(r"with 1 \| 3 rows, which want w = −0\.4 \| 0\.857 *yours, sure, falls \d+ % as deep")
    )
    expect(cut).to_have_attribute("aria-valuenow", "1")
    expect(stage(page).locator(".of-side")).to_have_text(["L", "R"])
    tried, best = (stage(page).locator(f".picture rect.{each}") for each in ("mine", "depth"))
    expect(tried).to_have_count(2)
    heights = [float(each.get_attribute("height") or 0) for each in (tried.last, best.last)]
    assert heights[0] < 0.5 * heights[1]
    expect(stage(page).locator("[data-part=rows] .mine")).to_have_count(1)
    expect(page).not_to_have_url(re.compile("leaf_left"))
    go(page, "next")
    shows(page, 6)
    expect(tried).to_have_count(0)
    expect(question(page)).to_contain_text("Cut: two bowls fall 0.743, one 0.25")


def test_the_last_acts_ask_before_they_tell(alone: Page, tmp_path: Path) -> None:
    """Whether the cut pays, said after the cut and before the gain; whether the parabola holds far away."""
    open_file(alone, tmp_path, cursor=ASKED)
    for before in (2, 3, 4):
        question(alone).get_by_role("button", name="Show me").click()
        shows(alone, before)
        go(alone, "next")
        shows(alone, before + 1)
    expect(stage(alone).locator(".strip .formula").last).to_be_empty()  # that of an act to come
    question(alone).get_by_role("button", name="Show me").click()
    expect(question(alone)).to_contain_text("1 | 3 rows, which want w = −0.4 | 0.857. Worth γ = 0.1?")
    expect(stage(alone).locator(".right")).not_to_contain_text("0.393")
    expect(stage(alone).locator(".right .line")).to_have_count(2)  # not what both together cost
    question(alone).get_by_role("button", name="too dear").click()
    shows(alone, 6)
    expect(stage(alone).locator(".right")).to_contain_text("0.393")
    expect(question(alone)).to_contain_text("Cut: two bowls fall 0.743, one 0.25")
    expect(question(alone)).to_contain_text("too dear: no")
    go(alone, "next")
    shows(alone, 7)
    expect(question(alone)).to_contain_text("does the parabola hold?")
    expect(stage(alone).locator(".legend")).not_to_contain_text("parabola")
    expect(stage(alone).locator(".layer .truth")).not_to_have_count(0)  # and the truth stands there
    expect(stage(alone).locator(":is(.layer .after, .layer .ball, .right .line)")).to_have_count(0)
    expect(stage(alone).locator(".picture")).to_contain_text("what if F = 4, λ = 0")
    expect(stage(alone)).not_to_contain_text("slope 0 at")  # nor for who hears it
    question(alone).get_by_role("button", name="it lies").click()
    shows(alone, 7)
    expect(question(alone)).to_contain_text("it lies: right")
    expect(question(alone)).to_contain_text("promised −6.1, truly +23.3")
    go(alone, "back")
    shows(alone, 6)
    expect(question(alone)).to_contain_text("raise γ")  # what is told is asked no more
