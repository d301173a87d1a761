"""The small picture of the lesson: rows on their way to the corners of three classes. Pure."""

from functools import lru_cache

import numpy as np

from workbench.charts.colours import CLASSES, OTHER
from workbench.charts.thumbnails import TEXT, Axes, dots, line, picture
from workbench.lessons.several_classes.model import course_of, softmax_settings
from workbench.lessons.several_classes.simplex import CORNERS, HEIGHT, in_triangle
from workbench.models.boosted import fit_boosted_model
from workbench.models.settings import Settings

N_ROUNDS, SHOWN, EVERY, BEAT = 10, 2, 2, 0.3  # every second row; seconds
SPREAD, TURN = 8.0, 2.4  # rows of one leaf lie on one place: how far aside they are drawn, and which way


@lru_cache(maxsize=1)
def thumbnail() -> str:
    """The rows that the lesson opens with after a few rounds, and the way of one that changes its mind."""
    course = course_of(fit_boosted_model(softmax_settings(vars(Settings()) | {"n_estimators": N_ROUNDS})))
    y, places = course.fit.dataset.y, in_triangle(course.p)
    axes = Axes((0.0, 1.0, 0.0, float(HEIGHT)), (47, 8, 153, 100))
    outline = [*CORNERS, CORNERS[0]]
    parts = [line([axes.x(x) for x, _ in outline], [axes.y(up) for _, up in outline], OTHER, 1.4)]
    for k, colour in enumerate(CLASSES):
        rows = places[SHOWN, y == k][::EVERY]
        x, up = axes.x(rows[:, 0]), axes.y(rows[:, 1])
        aside, turn = SPREAD * np.sqrt(np.arange(len(x)) / len(x)), TURN * np.arange(len(x))
        start = f"translate({axes.x(0.5) - x.mean():.0f}px,{axes.y(HEIGHT / 3) - up.mean():.0f}px)"
        x, up = x + aside * np.cos(turn), up + aside * np.sin(turn)
        parts.append(dots(x, up, colour, 1.9, motion="moves", start=start))
    way = places[:, course.least_sure(N_ROUNDS)]
    parts.append(line(axes.x(way[:, 0]), axes.y(way[:, 1]), TEXT, 2.2, motion="draws", delay=2 * BEAT))
    return picture(
        "Rows between the three corners of a triangle, a class each, and the way of one row", parts
    )
