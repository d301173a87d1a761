"""Acts at random, in a hurry: a page that rests is at one moment, and its link leads somebody else to it."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from tests.browser.running import Server
from tests.journeys.acts_with_files import (
    gives_it_rows,
    opens_a_model,
    opens_a_table,
    takes_the_model_to,
    takes_the_table_to,
)
from tests.journeys.person import Act, Person
from tests.journeys.walker import CLICKER
from workbench.paths import DATASETS_DIR
from workbench.shell.registry import PAGES

N_ACTS, LONGEST_BURST, LINK_EVERY = 60, 9, 3  # of a walk; acts; bursts
PATIENCE_MS = 60_000  # what a fit may take
CENTRES = """elements => elements.map(each => each.getBoundingClientRect()).filter(({ width }) => width)
  .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])"""
FRAMES = """count => new Promise(done => {
  const frame = left => (left ? requestAnimationFrame(() => frame(left - 1)) : done())
  frame(count)
})"""
SETTING = ".parameters :is(.track, [role=radio][aria-checked=true])"
IS_ASKED = ".stage :is(.question.open, [data-part=answer] em)"
SAID = ".stage :is([data-part=count], [data-part=legend])"
STRIP = ".stage [data-part=strip]"

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


def press_any(page: Page, chance: random.Random) -> None:
    """One of the buttons on the stage: a patient, a class, a loss, what is looked at, how sure one is."""
    press(page.locator(".stage button").nth(chance.randrange(page.locator(".stage button").count() or 1)))


def node(page: Page, chance: random.Random) -> None:
    places = page.locator(".stage [data-node]").evaluate_all(CENTRES)
    if places:
        page.mouse.click(*chance.choice(places))


def drag(page: Page, chance: random.Random, found: str, up: float) -> None:
    """Take hold of one of what is found in its middle, and let go elsewhere."""
    places = page.locator(f".stage {found}").evaluate_all(CENTRES)
    if places:
        x, y = chance.choice(places)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + chance.uniform(-300, 300), y + chance.uniform(-up, up), steps=4)
        page.mouse.up()


def lesson_of(page: Page) -> str:
    """Which lesson the address is of."""
    return urlsplit(page.url).path.strip("/")


def leave(page: Page, chance: random.Random) -> None:
    lesson = lesson_of(page)
    ways = page.get_by_role("link", name=re.compile("^The lesson (before|after)")).locator("visible=true")
    if not press(ways):  # whoever presents has none
        return
    expect(page).not_to_have_url(re.compile(f"/{lesson}"))
    page.evaluate(FRAMES, chance.choice([0, 24]))
    page.go_back()
    expect(page).to_have_url(re.compile(f"/{lesson}"))


def setting(page: Page, chance: random.Random) -> None:
    settings = page.locator(SETTING)
    press(settings.nth(chance.randrange(settings.count() or 1)), chance.choice(["ArrowLeft", "ArrowRight"]))


def history(page: Page, chance: random.Random) -> None:
    """A setting, and back from it at once or later; not out of the lesson, nor out of the workbench."""
    lesson = lesson_of(page)
    setting(page, chance)
    page.evaluate(FRAMES, chance.choice([0, 24]))
    if page.evaluate("navigation.canGoBack"):
        page.go_back()
    if lesson_of(page) != lesson:
        page.go_forward()


def guess(page: Page, chance: random.Random) -> None:
    if press(page.locator(".stage .handle"), "ArrowRight"):
        for _ in range(chance.choice([1, 2])):
            page.keyboard.press("Enter")


def data(page: Page, chance: random.Random) -> None:
    """Another data set, also while a question is open; what leads to a file's own page ends with dots."""
    lists = page.locator(".st-key-bar").get_by_role("combobox").locator("visible=true")
    if press(lists, "ArrowDown"):
        page.evaluate(FRAMES, 12)
        options = page.get_by_role("option").filter(has_not_text="…")
        press(options.nth(chance.randrange(options.count() or 1)))  # a list closes where the page changes
        page.evaluate("document.activeElement.blur()")  # else keys that follow are typed into it


def second_tab(page: Page) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    other.keyboard.press("ArrowRight")
    other.close()


def type_address(page: Page) -> None:
    """Another place, and what no setting can be."""
    parts = urlsplit(page.url)
    link = dict(parse_qsl(parts.query)) | {"guess": "0", "round": "7", "max_depth": "x"}
    page.goto(parts._replace(query=urlencode(link)).geturl())


ACTS: dict[str, Callable[[Page, random.Random], object]] = {
    "next": lambda page, chance: button(page, "Next"),
    "back": lambda page, chance: button(page, "Back"),
    "keys": lambda page, chance: [page.keyboard.press("ArrowRight") for _ in range(chance.randint(1, 9))],
    "play": lambda page, chance: button(page, "Play"),
    "button": press_any,
    "node": node,
    "strip": lambda page, chance: drag(page, chance, "[data-part=strip]", 0),
    "cut": lambda page, chance: drag(page, chance, "[data-part=gain]", 0),
    "what if": lambda page, chance: press(page.get_by_role("slider", name="Try another λ"), "ArrowRight"),
    "guess": guess,
    "handle": lambda page, chance: drag(page, chance, ".handle", 150),
    "setting": setting,
    "thirty settings": lambda page, chance: [setting(page, chance) for _ in range(30)],
    "data": data,
    "history": history,
    "leave": leave,
    "reload": lambda page, chance: page.reload(),
    "second tab": lambda page, chance: second_tab(page),
    "typed": lambda page, chance: type_address(page),
    "present": lambda page, chance: press(page.get_by_role("button", name=re.compile("^(Present|Leave)"))),
    "clicker": lambda page, chance: page.keyboard.press(chance.choice((*CLICKER, "f", "Escape"))),
}

# What a lesson opens with otherwise; and who brings a table, a model and its rows, or nothing but a clicker.
PARTS = (
    *(f"boosting_rounds?n_estimators=20&data={data}" for data in ("moons", "iris", "diabetes")),
    "prune_it?prune_by=gamma",
    *(f"missing_sparse_categorical?part={part}" for part in ("surrogates", "categories")),
    *(f"clinic?patient={patient}" for patient in ("felix", "pablo", "xaver")),
)
MODELS = {"breast_cancer_xgboost.json": "Breast cancer", "automobile_lightgbm.txt": "Automobile"}
TAKES_IT = ("boosting_rounds", "follow_one_row", "one_tree_or_many", "your_model")
OPENINGS = (
    *((address, seed, "") for address in (*(entry.name for entry in PAGES), *PARTS) for seed in (0, 1)),
    *((entry.name, 0, "table") for entry in PAGES if "data" in entry.link_names),
    *((name, seed, model) for name in TAKES_IT for seed, model in enumerate(MODELS)),
    *((f"{entry.name}?present=1", 0, "clicker") for entry in PAGES),
)


def opens(person: Person, url: str, address: str, seed: int, brings: str) -> None:
    """A lesson; seed: whether it asks, or shows its answers."""
    if brings in ("", "clicker"):
        asks = f"{'&' if '?' in address else '?'}guess=0" if seed % 2 else ""
        return person.arrives(f"{url}/{address}{asks}")
    title = next(entry.title for entry in PAGES if entry.name == address)
    if brings in MODELS:
        person.arrives(f"{url}/open_a_model")
        person.does(opens_a_model(DATASETS_DIR / brings))
        person.does(gives_it_rows(MODELS[brings]))
        person.does(takes_the_model_to(title))
        person.files_elsewhere |= person.now.files
    else:
        person.arrives(f"{url}/your_data")
        has_classes = address in ("adaboost", "several_classes")
        person.does(opens_a_table(DATASETS_DIR / ("wine.csv" if has_classes else "airquality.csv")))
        person.does(takes_the_table_to(title))


def is_of_one_round(page: Page) -> None:
    """Strip, tree, address and the words below say one round of Boosting; an open guess is before it."""
    if lesson_of(page) != "boosting_rounds" or page.locator(IS_ASKED).count():
        return
    number = int(page.locator(STRIP).get_attribute("aria-valuenow") or "")
    expect(page.locator(".stage [data-part=count]")).to_have_text(re.compile(rf"Round\s*{number} of"))
    if number:
        # Where a stage opens on its question, no tree is shown yet.
        head = re.compile(rf"round {number}\b|^The next tree$|^If it cut there$")
        expect(page.locator(".stage [data-part=treehead]")).to_have_text(head)
    expect(page.get_by_text(re.compile(rf"^Round {max(1, number)} adds")).first).to_be_visible()


def stage_of(page: Page) -> tuple[str | None, list[str]]:
    """The step and the words of the only stage; a tree that is one leaf has none to hunt splits on."""
    if page.get_by_text("There is no split to find").count():
        return None, []
    expect(page.locator(".stage")).to_have_count(1)
    expect(page.get_by_text("could not be drawn")).to_have_count(0)
    return page.locator(STRIP).get_attribute("aria-valuenow"), page.locator(SAID).all_inner_texts()


@pytest.fixture(scope="module")
def tally(request: pytest.FixtureRequest) -> Iterator[Counter[tuple[str, str]]]:
    """How often what was done on which lesson; said in the end."""
    done: Counter[tuple[str, str]] = Counter()
    yield done
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        print(f"\n{done.total()} acts at random")
        for which in range(2):
            counts = Counter(each[which] for each in done.elements())
            print(*(f"{name} {n}" for name, n in counts.items()), sep=", ")


@pytest.mark.wide
@pytest.mark.parametrize(("address", "seed", "brings"), OPENINGS)
def test_whatever_one_does_the_page_is_at_one_moment(
    person: Person,
    page_elsewhere: Page,
    server: Server,
    tally: Counter[tuple[str, str]],
    address: str,
    seed: int,
    brings: str,
) -> None:
    chance = random.Random(f"{address} {seed} {brings}")
    opens(person, server.url, address, seed, brings)
    person.page.set_default_timeout(PATIENCE_MS)
    names = chance.choices([brings] if brings in ACTS else list(ACTS), k=N_ACTS)

    def hurry(page: Page, burst: list[str]) -> None:
        for name in burst:
            tally[lesson_of(page), name] += 1
            try:
                ACTS[name](page, chance)
                page.evaluate(FRAMES, chance.choice([0, 2, 12]))
            except Error as error:  # a step back to an address that was typed loads the page when it likes
                assert "context was destroyed" in error.message, error
                page.wait_for_load_state()
        button(page, "Pause")

    n_bursts = 0
    while names:
        burst = [names.pop() for _ in range(min(len(names), chance.randint(1, LONGEST_BURST)))]
        person.does(Act(", ".join(burst), "way", lambda page, burst=burst: hurry(page, burst), brings=True))
        print("after", *burst)  # shown where it fails
        is_of_one_round(person.page)
        n_bursts += 1
        if n_bursts % LINK_EVERY == 0 or not names:
            person.sends_the_link()
            n_shared = 1 if person.now.answered else 2  # what is guessed so far is the reader's own
            assert stage_of(page_elsewhere)[:n_shared] == stage_of(person.page)[:n_shared]
