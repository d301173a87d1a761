"""Somebody who does anything at all: a seed decides what, from all that is on the page at that moment."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import ElementHandle, Error, Page

from tests.journeys.acts import (
    ANY_SETTING,
    WITH_THE_DATA,
    drag,
    goes_back,
    goes_forward,
    open_list,
    reloads,
    settings_of,
)
from tests.journeys.person import Act, Kind, Person
from workbench.data.catalogue import DATASETS

DISCOVER = (Path(__file__).parent / "discover.js").read_text(encoding="utf-8")
KEYS = ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown")
BURST, APART_MS = 20, 50  # keys of a reader in a hurry
OPENS_MS = 3000  # for a list that drops down; who sees none clicks again
CLICKER = ("PageDown", "PageDown", "PageUp", "Enter", ".", "b", "Space")  # for whoever presents
NUMBERS = ("0", "1", "2", "3", "5", "0.5", "0.05", "12", "30", "-1", "100", "1e9", "nonsense", "")
LINK_EVERY, HISTORY_EVERY = 50, 25  # acts; both cost as much as many
# Pressed, these may change every setting: they undo a fit, or choose an experiment.
UNDOING = {"Stop", "Fit them after all", "Back to the last view that worked"}
PRESETS = {"Ten rows by hand", "Five rounds", "Sonar, depth 10", "A perfect tree", "Iris, three classes"}
SETTING_MORE = {
    "Same leaves": frozenset({"tree_depth", "tree_points", "tree_split"}),  # which would end the tree before
}
PLAIN_PANELS = {"Settings", "Two settings", "Download the tree"}  # the others hold experiments
TITLES = {info.title for info in DATASETS.values()}
# One question, two values of the link.
CRITERIA = {"squared error", "logistic gradients", "Gini", "gini", "entropy"}

Doing = Callable[[Page, ElementHandle], None]


@dataclass(frozen=True)
class Thing:
    """Something on the page; see discover.js."""

    place: int
    kind: str
    name: str
    group: str
    inPanel: bool  # noqa: N815
    inHead: bool  # noqa: N815
    brings: bool


class Walker:
    """Walks over the pages of a workbench."""

    def __init__(self, person: Person, seed: int) -> None:
        self.person, self._random = person, random.Random(seed)
        self._panel = ""  # the one that was opened last

    def walk(self, n_acts: int) -> None:
        """Do so many things."""
        for number in range(1, n_acts + 1):
            self.person.does(self.next_act())
            if number % HISTORY_EVERY == 0:
                self.person.goes_back_and_forth()
            if number % LINK_EVERY == 0:
                self.person.sends_the_link()

    def next_act(self) -> Act:
        """One of all that can be done now, each kind of thing as likely as another."""
        choice = self._random.random()
        if choice < 0.02:
            return reloads()
        if choice < 0.07 and self.person.now.backwards:
            return goes_back()
        if choice < 0.10 and self.person.page.evaluate("navigation.canGoForward"):
            return goes_forward()
        if choice < 0.25 and "present" in self.person.now.link:
            return self._presses(self._random.choice(CLICKER))
        things = [Thing(**each) for each in self.person.page.evaluate(DISCOVER)]
        panel = [thing for thing in things if thing.inPanel]
        if panel and choice < 0.3:
            return self._escape()
        things = panel or things
        kinds = sorted({thing.kind for thing in things})
        others = [kind for kind in kinds if kind != "link"]  # which would lead away too often
        kind = self._random.choice(others if others and choice < 0.8 else kinds)
        same = [each for each in things if each.kind == kind]
        self._random.shuffle(same)
        for thing in same:
            if thing.kind == "slider" or self._spot_of(thing):
                return self._act_on(thing)
        return self._escape()  # something lies over all of them

    def _escape(self) -> Act:
        return Act("presses Escape", "cursor", lambda page: page.keyboard.press("Escape"))

    def _presses(self, key: str) -> Act:
        """Press a key wherever one is, which may lead to another lesson or press what has the focus."""
        return Act(f"presses {key}", "way", lambda page: press_key(page, key), ANY_SETTING)

    def _act_on(self, thing: Thing) -> Act:
        draw = self._random
        if thing.kind == "number":
            text = draw.choice(NUMBERS)
            return self._act(
                thing, f"types {text!r} into", lambda page, element: type_in(page, element, text)
            )
        if thing.kind == "list":
            share = draw.random()
            return self._act(
                thing, f"takes {share:.2f} of the list", lambda page, element: take(page, element, share)
            )
        if thing.kind == "slider" and draw.random() < 0.4:
            share = round(draw.random(), 2)
            return self._act(thing, f"drags to {share}", lambda page, element: drag(page, element, share))
        if thing.kind == "slider" and draw.random() < 0.2:
            key = draw.choice(KEYS[:2])
            return self._act(
                thing,
                f"{BURST} times {key} on",
                lambda page, element: press(page, element, [key] * BURST, APART_MS),
            )
        if thing.kind == "slider" or (thing.kind == "part" and draw.random() < 0.5):
            keys = draw.choices(KEYS, k=draw.choice((1, 1, 3)))
            return self._act(
                thing, f"keys {' '.join(keys)} on", lambda page, element: press(page, element, keys)
            )
        return self._act(thing, "clicks", lambda page, _: self._click(page, thing))

    def _click(self, page: Page, thing: Thing) -> None:
        """Click on it; a list that has closed by now has nothing to click on."""
        spot = self._spot_of(thing)
        if spot is not None:
            page.mouse.click(*spot)
        if thing.name == "Play":
            page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            for pause in page.get_by_role("button", name="Pause", exact=True).all():
                pause.click()  # what plays on is never at rest

    def _spot_of(self, thing: Thing) -> tuple[float, float] | None:
        """Where a click meets it; None if something else is in front."""
        return self.person.page.evaluate("place => journeyWatch.spotOf(place)", thing.place)

    def _act(self, thing: Thing, words: str, do: Doing) -> Act:
        changes = self._may_change(thing)
        place = " in the panel" if thing.inPanel else ""
        kind: Kind = "way" if thing.kind == "link" else "setting" if changes else "cursor"
        name = f"{words} {thing.kind} {thing.name!r}{place}"
        return Act(
            name, kind, lambda page: do(page, element_at(page, thing.place)), changes, brings=thing.brings
        )

    def _may_change(self, thing: Thing) -> frozenset[str]:
        """The settings that something may change."""
        if thing.kind == "press":
            if not thing.inPanel:
                self._panel = thing.name
            if thing.name in UNDOING | PRESETS or (thing.inPanel and self._panel not in PLAIN_PANELS):
                return ANY_SETTING
        if thing.name in SETTING_MORE:
            return SETTING_MORE[thing.name]
        if thing.name in CRITERIA:
            return frozenset({"criterion"})
        if thing.name in TITLES:  # offered where a lesson has nothing for the data set
            return WITH_THE_DATA
        return settings_of(thing.name)


def element_at(page: Page, place: int) -> ElementHandle:
    """What was found at a place of the list."""
    found = page.evaluate_handle("place => journeyWatch.found[place]", place).as_element()
    assert found is not None
    return found


def press_key(page: Page, key: str) -> None:
    """Press a key; not a space that would be typed into the field of a list, which no address can say."""
    if key != "Space" or not page.evaluate("document.activeElement?.role === 'combobox'"):
        page.keyboard.press(key)


def press(page: Page, element: ElementHandle, keys: list[str], held_ms: float = 0) -> None:
    """Press keys on something, each held for some milliseconds."""
    element.evaluate("element => element.focus()")
    for key in keys:
        page.keyboard.press(key, delay=held_ms)


def type_in(page: Page, element: ElementHandle, text: str) -> None:
    """Type into a field in place of what is in it; what the field does not take is put right again."""
    before = element.input_value()
    element.evaluate("element => element.focus()")
    for each in (text, before):
        page.keyboard.press("Control+A")
        page.keyboard.type(each)
        page.keyboard.press("Enter")
        if element.get_attribute("aria-invalid") != "true":
            return


def take(page: Page, element: ElementHandle, share: float) -> None:
    """Take one of the options of a list that drops down: that at a share of its length."""
    open_list(element)
    options = page.get_by_role("listbox").get_by_role("option")
    try:
        options.first.wait_for(timeout=OPENS_MS)
    except Error:  # a list closes where the page scrolls as it opens
        open_list(element)
        options.first.wait_for()
    options.nth(int(share * options.count())).click()
