"""The small picture of the lesson: rows as large as their weight after some rounds, and their cuts. Pure."""

from functools import lru_cache
from typing import Any

import numpy as np

from workbench.charts.colours import CLASSES, OTHER
from workbench.charts.thumbnails import Axes, dots, line, picture
from workbench.lessons.adaboost.adaboost_run import AdaSettings, run_adaboost

N_ROUNDS, EVERY, BEAT = 3, 2, 0.4  # every second row; seconds
SIZES = (1.5, 2.3, 3.3, 4.5)  # of a dot, by weight


@lru_cache(maxsize=1)
def thumbnail() -> str:
    """The rows that the lesson opens with, after its first rounds."""
    run = run_adaboost(AdaSettings(n_estimators=N_ROUNDS))
    X, weights = run.X[::EVERY], run.trace[-1].weights_after[::EVERY]
    codes = run.codes[::EVERY]
    low, high = X.min(axis=0), X.max(axis=0)
    axes = Axes((low[0], high[0], low[1], high[1]))
    parts = []
    for i, round_ in enumerate(run.trace):
        feature, at = int(round_.tree.feature[0]), float(round_.tree.threshold[0])
        x, y = ([axes.x(at)] * 2, [6, 106]) if feature == 0 else ([6, 194], [axes.y(at)] * 2)
        parts.append(line(x, y, OTHER, 1.6, motion="draws", delay=BEAT * i))
    size = np.digitize(weights / weights.mean(), (0.5, 1.2, 3.0))
    for k, colour in enumerate(CLASSES[:2]):
        for level, radius in enumerate(SIZES):
            rows = X[(codes == k) & (size == level)]
            heavy: dict[str, Any] = {"motion": "arrives", "delay": BEAT * level} if level > 1 else {}
            if len(rows):
                parts.append(dots(axes.x(rows[:, 0]), axes.y(rows[:, 1]), colour, radius, **heavy))
    return picture(
        "Two half circles of rows, large where trees have gone wrong, and the cuts of three trees", parts
    )
