"""What stands in the file of "Save as a page", read as its script reads it."""

import base64
import re
import zlib

from workbench.components.plain_page import MOST_BYTES

# What a page would fetch; names of SVG's own words are no addresses.
FETCHED = re.compile(
    r"""(?:src|href)\s*=\s*(?!["']?data:,)|url\((?!\$|#|data:)|@import|\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|EventSource"""
)


def packed(page: str, name: str) -> bytes:
    """The bytes of a part."""
    (text,) = re.findall(rf'id="data-{name}" data-kind="\w+">([^<]*)<', page)
    return zlib.decompress(base64.b64decode(text))


def is_alone(page: str) -> bool:
    """Whether a file is small, fetches nothing and could not."""
    addresses = set(re.findall(r"https?://[^\"' ]+", page))
    return (
        len(page.encode()) <= MOST_BYTES
        and FETCHED.findall(page) == []
        and addresses <= {"http://www.w3.org/2000/svg"}
        and "default-src 'none'" in page
    )
