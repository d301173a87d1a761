"""Universal binary JSON (UBJSON, draft 12), as XGBoost writes it: what its bytes say."""

from typing import Any

import numpy as np

NUMBERS = {"i": "i1", "U": "u1", "I": ">i2", "l": ">i4", "L": ">i8", "d": ">f4", "D": ">f8"}
WORDS = {"T": True, "F": False, "Z": None}
DEEPEST = 64


def from_ubjson(data: bytes) -> Any:
    """The value; typed arrays as numpy arrays. Errors: ValueError naming the place in bytes and the rule."""
    try:
        reader = Reader(data)
        return reader.value(reader.mark(), 0)
    except UnicodeDecodeError as error:
        raise ValueError(f"the UBJSON has a text that is not UTF-8: {error.reason}") from None


class Reader:
    """Reads from the front; `at` is the next byte."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, count: int) -> bytes:
        left = len(self.data) - self.at
        if not 0 <= count <= left:
            raise ValueError(f"the UBJSON wants {count} bytes at {self.at}; there are {left}")
        self.at += count
        return self.data[self.at - count : self.at]

    def mark(self) -> str:
        """The letter that tells the type of what comes next."""
        return self.take(1).decode("latin-1")

    def number(self, letter: str) -> Any:
        if letter not in NUMBERS:
            raise ValueError(f"the UBJSON has the unknown type {letter!r} at {self.at}")
        return self.numbers(letter, 1)[0].item()

    def numbers(self, letter: str, count: int) -> Any:
        dtype = np.dtype(NUMBERS[letter])
        return np.frombuffer(self.take(count * dtype.itemsize), dtype)

    def length(self) -> int:
        """How many items follow: every one takes a byte at least, so that no more are believed."""
        count, left = self.number(self.mark()), len(self.data) - self.at
        if not isinstance(count, int) or not 0 <= count <= left:
            raise ValueError(f"the UBJSON has a length of {count} at {self.at}; there are {left} bytes")
        return count

    def value(self, letter: str, depth: int) -> Any:
        if depth > DEEPEST:
            raise ValueError(f"the UBJSON is nested deeper than {DEEPEST}")
        if letter in "{[":
            return self.members(depth) if letter == "{" else self.items(depth)
        if letter in "SC":
            return self.take(self.length() if letter == "S" else 1).decode("utf-8")
        return WORDS[letter] if letter in WORDS else self.number(letter)

    def members(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while self.data[self.at : self.at + 1] != b"}":
            key = self.value("S", depth)
            if key in found:
                raise ValueError(f"the UBJSON has the key {key[:60]!r} twice")
            found[key] = self.value(self.mark(), depth + 1)
        self.at += 1
        return found

    def items(self, depth: int) -> Any:
        letter = self.mark()
        if letter == "$":
            kind = self.mark()
            if kind not in NUMBERS or self.mark() != "#":
                raise ValueError(f"the UBJSON has an array of the unknown type {kind!r} at {self.at}")
            return self.numbers(kind, self.length())
        if letter == "#":
            return [self.value(self.mark(), depth + 1) for _ in range(self.length())]
        found = []
        while letter != "]":
            found.append(self.value(letter, depth + 1))
            letter = self.mark()
        return found
