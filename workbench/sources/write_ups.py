"""The five write-ups by their names in the link, each in a file of its name. Pure.

A moment is one of a lesson: `at` it by some values alone, with a `boosted` model or a `tree`, whose settings
have their defaults where nothing else is said; or that at which a `patient` of the clinic parts from its
healthy twin. `with` names values that several moments share; "none" stands for None.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gbtlib import onedal_params
from workbench.link.values import ENTRIES, FOLD, GUESS_FIRST, OF_A_TREE, ROUND, SETTINGS, checked

PARTS = {
    **{"anna": 7, "boris": 1, "clara": 6, "dario": 4, "elsa": 1, "felix": 2, "greta": 2, "hugo": 3},
    **{"ines": 1, "jonas": 1, "kira": 2, "leo": 2, "mona": 2, "nils": 2, "olga": 2, "pablo": 2, "quinn": 2},
    **{"rosa": 2, "sven": 3, "tilda": 160, "uwe": 4, "vera": 1, "willi": 1, "xaver": 2, "yara": 4, "zoe": 2},
}
"""The moment at which each patient parts from its healthy twin."""
_BASES: dict[str, dict[str, Any]] = {
    "at": {},
    "boosted": {name: entry.default for name, entry in SETTINGS.items()} | {ROUND: 1},
    "tree": {name: ENTRIES[name].default for name in OF_A_TREE},
}
_OF_ONEDAL = {
    f"onedal {task}": {name: value for name, value in onedal_params(task).items() if name in SETTINGS}
    for task in ("regression", "classification")
}


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


def _text(value: Any) -> str:
    return "none" if value is None else str(value)


def write_up(name: str) -> WriteUp:
    """What the file of a write-up says. Errors: KeyError for values that nobody has named."""
    said = tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text("utf-8"))
    known = _OF_ONEDAL | said.pop("values", {})

    def references(moments: Iterable[Mapping[str, Any]]) -> tuple[Reference, ...]:
        return tuple(reference(each, known) for each in moments)

    found = {
        "moments": {heading: references(moments) for heading, moments in said["moments"].items()},
        "as_run": references(said["as_run"]),
        "figures": tuple(Figure(**each) for each in said["figures"]),
        "faults": references(said["faults"]),
    }
    return WriteUp(**said | found)


def reference(said: Mapping[str, Any], known: Mapping[str, Mapping[str, Any]]) -> Reference:
    """A moment from what is said of it. known: values by the name under which moments share them."""
    if "patient" in said:
        page, values = "clinic", {"patient": said["patient"], "moment": PARTS[said["patient"]], "told": 2}
    else:
        kind = next(each for each in _BASES if each in said)
        page, values = said[kind], dict(_BASES[kind])
    for name in said.get("with", ()):
        values |= known[name]
    values |= said.get("values", {})
    plain = {name: None if value == "none" else value for name, value in values.items()}
    return Reference(said["words"], page, plain, said.get("fold", ""))


WRITE_UPS: Mapping[str, WriteUp] = {
    name: write_up(name) for name in ("scratch", "cart", "onedal", "pluggable", "nested")
}
