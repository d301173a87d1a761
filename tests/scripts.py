"""Running a script that a page copies, and reading what it prints."""

import contextlib
import io
import re
from typing import Any


def printed(script: str) -> str:
    """What a script prints, run on its own."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        names_after(script)
    return out.getvalue()


def names_after(script: str) -> dict[str, Any]:
    """What a script, run on its own, has by its names in the end."""
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(script, "script", "exec"), names)
    return names


def numbers_after(words: str, text: str) -> dict[str, float]:
    """The numbers of a text by the word in front of each; words: a pattern of words."""
    found = re.findall(rf"({words}) (-?[\d.]+(?:e[-+]?\d+)?|inf)", text)
    return {name: float(value) for name, value in found}
