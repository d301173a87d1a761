"""Two trees from the terms of two systems, grown by gbtlib, compared number by number, and in words. Pure."""

from dataclasses import dataclass
from functools import lru_cache
from math import isnan

import numpy as np
from numpy.typing import NDArray

from gbtlib import HalfSquaredError, Logistic, SecondOrder, Tree, TreeParams, grow_tree, sort_columns
from workbench.data.catalogue import load_dataset
from workbench.models.systems import SYSTEMS, Terms
from workbench.text.numbers import number

Floats = NDArray[np.float64]
EVERY, DEPTH = 25, 2
_LOSS = {"logistic": Logistic(), "squared": HalfSquaredError()}
LOSSES = {"logistic": "logistic", "squared": "squared error"}
WHERE_FROM = (
    "**From scratch** takes the logistic loss and puts its rate inside; **pluggable loss** does so, "
    "too, and its squared error is (y − F)², twice the half squared one: gradient 2r, hessian 2. "
    "**oneDAL**, XGBoost and LightGBM compare γ with the gain without its ½, so that theirs is twice "
    "the γ of the formula; scikit-learn has none. Both trees above are grown by gbtlib with the "
    "gradients, hessians, λ and γ of the system, from the raw prediction 0."
)
FORMULA = (
    r"g=s\,r\,g_0,\quad h=s\,r^2h_0:\qquad -\frac{G}{H+\lambda'}=\frac1r\cdot"
    r"\left(-\frac{G_0}{H_0+\lambda'/(s\,r^2)}\right),\qquad \text{gain}=s\cdot\tfrac12\left["
    r"\frac{G_{0L}^2}{H_{0L}+\lambda'/(s\,r^2)}+\dots\right]-\frac{\gamma'}{u}"
)


@dataclass(frozen=True, eq=False)
class SaidTree:
    """The tree of the first round as a system says it: its own gradients, its own lambda and gamma.

    added: what every leaf adds to the raw prediction, (n_leaves,), in the order of Tree.leaves.
    """

    tree: Tree
    added: Floats


def rows_of_terms(loss: str) -> tuple[Floats, Floats]:
    """200 rows of cos(x²), (200, 1), and their targets (200,): less the mean, or above the median as 0 and 1.

    So the best constant is the raw prediction 0, and every system starts there.
    """
    data = load_dataset("cos_x2")
    X, y = data.X[::EVERY], np.asarray(data.y[::EVERY], dtype=np.float64)
    return X, y - y.mean() if loss == "squared" else (y > np.median(y)).astype(np.float64)


@lru_cache(maxsize=64)
def said_tree(system: str, loss: str, terms: Terms) -> SaidTree:
    """Grow the first tree from raw prediction 0. Errors: KeyError for a loss that the system has not."""
    found = SYSTEMS[system]
    X, y = rows_of_terms(loss)
    times_g, times_h = found.scales(loss, terms.rate)
    raw = np.zeros(len(y))
    g, h = times_g * _LOSS[loss].gradient(y, raw), times_h * _LOSS[loss].hessian(y, raw)
    criterion = SecondOrder(g, h, reg_lambda=terms.reg_lambda)
    gamma = (terms.gamma or 0.0) / found.times_gain  # its own stands against the gain times u
    params = TreeParams(max_depth=DEPTH, reg_lambda=terms.reg_lambda, gamma=gamma)
    tree = grow_tree(sort_columns(X), criterion, params).tree
    on_leaf = 1.0 if found.rate_inside else terms.rate
    return SaidTree(tree, on_leaf * tree.weight[tree.leaves])


def difference(a: SaidTree, b: SaidTree) -> float:
    """What two trees' leaves add differs by so much of the largest leaf at most; NaN for other questions."""
    same = all(
        np.array_equal(getattr(a.tree, name), getattr(b.tree, name), equal_nan=True)
        for name in ("feature", "threshold", "children_left")
    )
    return float(np.abs(a.added - b.added).max() / (np.abs(a.added).max() or 1.0)) if same else float("nan")


# -- in words


def term_words(name: str, terms: Terms) -> str:
    """Each term with its name there."""
    named = zip(SYSTEMS[name].names, terms, strict=True)
    return ", ".join(f"{own} = {number(value, 4)}" for own, value in named if own and value is not None)


def cannot_say(name: str, loss: str) -> str:
    """Why a system has no terms for this."""
    return f"{SYSTEMS[name].title} has no {'γ' if loss in SYSTEMS[name].scale else LOSSES[loss]}"


def tree_words(system: str, loss: str, terms: Terms, found: SaidTree) -> str:
    """How a system says it, and what its leaves add."""
    times_g, times_h = SYSTEMS[system].scales(loss, terms.rate)
    scales = "g, h" if times_g == times_h == 1 else f"{number(times_g)} g, {number(times_h)} h"
    shrinks = "the leaf as it is" if SYSTEMS[system].rate_inside else f"{number(terms.rate)} × the leaf"
    adds = ", ".join(number(each) for each in found.added)
    return f"**{SYSTEMS[system].title}**: {term_words(system, terms)}. {scales}; adds {shrinks}: {adds}."


def likeness_words(a: SaidTree, b: SaidTree) -> str:
    """Whether both trees are the same, up to rounding: one part in ten thousand million. See difference."""
    differ = difference(a, b)
    if isnan(differ):
        return "**Other questions.**"
    return "**The same tree.**" if differ < 1e-10 else "**The same questions, other leaves.**"
