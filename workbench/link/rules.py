"""What a value of the link may be: its default, the rule it obeys, the step of its widget. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from gbtlib.checks.rules import RULES, AnyRule, Choice, Rule


@dataclass(frozen=True)
class Text:
    """Letters of the link's own grammar, such as `reg_lambda:0,max_depth:4`; who reads them checks more."""

    longest: int = 200

    def broken_by(self, value: object) -> str | None:
        """The rule in words if value breaks it, else None."""
        if isinstance(value, str) and re.fullmatch(rf"[a-z0-9_:,.e+-]{{0,{self.longest}}}", value):
            return None
        return f"must be at most {self.longest} of the letters a-z, digits and _:,.+-"


@dataclass(frozen=True)
class Typed:
    """Whatever a reader types into a field of one line; who reads it says what is wrong with it."""

    longest: int

    def broken_by(self, value: object) -> str | None:
        """The rule in words if value breaks it, else None."""
        if isinstance(value, str) and len(value) <= self.longest and value.isprintable():
            return None
        return f"must be one line of at most {self.longest} characters"


@dataclass(frozen=True)
class Cells:
    """Some cells of a small table, such as `1.0,3.2`: rows and columns counted from 0; or `none`."""

    n_rows: int
    n_columns: int

    def broken_by(self, value: object) -> str | None:
        """The rule in words if value breaks it, else None."""
        words = value.split(",") if isinstance(value, str) and value != "none" else []
        cells = [tuple(map(int, word.split("."))) for word in words if re.fullmatch(r"[0-9]\.[0-9]", word)]
        inside = all(row < self.n_rows and column < self.n_columns for row, column in cells)
        is_text = isinstance(value, str)
        if is_text and len(cells) == len(words) == len(set(cells)) and inside:
            return None
        limits = f"rows 0 to {self.n_rows - 1}, columns 0 to {self.n_columns - 1}"
        return f"must be cells such as 1.0,3.2, each once ({limits}), or none"


class NameIn(Choice):
    """A name of a table, or one of a few others before them; what joins the table later is a choice too."""

    def __init__(self, table: Mapping[str, object], *before: str) -> None:
        object.__setattr__(self, "_table", table)
        object.__setattr__(self, "_before", before)

    @property
    def names(self) -> tuple[str, ...]:
        """All of them as the table now is."""
        return (*self._before, *self._table)  # type: ignore[attr-defined]

    def broken_by(self, value: object) -> str | None:
        """The rule in words if value breaks it, else None; a table may know more names than it lists."""
        return None if value in self._table else super().broken_by(value)  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Entry:
    """One value of the link: its default, the rule it obeys, and the step of its widget.

    settled: whether a change is worth an entry in the browser's history; else it is a step.
    chooses_rows: whether it says which rows a page is about, so that nothing is left of what that opens with.
    """

    default: Any
    rule: AnyRule | Text | Typed | Cells
    step: float = 1
    settled: bool = False
    chooses_rows: bool = False


def settled(entry: Entry) -> Entry:
    """The same, a change of which is worth an entry in the browser's history."""
    return replace(entry, settled=True)


def number(default: float, low: float, high: float, step: float) -> Entry:
    """A number from low to high."""
    return Entry(default, Rule(low=low, high=high), step)


def count(default: int, low: int, high: int, none_means: str | None = None) -> Entry:
    """A whole number from low to high. none_means: what "none" in its place says, where that may stand."""
    return Entry(default, Rule(whole=True, low=low, high=high, none_means=none_means))


def optional(name: str, high: float) -> Entry:
    """A parameter of gbtlib that may be None, which is its default, with an upper bound."""
    rule = RULES[name]
    assert isinstance(rule, Rule)
    return Entry(None, Rule(rule.whole, rule.low, high, rule.open_low, rule.none_means))


def position(means: str) -> Entry:
    """A position that is not chosen at first; views clamp it to what there is."""
    return Entry(None, Rule(whole=True, low=0, high=10**6, none_means=means))


FLAG = Entry(0, Rule(whole=True, low=0, high=1))
