"""What becomes of a split where zeros are taken first though values may be negative. Pure, no streamlit."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib import DecisionTreeRegressor, from_dense
from workbench.text.numbers import fixed, number
from workbench.text.tables import markdown_table

X = np.array([-3.0, -2.0, -1.0, 0.0, 0.0, 0.0, 1.0, 2.0])
Y = np.select([X < 0, X > 0], [7.0, 5.0], 1.0)
"""Eight rows of one feature, three of them zero and so without an entry."""


class CountedCut(NamedTuple):
    """A cut x <= value: what it gains as it was counted, and by the rows that its rule sends left."""

    value: float
    counted: float
    by_rule: float


def gain(left: NDArray[np.bool_]) -> float:
    """Half of what the sum of squared deviations from the mean falls by, where these rows go left."""
    parts = [Y[left], Y[~left]]
    if not (len(parts[0]) and len(parts[1])):
        return 0.0
    return float(sum(len(part) * part.mean() ** 2 for part in parts) - len(Y) * Y.mean() ** 2) / 2


@lru_cache(maxsize=1)
def zeros_first() -> tuple[CountedCut, ...]:
    """All cuts where the block of zeros comes before every value, in this order."""
    order = [0.0, *sorted(set(X[X != 0].tolist()))]
    counted = np.zeros(len(X), dtype=bool)
    found = []
    for value in order[:-1]:
        counted = counted | (value == X)
        found.append(CountedCut(value, gain(counted), gain(value >= X)))
    return tuple(found)


def right_cut() -> tuple[float, float]:
    """The threshold and the gain that gbtlib finds on the triplets, whose block of zeros stands at 0."""
    entries: Any = from_dense(X[:, np.newaxis], absent="zero")
    tree = DecisionTreeRegressor(max_depth=1, threshold="observed").fit(entries, Y).tree_
    return float(tree.threshold[0]), float(tree.gain[0])


def zero_words() -> str:
    """What the wrong order chooses, and what that cut is worth."""
    best = max(zeros_first(), key=lambda each: each.counted)
    threshold, right = right_cut()
    return (
        "**Where values may be negative** the zeros do not come first. Eight rows, three of them 0 and "
        f"without an entry: with the block of zeros before all values x ≤ {number(best.value)} is counted "
        f"to gain {number(best.counted)}, and makes {number(best.by_rule)}, since its rule sends the "
        f"negative rows left, too. With the block between −1 and 1, as here, x ≤ {number(threshold)} gains "
        f"{number(right)}."
    )


def zero_table() -> str:
    """The rows, and the gains of every cut as counted and by its rule, as two tables in markdown."""
    rows = markdown_table(("x", *map(number, X)), [("y", *map(number, Y))], "lr")
    cuts = []
    for each in zeros_first():
        by_rule = fixed(each.by_rule, 2)
        same = abs(each.counted - each.by_rule) < 1e-9
        cells = f"x ≤ {number(each.value)}", fixed(each.counted, 2), by_rule if same else f"**{by_rule}**"
        cuts.append(cells)
    heads = ("cut, in the wrong order", "gain as counted", "gain by its rule")
    return f"{rows}\n\n{markdown_table(heads, cuts, 'lr')}"
