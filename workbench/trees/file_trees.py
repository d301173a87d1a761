"""The trees of a model's file as they are drawn: its own numbers, and G where it was solved for. Pure."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree
from gbtlib.handover import tree_of
from gbtlib.handover.solved import NodeSums
from workbench.models.own_model import OwnModel
from workbench.trees.drawn import Arrays, drawn_nodes, drawn_trees


def names_of(model: OwnModel) -> list[str]:
    """Every feature's name."""
    return [model.name_of(j) for j in range(model.opened.n_features)]


def file_tree(model: OwnModel, which: int, output: int = 0) -> Tree:
    """A tree of the file; weight: of a leaf what it adds to an output, of a split as the file keeps it.

    output: of leaves that have several. Errors: ValueError where gbtlib's trees cannot say what it asks.
    """
    opened, sums = model.opened, model.solved.sums[which]
    tree = tree_of(opened.trees[which], opened, max(int(opened.tree_output[which]), output))
    adds = np.where(opened.trees[which].is_leaf, float(opened.tree_weight[which]), 1.0)
    return replace(tree, G=settled(sums), H=sums.H, weight=tree.weight * adds)


def settled(sums: NodeSums) -> NDArray[np.float64]:
    """G of the nodes; what may be 0 is 0."""
    return np.where(np.abs(sums.G) <= sums.G_error, 0.0, sums.G)


def file_trees(model: OwnModel, numbers: Sequence[int], output: int = 0) -> Arrays:
    """Trees by their numbers in the file, see drawn_trees; n, G, H and gain as exact as there, NaN for none.

    error: of G. Errors: those of file_tree.
    """
    trees = [file_tree(model, k, output) for k in numbers]
    exact: dict[str, list[NDArray[np.float64]]] = {name: [] for name in ("G", "H", "gain", "n", "error")}
    for k, tree in zip(numbers, trees, strict=True):
        source, drawn = model.opened.trees[k], drawn_nodes(tree)
        of_nodes = (tree.G, tree.H, source.gain, source.n_samples, model.solved.sums[k].G_error)
        for values, found in zip(of_nodes, exact.values(), strict=True):
            found.append(np.asarray(values[drawn], dtype=np.float64))
    return drawn_trees(trees, names_of(model)) | {name: np.concatenate(each) for name, each in exact.items()}
