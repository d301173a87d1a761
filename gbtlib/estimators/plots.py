"""Pictures of fitted models for a notebook, see gbtlib.pictures; str() of one is its SVG.

depth: what lies deeper in a tree is folded. number: of a round or a tree, 1 for the first. feature: the one
that is drawn large, by number or name; None for that of the best cut.
Errors: ValueError before fit, for a number out of range, by name, and for gains without training rows.
"""

from typing import Any

from gbtlib.checks.rules import Rule, check
from gbtlib.checks.validation import check_index
from gbtlib.core.candidates import Candidates
from gbtlib.core.tree import Tree
from gbtlib.inputs.encoding import feature_number
from gbtlib.pictures.gains import gain_picture
from gbtlib.pictures.rounds import adaboost_courses, boosting_courses, rounds_picture
from gbtlib.pictures.svg import Picture
from gbtlib.pictures.trees import tree_picture

DEPTH = Rule(whole=True, low=1)


class TreePlots:
    """What is drawn of a tree by itself."""

    def plot_tree(self, *, depth: int = 3) -> Picture:
        """tree_, with rows, means or classes, and gains of its nodes."""
        model = checked(self)
        return drawn(model, model.tree_, depth, "The tree")

    def plot_gain(self, node: int = 0, *, feature: int | str | None = None) -> Picture:
        """What every cut of a node of grown_tree_ gains."""
        return gains(self, checked(self).candidates(node), feature, "gain")


class ForestPlots:
    """What is drawn of trees that answer together."""

    def plot_tree(self, number: int = 1, *, depth: int = 3) -> Picture:
        """One of the trees, with rows, means or classes, and gains of its nodes."""
        model = checked(self, number)
        return drawn(model, model.trace_[number - 1].tree, depth, f"Tree {number}")


class AdaBoostPlots(ForestPlots):
    """What is drawn of AdaBoost."""

    def plot_rounds(self) -> Picture:
        """The error of every tree on its weights, and of the vote so far."""
        model = checked(self)
        return rounds_picture(adaboost_courses(model.trace_), "error", model.n_estimators_)

    def plot_gain(self, number: int = 1, node: int = 0, *, feature: int | str | None = None) -> Picture:
        """What every cut of a node of a round's tree gains."""
        return gains(self, checked(self).candidates(number, node), feature, "gain")


class BoostingPlots:
    """What is drawn of gradient boosting. k: the class, under softmax."""

    def plot_tree(self, number: int = 1, *, k: int = 0, depth: int = 3) -> Picture:
        """The tree of a round, with rows, sums of gradients and hessians, weights and gains of its nodes."""
        model = checked(self, number)
        check_index("k", k, 0, model.loss_.n_outputs - 1)
        of_class = f" for {model.classes_[k]}" if model.loss_.n_outputs > 1 else ""
        return drawn(model, model.trace_[number - 1].trees[k], depth, f"The tree of round {number}{of_class}")

    def plot_rounds(self) -> Picture:
        """The loss after every round: on training rows, and on unseen ones where there were some."""
        model = checked(self)
        return rounds_picture(boosting_courses(model.trace_), "mean loss", model.n_estimators_)

    def plot_gain(
        self, number: int = 1, node: int = 0, *, k: int = 0, feature: int | str | None = None
    ) -> Picture:
        """What every cut of a node of a round's tree gains."""
        model = checked(self)
        label = f"gain at λ = {model.params_.reg_lambda:g}, γ = {model.params_.gamma:g}"
        return gains(model, model.candidates(number, node, k=k), feature, label)


def checked(model: Any, number: int = 1) -> Any:
    """The model itself, which has been fitted, and has a round or a tree of this number."""
    model._check_fitted()
    if hasattr(model, "trace_"):
        check_index("number", number, 1, len(model.trace_))
    return model


def drawn(model: Any, tree: Tree, depth: int, title: str) -> Picture:
    """A tree, which says means or classes, or of boosting sums of gradients and hessians."""
    check("depth", depth, DEPTH)
    class_names = None if hasattr(model, "loss_") else tuple(getattr(model, "classes_", ()))
    return tree_picture(tree, model.features_, depth, class_names, title)


def gains(model: Any, found: Candidates, feature: int | str | None, label: str) -> Picture:
    """The gains of a node."""
    names = model.features_.names
    chosen = None if feature is None else feature_number(feature, names, "feature")
    return gain_picture(found, model.features_, chosen, label)
