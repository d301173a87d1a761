"""A split's question in words: below a threshold, or in a set of categories. Pure, without streamlit."""

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree
from gbtlib.pictures import tree_boxes
from gbtlib.pictures.tree_boxes import MOST_LEVELS as MOST_LEVELS
from gbtlib.pictures.tree_boxes import split_sides as split_sides
from workbench.data.sources import levels_of
from workbench.text.numbers import threshold_decimals

Sides = NDArray[np.int8]
Floats = NDArray[np.float64]


def level_set(name: str, sides: Sides, side: int = 1, most: int = MOST_LEVELS) -> str:
    """The categories of a feature that go to one side, as a set: {audi, bmw, +3}."""
    return tree_boxes.level_set(levels_of(name), sides, side, most)


def question_of(name: str, threshold: float, sides: Sides | None = None, most: int = MOST_LEVELS) -> str:
    """What a split asks; rows that answer yes go left. sides: of the categories, where it asks for these."""
    (decimals,) = threshold_decimals(name, np.array([threshold]))
    return tree_boxes.question_of(name, threshold, sides, levels_of(name), most, int(decimals))


def tree_question(tree: Tree, node: int, name: str, most: int = MOST_LEVELS) -> str:
    """The question of a node of a tree."""
    return question_of(name, float(tree.threshold[node]), split_sides(tree, node), most)


def sent_left(
    x: Floats, threshold: float, default_left: bool, sides: Sides | None = None
) -> NDArray[np.bool_]:
    """Whether rows with the values or codes x (n,) of the asked feature go left: (n,)."""
    if sides is None:
        return np.asarray((x <= threshold) | (np.isnan(x) & default_left))
    of_row = sides[np.nan_to_num(x).astype(np.intp)]
    unknown = np.isnan(x) | (of_row < 0)
    return np.asarray(np.where(unknown, default_left, of_row == 1))


def value_words(name: str, value: float) -> str | None:
    """A value of a feature as the data call it: missing, or a category; None for a number."""
    if np.isnan(value):
        return "missing"
    levels = levels_of(name)
    return levels[int(value)] if levels else None
