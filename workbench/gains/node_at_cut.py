"""A node of a round's tree as the cursor sees it: its candidates, gain curves and formula. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gbtlib import Candidates
from workbench.gains.formula import FormulaView, formula_at
from workbench.gains.named_candidates import Places
from workbench.gains.view import GainView, gain_view, what_if
from workbench.models.boosted import BoostedModel
from workbench.text.numbers import number

Tried = tuple[float | None, float | None]  # lambda and gamma that the reader tries, None for the fitted one


@dataclass(frozen=True)
class Node:
    """A node of a round's tree as the cursor sees it.

    fitted: its candidates as the model searched them. tried: the same under the lambda and gamma that the
    reader tries, `values`. position: the cursor's candidate among them; None where a leaf is looked at as a
    leaf. feature: whose gain curve is enlarged; None for that of the cursor's candidate, else for the best.
    """

    lesson: BoostedModel
    number: int
    k: int
    index: int
    fitted: Candidates
    tried: Candidates
    position: int | None
    feature: int | None = None
    values: Tried = (None, None)

    @property
    def is_leaf(self) -> bool:
        """Whether the tree did not split it."""
        return bool(self.lesson.trace[self.number - 1].trees[self.k].is_leaf[self.index])

    @property
    def cut(self) -> dict[str, Any]:
        """The cursor's cut as the marks of the picture take it."""
        if self.position is None:
            return {}
        i, found = self.position, self.fitted
        return {
            "feature": int(found.feature[i]),
            "threshold": float(found.threshold[i]),
            "default_left": bool(found.default_left[i]),
        }


def node_at(
    lesson: BoostedModel,
    number: int,
    k: int,
    index: int,
    *,
    feature: int | None = None,
    cut: int | None = None,
    values: Tried = (None, None),
) -> Node:
    """The node with its candidates, at a cut of a feature; without one, at the cut that the tree took."""
    fitted = lesson.candidates(number, index, k)
    tried = fitted
    if values != (None, None):
        tried = what_if(lesson.model, number, index, k, reg_lambda=values[0], gamma=values[1])
    if feature is not None and feature < lesson.X.shape[1]:
        position = Places(fitted, lesson.dataset.feature_names).position(feature, cut)
    else:
        leaf = lesson.trace[number - 1].trees[k].is_leaf[index]
        position = None if leaf else fitted.best
    return Node(lesson, number, k, index, fitted, tried, position, feature, values)


def gains_of(node: Node) -> GainView:
    """The gain curves of the node, at the cursor's cut."""
    lesson, tree = node.lesson, node.lesson.trace[node.number - 1].trees[node.k]
    feature, candidate = node.feature, None
    if node.position is not None:
        feature = int(node.fitted.feature[node.position])
        candidate = int(node.position - np.searchsorted(node.fitted.feature, feature))
    params, (reg_lambda, gamma) = lesson.model.params_, node.values
    return gain_view(
        node.tried,
        lesson.dataset.feature_names,
        feature=feature,
        candidate=candidate,
        fitted=None if node.tried is node.fitted else node.fitted,
        reg_lambda=params.reg_lambda if reg_lambda is None else reg_lambda,
        gamma=params.gamma if gamma is None else gamma,
        why_leaf=tree.node(node.index).why_leaf if node.is_leaf else "",
    )


def formula_of(node: Node) -> FormulaView:
    """The formula at the cursor's cut."""
    return formula_at(
        node.lesson.model,
        node.number,
        node.index,
        node.k,
        node.tried,
        node.position,
        node.lesson.dataset.feature_names,
        reg_lambda=node.values[0],
        gamma=node.values[1],
    )


def best_words(node: Node) -> str:
    """How many candidates there are, how many are allowed, and why a leaf is one all the same."""
    n = len(node.fitted)
    if n == 0:
        return "There is nothing to cut in this node: all its rows have the same values."
    best = node.tried.best
    if best is None:
        return f"None of the {n:,} candidate cuts of this node is allowed."
    words = (
        f"{n:,} candidate cuts, {int((node.tried.verdict == 0).sum()):,} of them allowed; the best gains "
        f"{number(node.tried.gain[best], 4)}."
    )
    if not node.is_leaf:
        return words
    why = node.lesson.trace[node.number - 1].trees[node.k].node(node.index).why_leaf
    return f"{words} It is a leaf all the same: {why}."
