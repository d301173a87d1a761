"""A classification tree that was published as a flat table of 13 nodes, and the rows of Sonar in it. Pure.

Its table names columns and thresholds, no rows. All six thresholds are values of those columns of Sonar; the
rows that it was grown on are 145 of the 208, which ones is not told.
"""

from functools import lru_cache

import numpy as np
import pandas as pd

from gbtlib import Tree
from gbtlib.tables import NODE_COLUMNS
from workbench.data.catalogue import load_dataset
from workbench.models.hand_trees import counted_tree

# Of every split, by its node: the left child (the right one follows it), the column (from 1), the threshold.
SPLITS = (
    *((0, 1, 11, 0.1680), (1, 3, 5, 0.0794), (2, 5, 17, 0.5386)),
    *((6, 7, 20, 0.6433), (8, 9, 43, 0.1713), (9, 11, 31, 0.3698)),
)
N_NODES = 13


def printed_table() -> pd.DataFrame:
    """The table as it was printed: (13, 5). Nodes count from 0, columns from 1; -1 where there is none."""
    table = np.full((N_NODES, len(NODE_COLUMNS)), -1.0)
    table[:, 0] = np.arange(N_NODES)
    for node, left, column, threshold in SPLITS:
        table[node, 1:] = left, left + 1, column, threshold
    found = pd.DataFrame(table, columns=list(NODE_COLUMNS))
    return found.astype(dict.fromkeys(NODE_COLUMNS[:4], int))


@lru_cache(maxsize=1)
def printed_tree() -> Tree:
    """The tree, every node with the rocks and mines among the 208 rows of Sonar that its rule sends there."""
    data = load_dataset("sonar")
    inside = np.zeros((N_NODES, len(data.y)), dtype=bool)
    inside[0] = True
    for node, left, column, threshold in SPLITS:
        goes_left = data.X[:, column - 1] <= threshold
        inside[left], inside[left + 1] = inside[node] & goes_left, inside[node] & ~goes_left
    splits = {node for node, *_ in SPLITS}
    classes = [[int((rows & (data.y == k)).sum()) for k in (0, 1)] for rows in inside]
    return counted_tree(
        {node: (left, left + 1) for node, left, *_ in SPLITS},
        {node: (rocks, mines) for node, (rocks, mines) in enumerate(classes) if node not in splits},
        {node: (column - 1, threshold) for node, _, column, threshold in SPLITS},
        n_features=data.X.shape[1],
    )
