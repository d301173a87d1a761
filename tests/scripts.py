"""Running a script that a page copies, where there is no workbench, and reading what it prints."""

import builtins
import contextlib
import io
import re
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any


def printed(script: str) -> str:
    """What a script prints, run on its own."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        names_after(script)
    return out.getvalue()


def names_after(script: str) -> dict[str, Any]:
    """What a script, run on its own, has by its names in the end."""
    names: dict[str, Any] = {
        "__name__": "__main__",
        "__builtins__": vars(builtins) | {"__import__": _import_elsewhere},
    }
    exec(compile(script, "script", "exec"), names)
    return names


def _import_elsewhere(
    name: str,
    globals_: Mapping[str, object] | None = None,
    locals_: Mapping[str, object] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    """What a script imports where whoever copied it has no workbench."""
    if name.partition(".")[0] in ("workbench", "tests"):
        raise ImportError(f"a script to be copied imports {name}")
    return __import__(name, globals_, locals_, fromlist, level)


def numbers_after(words: str, text: str) -> dict[str, float]:
    """The numbers of a text by the word in front of each; words: a pattern of words."""
    found = re.findall(rf"({words}) (-?[\d.]+(?:e[-+]?\d+)?|inf)", text)
    return {name: float(value) for name, value in found}
