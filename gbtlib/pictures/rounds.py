"""What every round has brought: the losses of boosting, the errors of AdaBoost."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from gbtlib.core.criteria import Floats
from gbtlib.pictures.chart import Plot, axes, dots, line, padded
from gbtlib.pictures.colours import GROUND, INK, MODEL, OTHER
from gbtlib.pictures.numbers import number
from gbtlib.pictures.svg import Picture, Style, drawing, element, text, text_width

WIDTH, HEIGHT, BOX = 640, 300, (60, 62, 620, 252)
WIDE_RANGE = 30.0  # with the highest so many times the lowest, a loss is read by its powers of ten
DASHED = "6 4"


class Course(NamedTuple):
    """What is measured in every round, and how it is drawn."""

    name: str
    values: Floats
    colour: str = MODEL
    dash: str = ""


def rounds_picture(courses: Sequence[Course], y_label: str, n_used: int) -> Picture:
    """Courses over the rounds, from the first on. n_used: rounds that predictions use, marked if not all.

    Errors: ValueError for rounds that tell nothing, as those of trees that were given.
    """
    shown = [course for course in courses if np.isfinite(course.values).any()]
    if not shown:
        raise ValueError(f"the rounds of this model tell no {y_label}: its trees were given, not grown")
    values = np.concatenate([course.values[np.isfinite(course.values)] for course in shown])
    powers = bool(values.min() > 0 and values.max() > WIDE_RANGE * values.min())
    heights = np.log10(values) if powers else np.append(values, 0.0)
    n_rounds = len(shown[0].values)
    plot = Plot((1.0, max(2.0, n_rounds), *padded(float(heights.min()), float(heights.max()))), BOX)
    if not powers and values.min() >= 0:
        plot = Plot((*plot.extent[:2], 0.0, plot.extent[3]), BOX)
    x = plot.x(np.arange(1.0, n_rounds + 1))
    parts = axes(plot, "round", y_label, powers=powers)
    for course in shown:
        with np.errstate(divide="ignore", invalid="ignore"):
            y = plot.y(np.log10(course.values) if powers else course.values)
        parts.append(line(x, y, course.colour, 2.2, course.dash))
        if n_rounds == 1:
            parts.append(dots(x, y, course.colour))
    parts += legend(shown, n_used)
    if n_used < n_rounds:
        at = f"M{plot.x(float(n_used)):.1f},{BOX[1]}V{BOX[3]}"
        parts.insert(0, element("path", d=at, stroke=OTHER, stroke_dasharray="3 3"))
    if 0 < n_used < n_rounds:
        parts += mark(plot, shown[-1], n_used, powers)
    words = f"{y_label} over {n_rounds} rounds: " + ", ".join(in_words(course) for course in shown)
    return Picture(words, drawing(WIDTH, HEIGHT, words, parts))


def legend(courses: Sequence[Course], n_used: int) -> list[str]:
    """Every course with its line, its name and its value after the last round that is used."""
    parts, left = [], float(BOX[0])
    for name, values, colour, dash in courses:
        value = number(float(values[max(n_used, 1) - 1]))
        parts.append(line(np.array([left, left + 24]), np.array([19.0, 19.0]), colour, 2.5, dash))
        parts.append(text(name, left + 32, 24, Style(anchor="start"), more=value))
        left += 62 + text_width(f"{name} {value}") * 1.25
    return parts


def mark(plot: Plot, course: Course, number_: int, powers: bool) -> list[str]:
    """The last round that predictions use, on a course."""
    value = float(course.values[number_ - 1])
    x = float(plot.x(float(number_)))
    y = float(plot.y(np.log10(value) if powers else value))
    side, anchor = (-10, "end") if x > (plot.box[0] + plot.box[2]) / 2 else (10, "start")
    return [
        element("circle", cx=x, cy=y, r=6, fill=GROUND, stroke=course.colour, stroke_width=2.5),
        text(f"used up to round {number_}", x + side, plot.box[1] + 14, Style(bold=True, anchor=anchor)),
    ]


def in_words(course: Course) -> str:
    """From where to where a course goes."""
    return f"{course.name} from {number(float(course.values[0]))} to {number(float(course.values[-1]))}"


def measured(trace: Sequence[object], name: str) -> Floats:
    """A number of every round: (n_rounds,)."""
    return np.array([getattr(round_, name) for round_ in trace], dtype=np.float64)


def boosting_courses(trace: Sequence[object]) -> list[Course]:
    """The losses of every round of boosting: training, and unseen rows where there were some."""
    unseen = Course("unseen", measured(trace, "validation_loss"), dash=DASHED)
    return [Course("training", measured(trace, "train_loss")), unseen]


def adaboost_courses(trace: Sequence[object]) -> list[Course]:
    """The error of guessing, the weighted error of every tree, and the error of the vote so far."""
    return [
        Course("guessing", measured(trace, "bound"), INK, "2 4"),
        Course("each tree", measured(trace, "error"), OTHER),
        Course("the vote", measured(trace, "train_error")),
    ]
