"""What goes wrong in the write-up's AdaBoost, with the numbers of the rows on the screen. Pure."""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd

from gbtlib import AdaBoostClassifier, Tree
from gbtlib.adaboost.samme import chance, samme
from workbench.lessons.adaboost.adaboost_run import (
    AdaBoostRun,
    Stopped,
    blind_rounds,
    stopped_at_half,
)
from workbench.text.numbers import number, threshold_text


def blind_words(fit: AdaBoostRun) -> str:
    """What becomes of AdaBoost when the split search does not see the weights."""
    found = blind_rounds(fit)
    first, last = found[0], found[-1]
    words = (
        "**A search that ignores the weights.** In the write-up’s code the weights count in the error, "
        "not in the search for splits: every round grows the same tree. Here: round 1 has error "
        f"{number(first.error)}"
    )
    if len(found) == 1:
        return f"{words}, and it ends there."
    rounds = len(fit.trace)
    return (
        f"{words} and tree weight {number(first.tree_weight)}; in round 2 the same tree has error "
        f"{number(last.error)} = 1 − 1/K, so its weight is {number(last.tree_weight)} and nothing is "
        f"ever added to one tree. It errs on {wrong_rows(fit, 1)}; the vote of all "
        f"{rounds} rounds, each searched by its weights, on {wrong_rows(fit, rounds)}."
    )


def blind_table(fit: AdaBoostRun, n_rounds: int = 3) -> str:
    """The first rounds without and with the weights in the search, side by side; empty for a single one."""
    found = blind_rounds(fit)
    if len(found) == 1:
        return ""
    lines = [
        "| round | weights ignored | error e | α | weights in the search | error e | α |",
        "|---:|---|---:|---:|---|---:|---:|",
    ]
    same = first_question(fit, fit.trace[0].tree)
    for round_ in fit.trace[:n_rounds]:
        blind = found[min(round_.number, len(found)) - 1]
        cells = (
            *(str(round_.number), same, number(blind.error), number(blind.tree_weight)),
            *(first_question(fit, round_.tree), number(round_.error), number(round_.tree_weight)),
        )
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def first_question(fit: AdaBoostRun, tree: Tree) -> str:
    """What a tree's root asks."""
    root = tree.node(0)
    if root.is_leaf:
        return f"a leaf: {fit.names[int(root.weight)]}"
    return f"{fit.dataset.feature_names[root.feature]} ≤ {threshold_text(root.threshold)}"


def wrong_rows(fit: AdaBoostRun, number_: int) -> str:
    """How many training rows the vote gets wrong after a round."""
    n_wrong = int((fit.trace[number_ - 1].votes.argmax(axis=1) != fit.codes).sum())
    return f"{n_wrong} of {len(fit.codes)} rows"


HARD, HARD_ROUNDS = "BACCBAAABC", 20


@cache
def hard_rows() -> tuple[Stopped, int]:
    """Ten rows whose classes alternate: where the write-up stops, and how many are wrong in the end."""
    codes = np.array(["ABC".index(each) for each in HARD])
    X = np.arange(1.0, len(codes) + 1)[:, np.newaxis]
    trace = AdaBoostClassifier(n_estimators=HARD_ROUNDS).fit(X, codes).trace_
    stopped = stopped_at_half(trace, codes)
    assert stopped is not None
    return stopped, int((trace[-1].votes.argmax(axis=1) != codes).sum())


def bound_words(fit: AdaBoostRun) -> str:
    """What is lost by stopping at error 0.5 with more than two classes."""
    weight = samme(np.array([0.6, 0.4]), np.array([True, False]), 3).tree_weight
    words = (
        "**Stopping at error 0.5.** Guessing among K classes errs with 1 − 1/K: 0.5 for two, 0.667 for "
        "three. With three classes an error of 0.6 still earns ln(0.4/0.6) + ln 2 = "
        f"{number(weight, 4)}; the write-up’s code gives up beyond 0.5, and lets the tree that it stops at "
        "vote with weight 1. "
    )
    stopped = stopped_at_half(fit.trace, fit.codes)
    if stopped is not None:
        rows, rounds = len(fit.codes), len(fit.trace)
        return (
            f"{words}Here it would stop in round {stopped.number} (error {number(stopped.error)}) with "
            f"{stopped.n_wrong} of {rows} rows wrong; all {rounds} rounds leave {wrong_rows(fit, rounds)}."
        )
    stopped, left = hard_rows()
    return (
        f"{words}No round of this run has such an error. Ten rows x = 1 to 10 of the classes "
        f"{' '.join(HARD)} do: the stump of round {stopped.number} has error {number(stopped.error)}. "
        f"Stopped there, {stopped.n_wrong} of the ten are wrong; after {HARD_ROUNDS} rounds {left or 'none'}."
    )


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
