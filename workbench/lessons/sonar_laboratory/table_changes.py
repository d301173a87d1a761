"""The printed table with one cell changed, and the model that the library builds of it or refuses. Pure."""

from typing import NamedTuple

import pandas as pd

from gbtlib import GradientBoostingClassifier, build_model
from workbench.lessons.sonar_laboratory.printed_tree import N_NODES, printed_table
from workbench.lessons.sonar_laboratory.splits import sonar


class Change(NamedTuple):
    """What it is called, and the cell that becomes another: of which node, in which column, with what."""

    title: str
    node: int
    column: str
    value: float


AS_PRINTED = "as_printed"
CHANGES = {
    "score": Change("another score", 10, "Score", -0.0049999875),
    "cycle": Change("a cycle", 24, "LeftNodeIndex", 0),
    "two_parents": Change("two parents", 28, "LeftNodeIndex", 31),
    "no_child": Change("a child beyond the end", 30, "RightNodeIndex", N_NODES),
    "no_score": Change("a leaf without a score", 31, "Score", float("nan")),
    "no_feature": Change("a feature beyond the last", 0, "FeatureIndex", 60),
}


def changed_table(name: str) -> pd.DataFrame:
    """The printed table with the cell of CHANGES changed; as it is for AS_PRINTED."""
    table = printed_table()
    if name != AS_PRINTED:
        change = CHANGES[name]
        table.loc[change.node, change.column] = change.value
    return table


def built(name: str) -> GradientBoostingClassifier | str:
    """The model of one tree that a table makes; where it makes none, what the library says of it."""
    try:
        model = build_model(
            [changed_table(name)], n_features=sonar().X.shape[1], loss="logistic", classes=[0, 1]
        )
    except ValueError as error:
        return str(error)
    assert isinstance(model, GradientBoostingClassifier)
    return model
