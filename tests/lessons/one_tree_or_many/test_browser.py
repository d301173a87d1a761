"""One tree or many in a real browser: asked on the strip, told in motion, by keys, by link, in a file."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.alone import open_alone
from tests.browser.rest import at_rest
from tests.browser.stages import go, open_lesson, question, shows, stage
from tests.lessons.one_tree_or_many.fits import compared
from tests.lessons.one_tree_or_many.test_saved_page import file_of
from workbench.lessons.one_tree_or_many.record import record_of

# In every frame from a click until the picture rests: the round that is said, that of the knob, the last
# small tree, how many fly, and whether one can still answer.
FRAMES = """(root, pressed) => new Promise(done => {
  const found = []
  const look = () => {
    const said = root.querySelector(".count b").textContent, strip = root.querySelector(".strip")
    found.push([said, strip.ariaValueNow, root.querySelector(".stamps svg").ariaLabel.split(" ")[0],
      root.querySelectorAll(".flying").length, root.querySelectorAll(".handle").length])
    root.hasAttribute("data-moving") ? requestAnimationFrame(look) : done(found)
  }
  root.querySelector(pressed).click()
  requestAnimationFrame(look)
})"""


def handle(page: Page) -> Locator:
    return stage(page).get_by_role("slider", name="From which round on many trees err less")


def counts(page: Page) -> list[int]:
    """Leaves and pieces, of one tree and of many."""
    return [int(text.replace(",", "")) for text in stage(page).locator(".many").all_text_contents()]


def lines_of(page: Page, rows: str) -> None:
    """The strip has both models' lines of these rows, and no others."""
    for each in ("train", "unseen"):
        expect(stage(page).locator(f".later path.{each}")).to_have_count(2 if each == rows else 0)


def test_nothing_is_told_before_the_answer(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/one_tree_or_many?guess=none")
    shows(page, 2)
    expect(question(page)).to_contain_text("From which round on do many trees err less on unseen rows?")
    expect(stage(page).locator("[data-part=asked]")).to_contain_text(
        "log loss on training rows; on 90 unseen rows: not shown yet"
    )
    lines_of(page, "train")
    expect(stage(page).get_by_role("tab")).to_have_count(0)
    expect(stage(page).locator(".errs")).to_have_count(0)
    assert counts(page) == [8, 8, 8, 13]
    at_rest(page)
    expect(page.get_by_text("stands here once the question is answered")).to_be_visible()


def test_the_guess_is_put_on_the_strip_and_told_with_what_it_cost(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/one_tree_or_many?guess=none")
    strip, grip = (stage(page).locator(part).bounding_box() for part in (".strip", ".handle .grip"))
    assert strip is not None and grip is not None
    page.mouse.move(grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2)
    page.mouse.down()
    page.mouse.move(strip["x"] + strip["width"] / 2, grip["y"] + 8)
    expect(question(page)).to_contain_text("many trees, from round 25 on")
    page.mouse.up()
    shows(page, 2)  # the strip itself was not dragged
    stage(page).get_by_role("button", name="fairly").click()
    shows(page, 50)
    expect(question(page)).to_contain_text("Lower log loss on unseen rows: many trees, from round 5 on")
    why = "smaller gap to training rows: 0.202, not 0.622"
    expect(question(page)).to_contain_text(re.compile(f"{why}.*You said round 25"))
    expect(stage(page).locator("[data-part=asked]")).to_contain_text("yours: 20 rounds late")
    expect(page).to_have_url(re.compile("round=50.*guess=0|guess=0.*round=50"))
    expect(stage(page).locator("[data-part=top]")).to_contain_text("log loss 0.749")
    stage(page).get_by_role("tab", name="trained on").click()
    expect(stage(page).locator("[data-part=top]")).to_contain_text("log loss 0.127")
    expect(stage(page).locator("[data-part=asked]")).to_contain_text("one tree 0.127")
    expect(stage(page).locator(".told-line")).to_have_count(0)  # it is of other rows
    lines_of(page, "train")
    expect(page).to_have_url(re.compile("trained_rows=1"))
    page.reload()  # as anybody else who opens the link
    expect(stage(page).get_by_role("tab", name="trained on")).to_have_attribute("aria-selected", "true")
    lines_of(page, "train")
    stage(page).get_by_role("tab", name="never saw").click()
    expect(page).not_to_have_url(re.compile("trained_rows"))
    expect(page.get_by_text("The area under the curve (AUC) is that of 90 unseen rows")).to_be_visible()
    lines_of(page, "unseen")
    question(page).get_by_role("button", name="Again").click()
    lines_of(page, "train")


def test_the_line_of_the_answer_leaves_room_for_the_knob_only_where_it_stands(
    page: Page, server_url: str
) -> None:
    open_lesson(page, f"{server_url}/one_tree_or_many?guess=0&round=6")
    line, strip = stage(page).locator(".told-line"), stage(page).locator(".strip")
    box = strip.bounding_box()
    assert box is not None
    expect(line).not_to_have_attribute("d", re.compile("m0 28"))
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    x = stage(page).locator(".told-line").evaluate("line => line.getBoundingClientRect().x")
    page.mouse.move(x + 0.6, box["y"] + box["height"] / 2)
    expect(line).to_have_attribute("d", re.compile("m0 28"))
    page.mouse.move(x + 60, box["y"] + box["height"] / 2)
    expect(line).not_to_have_attribute("d", re.compile("m0 28"))
    page.mouse.up()


def test_next_answers_once_something_is_said_and_after_the_last_round(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/one_tree_or_many?guess=none")
    at = int(handle(page).get_attribute("aria-valuenow") or 0)
    handle(page).press("ArrowLeft")
    go(page, "next")
    shows(page, 50)
    expect(stage(page).locator("[data-part=asked]")).to_contain_text(f"yours: {at - 6} rounds late")
    question(page).get_by_role("button", name="Again").click()
    go(page, "first")
    go(page, "last")
    shows(page, 50)
    lines_of(page, "train")
    go(page, "next")
    lines_of(page, "unseen")
    shows(page, 50)
    expect(stage(page).locator("[data-part=asked]")).to_contain_text("round 5")


def test_by_keys_alone(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/one_tree_or_many?guess=none")
    at = int(handle(page).get_attribute("aria-valuenow") or 0)
    handle(page).focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    expect(handle(page)).to_have_attribute("aria-valuenow", str(at - 3))
    page.keyboard.press("Enter")
    expect(stage(page).get_by_role("button", name="guessing")).to_be_focused()
    at_rest(page)
    page.reload()
    expect(handle(page)).to_have_attribute("aria-valuenow", str(at - 3))
    stage(page).get_by_role("button", name="guessing").focus()
    page.keyboard.press("Enter")
    shows(page, 50)
    page.keyboard.press("ArrowLeft")
    shows(page, 49)
    expect(page).to_have_url(re.compile("round=49"))


def test_all_parts_are_at_one_round_in_every_frame_and_the_small_tree_flies(
    page: Page, server_url: str
) -> None:
    open_lesson(page, f"{server_url}/one_tree_or_many?round=3")
    frames = stage(page).evaluate(FRAMES, "[data-go=next]")
    assert len(frames) > 3
    assert all(frame[:3] == ["4", "4", "4"] for frame in frames[1:])
    assert any(flying for *_, flying, _ in frames)
    assert frames[-1][3] == 0


def test_the_answer_is_one_film_from_the_start_to_the_end(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/one_tree_or_many?guess=none&round=7")
    frames = stage(page).evaluate(FRAMES, "[data-skip]")
    assert all(
        said == knob == trees and not flying and not asked for said, knob, trees, flying, asked in frames[1:]
    )
    rounds = [int(said) for said, *_ in frames[1:]]
    at = rounds.index(0)
    assert rounds[:at] == sorted(rounds[:at], reverse=True)
    assert rounds[at:] == sorted(rounds[at:])
    assert rounds[-1] == 50
    assert rounds.count(5) > rounds.count(4)  # it waits at the answer
    expect(question(page)).to_contain_text("many trees, from round 5 on")


@pytest.mark.parametrize(
    ("link", "picture"),
    [("data=cos_x2", "curve"), ("data=cos_xy", "plane"), ("data=sonar", "answers"), ("data=wine", "answers")],
)
def test_every_kind_of_data_steps(page: Page, server_url: str, link: str, picture: str) -> None:
    open_lesson(page, f"{server_url}/one_tree_or_many?{link}&round=3")
    expect(stage(page)).to_have_attribute("data-kind", picture)
    before = stage(page).locator("[data-part=moving]").inner_html()
    go(page, "next")
    shows(page, 4)
    assert stage(page).locator("[data-part=moving]").inner_html() != before


def test_a_row_has_its_sums_and_the_link_leads_to_it(page: Page, other: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/one_tree_or_many?round=14&row=3")
    said = stage(page).locator("[data-card=row] text")
    expect(said).to_have_text("p 0.258")
    said.click()
    card = stage(page).get_by_role("dialog")
    expect(card).to_contain_text("a leaf of 5 rows, p = 0.119")
    expect(card).to_contain_text("one leaf of each of 14, p = 0.258")
    parts = [stage(page).locator(each).bounding_box() for each in (".card", ".strip", "[data-card=row] text")]
    assert all(parts)
    (x, y, wide, high), strip, text = (
        [part[each] for each in ("x", "y", "width", "height")] for part in parts if part
    )
    assert y + high < strip[1]  # neither the strip nor the number that was pressed is covered
    assert not (x < text[0] + text[2] and text[0] < x + wide and y < text[1] + text[3] and text[1] < y + high)
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    go(page, "next")
    shows(page, 15)
    expect(page).to_have_url(re.compile("round=15"))
    other.goto(page.url)
    shows(other, 15)
    expect(stage(other).locator("[data-card=row]")).to_have_text(said.text_content() or "")


def test_what_one_reads_of_a_leaf_makes_its_value(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/one_tree_or_many?data=cos_x2_few&n_estimators=12&round=5&row=0")
    stage(page).locator("[data-card=row] text").first.click()
    numbers = stage(page).get_by_role("dialog").locator("math").first.locator("mn").all_text_contents()
    start, _, G, H, raw = (float(each.replace("−", "-")) for each in numbers)
    assert f"{start + G / H:.3g}" == f"{raw:.3g}"


@pytest.mark.parametrize("at", [(0.3, 0.3), (0.75, 0.6)])
def test_a_click_anywhere_opens_the_sums_of_the_nearest_unseen_row(
    page: Page, server_url: str, at: tuple[float, float]
) -> None:
    open_lesson(page, f"{server_url}/one_tree_or_many?round=6&guess=0")
    box = stage(page).locator(".picture").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + at[0] * box["width"], box["y"] + at[1] * box["height"])
    card = stage(page).get_by_role("dialog")
    expect(card).to_contain_text("one leaf of each of 6")
    value = re.search(r"many trees: one leaf of each of 6, p = ([\d.]+)", card.inner_text())
    assert value is not None
    expect(stage(page).locator("[data-card=row]")).to_have_text(f"p {value[1]}")
    leaves = stage(page).locator(".holds").get_attribute("d") or ""
    assert leaves.count("M") == 7  # of each tree, and of the newest where it stands large
    page.keyboard.press("Escape")
    large = stage(page).locator(".stamps").bounding_box()
    assert large is not None
    page.mouse.click(large["x"] + 20, large["y"] + 20)
    expect(card).to_contain_text("one leaf of each of 6")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.keyboard.press("Escape")
    expect(stage(page).locator("[data-card=row]")).to_have_count(0)
    expect(page).not_to_have_url(re.compile("row="))


def test_another_partner_is_drawn_and_back_is_the_first_again(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/one_tree_or_many?round=4")
    title = stage(page).locator(".caption").first
    expect(title).to_contain_text("One tree")
    at_rest(page)
    page.get_by_role("button", name="Compare: one tree").click()
    page.get_by_role("radio", name="a forest").click()
    expect(title).to_contain_text("Mean of 4 trees")
    expect(page).to_have_url(re.compile("compare=forest"))
    page.go_back()
    expect(title).to_contain_text("One tree")


def test_an_experiment_and_the_first_difference_reach_the_stage(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/one_tree_or_many?compare=settings&other=max_depth:1&round=7")
    at_rest(page)
    page.get_by_role("button", name="Jump to the first difference").click()
    shows(page, 1)
    page.get_by_role("button", name="Experiments").click()
    page.get_by_role("button", name="Sonar, 10 rounds").click()
    expect(stage(page).locator(".count")).to_have_text("Round 10 of 10")


@pytest.mark.parametrize(
    ("link", "says"),
    [
        ("round=10", "37 leaves make 92 boxes: each tree cuts across the boxes"),
        ("round=10&learning_rate=0.002", "40 leaves make 4 boxes: cuts come again"),
        ("round=10&learning_rate=0.002&max_depth=6", "230 leaves make 25 boxes"),
        ("round=1", "4 leaves make 4 boxes"),
    ],
)
def test_trees_are_said_to_cut_across_only_where_they_make_more_boxes(
    page: Page, server_url: str, link: str, says: str
) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    open_lesson(page, f"{server_url}/one_tree_or_many?guess=0&{link}")
    expect(stage(page).locator(".boxes-text").last).to_have_text(says)


@pytest.mark.parametrize(
    "link", ["", "&learning_rate=0.002", "&compare=forest", "&compare=settings&other=max_depth:1"]
)
def test_the_errors_of_both_stand_beside_each_other_in_present(
    page: Page, server_url: str, link: str
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    open_lesson(page, f"{server_url}/one_tree_or_many?guess=0&round=10&present=1{link}")
    parts = [".count", ".losses span:first-child", ".losses span:last-child b", ".strip"]
    count, first, last, strip = (stage(page).locator(part).bounding_box() for part in parts)
    assert count and first and last and strip
    said = (
        stage(page)
        .locator(".losses span")
        .evaluate_all("all => all.map(each => [...each.children].at(-1).getBoundingClientRect().right)")
    )
    assert count["x"] + count["width"] <= first["x"]
    assert said[0] <= stage(page).locator(".losses span").last.evaluate(
        "each => each.getBoundingClientRect().x"
    )
    assert said[1] <= strip["x"] + strip["width"] + 1


@pytest.mark.parametrize("width", [390, 820])
@pytest.mark.parametrize("data", ["circles", "cos_x2", "sonar"])
def test_narrow_nothing_is_cut(page: Page, server_url: str, width: int, data: str) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    open_lesson(page, f"{server_url}/one_tree_or_many?data={data}&guess=none")
    at_rest(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    parts = (".question", ".picture", ".strip", ".stepper", ".stamps")
    boxes = [box for part in parts if (box := stage(page).locator(part).bounding_box())]
    assert len(boxes) == len(parts)
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
    tops = [box["y"] for box in boxes]
    assert tops == sorted(tops)


def test_reduced_motion_tells_at_once(page: Page, server_url: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_lesson(page, f"{server_url}/one_tree_or_many?guess=none")
    question(page).get_by_role("button", name="Show me").click()
    shows(page, 50)
    expect(question(page)).to_contain_text("many trees, from round 5 on")
    page.emulate_media(reduced_motion="no-preference")


def test_the_file_asks_and_tells_by_itself(alone: Page, tmp_path: Path) -> None:
    open_alone(alone, tmp_path, file_of(data="moons"))
    shows(alone, 4)
    record = record_of(compared(data="moons"))
    lines_of(alone, "train")
    question(alone).get_by_role("button", name="Show me").click()
    shows(alone, record["n_rounds"])
    expect(question(alone)).to_contain_text(f"many trees, from round {record['leads']} on")
    names = ("leaves", "pieces")
    assert counts(alone) == [int(side[name][-1]) for side in record["sides"] for name in names]
    line = stage(alone).locator(".told-line")
    expect(line).not_to_have_attribute("d", re.compile("m0 28"))
    stage(alone).get_by_role("slider", name="Step").focus()
    alone.keyboard.press("Home")
    for number in range(1, record["leads"] + 1):
        alone.keyboard.press("ArrowRight")
        shows(alone, number)
    expect(line).to_have_attribute("d", re.compile("m0 28"))  # the knob there stays clear of it
