"""What a tree weighs in the vote, by its error. Pure."""

from __future__ import annotations

import numpy as np
import pandas as pd

from gbtlib.adaboost.samme import chance, samme
from workbench.lessons.adaboost.adaboost_run import AdaBoostRun
from workbench.text.numbers import number


def weight_table() -> pd.DataFrame:
    """Tree weights of a few errors for two and three classes; a dash where there is no vote."""
    errors = (0.1, 0.25, 0.4, 0.5, 0.6, 2 / 3)
    table = {"error e": [number(e) for e in errors]}
    for n_classes in (2, 3):
        weights = [
            samme(np.array([e, 1 - e]), np.array([True, False]), n_classes).tree_weight for e in errors
        ]
        # Nothing but rounding is left at the bound itself.
        table[f"tree weight, K = {n_classes} (bound {number(chance(n_classes))})"] = [
            number(w, 4) if w > 1e-12 else "–" for w in weights
        ]
    return pd.DataFrame(table).set_index("error e")


SHARES = (
    "Divided by their sum, the tree weights are shares that add up to 1. The class with most votes stays the "
    "same; a vote then reads as the share of all trees, by weight, that are for it."
)


def share_table(fit: AdaBoostRun) -> pd.DataFrame:
    """Leaves, error and tree weight of every round, and the weight as a share of all."""
    total = sum(round_.tree_weight for round_ in fit.trace) or 1.0
    table = {
        "round": [round_.number for round_ in fit.trace],
        "leaves": [round_.tree.n_leaves for round_ in fit.trace],
        "error e": [number(round_.error) for round_ in fit.trace],
        "tree weight": [number(round_.tree_weight, 4) for round_ in fit.trace],
        "share": [number(round_.tree_weight / total, 4) for round_ in fit.trace],
    }
    return pd.DataFrame(table).set_index("round")
