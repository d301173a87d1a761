"""How loops are compiled: by numba, where it is installed; else they run as they stand, to the same bits.

Compiled code is kept in __pycache__, or, where that cannot be written, in the user's cache folder. It is
compiled anew when its own file changes, so a loop calls only loops of its own file.
NUMBA_DISABLE_JIT=1 runs the loops in plain Python, too: a debugger steps into them.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

import numpy as np

numba: Any = None
with suppress(ImportError):
    numba = import_module("numba")
IS_COMPILED = numba is not None and not numba.config.DISABLE_JIT

if numba is None:
    warnings.warn(
        "numba is not installed: gbtlib's loops run in plain Python, with the same results, but some hundred"
        " times slower; install numba to have them compiled",
        RuntimeWarning,
        stacklevel=2,
    )


def compiled(loop: Callable[..., Any]) -> Any:
    """Compile a loop for the types that it is first called with. Division by zero gives inf or NaN."""
    if not IS_COMPILED:
        return np.errstate(all="ignore")(loop)
    try:
        return numba.njit(cache=True, error_model="numpy", nogil=True)(loop)
    except RuntimeError:  # no folder to keep it in can be written
        return numba.njit(error_model="numpy", nogil=True)(loop)
