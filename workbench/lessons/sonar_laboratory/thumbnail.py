"""The small picture of the lesson: two strips of areas, with the published figures above them. Pure."""

from functools import lru_cache

import numpy as np

from workbench.charts.colours import MODEL, OTHER
from workbench.charts.thumbnails import TEXT, Axes, dots, line, picture, words
from workbench.lessons.sonar_laboratory.findings import Areas
from workbench.lessons.sonar_laboratory.splits import N_SPLITS
from workbench.lessons.sonar_laboratory.variants import VARIANTS

BEAT = 0.02  # seconds


@lru_cache(maxsize=1)
def thumbnail() -> str:
    """The two variants that the lesson opens with, on the splits that come along."""
    areas = Areas()
    axes = Axes((0.6, 0.95, 0.0, 1.0))
    spread = np.random.default_rng(0).uniform(-9, 9, N_SPLITS)
    parts = []
    for name, middle, colour in ((areas.second, 34, OTHER), (areas.first, 82, MODEL)):
        found, published = areas.spread(name), VARIANTS[name].published
        assert published is not None
        for i, start in enumerate(range(0, N_SPLITS, 10)):
            chosen = slice(start, start + 10)
            places = axes.x(areas.of(name)[chosen]), middle + spread[chosen]
            parts.append(dots(*places, colour, 2.4, motion="arrives", delay=10 * BEAT * (i + 1)))
        ends = axes.x(np.array([found.mean - found.of_mean, found.mean + found.of_mean]))
        parts.append(line(ends, [middle + 16] * 2, colour, 4.0))
        parts.append(words(float(axes.x(published)), middle - 13, f"{published:.2f}".lstrip("0"), TEXT, 12))
    return picture("Two strips of dots that overlap, above them .76 and .78", parts)
