"""What every system calls the parameters beside lambda, gamma and rate, and what it can say. Pure.

A number at its neutral value is as if it were not there. Of an option a system has all, some or one; a single
one is built in. The libraries are the estimators of gbtlib.ONEDAL_PARAMETERS.
"""

from collections.abc import Mapping
from typing import Any

from gbtlib.handover.names import BY_NAME
from gbtlib.handover.names import SYSTEMS as LIBRARIES
from workbench.models.systems import NESTED, SYSTEMS, System

CLASSES = "classes"
LOSSES = {
    "squared": "squared error",
    "logistic": "log loss",
    "softmax": "softmax of three classes",
    CLASSES: "classes, by Gini and votes",
}
CART = System("classification trees", ("", "", ""), scale={})
VOICES: Mapping[str, System] = {
    "scratch": SYSTEMS["scratch"],
    "cart": CART,
    "onedal": SYSTEMS["onedal"],
    "pluggable": SYSTEMS["pluggable"],
    "nested": NESTED,
    **{name: SYSTEMS[name] for name in LIBRARIES},
}
"""Who speaks: the five write-ups, then the libraries."""
WITH_CLASSES = ("cart", "gbtlib", "scikit-learn")


def losses_of(system: str) -> tuple[str, ...]:
    """The losses that a system has."""
    own = (CLASSES,) if system in WITH_CLASSES else ()
    return (*(name for name in LOSSES if name in VOICES[system].scale), *own)


ROWS = {
    "depth": "maxTreeDepth",
    "rounds": "maxIterations",
    "leaf rows": "minObservationsInLeafNode",
    "bins": "maxBins",
    "bin rows": "minBinSize",
}
"""By row: oneDAL's name of it, by which gbtlib's table has the libraries'."""


def in_libraries(row: str) -> dict[str, str]:
    """By system, what oneDAL and the libraries call a row; nothing where they have it not."""
    names = {system: BY_NAME[ROWS[row]].spelling(system).name for system in ("onedal", *LIBRARIES)}
    return {system: name for system, name in names.items() if name is not None}


NUMBERS: Mapping[str, Mapping[str, str]] = {row: in_libraries(row) for row in ROWS} | {
    "depth": {"scratch": "depth", "cart": "maxDepth", "pluggable": "depth", "nested": "max_level"}
    | in_libraries("depth"),
    "rounds": {
        **{"scratch": "nrounds", "cart": "boostingRounds", "pluggable": "rounds", "nested": "n_iterations"},
        **in_libraries("rounds"),
    },
    "node rows": {"nested": "min_moints", "gbtlib": "min_samples_split", "scikit-learn": "min_samples_split"},
    "purity": {"cart": "0.95, built in", "gbtlib": "purity_stop"},
    "folds": {"cart": "cvRounds", "gbtlib": "make_folds(n_folds)"},
}
"""By row and system: the parameter's name."""
BUILT_IN_PURITY = 0.95  # of the classification trees
NEUTRAL: Mapping[str, Any] = {
    **{"depth": None, "rounds": None, "leaf rows": 1, "node rows": 2, "bins": None, "bin rows": 1},
    **{"purity": None, "folds": None},
}
OF_BOOSTING = ("depth", "rounds", "leaf rows", "node rows", "bins", "bin rows")
OF_CLASSES = ("depth", "rounds", "leaf rows", "node rows", "purity", "folds")

OPTIONS: Mapping[str, Mapping[str, str]] = {
    "start": {"zero": "F = 0", "best": "best constant"},
    "test": {"observed": "at a value of the rows", "midpoint": "midway between two values"},
    "missing": {"left": "left", "learn": "the better side"},
    "accepts": {"pre": "what gains more than γ", "post": "what gains, then prunes by γ", "always": "any cut"},
}
"""By row: what there is to choose, in words."""


def options_of(system: str, loss: str, row: str, *, binned: bool = False) -> tuple[str, ...]:
    """Which options of a row a system has, the usual one first; none where it knows nothing of it."""
    if row == "start":
        return _starts(system, loss)
    if row == "accepts" and system == "xgboost":
        return ("pre",) if binned else ("post",)
    return _HAS[row].get(system, ())


def _starts(system: str, loss: str) -> tuple[str, ...]:
    if loss == CLASSES:
        return ()
    if system == "onedal":
        return ("best",) if loss == "squared" else ("zero",)
    return _HAS["start"].get(system, ())


_HAS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "start": {
        **{"scratch": ("zero",), "pluggable": ("zero", "best"), "nested": ("zero",)},
        **dict.fromkeys(("gbtlib", "xgboost", "lightgbm"), ("best", "zero")),
        "scikit-learn": ("best",),
    },
    "test": {
        **dict.fromkeys(("scratch", "cart", "onedal"), ("observed",)),
        **dict.fromkeys(("pluggable", "nested", "xgboost", "lightgbm", "scikit-learn"), ("midpoint",)),
        "gbtlib": ("midpoint", "observed"),
    },
    "missing": {
        **dict.fromkeys(("scratch", "cart", "onedal"), ("left",)),
        **dict.fromkeys(("xgboost", "lightgbm", "scikit-learn"), ("learn",)),
        "gbtlib": ("learn", "left"),
    },
    "accepts": {
        **dict.fromkeys(("scratch", "cart", "onedal", "pluggable", "lightgbm", "scikit-learn"), ("pre",)),
        "nested": ("always",),
        "gbtlib": ("post", "pre", "always"),
    },
}
