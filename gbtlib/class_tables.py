"""A class tree as two flat tables, its nodes and the class probabilities of its leaves, and back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.tree import Tree
from gbtlib.tables import FLAT_COLUMNS, from_flat_table, to_flat_table

if TYPE_CHECKING:
    import pandas as pd

NODE_COLUMNS = FLAT_COLUMNS[:-1]
LEAF_COLUMNS = ("LeafIndex", "LeafLabel", "LeafLabelProb")


def to_class_tables(tree: Tree, classes: NDArray[Any]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """A class tree as two tables. classes: (n_classes,) the labels.

    The nodes, breadth first: NodeIndex, LeftNodeIndex, RightNodeIndex (-1 in a leaf), FeatureIndex (-1 in a
    leaf), FeatureDecisionVal (the threshold, -1 in a leaf). A threshold may be -1, too: only the index
    columns tell a leaf from a split. The leaves: LeafIndex, LeafLabel, LeafLabelProb, one row a leaf and
    class, classes without rows included.
    Errors: ValueError if this is not a class tree, has another number of classes, splits by category, or
    keeps surrogates, for which the tables have no place.
    """
    import pandas as pd

    shares = tree.class_shares
    if len(classes) != shares.shape[1]:
        raise ValueError(f"classes has {len(classes)} entries; it must have {shares.shape[1]}, one for each")
    nodes = to_flat_table(tree)[list(NODE_COLUMNS)]
    order = tree.breadth_first()
    numbers = np.flatnonzero(tree.is_leaf[order])
    columns = (
        np.repeat(numbers, len(classes)),
        np.tile(classes, len(numbers)),
        shares[order[numbers]].reshape(-1),
    )
    return nodes, pd.DataFrame(dict(zip(LEAF_COLUMNS, columns, strict=True)))


def from_class_tables(
    nodes: pd.DataFrame, leaves: pd.DataFrame, n_features: int
) -> tuple[Tree, NDArray[Any]]:
    """The class tree of two tables, and its classes, sorted. A class that a leaf does not list has share 0.

    What the tables do not say is NaN or 0. In the leaves class_weights holds the shares themselves (H is 1);
    in splits, which the tables say nothing about, it is NaN.
    Errors: ValueError for a missing column, node numbers that make no tree, a leaf without probabilities, or
    one whose probabilities are negative or do not add up to 1.
    """
    missing = [name for name in LEAF_COLUMNS if name not in leaves.columns]
    if missing:
        raise ValueError(f"leaves lacks the columns {', '.join(missing)}")
    index, label, probability = (leaves[name].to_numpy() for name in LEAF_COLUMNS)
    index = index.astype(np.intp)
    classes, k = np.unique(label, return_inverse=True)
    tree = from_flat_table(nodes.assign(Score=-1.0), n_features)
    if not np.isin(index, tree.leaves).all():
        stranger = index[~np.isin(index, tree.leaves)][0]
        raise ValueError(f"LeafIndex={stranger} must be the number of a leaf")
    shares = np.zeros((tree.n_nodes, len(classes)))
    np.add.at(shares, (index, k), probability)
    for leaf in tree.leaves:
        if not (np.isclose(shares[leaf].sum(), 1.0) and (shares[leaf] >= 0).all()):
            total = shares[leaf].sum()
            raise ValueError(f"leaf {leaf} has probabilities that add up to {total:g}; they must add up to 1")
    weight = np.where(tree.is_leaf, shares.argmax(axis=1), np.nan)
    H = np.where(tree.is_leaf, 1.0, np.nan)
    shares[~tree.is_leaf] = np.nan
    return replace(tree, weight=weight, H=H, class_weights=shares), classes
