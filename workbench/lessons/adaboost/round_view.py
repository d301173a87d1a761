"""The tree of a round of AdaBoost as it is drawn. Pure, without streamlit."""

from workbench.lessons.adaboost.adaboost_run import AdaBoostRun
from workbench.trees.single_tree_boxes import node_fill, node_lines
from workbench.trees.view import Look, TreeView, numbers_of, tree_view


def round_view(fit: AdaBoostRun, number: int, index: int = 0) -> TreeView:
    """The tree of a round, around a node that is looked at."""
    tree, names = fit.trace[number - 1].tree, fit.dataset.feature_names
    look = Look(lines=node_lines(tree, names, fit.names), fill=node_fill(tree))
    return tree_view(tree, names, index, room=fit.settings.max_depth, badges=numbers_of(tree), look=look)
