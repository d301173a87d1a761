"""A tree that was published as a flat table of 33 nodes, and what its scores tell of the rows. Pure.

It is the first of five trees of Sonar: learning rate 0.001 inside g and h, lambda 1, start at F = 0. There a
rock has g = rate/2, a mine g = -rate/2 and both h = rate^2/4; so n rows of one class make the leaf
-G / (H + lambda) = -+ rate n/2 / (1 + rate^2 n/4), which can be solved for n.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import pandas as pd

from gbtlib import Tree, tree_from_arrays
from gbtlib.metrics import roc_auc
from gbtlib.tables import FLAT_COLUMNS
from workbench.lessons.sonar_laboratory.splits import sonar

RATE, REG_LAMBDA = 0.001, 1.0
# Of every split, by its node: the left child (the right one follows it), the column (from 1), the threshold.
SPLITS = (
    *((0, 1, 11, 0.1970), (1, 3, 4, 0.0489), (2, 5, 17, 0.9382), (3, 7, 1, 0.0293), (4, 9, 34, 0.1615)),
    *((5, 11, 30, 0.1354), (6, 13, 60, 0.0078), (7, 15, 28, 0.9785), (8, 17, 56, 0.0073)),
    *((12, 19, 39, 0.0734), (20, 21, 6, 0.2431), (21, 23, 12, 0.0946), (23, 25, 60, 0.0090)),
    *((24, 27, 5, 0.0067), (28, 29, 6, 0.0201), (30, 31, 41, 0.6935)),
)
# Of every leaf, by its node: the score.
SCORES = (
    *((9, -0.0009999995), (10, 0.0049999875), (11, -0.0014999989), (13, -0.0034999939)),
    *((14, 0.0004999999), (15, -0.0189998195), (16, 0.0004999999), (17, -0.0004999999)),
    *((18, 0.0014999989), (19, -0.0014999989), (22, -0.0009999995), (25, -0.0009999995)),
    *((26, 0.0004999999), (27, -0.0004999999), (29, -0.0004999999), (31, 0.0339994220)),
    (32, -0.0004999999),
)
N_NODES = 33


def printed_table() -> pd.DataFrame:
    """The six columns of a flat table, -1 where a node has nothing; nodes and columns count from 0 here."""
    table = np.full((N_NODES, len(FLAT_COLUMNS)), -1.0)
    table[:, 0] = np.arange(N_NODES)
    for node, left, column, threshold in SPLITS:
        table[node, 1:5] = left, left + 1, column - 1, threshold
    for node, score in SCORES:
        table[node, 5] = score
    found = pd.DataFrame(table, columns=list(FLAT_COLUMNS))
    return found.astype(dict.fromkeys(FLAT_COLUMNS[:4], int))


def rows_behind(score: float) -> float:
    """The number of rows of one class that make a leaf of this score; a whole one but for the printed digits.

    |w| (1 + rate^2 n/4) = rate n/2, solved for n.
    """
    size = abs(score) / REG_LAMBDA
    return size / (RATE / 2 - size * RATE**2 / 4)


class DecodedLeaf(NamedTuple):
    """A leaf: its score, the rows that it tells of, their class, and all rocks and mines of Sonar in it."""

    node: int
    score: float
    exact: float
    n_rows: int
    is_mine: bool
    rocks: int
    mines: int

    @property
    def unseen(self) -> tuple[int, int]:
        """Mines and rocks of Sonar that reach it beyond those that it tells of."""
        told = self.n_rows if self.is_mine else 0
        return self.mines - told, self.rocks - (self.n_rows - told)


@lru_cache(maxsize=1)
def decoded() -> tuple[DecodedLeaf, ...]:
    """Every leaf, by its node."""
    data, reached = sonar(), rebuilt().apply(sonar().X)
    found = []
    for node, score in SCORES:
        mines = int((data.y[reached == node] == 1).sum())
        rocks, exact = int((reached == node).sum()) - mines, rows_behind(score)
        found.append(DecodedLeaf(node, score, exact, round(exact), score > 0, rocks, mines))
    return tuple(found)


@lru_cache(maxsize=1)
def rebuilt() -> Tree:
    """The tree as it must have been grown: with the rows, G, H and gains that its scores tell."""
    left, right, feature = (np.full(N_NODES, -1) for _ in range(3))
    threshold, weight, gain = (np.full(N_NODES, np.nan) for _ in range(3))
    n, G = np.zeros(N_NODES), np.zeros(N_NODES)
    for node, score in SCORES:
        n[node], weight[node] = round(rows_behind(score)), score
        G[node] = -np.sign(score) * RATE * n[node] / 2
    for node, child, column, cut in reversed(SPLITS):
        left[node], right[node], feature[node], threshold[node] = child, child + 1, column - 1, cut
        n[node], G[node] = n[child : child + 2].sum(), G[child : child + 2].sum()
    H = RATE**2 * n / 4
    score_of = G**2 / (H + REG_LAMBDA) / 2
    for node, child, *_ in SPLITS:
        gain[node] = score_of[child] + score_of[child + 1] - score_of[node]
    inner = np.isnan(weight)
    weight[inner] = -G[inner] / (H[inner] + REG_LAMBDA)
    arrays = {"feature": feature, "threshold": threshold, "children_left": left, "children_right": right}
    arrays |= {"weight": weight, "n_samples": n, "G": G, "H": H, "gain": gain}
    return tree_from_arrays(arrays, n_features=60)


def rows_of_node(node: int) -> tuple[int, int]:
    """Mines and rocks that a node was grown on."""
    below = set(rebuilt().subtree(node).tolist())
    leaves = [leaf for leaf in decoded() if leaf.node in below]
    mines = sum(leaf.n_rows for leaf in leaves if leaf.is_mine)
    return mines, sum(leaf.n_rows for leaf in leaves) - mines


def unseen_area() -> tuple[float, int, int]:
    """The AUC of this tree on the 63 rows it was not grown on, with their numbers of mines and rocks.

    Who they are is not told; but a leaf holds so many rows of Sonar more than it tells of, and all rows of a
    leaf have one score.
    """
    labels: list[int] = []
    scores: list[float] = []
    for leaf in decoded():
        mines, rocks = leaf.unseen
        labels += [0] * rocks + [1] * mines
        scores += [leaf.score] * (rocks + mines)
    return roc_auc(labels, scores), sum(labels), len(labels) - sum(labels)
