"""The small picture of the lesson: a split of a table with blanks, and the side of their rows. Pure."""

from functools import lru_cache
from typing import Any

import numpy as np

from workbench.charts.colours import GUESS, OTHER
from workbench.charts.thumbnails import TEXT, line, mark, picture, words
from workbench.lessons.missing_sparse_categorical.blank_table import BlankTable, blank_cells
from workbench.lessons.missing_sparse_categorical.values import ABSENT, BLANK, VALUES
from workbench.trees.small_tree import branch, node_dot

ROOT, SIDES, BEAT = (100.0, 30.0), ((56.0, 76.0), (144.0, 76.0)), 0.3  # beat in seconds
ROW: dict[str, Any] = {"cy": 93, "r": 4.6}


@lru_cache(maxsize=1)
def thumbnail() -> str:
    """The table that the lesson opens with: which rows go left and right, and where those with a blank go."""
    table = BlankTable(blank_cells(VALUES[BLANK].default), VALUES[ABSENT].default)
    tree = table.tree
    x = table.X[:, int(tree.feature[0])]
    goes_left = np.where(np.isnan(x), tree.default_left[0], x <= tree.threshold[0])
    way = 0 if tree.default_left[0] else 1
    parts = [
        branch(ROOT, SIDES[1 - way]),
        branch(ROOT, SIDES[way], stroke=GUESS, stroke_width=2.2, motion="draws"),
        node_dot(ROOT, size=5.5),
        words(100, 20, f"x{int(tree.feature[0]) + 1}"),
    ]
    for (middle, _), rows in zip(SIDES, (np.flatnonzero(goes_left), np.flatnonzero(~goes_left)), strict=True):
        parts.append(line([middle - 36, middle + 36], [80, 80], OTHER, 2))
        blank_last = sorted(np.isnan(x[rows]).tolist())
        for i, is_blank in enumerate(blank_last):
            place = middle + 15.0 * (i - (len(rows) - 1) / 2)
            parts.append(
                _blank(place, BEAT * i / 2) if is_blank else mark("circle", cx=place, **ROW, fill=TEXT)
            )
    side = "left" if tree.default_left[0] else "right"
    return picture(f"A split of rows; those without a value, dashed, go to the {side}", parts)


def _blank(place: float, delay: float) -> str:
    """A row without a value, which comes from the root."""
    start = f"translate({ROOT[0] - place:.0f}px,-60px)"
    dashed: dict[str, Any] = {"stroke": GUESS, "stroke_width": 2, "stroke_dasharray": "2.5 2"}
    return mark("circle", "moves", delay, start, cx=place, **ROW, **dashed)
