"""Runs of AdaBoost worth a look, a click away. Pure, without streamlit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from workbench.data.catalogue import DATASETS
from workbench.lessons.adaboost.adaboost_run import STAND_IN


class Preset(NamedTuple):
    """A click away: its title, what it shows, and the values it sets."""

    title: str
    words: str
    values: Mapping[str, Any]


_OWN = {"ada_rows": "data", "ada_flip": 0, "tree_points": 1, "criterion": "gini", "purity_stop": None}
_OWN |= {"ada_alpha": 0.0, "row": None, "round": 1, "node": 0}
_OWN |= {"feature": None, "cut": None, "ada_x": None, "ada_y": None}
PRESETS = {
    "ten": Preset(
        "Ten rows by hand",
        "three classes, four of ten wrong: every number a fraction",
        {**_OWN, "ada_rows": "ten", "ada_rounds": 6, "ada_depth": 1},
    ),
    "usual": Preset(
        "Five rounds",
        "as many as the write-up's default",
        {**_OWN, "data": "moons", "ada_rounds": 5, "ada_depth": 1},
    ),
    "sonar": Preset(
        "Sonar, depth 10",
        "deep trees whose leaves stay mixed from 0.95 of one class on, as in the write-up",
        {**_OWN, "data": "sonar", "ada_rounds": 5, "ada_depth": 10, "purity_stop": 0.95},
    ),
    "perfect": Preset(
        "A perfect tree",
        "Sonar at depth 10 without that limit",
        {**_OWN, "data": "sonar", "ada_rounds": 5, "ada_depth": 10},
    ),
    "iris": Preset(
        "Iris, three classes",
        "stumps know two answers, the vote has three",
        {**_OWN, "data": "iris", "ada_rounds": 5, "ada_depth": 1},
    ),
}


def stand_in_words(data: str) -> str:
    """Why another data set is shown than the one that was chosen elsewhere."""
    return (
        f"AdaBoost votes on classes, and {DATASETS[data].title} has numbers to predict: "
        f"shown is {DATASETS[STAND_IN].title} instead."
    )
