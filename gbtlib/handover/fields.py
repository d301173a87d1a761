"""Values of a model file that somebody hands in, each with its place there: all are checked before use."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.handover.ubjson import from_ubjson

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

MOST_BYTES, LARGEST_WHOLE = 2**26, 2**31
NEEDED = object()


@dataclass(frozen=True)
class Field:
    """A value of a file, and its place, "" for the whole file.

    Every method that asks for a kind refuses, by a ValueError with the place and the rule, another one.
    """

    value: Any
    place: str = ""

    def __getitem__(self, name: str) -> Field:
        """The field of an object, which must have it."""
        return self.get(name, NEEDED)

    def get(self, name: str, default: Any) -> Field:
        """The field of an object, or the default in its place."""
        found = self.as_object.get(name, default)
        if found is NEEDED:
            raise ValueError(f"{self.place or 'the model'} has no {name}")
        return Field(found, f"{self.place} {name}".strip())

    @property
    def as_object(self) -> dict[str, Any]:
        """An object; of anything else nothing."""
        return self.value if isinstance(self.value, dict) else {}

    @property
    def as_list(self) -> list[Any]:
        """A list; of anything else nothing."""
        return self.value if isinstance(self.value, list) else []

    def entries(self, name: str, most: int) -> list[Field]:
        """Those of a list of at most so many, each with this name and its number for a place."""
        if not isinstance(self.value, list) or len(self.value) > most:
            raise ValueError(f"{self.place} must be a list of at most {most}")
        return [Field(value, f"{name} {i}") for i, value in enumerate(self.value)]

    def whole_number(self, most: int = LARGEST_WHOLE) -> int:
        """A whole number of 0 to `most`, from a number or a text."""
        try:
            number = int(self.value)
        except (TypeError, ValueError, OverflowError):
            shown = repr(str(self.value)[:40])
            raise ValueError(f"{self.place} is {shown}; it must be a whole number") from None
        if not 0 <= number <= most:
            raise ValueError(f"{self.place} is {str(number)[:40]}; it must be 0 to {most}")
        return number

    def real_number(self) -> float:
        """A number, from a number or a text; NaN and infinities are some."""
        value = self.value if isinstance(self.value, str) else [self.value]
        return float(Field(value, self.place).real_numbers(1)[0])

    def real_numbers(self, count: int | None = None) -> Floats:
        """A flat list of `count` numbers, or a text of them; NaN and infinities may be among them."""
        try:
            is_text = isinstance(self.value, str)
            found = np.array(self.value.split(), np.float64) if is_text else np.asarray(self.value)
        except (ValueError, TypeError, OverflowError) as error:
            raise ValueError(f"{self.place} must be a flat list of numbers ({str(error)[:80]})") from None
        if found.ndim != 1 or (found.dtype.kind not in "biuf" and len(found)):
            raise ValueError(f"{self.place} must be a flat list of numbers")
        check_count(self.place, found, count)
        return found.astype(np.float64)

    def whole_numbers(self, count: int | None = None, most: int = LARGEST_WHOLE) -> Integers:
        """A flat list of whole numbers of -most to most."""
        found = self.real_numbers(count)
        wrong = np.flatnonzero(~((np.abs(found) <= most) & (found == np.floor(found))))
        if len(wrong):
            rule = f"it must hold whole numbers of at most {most}"
            raise ValueError(f"{self.place} has {found[wrong[0]]} at {wrong[0]}; {rule}")
        return found.astype(np.int64)

    def float32_numbers(self, count: int | None = None) -> Floats:
        """As a library that keeps float32 has them: texts with fewer or more digits become the same."""
        with np.errstate(over="ignore"):
            return self.real_numbers(count).astype(np.float32).astype(np.float64)


def document_of(data: str | bytes | bytearray) -> Field:
    """What a JSON text says, its bytes, or UBJSON; which one, the first bytes tell.

    Errors: ValueError for a file that is too large, damaged, nested too deep or has a key twice.
    """
    raw = bytes_of(data)
    if raw[:1] == b"{" and raw[1:2].decode("latin-1") in ("i", "U", "I", "l", "L"):
        return Field(from_ubjson(raw))
    try:
        return Field(json.loads(raw.decode("utf-8"), object_pairs_hook=each_once))
    except RecursionError:
        raise ValueError("the JSON is nested too deep") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"the file is neither JSON nor UBJSON: {error.reason}") from None


def bytes_of(data: str | bytes | bytearray) -> bytes:
    """The bytes of a file's content. Errors: ValueError for another type, or more than MOST_BYTES."""
    if not isinstance(data, str | bytes | bytearray):
        raise ValueError(f"the model is of type {type(data).__name__}; it must be a file's text or bytes")
    if len(data) > MOST_BYTES:
        raise ValueError(f"the file has {len(data)} bytes; it must have at most {MOST_BYTES}")
    return data.encode("utf-8", "replace") if isinstance(data, str) else bytes(data)


def each_once(pairs: Iterable[tuple[str, Any]], place: str = "an object of the JSON") -> dict[str, Any]:
    """Values by name. Errors: ValueError for a name that is there twice."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{name[:40]!r} is there twice, in {place}")
        found[name] = value
    return found


def check_count(name: str, values: Any, count: int | None) -> None:
    """Errors: ValueError naming the values unless they are so many; None: as many as there are."""
    if count is not None and len(values) != count:
        raise ValueError(f"{name} has {len(values)} entries; it must have {count}")


def bits_set(words: Any) -> Integers:
    """The numbers of the bits that are set in 32-bit words, as libraries keep categories."""
    return np.flatnonzero(np.unpackbits(np.ascontiguousarray(words, "<u4").view(np.uint8), bitorder="little"))
