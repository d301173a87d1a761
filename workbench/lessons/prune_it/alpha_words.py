"""What the page on pruning says of a sequence: its steps, its choices. Pure."""

import numpy as np

from workbench.lessons.prune_it.hand_trees import PRINTED
from workbench.lessons.prune_it.link_sequence import PruningSequence
from workbench.text.numbers import number
from workbench.text.questions import split_sides
from workbench.trees.box_text import question

RISKS = {
    "misclassification": "Misclassification",
    "impurity": "Impurity",
    "squared_error": "Squared error",
}
FALLS = (
    "A branch takes some risk off its node, and has some leaves more than one. The price α of a leaf rises: "
    "the weakest link, the branch that takes off least for each leaf more, falls first. Branches that are "
    "equally weak fall in one step, the shallower first and what lies in it along with it; step 0 cuts what "
    "takes nothing off the risk at all."
)


def asks(found: PruningSequence, node: int) -> str:
    """The question of an inner node; nothing where the tree does not tell it, or in a leaf."""
    tree = found.tree
    is_told = not np.isnan(tree.threshold[node]) or split_sides(tree, node) is not None
    return "" if tree.is_leaf[node] or not is_told else question(tree, node, found.names)


def counts(found: PruningSequence, node: int) -> str:
    """The rows of a node by class, or their mean."""
    weights = found.tree.class_weights
    if weights is None:
        return number(float(found.tree.weight[node]))
    return " : ".join(number(each) for each in weights[node].tolist())


def why_no_folds(found: PruningSequence) -> str:
    """Why a sequence was not cross-validated."""
    if found.given == PRINTED:
        return (
            "This tree was printed without its rows, and is asked here about all 208: the risk is of rows "
            "that it partly was grown on. For cross-validation take the tree of the data set, or a preset."
        )
    if found.given:
        return (
            "This tree is known by its counts alone: for errors on unseen rows and cross-validation "
            "take the tree of the data set, or a preset."
        )
    return (
        "Cross-validation of this sequence would take too long: choose a smaller max_depth, or "
        "more rows in a leaf."
    )
