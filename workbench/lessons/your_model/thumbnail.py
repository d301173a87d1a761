"""The small picture of the lesson: lines of splits that cross where lambda and eta are. Pure."""

from functools import lru_cache

import numpy as np

from workbench.charts.colours import MODEL
from workbench.charts.thumbnails import TEXT, Axes, dots, line, mark, picture
from workbench.lessons.your_model.heard_models import shipped
from workbench.lessons.your_model.witnesses import across, drawn_line, point_of, up, witnesses_of

N_LINES, EVERY, BEAT = 5, 6, 0.25  # seconds
LENS = (148.0, 34.0, 24.0)


@lru_cache(maxsize=1)
def thumbnail() -> str:
    """The first witnesses of the model that the lesson opens with."""
    given = shipped("cancer")
    reg_lambda, inverse, _ = point_of(given.solved)
    axes, parts = Axes((0.0, 1.0, 1.0, 0.0)), []
    x, y = float(axes.x(across(reg_lambda))), float(axes.y(up(inverse)))
    for i, coefficients in enumerate(witnesses_of(given.model, given.solved).line[:N_LINES]):
        places = drawn_line(coefficients)
        places = places[np.isfinite(places).all(axis=1)][::EVERY]
        parts.append(
            line(axes.x(places[:, 0]), axes.y(places[:, 1]), TEXT, 1.3, motion="draws", delay=BEAT * i)
        )
    cx, cy, radius = LENS
    parts.append(line([x, cx], [y, cy], TEXT, 1.0))
    parts.append(
        mark("circle", cx=cx, cy=cy, r=radius, fill="var(--ground,#fff)", stroke=TEXT, stroke_width=2.2)
    )
    parts.append(line([cx + 17.0, cx + 27.0], [cy + 17.0, cy + 27.0], TEXT, 4.5))
    parts.append(mark("ellipse", cx=cx, cy=cy, rx=13.0, ry=9.0, stroke=MODEL, stroke_width=2.2))
    parts.append(dots([x], [y], MODEL, 3.6))
    return picture("Lines that cross in one point, and a loupe over it", parts)
