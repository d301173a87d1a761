"""Compiles the loops before they are needed: `python -m gbtlib.compile_ahead`.

What is compiled is kept, see gbtlib.loops.compiling: only the first time takes long, and each after a change.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any, ClassVar

import numpy as np

from gbtlib.estimators.decision_trees import DecisionTreeClassifier
from gbtlib.estimators.gradient_boosting import GradientBoostingRegressor
from gbtlib.inputs.triplets import from_dense
from gbtlib.loops import compiling

Progress = Callable[[str], None]
DONE = "all"  # the file that says so

now: list[str] = []
"""How far the compiling is that is under way, the latest words last; nothing where none is."""


def is_compiled() -> bool:
    """Whether nothing is left to be compiled: it was kept, or there is nothing that compiles."""
    return not compiling.IS_COMPILED or (compiling.FOLDER is not None and (compiling.FOLDER / DONE).exists())


def compile_ahead(tell: Progress) -> None:
    """Grow small trees of every kind, which compiles each loop that is not kept. tell: hears how far."""
    if is_compiled():
        return
    event: Any = import_module("numba.core.event")

    class Listener(event.Listener):  # type: ignore[misc]
        """Counts the loops that were compiled; some are for several types, and numba has small parts, too."""

        done: ClassVar[set[int]] = set()

        def on_start(self, _: Any) -> None:
            """Nothing to count yet."""

        def on_end(self, compiled: Any) -> None:
            """Count a loop."""
            self.done.update({id(compiled.data["dispatcher"])} & {id(loop) for loop in compiling.LOOPS})
            now.append(f"Compiling gbtlib's loops, once: {len(self.done)} of {len(compiling.LOOPS)}")
            tell(now[-1])

    try:
        with event.install_listener("numba:compile", Listener()):
            grow_every_kind()
    finally:
        now.clear()
    tell("gbtlib's loops are compiled")
    if compiling.FOLDER is not None:
        with suppress(OSError):
            (compiling.FOLDER / DONE).touch()


def grow_every_kind() -> None:
    """Grow, explain and ask small trees over each kind of columns and criterion."""
    alike = [5.0, 2.0]  # twice, with another y each
    X: Any = np.array([[1.0, 0.0], [2.0, np.nan], [0.0, 1.0], [0.0, 3.0], alike, alike])
    y = np.array([1.0, 0.0, 2.0, 1.0, 0.0, 3.0])
    entries: Any = from_dense(np.nan_to_num(X), absent="zero")
    for method, values in (("exact", X), ("hist", X), ("exact", entries), ("hist", entries)):
        model = GradientBoostingRegressor(n_estimators=2, tree_method=method, trace="full")
        model.fit(values, y).candidates(1)
        model.predict(values)
    model.contributions(X)
    GradientBoostingRegressor(n_estimators=1, colsample_bynode=0.5).fit(X, y)
    for categories in (None, [0, 1]):
        tree = DecisionTreeClassifier(max_depth=2, surrogates=1, categorical_features=categories)
        tree.fit(X, y > 0).predict(X)
    model = GradientBoostingRegressor(n_estimators=1, categorical_features=[0], trace="full")
    model.fit(X[:, :1], y).candidates(1)
    many = np.arange(12.0)  # categories of three classes, which Python puts in order
    DecisionTreeClassifier(max_depth=2, categorical_features=[0]).fit(many[:, np.newaxis], many % 3)


def to_terminal(line: str) -> None:
    """Print how far it is: a terminal has all of it in one line, a file the end alone."""
    is_end = not line.startswith("Compiling")
    if sys.stdout.isatty():
        print(f"\r{line:<50}", end="\n" if is_end else "", flush=True)
    elif is_end:
        print(line, flush=True)


if __name__ == "__main__":
    compile_ahead(to_terminal)
