"""Somebody at the workbench: does one act after another, and looks after each whether all is well."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import unified_diff
from pathlib import Path
from typing import Any, Literal
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Error, Page

from tests.browser.pagelog import PageLog
from workbench.data.own_table import ID
from workbench.link.values import NO_OPENING, read_all
from workbench.shell.registry import HOME, all_pages

WATCH = (Path(__file__).parent / "watch.js").read_text(encoding="utf-8")
LIMIT_MS = 60_000  # for an act to come to rest, on a full machine; a longer fit shows that it goes on
PATIENCE_MS = 10_000  # after another setting: a fit that takes longer is stopped

Kind = Literal["cursor", "setting", "way"]
Link = dict[str, str]

SETTINGS = frozenset(
    [
        "data",
        "learning_rate",
        "max_depth",
        "n_estimators",
        "loss",
        "noise",
        "reg_lambda",
        "reg_alpha",
        "gamma",
        "pruning",
        "grow_policy",
        "max_leaves",
        "min_samples_leaf",
        "min_samples_split",
        "min_child_weight",
        "missing",
        "subsample",
        "colsample_bynode",
        "threshold",
        "tree_method",
        "max_bin",
        "min_bin_size",
        "base_score",
        "early_stopping_rounds",
        "seed",
        "tree_depth",
        "tree_points",
        "tree_split",
        "criterion",
        "purity_stop",
    ]
)
"""The names in a link that decide what is fitted; all others say where one looks."""


class JourneyError(AssertionError):
    """Something was not as it should be after an act."""


class ImpossibleError(Exception):
    """An act cannot be done here."""


@dataclass(frozen=True)
class Act:
    """One thing that a person does.

    kind: "cursor" moves over what is fitted, "setting" changes what is fitted, "way" leads to another page or
    through the browser's history.
    may_change: the settings that may be others in the address afterwards.
    then: what must stand in the address afterwards, None for what must not.
    brings: whether a way leads to another lesson with the same model, not to what one left there.
    is_for_all: whether somebody who gets links has to do it, too, before they open.
    """

    name: str
    kind: Kind
    do: Callable[[Page], None]
    may_change: frozenset[str] = frozenset()
    then: Mapping[str, str | None] = field(default_factory=dict)
    brings: bool = False
    is_for_all: bool = False


@dataclass(frozen=True)
class Moment:
    """A page at rest.

    answered: whether a question is open, or an answer of one's own is on the screen. entry: of the browser's
    history. backwards: whether the workbench has entries before it. controls: what sliders and fields say, by
    their labels.
    """

    address: str
    words: list[str]
    answered: bool
    faults: list[str]
    entry: str
    backwards: bool
    controls: Link

    @property
    def path(self) -> str:
        """The page, as the address has it."""
        return urlsplit(self.address).path

    @property
    def link(self) -> Link:
        """What the address says."""
        return dict(parse_qsl(urlsplit(self.address).query, keep_blank_values=True))

    def case(self, label: str) -> tuple[str, str, str]:
        """What decides on what the address leaves out: its own data set, another, or a model's file."""
        data = self.link.get("data", "its own")
        return self.path, data if data in self.files | {"its own"} else "another", label

    @property
    def asked(self) -> Link:
        """The link, as it was while its question was open: one that has been shown is not asked again."""
        return {name: text for name, text in self.link.items() if (name, text) != ("guess", "0")}

    @property
    def files(self) -> set[str]:
        """The files of a reader that the address is about."""
        return {text for text in self.link.values() if ID.fullmatch(text)}

    @property
    def settings(self) -> Link:
        """What it says of what is fitted."""
        return {name: text for name, text in self.link.items() if name in SETTINGS}

    @property
    def fitted(self) -> Link:
        """The settings of the page, with those that its address leaves out."""
        name = self.path.strip("/")
        entry = next((entry for entry in all_pages() if entry.name == name), HOME)
        # What is in a reader's file, the tests do not know: another data set than that of the opening.
        own = {"data": self.link["data"]} if self.link.get("data", "") in self.files else {}
        link = {each: text for each, text in self.link.items() if each not in own}
        values, _ = read_all(link, NO_OPENING if own else entry.opening)
        return {each: str(values[each]) for each in SETTINGS & set(entry.link_names)} | own


class ServerLog:
    """What the server has said since it was last asked."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._position = path.stat().st_size

    def news(self) -> str:
        """What has come since."""
        with self._path.open("rb") as file:
            file.seek(self._position)
            found = file.read()
        self._position += len(found)
        return found.decode("utf-8", "replace")


class Person:
    """Somebody with a page of their own; `elsewhere` is the page of somebody else, who gets links."""

    def __init__(self, page: Page, elsewhere: Page, log: ServerLog, pages: PageLog) -> None:
        self.page, self._elsewhere, self._log, self._pages = page, elsewhere, log, pages
        self.story: list[str] = []
        self._now: Moment | None = None
        self._entries: dict[str, Moment] = {}
        self._left: dict[str, Link] = {}
        self._defaults: dict[tuple[str, str, str], str] = {}
        self.files_elsewhere: set[str] = set()

    @property
    def now(self) -> Moment:
        """What is on the screen."""
        assert self._now is not None, "nobody has come yet"
        return self._now

    def arrives(self, address: str) -> None:
        """Open an address."""
        self.story.append(f"opens {address}")
        self.page.goto(address)
        self._left.clear()  # a reload finds again what one left elsewhere; an address begins anew
        self._take(self._at_rest(self.page))
        self._learn_defaults(self.now)

    def wants_no_motion(self) -> None:
        """From now on pictures show the ends of steps at once."""
        for page in (self.page, self._elsewhere):
            page.emulate_media(reduced_motion="reduce")

    def does(self, act: Act) -> None:
        """Do one thing, and look whether all is as it should be."""
        before = self.now
        self.story.append(act.name)
        try:
            act.do(self.page)
        except (Error, ImpossibleError) as error:
            raise self._amiss(f"cannot be done: {error}") from error
        if act.kind == "setting" and self.page.evaluate(f"journeyWatch.waitsFor({PATIENCE_MS})"):
            self._stops_what_takes_long()
        now = self._at_rest(self.page)
        if act.is_for_all:
            self._elsewhere.goto(now.address)
            self._at_rest(self._elsewhere)
            act.do(self._elsewhere)
            self.files_elsewhere |= self._at_rest(self._elsewhere).files
        self._judge(act, before, now)
        self._take(now)

    def _stops_what_takes_long(self) -> None:
        """Press Stop beside the progress of a fit, unless it ends just now."""
        self.story.append("stops the fit, which takes long")
        within = "document.querySelector('[data-testid=stMainBlockContainer]').querySelectorAll('button')"
        self.page.evaluate(f"[...{within}].find(each => each.textContent.trim() === 'Stop')?.click()")

    def sends_the_link(self) -> None:
        """Open the address elsewhere: the same words and pictures must be there, if its files are."""
        if not self.now.files <= self.files_elsewhere:
            return
        self.story.append("sends the link")
        self._elsewhere.goto(self.now.address)
        there = self._at_rest(self._elsewhere)
        self._same(self.now, there, "elsewhere the link")
        self._learn_defaults(there)

    def goes_back_and_forth(self) -> None:
        """Back and Forward: each entry of the history must show what it showed."""
        if not self.now.backwards:
            return
        here = self.now
        for name, go in (("Back", self.page.go_back), ("Forward", self.page.go_forward)):
            self.story.append(name)
            go()
            now = self._at_rest(self.page)
            if now.entry in self._entries:
                self._same(self._entries[now.entry], now, f"after {name} the page")
        self._same(here, now, "after Back and Forward the page")
        self._take(now)

    def _take(self, now: Moment) -> None:
        self._now = now
        self._entries[now.entry] = now
        self._left[now.path] = now.fitted

    def _judge(self, act: Act, before: Moment, now: Moment) -> None:
        if now.path == before.path and act.kind != "way":
            old, new = before.fitted, now.fitted
            changed = {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}
            if changed - act.may_change:
                raise self._amiss(f"changes {told(changed - act.may_change, old, new)}")
        for name, text in act.then.items():
            if not alike(now.link.get(name), text):
                raise self._amiss(f"leaves {name}={now.link.get(name)} in the address, not {text}")
        left = self._left.get(now.path, now.fitted)  # a lesson that is new opens with its own
        if now.path != before.path and not act.brings and act.name not in ("Back", "Forward"):
            lost = {name for name in now.fitted if left[name] != now.fitted[name]}
            if lost:
                raise self._amiss(f"changes {told(lost, left, now.fitted)}")
        self._compare_controls(now)
        if act.name == "reload":
            self._same(before, now, "after a reload the page")
        if act.name in ("Back", "Forward") and now.entry in self._entries:
            self._same(self._entries[now.entry], now, f"after {act.name} the page")

    def _compare_controls(self, now: Moment) -> None:
        """What controls show must be what the address says; what it leaves out, what a new session showed."""
        for label, shown in now.controls.items():
            wanted = now.settings.get(label, self._defaults.get(now.case(label)))
            if (
                label in SETTINGS
                and wanted is not None
                and not alike(
                    *(each.removeprefix("no limit").removeprefix("none") for each in (shown, wanted))
                )
            ):
                raise self._amiss(f"{label} is {wanted}, and its control stands at {shown or 'nothing'}")

    def _learn_defaults(self, now: Moment) -> None:
        """A new session shows the default of what its address leaves out."""
        for label, shown in now.controls.items():
            if label not in now.settings:
                self._defaults.setdefault(now.case(label), shown)

    def _same(self, told: Moment, found: Moment, what: str) -> None:
        is_shown_since = told.answered and "guess=" not in told.address
        if (told.path, told.link) != (found.path, found.asked if is_shown_since else found.link):
            raise self._amiss(f"{what} has the address {found.address}, not {told.address}")
        if told.answered or found.answered or told.words == found.words:
            return
        lines = [line[:200] for line in unified_diff(told.words, found.words, "told", "found", "", "", 1, "")]
        raise self._amiss(f"{what} shows something else:\n" + "\n".join(lines[:40]))

    def _at_rest(self, page: Page) -> Moment:
        page.mouse.move(0, 0)  # what lies under the pointer is lit up, which no link says
        try:
            found: dict[str, Any] = page.evaluate(f"journeyWatch.whenIdle({LIMIT_MS})")
        except Error as error:
            raise self._amiss(f"{error.message}\n{self._log.news()[-3000:]}") from error
        now = Moment(**found)
        wrong = [
            *now.faults,
            self._log.news().strip(),
            *self._pages.console_errors,
            *self._pages.outside_requests,
        ]
        if any(wrong):
            raise self._amiss("\n".join(text[-3000:] for text in wrong if text))
        return now

    def _amiss(self, what: str) -> JourneyError:
        acts = "\n".join(f"  {i}. {name}" for i, name in enumerate(self.story, start=1))
        return JourneyError(f"{self.story[-1]}: {what}\nThe acts so far:\n{acts}")


def alike(found: str | None, wanted: str | None) -> bool:
    """Whether two texts of a link mean the same: 5 is 5.0."""
    if found == wanted or found is None or wanted is None:
        return found == wanted
    number = re.compile(r"-?\d+(\.\d+)?(e-?\d+)?")
    return bool(number.fullmatch(found) and number.fullmatch(wanted)) and float(found) == float(wanted)


def told(names: set[str], old: Link, new: Link) -> str:
    """What has changed in a link, in words."""
    return ", ".join(f"{name} from {old.get(name)} to {new.get(name)}" for name in sorted(names))
