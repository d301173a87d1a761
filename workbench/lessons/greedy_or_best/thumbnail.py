"""The small picture of the lesson: all trees as dots, greed's and the best. Pure."""

from functools import lru_cache

import numpy as np

from workbench.charts.colours import MODEL, OTHER, TRUTH
from workbench.charts.thumbnails import Axes, dots, line, picture
from workbench.lessons.greedy_or_best.picture import extent, mark_of, shown_tree
from workbench.lessons.greedy_or_best.rows import Task


@lru_cache(maxsize=1)
def thumbnail() -> str:
    """All trees of the rows that the lesson opens with, by the gain of the first cut and of the whole."""
    shown = shown_tree(Task(), "post", None)
    every, (x0, x1, y0, y1) = shown.every, extent(shown.every)
    at = Axes((x0, x1, y0, y1))
    first = np.append(every.cuts.gain, 0.0)[every.root]  # position -1 stands for no cut
    places = np.unique(np.column_stack([at.x(first), at.y(every.gain)]).round(), axis=0)
    greedy, best = (
        (at.x(m["x"]), at.y(m["y"])) for m in (mark_of(every, t) for t in (shown.greedy, shown.best))
    )
    parts = [
        dots(places[:, 0], places[:, 1], OTHER, 0.9),
        line([best[0], greedy[0]], [best[1], best[1]], TRUTH, 1.5, dash="4 3", motion="arrives", delay=0.5),
        line([greedy[0]] * 2, [greedy[1], best[1]], TRUTH, 2.5, motion="draws", delay=0.5),
        dots([greedy[0]], [greedy[1]], MODEL, 5.5, motion="arrives"),
        dots([best[0]], [best[1]], TRUTH, 5.5, motion="arrives", delay=1.2),
    ]
    return picture("Every tree as a dot: the best lies higher than the one that greed finds", parts)
