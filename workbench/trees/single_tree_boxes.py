"""What the boxes of a tree by itself say, and their colours. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree
from workbench.charts.colours import class_fill, sign_fill
from workbench.text.numbers import number
from workbench.trees.box_text import SHORT_REASON, BoxLines, shortened


def node_lines(
    tree: Tree, names: Sequence[str], class_names: Sequence[str] = ()
) -> Callable[[int], BoxLines]:
    """What the boxes of a tree by itself say: question or answer, rows, gain or why it is a leaf.

    A class tree answers with its heaviest class and the shares of all, a regression tree with the mean.
    """

    def lines(i: int) -> BoxLines:
        answer = f"mean {number(float(tree.weight[i]))}"
        rows = f"n {int(tree.n_samples[i]):,}"
        if tree.class_weights is not None:
            answer = str(class_names[int(tree.weight[i])])
            rows += " \u2002" + " : ".join(number(each, 3) for each in tree.class_weights[i].tolist())
        if tree.is_leaf[i]:
            return answer, rows, f"leaf: {SHORT_REASON[int(tree.why_leaf[i])]}"
        return shortened(tree, i, names), rows, f"gain {number(float(tree.gain[i]))}"

    return lines


def lead(shares: NDArray[np.float64]) -> float:
    """How far the largest share is from an equal share: 0 where all are equal, 1 where it is everything."""
    equal = 1 / len(shares)
    return float((shares.max() - equal) / (1 - equal))


def node_fill(tree: Tree) -> Callable[[int], str]:
    """The colour of a box: of its heaviest class, paler near equal shares; or of its mean."""
    largest = float(np.abs(tree.weight).max()) or 1.0

    def fill(i: int) -> str:
        if tree.class_weights is None:
            return sign_fill(float(tree.weight[i]) / largest)
        shares = tree.class_shares[i]
        return class_fill(int(shares.argmax()), lead(shares))

    return fill
