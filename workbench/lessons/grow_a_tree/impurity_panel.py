"""Gini, entropy and misclassification of two classes as curves, with a node on them. Pure."""

from __future__ import annotations

import numpy as np

from workbench.charts.colours import BLUE, GREEN, GREY, ORANGE, VIOLET
from workbench.charts.panels import DASHED, DOTTED, SOLID, Dots, Label, Line, Panel, floats
from workbench.lessons.grow_a_tree.impurity import ImpurityPoints, impurity_at
from workbench.text.numbers import number


def impurity_panel(points: ImpurityPoints | None, criterion: str, of_class: str) -> Panel:
    """The three impurities of two classes over the share of one; the node on its curve, and its children.

    Entropy is halved, so that all three are 1/2 at even shares and 0 at pure ones.
    """
    p = np.linspace(0, 1, 101)
    scale = 0.5 if criterion == "entropy" else 1.0
    lines = []
    for name, words, dash in (
        ("gini", "Gini 2p(1 − p)", SOLID),
        ("entropy", "½ entropy, in bits", DASHED),
        ("error", "misclassification min(p, 1 − p)", DOTTED),
    ):
        y = impurity_at(p, name) * (0.5 if name == "entropy" else 1.0)
        mine = name == criterion
        colour, width = (GREEN, 3.5) if mine else (GREY, 1.8)
        lines.append(Line(floats(p), floats(y), colour, words, SOLID if mine else dash, width))
    dots, labels = [], []
    if points is not None:
        at = points.impurity * scale
        if points.children is not None:
            (pl, il), (pr, ir) = points.children
            mean = points.mean * scale
            lines += [
                Line((pl, pr), (il * scale, ir * scale), GREY, "children's mean", SOLID, 1.5),
                Line((points.p, points.p), (mean, at), VIOLET, "what the cut takes off", SOLID, 4),
            ]
            dots += [
                Dots((pl,), (il * scale,), BLUE, "left child", "circle", 6),
                Dots((pr,), (ir * scale,), ORANGE, "right child", "circle", 6),
                Dots((points.p,), (mean,), VIOLET, "", "circle", 4),
            ]
            labels += [
                Label(pl, il * scale, f"left child: {number(il)}", BLUE),
                Label(pr, ir * scale, f"right child: {number(ir)}", ORANGE),
                Label(points.p, mean, f"children's mean: {number(points.mean)}", VIOLET),
            ]
        dots.append(Dots((points.p,), (at,), GREEN, "this node", "circle", 6))
        labels.append(Label(points.p, at, f"this node: {number(points.impurity)}", GREEN))
    y_label = "impurity" if criterion == "gini" else "impurity, entropy halved"
    return Panel(
        "",
        (-0.02, 1.02, 0.0, 0.56),
        f"p, the share of {of_class}",
        y_label,
        1.3,
        tuple(lines),
        tuple(dots),
        tuple(labels),
    )
