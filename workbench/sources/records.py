"""What is written of a source: moments of lessons, presets, numbers beside ours, faults. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from workbench.link.values import (
    CRITERION,
    ENTRIES,
    FOLD,
    GUESS_FIRST,
    OF_A_TREE,
    PURITY,
    ROUND,
    SETTINGS,
    TREE_DEPTH,
    checked,
)

PARTS = {
    **{"anna": 7, "boris": 1, "clara": 6, "dario": 4, "elsa": 1, "felix": 2, "greta": 2, "hugo": 3},
    **{"ines": 1, "jonas": 1, "kira": 2, "leo": 2, "mona": 2, "nils": 2, "olga": 2, "pablo": 2, "quinn": 2},
    **{"rosa": 2, "sven": 3, "tilda": 160, "uwe": 4, "vera": 1, "willi": 1, "xaver": 2, "yara": 4, "zoe": 2},
}
"""The moment at which each patient parts from its healthy twin."""


@dataclass(frozen=True)
class Reference:
    """What a link leads to: what is seen there, in words, the page, and the values that it sets.

    fold: the folded part that it opens, "" for none.
    """

    words: str
    page: str
    values: Mapping[str, Any]
    fold: str = ""

    @property
    def query(self) -> dict[str, str]:
        """The values as the link says them, none left out. Errors: ValueError with the broken rule.

        What equals the default is said, too, for the lesson may open otherwise; and it asks nothing first.
        """
        said = {GUESS_FIRST: 0} | dict(self.values)
        link = {name: _text(checked(name, value)) for name, value in said.items()}
        return link | ({FOLD: self.fold} if self.fold else {})


@dataclass(frozen=True)
class Figure:
    """A number that was published, or follows from what was; ours; what lies between them; and why."""

    what: str
    published: str
    ours: str
    difference: str
    why: str


@dataclass(frozen=True)
class WriteUp:
    """A source: title, where it is from, what it is about, and what of it is where.

    moments: by heading, its lines and experiments. as_run: its own parameters. faults: what is wrong in it.
    """

    short: str
    title: str
    origin: str
    about: str
    moments: Mapping[str, tuple[Reference, ...]]
    as_run: tuple[Reference, ...]
    figures: tuple[Figure, ...]
    faults: tuple[Reference, ...]


def at(page: str, words: str, **values: Any) -> Reference:
    """A moment of a lesson, by some values alone."""
    return Reference(words, page, values)


def boosted(page: str, words: str, **changed: Any) -> Reference:
    """A moment of a lesson with a boosted model: every setting, the default where nothing else is said."""
    settings = {name: entry.default for name, entry in SETTINGS.items()}
    return Reference(words, page, settings | {ROUND: 1} | changed)


def tree(page: str, words: str, **changed: Any) -> Reference:
    """A moment of a lesson with one tree: all that shapes it, the default where nothing else is said."""
    return Reference(words, page, {name: ENTRIES[name].default for name in OF_A_TREE} | changed)


def whole_tree(words: str, splits: int, **changed: Any) -> Reference:
    """A tree that has grown to its end, which is after so many splits."""
    return tree("grow_a_tree", words, splits=splits, **changed)


def patient(name: str, words: str) -> Reference:
    """A fault, seen at a patient of the clinic at the moment at which it parts from its twin."""
    return at("clinic", words, patient=name, moment=PARTS[name], told=2)


def in_fold(label: str, moment: Reference) -> Reference:
    """The same moment, with a folded part of the page open."""
    return replace(moment, fold=label)


def grown_pure(data: str) -> dict[str, Any]:
    """A tree of 100 levels whose nodes stay leaves from 95 % of one class on."""
    return {"data": data, TREE_DEPTH: 100, PURITY: 0.95, CRITERION: "gini"}


def _text(value: Any) -> str:
    return "none" if value is None else str(value)
