"""Compiles the loops before they are needed: `python -m gbtlib.compile_ahead`.

What is compiled is kept, see gbtlib.loops.compiling: only the first time takes long, and each after a change.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, ClassVar

import numpy as np

from gbtlib.estimators.decision_trees import DecisionTreeClassifier
from gbtlib.estimators.gradient_boosting import GradientBoostingRegressor
from gbtlib.inputs.triplets import from_dense
from gbtlib.loops import compiling

Progress = Callable[[int, int], None]  # how many loops are compiled, of how many


def is_compiled() -> bool:
    """Whether nothing is left to be compiled: it was kept, or there is nothing that compiles."""
    folder = compiling.FOLDER
    return not compiling.IS_COMPILED or (folder is not None and any(folder.rglob("*.nbi")))


def compile_ahead(tell: Progress | None = None) -> None:
    """Grow small trees of every kind, which compiles each loop that is not kept. tell: hears of each."""
    if not compiling.IS_COMPILED:
        return
    event: Any = import_module("numba.core.event")

    class Listener(event.Listener):  # type: ignore[misc]
        """Counts the loops that were compiled; some are for several types, and numba has small parts, too."""

        done: ClassVar[set[int]] = set()

        def on_start(self, _: Any) -> None:
            """Nothing to count yet."""

        def on_end(self, compiled: Any) -> None:
            """Count a loop."""
            ours = {id(loop) for loop in compiling.LOOPS} - self.done
            if tell and (loop := id(compiled.data["dispatcher"])) in ours:
                self.done.add(loop)
                tell(len(self.done), len(compiling.LOOPS))

    with event.install_listener("numba:compile", Listener()):
        grow_every_kind()


def grow_every_kind() -> None:
    """Grow, explain and ask small trees over each kind of columns and criterion."""
    X: Any = np.array([[1.0, 0.0], [2.0, np.nan], [0.0, 1.0], [0.0, 3.0], [5.0, 2.0], [6.0, 0.0]])
    y = np.array([1.0, 0.0, 2.0, 1.0, 0.0, 3.0])
    entries: Any = from_dense(np.nan_to_num(X), absent="zero")
    for method, values in (("exact", X), ("hist", X), ("exact", entries)):
        model = GradientBoostingRegressor(n_estimators=2, max_depth=2, tree_method=method, trace="full")
        model.fit(values, y).candidates(1)
        model.predict(values)
    model.contributions(X)
    DecisionTreeClassifier(max_depth=2, surrogates=1).fit(X, y > 0).predict(X)


def in_words(n_done: int, n_loops: int) -> None:
    """Say how far the compiling is: at a terminal in one line, elsewhere at its beginning and end."""
    line = f"Compiling gbtlib's loops, once: {n_done} of {n_loops}"
    if sys.stdout.isatty():
        print(f"\r{line}", end="" if n_done < n_loops else "\n", flush=True)
    elif n_done in (1, n_loops):
        print(line, flush=True)


if __name__ == "__main__":
    compile_ahead(in_words)
