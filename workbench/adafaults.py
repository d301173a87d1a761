"""What goes wrong in the write-up's AdaBoost, with the numbers of the rows on the screen. Pure."""

from __future__ import annotations

import numpy as np
import pandas as pd

from gbtlib.adaboost import chance, samme
from workbench.adalesson import AdaLesson, blind_rounds
from workbench.viewmodel import number


def blind_words(lesson: AdaLesson) -> str:
    """What becomes of AdaBoost when the split search does not see the weights."""
    found = blind_rounds(lesson)
    first, last = found[0], found[-1]
    words = (
        "**A search that ignores the weights.** In the write-up’s code the weights count in the error, "
        "not in the search "
        f"for splits: every round grows the same tree. Here: round 1 has error {number(first.error)}"
    )
    if len(found) == 1:
        return f"{words}, and it ends there."
    return (
        f"{words} and tree weight {number(first.tree_weight)}; in round 2 the same tree has error "
        f"{number(last.error)} = 1 − 1/K, so its weight is {number(last.tree_weight)} and nothing is "
        "ever added to "
        "one tree."
    )


def bound_words(lesson: AdaLesson) -> str:
    """What is lost by stopping at error 0.5 with more than two classes."""
    late = [round_.number for round_ in lesson.trace if round_.error >= 0.5 and not round_.ended]
    weight = samme(np.array([0.6, 0.4]), np.array([True, False]), 3).tree_weight
    words = (
        "**Stopping at error 0.5.** Guessing among K classes errs with 1 − 1/K: 0.5 for two, 0.667 for "
        "three. With three "
        f"classes an error of 0.6 still earns ln(0.4/0.6) + ln 2 = {number(weight, 4)}; the write-up’s "
        "code gives up at 0.5."
    )
    if late:
        error = number(lesson.trace[late[0] - 1].error)
        words += f" Here it would lose round {late[0]} (error {error}) and all after it."
    elif lesson.n_classes > 2:
        words += " No round of this run has such an error."
    return words


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
