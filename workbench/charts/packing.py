"""Numbers for the browser: named arrays and facts as one piece of bytes, and its signature. No streamlit."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray


class Packed(Protocol):
    """What the browser keeps: bytes, by their signature."""

    @property
    def packed(self) -> bytes: ...

    @property
    def signature(self) -> str: ...


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
