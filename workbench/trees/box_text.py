"""What stands in the boxes of a drawn tree: short enough to fit, and in full words. No streamlit."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree
from gbtlib.core import reasons as trees
from workbench.text.grammar import how_many
from workbench.text.numbers import number
from workbench.text.questions import MOST_LEVELS, split_sides, tree_question
from workbench.trees.layout import BOX_WIDTH

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
}
FONT_SIZE = 14  # of the lines in a box
SPACE = "\u2002"  # between two numbers of a line; SVG shows several plain spaces as one


def box_lines(tree: Tree, i: int, names: Sequence[str], kind: str) -> BoxLines:
    """The three lines of a box: its rule or weight, its rows and sums, its gain or why it is a leaf."""
    if kind in ("split", "folded"):
        gain = "" if np.isnan(tree.gain[i]) else f"gain {number(tree.gain[i])}"
        return shortened(tree, i, names), sums(tree, i), gain
    weight = f"w = {number(settled(tree.weight, i))}"
    if kind == "leaf":
        return weight, sums(tree, i), f"leaf: {SHORT_REASON[int(tree.why_leaf[i])]}"
    return weight, sums(tree, i), "open" if tree.is_leaf[i] else f"open: gains {number(tree.gain[i])}"


def sums(tree: Tree, i: int) -> str:
    """Rows, G and H of a node, with as many digits as fit into a box."""
    n, G, H = (settled(each, i) for each in (tree.n_samples, tree.G, tree.H))
    if np.isnan(G):
        return ""  # a tree that was read from a table has no sums
    text = ""
    for digits in (3, 2):
        text = SPACE.join((f"n {n:,.0f}", f"G {number(G, digits)}", f"H {number(H, digits)}"))
        if text_width(text) <= BOX_WIDTH - 4:
            return text
    return SPACE.join(f"{name} {thousands(each)}" for name, each in (("n", n), ("G", G), ("H", H)))


def settled(values: NDArray[np.generic], i: int) -> float:
    """A node's number; 0 where it is only what rounding left of a sum, as at the root of a first round."""
    value = float(values[i])
    return 0.0 if abs(value) < 1e-13 * float(np.nanmax(np.abs(values))) else value


def thousands(value: float) -> str:
    """A number in few letters: 20,640 is 20.6k."""
    return f"{number(value / 1000)}k" if abs(value) >= 1000 else number(value, 2)


def text_width(text: str, size: float = FONT_SIZE) -> float:
    """About how wide a text is in pixels; letters of a sans serif font."""
    wide = sum(
        0.85 if c in "mwMW@%" else 0.25 if c in "ijl.,:;'|! " else 0.6 if c.isupper() else 0.5 for c in text
    )
    return size * wide


def shortened(tree: Tree, i: int, names: Sequence[str]) -> str:
    """A split's question with as much of the name as fits into a box."""
    name = names[int(tree.feature[i])]
    room, most = BOX_WIDTH - 10, MOST_LEVELS
    while most and split_sides(tree, i) is not None:  # of a set as many categories as fit
        most -= 1
        if text_width(tree_question(tree, i, name, most), FONT_SIZE + 1) <= room:
            break
    rest = tree_question(tree, i, name, most)[len(name) :]
    cut = name
    while cut and text_width(cut + rest, FONT_SIZE + 1) > room:
        cut = cut[:-1]
    return (name if cut == name else cut[:-1].rstrip() + "…") + rest


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
        weight = number(settled(tree.weight, i), 4)
        first = question(tree, i, names) if asks else f"weight {weight}"
        parts = [first, rows_of(tree, i)]
        if not np.isnan(tree.G[i]):
            parts += [f"G {number(settled(tree.G, i), 4)}", f"H {number(tree.H[i], 4)}"]
        if not np.isnan(tree.gain[i]):
            parts.append(f"gain {number(tree.gain[i], 4)}")
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
        f"Its first question is {question(tree, 0, names)}, with a gain of {number(tree.gain[0])}. "
        f"Leaf weights go from {number(tree.weight[tree.leaves].min())} "
        f"to {number(tree.weight[tree.leaves].max())}."
    )
