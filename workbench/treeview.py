"""A tree as it is drawn: boxes and their places, labels and texts. Pure, without streamlit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gbtlib import Tree
from gbtlib.tables import question_of
from workbench.viewmodel import latex, number

NODE_WIDTH, NODE_HEIGHT, LEVEL_HEIGHT, GAP = 116, 46, 90, 10


@dataclass(frozen=True)
class NodeView:
    """A box of the drawn tree: its centre, its lines of text, and how positive its weight is (-1 to 1)."""

    index: int
    x: float
    y: float
    lines: tuple[str, str]
    tone: float
    is_leaf: bool
    parent: int
    answer: str


@dataclass(frozen=True)
class TreeView:
    """A drawn tree: boxes, the size of the picture in pixels, and the tree in words."""

    nodes: tuple[NodeView, ...]
    width: int
    height: int
    words: str


def visible_nodes(tree: Tree, levels: int) -> list[int]:
    """The nodes that are drawn, breadth first: those not deeper than `levels`."""
    return [int(i) for i in tree.breadth_first() if tree.depth[i] <= levels]


def tree_view(tree: Tree, names: Sequence[str], levels: int = 3) -> TreeView:
    """Lay a tree out, leaves side by side, parents over the middle of their children.

    Below `levels` branches are folded into a box that says how many nodes it holds.
    """
    shown = visible_nodes(tree, levels)
    tips = [i for i in in_order(tree, shown) if tree.is_leaf[i] or tree.depth[i] == levels]
    x = {i: (k + 0.5) * (NODE_WIDTH + GAP) for k, i in enumerate(tips)}
    for i in reversed(shown):
        if i not in x:
            x[i] = (x[int(tree.children_left[i])] + x[int(tree.children_right[i])]) / 2
    largest = float(np.abs(tree.weight).max()) or 1.0
    boxes = []
    for i in shown:
        parent = int(tree.parent[i])
        boxes.append(
            NodeView(
                index=i,
                x=x[i],
                y=NODE_HEIGHT + LEVEL_HEIGHT * float(tree.depth[i]),
                lines=node_lines(tree, i, names, folded=i in tips and not tree.is_leaf[i]),
                tone=float(tree.weight[i]) / largest,
                is_leaf=bool(tree.is_leaf[i]),
                parent=parent,
                answer="" if parent < 0 else "yes" if i == tree.children_left[parent] else "no",
            )
        )
    height = 2 * NODE_HEIGHT + LEVEL_HEIGHT * max(int(tree.depth[i]) for i in shown)
    return TreeView(tuple(boxes), len(tips) * (NODE_WIDTH + GAP), height, tree_words(tree, names))


def in_order(tree: Tree, shown: Sequence[int]) -> list[int]:
    """Drawn nodes from left to right."""
    drawn = set(shown)
    order: list[int] = []

    def visit(i: int) -> None:
        left, right = int(tree.children_left[i]), int(tree.children_right[i])
        if left in drawn:
            visit(left)
        order.append(i)
        if right in drawn:
            visit(right)

    visit(0)
    return order


def node_lines(tree: Tree, i: int, names: Sequence[str], *, folded: bool) -> tuple[str, str]:
    """The two lines in a box: what the node asks or gives, and how many rows it has."""
    rows = f"{tree.n_samples[i]:,} row{'s' if tree.n_samples[i] != 1 else ''}"
    if tree.is_leaf[i]:
        return f"w = {number(tree.weight[i])}", rows
    if folded:
        return f"+{len(tree.subtree(i)) - 1} nodes", rows
    return question(tree, i, names), f"{rows}, gain {number(tree.gain[i], 2)}"


def question(tree: Tree, i: int, names: Sequence[str]) -> str:
    """What a split asks, as short as it fits into a box."""
    return question_of(tree, i, names, 3).removesuffix(" or missing").replace("<=", "≤")


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


def node_title(tree: Tree, i: int, names: Sequence[str]) -> str:
    """What the formula below is about."""
    if tree.is_leaf[i]:
        return "The weight of the chosen leaf"
    return f"What “{question(tree, i, names)}” gains"


def node_words(tree: Tree, i: int) -> str:
    """Where the numbers of the formula come from, and why a leaf is one."""
    sums = f"G and H are the sums of gradient and hessian over the {tree.n_samples[i]:,} rows of the node"
    if tree.is_leaf[i]:
        return f"{sums}. It is a leaf because: {tree.node(i).why_leaf}."
    return f"{sums}, and of its left and right child."


def node_formula(tree: Tree, i: int, reg_lambda: float, gamma: float) -> str:
    """A leaf's weight or a split's gain in LaTeX: the formula, then the same with the node's numbers."""
    lam = f"{reg_lambda:g}"
    if tree.is_leaf[i]:
        numbers = rf"-\frac{{{latex(tree.G[i])}}}{{{latex(tree.H[i])}+{lam}}}"
        return rf"w^*=-\frac{{G}}{{H+\lambda}}={numbers}={latex(tree.weight[i])}"
    left, right = int(tree.children_left[i]), int(tree.children_right[i])

    def score(node: int) -> str:
        return rf"\frac{{({latex(tree.G[node])})^2}}{{{latex(tree.H[node])}+{lam}}}"

    sides = r"\frac{G_L^2}{H_L+\lambda}+\frac{G_R^2}{H_R+\lambda}-\frac{G^2}{H+\lambda}"
    symbols = rf"\tfrac12\left[{sides}\right]-\gamma"
    numbers = rf"\tfrac12\left[{score(left)}+{score(right)}-{score(i)}\right]-{gamma:g}"
    return rf"\begin{{aligned}}\text{{gain}}&={symbols}\\&={numbers}={latex(tree.gain[i])}\end{{aligned}}"
