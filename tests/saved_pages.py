"""What stands in the file of "Save as a page", read as its script reads it."""

import base64
import json
import re
import zlib
from typing import Any

from workbench.components.plain_page import MOST_BYTES

# What a page would fetch; names of SVG's own words are no addresses.
FETCHED = re.compile(
    r"""(?:src|href)\s*=\s*(?!["']?data:,)|url\((?!\$|#)|@import|\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|EventSource"""
)


def packed(page: str, name: str) -> bytes:
    """The bytes of a part."""
    (text,) = re.findall(rf'id="data-{name}" data-kind="\w+">([^<]*)<', page)
    return zlib.decompress(base64.b64decode(text))


def unpacked(page: str, name: str) -> Any:
    """The data of a part, with what equal parts stand for."""
    found = json.loads(packed(page, name))
    parts: list[Any] = []

    def join(value: Any) -> Any:
        if isinstance(value, list):
            return [join(each) for each in value]
        if not isinstance(value, dict):
            return value
        return parts[value["@"]] if "@" in value else {name: join(each) for name, each in value.items()}

    for part in found["parts"]:
        parts.append(join(part))
    return join(found["whole"])


def steps_of(page: str) -> dict[int, dict[str, Any]]:
    """What is sent at every step, by its number."""
    return {int(number): step for number, step in unpacked(page, "steps")["steps"].items()}


def questions_of(page: str) -> dict[int, dict[str, Any]]:
    """What is asked, by the number of the step that asks it."""
    return {int(number): each for number, each in unpacked(page, "steps")["questions"].items()}


def as_sent(data: Any) -> Any:
    """Data as they arrive."""
    return json.loads(json.dumps(data))


def is_alone(page: str) -> bool:
    """Whether a file is small, fetches nothing and could not."""
    addresses = set(re.findall(r"https?://[^\"' ]+", page))
    return (
        len(page.encode()) <= MOST_BYTES
        and FETCHED.findall(page) == []
        and addresses <= {"http://www.w3.org/2000/svg"}
        and "default-src 'none'" in page
    )
