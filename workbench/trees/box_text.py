"""What stands in the boxes of a drawn tree: short enough to fit, and in full words. No streamlit."""

from collections.abc import Callable, Sequence

import numpy as np

from gbtlib import Tree
from gbtlib.pictures import tree_boxes
from gbtlib.pictures.tree_boxes import BoxLines as BoxLines
from gbtlib.pictures.tree_boxes import gradient_sum as gradient_sum
from gbtlib.pictures.tree_boxes import leaf_weight as leaf_weight
from workbench.data.sources import levels_of
from workbench.text.grammar import how_many
from workbench.text.numbers import beside, number, threshold_decimals
from workbench.text.questions import tree_question


def box_lines(tree: Tree, i: int, names: Sequence[str], kind: str) -> BoxLines:
    """The three lines of a box: its rule or weight, its rows and sums, its gain or why it is a leaf."""
    return tree_boxes.box_lines(tree, i, kind, lambda node: shortened(tree, node, names))


def node_lines(
    tree: Tree, names: Sequence[str], class_names: Sequence[str] = ()
) -> Callable[[int], BoxLines]:
    """What the boxes of a tree by itself say, see gbtlib.pictures.tree_boxes.node_lines."""
    return tree_boxes.node_lines(tree, lambda i: shortened(tree, i, names), class_names)


def shortened(tree: Tree, i: int, names: Sequence[str]) -> str:
    """A split's question with as much of the name as fits into a box."""
    name = names[int(tree.feature[i])]
    (decimals,) = threshold_decimals(name, tree.threshold[i : i + 1])
    return tree_boxes.shortened(tree, i, name, levels_of(name), int(decimals))


def question(tree: Tree, i: int, names: Sequence[str]) -> str:
    """What a split asks; rows that answer yes go left."""
    return tree_question(tree, i, names[int(tree.feature[i])])


def box_title(
    tree: Tree, i: int, names: Sequence[str], kind: str, given: BoxLines | None, *, hidden: int = 0
) -> str:
    """A box in words, for those who cannot read or see it.

    given: lines of the page's own. hidden: leaves of a folded branch.
    """
    if given is not None:
        parts = [line for line in given if line]
    else:
        asks = kind in ("split", "folded")
        weight = beside(leaf_weight(tree, i), 4)
        first = question(tree, i, names) if asks else f"weight {weight}"
        parts = [first, rows_of(tree, i)]
        if not np.isnan(tree.G[i]):
            parts += [f"G {beside(gradient_sum(tree, i), 4)}", f"H {beside(tree.H[i], 4)}"]
        if not np.isnan(tree.gain[i]):
            parts.append(f"gain {beside(tree.gain[i], 4)}")
    if kind == "leaf":
        parts.append(f"a leaf because: {tree.node(i).why_leaf}")
    elif kind == "open":
        parts.append("not split yet")
    elif kind == "folded":
        below = how_many(hidden, "leaf")
        parts.append(f"its branch is folded, with {below} below: choose it to open it")
    return f"Node {i}: {', '.join(parts)}"


def rows_of(tree: Tree, i: int) -> str:
    """How many rows a node has, in words."""
    return how_many(int(tree.n_samples[i]), "row")


def tree_words(tree: Tree, names: Sequence[str]) -> str:
    """The tree in one sentence, for those who cannot see it."""
    if tree.n_nodes == 1:
        return f"A single leaf with weight {number(tree.weight[0])}."
    return (
        f"A tree of {tree.n_nodes} nodes and {tree.n_leaves} leaves, {tree.max_depth} deep. "
        f"Its first question is {question(tree, 0, names)}, with a gain of {beside(tree.gain[0])}. "
        f"Leaf weights go from {number(tree.weight[tree.leaves].min())} "
        f"to {number(tree.weight[tree.leaves].max())}."
    )
