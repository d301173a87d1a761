"""What the readers of model files share: the records of an ensemble and of its trees, each node checked."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gbtlib.checks.given_trees import check_children
from gbtlib.handover.opened import NAN_TAKES_DEFAULT, Arithmetic, Categories, OpenedModel, OpenedTree

MOST_TREES, MOST_OUTPUTS, DEEPEST = 50_000, 10_000, 2_000
TYPES: dict[str, Any] = dict.fromkeys(("feature", "children_left", "children_right", "depth"), np.int32)
TYPES |= {"default_left": np.bool_, "absence": np.int8}  # of all other columns float64
UNTOLD = dict.fromkeys(("told", "cover", "n_samples", "gain", "impurity"), np.nan)
UNTOLD |= {"default_left": 0, "absence": NAN_TAKES_DEFAULT}


def opened_model(
    library: str, arithmetic: Arithmetic, trees: Sequence[OpenedTree], base: Any, **fields: Any
) -> OpenedModel:
    """The record of an ensemble. fields: those of OpenedModel; without them all trees weigh 1, and they take
    turns among the outputs, or have a value for each. Errors: ValueError for too many trees, a part of a
    round, or no start."""
    base, n_trees = np.asarray(base, np.float64), len(trees)
    if not base.size:
        raise ValueError("the start of the prediction has 0 values; it must have one for each output")
    if n_trees > MOST_TREES:
        raise ValueError(f"there are {n_trees} trees; at most {MOST_TREES} are read")
    has_all = n_trees > 0 and trees[0].leaf_value.ndim == 2
    turns = 1 if has_all else len(base)
    if n_trees % turns and "round_starts" not in fields:
        raise ValueError(f"there are {n_trees} trees; they must make whole rounds of {turns}")
    usual = {"tree_output": np.arange(n_trees) % turns - has_all, "tree_weight": np.ones(n_trees)}
    usual["round_starts"] = np.arange(0, n_trees + 1, turns)
    return OpenedModel(library, arithmetic, tuple(trees), base=base, **(usual | fields))


def opened_tree(
    place: str,
    n_features: int,
    columns: Mapping[str, Any],
    categories: Categories | None = None,
    loose: Any = False,
    **others: Any,
) -> OpenedTree:
    """The record of a tree, from one array a field of OpenedTree, all of the same length.

    columns: feature, threshold, children_left, children_right and leaf_value, (n_nodes,) or (n_nodes, K), and
    what else the file has.
    loose: nodes that may hang nowhere; they are dropped. others: fields of OpenedTree that are not arrays.
    Errors: ValueError naming the place, the node and the rule.
    """
    n_nodes = len(columns["feature"])
    if n_nodes == 0:
        raise ValueError(f"{place} has no node; it must have one at least")
    columns = {name: np.full(n_nodes, value) for name, value in UNTOLD.items()} | dict(columns)
    left, right, value = (columns[name] for name in ("children_left", "children_right", "leaf_value"))
    value = value[:, 0] if value.ndim == 2 and value.shape[1] == 1 else value
    try:
        columns["depth"] = check_children(left, right, loose, DEEPEST)
    except ValueError as error:
        raise ValueError(f"{place} {error}") from None
    leaf, kept = left < 0, columns["depth"] >= 0
    number = np.append(np.cumsum(kept) - 1, -1)
    columns["children_left"], columns["children_right"] = number[left], number[right]
    columns["feature"] = np.where(leaf, -1, columns["feature"])
    columns["threshold"] = np.where(leaf, np.nan, columns["threshold"])
    columns["leaf_value"] = np.where(leaf if value.ndim == 1 else leaf[:, None], value, np.nan)
    kinds = {name: TYPES.get(name, np.float64) for name in columns}
    arrays: dict[str, Any] = {name: np.array(columns[name][kept], kind) for name, kind in kinds.items()}
    of_nodes = {int(number[node]): listed for node, listed in (categories or {}).items() if kept[node]}
    found = OpenedTree(**arrays, categories=of_nodes, **others)
    check_questions(place, found, n_features)
    return found


def check_questions(place: str, tree: OpenedTree, n_features: int) -> None:
    """Errors: ValueError for a split or a leaf that says nothing, naming the place, the node and the rule."""
    splits = tree.splits
    asked = tree.feature[splits]
    wrong = splits[(asked < 0) | (asked >= n_features)]
    if len(wrong):
        raise ValueError(f"{place} node {wrong[0]} asks feature {tree.feature[wrong[0]]} of {n_features}")
    wrong = splits[np.isnan(tree.threshold[splits]) & ~np.isin(splits, list(tree.categories))]
    if len(wrong):
        raise ValueError(f"{place} node {wrong[0]} has the threshold NaN; it must be a number")
    if not np.isfinite(tree.leaf_value[tree.is_leaf]).all():
        raise ValueError(f"{place} has a leaf whose value is not finite")
