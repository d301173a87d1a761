"""What stands in the boxes of a drawn tree, short enough to fit, and their colours."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.tree import Tree
from gbtlib.loops import reasons as trees
from gbtlib.pictures.colours import class_fill, sign_fill
from gbtlib.pictures.numbers import ROUNDING, beside, number, place_text
from gbtlib.pictures.svg import FONT_SIZE, text_width
from gbtlib.pictures.tree_layout import BOX_WIDTH

BoxLines = tuple[str, str, str]
SHORT_REASON = {
    trees.ONE_ROW: "one row",
    trees.MAX_DEPTH: "max_depth",
    trees.MAX_LEAVES: "max_leaves",
    trees.MIN_SAMPLES: "too few rows",
    trees.MIN_WEIGHT: "H too small",
    trees.NO_GAIN: "no gain",
    trees.GAMMA: "gamma",
    trees.PRUNED: "pruned",
    trees.GIVEN: "given",
    trees.MIN_SPLIT: "too few rows",
    trees.PURE: "pure enough",
    trees.WEAKEST_LINK: "weakest link",
    trees.ONE_CLASS: "pure",
    trees.ONE_TARGET: "same target",
    trees.ONE_GRADIENT: "same g and h",
    trees.MONOTONE: "wrong way",
    trees.INTERACTION: "no interaction",
}
SPACE = "\u2002"  # between two numbers of a line; SVG shows several plain spaces as one


MOST_LEVELS = 3  # of a set of categories that are named one by one

Sides = NDArray[np.int8]
Fill = Callable[[int], str]


def split_sides(tree: Tree, node: int) -> Sides | None:
    """The side of every category at a split by category (1 left, 0 right, -1 not in the node); else None."""
    sides = None if tree.category_sides is None else tree.category_sides[node]
    return sides if sides is not None and (sides >= 0).any() else None


def level_set(levels: Sequence[object], sides: Sides, side: int = 1, most: int = MOST_LEVELS) -> str:
    """The categories that go to one side, as a set: {audi, bmw, +3}; 3 of 5 of the node's where most is 0.

    levels: their names; without any they are their numbers.
    """
    names = levels or range(len(sides))
    named = [str(level) for level, each in zip(names, sides.tolist(), strict=False) if each == side]
    if len(named) > most + 1:
        if not most:
            return f"{len(named)} of {int((sides >= 0).sum())}"
        named = [*named[:most], f"+{len(named) - most}"]
    return "{" + ", ".join(named) + "}"


def question_of(
    name: str,
    threshold: float,
    sides: Sides | None,
    levels: Sequence[object],
    most: int = MOST_LEVELS,
    decimals: int = -1,
) -> str:
    """What a split asks; rows that answer yes go left.

    sides, levels: of the categories that it asks for. decimals: of the threshold, see numbers.place_text.
    """
    if sides is not None:
        return f"{name} in {level_set(levels, sides, most=most)}"
    return f"{name} is there" if np.isinf(threshold) else f"{name} ≤ {place_text(threshold, decimals)}"


def shortened(tree: Tree, i: int, name: str, levels: Sequence[object], decimals: int = -1) -> str:
    """A split's question with as much of the name as fits into a box."""
    room, most, sides = BOX_WIDTH - 10, MOST_LEVELS, split_sides(tree, i)

    def asked() -> str:
        return question_of(name, float(tree.threshold[i]), sides, levels, most, decimals)

    while most and sides is not None:  # of a set as many categories as fit
        most -= 1
        if text_width(asked(), FONT_SIZE + 1) <= room:
            break
    rest = asked()[len(name) :]
    cut = name
    while cut and text_width(cut + rest, FONT_SIZE + 1) > room:
        cut = cut[:-1]
    return (name if cut == name else cut[:-1].rstrip() + "…") + rest


def box_lines(tree: Tree, i: int, kind: str, question: Callable[[int], str]) -> BoxLines:
    """The three lines of a box: its rule or weight, its rows and sums, its gain or why it is a leaf.

    kind: "split", "leaf", "open" or "folded", see gbtlib.pictures.tree_svg.NodeView. question: of a split.
    """
    if kind in ("split", "folded"):
        gain = "" if np.isnan(tree.gain[i]) else f"gain {beside(tree.gain[i])}"
        return question(i), sums(tree, i), gain
    weight = f"w = {beside(leaf_weight(tree, i))}"
    if kind == "leaf":
        return weight, sums(tree, i), f"leaf: {SHORT_REASON[int(tree.why_leaf[i])]}"
    return weight, sums(tree, i), "open" if tree.is_leaf[i] else f"open: gains {beside(tree.gain[i])}"


def node_lines(
    tree: Tree, question: Callable[[int], str], class_names: Sequence[object] = ()
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
        return question(i), rows, f"gain {beside(float(tree.gain[i]))}"

    return lines


def sums(tree: Tree, i: int) -> str:
    """Rows, G and H of a node, with as many digits as fit into a box."""
    n, G, H = settled(tree.n_samples, i), gradient_sum(tree, i), settled(tree.H, i)
    if np.isnan(G):
        return ""  # a tree that was read from a table has no sums
    text = ""
    for digits in (3, 2):
        text = SPACE.join((f"n {n:,.0f}", f"G {beside(G, digits)}", f"H {beside(H, digits)}"))
        if text_width(text) <= BOX_WIDTH - 4:
            return text
    return SPACE.join(f"{name} {thousands(each)}" for name, each in (("n", n), ("G", G), ("H", H)))


def gradient_sum(tree: Tree, i: int) -> float:
    """G of a node; 0 where only rounding is left of it.

    What that is lies beside the largest G and beside the number of rows: in later rounds all G may be small.
    """
    G = settled(tree.G, i)
    return 0.0 if abs(G) < ROUNDING * float(tree.n_samples[i]) else G


def leaf_weight(tree: Tree, i: int) -> float:
    """The weight of a node; 0 where only rounding is left of its G."""
    no_gradient = tree.G[i] != 0 and gradient_sum(tree, i) == 0
    return 0.0 if no_gradient else settled(tree.weight, i)


def settled(values: NDArray[np.generic], i: int) -> float:
    """A node's number; 0 where it is only what rounding left of a sum, as at the root of a first round."""
    value = float(values[i])
    return 0.0 if abs(value) < 1e-13 * float(np.nanmax(np.abs(values), initial=0.0)) else value


def thousands(value: float) -> str:
    """A number in few letters: 20,640 is 20.6k."""
    return f"{number(value / 1000)}k" if abs(value) >= 1000 else number(value, 2)


def weight_fill(tree: Tree) -> Fill:
    """The colour of a node: its weight beside the largest of a leaf."""
    largest = float(np.nanmax(np.abs(tree.weight[tree.leaves])))

    def fill(i: int) -> str:
        share = float(tree.weight[i]) / largest if largest > 0 else 0.0
        return sign_fill(0.0 if np.isnan(share) else min(1.0, max(-1.0, share)))

    return fill


def lead(shares: NDArray[np.float64]) -> float:
    """How far the largest share is from an equal share: 0 where all are equal, 1 where it is everything."""
    equal = 1 / len(shares)
    return float((shares.max() - equal) / (1 - equal))


def node_fill(tree: Tree) -> Fill:
    """The colour of a box: of its heaviest class, paler near equal shares; or of its mean."""
    largest = float(np.abs(tree.weight).max()) or 1.0

    def fill(i: int) -> str:
        if tree.class_weights is None:
            return sign_fill(float(tree.weight[i]) / largest)
        shares = tree.class_shares[i]
        return class_fill(int(shares.argmax()), lead(shares))

    return fill
