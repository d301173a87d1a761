"""One round of each system on four rows: the library itself, or gbtlib with what its terms are called here.

The rows stand 25 times each, so that every gain and leaf is a fraction: x = 1, 2, 4, 5.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from lightgbm import LGBMClassifier, LGBMRegressor
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from xgboost import XGBClassifier, XGBRegressor

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.handover.names import SYSTEMS as LIBRARIES
from workbench.models.systems import Terms
from workbench.sources.names_table import ROWS
from workbench.sources.translation import Said, SaidThere, translation
from workbench.sources.vocabulary import OPTIONS, VOICES, losses_of, options_of

Floats = NDArray[np.float64]
X4, TIMES = np.array([1.0, 2.0, 4.0, 5.0]), 25
X = np.repeat(X4, TIMES)[:, np.newaxis]
TARGETS = {"squared": np.array([-3.0, -1.0, 1.0, 3.0]), "logistic": np.array([0, 0, 1, 1])}
BOOSTERS: dict[str, tuple[Any, Any]] = {
    "gbtlib": (GradientBoostingRegressor, GradientBoostingClassifier),
    "xgboost": (XGBRegressor, XGBClassifier),
    "lightgbm": (LGBMRegressor, LGBMClassifier),
    "scikit-learn": (HistGradientBoostingRegressor, HistGradientBoostingClassifier),
}


def keywords_of(answers: Mapping[str, SaidThere]) -> dict[str, Any]:
    """All that is to be typed in a system."""
    return {name: value for answer in answers.values() for name, value in answer.given.items()}


def loss_of(system: str) -> str:
    """Squared error, or log loss where there is none."""
    return next(name for name in ("squared", "logistic") if name in losses_of(system))


def model(
    system: str, X: Floats, y: NDArray[Any], loss: str, terms: Terms, depth: int = 1, **options: str
) -> Any:
    """The system itself, or gbtlib with what the system's terms are called there; one round."""
    usual = {row: has[0] for row in OPTIONS if (has := options_of(system, loss, row))}
    has = VOICES[system].names
    terms = Terms(terms.reg_lambda if has[0] else 0.0, terms.gamma if has[1] else None, terms.rate)
    said = Said(system, loss, terms, {"depth": depth, "rounds": 1}, usual | options)
    library = system if system in LIBRARIES else "gbtlib"
    answers = translation(said, library)
    assert library == system or answers["rate"].has_equal
    quiet = {"verbose": -1} if library == "lightgbm" else {}
    return BOOSTERS[library][loss != "squared"](**keywords_of(answers), **quiet).fit(X, y)


def raw(model: Any, at: Floats) -> Floats:
    """Raw predictions of rows (n, 1)."""
    if isinstance(model, GradientBoostingRegressor | GradientBoostingClassifier):
        found: Floats = model.raw_prediction(at)
    elif isinstance(model, XGBRegressor | XGBClassifier):
        found = model.predict(at, output_margin=True)
    elif isinstance(model, LGBMRegressor | LGBMClassifier):
        found = model.predict(at, raw_score=True)
    else:
        found = model._raw_predict(at)[:, 0]
    return np.asarray(found, dtype=np.float64)


def answers(system: str, terms: Terms, loss: str = "", **options: str) -> Floats:
    """What one round of depth 1 says at the four values; every start is 0."""
    loss = loss or loss_of(system)
    found = model(system, X, np.repeat(TARGETS[loss], TIMES), loss, terms, **options)
    return raw(found, X4[:, np.newaxis])


def sums(system: str, loss: str, rate: float) -> tuple[float, float]:
    """|G| and H of either half as the system has them: 50 rows, g and h as the table says."""
    words = dict(zip(VOICES, ROWS["g, h"], strict=True))[system]
    inside = rate if "times rate" in words else 1.0
    g, h = (100.0, 50.0) if loss == "squared" else (25.0, 12.5)
    twice = 2.0 if loss == "squared" and "2 (F − y)" in words else 1.0
    return twice * inside * g, twice * inside**2 * h


def rate_of(system: str) -> float:
    return 2.0 if VOICES[system].rate_inside else 0.5  # 1 / 2 here, and so is 1 / 2
