"""A saved page in a tab by itself, made as large as the same picture is at the workbench."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.rest import at_rest
from tests.saved_pages import questions_of, steps_of
from workbench.components.verdict import SURE

SIZE = "each => [each.clientWidth, each.clientHeight]"
# The same for a picture that is told its size: in whole pixels, and never larger than its place.
TOLD_SIZE = "each => (box => [box.width, box.height].map(Math.floor))(each.getBoundingClientRect())"


def open_alone(tab: Page, folder: Path, file: bytes) -> None:
    """Open a file from the disk, and wait until it is drawn."""
    path = folder / "saved.html"
    path.write_bytes(file)
    tab.goto(path.as_uri())
    expect(tab.locator("html[data-drawn]")).to_have_count(1)


def step_button(tab: Page, name: str, group: str = "Steps") -> Locator:
    """A button of those that step."""
    return tab.get_by_role("group", name=group, exact=True).get_by_role("button", name=name, exact=True)


def walks_all_steps(tab: Page, shows: Callable[[Page, int], None], last: int) -> Locator:
    """Walk through all steps by Next, then to the second by the slider, which is given back."""
    step_button(tab, "First").click()
    for number in range(1, last + 1):
        shows(tab, number)
        if number < last:
            step_button(tab, "Next").click()
    expect(step_button(tab, "Next")).to_be_disabled()
    slider = tab.get_by_role("slider", name="Step", exact=True)
    slider.fill("3")
    shows(tab, 3)
    slider.press("ArrowLeft")
    shows(tab, 2)
    return slider


def places_of(tab: Page) -> list[list[float]]:
    """Where all parts of a saved page are, and the line of its question."""
    found: list[list[float]] = tab.evaluate(
        """() => [...document.querySelectorAll(".asks, main, [data-component], [data-says]")]
         .filter(each => each.getClientRects().length).map(each => {
          const { x, y, width, height } = each.getBoundingClientRect()
          return [x + scrollX, y + scrollY, width, height]
        })"""
    )
    return found


def answers_every_question(tab: Page, folder: Path, file: bytes, group: str = "Steps") -> None:
    """Open a saved page and walk through all its steps, guessing right and wrong in turn; nothing moves."""
    open_alone(tab, folder, file)
    steps, asked = steps_of(file.decode()), questions_of(file.decode())
    assert asked
    bar = tab.get_by_role("group", name="Question", exact=True)
    choices = bar.get_by_role("group", name="Your answer", exact=True).get_by_role("button")
    words, mode, right = bar.locator("p"), bar.locator(".mode"), 0
    answered = 0
    step_button(tab, "First", group).click()
    expect(words).to_have_text(asked[1]["text"] if 1 in asked else "")
    expect(choices).to_have_count(0)
    places = places_of(tab)
    mode.click()
    assert places_of(tab) == places
    for number in sorted(steps):
        question, said = asked.get(number), steps[number].get("texts", {}).get("words", "").replace("**", "")
        if question is None:
            expect(words).to_have_text("There is nothing to guess at this step.")
        else:
            expect(words).to_have_text(question["text"])
            expect(choices).to_have_text(question["choices"])
            places = places_of(tab)
            for name in (name for name, sent in question["hides"].items() if sent is None):
                expect(tab.locator(f"#{name}")).to_be_hidden()
            wrong = [i for i in range(len(question["choices"])) if i not in question["right"]]
            mine = wrong[0] if number % 2 == 0 and wrong else question["right"][0]
            answered += 1
            right += mine in question["right"]
            choices.nth(mine).press("Enter")
            expect(words).to_have_text(f"{question['told'][mine]} {right} of {answered} right.")
            expect(choices).to_have_count(0)
            expect(mode).to_be_focused()
            assert places_of(tab) == places
            for name in question["hides"].keys() - {"texts"}:
                expect(tab.locator(f"#{name}")).to_be_visible()
        expect(tab.locator("[data-says=words]")).to_have_text(said)
        if number < len(steps):
            step_button(tab, "Next", group).click()
    mode.click()
    expect(mode).to_have_text("Guess first")


def answers_in_the_picture(tab: Page, put: Callable[[], None]) -> str:
    """Guess by putting a guess into the picture, and say how sure at the pointer; gives what is said to it.

    put: puts it there, by the pointer. Escape closes the choices alone; the strip has them as well.
    """
    bar = tab.get_by_role("group", name="Question", exact=True)
    words, offer = bar.locator("p"), tab.locator(".offer")
    in_strip = bar.get_by_role("group", name="Your answer", exact=True).get_by_role("button")
    bar.locator(".mode").click()
    question, places = words.inner_text(), places_of(tab)
    for _ in range(2):
        expect(offer).to_be_hidden()
        put()
        expect(offer).to_be_visible()
        for choices in (offer.get_by_role("button"), in_strip):
            expect(choices).to_have_text(SURE)
        box = offer.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= tab.evaluate("innerWidth")
        tab.keyboard.press("Escape")
        expect(offer).to_be_hidden()
        expect(words).to_have_text(f"{question} How sure?")
        expect(bar.locator(".mode")).to_have_text("Stop guessing")
    put()
    offer.get_by_role("button", name="sure", exact=True).click()
    expect(words).to_contain_text("You were sure.")
    expect(words).to_contain_text("of 1 when sure.")
    expect(in_strip).to_have_count(0)
    assert places_of(tab) == places
    return words.inner_text()


def made_as_large(
    tab: Page, host: str, box: str, height: str, place: str, size: list[int], measure: str = SIZE
) -> None:
    """Give a place in a component as many pixels as it has elsewhere.

    host: the component. box: what in it is as high as the variable `height` of the page says.
    """
    for _ in range(12):  # words may take one line more or less, and the place has a share of the width
        now = tab.locator(place).evaluate(measure)
        if now == size:
            break
        tab.locator(host).evaluate(
            """(host, [box, height, wider, higher]) => {
              const { height: high } = host.shadowRoot.querySelector(box).getBoundingClientRect()
              host.style.width = `${host.getBoundingClientRect().width + wider}px`
              host.style.setProperty(height, `${high + higher}px`)
            }""",
            [box, height, size[0] - now[0], size[1] - now[1]],
        )
    assert tab.locator(place).evaluate(measure) == size


def saved_by_button(alone: Page, page: Page, address: str, folder: Path) -> str:
    """Open a lesson at the workbench, save it as a page and open the file; gives the name it would have."""
    page.goto(address)
    at_rest(page)
    with page.expect_download() as coming:
        page.get_by_role("button", name="Save as a page", exact=True).click()
    open_alone(alone, folder, Path(coming.value.path()).read_bytes())
    for tab in (alone, page):  # what moves cannot be compared; until the next page is opened
        tab.evaluate("(globalThis.gbtMotion ??= {}).isOff = true")
    return coming.value.suggested_filename
