"""Runs of AdaBoost worth a look, a click away. Pure, without streamlit."""

from typing import Any

from workbench.data.catalogue import DATASETS
from workbench.lessons.adaboost.adaboost_run import STAND_IN
from workbench.link.presets import Preset

SOURCE = "“Building a Classification Tree from scratch”"
FRESH: dict[str, Any] = {
    **{"row": None, "round": 1, "node": 0, "feature": None, "cut": None},
    **{"ada_flip": 0, "ada_wrong": None},
}
"""The values of a cursor that has not moved."""
_OWN: dict[str, Any] = FRESH | {
    **{"ada_rows": "data", "noise": 0.0, "seed": 0, "missing": "learn", "criterion": "gini"},
    **{"tree_points": 1, "tree_split": 2, "purity_stop": None, "ada_alpha": 0.0, "ada_folds": None},
}
_MOONS = _OWN | {"data": "moons", "ada_rounds": 10, "ada_depth": 1}
_SONAR = _OWN | {"data": "sonar", "ada_rounds": 5, "ada_depth": 10}
PRESETS = {
    "wrong": Preset(
        "One wrong label",
        _MOONS | {"noise": 0.3, "ada_flip": 1, "ada_wrong": 69},
        "one row of the moons is labelled as the other class",
    ),
    "ten": Preset(
        "Ten rows by hand",
        _OWN | {"ada_rows": "ten", "ada_rounds": 6, "ada_depth": 1},
        "three classes, four of ten wrong: every number a fraction",
    ),
    "usual": Preset(
        "Five rounds",
        _MOONS | {"ada_rounds": 5},
        f"as many as by default in {SOURCE}",
    ),
    "sonar": Preset(
        "Sonar, depth 10",
        _SONAR | {"purity_stop": 0.95},
        f"deep trees whose leaves stay mixed from 0.95 of one class on, as in {SOURCE}",
    ),
    "pruned": Preset(
        "Sonar, pruned in every round",
        _SONAR | {"ada_depth": 100, "purity_stop": 0.95, "ada_folds": 5},
        f"each tree as deep as it goes, then pruned by cross-validation in five folds, as in {SOURCE}",
    ),
    "perfect": Preset(
        "A perfect tree",
        _SONAR,
        "Sonar at depth 10 without that limit",
    ),
    "iris": Preset(
        "Iris, three classes",
        _OWN | {"data": "iris", "ada_rounds": 5, "ada_depth": 1},
        "stumps know two answers, the vote has three",
    ),
}


def stand_in_words(data: str) -> str:
    """Why another data set is shown than a link asks for."""
    return (
        f"AdaBoost votes on classes, and {DATASETS[data].title} has numbers to predict: "
        f"shown is {DATASETS[STAND_IN].title} instead."
    )
