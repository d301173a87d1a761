"""A node of a round's tree as the cursor sees it: its candidates, gain curves and formula. Pure."""

from dataclasses import dataclass, field

import numpy as np

from gbtlib import Candidates, Tree
from gbtlib.loops.reasons import ALLOWED
from workbench.gains.formula import FormulaView, RoundNode, Tried, formula_at
from workbench.gains.named_candidates import NamedCandidates
from workbench.gains.view import GainView, gain_view, what_if
from workbench.models.boosted import BoostedModel
from workbench.text.numbers import beside
from workbench.text.questions import Sides


@dataclass(frozen=True)
class Cut:
    """A question that parts rows. default_left: whether rows that miss the feature go left.

    sides: of every category, where it asks for these; see gbtlib.core.tree.Tree.
    """

    feature: int
    threshold: float
    default_left: bool
    sides: Sides | None = field(default=None, compare=False)


@dataclass(frozen=True)
class NodeAtCut:
    """A node of a round's tree as the cursor sees it.

    fitted: its candidates as the model searched them. tried: the same under the lambda and gamma that the
    reader tries, `values`. position: the cursor's candidate among them; None where a leaf is looked at as a
    leaf. feature: whose gain curve is enlarged; None for that of the cursor's candidate, else for the best.
    """

    fit: BoostedModel
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
        return bool(self.fit.trace[self.number - 1].trees[self.k].is_leaf[self.index])

    @property
    def cut(self) -> Cut | None:
        """The cursor's cut; None where a leaf is looked at as a leaf."""
        if self.position is None:
            return None
        i, found = self.position, self.fitted
        sides = NamedCandidates(found, self.fit.dataset.feature_names).sides(i)
        return Cut(int(found.feature[i]), float(found.threshold[i]), bool(found.default_left[i]), sides)


def node_at(
    fit: BoostedModel,
    number: int,
    k: int,
    index: int,
    *,
    feature: int | None = None,
    cut: int | None = None,
    values: Tried = (None, None),
) -> NodeAtCut:
    """The node with its candidates, at a cut of a feature; without one, at the cut that the tree took."""
    fitted, params = fit.candidates(number, index, k), fit.model.params_
    reg_lambda, gamma = values
    values = (
        None if reg_lambda == params.reg_lambda else reg_lambda,
        None if gamma == params.gamma else gamma,
    )
    tried = fitted
    if values != (None, None):
        tried = what_if(fit.model, number, index, k, reg_lambda=values[0], gamma=values[1])
    if feature is not None and feature < fit.X.shape[1]:
        position = NamedCandidates(fitted, fit.dataset.feature_names).position(feature, cut)
    else:
        leaf = fit.trace[number - 1].trees[k].is_leaf[index]
        position = None if leaf else fitted.best
        if fit.replayed is not None and not leaf:
            position = taken(fit.trace[number - 1].trees[k], index, fitted)
    return NodeAtCut(fit, number, k, index, fitted, tried, position, feature, values)


def taken(tree: Tree, index: int, found: Candidates) -> int | None:
    """The candidate that a split of a model that was opened is, or the nearest: it need not be the best here.

    Its library may have looked at other cuts, between bins. None where the node has no rows to be cut.
    """
    mine = np.flatnonzero(found.feature == tree.feature[index])
    if not len(mine):
        return None
    rows = np.abs(found.n_left[mine] - tree.n_samples[tree.children_left[index]])
    return int(mine[np.lexsort((np.abs(found.gain[mine] - tree.gain[index]), rows))[0]])


def gains_of(node: NodeAtCut) -> GainView:
    """The gain curves of the node, at the cursor's cut."""
    fit, tree = node.fit, node.fit.trace[node.number - 1].trees[node.k]
    feature, candidate = node.feature, None
    if node.position is not None:
        feature = int(node.fitted.feature[node.position])
        candidate = int(node.position - np.searchsorted(node.fitted.feature, feature))
    return gain_view(
        node.tried,
        fit.dataset.feature_names,
        feature,
        candidate,
        gamma=fit.model.params_.gamma if node.values[1] is None else node.values[1],
        why_leaf=tree.node(node.index).why_leaf if node.is_leaf else "",
    )


def formula_of(node: NodeAtCut) -> FormulaView:
    """The formula at the cursor's cut."""
    return formula_at(
        RoundNode(node.fit.model, node.number, node.index, node.k),
        node.tried,
        node.position,
        node.fit.dataset.feature_names,
        node.values,
    )


def best_words(node: NodeAtCut) -> str:
    """How many candidates there are, how many are allowed, and why a leaf is one all the same."""
    n = len(node.fitted)
    if n == 0:
        return "There is nothing to cut in this node: all its rows have the same values."
    best = node.tried.best
    if best is None:
        return f"None of the {n:,} candidate cuts of this node is allowed."
    words, gain = f"{n:,} candidate cuts, ", float(node.tried.gain[best])
    if gain > 0:
        allowed = int((node.tried.verdict == ALLOWED).sum())
        words += f"{allowed:,} of them allowed; the best gains {beside(gain)}."
    else:
        words += f"none of them worth its price γ: the best would lose {beside(-gain)}."
    if not node.is_leaf:
        return words
    why = node.fit.trace[node.number - 1].trees[node.k].node(node.index).why_leaf
    return f"{words} It is a leaf all the same: {why}."
