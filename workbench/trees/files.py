"""A tree as files: DOT for Graphviz, and a table. Pure, without streamlit."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from gbtlib import Tree, tables
from gbtlib.loops.reasons import WHY_LEAF
from workbench.data.sources import levels_of
from workbench.text.questions import level_set, split_sides


def tree_dot(tree: Tree, names: Sequence[str]) -> str:
    """The whole tree in Graphviz's language; any name is taken as text."""
    return str(tables.to_dot(tree, names, categories=levels_by_feature(names)).source)


def levels_by_feature(names: Sequence[str]) -> tuple[tuple[str, ...] | None, ...]:
    """The categories of every feature by their names, as gbtlib.tables takes them; None for numbers."""
    return tuple(levels_of(name) or None for name in names)


def tree_csv(tree: Tree, names: Sequence[str]) -> str:
    """See tree_table."""
    return tree_table(tree, names).to_csv(index=False)


def tree_table(tree: Tree, names: Sequence[str]) -> pd.DataFrame:
    """The whole tree, one node a line, breadth first: the six columns of a flat table, then the rest.

    gbtlib.tables.from_flat_table reads it; numbers are written to the last bit. Only where a split asks for
    categories it cannot: the threshold is empty there, and a last column has those that go left.
    """
    order = tree.breadth_first()
    sets = [split_sides(tree, node) for node in order.tolist()]
    table = tables.to_flat_table(replace(tree, category_sides=None))
    feature = tree.feature[order]
    table["Feature"] = [plain(names[j]) if j >= 0 else "" for j in feature]
    for name in ("default_left", "n_samples", "G", "H", "gain", "weight", "depth"):
        table[name] = getattr(tree, name)[order]
    table["why_leaf"] = np.array(WHY_LEAF, dtype=object)[tree.why_leaf[order]]
    if any(sides is not None for sides in sets):
        asked = zip(feature.tolist(), sets, strict=True)
        table["left_categories"] = [
            "" if sides is None else level_set(names[j], sides, most=len(sides)) for j, sides in asked
        ]
    return table


def plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@", "\t", "\r")) else name
