"""The small picture of the lesson: the prediction after some rounds, one after the other. Pure."""

from functools import lru_cache
from typing import Any

import numpy as np

from workbench.charts.axes import padded
from workbench.charts.colours import MODEL, OTHER
from workbench.charts.thumbnails import Axes, line, picture
from workbench.models.opening import FEW_ROUNDS, opening_model

ROUNDS, BEAT, N_PLACES = (1, 2, 4, 8), 0.35, 100  # seconds; places along x


@lru_cache(maxsize=1)
def thumbnail() -> str:
    """The first rounds of the model that the lesson opens with."""
    fit = opening_model()
    some = np.linspace(0, len(fit.y) - 1, N_PLACES).astype(int)
    x, y = fit.X[some, 0], fit.y[some]
    axes = Axes((float(x[0]), float(x[-1]), *padded(float(y.min()), float(y.max()))))

    def stairs(number: int, **more: Any) -> str:
        raw = fit.trace[number - 1].raw_after[some]
        steps = np.flatnonzero(np.diff(raw, prepend=np.nan, append=np.nan))
        along, after = np.repeat(axes.x(x[np.minimum(steps, len(x) - 1)]), 2)[1:-1], raw[steps[:-1]]
        return line(along, axes.y(np.repeat(after, 2)), MODEL, 2.6, **more)

    passing = [stairs(number, motion="passes", delay=BEAT * i) for i, number in enumerate(ROUNDS)]
    return picture(
        f"A fast wave, and the prediction that follows it after {FEW_ROUNDS} rounds",
        [
            line(axes.x(x), axes.y(y), OTHER, 1.6),
            *passing,
            stairs(FEW_ROUNDS, motion="arrives", delay=BEAT * len(ROUNDS)),
        ],
    )
