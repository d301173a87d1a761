"""Growing a tree in a real browser: both orders on one clock, the guess, by keys, narrow, in a file."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.alone import open_alone
from tests.browser.rest import at_rest
from tests.browser.stages import go, open_lesson, question, shows, stage, stopped
from tests.lessons.grow_a_tree.test_saved_page import growing_of
from workbench.lessons.grow_a_tree import LESSON
from workbench.lessons.grow_a_tree.record import record_of
from workbench.lessons.grow_a_tree.stage import cursor_of, stage_of_growth

# In every frame after Next: how many bars of each side are taken, and which split is said to be shown.
SAMPLES = """root => new Promise(done => {
  const found = [], begin = performance.now()
  const look = () => {
    const taken = side => side.querySelectorAll(".done").length
    const said = root.querySelector(".count b").textContent
    found.push([...[...root.querySelectorAll(".of-side")].map(taken), said])
    performance.now() - begin < 1200 ? requestAnimationFrame(look) : done(found)
  }
  root.querySelector("[data-go=next]").click()
  requestAnimationFrame(look)
})"""


# In every frame after the guess: whether it is said who splits, and how many leaves are framed.
REVEAL = """root => new Promise(done => {
  const found = [], begin = performance.now()
  const look = () => {
    const isSaid = root.querySelector(".question").textContent.includes("splits 2")
    found.push([isSaid, root.querySelectorAll(".frame").length])
    performance.now() - begin < 1700 ? requestAnimationFrame(look) : done(found)
  }
  root.querySelector(".sures button").click()
  look()
})"""

# Where each of them stands: [left, top, right, bottom].
NUMBERS = """all => all.map(each => each.getBoundingClientRect())
  .map(({ x, y, right, bottom }) => [x, y, right, bottom])"""


COUNTS_LEAVING = """window.left = 0
addEventListener("click", ({ target }) => {
  if (target.closest(".st-key-after a")) window.left++
}, true)"""


def open_nodes(page: Page, side: int) -> Locator:
    return stage(page).locator(f"[data-side='{side}'] [role=button][tabindex='0']")


def values(page: Page) -> list[str]:
    return stage(page).locator(".value").all_text_contents()


def test_both_orders_are_at_one_step_in_every_frame(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/grow_a_tree?data=cos_x&splits=3")
    frames = stage(page).evaluate(SAMPLES)
    assert len(frames) > 3
    assert {said for _, _, said in frames[1:]} == {"4"}
    assert all(left == right for left, right, _ in frames)
    assert frames[-1][:2] == [4, 4]


def test_a_clicker_waits_for_a_stage_that_is_on_its_way(page: Page, server_url: str) -> None:
    under_way: list[Route] = []
    page.route("**/record", lambda route: under_way.append(route))
    page.add_init_script(COUNTS_LEAVING)
    with page.expect_request("**/record"):
        page.goto(f"{server_url}/grow_a_tree?present=1&guess=0")
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    page.keyboard.press("PageDown")
    assert page.evaluate("left") == 0
    under_way.pop().continue_()
    shows(page, 2)
    page.keyboard.press("PageDown")
    shows(page, 3)


def test_a_second_key_cuts_the_first_short_and_the_strip_runs_backwards(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/grow_a_tree?data=cos_x&splits=2")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    shows(page, 5)
    expect(page).to_have_url(re.compile("splits=5"))
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("Home")
    shows(page, 0)
    expect(page).to_have_url(re.compile("splits=0"))


def test_both_trees_stand_from_the_start_and_best_first_is_asked(page: Page, server_url: str) -> None:
    """What new leaves gain is told after the guess alone; a leaf of the other tree is no guess."""
    open_lesson(page, f"{server_url}/grow_a_tree?guess=none")
    shows(page, 2)
    expect(question(page)).to_contain_text("Which leaf does best first split next?")
    both = stage(page).locator(".of-side:has(.branch)")
    expect(both).to_have_count(2)
    before = stage(page).locator(".of-side .title").evaluate_all(NUMBERS)
    expect(stage(page).locator(".ticket")).to_have_count(4)  # two in each line
    assert len(values(page)) == 2
    open_nodes(page, 0).nth(1).click()
    card = stage(page).get_by_role("dialog")
    expect(card).to_have_text("Node 3What it gains is told once best first has split.")
    (place,), (of_card,) = open_nodes(page, 0).nth(1).evaluate_all(NUMBERS), card.evaluate_all(NUMBERS)
    assert 0 < of_card[1] - place[3] < 20  # below its node
    page.keyboard.press("Escape")
    open_nodes(page, 1).first.click()
    expect(question(page)).to_contain_text("leaf 2")
    at_rest(page)
    page.reload()
    expect(question(page)).to_contain_text("leaf 2")
    expect(stage(page).locator(".guessed-one")).to_have_count(2)  # in the tree asked about, in its line
    frames = stage(page).evaluate(REVEAL)
    assert frames[0] == [False, 0]
    assert all(framed == 2 for is_said, framed in frames if is_said)  # nothing is told before all bars stand
    expect(question(page)).to_contain_text(
        "Level by level splits 2, which came first; best first 3, which gains most, 0.030"
    )
    expect(question(page)).to_contain_text(re.compile(r"yours 2 gains \d+ % of what 3 does"))
    expect(stage(page).locator(".ticket")).to_have_count(0)
    assert stage(page).locator(".of-side .title").evaluate_all(NUMBERS) == before
    go(page, "next")
    shows(page, 3)
    expect(question(page)).to_contain_text("Which leaf does best first split next?")


# In every frame after Next: of each line how far a number stands from the next one below it, at least.
PASSING = """root => new Promise(done => {
  const found = [], begin = performance.now()
  const look = () => {
    for (const side of root.querySelectorAll(".of-side")) {
      const seen = [...side.querySelectorAll(".value")].filter(each => Number(each.style.opacity) > .25)
      const tops = seen.map(each => each.getBoundingClientRect().top).sort((a, b) => a - b)
      tops.slice(1).forEach((top, i) => found.push(top - tops[i]))
    }
    performance.now() - begin < 1400 ? requestAnimationFrame(look) : done(found)
  }
  root.querySelector("[data-go=next]").click()
  look()
})"""


def test_numbers_of_leaves_that_overtake_do_not_pass_through_others(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/grow_a_tree?max_leaves=8&splits=3&guess=none")
    apart = stage(page).evaluate(PASSING)
    assert len(apart) > 10
    assert min(apart) > 8


# In every frame after Next, of each side: how often its rows at rest were written so far, and how much is
# seen of the axis and of what the node that parts asks, which stands in its place.
PARTING = """root => new Promise(done => {
  const found = [], begin = performance.now(), written = [new Set(), new Set()]
  const look = () => {
    root.querySelectorAll(".of-side").forEach((side, i) => {
      const asks = side.querySelector(".cut + text"), { opacity } = getComputedStyle(side.children[3])
      written[i].add(side.firstChild.firstChild)
      found.push([written[i].size, Number(opacity), Number(asks?.style.opacity ?? 0)])
    })
    performance.now() - begin < 1400 ? requestAnimationFrame(look) : done(found)
  }
  root.querySelector("[data-go=next]").click()
  look()
})"""


@pytest.mark.parametrize("link", ["splits=2", "data=moons&splits=3"])
def test_what_stands_still_is_not_drawn_again_and_no_word_over_another(
    page: Page, server_url: str, link: str
) -> None:
    open_lesson(page, f"{server_url}/grow_a_tree?{link}")
    frames = stage(page).evaluate(PARTING)
    at_rest = [written for written, _, _ in frames]
    assert "moons" in link or max(at_rest) <= 3  # before, but for the node that parts, and after
    assert any(asks > 0.5 for _, _, asks in frames)
    assert all(min(axis, asks) == 0 for _, axis, asks in frames)


def test_what_the_bar_shows_has_a_name(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/grow_a_tree?splits=2")
    expect(stage(page).locator(".explained")).to_have_text(["◂ explained"] * 2)
    open_lesson(page, f"{server_url}/grow_a_tree?data=moons&splits=2")
    expect(stage(page).locator(".explained")).to_have_count(0)
    expect(stage(page).get_by_text("explained by node 0")).to_have_count(2)


@pytest.mark.parametrize("splits", [3, 7])
def test_who_waits_is_seen_up_to_eight(page: Page, server_url: str, splits: int) -> None:
    open_lesson(page, f"{server_url}/grow_a_tree?max_leaves=8&splits={splits}&guess=0")
    for side in (0, 1):
        waiting = stage(page).locator(f"[data-side='{side}'] circle:last-of-type ~ rect")
        expect(waiting).to_have_count(splits + 1 + splits)  # and as many pieces are explained
    expect(stage(page).get_by_text("more behind")).to_have_count(0)


def test_what_gained_nothing_is_told_over_no_tick(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/grow_a_tree?max_leaves=20&splits=19&guess=0")
    (words,) = stage(page).locator(".of-side >> nth=1 >> .vain-text").evaluate_all(NUMBERS)
    (ticks,) = stage(page).locator(".of-side >> nth=1 >> .vain").evaluate_all(NUMBERS)
    assert words[3] - 3 < ticks[1]  # it stands over them


def test_the_end_says_how_much_less_one_errs(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/grow_a_tree?guess=none")
    go(page, "last")
    shows(page, 7)
    expect(question(page)).to_contain_text(
        "best first leaves 67 % less error, as 3 of 7 splits level by level gained almost nothing"
    )
    expect(stage(page).locator(".vain-text")).to_have_text("splitting 2, 5, 6 gained almost nothing")
    go(page, "first")
    shows(page, 0)
    expect(question(page)).to_contain_text("One leaf holds all rows")


def test_whoever_is_not_asked_reads_every_gain_and_opens_its_sum(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/grow_a_tree?data=cos_x&max_leaves=8&splits=2")
    expect(stage(page).locator(".ticket")).to_have_count(0)
    assert len(values(page)) == 6
    stage(page).locator("[data-side='0'] circle:last-of-type ~ rect").first.click()
    card = stage(page).get_by_role("dialog")
    expect(card).to_contain_text("gain per row")
    (bar,) = stage(page).locator(".of-side >> nth=0 >> .waits >> nth=0").evaluate_all(NUMBERS)
    (box,) = card.evaluate_all(NUMBERS)
    assert 0 < box[0] - bar[2] < 200  # beside its bar
    expect(page).to_have_url(re.compile("node="))
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_by_keys_a_leaf_is_guessed_and_a_node_opens_its_sum(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/grow_a_tree?guess=none")
    open_nodes(page, 1).first.press("Enter")
    expect(question(page)).to_contain_text("leaf 2")
    expect(question(page).get_by_role("button", name="guessing")).to_be_focused()
    page.keyboard.press("Space")
    expect(question(page)).to_contain_text("yours 2 gains")
    open_lesson(page, f"{server_url}/grow_a_tree?guess=0&splits=2")
    open_nodes(page, 1).first.press("Space")
    expect(stage(page).get_by_role("dialog")).to_contain_text("gain per row")
    shows(page, 2)  # Space has played nothing


def test_what_stands_below_follows_when_the_stage_rests(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/grow_a_tree?data=cos_x2&splits=6")
    at_rest(page)
    said = page.locator("p", has_text=re.compile(r"^Node \d+, ")).first
    before = said.inner_text()
    go(page, "next")
    expect(said).not_to_have_text(before)
    page.get_by_role("link", name="a tree whose level counter never goes down").click()
    expect(page.get_by_text("Willi.", exact=True)).to_be_visible()
    page.go_back()
    shows(page, 7)


def test_another_data_set_is_drawn_and_back_is_the_first_again(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/grow_a_tree?data=moons&splits=6")
    expect(stage(page).locator(".leaf-box")).to_have_count(14)
    page.goto(f"{server_url}/grow_a_tree?data=iris&splits=6")
    stopped(page)
    expect(stage(page).locator(".leaf-box")).to_have_count(0)
    page.go_back()
    stopped(page)
    expect(stage(page).locator(".leaf-box")).to_have_count(14)


@pytest.mark.parametrize(
    ("link", "width", "least"),
    [
        ("max_leaves=20&splits=15", 390, 12),
        ("max_leaves=20&splits=15", 1280, 30),
        ("data=diabetes&max_leaves=64&splits=52", 1920, 60),
    ],
)
def test_no_number_stands_on_another_in_a_crowd(
    page: Page, server_url: str, link: str, width: int, least: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    open_lesson(page, f"{server_url}/grow_a_tree?{link}")
    numbers = stage(page).locator(".chip text").evaluate_all(NUMBERS)
    assert len(numbers) >= least  # of both lines, where as many have room
    assert all(0 <= left and right <= width for left, _, right, _ in numbers)
    for a, b in combinations(numbers, 2):
        assert a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]


# Of both trees: all branches, each from a node to one below it.
BRANCHES = """root => [...root.querySelectorAll(".branch:not(.lit)")].map(each =>
  [...each.getAttribute("d").matchAll(/M([^ ]+) ([^L]+)L([^ ]+) ([^M]+)/g)]
    .map(([, ...at]) => at.map(Number)))"""


def crosses(a: list[float], b: list[float]) -> bool:
    """Whether two branches meet elsewhere than at a node that both have."""

    def side(x: float, y: float, of: list[float]) -> float:
        return (of[2] - of[0]) * (y - of[1]) - (of[3] - of[1]) * (x - of[0])

    def parts(one: list[float], other: list[float]) -> bool:
        return side(one[0], one[1], other) * side(one[2], one[3], other) < -1

    return parts(a, b) and parts(b, a)


@pytest.mark.parametrize("link", ["max_leaves=20", "data=cos_x2&max_leaves=40", "data=iris", "data=cos_xy"])
def test_no_branch_crosses_another(page: Page, server_url: str, link: str) -> None:
    open_lesson(page, f"{server_url}/grow_a_tree?{link}&splits=99&guess=0")
    for branches in stage(page).evaluate(BRANCHES):
        assert len(branches) > 4
        assert not [pair for pair in combinations(branches, 2) if crosses(*pair)]


def test_leaves_stand_by_number_as_long_as_their_gain_is_asked(page: Page, server_url: str) -> None:
    """Who is first in the line of best first would be the answer."""
    open_lesson(page, f"{server_url}/grow_a_tree?guess=none&splits=2")
    bars = stage(page).locator("[data-side='1'] circle:last-of-type ~ rect")
    assert [each.get_attribute("data-node") for each in bars.all()[:3]] == ["2", "3", "4"]


@pytest.mark.parametrize("width", [390, 820])
def test_narrow_nothing_is_cut(page: Page, server_url: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    open_lesson(page, f"{server_url}/grow_a_tree")
    at_rest(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    parts = (".question", ".picture >> nth=0", ".stepper")
    boxes = [box for part in parts if (box := stage(page).locator(part).bounding_box())]
    assert len(boxes) == len(parts)
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
    tops = [box["y"] for box in boxes]
    assert tops == sorted(tops)


def test_the_file_grows_both_trees_by_itself(alone: Page, tmp_path: Path) -> None:
    growing = growing_of(2, data="cos_x", max_depth=4)
    open_alone(alone, tmp_path, LESSON.saved(stage_of_growth(growing), cursor_of(growing), {"splits": "2"}))
    shows(alone, 2)
    record = record_of(growing)
    for splits in range(3, 6):
        go(alone, "next")
        shows(alone, splits)
        errors = [float(text) for text in stage(alone).locator(".big").all_text_contents()]
        assert errors == pytest.approx([side["level"][splits] for side in record["sides"]], rel=0.01)


def test_reduced_motion_shows_the_end_at_once(page: Page, server_url: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_lesson(page, f"{server_url}/grow_a_tree?data=cos_x&splits=3")
    frames = stage(page).evaluate(SAMPLES)
    assert all(frame == [4, 4, "4"] for frame in frames[1:])
    page.emulate_media(reduced_motion="no-preference")
