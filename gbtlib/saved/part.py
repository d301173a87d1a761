"""One value of a saved model with its place in the file, so that every fault is told where it is."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.criteria import Floats

NOT_FINITE = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}  # numbers that JSON has no word for
LARGEST_WHOLE = 2**53  # the largest that every reader of JSON takes for itself
LONGEST_SHOWN = 40


class DamagedError(ValueError):
    """A value of a file that breaks a rule; the message has its place."""


@dataclass(frozen=True)
class Part:
    """A value that was read from JSON. place: the way to it, as trees[3].threshold[5].

    Every method refuses, by a ValueError with the place and the rule, a value of another kind.
    """

    value: Any
    place: str

    def fault(self, rule: str) -> ValueError:
        """The error of a value that breaks a rule."""
        shown = repr(self.value)
        shown = shown if len(shown) <= LONGEST_SHOWN else shown[: LONGEST_SHOWN - 1] + "…"
        return DamagedError(f"{self.place} is {shown}; it must be {rule}")

    def object(self) -> Mapping[str, Any]:
        """An object of JSON."""
        if not isinstance(self.value, dict):
            raise self.fault("an object")
        return self.value

    def has(self, name: str) -> bool:
        """Whether an object has a field that is not null."""
        return self.object().get(name) is not None

    def __getitem__(self, name: str) -> Part:
        """A field of an object."""
        if name not in self.object():
            raise DamagedError(f"{self.place} lacks {name!r}")
        return Part(self.value[name], f"{self.place}.{name}")

    def at(self, i: int) -> Part:
        """An entry of a list."""
        return Part(self.list()[i], f"{self.place}[{i}]")

    def entries(self, length: int | None = None) -> list[Part]:
        """The entries of a list, of a length if one is given."""
        return [Part(value, f"{self.place}[{i}]") for i, value in enumerate(self.list(length))]

    def list(self, length: int | None = None) -> list[Any]:
        """A list, of a length if one is given."""
        if not isinstance(self.value, list):
            raise self.fault("a list")
        if length is not None and len(self.value) != length:
            raise DamagedError(f"{self.place} has {len(self.value)} entries; it must have {length}")
        return self.value

    def text(self) -> str:
        """A text."""
        if not isinstance(self.value, str):
            raise self.fault("a text")
        return self.value

    def whole(self, low: int, high: int) -> int:
        """A whole number from low to high."""
        if type(self.value) is not int or not low <= self.value <= high:
            raise self.fault(f"a whole number from {low} to {high}")
        return self.value

    def truth(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            raise self.fault("true or false")
        return self.value

    def number(self, *, finite: bool = True) -> float:
        """A number; with finite=False also "nan", "inf" or "-inf"."""
        if not is_number(self.value, finite):
            raise self.fault("a number" if finite else 'a number, "nan", "inf" or "-inf"')
        return number_of(self.value)

    def numbers(self, length: int | None = None, *, finite: bool = False) -> Floats:
        """A list of numbers as an array."""
        given = self.list(length)
        if not all(is_number(value, finite) for value in given):
            for part in self.entries():
                part.number(finite=finite)
        return np.array([number_of(value) for value in given], dtype=np.float64)

    def wholes(self, length: int, low: int, high: int, kind: Any = np.int32) -> NDArray[Any]:
        """A list of whole numbers from low to high as an array of a type."""
        given = self.list(length)
        if not all(type(value) is int and low <= value <= high for value in given):
            for part in self.entries():
                part.whole(low, high)
        return np.array(given, dtype=kind)


def is_number(value: Any, finite: bool) -> bool:
    """Whether a value stands for a number."""
    if type(value) is int:
        return -LARGEST_WHOLE <= value <= LARGEST_WHOLE
    if type(value) is str:
        return not finite and value in NOT_FINITE
    return type(value) is float and math.isfinite(value)


def number_of(value: Any) -> float:
    """The number that a value stands for."""
    return NOT_FINITE[value] if type(value) is str else float(value)


def plain_number(value: float) -> float | str:
    """A number as JSON has it: the shortest decimal that reads back the same, or the name of one that is not
    finite.
    """
    return float(value) if math.isfinite(value) else str(float(value))


def plain_numbers(values: NDArray[Any]) -> list[Any]:
    """An array of any dimension as lists of numbers."""
    if values.ndim > 1:
        return [plain_numbers(row) for row in values]
    if values.dtype.kind == "f":
        return [plain_number(value) for value in values.tolist()]
    return list(values.astype(np.int64).tolist())
