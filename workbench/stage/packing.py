"""JSON with arrays of numbers in it as one piece of bytes, deflated, as browsers read it. Pure."""

import json
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

KINDS = ("float32", "float64", "uint8", "uint16", "uint32", "int8", "int16", "int32")
_LENGTH, _ALIGNED = 4, 8
_PARTED = "float32"  # its octets of one place stand together, being alike: an eighth less when deflated
Path = list[str | int]


def packed(data: Any, level: int = 6) -> bytes:
    """Data as they are sent: mappings, sequences, texts, numbers, and numpy arrays, flattened.

    The length of a header (4 bytes), the header in JSON, then the arrays, little-endian, each from a multiple
    of 8 on; of float32 all first octets, then all second ones, and so on. The header has the data, and of
    every array the way to its place in them, its kind, offset and length. level: how hard to deflate, 1 to 9.
    Errors: ValueError for an array of a kind not in KINDS, and for a number outside an array that is not
    finite.
    """
    places: list[tuple[Path, str, int, int]] = []
    body = bytearray()

    def plain(value: Any, way: Path) -> Any:
        if isinstance(value, np.ndarray):
            places.append((way, *_put(value, way, body)))
            return None
        if isinstance(value, np.generic):
            return value.item()
        if isinstance(value, Mapping):
            return {str(name): plain(each, [*way, str(name)]) for name, each in value.items()}
        if isinstance(value, list | tuple):
            return [plain(each, [*way, i]) for i, each in enumerate(value)]
        return value

    whole = plain(data, [])
    header = json.dumps({"data": whole, "arrays": places}, allow_nan=False).encode()
    header += b" " * (-(_LENGTH + len(header)) % _ALIGNED)
    return zlib.compress(len(header).to_bytes(_LENGTH, "little") + header + bytes(body), level)


def _put(values: NDArray[Any], way: Path, body: bytearray) -> tuple[str, int, int]:
    """Put an array behind the others; gives its kind, its offset there, and how many numbers it has."""
    kind = values.dtype.name
    if kind not in KINDS:
        place = ".".join(map(str, way))
        raise ValueError(f"array {place}={kind} must be of one of the kinds {', '.join(KINDS)}")
    start = len(body)
    little = np.ascontiguousarray(values, dtype=values.dtype.newbyteorder("<"))
    octets = little.reshape(-1, 1).view(np.uint8)
    body += (octets.T if kind == _PARTED else octets).tobytes() + bytes(-little.nbytes % _ALIGNED)
    return kind, start, values.size
