"""Gini, entropy and misclassification of two classes as curves, with a node on them. Pure."""

import numpy as np

from workbench.charts.colours import CHOSEN, MODEL, OTHER, RESIDUAL
from workbench.charts.panels import DASHED, DOTTED, SOLID, Dots, Label, Line, Panel, floats
from workbench.lessons.grow_a_tree.impurity import ImpurityPoints, impurity_at
from workbench.text.numbers import number

Shapes = tuple[list[Line], list[Dots], list[Label]]


def impurity_panel(points: ImpurityPoints, criterion: str, of_class: str) -> Panel:
    """The three impurities of two classes over the share of one; the node on its curve, and its children.

    Entropy is halved, so that all three are 1/2 at even shares and 0 at pure ones.
    """
    scale = 0.5 if criterion == "entropy" else 1.0
    lines, dots, labels = children_shapes(points, scale)
    at = points.impurity * scale
    return Panel(
        "",
        (-0.02, 1.02, 0.0, 0.56),
        f"p, the share of {of_class}",
        "impurity" if criterion == "gini" else "impurity, entropy halved",
        (*impurity_lines(criterion), *lines),
        (*dots, Dots((points.p,), (at,), MODEL, "this node", "circle", 6)),
        (*labels, Label(points.p, at, f"this node: {number(points.impurity)}", MODEL)),
    )


def impurity_lines(criterion: str) -> list[Line]:
    """The curves of all three impurities, that of the criterion broad."""
    p = np.linspace(0, 1, 101)
    lines = []
    for name, words, dash in (
        ("gini", "Gini 2p(1 − p)", SOLID),
        ("entropy", "½ entropy, in bits", DASHED),
        ("error", "misclassification min(p, 1 − p)", DOTTED),
    ):
        y = impurity_at(p, name) * (0.5 if name == "entropy" else 1.0)
        mine = name == criterion
        colour, width = (MODEL, 3.5) if mine else (OTHER, 1.8)
        lines.append(Line(floats(p), floats(y), colour, words, SOLID if mine else dash, width))
    return lines


def children_shapes(points: ImpurityPoints, scale: float) -> Shapes:
    """Both children of the node, their mean, and what the cut takes off; nothing for a leaf."""
    if points.children is None:
        return [], [], []
    at, mean = points.impurity * scale, points.mean * scale
    (pl, il), (pr, ir) = points.children
    lines = [
        Line((pl, pr), (il * scale, ir * scale), OTHER, "children's mean", SOLID, 1.5),
        Line((points.p, points.p), (mean, at), RESIDUAL, "what the cut takes off", SOLID, 4),
    ]
    dots = [
        Dots((pl,), (il * scale,), CHOSEN, "left child", "circle", 6),
        Dots((pr,), (ir * scale,), CHOSEN, "right child", "ring", 6),
        Dots((points.p,), (mean,), RESIDUAL, "", "circle", 4),
    ]
    labels = [
        Label(pl, il * scale, f"left child: {number(il)}", CHOSEN),
        Label(pr, ir * scale, f"right child: {number(ir)}", CHOSEN),
        Label(points.p, mean, f"children's mean: {number(points.mean)}", RESIDUAL),
    ]
    return lines, dots, labels
