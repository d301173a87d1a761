"""The small picture of the lesson: all trees as dots, greed's and the best. Pure."""

from functools import lru_cache

import numpy as np

from workbench.charts.colours import MODEL, OTHER, TRUTH
from workbench.charts.thumbnails import Axes, dots, line, picture
from workbench.lessons.greedy_or_best.among_all import among_all
from workbench.lessons.greedy_or_best.rows import Task


@lru_cache(maxsize=1)
def thumbnail() -> str:
    """All trees of the rows that the lesson opens with, a column for each first cut, by their gain."""
    shown = among_all(Task(), "post")
    gain, column = shown.every.gain, shown.every.root
    at = Axes((-1.0, float(column.max()) + 1.0, float(gain.min()) - 0.1, 1.1 * shown.every.top))
    places = np.unique(np.column_stack([at.x(column.astype(float)), at.y(gain)]).round(), axis=0)
    two = [shown.greedy, shown.best]
    greedy, best = zip(at.x(column[two].astype(float)).tolist(), at.y(gain[two]).tolist(), strict=True)
    parts = [
        dots(places[:, 0], places[:, 1], OTHER, 0.9),
        line([best[0], greedy[0]], [best[1], best[1]], TRUTH, 1.5, dash="4 3", motion="arrives", delay=0.5),
        line([greedy[0]] * 2, [greedy[1], best[1]], TRUTH, 2.5, motion="draws", delay=0.5),
        dots([greedy[0]], [greedy[1]], MODEL, 5.5, motion="arrives"),
        dots([best[0]], [best[1]], TRUTH, 5.5, motion="arrives", delay=1.2),
    ]
    return picture("Every tree as a dot: the best lies higher than the one that greed finds", parts)
