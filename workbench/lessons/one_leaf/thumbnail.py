"""The small picture of the lesson: the parabola of a leaf, and the way from 0 to its lowest point. Pure."""

from functools import lru_cache
from typing import Any

import numpy as np

from workbench.charts.colours import MODEL, OTHER, RESIDUAL
from workbench.charts.thumbnails import TEXT, Axes, line, mark, picture, words
from workbench.lessons.one_leaf.curves import parabola
from workbench.lessons.one_leaf.leaf import fit_leaf, weight
from workbench.models.opening import opening_model


@lru_cache(maxsize=1)
def thumbnail() -> str:
    """The first leaf of the model that the lesson opens with."""
    fit = opening_model()
    leaf = fit_leaf(fit, 1, int(fit.trace[0].trees[0].leaves[0]))
    best = weight(leaf, leaf.reg_lambda)
    w = np.linspace(min(-0.6 * best, 2.6 * best), max(-0.6 * best, 2.6 * best), 25)
    curve = parabola(leaf, w, leaf.reg_lambda)
    axes = Axes((float(w[0]), float(w[-1]), float(curve.min()), float(curve.max())), (20, 12, 180, 86))
    start, end, low = axes.x(0.0), axes.x(best), axes.y(curve.min())
    ball: dict[str, Any] = {"r": 5.5, "cx": end, "cy": low, "fill": MODEL}
    return picture(
        "The loss of a leaf over its weight is a parabola; the best weight is its lowest point",
        [
            line([14, 186], [low, low], OTHER, 1.5),
            line([start, start], [axes.y(0.0), low], OTHER, 1.5, dash="3 3"),
            line(axes.x(w), axes.y(curve), TEXT, 2.2),
            line([start, end], [low + 11, low + 11], RESIDUAL, 3, motion="draws"),
            mark(
                "circle",
                motion="moves",
                start=f"translate({start - end:.0f}px,{axes.y(0.0) - low:.0f}px)",
                **ball,
            ),
            words(start, 109, "0"),
            words(end, 109, "w*"),
        ],
    )
