"""oneDAL's parameters and defaults as a preset: here, in XGBoost, in LightGBM and in scikit-learn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gbtlib.checks.rules import Choice, check
from gbtlib.handover.names import BY_NAME, MOST_LEAVES, OF_BINS, ONEDAL_PARAMETERS, SYSTEMS

if TYPE_CHECKING:
    import pandas as pd

# What has no name in oneDAL, because it does it always.
ALWAYS: dict[str, dict[str, Any]] = {
    "gbtlib": {"pruning": "pre"},
    "xgboost": {},
    "lightgbm": {"subsample_freq": 1, "min_child_weight": 0.0},
    "scikit-learn": {"max_leaf_nodes": None, "early_stopping": False},
}
AT_ZERO: dict[str, dict[str, Any]] = {
    "gbtlib": {"base_score": 0.5},
    "xgboost": {"base_score": 0.5},
    "lightgbm": {"boost_from_average": False},
    "scikit-learn": {},  # always starts at the log odds
}


def onedal_params(
    task: str = "regression", *, system: str = "gbtlib", n_features: int | None = None, **changed: Any
) -> dict[str, Any]:
    """The keywords that make a system's estimator behave like oneDAL's gradient boosted trees.

        GradientBoostingClassifier(**onedal_params("classification", shrinkage=0.1, maxTreeDepth=0))

    task: "regression" starts at the mean, "classification" at F = 0.
    system: "gbtlib", "xgboost" (XGBRegressor, XGBClassifier), "lightgbm" (LGBMRegressor, LGBMClassifier) or
        "scikit-learn" (HistGradientBoostingRegressor, HistGradientBoostingClassifier).
    n_features: how many columns X has; needed with featuresPerNode, which is a share in other systems.
    changed: parameters by oneDAL's names that are not to have its defaults; lambda is lambda_, engine a seed.
        What a system does not have is left out. See gbtlib.ONEDAL_PARAMETERS for all of them, with notes.
    Errors: ValueError naming the parameter, the value and the rule.
    """
    check("task", task, Choice(("regression", "classification")))
    check("system", system, Choice(SYSTEMS))
    values = checked(changed)
    drawn = values["featuresPerNode"]
    if drawn > 0:
        if n_features is None:
            raise ValueError(f"featuresPerNode={drawn} needs n_features")
        if drawn > n_features:
            raise ValueError(f"featuresPerNode={drawn} must be at most n_features={n_features}")
    found = dict(ALWAYS[system]) | (AT_ZERO[system] if task == "classification" else {})
    for parameter in ONEDAL_PARAMETERS:
        spelling = parameter.spelling(system)
        needed = parameter.name not in OF_BINS or values["splitMethod"] == "inexact"
        if spelling.name is not None and needed:
            found[spelling.name] = spelling.value(values[parameter.name], n_features)
    if system == "lightgbm":
        found["num_leaves"] = leaves_of(values["maxTreeDepth"])
    return found


def leaves_of(depth: int | None) -> int:
    """How many leaves LightGBM must allow for a depth; 0 and None for no limit."""
    return min(2**depth, MOST_LEAVES) if depth and depth < 64 else MOST_LEAVES


def onedal_table() -> pd.DataFrame:
    """oneDAL's parameters, a row each: default, meaning, and in words what each is in every system."""
    import pandas as pd

    rows = []
    for parameter in ONEDAL_PARAMETERS:
        row = {"oneDAL": parameter.name, "default": parameter.default, "meaning": parameter.meaning}
        for system in SYSTEMS:
            spelling = parameter.spelling(system)
            times = "" if spelling.factor == 1 else f" = {spelling.factor:g} {parameter.name}"
            name = "" if spelling.name is None else spelling.name + times
            row[system] = "; ".join(part for part in (name, spelling.note) if part) or "not there"
        rows.append(row)
    return pd.DataFrame(rows)


def checked(changed: dict[str, Any]) -> dict[str, Any]:
    """All of oneDAL's parameters, with the given ones changed. Errors: ValueError for a bad name or value."""
    for name, value in changed.items():
        if name not in BY_NAME:
            raise ValueError(f"{name} is not a parameter of oneDAL; there are {', '.join(BY_NAME)}")
        check(name, value, BY_NAME[name].rule)
    return {name: parameter.default for name, parameter in BY_NAME.items()} | changed
