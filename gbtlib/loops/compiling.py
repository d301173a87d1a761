"""How loops are compiled: by numba, where it is installed; else they run as they stand, to the same bits.

Compiled code is kept in __pycache__, or, where that cannot be written, in the user's cache folder; without
either it is compiled in every process, and what cannot be read is compiled and kept anew.
NUMBA_DISABLE_JIT=1 runs the loops in plain Python, too: a debugger steps into them.
"""

import os
import platform
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

numba: Any = None
with suppress(ImportError):
    numba = import_module("numba")
ZERO = np.int64(0)  # numba compiles a loop that is called with a literal once more for that
IS_COMPILED = numba is not None and not numba.config.DISABLE_JIT

if numba is None:
    warnings.warn(
        "numba is not installed: gbtlib's loops run in plain Python, with the same results, but some hundred"
        " times slower; install numba to have them compiled",
        RuntimeWarning,
        stacklevel=2,
    )


def folder_for(sources: Path) -> Path | None:
    """Where what is compiled of some files is kept; None if no such folder can be written.

    It is named by what all the files say: by itself numba would compile a loop anew only when the loop's own
    file changes, not for a record of another one. And by Python, numba and processor.
    """
    on = f"{sys.implementation.cache_tag} {numba.__version__} {platform.machine()}".encode()
    said = sha256(b"".join((on, *(path.read_bytes() for path in sorted(sources.glob("*.py")))))).hexdigest()
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    own = sources / "__pycache__"
    for parent in filter(None, (numba.config.CACHE_DIR, own, Path(home, "gbtlib"))):
        folder = Path(parent, f"loops-{said[:16]}")
        with suppress(OSError):
            is_new = not folder.exists()
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
            if is_new and parent == own:
                for old in set(own.glob("loops-*")) - {folder}:
                    shutil.rmtree(old, ignore_errors=True)
            return folder
    return None


def heal(cache: Any) -> None:
    """Have a loop compiled anew whose kept code cannot be read, where numba would pass the error on.

    Or is for other types: two processes that keep code of one loop at once may write both to the same file.
    """
    load = cache.load_overload

    def load_what_is_whole(types: Any, context: Any) -> Any:
        with suppress(Exception):  # whatever damaged files make of unpickling
            found = load(types, context)
            if found is None or found.signature.args == types:
                return found
        with suppress(OSError):
            cache.flush()  # the list of what there is, which may be what is damaged
        return None

    cache.load_overload = load_what_is_whole


LOOPS: list[Any] = []  # all that are compiled
FOLDER = folder_for(Path(__file__).parent) if IS_COMPILED else None


def compiled(loop: Callable[..., Any], **options: Any) -> Any:
    """Compile a loop for the types that it is first called with. Division by zero gives inf or NaN.

    It cannot make arrays, and need not count who uses them: that would take longer than a small node.
    """
    if not IS_COMPILED:
        return np.errstate(all="ignore")(loop)
    keeps = {"cache": FOLDER is not None, "no_cfunc_wrapper": True}
    options = keeps | {"error_model": "numpy", "nogil": True, "_nrt": False} | options
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(FOLDER or "")  # which njit reads
    try:
        LOOPS.append(numba.njit(**options)(loop))
        heal(LOOPS[-1]._cache)
    finally:
        numba.config.CACHE_DIR = before
    return LOOPS[-1]


def allocating(loop: Callable[..., Any]) -> Any:
    """Compile a loop that makes arrays."""
    return compiled(loop, _nrt=True)


def inlined(loop: Callable[..., Any]) -> Any:
    """Compile a loop into those that call it: handing it records of arrays takes longer than a small node."""
    return compiled(loop, forceinline=True)
