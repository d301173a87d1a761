"""The small picture of the lesson: an outlier, and how little of it Huber's loss asks for. Pure."""

from functools import lru_cache

from workbench.charts.colours import MODEL, OTHER, RESIDUAL
from workbench.charts.thumbnails import TEXT, Axes, dots, line, mark, picture
from workbench.lessons.your_own_loss.asked import AskedLoss
from workbench.lessons.your_own_loss.run import Boosting, run_of

ROUND = 10


@lru_cache(maxsize=1)
def thumbnail() -> str:
    """The rows that the lesson opens with, and the pull of their first outlier."""
    run = run_of(Boosting(AskedLoss("huber")))
    rows, at = run.rows, run.rows.first_outlier
    axes = Axes((float(rows.x[0]), float(rows.x[-1]), -1.5, 3.8))
    x, y = rows.x[rows.train], rows.y[rows.train]
    place, foot = float(axes.x(x[at])), float(run.raw(ROUND)[at])
    tip = foot + float(run.pulls(ROUND)[at])
    some = slice(None, None, 4)
    return picture(
        "A wave with outliers: the loss caps how hard one of them pulls the prediction",
        [
            line(axes.x(run.places[some]), axes.y(run.drawn[ROUND][some]), MODEL, 2.4),
            dots(axes.x(x[::2]), axes.y(y[::2]), OTHER, 1.4),
            line([place, place], [axes.y(tip), axes.y(float(y[at]))], OTHER, 1.5, dash="3 3"),
            line([place, place], [axes.y(foot), axes.y(tip)], RESIDUAL, 4, motion="draws"),
            mark("circle", cx=place, cy=float(axes.y(float(y[at]))), r=5, fill=TEXT),
        ],
    )
