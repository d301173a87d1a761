"""The small picture of the lesson: the gain of every cut, and the few that bins leave. Pure."""

from functools import lru_cache

from workbench.charts.axes import spread
from workbench.charts.colours import MODEL, OTHER
from workbench.charts.thumbnails import TEXT, Axes, dots, line, picture
from workbench.lessons.exact_or_histogram.node_cuts import ROOT, Recipe
from workbench.lessons.exact_or_histogram.record import place_of

N_BINS, N_POINTS = 8, 90


@lru_cache(maxsize=1)
def thumbnail() -> str:
    """The cuts that the lesson opens with, and those between so many bins."""
    place = place_of(Recipe("breast_cancer"), ROOT, None)
    exact, binned = place.cuts(None), place.cuts(N_BINS)
    at, some = exact.found.threshold, spread(len(exact.found), N_POINTS)
    axes = Axes((float(at[0]), float(at[-1]), 0.0, exact.gain))
    parts = [line(axes.x(at[some]), axes.y(exact.found.gain[some]), OTHER, 1.6)]
    for i, (x, gain) in enumerate(zip(binned.found.threshold, binned.found.gain, strict=True)):
        parts.append(dots([axes.x(x)], [axes.y(gain)], TEXT, 3.4, motion="arrives", delay=0.12 * i))
    best = [axes.x(binned.threshold)] * 2
    parts.append(line(best, [104, 8], MODEL, 2.0, motion="draws", delay=0.12 * len(binned.found)))
    return picture(
        "The gain of every cut as a curve, and seven dots on it: the cuts between eight bins", parts
    )
