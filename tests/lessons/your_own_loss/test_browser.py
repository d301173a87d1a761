"""The lesson on losses in a real browser: asked on the fit, told there; rows and F are moved."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.alone import open_alone
from tests.browser.rest import at_rest
from tests.browser.stages import go, open_lesson, question, shows, stage, stopped
from workbench.lessons.your_own_loss import LESSON
from workbench.lessons.your_own_loss.asked import AskedLoss
from workbench.lessons.your_own_loss.record import record_of
from workbench.lessons.your_own_loss.run import Boosting, Run, run_of
from workbench.lessons.your_own_loss.stage import stage_of_loss

ASKED: dict[str, Any] = {
    "round": 1,
    "own_row": None,
    "own_y": None,
    "own_F": None,
    "own_told": "",
    "guess": None,
}


def open_file(alone: Page, tmp_path: Path, name: str = "huber", **cursor: Any) -> Run:
    run = run_of(Boosting(AskedLoss(name)))
    open_alone(alone, tmp_path, LESSON.saved(stage_of_loss(run), ASKED | cursor, {}))
    stopped(alone)
    return run


def open_live(page: Page, server_url: str, query: str = "round=10") -> None:
    open_lesson(page, f"{server_url}/your_own_loss?{query}")
    at_rest(page)


def mover(page: Page) -> Locator:
    return stage(page).get_by_role("slider", name="y of the row")


def handle(page: Page) -> Locator:
    return stage(page).get_by_role("slider", name=re.compile("^The fit at the row"))


def read(number: float) -> str:
    """As it stands on the screen."""
    return f"{number:.{3 if abs(number) > 0.0995 else 2}g}".replace("-", "−")


def value(slider: Locator) -> float:
    return float((slider.get_attribute("aria-valuenow") or "nan").replace("−", "-"))


def moving(page: Page) -> str:
    """What is drawn of the round."""
    return str(stage(page).locator("[data-part=moving]").inner_html())


def why_of(run: Run) -> str:
    """What is said of the shares of the pulls in the way of F at the last outlier."""
    row = run.rows.last_outlier
    own = float(record_of(run)["rows"]["own"][row])
    mates = float(run.raw(20)[row]) - run.start - own
    first, second = (f"leaf mates {signed(mates)} beat", f"its own pull {signed(own)}")
    if abs(own) > abs(mates):
        first, second = (f"its own pull {signed(own)} beats", f"leaf mates {signed(mates)}")
    return f"{'F by ' if run.made.asked.is_binary else ''}{first} {second}"


def signed(number: float) -> str:
    return ("+" if number > 0 else "") + read(number)


@pytest.mark.parametrize("name", ["huber", "logistic", "quantile"])
def test_the_fit_is_asked_for_at_the_row_and_told_there(alone: Page, tmp_path: Path, name: str) -> None:
    run = open_file(alone, tmp_path, name)
    expect(question(alone)).to_contain_text("Where is the fit at the ringed row after 20 rounds of")
    before = value(handle(alone))
    handle(alone).focus()
    for _ in range(3):
        alone.keyboard.press("ArrowUp")
    yours = value(handle(alone))
    assert yours > before
    alone.keyboard.press("Enter")
    expect(stage(alone).locator("[data-part=answer] [data-sure]").first).to_be_focused()
    alone.keyboard.press("Enter")
    shows(alone, 20)
    row = run.rows.last_outlier
    true = float(run.made.loss.inverse_link(run.raw(20))[row])
    expect(question(alone)).to_contain_text(f" ends at {read(true)}: {why_of(run)}")
    expect(question(alone)).to_contain_text(re.compile(r"Yours .*off by"))
    expect(stage(alone).locator(".arrow-to")).to_have_count(1)
    stage(alone).locator("[data-card=sums]").click()
    card = stage(alone).get_by_role("dialog")
    *terms, end = numbers_in(card)
    signs = [-1 if each == "−" else 1 for each in card.locator("math").last.locator("mo").all_text_contents()]
    made = sum(sign * float(each) for sign, each in zip(signs[1:], terms, strict=False))
    assert f"{made:.3g}" == f"{float(end):.3g}"
    boxes = [each.bounding_box() for each in (card, stage(alone).locator(".of-row"))]
    assert boxes[0] and boxes[1]
    high, ring = boxes[0]["y"] + boxes[0]["height"], boxes[1]["y"] + boxes[1]["height"]
    assert high < boxes[1]["y"] or boxes[0]["y"] > ring  # the ringed row is not covered
    alone.keyboard.press("Escape")
    go(alone, "back")
    shows(alone, 19)
    said = rf"in 19 rounds.*in 20 rounds {read(true)}.*Yours .*off by"
    expect(question(alone)).to_contain_text(re.compile(said))
    go(alone, "first")
    expect(question(alone)).to_contain_text("Before the first tree the fit is at")


def test_a_guess_that_is_dragged_is_taken_back_by_escape(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path)
    box = handle(alone).locator(".grip").bounding_box()
    assert box is not None
    alone.mouse.move(box["x"] + 5, box["y"] + 5)
    alone.mouse.down()
    alone.mouse.move(box["x"] + 5, box["y"] - 40)
    alone.mouse.up()
    expect(stage(alone).locator(".sures")).to_be_visible()
    high, line = (
        question(alone)
        .locator("[data-part=prompt]")
        .evaluate("each => [each.offsetHeight, 1.8 * parseFloat(getComputedStyle(each).fontSize)]")
    )
    assert high < line
    alone.keyboard.press("Escape")
    expect(stage(alone).locator(".sures")).to_be_hidden()
    expect(question(alone)).to_contain_text("drag the violet handle")
    shows(alone, 1)


def test_what_is_drawn_is_of_the_round_from_wherever_one_comes(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, round=4, guess=0)
    drawn = moving(alone)
    go(alone, "next")
    shows(alone, 5)
    assert moving(alone) != drawn
    go(alone, "last")
    shows(alone, 20)
    strip = stage(alone).get_by_role("slider", name="Step")
    strip.focus()
    alone.keyboard.press("Home")
    shows(alone, 0)
    for number in (1, 2, 3, 4):
        go(alone, "next")
        shows(alone, number)
    assert moving(alone) == drawn


def test_cards_have_the_numbers_of_the_row(alone: Page, tmp_path: Path) -> None:
    run = open_file(alone, tmp_path, "squared_error", round=3, guess=0)
    row = run.rows.last_outlier
    lacks = float(run.rows.y[run.rows.train[row]] - run.raw(3)[row])
    expect(stage(alone).locator("[data-card=sums]")).to_contain_text(f"g −{lacks:.3g}")
    stage(alone).locator("[data-card=sums]").click()
    expect(stage(alone).get_by_role("dialog")).to_contain_text(f"{lacks / 2:.3g}")
    places = [stage(alone).locator(each).bounding_box() for each in (".card", ".right")]
    assert places[0] and places[1]
    assert places[0]["x"] + places[0]["width"] < places[1]["x"]  # what it is about is not covered
    line, way = (
        stage(alone).locator(f"[data-part=curvebox] {each}").get_attribute("d") or ""
        for each in (".truth", ".to-lowest")
    )
    at_y, here, lowest = (float(each) for each in re.findall(r"M([\d.]+)", line + way)[:3])
    assert (lowest - here) / (at_y - here) == pytest.approx(1 / 2, abs=0.01)  # w is -g / (1 + 1)
    tree = run.trace[2].trees[0]
    root = tree.node(0)
    expect(stage(alone).locator("[data-part=treekeys]")).to_contain_text("step 0.3 w")
    card = stage(alone).get_by_role("dialog")
    stage(alone).locator("[data-node='0']").click()
    expect(card).to_contain_text(f"={root.gain:.3g}")
    alone.keyboard.press("Escape")
    expect(card).to_be_hidden()
    alone.keyboard.press("Enter")  # the node has the focus again
    expect(card).to_contain_text(f"={root.gain:.3g}")
    stage(alone).locator("[data-card^=node]").last.click()
    expect(card).to_contain_text("A leaf of")
    places = [stage(alone).locator(each).bounding_box() for each in (".card", ".strip")]
    assert places[0] and places[1]
    assert places[0]["y"] + places[0]["height"] <= places[1]["y"]  # which says the round it is about


def numbers_in(card: Locator) -> list[str]:
    """Those of its last formula, as they are read."""
    read = card.locator("math").last.locator("mn").all_text_contents()
    return [each.replace("−", "-").replace(",", "") for each in read]


@pytest.mark.parametrize(("name", "round_"), [("huber", 1), ("squared_error", 2), ("logistic", 20)])
def test_the_numbers_of_a_card_make_what_it_says(alone: Page, tmp_path: Path, name: str, round_: int) -> None:
    open_file(alone, tmp_path, name, round=round_, guess=0)
    for node in stage(alone).locator("[data-card^=node]").all():
        node.click()
        *terms, said = numbers_in(stage(alone).get_by_role("dialog"))
        if len(terms) > 3:  # half, and of each side and of the node G, 2, H and lambda
            sides = zip(terms[2::4], terms[4::4], terms[5::4], strict=True)
            left, right, both = (float(G) ** 2 / (float(H) + float(over)) for G, H, over in sides)
            made = (left + right - both) / 2
        else:
            G, H, over = map(float, terms)
            made = -G / (H + over)
        assert made == pytest.approx(float(said), abs=0.5001 * 10.0 ** -len(said.partition(".")[2]))


def test_f_is_moved_along_the_curve_and_comes_back_with_the_next_round(page: Page, server_url: str) -> None:
    open_live(page, server_url, "round=3&own_loss=squared_error")
    F = stage(page).get_by_role("slider", name="F", exact=True)
    F.focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("own_F="))
    at_rest(page)
    expect(F).to_be_focused()
    run = run_of(Boosting(AskedLoss("squared_error")))
    row = run.rows.last_outlier
    pull = float(run.rows.y[run.rows.train[row]]) - value(F)
    expect(stage(page).locator("[data-card=sums]")).to_contain_text(f"g −{pull:.3g}")
    go(page, "next")
    shows(page, 4)
    expect(page).not_to_have_url(re.compile("own_F="))


def test_an_f_that_is_tried_leaves_the_fit_where_it_is_and_goes_back_there(
    alone: Page, tmp_path: Path
) -> None:
    open_file(alone, tmp_path)
    curve = stage(alone).locator("[data-part=curve]")
    head = stage(alone).locator("[data-part=losshead]")
    curve.scroll_into_view_if_needed()
    area = curve.bounding_box()
    fit = curve.locator(".dot").bounding_box()
    assert area is not None
    assert fit is not None
    expect(curve).not_to_contain_text("fit now")
    alone.mouse.click(area["x"] + 0.8 * area["width"], area["y"] + area["height"] / 2)
    alone.mouse.move(1, 1)
    expect(curve).to_contain_text("fit now")
    expect(head).to_have_text(re.compile(r"^Huber’s loss if F were \d"))
    assert curve.locator(".fit-now").bounding_box() == pytest.approx(fit, abs=1.5)
    alone.mouse.click(fit["x"] + fit["width"] / 2, fit["y"] + fit["height"] / 2)
    expect(curve).not_to_contain_text("fit now")
    expect(head).to_have_text("Huber’s loss of the ringed row")


# The rows and the fit, and y and the loss of the ringed one.
HELD = (
    "[data-part=moving] .rows",
    "[data-part=moving] .after",
    "[data-part=curvebox] .truth",
    "[data-part=curvebox] .after",
)


@pytest.mark.wide
def test_a_row_is_dragged_and_boosted_wherever_it_is_on_axes_that_stay(page: Page, server_url: str) -> None:
    open_live(page, server_url, "round=10&own_loss=squared_error")
    ticks = stage(page).locator("[data-part=still] text")
    before = ticks.all_text_contents()
    box = mover(page).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 40)
    at_rest(page)
    held = [stage(page).locator(part) for part in HELD]
    before_held = [each.get_attribute("d") for each in held]
    page.mouse.move(x, y + 80)
    for each, was in zip(held, before_held, strict=True):
        expect(each).not_to_have_attribute("d", str(was))
    at_rest(page)
    fit = held[1].get_attribute("d")
    assert "own_y" not in page.url  # the page runs on release only
    dragged = mover(page).get_attribute("aria-valuenow")
    page.mouse.up()
    expect(page).to_have_url(re.compile(f"own_y={dragged}(&|$)"))
    expect(page).to_have_url(re.compile("round=10"))
    at_rest(page)
    assert held[1].get_attribute("d") == fit
    expect(mover(page)).to_have_attribute("aria-valuenow", str(dragged))
    assert ticks.all_text_contents() == before


@pytest.mark.wide
def test_a_row_is_chosen_by_keys_and_by_a_click(page: Page, server_url: str) -> None:
    open_live(page, server_url, "round=20")
    mover(page).focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("own_row=70"))
    box = mover(page).bounding_box()
    assert box is not None
    page.keyboard.press("ArrowLeft")
    expect(page).not_to_have_url(re.compile("own_row=70"))
    at_rest(page)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page).to_have_url(re.compile("own_row=70"))


@pytest.mark.wide
def test_the_row_is_moved_by_keys_and_keeps_the_focus(page: Page, server_url: str) -> None:
    open_live(page, server_url, "own_row=40&own_y=1.0")
    mover(page).focus()
    page.keyboard.press("ArrowUp")
    expect(page).to_have_url(re.compile("own_y=1.1"))
    at_rest(page)
    expect(mover(page)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page).to_have_url(re.compile("own_y=1.2"))
    at_rest(page)
    page.keyboard.press("ArrowLeft")  # another row: this one is back where it was
    expect(page).to_have_url(re.compile("own_row=39"))
    expect(page).not_to_have_url(re.compile("own_y="))


@pytest.mark.wide
def test_another_delta_keeps_what_was_told_until_it_is_asked_again(page: Page, server_url: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_live(page, server_url, "guess=none")
    question(page).get_by_role("button", name="Show me").click()
    shows(page, 20)
    go(page, "first")
    go(page, "next")
    shows(page, 1)
    page.get_by_role("slider", name="δ, the largest pull").press("ArrowRight")
    expect(page).to_have_url(re.compile("own_delta=0.55"))
    at_rest(page)
    run = run_of(Boosting(AskedLoss("huber", delta=0.55)))
    end = read(float(run.raw(20)[run.rows.last_outlier]))
    expect(question(page)).to_contain_text(f"in 20 rounds {end}")
    expect(stage(page).locator(".tree .node text.ink").first).to_be_visible()
    question(page).get_by_role("button", name="Ask me").click()
    expect(question(page)).to_contain_text("Where is the fit at the ringed row after 20 rounds")
    expect(handle(page)).to_be_visible()


@pytest.mark.wide
def test_a_typed_loss_is_boosted_and_nonsense_keeps_the_picture(page: Page, server_url: str) -> None:
    page.emulate_media(reduced_motion="reduce")  # one loss goes over into another at once
    open_live(page, server_url, "own_loss=own&round=10")
    field = page.get_by_role("textbox", name="A loss of y and F")
    field.fill("(F - y) ** 4")
    field.press("Enter")
    expect(page).to_have_url(re.compile("own_formula="))
    at_rest(page)
    drawn = stage(page).locator("[data-part=sums]").inner_text()
    field.fill("(F - y ** 4")
    field.press("Enter")
    expect(page.get_by_text("This cannot be boosted.").first).to_be_in_viewport()
    at_rest(page)
    assert stage(page).locator("[data-part=sums]").inner_text() == drawn
    expect(stage(page).locator("[data-part=stepper]")).to_be_in_viewport(ratio=1)


def end_of(name: str, **moved: Any) -> str:
    run = run_of(Boosting(AskedLoss(name), **moved))
    return read(float(run.raw(20)[run.rows.last_outlier]))


def test_each_loss_is_a_bet_of_its_own_and_what_is_told_stays_at_the_row(page: Page, server_url: str) -> None:
    open_live(page, server_url, "round=10&guess=none")
    choices, told = stage(page).get_by_role("radiogroup", name="Loss"), stage(page).locator(".rung-name")
    expect(choices.get_by_role("radio")).to_have_count(7)
    expect(told).to_have_count(0)
    question(page).get_by_role("button", name="Show me").click()
    shows(page, 20)
    expect(question(page)).not_to_contain_text("Yours")
    expect(told).to_have_text(f"{end_of('huber')} Huber δ 0.5")
    question(page).get_by_role("button", name="Try squared").click()
    expect(page).to_have_url(re.compile("own_loss=squared_error"))
    shows(page, 1)
    expect(question(page)).to_contain_text("after 20 rounds of half squared error?")
    expect(told).to_have_count(1)
    go(page, "last")
    shows(page, 20)
    expect(told).to_have_text([f"{end_of('huber')} Huber δ 0.5", f"{end_of('squared_error')} squared"])
    mover(page).focus()
    page.keyboard.press("ArrowDown")
    expect(page).to_have_url(re.compile("own_y=1.2"))
    there = {"position": run_of(Boosting(AskedLoss("huber"))).rows.last_outlier, "y": 1.2}
    ends = [f"{end_of('huber', **there)} Huber δ 0.5", f"{end_of('squared_error', **there)} squared"]
    expect(told).to_have_text(ends)
    choices.get_by_role("radio", name="squared").focus()
    page.keyboard.press("ArrowRight")  # told already: it is shown where one is
    expect(stage(page)).to_contain_text("Huber’s loss of the ringed row")
    expect(choices.get_by_role("radio", checked=True)).to_be_focused()
    expect(page).to_have_url(re.compile("round=20"))
    drawn = stage(page).locator("[data-part=top]").inner_html()
    page.goto(page.url)
    at_rest(page)
    assert stage(page).locator("[data-part=top]").inner_html() == drawn
