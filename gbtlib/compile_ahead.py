"""Compiles the loops before they are needed: `python -m gbtlib.compile_ahead`.

What is compiled is kept, see gbtlib.loops.compiling: only the first time takes long, and each after a change.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

import numpy as np

from gbtlib.checks.given_trees import tree_from_arrays
from gbtlib.core.columns import Columns
from gbtlib.core.criteria import SecondOrder
from gbtlib.core.params import TreeParams
from gbtlib.estimators.decision_trees import DecisionTreeClassifier
from gbtlib.estimators.gradient_boosting import GradientBoostingRegressor
from gbtlib.explain.contributions import contributions
from gbtlib.histogram.bins import bin_columns
from gbtlib.inputs.triplets import from_dense
from gbtlib.loops import compiling
from gbtlib.prediction import totals

Progress = Callable[[str], None]
DONE = "all"  # the file that says so

now: list[str] = []
"""How far the compiling is that is under way, the latest words last; nothing where none is."""


def is_compiled() -> bool:
    """Whether nothing is left to be compiled: it was kept, or there is nothing that compiles."""
    return not compiling.IS_COMPILED or (compiling.FOLDER is not None and (compiling.FOLDER / DONE).exists())


def compile_ahead(tell: Progress) -> None:
    """Have each loop compiled that is not kept. tell: hears how far.

    Two processes begin at the two ends of KINDS: what one has compiled and kept, the other loads.
    """
    if is_compiled():
        return
    event: Any = import_module("numba.core.event")

    class Listener(event.Listener):  # type: ignore[misc]
        """Tells how far it is whenever something has been compiled."""

        def on_start(self, _: Any) -> None:
            """Nothing to tell yet."""

        def on_end(self, _: Any) -> None:
            """Count the loops."""
            now.append(f"Compiling gbtlib's loops, once: {n_compiled()} of {len(compiling.LOOPS)}")
            tell(now[-1])

    try:
        with event.install_listener("numba:compile", Listener()), from_the_other_end():
            for grow in KINDS:
                grow()
    finally:
        now.clear()
    tell("gbtlib's loops are compiled")
    if compiling.FOLDER is not None:
        with suppress(OSError):
            (compiling.FOLDER / DONE).touch()


def n_compiled() -> int:
    """How many loops are compiled: by this process, or kept."""
    kept = 0 if compiling.FOLDER is None else len(list(compiling.FOLDER.rglob("*.nbi")))
    return max(kept, sum(bool(loop.signatures) for loop in compiling.LOOPS))


@contextmanager
def from_the_other_end() -> Iterator[None]:
    """Have another process compile the last kinds meanwhile, where code is kept and there are processors."""
    process = None
    if compiling.FOLDER is not None and (os.cpu_count() or 1) > 1:
        code = "from gbtlib.compile_ahead import KINDS\nfor grow in reversed(KINDS): grow()"
        with suppress(OSError):  # then this process compiles all
            process = subprocess.Popen(
                [sys.executable, "-W", "ignore", "-c", code], stderr=subprocess.DEVNULL
            )
    try:
        yield
    finally:
        if process is not None:
            process.wait()


X: Any = np.array([[1.0, 0.0], [2.0, np.nan], [0.0, 1.0], [0.0, 3.0], [5.0, 2.0], [5.0, 2.0]])
y = np.array([1.0, 0.0, 2.0, 1.0, 0.0, 3.0])  # the last rows are alike, with another y each


def grow_dense() -> None:
    """Trees of numbers, exact and by histogram."""
    for method in ("exact", "hist"):
        GradientBoostingRegressor(n_estimators=2, tree_method=method).fit(X, y)
    GradientBoostingRegressor(n_estimators=1, colsample_bynode=0.5).fit(X, y)


def grow_sparse() -> None:
    """Trees of triplets."""
    entries: Any = from_dense(np.nan_to_num(X), absent="zero")
    for method in ("exact", "hist"):
        model = GradientBoostingRegressor(n_estimators=1, tree_method=method).fit(entries, y)
        model.predict(entries)


def grow_classes() -> None:
    """Trees of classes: by categories that Python puts in order, and with surrogates."""
    many = np.arange(12.0)
    DecisionTreeClassifier(max_depth=2, categorical_features=[0]).fit(many[:, np.newaxis], many % 3)
    for categories in (None, [0, 1]):
        tree = DecisionTreeClassifier(max_depth=2, surrogates=1, categorical_features=categories)
        tree.fit(X, y > 0).predict(X)


def list_cuts() -> None:
    """All cuts of a node, to the score of one that is forbidden."""
    params = TreeParams(monotonic_cst=(1, 1))
    for columns in (Columns.of(X), bin_columns(X)):
        columns.search(SecondOrder(-y, np.ones(6), reg_lambda=0.0), params).candidates()


def ask_trees() -> None:
    """Answers of a tree, and what its features contribute."""
    known: Any = {"feature": [0, -1, -1], "threshold": [1.0, np.nan, np.nan], "weight": [0.0, 1.0, 2.0]}
    below = {"children_left": [1, -1, -1], "children_right": [2, -1, -1], "H": [6.0, 3.0, 3.0]}
    tree = tree_from_arrays(known | below, 2)
    tree.predict(X)
    totals(np.zeros(6), [tree], [tree.weight], X)
    contributions([tree], [tree.weight], X)


KINDS = grow_dense, grow_sparse, grow_classes, list_cuts, ask_trees
"""Small tasks that call each loop, those which take long to compile at the two ends."""


def to_terminal(line: str) -> None:
    """Print how far it is: a terminal has all of it in one line, a file the end alone."""
    is_end = not line.startswith("Compiling")
    if sys.stdout.isatty():
        print(f"\r{line:<50}", end="\n" if is_end else "", flush=True)
    elif is_end:
        print(line, flush=True)


if __name__ == "__main__":
    compile_ahead(to_terminal)
