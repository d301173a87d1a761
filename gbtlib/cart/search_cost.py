"""What the search for splits costs: cuts scored, node by node as they were counted, and summed by level."""

from dataclasses import dataclass

import numpy as np

from gbtlib.core.tree import Tree


@dataclass(frozen=True)
class LevelCost:
    """What one level of a tree cost.

    depth: splits above the level; 0 is the root. n_nodes: nodes that were searched for a split. n_samples:
    their rows. n_candidates: cuts that were scored, at most n_features * n_samples. n_updates: n_candidates
    times the number of classes (1 for a tree of numbers): as often one running sum a class is brought up to
    date. Where all rows weigh the same gbtlib gets by with a single running sum (see gbtlib.cart.impurity).
    """

    depth: int
    n_nodes: int
    n_samples: int
    n_candidates: int
    n_updates: int


def search_cost(tree: Tree) -> list[LevelCost]:
    """What each level of a tree cost, from the root down, levels without a search left out.

    No row is in two nodes of a level, so that a level costs O(F K N) and a tree of depth D O(F K D N), with F
    features, K classes and N rows.
    Errors: ValueError for a tree that was not grown here, such as one built from a table.
    """
    if tree.n_candidates is None:
        raise ValueError("this tree does not tell what it cost: it was built from a table")
    n_classes = 1 if tree.class_weights is None else tree.class_weights.shape[1]
    levels = []
    for depth in range(tree.max_depth + 1):
        searched = np.flatnonzero((tree.depth == depth) & (tree.n_candidates > 0))
        if len(searched) > 0:
            cuts = int(tree.n_candidates[searched].sum())
            rows = int(tree.n_samples[searched].sum())
            levels.append(LevelCost(depth, len(searched), rows, cuts, n_classes * cuts))
    return levels
