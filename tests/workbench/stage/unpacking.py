"""What was packed, as a browser reads it."""

import json
import zlib
from typing import Any

import numpy as np

from workbench.stage.packing import _LENGTH, _PARTED


def unpacked(sent: bytes) -> Any:
    """What was packed, as a browser reads it: see core/packed.js. Sequences are lists, arrays are flat."""
    raw = zlib.decompress(sent)
    start = _LENGTH + int.from_bytes(raw[:_LENGTH], "little")
    header = json.loads(raw[_LENGTH:start])
    whole = {"data": header["data"]}
    for way, kind, offset, count in header["arrays"]:
        place: Any = whole
        steps = ["data", *way]
        for step in steps[:-1]:
            place = place[step]
        octets = np.frombuffer(raw, np.uint8, count * np.dtype(kind).itemsize, start + offset)
        if kind == _PARTED:
            octets = octets.reshape(4, count).T.ravel()
        place[steps[-1]] = octets.view(np.dtype(kind).newbyteorder("<"))
    return whole["data"]
