"""Hunts that several tests look at."""

from functools import cache

from workbench.lessons.find_the_split.hidden_splits import HiddenSplits, hunt_in_round, hunt_in_tree
from workbench.models.boosted import fit_boosted_model
from workbench.models.settings import Settings
from workbench.models.single_tree import TreeSettings, grow_single_tree

PLAYED = [
    *(("hand4", "squared_error"), ("diabetes", "squared_error"), ("cos_xy", "squared_error")),
    *(("hand5", "gini"), ("iris", "gini"), ("sonar", "gini")),
    *(("hand5", "entropy"), ("wine", "entropy"), ("xor", "entropy")),
    *(("hand5", "logistic"), ("moons", "logistic"), ("breast_cancer", "logistic")),
]


@cache
def hunt(data: str, kind: str, points: int = 1) -> HiddenSplits:
    if kind == "logistic":
        settings = Settings(data=data, loss="logistic", n_estimators=2, max_depth=3, min_samples_leaf=points)
        return hunt_in_round(fit_boosted_model(settings), 2)
    return hunt_in_tree(
        grow_single_tree(TreeSettings(data=data, criterion=kind, max_depth=3, min_samples_leaf=points))
    )
