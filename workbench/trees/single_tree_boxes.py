"""What the boxes of a tree by itself say, and their colours. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree
from workbench.charts.colours import NEUTRAL, tone
from workbench.text.numbers import number
from workbench.trees.box_text import SHORT_REASON, BoxLines, shortened

THIRD = (150, 214, 186)  # the green of a third class's leaves, as pale as the ends of colours.tone


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


def node_tone(tree: Tree) -> Callable[[int], float]:
    """The colour of a box, -1 to 1: the share of the second of two classes, or the mean beside the largest.

    With more classes: how far the heaviest class is from an equal share, below 0 for the first class and
    above for the second; 0 for a third, which has no end of this scale (see node_fill).
    """
    shares = tree.class_shares if tree.class_weights is not None else None
    largest = float(np.abs(tree.weight).max()) or 1.0

    def toned(i: int) -> float:
        if shares is None:
            return float(tree.weight[i]) / largest
        n_classes = shares.shape[1]
        if n_classes == 2:
            return float(2 * shares[i, 1] - 1)
        return lead(shares[i]) * {0: -1.0, 1: 1.0}.get(int(shares[i].argmax()), 0.0)

    return toned


def lead(shares: NDArray[np.float64]) -> float:
    """How far the largest share is from an equal share: 0 where all are equal, 1 where it is everything."""
    equal = 1 / len(shares)
    return float((shares.max() - equal) / (1 - equal))


def node_fill(tree: Tree) -> Callable[[int], str]:
    """The colour of a box as it is painted: blue to orange by its tone; towards green for a third class."""
    toned = node_tone(tree)

    def fill(i: int) -> str:
        if tree.class_weights is None or tree.class_weights.shape[1] < 3 or tree.class_shares[i].argmax() < 2:
            return tone(toned(i))
        share = lead(tree.class_shares[i])
        return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(NEUTRAL, THIRD, strict=True))

    return fill
