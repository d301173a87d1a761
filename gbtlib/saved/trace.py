"""How much of a fit an estimator keeps, and records that have lost some of their arrays.

    "full"    everything, with numbers of every training row in every round: candidates and rescans need it.
    "trees"   the trees, with what they tell of their nodes: predictions by stage, importances, contributions.
    "none"    of the trees no more than predictions ask: no gains, no sums, no row counts.

Records stay what they are, less some arrays; whoever asks for one of these is told its name and the remedy.
"""

from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.tree import Tree

OF_ROWS = (
    *("raw_before", "gradient", "hessian", "rows", "leaf", "raw_after"),  # of a Round
    *("weights_before", "predicted", "wrong", "weights_after", "votes"),  # of an AdaBoostRound
    "times_drawn",  # of a ForestTree
    *("columns_", "validation_rows_", "_target"),  # of an estimator
)
OF_NODES = (
    *("n_samples", "G", "H", "gain", "why_leaf", "impurity", "n_candidates"),  # of a Tree
    "grown",  # of an AdaBoostRound: the tree before it was pruned
)
KEPT_BY = dict.fromkeys(OF_ROWS, "full") | dict.fromkeys(OF_NODES, "trees")

Record = TypeVar("Record")


class NotKept:
    """Says of a part that is not there which trace keeps it."""

    def __getattr__(self, name: str) -> Any:
        if name in KEPT_BY:
            raise AttributeError(f"{name} is not kept; fit with trace={KEPT_BY[name]!r}")
        return object.__getattribute__(self, name)  # its own error, or that of a property


class Lightened(NotKept):
    """Mixed into the class of a record that has lost arrays."""

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (type(self).__bases__[1], vars(self))


@cache
def lightened_class(kind: type) -> type:
    """The class of the records of a class that have lost arrays."""
    return type(kind.__name__, (Lightened, kind), {})


def restored(kind: type, state: dict[str, Any]) -> Any:
    """A record that has lost arrays, of a class, from what it still has; arrays cannot be written to."""
    record: Any = object.__new__(lightened_class(kind))
    for value in state.values():
        if isinstance(value, np.ndarray):
            value.flags.writeable = False
    vars(record).update(state)
    return record


def without(record: Record, *names: str) -> Record:
    """A record less some of its fields."""
    state = {each.name: getattr(record, each.name) for each in fields(record) if each.name not in names}  # type: ignore[arg-type]
    light: Record = restored(type(record), state)
    return light


def forget(estimator: Any) -> None:
    """Take from a fitted estimator what belongs to its training rows."""
    for name in set(vars(estimator)) & set(OF_ROWS):
        delattr(estimator, name)


def lightened(record: Record, trace: str) -> Record:
    """A round, or a tree of a forest, as a trace keeps it."""
    if trace == "full":
        return record
    if trace == "trees":
        return without(record, *OF_ROWS)
    light = without(record, *OF_ROWS, *OF_NODES)
    for name, value in vars(light).items():
        if isinstance(value, Tree):
            vars(light)[name] = without(value, *OF_NODES)
        elif name == "trees":
            vars(light)[name] = tuple(without(tree, *OF_NODES) for tree in value)
    return light


ONE_VALUE = "y is the same in every row, and predicted already: no further round would change anything"


def has_one_value(target: NDArray[Any], weight: NDArray[np.float64] | None) -> bool:
    """Whether all rows with weight have the same target."""
    return bool(np.ptp(target if weight is None else target[weight > 0]) == 0)
