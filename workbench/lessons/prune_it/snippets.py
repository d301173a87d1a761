"""A pruned tree as a few lines of Python: with gbtlib, and with scikit-learn or XGBoost. Pure, no streamlit.

The lines up to the fitted model are those of tree_snippet.py and boosting_snippet.py; what follows prunes it
and prints what the page shows.
"""

from typing import Any

import numpy as np

from gbtlib import Tree
from workbench.lessons.prune_it.gamma_charges import XOR, XOR_Y, shortest
from workbench.lessons.prune_it.hand_trees import PRINTED
from workbench.lessons.prune_it.link_sequence import PruningSequence
from workbench.models.boosted import BoostedModel
from workbench.models.hand_trees import counted_tree
from workbench.models.single_tree import TreeSettings
from workbench.text import boosting_snippet, tree_snippet
from workbench.text.function_text import function_text
from workbench.text.templates import templates

_LINES = templates(__file__)


def alpha_inside(found: PruningSequence, step: int) -> float:
    """A price of a leaf at which the tree of a step is the best, inside its interval, with few digits."""
    low = found.steps[step].alpha
    if step + 1 == found.n_steps:
        return shortest(1.5 * low, low, 2 * low) if low > 0 else 1.0
    high = found.steps[step + 1].alpha
    return shortest((low + high) / 2, low, high)


def interval_words(found: PruningSequence, step: int) -> str:
    """Where the tree of a step is the best."""
    low = f"step {step} is best from {found.steps[step].alpha:.6g}"
    return f"{low} on" if step + 1 == found.n_steps else f"{low} to {found.steps[step + 1].alpha:.6g}"


def gbtlib_snippet(
    found: PruningSequence, settings: TreeSettings, step: int, node: int, n_folds: int | None = None
) -> str:
    """Lines that prune the tree to a step with gbtlib, and print its leaves, risk and a node's risk.

    n_folds: of the cross-validation; None without it.
    """
    values = {
        "alpha": alpha_inside(found, step),
        "measure": found.measure,
        "interval": interval_words(found, step),
        "step": step,
        "node": node,
    }
    if found.given:
        return _LINES["hand"].format(function=function_text(counted_tree), **counts_of(found.tree), **values)
    lines = grown(tree_snippet.tree_snippet(settings, imports=("from gbtlib import node_risk",)))
    validation = (
        "" if n_folds is None else _LINES["validated"].format(n_folds=n_folds, seed=settings.seed, **values)
    )
    return f"{lines}\n{_LINES['pruned'].format(**values)}{validation}"


def counts_of(tree: Tree) -> dict[str, Any]:
    """What `counted_tree` makes a tree of."""
    assert tree.class_weights is not None
    inner, leaves = np.flatnonzero(~tree.is_leaf).tolist(), np.flatnonzero(tree.is_leaf).tolist()
    asks = [i for i in inner if not np.isnan(tree.threshold[i])]
    return {
        "children": {i: (int(tree.children_left[i]), int(tree.children_right[i])) for i in inner},
        "counts": {i: tuple(map(int, tree.class_weights[i])) for i in leaves},
        "questions": {i: (int(tree.feature[i]), float(tree.threshold[i])) for i in asks},
        "n_features": tree.n_features,
    }


def sklearn_snippet(found: PruningSequence, settings: TreeSettings, step: int) -> str | None:
    """The same with scikit-learn's ccp_alpha; None where it cannot, see `why_no_sklearn`."""
    if why_no_sklearn(found, settings) is not None:
        return None
    lines = grown(tree_snippet.sklearn_tree_snippet(settings, found.tree) or "")
    parameter = f", ccp_alpha={alpha_inside(found, step)!r}).fit(X, y)"
    lines = lines.replace(").fit(X, y)", parameter)
    return f"{lines}\n{_LINES['sklearn'].format(interval=interval_words(found, step))}"


def why_no_sklearn(found: PruningSequence, settings: TreeSettings) -> str | None:
    """Why scikit-learn cannot grow and prune the same tree, in a sentence; None where it can."""
    if found.given == PRINTED:
        return "This tree was printed without its rows: which they are is not told."
    if found.given:
        return "This tree is known by its counts alone: there are no rows to grow it on."
    if found.measure == "misclassification":
        return "scikit-learn prunes by impurity, never by misclassification: choose the risk Impurity."
    return tree_snippet.why_no_sklearn(settings)


def grown(snippet: str) -> str:
    """The lines of a snippet up to the model that is fitted."""
    return snippet.partition(".fit(X, y)")[0] + ".fit(X, y)\n"


def xor_snippets(gamma: float) -> tuple[str, str | None]:
    """Lines that charge gamma for the five rows, before growth and after: with gbtlib, and with XGBoost."""
    data = _LINES["xor_data"].format(X=XOR.astype(np.intp).tolist(), y=XOR_Y.tolist())
    methods = _LINES["methods"].format(gamma=2 * gamma)
    return _LINES["xor"].format(data=data, gamma=gamma), _LINES["xgboost_xor"].format(data=data) + methods


def charged_snippets(fit: BoostedModel, number: int, k: int, gamma: float) -> tuple[str, str | None]:
    """The same for the tree of a round (of class k); None where XGBoost cannot, see why_no_xgboost."""
    settings, tree = fit.settings, fit.trace[number - 1].trees[k]
    imports = (
        "from dataclasses import replace",
        "from gbtlib import grow_tree",
        "from gbtlib.core.boosting import column, feature_draw, second_order",
    )
    ours = boosting_snippet.with_rows(boosting_snippet.gbtlib_snippet(settings, number, k, imports=imports))
    ours = ours.partition("\nnode = model")[0]
    budget = _LINES["budget"] if settings.max_leaves is not None else ""
    how = "full" if settings.pruning == "full" else "post"
    charge = _LINES["charged"].format(number=number, position=number - 1, k=k, gamma=gamma, how=how)
    theirs = boosting_snippet.xgboost_snippet(settings, tree, number, k)
    if theirs is not None:
        theirs = theirs.partition("model = xgboost.train")[0].replace("import json\n", "")
        before = f"xgboost.train(parameters, matrix, num_boost_round={number - 1})" if number > 1 else "None"
        theirs += f"before = {before}\nn_trees, k = {fit.n_classes}, {k}\n"
        theirs += _LINES["methods"].format(gamma=2 * gamma)
    return f"{ours}\n{budget}{charge}", theirs
