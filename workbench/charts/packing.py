"""Numbers for the browser: named arrays and facts as one piece of bytes, and its signature. No streamlit."""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray


class Packed(ABC):
    """What the browser keeps and draws by itself: its arrays and facts as bytes, by their signature."""

    ARRAYS: ClassVar[tuple[str, ...]]
    """The names of the attributes that are arrays."""

    @property
    @abstractmethod
    def facts(self) -> dict[str, Any]:
        """What is not an array, by its name in the browser."""

    @cached_property
    def packed(self) -> bytes:
        """The picture for the browser."""
        return pack(self.signature, self.facts, self._arrays)

    @cached_property
    def signature(self) -> str:
        """A name of exactly these numbers."""
        return signature_of(self.facts, self._arrays)

    @property
    def _arrays(self) -> dict[str, NDArray[Any]]:
        return {name: getattr(self, name) for name in self.ARRAYS}


def pack(signature: str, facts: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """A header's length (4 bytes), the header in JSON, then the arrays.

    Each array is little-endian, begins at a multiple of 4, and stands in the header with its kind, its offset
    after the header, and its length in numbers.
    """
    body, places = b"", {}
    for name, values in arrays.items():
        little = np.ascontiguousarray(values, dtype=values.dtype.newbyteorder("<"))
        places[name] = [values.dtype.name, len(body), values.size]
        body += little.tobytes() + bytes(-little.nbytes % 4)
    header = json.dumps({"signature": signature, "arrays": places} | dict(facts)).encode()
    header += b" " * (-len(header) % 4)
    return len(header).to_bytes(4, "little") + header + body


def signature_of(facts: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> str:
    """A name of exactly these numbers."""
    digest = hashlib.blake2b(repr(facts).encode(), digest_size=12)
    for values in arrays.values():
        digest.update(np.ascontiguousarray(values).tobytes())
    return digest.hexdigest()
