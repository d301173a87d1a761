"""The small picture of the lesson: a row's ledger, from the start through a leaf of each tree. Pure."""

from functools import lru_cache
from typing import Any

from workbench.charts.axes import padded
from workbench.charts.colours import MODEL, OTHER, TRUTH
from workbench.charts.thumbnails import Axes, bar, line, mark, picture
from workbench.lessons.follow_one_row.opening import OPENING
from workbench.link.values import ROW
from workbench.models.opening import FEW_ROUNDS, opening_model
from workbench.models.row_story import row_story
from workbench.models.settings import settings_from

BAR, BEAT = 6, 0.06  # pixels, seconds


@lru_cache(maxsize=1)
def thumbnail() -> str:
    """The row that the lesson opens with, in its first rounds."""
    fit, n_rounds = opening_model(settings_from(OPENING)), FEW_ROUNDS
    story = row_story(fit, OPENING[ROW])
    raw = story.raw[: n_rounds + 1, 0]
    axes = Axes((0, n_rounds + 2, *padded(min(0.0, *raw), max(0.0, *raw), 0.02)))
    x, y = axes.x, axes.y
    even = float(y(0.0))
    steps = [
        bar(x(i + 1), BAR, y(raw[i]), y(raw[i + 1]), MODEL, motion="arrives", delay=BEAT * (i + 1))
        for i in range(n_rounds)
    ]
    links = [
        line([x(i) + BAR, x(i + 1)], [y(raw[i])] * 2, OTHER, 1.2, motion="arrives", delay=BEAT * i)
        for i in range(1, n_rounds + 1)
    ]
    end: dict[str, Any] = {"cx": float(x(n_rounds + 1)) + 6, "cy": float(y(raw[-1])), "r": 5.5, "fill": MODEL}
    return picture(
        "Bars from the start to a row's prediction, one for the leaf of each tree; they cross even odds",
        [
            line([12, 188], [even, even], TRUTH, 2, dash="5 4"),
            bar(x(0), BAR, y(0.0), y(raw[0]), OTHER),
            *steps,
            *links,
            mark("circle", motion="arrives", delay=BEAT * (n_rounds + 1), **end),
        ],
    )
