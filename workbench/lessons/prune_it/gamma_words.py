"""What the page on pruning says about gamma: gains, objectives, and who is right. Pure."""

import numpy as np

from workbench.lessons.prune_it.gamma_charges import Charged, ChargeRule
from workbench.lessons.prune_it.link_sequence import gone_from
from workbench.text.numbers import latex, number

XOR_WORDS = (
    "Rows (x1, x2) → y: (0, 0) → 0 twice, (0, 1) → 1, (1, 0) → 1, (1, 1) → 0; logistic loss at F = 0, λ = 1. "
    "The root gains 1/63 = 0.0159, its left child 38/105 = 0.362, its right child 1/5; the whole tree breaks "
    "even with a single leaf at γ = (1/63 + 38/105 + 1/5) / 3 = 26/135 = 0.193."
)
RULES = (
    "**Pre-stopping** goes down from the root and makes a split only if its own gain exceeds γ. **Pruning** "
    "grows the whole tree first and goes up from its leaves: a split above two leaves goes if it gains less "
    "than γ. A split that pays keeps the poor one above it: neither asks whether both together pay, as the "
    "whole objective does."
)
SAME_GAMMA = (
    "Pre-stopping, pruning after growth and the whole objective charge the same γ. The third "
    "is cost-complexity pruning with the loss as risk: its breaking points are weakest "
    "links. XGBoost's gamma is twice this one."
)
MOST_TERMS = 5


def objective_formula(found: Charged, gamma: float) -> str:
    """What bottom-up pruning keeps, beside a single leaf: the gains of its splits less their prices."""
    way = found.ways[1]
    gains = kept_gains(found, way, gamma)
    n_leaves = len(gains) + 1
    terms = "+".join(latex(each) for each in gains[:MOST_TERMS]) or "0"
    terms += r"+\dots" if len(gains) > MOST_TERMS else ""
    difference = found.objective(way, gamma) - found.single(gamma)
    return (
        r"\begin{aligned}&\text{Obj}(T)=\sum_{\text{leaves}}-\tfrac12\frac{G^2}{H+\lambda}+\gamma\cdot"
        rf"\text{{leaves}}\\&\text{{Obj}}(T_{{\text{{bottom-up}}}})-\text{{Obj}}(\text{{single leaf}})"
        r"=\gamma\cdot(\text{leaves}-1)-\sum\text{gain}"
        rf"\\&\quad={latex(gamma)}\cdot({n_leaves}-1)-({terms})"
        rf"={latex(0.0 if abs(difference) < 1e-12 else difference)}\end{{aligned}}"
    )


def kept_gains(found: Charged, way: ChargeRule, gamma: float) -> list[float]:
    """The gains of the splits that a way keeps, from the root down."""
    is_there = gone_from(found.tree, way.leaf_at) > gamma
    kept: list[float] = found.tree.gain[is_there & ~found.leaves(way, gamma)].tolist()
    return kept


def break_even_words(found: Charged) -> str:
    """Where the whole tree is worth as much as a single leaf, and where bottom-up pruning lets go."""
    last = float(found.ways[1].leaf_at[0])
    if np.isnan(found.break_even) or not np.isfinite(last):
        return "This tree is a single leaf: no split gains anything."
    if found.tree.n_leaves == 2:
        return (
            f"The tree breaks even with a single leaf at γ = {number(last, 4)}, the gain of its only split: "
            "there every way lets go of it."
        )
    words = (
        f"The whole tree breaks even with a single leaf at γ = {number(found.break_even, 4)}, the mean of "
        f"its {found.tree.n_leaves - 1:,} gains; bottom-up pruning lets go of the root at {number(last, 4)}"
    )
    return f"{words}, pre-stopping at {number(float(found.ways[0].leaf_at[0]), 4)}."
