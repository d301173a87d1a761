"""The trees that are grown without each fold of a cross-validation, and what they get wrong. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gbtlib import CrossValidation, Tree
from gbtlib.cart.cost_complexity import prune_to
from workbench.models.single_tree import SingleTree


@dataclass(frozen=True, eq=False)
class FoldTree:
    """The tree that is grown without a fold. wrong: errors are summed over the fold's rows.

    leaf: of the tree, of each of the fold's rows. y: their targets; classes: of the rows outside.
    """

    tree: Tree
    leaf: NDArray[np.intp]
    y: NDArray[np.float64] | NDArray[np.int64]
    classes: NDArray[np.float64] | NDArray[np.int64]

    def wrong(self, cut: Sequence[int]) -> float:
        """Rows misclassified, or the sum of squared errors, with these nodes as leaves."""
        pruned, node_map = prune_to(self.tree, cut)
        said = pruned.weight[node_map[self.leaf]]
        if self.tree.class_weights is None:
            return float(((said - self.y) ** 2).sum())
        return float((self.classes[said.astype(np.intp)] != self.y).sum())


def fold_trees(fit: SingleTree, validated: CrossValidation) -> Iterator[FoldTree]:
    """The tree without each fold, in the order of the folds."""
    kind = type(fit.model)
    for k in range(int(validated.fold.max()) + 1):
        inside, outside = validated.fold == k, validated.fold != k
        model = kind(**fit.model.get_params()).fit(fit.X[outside], fit.y[outside])
        # A tree that has not met a category counts the others without it.
        leaf = model.grown_tree_.apply(model.features_.encode(fit.X[inside]))
        yield FoldTree(model.grown_tree_, leaf, fit.y[inside], np.unique(fit.y[outside]))
