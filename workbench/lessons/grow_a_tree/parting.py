"""What the last split of a tree has parted: rows beside its cut, and where its pieces were. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree
from gbtlib.pictures.tree_layout import growth_order
from workbench.charts.panels import Dots, Parting, Points, floats
from workbench.lessons.grow_a_tree.growth_orders import Growing, predicted
from workbench.trees.growth import tree_after
from workbench.trees.regions import box_of

Floats = NDArray[np.float64]


def step_of(growing: Growing) -> dict[str, Any]:
    """How far which trees have grown: a step of one split is a movement on the page."""
    return {"of": repr(growing.settings), "at": growing.splits}


def start_of(tree: Tree, corners: tuple[Floats, Floats], k: int | None) -> Points | None:
    """The corners of a step function before the last split: two that are one level yet; None at the root."""
    splits = (tree.n_nodes - 1) // 2
    if not splits:
        return None
    x = corners[0]
    ends = x[1::2]  # a piece has its right end
    y = predicted(tree_after(tree, splits - 1), ends[:, np.newaxis], k)
    return floats(x), floats(np.repeat(y, 2))


def parting(tree: Tree, dots: Sequence[Dots], low: Floats, high: Floats, reach: Points) -> Parting | None:
    """The drawn rows that the last split of a tree sends to either side; None where there is no split.

    dots: the rows as they are drawn, the features on the first axes. low, high: of the features.
    reach: x and y of the picture; the cut along a single feature goes from end to end of it.
    """
    if tree.n_nodes == 1:
        return None
    node = int(growth_order(tree)[-1])
    least, most = box_of(tree, node, low, high)
    j, at = int(tree.feature[node]), float(tree.threshold[node])
    rows = np.array([row for kind in dots for row in zip(kind.x, kind.y, strict=True)]).reshape(-1, 2)
    known = rows[:, : len(low)]
    inside = ((known > least) | (least <= low)) & ((known <= most) | (most >= high))
    rows = rows[inside.all(axis=1)]
    goes_left = rows[:, j] <= at
    ends = [list(reach[0]), list(reach[1])] if len(low) == 1 else [[least[i], most[i]] for i in (0, 1)]
    ends[j] = [at, at]
    return Parting(
        points(rows[goes_left]),
        points(rows[~goes_left]),
        (floats(np.array(ends[0])), floats(np.array(ends[1]))),
    )


def points(rows: Floats) -> Points:
    """Rows in the plane, (n, 2), as x and y."""
    return floats(rows[:, 0]), floats(rows[:, 1])
