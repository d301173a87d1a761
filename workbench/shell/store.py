"""What a session holds: for every page its own values, and what is shown, asked and said meanwhile. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any

from workbench.data.own_table import ID
from workbench.link.values import defaults, read_all, written
from workbench.models.settings import as_in_file
from workbench.shell.hearing import Given
from workbench.shell.held import Held
from workbench.shell.page_entry import PageEntry


@dataclass
class PageValues:
    """The values of one page.

    values: every value of a link by its name; the page uses those in its own link. good: those with which it
    was last drawn without a fault. told: the links that one entry of the browser's history has had, or was to
    have: a step replaces the one before, also when the browser has gone elsewhere meanwhile. is_turned:
    whether the next makes another entry; a browser that goes elsewhere before has the old one. held: what its
    stage holds in the browser.
    """

    entry: PageEntry
    values: dict[str, Any] = field(default_factory=dict)
    good: dict[str, Any] | None = None
    told: list[Mapping[str, str]] = field(default_factory=list)
    is_turned: bool = False
    held: Held = field(default_factory=Held)

    def __post_init__(self) -> None:
        self.values = self.opening() | self.values

    def opening(self) -> dict[str, Any]:
        """What the page opens with."""
        return defaults() | dict(self.entry.opening)

    def link(self) -> dict[str, str]:
        """The link to the page as it was left, with what waits for another data set."""
        return written({name: self.values[name] for name in self.entry.link_names}, self.entry.opening)


@dataclass
class Store:
    """What a session holds.

    page: the one on the screen. pages: all that were opened, by name; left: the links of those that were
    so before a reload alone. shown: what this run shows instead of a value that leads beyond the end.
    asked: names that a link has set, until a page has shown them. notes: what is to be said to the
    reader, by heading; said: what was said already. moment: counts the changes that are worth an entry in
    the browser's history; visits: where that history has led back or forward. session: tells it from others.
    answers: runs that came to their end. drawn: what each widget was drawn with. given: the values
    that widgets were given. visited: the pages that were seen, the last one at the end. came_from: the
    page before this one, until the browser's history is used. acts: the number of the last act that was
    heard of each component that numbers them. fold: the part that a link opens, until it is drawn; leads_to:
    the same, until the browser was told. has_heard: whether it has what the tab has kept over a reload.
    """

    page: PageValues
    pages: dict[str, PageValues] = field(default_factory=dict)
    left: dict[str, Mapping[str, str]] = field(default_factory=dict)
    shown: dict[str, Any] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    notes: dict[str, list[str]] = field(default_factory=dict)
    said: set[str] = field(default_factory=set)
    moment: int = 0
    visits: int = 0
    session: str = field(default_factory=token_hex)
    answers: int = 0
    drawn: dict[str, str] = field(default_factory=dict)
    given: Given = field(default_factory=Given)
    visited: list[str] = field(default_factory=list)
    came_from: str = ""
    acts: dict[str, int] = field(default_factory=dict)
    fold: str = ""
    leads_to: str = ""
    has_heard: bool = False

    def __post_init__(self) -> None:
        self.pages[self.page.entry.name] = self.page

    @property
    def values(self) -> dict[str, Any]:
        """The values of the page on the screen."""
        return self.page.values

    @values.setter
    def values(self, new: dict[str, Any]) -> None:
        self.page.values = new

    @property
    def names(self) -> tuple[str, ...]:
        """Those that it has in its link."""
        return self.page.entry.link_names

    @property
    def shows_model(self) -> bool:
        """Whether the page shows a boosted model now."""
        shown = self.page.entry.shows.get("model")
        return shown is not None and shown.of(self.values) is not None

    def in_file(self) -> dict[str, Any]:
        """The settings that cannot be set here: those of the model that the data set comes with."""
        return as_in_file(self.values["data"]) if self.shows_model else {}

    def idle_in_file(self, name: str) -> str:
        """Why a setting cannot be set, as it is the file's; "" where it can."""
        return "As in the file of the model: it was boosted so." if name in self.in_file() else ""

    def heard(self, key: str) -> int:
        """The number of the last act that was heard of a component."""
        return self.acts.get(key, 0)

    def takes(self, key: str, number: int) -> bool:
        """An act of a component is heard; gives whether it is a new one."""
        is_new = number > self.heard(key)
        self.acts[key] = max(number, self.heard(key))
        return is_new

    def open(self, entry: PageEntry) -> None:
        """Show another page, as one left it; one that was never seen with its opening."""
        name = entry.name
        if name not in self.pages:
            values, _ = read_all(self.left.pop(name, {}), entry.opening)
            self.pages[name] = PageValues(entry, values)
        self.page = self.pages[name]
        self.drawn.clear()  # the widgets of another page are others, whatever their keys
        self.given.forget()

    def leave_files(self) -> None:
        """Other pages that show a reader's file open as at first again: all files are forgotten."""
        for name, link in self.other_links().items():
            if any(ID.fullmatch(text) for text in link.values()):
                self.pages.pop(name, None)
                self.left.pop(name, None)

    def other_links(self) -> dict[str, Mapping[str, str]]:
        """The links of the pages that are not on the screen, by name; a page at its opening has none."""
        others = {name: page.link() for name, page in self.pages.items() if page is not self.page}
        return {name: link for name, link in (self.left | others).items() if link}
