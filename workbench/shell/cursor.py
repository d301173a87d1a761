"""The cursor: the round, the class, the node and the cut that one looks at. Moving it never fits again."""

from typing import Any

from gbtlib import Candidates, Tree
from workbench.link.values import CLASS, CUT, FEATURE, NODE, PATH_NODE, ROUND
from workbench.models.boosted import BoostedModel
from workbench.shell import session
from workbench.shell.choice import choice

ANOTHER_TREE = {FEATURE: None, CUT: None, PATH_NODE: None}  # a cut, or a node of a path, is of one tree


def current_round(fit: Any) -> int:
    """The round of the cursor, 1 to the last of the fit's trace: before the first it is the first."""
    return max(1, int(session.clip(ROUND, len(fit.trace))))


def current_class(fit: BoostedModel) -> int:
    """The class whose tree is shown: 0 where a round has one tree."""
    return int(session.clip(CLASS, fit.n_classes - 1))


def current_node(tree: Tree) -> int:
    """The node of the cursor, the root where the tree has no such node."""
    return int(session.clip(NODE, tree.n_nodes - 1, 0))


def current_cut(name: str, candidates: Candidates, feature: int | None) -> int | None:
    """The candidate of a feature that the cursor `name` is on; None for the best, or without a feature."""
    if feature is None:
        return None
    last = max(0, int((candidates.feature == feature).sum()) - 1)
    cut: int | None = session.clip(name, last)
    return cut


def class_chooser(fit: BoostedModel) -> int:
    """Which class's trees to show, where a round has one for each; gives its code."""
    if fit.n_classes == 1:
        return 0
    now = current_class(fit)
    words, each = dict(enumerate(fit.dataset.class_names)), "Each round grows a tree for each class."
    choice("Tree for", words, CLASS, shown=now, also=ANOTHER_TREE, help=each)
    return now
