"""What the stage of the lesson draws: the rows, every cut with its sums, every tree by its cuts. Pure."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import Candidates
from workbench.lessons.greedy_or_best.among_all import AmongAll
from workbench.lessons.greedy_or_best.every_tree import NO_CUT, EveryTree, Floats, outcome
from workbench.lessons.greedy_or_best.rows import FEATURES, Task

ROOM, ROOM_OF_FEW = 0.08, 0.25  # around the rows: of their range; beside, where they are few
SMALLEST_RANGE, ABOVE_GREEDY = 0.2, 1.25  # of gains; and what greed's is times that


def record_of(shown: AmongAll) -> dict[str, Any]:
    """All that the stage shows, wherever the cursor is.

    cuts: all cuts, see cuts_record; trees: which of them each makes, and what it gains. Both are numbered
    from 0; -1 is no cut. Columns are the first cuts, column 0 that of no cut. starts: (n_columns + 1,) the
    first tree of each column; bests: (n_columns,) the best tree behind each.
    weighed: how many cuts greed scores.
    """
    every, task = shown.every, shown.every.task
    n_columns = len(every.cuts) + 1
    columns = range(n_columns)
    parts = [every.cuts, *(side for sides in every.below for side in sides)]
    begins = np.cumsum([0, *(len(each) for each in parts)])
    root = every.criterion.side_values(
        np.array(every.criterion.totals(np.arange(len(task.y))))[:, np.newaxis]
    )
    return {
        "names": FEATURES,
        "rows": rows_record(task),
        "reg_lambda": task.reg_lambda,
        "gamma": task.gamma,
        "undecided": 0.5 if task.loss == "squared" else 0.0,
        "root": {"n": len(task.y), **{name: each[0] for name, each in worth_of(every, *root).items()}},
        "cuts": cuts_record(every, parts),
        "trees": {
            "root": every.root.astype(np.int16),
            "left": places(every, every.left, begins[1:-1:2]),
            "right": places(every, every.right, begins[2::2]),
            "gain": every.gain,
        },
        "starts": np.append(np.searchsorted(every.root, np.arange(NO_CUT, n_columns - 1)), len(every)).astype(
            np.int32
        ),
        "bests": np.array([every.best_of(place - 1) for place in columns], dtype=np.int32),
        "greedy": shown.greedy,
        "best": shown.best,
        "weighed": shown.n_weighed,
        "outcome": outcome(every, shown.greedy),
        "extent": extent(shown),
    }


def rows_record(task: Task) -> dict[str, Any]:
    """The rows. x: of both features; twin: rows before it at its place; ends: of what is drawn."""
    X = task.X
    low, high = X.min(axis=0), X.max(axis=0)
    room = ROOM * (high - low) + (ROOM_OF_FEW if len(X) < 12 else 0.0)
    return {
        "x": [np.ascontiguousarray(x) for x in X.T],
        "y": task.y.astype(np.uint8),
        "twin": np.array([(X[:i] == X[i]).all(axis=1).sum() for i in range(len(X))], dtype=np.uint8),
        "ends": np.column_stack((low - room, high + room)).tolist(),
        "flipped": task.flipped,
    }


def cuts_record(every: EveryTree, parts: list[Candidates]) -> dict[str, Any]:
    """The cuts of the root, then of each one's left and right side: (n,), and (n, 2) of their two sides."""

    def joined(name: str) -> NDArray[Any]:
        return np.concatenate([getattr(each, name) for each in parts])

    def sided(name: str) -> NDArray[Any]:
        return np.column_stack([joined(name + side) for side in "LR"])

    return {
        "feature": joined("feature").astype(np.uint8),
        "threshold": joined("threshold"),
        "gain": joined("gain"),
        "n": np.column_stack((joined("n_left"), joined("n_right"))).astype(np.int32),
        **worth_of(every, sided("G"), sided("H")),
    }


def worth_of(every: EveryTree, G: Floats, H: Floats) -> dict[str, Floats]:
    """Sums, weight, and what a leaf adds to the objective, gamma - 1/2 G^2 / (H + lambda): as G."""
    weight = every.criterion.leaf_weight(G, H)
    return {"G": G, "H": H, "weight": weight, "cost": every.task.gamma + 0.5 * G * weight}


def places(every: EveryTree, made: NDArray[np.intp], begins: NDArray[np.intp]) -> NDArray[np.int16]:
    """Which of all cuts each tree makes on a side. begins: (n_root_cuts,) where those of that side begin."""
    return np.where(made == NO_CUT, NO_CUT, begins[every.root] + made).astype(np.int16)


def extent(shown: AmongAll) -> list[float]:
    """From where to where gains are drawn: to the best tree's, but where greed's is nearly as high beyond it.

    So the height of greed's does not tell that it is the best.
    """
    gain = shown.every.gain
    low, high = min(0.0, float(gain.min())), max(shown.every.top, ABOVE_GREEDY * float(gain[shown.greedy]))
    return [low, max(high, low + SMALLEST_RANGE)]
