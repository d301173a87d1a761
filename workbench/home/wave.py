"""The points of the home page's picture, and how they are boosted there. Pure."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

N_TRAINING, N_UNSEEN = 60, 30
WIDTH = 10.0  # x goes from 0 to it
NOISE, SEED = 0.3, 3  # so much that unseen rows tell when to stop
HEADROOM = 1.14  # the reach of the axis of y, as a share of the furthest point
SETTINGS = {"n_estimators": 30, "max_depth": 2, "learning_rate": 0.3, "reg_lambda": 1.0}
"""As gbtlib's GradientBoostingRegressor takes them; the script in the browser follows the same rules."""


def wave(x: Floats) -> Floats:
    """What the points scatter around: two waves, one on top of the other."""
    return 0.95 * np.sin(1.12 * x + 0.35) + 0.4 * np.sin(2.9 * x + 1.2)


@lru_cache(maxsize=1)
def points() -> tuple[Floats, Floats, Floats, Floats]:
    """x and y of the training rows, x ascending and about evenly spread, then of the unseen ones."""
    random = np.random.default_rng(SEED)
    x = (np.arange(N_TRAINING) + 0.5 + 0.7 * (random.random(N_TRAINING) - 0.5)) / N_TRAINING * WIDTH
    unseen = np.sort(random.random(N_UNSEEN) * WIDTH)
    y = wave(x) + NOISE * random.standard_normal(N_TRAINING)
    return x, y, unseen, wave(unseen) + NOISE * random.standard_normal(N_UNSEEN)


@lru_cache(maxsize=1)
def hero_data() -> dict[str, Any]:
    """What the picture is sent: rows, how far its axes reach, and the parameters under gbtlib's names."""
    x, y, unseen_x, unseen_y = points()
    reach = float(np.abs(np.concatenate([y, unseen_y])).max())
    return {
        "x": x.tolist(),
        "y": y.tolist(),
        "unseen": {"x": unseen_x.tolist(), "y": unseen_y.tolist()},
        "width": WIDTH,
        "reach": round(HEADROOM * reach, 2),
        "settings": SETTINGS,
    }
