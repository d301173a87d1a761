"""The small picture of the lesson: rows, the best cut, and what is predicted on both sides of it. Pure."""

from functools import lru_cache

import numpy as np

from workbench.charts.axes import padded
from workbench.charts.colours import GUESS, MODEL
from workbench.charts.thumbnails import Axes, dots, line, picture
from workbench.models.opening import opening_tree

N_DOTS, CUT_WAY = 60, "translateX(-70px)"


@lru_cache(maxsize=1)
def thumbnail() -> str:
    """The first split of the data set that the lesson opens with."""
    grown = opening_tree(1)
    x, y, tree = grown.X[:, 0], grown.y, grown.tree
    cut, left, right = float(tree.threshold[0]), float(tree.weight[1]), float(tree.weight[2])
    axes = Axes((float(x.min()), float(x.max()), *padded(float(y.min()), float(y.max()))))
    some = np.linspace(0, len(x) - 1, N_DOTS).astype(int)
    at = axes.x(cut)
    return picture(
        "A wave of rows, cut where two constants fit best",
        [
            dots(axes.x(x[some]), axes.y(y[some])),
            line([axes.x(x.min()), at], [axes.y(left)] * 2, MODEL, 3.5, motion="arrives", delay=0.6),
            line([at, axes.x(x.max())], [axes.y(right)] * 2, MODEL, 3.5, motion="arrives", delay=0.6),
            line([at, at], [6, 106], GUESS, 2.5, motion="moves", start=CUT_WAY),
        ],
    )
