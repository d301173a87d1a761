"""Everything that a person can do at the workbench, as acts with a name; see person.Act."""

import re
from collections.abc import Callable

from playwright.sync_api import ElementHandle, Locator, Page

from tests.browser.menu import go_to
from tests.journeys.person import SETTINGS, Act, ImpossibleError
from workbench.shell.take_with_you import TAKE

ANY_SETTING = SETTINGS
# What a data set does not take is put to its default with it.
WITH_THE_DATA = frozenset({"data", "loss", "noise", "base_score"})
# Controls of which the label is not the name in the link, or not on every page.
NAMED = {
    "Data set": WITH_THE_DATA,
    "max_depth": frozenset({"max_depth", "tree_depth"}),
    "min_samples_leaf": frozenset({"min_samples_leaf", "tree_points"}),
    "min_samples_split": frozenset({"min_samples_split", "tree_split"}),
    "Start at F = 0": frozenset({"base_score"}),
    "Tree depth": frozenset({"tree_depth"}),
    "Rows a leaf": frozenset({"tree_points"}),
    "Rows a split": frozenset({"tree_split"}),
}


def settings_of(label: str) -> frozenset[str]:
    """The settings that a control with a label may change; none if it moves the cursor."""
    return NAMED.get(label, frozenset({label}) & SETTINGS)


def of_control(label: str, name: str, do: Callable[[Page], None], **then: str | None) -> Act:
    """An act on a control: a setting's if its label says so."""
    changes = settings_of(label)
    return Act(name, "setting" if changes else "cursor", do, changes, then)


# -- what is pressed


def presses(name: str, times: int = 1, **then: str | None) -> Act:
    """Click a button."""

    def do(page: Page) -> None:
        for _ in range(times):
            button(page, name).click()

    often = f" {times} times" if times > 1 else ""
    return Act(f"presses {name}{often}", "cursor", do, then=then)


def saves_as_a_page() -> Act:
    """Take the lesson home as a file."""

    def do(page: Page) -> None:
        panel_of(page, TAKE).click()
        with page.expect_download() as coming:
            button(page, "Save as a page").click()
        panel_of(page, TAKE).click()
        assert coming.value.suggested_filename.endswith(".html")

    return Act("saves the lesson as a page", "cursor", do)


def plays(then_presses: str = "") -> Act:
    """Let the rounds run to their end, or until a button is pressed."""

    def do(page: Page) -> None:
        button(page, "Play").click()
        if then_presses:
            button(page, "Pause").wait_for()
            button(page, then_presses).click()
        button(page, "Play").wait_for()

    return Act(f"plays{' and ' + then_presses if then_presses else ' to the end'}", "cursor", do)


def tries(preset: str) -> Act:
    """Click a preset, which may change every setting."""
    return Act(f"tries {preset}", "setting", lambda page: button(page, preset).click(), ANY_SETTING)


def opens(panel: str) -> Act:
    """Open a panel: a popover, or an expander."""
    return Act(f"opens {panel}", "cursor", lambda page: panel_of(page, panel).click())


def closes(panel: str) -> Act:
    """Close a popover, or an expander."""

    def do(page: Page) -> None:
        if page.get_by_test_id("stPopoverBody").count():
            page.keyboard.press("Escape")
            page.get_by_test_id("stPopoverBody").wait_for(state="detached")
        else:
            panel_of(page, panel).click()

    return Act(f"closes {panel}", "cursor", do)


# -- what is chosen, typed, moved


def chooses(label: str, option: str, **then: str | None) -> Act:
    """Choose of names side by side, or in a list that drops down; of that only what is typed is drawn."""

    def do(page: Page) -> None:
        names = page.locator(".parameters").get_by_role("radiogroup", name=label, exact=True)
        if names.count():
            names.get_by_role("radio", name=option, exact=True).click()
            return
        open_list(page.get_by_role("combobox", name=label, exact=True))
        page.keyboard.type(option)
        page.get_by_role("option", name=re.compile(f"^{re.escape(option)}")).first.click()

    return of_control(label, f"chooses {option} as {label}", do, **then)


def picks(option: str, setting: str = "", **then: str | None) -> Act:
    """Click one of a few options that stand side by side; setting: the one that it is of, if it is."""

    def do(page: Page) -> None:
        page.locator("label, button").filter(has=page.locator("[role=radio], [type=radio]")).or_(
            page.locator("button[role=radio]")
        ).filter(has_text=re.compile(f"^{re.escape(option)}$")).click()

    return Act(f"picks {option}", "setting" if setting else "cursor", do, frozenset({setting}), then)


def types(label: str, text: str, **then: str | None) -> Act:
    """Type a number into a field, or in place of a track."""

    def do(page: Page) -> None:
        track = page.locator(".parameters .track").and_(page.get_by_role("slider", name=label, exact=True))
        if track.count():
            track.press("Enter")
        field = page.get_by_role("textbox" if track.count() else "spinbutton", name=label, exact=True)
        field.fill(text)
        field.press("Enter")

    return of_control(label, f"types {text} into {label}", do, **then)


def writes(label: str, text: str, **then: str | None) -> Act:
    """Write into a field of text."""

    def do(page: Page) -> None:
        field = page.get_by_role("textbox", name=label, exact=True)
        field.fill(text)
        field.press("Enter")

    return of_control(label, f"writes {text} into {label}", do, **then)


def slides(label: str, *keys: str, **then: str | None) -> Act:
    """Move a slider by keys."""

    def do(page: Page) -> None:
        slider(page, label).focus()
        for key in keys:
            page.keyboard.press(key)

    return of_control(label, f"slides {label} by {' '.join(keys)}", do, **then)


def hurries(label: str, key: str, **then: str | None) -> Act:
    """Press a key on a slider twenty times, 50 ms apart."""

    def do(page: Page) -> None:
        slider(page, label).focus()
        for _ in range(20):
            page.keyboard.press(key, delay=50)

    return of_control(label, f"presses {key} on {label} in a hurry", do, **then)


def drags(label: str, share: float, **then: str | None) -> Act:
    """Drag a slider, a handle or a curve to a share of its width."""
    return of_control(
        label, f"drags {label} to {share:.0%}", lambda page: drag(page, slider(page, label), share), **then
    )


# -- what is done in a picture


def clicks_cell(row: int, column: int, **then: str | None) -> Act:
    """Click a cell of a table, or of a triangle of pairs."""
    cell = f"[data-row='{row}'][data-column='{column}']"
    return Act(f"clicks cell {row}.{column}", "cursor", lambda page: page.locator(cell).click(), then=then)


def turns_to(tab: str, **then: str | None) -> Act:
    """Click a tab."""
    return Act(f"turns to {tab}", "cursor", lambda page: page.get_by_role("tab", name=tab).click(), then=then)


# -- the way through the pages


def goes_to(title: str, **then: str | None) -> Act:
    """Another page by the menu."""
    return Act(f"goes to {title}", "way", lambda page: go_to(page, title), then=then)


def brings_the_model_to(title: str, **then: str | None) -> Act:
    """Another lesson, with the model of this one."""
    line = ".st-key-same_model"

    def do(page: Page) -> None:
        page.locator(line).get_by_role("link", name=title, exact=True).click()

    return Act(f"brings the model to {title}", "way", do, then=then, brings=True)


def reloads() -> Act:
    """Load the page anew."""
    return Act("reload", "way", lambda page: page.reload())


def goes_back() -> Act:
    """Back in the browser's history."""

    def do(page: Page) -> None:
        if not page.evaluate("navigation.canGoBack"):
            raise ImpossibleError("there is nothing to go back to")
        page.go_back()

    return Act("Back", "way", do)


def goes_forward() -> Act:
    """Forward in the browser's history."""
    return Act("Forward", "way", lambda page: page.go_forward())


def presents() -> Act:
    """The presenter's view."""
    return Act("presents", "cursor", lambda page: button(page, "Present").click(), then={"present": "1"})


def leaves() -> Act:
    """Out of the presenter's view."""
    return Act("leaves", "cursor", lambda page: button(page, "Leave").click(), then={"present": None})


# -- questions


def skips(**then: str | None) -> Act:
    """See the answer without giving one."""
    return Act("skips", "cursor", lambda page: button(page, "Show me").click(), then=then)


# -- where things are


def button(page: Page, name: str) -> Locator:
    """A button by the beginning of its name, which an icon may follow."""
    return (
        page.get_by_role("button", name=re.compile(f"^{re.escape(name)}( ?expand_more)?$"))
        .locator("visible=true")
        .first
    )


def panel_of(page: Page, name: str) -> Locator:
    """What opens and closes a panel."""
    return button(page, name).or_(page.locator("summary").filter(has_text=name)).locator("visible=true").first


def slider(page: Page, label: str) -> Locator:
    """A slider, a handle or a curve by its label, or by how it begins if that ends in three dots."""
    # The name of one of Streamlit's own goes on after its label.
    beginning = f"^{re.escape(label[:-3])}" if label.endswith("...") else f"^{re.escape(label)}( |$)"
    return page.get_by_role("slider", name=re.compile(beginning)).first


def open_list(box: Locator | ElementHandle) -> None:
    """Click what drops a list down, once the page stands still with it in the middle.

    Scrolling closes a list, also one in the head, which stays; and the click itself would scroll what lies
    below it.
    """
    box.evaluate("""async box => {
      const page = document.querySelector("[data-testid=stMain]")
      const stands = () => new Promise(done => { // a key may still be scrolling the page
        let last, still = 0
        const look = () => {
          const top = `${box.getBoundingClientRect().top} ${page.scrollTop}`
          still = top === last ? still + 1 : 0
          last = top
          if (still < 3) requestAnimationFrame(look)
          else done()
        }
        look()
      })
      await stands()
      box.scrollIntoView({ block: "center", behavior: "instant" })
      await stands()
    }""")
    box.click()


# Where something is, and from where to where it can be dragged: a slider may be a point on a track.
PLACE = """
element => {
  element.scrollIntoView({ block: "nearest" })
  const middle = box => [box.x + box.width / 2, box.y + box.height / 2]
  const own = element.getBoundingClientRect()
  let at = element, around = own, seen = own
  while (around.width < 100) {
    at = at.parentElement ?? at.getRootNode().host
    around = at.getBoundingClientRect()
    if (seen.width < 8) seen = around
  }
  return [...middle(seen), around.x, around.width]
}
"""


def drag(page: Page, what: Locator | ElementHandle, share: float) -> None:
    """Take something at its middle and let go at a share of the width that it has."""
    x, y, left, width = what.evaluate(PLACE)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(left + share * width, y, steps=4)
    page.mouse.up()
    page.mouse.move(0, 0)
