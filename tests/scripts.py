"""Running a script that a page copies, and reading what it prints."""

import contextlib
import io
import re


def printed(script: str) -> str:
    """What a script prints, run on its own."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(script, "script", "exec"), {"__name__": "__main__"})
    return out.getvalue()


def numbers_after(words: str, text: str) -> dict[str, float]:
    """The numbers of a text by the word in front of each; words: a pattern of words."""
    found = re.findall(rf"({words}) (-?[\d.]+(?:e[-+]?\d+)?|inf)", text)
    return {name: float(value) for name, value in found}
