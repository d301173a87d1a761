"""Numbers, lists and parts of a model file that somebody hands in: each is checked before it is used."""

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.handover.ubjson import from_ubjson

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

MOST_BYTES, LARGEST_WHOLE = 2**26, 2**31
NEEDED = object()


def document_of(data: str | bytes | bytearray) -> Any:
    """The value of a JSON text, its bytes, or UBJSON; which one, the first bytes tell.

    Errors: ValueError for a file that is too large, damaged, nested too deep or has a key twice.
    """
    raw = bytes_of(data)
    if raw[:1] == b"{" and raw[1:2].decode("latin-1") in ("i", "U", "I", "l", "L"):
        return from_ubjson(raw)
    try:
        return json.loads(raw.decode("utf-8"), object_pairs_hook=object_once)
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


def object_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON. Errors: ValueError for a key that is there twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an object of the JSON has a key twice")
    return found


def part(whole: Any, *path: str, default: Any = NEEDED) -> Any:
    """What lies at a path of keys. Errors: ValueError naming the path where it is missing and needed."""
    for depth, key in enumerate(path):
        if not isinstance(whole, dict) or key not in whole:
            if default is NEEDED:
                raise ValueError(f"the model has no {'.'.join(path[: depth + 1])}")
            return default
        whole = whole[key]
    return whole


def whole_number(name: str, value: Any, most: int = LARGEST_WHOLE) -> int:
    """A whole number of 0 to `most`, from a number or a text. Errors: ValueError naming it."""
    try:
        number = int(value)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} is {str(value)[:40]!r}; it must be a whole number") from None
    if not 0 <= number <= most:
        raise ValueError(f"{name} is {str(number)[:40]}; it must be 0 to {most}")
    return number


def real_numbers(name: str, values: Any, count: int | None = None) -> Floats:
    """A flat array of floats; NaN and infinities may be among them.

    Errors: ValueError naming it for anything but `count` numbers.
    """
    try:
        found = np.asarray(values)
    except (ValueError, TypeError, OverflowError) as error:
        raise ValueError(f"{name} must be a flat list of numbers ({str(error)[:80]})") from None
    if found.ndim != 1 or (found.dtype.kind not in "biuf" and len(found)):
        raise ValueError(f"{name} must be a flat list of numbers")
    check_count(name, found, count)
    return found.astype(np.float64)


def check_count(name: str, values: Any, count: int | None) -> None:
    """Errors: ValueError naming the values unless they are so many; None: as many as there are."""
    if count is not None and len(values) != count:
        raise ValueError(f"{name} has {len(values)} entries; it must have {count}")


def whole_numbers(name: str, values: Any, count: int | None = None, most: int = LARGEST_WHOLE) -> Integers:
    """A flat array of whole numbers of -most to most. Errors: ValueError naming it for anything else."""
    found = real_numbers(name, values, count)
    wrong = np.flatnonzero(~((np.abs(found) <= most) & (found == np.floor(found))))
    if len(wrong):
        raise ValueError(
            f"{name} has {found[wrong[0]]} at {wrong[0]}; it must hold whole numbers of at most {most}"
        )
    return found.astype(np.int64)


def float32_numbers(name: str, values: Any, count: int | None = None) -> Floats:
    """Numbers as a library that keeps float32 has them: texts with fewer or more digits become the same."""
    with np.errstate(over="ignore"):
        return real_numbers(name, values, count).astype(np.float32).astype(np.float64)


def bits_set(words: Any) -> Integers:
    """The numbers of the bits that are set in 32-bit words, as libraries keep categories."""
    return np.flatnonzero(np.unpackbits(np.ascontiguousarray(words, "<u4").view(np.uint8), bitorder="little"))
