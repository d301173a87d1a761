"""A tree by itself as a few lines of Python: with gbtlib, and with scikit-learn. Pure, without streamlit.

Both snippets grow the tree on the lesson's own rows and print the same lines about one node, so that they can
be compared with the screen and with each other. Parameters that have the library's default are left out.
"""

from collections.abc import Iterable
from typing import Any

from gbtlib import Tree
from workbench.data.catalogue import DATASETS
from workbench.models.single_tree import OF_CLASSES, TreeSettings
from workbench.text.boosting_snippet import categorical_features, has_gaps, question_lines, way_to
from workbench.text.data_snippet import data_lines, names_lines, text_of
from workbench.text.templates import templates

DEFAULTS: dict[str, Any] = {
    "criterion": "gini",
    "max_depth": None,
    "max_leaves": None,
    "min_samples_leaf": 1,
    "min_samples_split": 2,
    "purity_stop": None,
    "grow_policy": "depthwise",
    "missing": "learn",
}
_OF_SKLEARN = ("criterion", "max_depth", "max_leaves", "min_samples_leaf", "min_samples_split")

_LINES = templates(__file__)


def tree_snippet(settings: TreeSettings, node: int = 0, imports: tuple[str, ...] = ()) -> str:
    """Lines that grow the tree of the settings with gbtlib and print one of its nodes.

    imports: lines of what further lines need.
    """
    return _LINES["gbtlib"].format(
        estimator=_estimator(settings),
        rows=_rows(settings, f"from gbtlib import {_estimator(settings)}", *imports),
        parameters=_arguments(_given(settings, DEFAULTS) | categorical_features(settings.data)),
        node=node,
        question=question_lines(settings.data, f"tree.category_sides[{node}]"),
        prediction=(
            'f"mean {node.weight:.6g}"'
            if _is_regression(settings)
            else 'f"class {class_names[int(node.weight)]}"'
        ),
    )


def sklearn_tree_snippet(settings: TreeSettings, tree: Tree, node: int = 0) -> str | None:
    """The same with scikit-learn, which grows the same tree; None where it cannot, see `why_no_sklearn`.

    tree: gbtlib's tree, for the way to the node.
    """
    if why_no_sklearn(settings) is not None:
        return None
    known = _given(settings, _OF_SKLEARN)
    parameters = {"max_leaf_nodes" if name == "max_leaves" else name: value for name, value in known.items()}
    return _LINES["sklearn"].format(
        estimator=_estimator(settings),
        rows=_rows(settings, f"from sklearn.tree import {_estimator(settings)}"),
        parameters=_arguments(parameters | {"random_state": 0}),
        way=text_of(way_to(tree, node)),
        half="0.5 * " if _is_regression(settings) else "",
        prediction=(
            'f"mean {tree.value[node].item():.6g}"'
            if _is_regression(settings)
            else 'f"class {class_names[tree.value[node][0].argmax()]}"'
        ),
    )


def why_no_sklearn(settings: TreeSettings) -> str | None:
    """Why scikit-learn cannot grow the same tree, in a sentence; None where it can."""
    if categorical_features(settings.data):
        return "scikit-learn's trees know no categories: they would cut the codes as if they were numbers."
    if settings.missing != "learn" and has_gaps(settings.data):
        return 'scikit-learn learns where rows without a value go: it knows no missing="left".'
    if settings.purity_stop is not None:
        return "scikit-learn has no purity_stop: it splits every node that is not pure."
    # Without a limit the order of the splits does not change the tree.
    if settings.max_leaves is not None and settings.grow_policy == "depthwise":
        return "With a limit on the leaves scikit-learn always grows best first."
    return None


def _given(settings: TreeSettings, names: Iterable[str]) -> dict[str, Any]:
    """The parameters among some names that the estimator has, and its defaults do not say."""
    taken = [name for name in names if name not in OF_CLASSES or not _is_regression(settings)]
    return {name: getattr(settings, name) for name in taken if getattr(settings, name) != DEFAULTS[name]}


def _is_regression(settings: TreeSettings) -> bool:
    return DATASETS[settings.data].task == "regression"


def _estimator(settings: TreeSettings) -> str:
    return "DecisionTreeRegressor" if _is_regression(settings) else "DecisionTreeClassifier"


def _arguments(values: dict[str, Any]) -> str:
    return ", ".join(f"{name}={text_of(value)}" for name, value in values.items())


def _rows(settings: TreeSettings, *imports: str) -> str:
    rows = data_lines(settings.data, settings.noise, settings.seed)
    return rows.after(*imports) + names_lines(settings.data, classes=True)
