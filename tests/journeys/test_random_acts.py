"""Acts at random on the stages, in a hurry: one that rests is at one moment, and its link leads to it."""

import random
import re
from collections.abc import Callable
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.pagelog import WINDOW
from tests.browser.rest import at_rest
from workbench.shell.registry import PAGES

N_BURSTS, LONGEST_BURST = 12, 4
DATA = ("cos_x2", "moons", "iris", "diabetes")
LESSONS = tuple(entry.name for entry in PAGES)
LONGER, PATIENCE_MS = 8, 60_000  # on any lesson: acts of a burst, and what a fit may take
CENTRES = """elements => elements.map(each => each.getBoundingClientRect()).filter(({ width }) => width)
  .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])"""
FRAMES = """count => new Promise(done => {
  const frame = left => (left ? requestAnimationFrame(() => frame(left - 1)) : done())
  frame(count)
})"""

# No act waits for what it acts on: what is not there any more is let be.


def press(found: Locator, key: str | None = None) -> bool:
    """Click on the first of what is found and enabled, or press a key on it; whether there was one."""
    act = "each.focus()" if key else "each.click()"
    enabled = f"all => all.filter(each => !each.disabled).slice(0, 1).map(each => {act}).length"
    is_there = bool(found.evaluate_all(enabled))
    if is_there and key:
        found.page.keyboard.press(key)
    return is_there


def button(page: Page, name: str) -> None:
    press(page.locator(".stage").get_by_role("button", name=name, exact=True))


def node(page: Page, chance: random.Random) -> None:
    places = page.locator(".stage [data-node]").evaluate_all(CENTRES)
    if places:
        page.mouse.click(*chance.choice(places))


def drag(page: Page, chance: random.Random, part: str) -> None:
    place = page.locator(f".stage [data-part={part}]")
    box = place.bounding_box() if place.count() else None
    if box is None:  # not every lesson has one
        return
    xs = [box["x"] + box["width"] * chance.uniform(0.1, 0.9) for _ in range(2)]
    page.mouse.move(xs[0], box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(xs[1], box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()


def lesson_of(page: Page) -> str:
    """Which lesson the address is of."""
    return urlsplit(page.url).path.strip("/")


def leave(page: Page, chance: random.Random) -> None:
    lesson = lesson_of(page)
    ways = page.get_by_role("link", name=re.compile("^The lesson (before|after)")).locator("visible=true")
    if not ways.count():  # whoever presents has none
        return
    ways.first.click()
    expect(page).not_to_have_url(re.compile(f"/{lesson}"))
    if chance.random() < 0.5:
        at_rest(page)
    page.go_back()
    expect(page).to_have_url(re.compile(f"/{lesson}"))


def setting(page: Page, chance: random.Random) -> None:
    sliders = page.locator(".parameters .track").all()
    if sliders:
        chance.choice(sliders).press(chance.choice(["ArrowLeft", "ArrowRight"]))


def history(page: Page, chance: random.Random) -> None:
    """A setting, and back from it at once or later; not out of the lesson, nor out of the workbench."""
    lesson = lesson_of(page)
    setting(page, chance)
    page.evaluate(FRAMES, chance.choice([0, 24]))
    if page.evaluate("navigation.canGoBack"):
        page.go_back()
    if lesson_of(page) != lesson:
        page.go_forward()


def what_if(page: Page) -> None:
    press(page.get_by_role("slider", name="Try another λ"), "ArrowRight")


def guess(page: Page, chance: random.Random) -> None:
    handle = page.locator(".stage .handle")
    if press(handle, "ArrowRight"):
        for _ in range(chance.choice([1, 2])):
            page.keyboard.press("Enter")


def handle(page: Page, chance: random.Random) -> None:
    """A guess, or what else is taken hold of."""
    places = page.locator(".stage .handle").evaluate_all(CENTRES)
    if places:
        x, y = chance.choice(places)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + chance.uniform(-300, 300), y + chance.uniform(-150, 150), steps=4)
        page.mouse.up()


def data(page: Page, chance: random.Random) -> None:
    """Another data set, also while a question is open."""
    lists = page.locator(".st-key-bar").get_by_role("combobox").locator("visible=true")
    if lists.count():
        lists.first.click()
        options = page.get_by_role("option")
        options.first.wait_for()
        options.nth(chance.randrange(options.count())).click()


def second_tab(page: Page) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    other.keyboard.press("ArrowRight")
    other.close()


Acts = dict[str, Callable[[Page, random.Random], object]]
ACTS: Acts = {
    "next": lambda page, chance: button(page, "Next"),
    "back": lambda page, chance: button(page, "Back"),
    "keys": lambda page, chance: [page.keyboard.press("ArrowRight") for _ in range(chance.randint(1, 9))],
    "play": lambda page, chance: button(page, "Play"),
    "node": node,
    "strip": lambda page, chance: drag(page, chance, "strip"),
    "cut": lambda page, chance: drag(page, chance, "gain"),
    "what if": lambda page, chance: what_if(page),
    "guess": guess,
    "setting": setting,
    "history": history,
    "leave": leave,
    "reload": lambda page, chance: page.reload(),
}

# On any lesson.
MORE = ACTS | {
    "handle": handle,
    "thirty settings": lambda page, chance: [setting(page, chance) for _ in range(30)],
    "data": data,
    "second tab": lambda page, chance: second_tab(page),
    "present": lambda page, chance: press(page.get_by_role("button", name=re.compile("^(Present|Leave)"))),
    "typed": lambda page, chance: page.goto(f"{page.url.partition('?')[0]}?guess=0&round=7&max_depth=x"),
}


def is_at_one_moment(page: Page) -> None:
    """Count, strip, tree, address and the words below say one round."""
    stage = page.locator(".stage")
    expect(stage).to_have_count(1)
    button(page, "Pause")
    if stage.locator(".question.open, [data-part=answer] em").count():  # a guess stands before the next step
        button(page, "Next")
    at_rest(page)
    match = re.match(r"Round (\d+) of (\d+)", stage.locator("[data-part=count]").inner_text())
    assert match
    number = int(match[1])
    expect(stage.locator("[data-part=strip]")).to_have_attribute("aria-valuenow", str(number))
    if number:
        expect(stage.locator("[data-part=treehead]")).to_have_text(re.compile(rf"round {number}\b"))
    pattern = rf"[?&]round={number}(&|$)" if number != 1 else r"^(?!.*[?&]round=)"
    expect(page).to_have_url(re.compile(pattern))
    expect(page.get_by_text(re.compile(rf"^Round {max(1, number)} adds")).first).to_be_visible()


def act(page: Page, chance: random.Random, done: list[str], most: int, acts: Acts = ACTS) -> None:
    """Some acts, one soon after the other."""
    for _ in range(chance.randint(1, most)):
        done.append(chance.choice(list(acts)))
        acts[done[-1]](page, chance)
        page.evaluate(FRAMES, chance.choice([0, 2, 12]))


@pytest.mark.wide
@pytest.mark.parametrize("seed", range(1, 22))
def test_whatever_one_does_the_stage_is_at_one_moment(fresh_tab: Page, server_url: str, seed: int) -> None:
    chance = random.Random(seed)
    fresh_tab.goto(f"{server_url}/boosting_rounds?data={DATA[seed % len(DATA)]}&n_estimators=20&guess=0")
    expect(fresh_tab.locator(".stage[data-drawn]")).to_have_count(1)
    done: list[str] = []
    for _ in range(N_BURSTS):
        act(fresh_tab, chance, done, LONGEST_BURST)
        print("after", *done)  # shown where it fails
        is_at_one_moment(fresh_tab)


def moment(page: Page) -> dict[str, object]:
    """What a stage at rest shows: its step, its words, and what the address says."""
    button(page, "Pause")
    at_rest(page)
    parts = page.locator(".stage :is([data-part=count], [data-part=legend])")
    strip = page.locator(".stage [data-part=strip]")
    said = {
        "words": parts.all_inner_texts(),
        "step": strip.get_attribute("aria-valuenow"),
        "link": dict(parse_qsl(urlsplit(page.url).query)),
    }
    expect(page.locator(".stage")).to_have_count(1)
    expect(page.get_by_text("could not be drawn")).to_have_count(0)
    return said


@pytest.mark.wide
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("lesson", LESSONS)
def test_what_random_acts_lead_to_another_browser_finds_by_the_link(
    fresh_tab: Page, browser: Browser, server_url: str, lesson: str, seed: int
) -> None:
    chance = random.Random(f"{lesson} {seed}")
    fresh_tab.set_default_timeout(PATIENCE_MS)
    fresh_tab.goto(f"{server_url}/{lesson}{'?guess=0' if seed % 2 else ''}")
    expect(fresh_tab.locator(".stage[data-drawn]")).to_have_count(1)
    done: list[str] = []
    for _ in range(N_BURSTS):
        act(fresh_tab, chance, done, LONGER, MORE)
        print("after", *done)
        moment(fresh_tab)
    other = browser.new_context(viewport=WINDOW).new_page()
    other.goto(fresh_tab.url)
    assert moment(other) == moment(fresh_tab)
    other.context.close()
