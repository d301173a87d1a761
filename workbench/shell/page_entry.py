"""What the app knows of a page: its title and question, what its link carries, its picture."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from workbench.components.plain_page import Origin
from workbench.link.rules import Entry
from workbench.link.values import GUESS_FIRST, PRESENT
from workbench.stage.record import Stage
from workbench.stage.saved import saved_stage

Controls = Literal["boosting", "tree", "none"]
Kind = Literal["model", "tree"]


def never(values: Mapping[str, Any]) -> bool:
    """Whatever the values are."""
    return False


def itself(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the page shows is what its values say."""
    return values


@dataclass(frozen=True, slots=True, eq=False)
class SharedFit:
    """How a page shows a boosted model, or one tree, that other pages show too, so that links can hand it on.

    Attributes:
        cursor: names of values that say where one looks in it, and mean the same on every page that has them.
        also: values that a link to the page sets beside.
        of: from the values of the page those of what it shows; None where it shows none now.
        takes: from the values of what another page shows whether this one can show it; where that is not just
            having each of those values that is not the default.
    """

    cursor: tuple[str, ...] = ()
    also: Mapping[str, Any] = field(default_factory=dict)
    of: Callable[[Mapping[str, Any]], Mapping[str, Any] | None] = itself
    takes: Callable[[Mapping[str, Any]], bool] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class PageEntry:
    """One page of the workbench.

    Attributes:
        name: of the file in the pages folder, and of the lesson's own folder.
        title: name in the navigation, and heading of the page.
        question: the one question that the page answers, in at most eight words that a student knows.
        learned: what one can do after it, a few words for the home page.
        controls: what stands above the page: the settings of a boosted model, of one tree, or nothing.
        shared: names of the values that the link to the page carries and other pages have, too.
        own: the values of the link that no other page has.
        opening: what the page opens with, where that is not the default: its telling case.
        is_by_hand: from the values of the link whether the page shows something worked by hand, on which no
            control above it acts: then there are none.
        has_bins: from the values of the link whether its one tree may be found by cuts between bins.
        has_itself: names of controls that the page has itself, so that they are not above it.
        shows: the boosted model, or the tree, that it shares with other pages.
        most_classes: of a data set that it can show; 0 where any number will do.
        asks_anew: values that say that its question is answered; another data set sets them back.
        screenshot: the link to a moment worth a picture.
    """

    name: str
    title: str
    question: str
    learned: str = ""
    controls: Controls = "boosting"
    shared: tuple[str, ...] = ()
    own: Mapping[str, Entry] = field(default_factory=dict)
    opening: Mapping[str, Any] = field(default_factory=dict)
    is_by_hand: Callable[[Mapping[str, Any]], bool] = never
    has_bins: Callable[[Mapping[str, Any]], bool] = never
    has_itself: tuple[str, ...] = ()
    shows: Mapping[Kind, SharedFit] = field(default_factory=dict)
    most_classes: int = 0
    asks_anew: tuple[str, ...] = ()
    screenshot: str = ""

    def origin(self, on: str, link: Mapping[str, str], settings: Any = None) -> Origin:
        """What a file says of where it is from. on: the rows; the others as Origin has them."""
        return Origin(self.question, self.title, self.name, on, settings, link)

    def saved(self, stage: Stage, cursor: Mapping[str, Any], link: Mapping[str, str]) -> bytes:
        """The page with its stage in one file of HTML. cursor: the values held; link: to this moment."""
        return saved_stage(self.origin(stage.on, link, stage.settings), stage, cursor)

    @property
    def path(self) -> str:
        """The file in the pages folder."""
        return f"{self.name}.py"

    @property
    def link_names(self) -> tuple[str, ...]:
        """The values that the link to the page carries."""
        return (PRESENT, GUESS_FIRST, *self.shared, *self.own)
