"""Find the split in words: what is split, what fits it, the verdict, and the arithmetic of a cut. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gbtlib import Candidates
from gbtlib.cart.impurity import ClassCandidates, entropy, gini
from workbench.data.catalogue import DATASETS, DatasetInfo
from workbench.gains.named_candidates import NamedCandidates
from workbench.lessons.find_the_split.hidden_splits import HiddenSplits, goes_left
from workbench.text.numbers import latex, number, threshold_text

Floats = NDArray[np.float64]

KINDS = {
    "squared_error": "squared error",
    "logistic": "logistic gradients",
    "gini": "Gini",
    "entropy": "entropy",
}
"""What can be split, and what it is called."""

_NEEDS = {
    "squared_error": "Squared error needs a number to predict",
    "logistic": "The logistic loss needs two classes",
    "gini": "Gini measures a mixture of classes",
    "entropy": "Entropy measures a mixture of classes",
}
_OFFERS = {
    "squared_error": ("hand4", "cos_x2", "diabetes"),
    "logistic": ("hand5", "moons", "breast_cancer"),
    "gini": ("hand5", "iris", "moons"),
    "entropy": ("hand5", "iris", "moons"),
}
SUMS = {
    "squared_error": "By squared error a row’s gradient g is the mean of the node less its y, and its "
    "hessian h is 1. G is the sum of g over the rows of a side, H that of h: H counts them. A stem "
    "is −g.",
    "logistic": "By the logistic loss a row's gradient g is p − y, and its hessian h is p (1 − p). G is the "
    "sum of g over the rows of a node, H that of h.",
}
"""What G and H are, where gains are made of them."""
LOOK = {
    "squared_error": "Look for the cut that leaves the stems of each side closest to their mean.",
    "logistic": "Look for the cut that parts stems that point up from stems that point down.",
    "gini": "Look for the cut that leaves each side as pure as can be.",
    "entropy": "Look for the cut that leaves each side as pure as can be.",
}
"""What to look for, before the answer is shown."""


def kind_of(split_by: str, info: DatasetInfo, criterion: str) -> str:
    """What is split, a name of KINDS. split_by: as the link has it; criterion: that of classes."""
    if split_by == "usual":
        split_by = "squared_error" if info.task == "regression" else "classes"
    return criterion if split_by == "classes" else split_by


def fits(kind: str, info: DatasetInfo) -> bool:
    """Whether a data set has what this kind splits."""
    if kind == "squared_error":
        return info.task == "regression"
    return info.task == "classification" and (kind != "logistic" or info.n_classes == 2)


def misfit_words(kind: str, info: DatasetInfo) -> str:
    """Why a data set does not fit."""
    has = "numbers" if info.task == "regression" else f"{info.n_classes} classes"
    return f"{_NEEDS[kind]}, and {info.title} has {has}. Take another data set:"


def offers(kind: str) -> dict[str, str]:
    """Data sets that fit, by id, with their titles."""
    return {data: DATASETS[data].title for data in _OFFERS[kind]}


def usual_kind(info: DatasetInfo, criterion: str) -> str:
    """What is split of a data set unless one chooses."""
    return kind_of("usual", info, criterion)


def terms_here(place: NamedCandidates, position: int, kind: str) -> dict[str, str]:
    """The terms of the screen, each with its number for a cut."""
    found = place.candidates
    here = {
        "threshold": threshold_text(
            float(place.x[position]), place.names[int(place.candidates.feature[position])]
        )
    }
    gain = number(float(found.gain[position]))
    if kind in ("gini", "entropy"):
        return here | {
            "gain": f"{gain}; of impurity I it is n I − n_L I_L − n_R I_R",
            "impurity": f"by {kind.capitalize()}",
        }
    sides = {"G": (found.GL, found.GR), "H": (found.HL, found.HR)}
    sums = {
        name: f"{number(float(left[position]))} on the left, {number(float(right[position]))} on the right"
        for name, (left, right) in sides.items()
    }
    return here | {"gain": gain} | sums


def why_nothing(hunt: HiddenSplits) -> str:
    """Why there is no split to be found: what made a leaf of the root."""
    return f"There is no split to find: the root is a leaf. {hunt.tree.node(0).why_leaf.capitalize()}."


TRY = (
    "**Try:** drag the cut through the rows. Which cuts come close to the best one, and what do they "
    "have in common?"
)


def first_splits(hunt: HiddenSplits) -> str:
    """That the tree goes on beyond the splits that are asked for."""
    return f"The first {len(hunt.asked)} of the tree's {len(hunt.order):,} splits are asked for."


def code_topics(hunt: HiddenSplits) -> list[str]:
    """What of gbtlib's code computed the answer, topics of codelens."""
    score = ["score"] if hunt.kind == "logistic" else []
    return [*hunt.choosing, "gain", "forbidden cuts", "threshold", *score]


def arithmetic(hunt: HiddenSplits, node: int, found: Candidates, position: int) -> str:
    """The gain of a candidate in LaTeX, by Gini, entropy or squared error: the formula and its numbers."""
    if isinstance(found, ClassCandidates):
        sides = found.class_weights_left[position], found.class_weights_right[position]
        return class_arithmetic(hunt.kind, *sides)
    shown, left = hunt.shown[hunt.rows_in(node)], goes_left(hunt, node, found, position)
    return squared_arithmetic(shown[left], shown[~left])


def class_terms(kind: str, left: Floats, right: Floats) -> tuple[dict[str, float], dict[str, float]]:
    """Rows and impurity of a node, of its left side and of its right."""
    impurity = gini if kind == "gini" else entropy
    sides = {"": left + right, "_L": left, "_R": right}
    value = {name: float(impurity(counts[np.newaxis])[0]) for name, counts in sides.items()}
    return {name: float(counts.sum()) for name, counts in sides.items()}, value


def class_arithmetic(kind: str, left: Floats, right: Floats) -> str:
    """n I - nL IL - nR IR, from the class counts of both sides."""
    sides = {"": left + right, "_L": left, "_R": right}
    n, value = class_terms(kind, left, right)
    gain = n[""] * value[""] - n["_L"] * value["_L"] - n["_R"] * value["_R"]
    lines = [
        r"\text{gain}&=n\,I-n_L I_L-n_R I_R",
        "&=" + "-".join(rf"{latex(n[each])}\cdot {latex(value[each])}" for each in sides) + f"={latex(gain)}",
    ]
    lines += [
        rf"I{name}&={impurity_terms(kind, counts)}={latex(value[name])}" for name, counts in sides.items()
    ]
    return aligned(lines)


def impurity_terms(kind: str, counts: Floats) -> str:
    """The impurity of some class counts, spelled out; a class without rows adds nothing."""
    n = latex(float(counts.sum()))
    shares = [rf"\tfrac{{{latex(count)}}}{{{n}}}" for count in counts.tolist() if count > 0]
    if kind == "gini":
        return "1-" + "-".join(rf"\left({share}\right)^2" for share in shares)
    return "".join(rf"-{share}\log_2{share}" for share in shares)


def squared_arithmetic(left: Floats, right: Floats) -> str:
    """1/2 (S - SL - SR), the squared errors around the means, from the targets of both sides."""
    sides = {"": np.concatenate([left, right]), "_L": left, "_R": right}
    error = {name: float(((y - y.mean()) ** 2).sum()) for name, y in sides.items()}
    gain = 0.5 * (error[""] - error["_L"] - error["_R"])
    lines = [
        r"\text{gain}&=\tfrac12\left[S-S_L-S_R\right],\quad S=\sum(y-\bar y)^2",
        rf"&=\tfrac12\left[{latex(error[''])}-{latex(error['_L'])}-{latex(error['_R'])}\right]={latex(gain)}",
        r"&=\tfrac12\,\frac{n_L n_R}{n_L+n_R}(\bar y_L-\bar y_R)^2"
        rf"=\tfrac12\cdot\frac{{{len(left)}\cdot {len(right)}}}{{{len(left) + len(right)}}}"
        rf"\left({latex(float(left.mean()))}-({latex(float(right.mean()))})\right)^2",
    ]
    return aligned(lines)


def aligned(lines: Sequence[str]) -> str:
    """Lines of LaTeX below each other, aligned at their &.

    An empty last line and a thin space leave the room without which a browser makes them scroll.
    """
    return r"\begin{aligned}" + r"\\".join(lines) + r"\\[-1ex]\,\end{aligned}\,"
