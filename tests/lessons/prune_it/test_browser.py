"""Pruning in a real browser: asked on the tree, told by the clock, kept on the strip, in a file, narrow."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.alone import open_alone
from tests.browser.rest import at_rest
from tests.browser.stages import go, open_lesson, question, shows, stage, stopped
from tests.lessons.prune_it.sequences import HAND as HAND_TREE
from workbench.lessons.prune_it import LESSON
from workbench.lessons.prune_it.hand_trees import hand_sequence
from workbench.lessons.prune_it.record import alpha_record
from workbench.lessons.prune_it.stage import BY_ALPHA, stage_by_alpha

HAND = "prune_it?prune_tree=hand&guess=none"
ASKED = "The first cut gains less than γ: which branches fold to a leaf?"
FELL = "Node 8 fell at α 0.015it saves least per extra leaf; yours 6 was worth 0.020, now 0.030"
GAMMA = "prune_it?prune_by=gamma&prune_tree=hand&guess=none"


def node(page: Page, number: int) -> Locator:
    return stage(page).locator(f".treebox [data-node='{number}']")


def marks(page: Page) -> str:
    """All that is written in the picture."""
    return " ".join(stage(page).locator(".picture svg text").all_text_contents())


def test_it_opens_asked_and_tells_nothing(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/{HAND}")
    expect(question(page)).to_contain_text(
        "Each leaf costs α, and α rises: which branch is among the first to fall?"
    )
    shows(page, 7)
    assert "0.015" not in marks(page)
    expect(stage(page).locator(".names text[text-anchor=middle]")).to_have_count(7)  # of each leaf
    expect(stage(page).locator(".bills .alike")).to_have_count(0)
    expect(stage(page).locator(".ring-next, .ring-mine")).to_have_count(0)
    expect(stage(page).locator(".sums")).to_contain_text("g ?")
    expect(stage(page).locator("[data-card=worth]")).to_have_count(0)


def test_a_branch_is_guessed_on_the_tree(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/{HAND}")
    node(page, 6).click()
    expect(question(page)).to_contain_text("node 6")
    page.reload()
    at_rest(page)
    stage(page).locator(".question [data-sure='2']").click()
    shows(page, 5)  # the answer is that it has fallen
    expect(question(page)).to_contain_text(FELL)
    expect(page).to_have_url(re.compile("prune_step=1&prune_seen=1"))
    assert all(text in marks(page) for text in ("α 0.015", "0.07"))  # node 1 is worth what it was
    go(page, "back")
    expect(question(page)).to_contain_text("Node 8 falls next")


def test_a_guess_counts_without_a_word_of_how_sure(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/{HAND}")
    node(page, 6).click()
    expect(question(page)).to_contain_text("node 6")
    go(page, "next")
    shows(page, 5)
    expect(question(page)).to_contain_text(FELL)
    go(page, "next")
    shows(page, 4)


def test_a_guess_by_keys(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/{HAND}")
    node(page, 0).focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(question(page)).to_contain_text("node 8")
    page.keyboard.press("Enter")
    expect(question(page)).to_contain_text("yours 8: right")


@pytest.mark.parametrize(("mine", "why"), [(7, ", as any of the 4"), (23, ": it fell with node 20")])
def test_of_several_that_fall_together_each_is_right(
    page: Page, server_url: str, mine: int, why: str
) -> None:
    open_lesson(page, f"{server_url}/prune_it?guess=none")
    node(page, mine).click()
    go(page, "next")
    shows(page, 10)
    expect(question(page)).to_contain_text(
        f"Nodes 7, 8, 10 and 20 fell at α 0.0069yours {mine}: right{why}; they save least"
    )


def test_the_own_branch_stands_in_the_answer_and_what_takes_its_child_along_is_said(
    page: Page, server_url: str
) -> None:
    open_lesson(page, f"{server_url}/prune_it?guess=none")
    node(page, 12).click()
    mine = stage(page).locator("[data-layer=mine]")
    before = mine.get_attribute("d") or ""
    assert before.count("M") == 10  # of its six leaves
    go(page, "next")
    shows(page, 10)
    expect(question(page)).to_contain_text("yours 12 was worth 0.017, now 0.023")
    assert (mine.get_attribute("d") or "").count("M") == 6
    expect(stage(page).locator(".names")).to_contain_text("0.023, falls with 6")


@pytest.mark.parametrize("step", [1, 3, 6])
def test_no_branch_stands_above_the_one_that_it_falls_with(page: Page, server_url: str, step: int) -> None:
    open_lesson(page, f"{server_url}/prune_it?guess=0&prune_step={step}")
    for lines in ("edges", "ghosts"):
        drawn = stage(page).locator(f"[data-layer={lines}]").get_attribute("d") or ""
        tops = [(float(a), float(b)) for a, b in re.findall(r"M[\d.]+ ([\d.]+)H[^M]*V([\d.]+)", drawn)]
        assert tops or lines == "edges"
        assert all(above <= below for above, below in tops)


def test_all_of_g_but_its_end_is_said_of_the_node_that_is_pointed_at(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/{HAND}")
    assert "worth g of node 6: saves 0.060 / 3 extra leaves = ?" in marks(page)  # small, and stays
    assert all(text in marks(page) for text in ("0.360/6", "0.070/1", "0.140/4", "0.060/3", "0.030/2"))
    node(page, 0).hover()
    expect(stage(page).locator("[data-layer=axis]")).to_contain_text(
        "worth g of node 0: saves 0.360 / 6 extra leaves = ?"
    )


def test_the_leaves_that_err_have_their_number_first(page: Page, server_url: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_lesson(page, f"{server_url}/prune_it?guess=none")
    numbers = [text.strip() for text in stage(page).locator(".names text").all_text_contents()]
    assert {"0.0069", "0.014", "0"} <= set(numbers)
    assert {str(k) for k in (0, 1, 2, 3, 4, 6, 8, 10, 12)} <= set(numbers)  # nor a number without its node


def test_what_falls_next_says_its_worth_however_little_room_it_has(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/prune_it?tree_depth=15&guess=0&prune_step=1")
    expect(stage(page).locator(".ring-next")).to_have_count(5)
    numbers = [text.strip() for text in stage(page).locator(".names text").all_text_contents()]
    assert (
        numbers.count("0.0069") == 8
    )  # beside these two branches that go along, and a leaf that errs as much


def test_without_a_guess_the_answer_stands_before_what_falls_next(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/{HAND}")
    question(page).get_by_role("button", name="Show me").click()
    shows(page, 5)
    expect(question(page)).to_contain_text(
        "Node 8 fell at α 0.015it saves least per extra leaf; next node 6, at"
    )


def test_the_tree_that_cross_validation_keeps_is_asked_where_the_water_stands(
    page: Page, other: Page, server_url: str
) -> None:
    open_lesson(page, f"{server_url}/prune_it?guess=none")
    go(page, "last")
    expect(question(page)).to_contain_text("Which tree errs least when cross-validated?")
    expect(stage(page).locator(":is(.strip, .bills) :is(.folds, .unseen)")).to_have_count(0)
    expect(stage(page).get_by_role("button", name="Next: Cross-validate")).to_be_enabled()
    expect(question(page).locator("[data-sure]")).to_have_count(0)  # the last tree is no proposal
    assert "errs" not in marks(page)
    stage(page).locator("[data-rung='5']").click()
    shows(page, 2)
    expect(question(page)).to_contain_text("2 leaves")
    expect(stage(page).locator(".folds")).to_have_count(0)
    question(page).get_by_role("button", name="fairly").click()
    shows(page, 3)
    assert all(text in marks(page) for text in ("errs least:", "yours:"))
    expect(stage(page).locator(".bills .folds")).to_have_count(1)
    expect(stage(page).locator(".sums")).to_have_text(
        "2 leaves err 0.303: within one standard error, 0.276 + 0.037"
    )
    expect(question(page)).to_contain_text(
        "errs least with 3 leaves0.276 ± 0.037, so 2 leaves doyours, fairly: 0.303, too near to tell"
    )
    expect(page).to_have_url(re.compile("prune_told=1"))
    at_rest(page)
    open_lesson(other, page.url)
    shows(other, 3)
    expect(stage(other).locator(".bills .folds")).to_have_count(1)


def test_to_look_at_a_tree_is_not_to_propose_it(page: Page, server_url: str) -> None:
    """The stepper and the strip lead about; a tree is proposed by its number, the price or the button."""
    open_lesson(page, f"{server_url}/prune_it?guess=none&prune_step=6&prune_seen=6")
    sure = question(page).locator("[data-sure]")
    for way, leaves in (("back", 2), ("first", 15), ("next", 10)):
        go(page, way)
        shows(page, leaves)
        expect(sure).to_have_count(0)
    page.get_by_role("slider", name="Step", exact=True).press("ArrowRight")
    shows(page, 7)
    expect(sure).to_have_count(0)
    question(page).get_by_role("button", name="This one: 7 leaves").click()
    expect(sure).to_have_count(3)
    go(page, "back")
    expect(sure).to_have_count(0)  # of another tree nothing is said


def test_the_price_that_is_pulled_proposes_a_tree(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/prune_it?guess=none&prune_step=5&prune_seen=6")
    knob = stage(page).locator(".float .knob").bounding_box()
    assert knob
    page.mouse.move(knob["x"] + 5, knob["y"] + 5)
    page.mouse.down()
    page.mouse.move(knob["x"] + 5, knob["y"] + 60, steps=4)
    page.mouse.up()
    expect(question(page).locator("[data-sure]")).to_have_count(3)


def test_what_a_branch_saves_is_seen_as_long_as_a_leaf_costs_nothing(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/prune_it?guess=none&prune_step=0&prune_seen=1")
    expect(stage(page).locator(".bills .share").first).to_be_visible()


def test_every_branch_says_what_it_is_worth(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/prune_it?guess=0&prune_step=2")
    shows(page, 7)
    numbers = [text.strip() for text in stage(page).locator(".names text").all_text_contents()]
    assert re.search(r"\d\.\d", numbers[numbers.index("19") + 1])


def test_the_water_is_drawn_up_by_its_surface(page: Page, server_url: str) -> None:
    """Under the hand the price rises; what it has reached folds, and what was seen is asked no more."""
    open_lesson(page, f"{server_url}/prune_it?prune_tree=hand&guess=0")
    branch = node(page, 8).bounding_box()
    knob = stage(page).locator(".float .knob").bounding_box()
    assert branch and knob
    page.mouse.move(knob["x"] + 5, knob["y"] + 5)
    page.mouse.down()
    # a little higher than the branch is worth; farther up it has fallen, and the price rises on
    page.mouse.move(knob["x"] + 5, branch["y"] + branch["height"] / 2 - 5, steps=4)
    expect(question(page)).to_contain_text("Node 8 falls: worth only 0.015 a leaf")
    page.mouse.up()
    shows(page, 5)
    expect(page).to_have_url(re.compile("prune_step=1"))


@pytest.mark.wide
def test_the_tree_is_seen_while_the_strip_is_held(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/prune_it?guess=1")
    strip = page.get_by_role("slider", name="Step", exact=True).bounding_box()
    assert strip
    middle = strip["y"] + strip["height"] / 2
    page.mouse.move(strip["x"] + 20, middle)
    page.mouse.down()
    for share in (0.3, 0.45, 0.6):
        page.mouse.move(strip["x"] + share * strip["width"], middle)
        expect(question(page)).to_contain_text("worth only")
        expect(stage(page).locator(".edges")).to_be_visible()
    page.mouse.up()


def test_a_node_has_its_bills_and_every_number_its_sum(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/prune_it?prune_tree=hand&guess=0&prune_step=1")
    node(page, 2).click()
    expect(page).to_have_url(re.compile("node=2"))
    expect(stage(page).locator(".bills")).to_contain_text("0.200 + 1 α = 0.215")  # as one leaf
    expect(stage(page).locator(".bills")).to_contain_text("0.090 + 3 α = 0.135")
    expect(stage(page).locator(".sums")).to_have_text("(leaf0.200−branch0.090) /extra leaves2=worth g0.055")
    card = stage(page).get_by_role("dialog")
    for name, text in (
        ("leaf", "=2055·55100=0.200"),
        ("branch", "=0.070+0.010+0.010=0.090"),
        ("worth", "=0.055"),
    ):
        stage(page).locator(f"[data-card={name}]").click()
        expect(card).to_contain_text(text)
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


# In every frame after a press: where the strip's mark stands, how high the price, how many nodes are on their
# way or stand, what the stepper says.
SAMPLES = """(root, [act, ms]) => new Promise(done => {
  const found = [], begin = performance.now()
  const look = () => {
    const mark = root.querySelector(".strip .now").getAttribute("transform").match(/[\\d.]+/)[0]
    const price = root.querySelector(".price[data-layer]").getAttribute("d").match(/ ([\\d.]+)H/)[1]
    const lines = name => root.querySelector(`[data-layer=${name}]`).getAttribute("d")
    const count = name => (lines(name).match(/M/g) ?? []).length
    const said = root.querySelector(".count b").textContent
    found.push([Number(mark), Number(price), count("edges"), count("ghosts"), said])
    performance.now() - begin < ms ? requestAnimationFrame(look) : done(found)
  }
  root.querySelector(act).click()
  requestAnimationFrame(look)
})"""


def test_a_step_is_one_motion(page: Page, server_url: str) -> None:
    """The price rises before the branch folds; the mark runs alongside."""
    open_lesson(page, f"{server_url}/prune_it?prune_tree=hand&guess=0")
    frames: list[Any] = stage(page).evaluate(SAMPLES, ["[data-go=next]", 1400])
    marks_, prices, edges, gone, count = zip(*frames, strict=True)
    assert list(marks_) == sorted(marks_)
    assert [said for said, each in zip(count, gone, strict=True) if not each] == ["7"] * gone.index(4)
    assert count[-1] == "5"  # once the branch has folded
    assert (edges[0], edges[-1], gone[-1]) == (12, 8, 4)
    assert len(set(prices)) > 3
    folding = [price for price, each in zip(prices, gone, strict=True) if each and price != prices[-1]]
    assert all(price <= max(prices[0], prices[-1]) for price in folding)
    shows(page, 5)


WRITTEN = """(root, act) => new Promise(done => {
  const found = []
  const texts = () => [...root.querySelectorAll(".names text")].map(each => each.textContent)
    .filter(text => /^0[.][0-9]+$/.test(text))
  const look = () => {
    const says = name => root.querySelector(name).textContent
    found.push([says(".count b"), texts(), says("[data-part=prompt]"), says(".sums")])
    root.hasAttribute("data-moving") ? requestAnimationFrame(look) : done(found)
  }
  root.querySelector(act).click()
  requestAnimationFrame(look)
})"""


def test_no_number_stands_at_a_branch_on_its_way(page: Page, server_url: str) -> None:
    """All that is written while a branch falls is what a branch is worth, or what a node errs."""
    record = alpha_record(HAND_TREE, None)
    (way,) = record["ways"]
    known = [*way["worth"], *record["size"]]
    open_lesson(page, f"{server_url}/{HAND}")
    node(page, 6).click()
    expect(question(page)).to_contain_text("node 6")
    stopped(page)
    frames: list[Any] = stage(page).evaluate(WRITTEN, ".question [data-sure]")
    assert frames[-1][0] == "5"
    assert [frame[0] for frame in frames] == sorted((frame[0] for frame in frames), reverse=True)
    told = [prompt for *_, prompt, _ in frames]
    first = next(i for i, prompt in enumerate(told) if "worth only" in prompt)
    assert set(told[1:first]) == {"Height goes by the order of g, worth per extra leaf"}
    # The sum asks for g as long as the banner does not tell it.
    assert ["?" in sums for *_, sums in frames[1:]] == [i < first for i in range(1, len(frames))]
    written = {float(text) for _, texts, *_ in frames for text in texts}
    assert all(any(each == pytest.approx(value, rel=0.01) for value in known) for each in written)
    assert any(texts for _, texts, *_ in frames)


def test_gamma_is_folded_by_hand(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/{GAMMA}")
    expect(question(page)).to_contain_text(ASKED)
    assert "γ 0.100" in marks(page)
    expect(stage(page).locator("[data-panel='0'] .names")).to_contain_text("0 0.0161 ")  # beside its number
    expect(stage(page).locator("text.big")).to_have_count(0)
    node(page, 0).click()
    expect(question(page)).to_contain_text("1 and 4 leaves")
    stage(page).locator(".question [data-sure='1']").click()
    expect(question(page)).to_contain_text("Pre-stopping stops too soon: 1 leaf, not 4yours: right")
    stopped(page)
    expect(page).to_have_url(re.compile("prune_price=1&prune_told=1"))
    expect(stage(page).locator("text.big")).to_have_text(["1 leaf", "4 leaves", "4 leaves"])
    expect(page.get_by_text("The root gains 1/63")).to_be_visible()
    go(page, "next")
    expect(question(page)).to_contain_text("Pruning keeps what a single leaf would beat")
    expect(stage(page).locator("text.big")).to_have_text(["1 leaf", "4 leaves", "1 leaf"])


@pytest.mark.parametrize("width", [390, 820])
@pytest.mark.parametrize("link", ["guess=none", "prune_by=gamma&prune_tree=hand"])
def test_narrow_nothing_is_cut(page: Page, server_url: str, width: int, link: str) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    open_lesson(page, f"{server_url}/prune_it?{link}")
    at_rest(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = [
        stage(page).locator(part).bounding_box() for part in (".question", ".picture", ".strip", ".stepper")
    ]
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
    tops = [box["y"] for box in boxes if box]
    assert tops == sorted(tops)


def test_the_file_asks_and_tells_by_itself(alone: Page, tmp_path: Path) -> None:
    cursor = {"prune_step": 0, "node": 0, "prune_seen": 0, "prune_told": 0, "guess": None}
    assert set(cursor) == set(BY_ALPHA)
    stage_ = stage_by_alpha(hand_sequence("misclassification"), None, None)
    open_alone(alone, tmp_path, LESSON.saved(stage_, cursor, {}))
    expect(question(alone)).to_contain_text("which branch is among the first to fall?")
    question(alone).get_by_role("button", name="Show me").click()
    shows(alone, 5)
    go(alone, "last")
    shows(alone, 1)
    expect(question(alone)).to_contain_text("One leaf is left")


def test_reduced_motion_shows_ends(page: Page, server_url: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_lesson(page, f"{server_url}/prune_it?prune_tree=hand&guess=0")
    frames: list[Any] = stage(page).evaluate(SAMPLES, ["[data-go=next]", 400])
    assert {tuple(frame[2:]) for frame in frames[1:]} == {(8, 4, "5")}
    page.emulate_media(reduced_motion="no-preference")
