"""from_xgboost: what a model file of XGBoost says, without XGBoost.

Sources, in XGBoost: src/tree/tree_model.cc LoadModelImpl and LoadCategoricalSplit; src/gbm/gbtree_model.cc
LoadModel; src/gbm/gbtree.cc LoadModel (DART, old and new); src/common/param_array.cc (base_score);
src/predictor/predict_fn.h GetDecision.
"""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from gbtlib.handover.fields import (
    Floats,
    Integers,
    check_count,
    document_of,
    float32_numbers,
    part,
    real_numbers,
    whole_number,
    whole_numbers,
)
from gbtlib.handover.node_checks import MOST_OUTPUTS, listed_trees, opened_model, opened_tree
from gbtlib.handover.opened import Arithmetic, Categories, OpenedModel, OpenedTree

XGBOOST = Arithmetic(True, np.float32, np.float32, listed_left=False, category="unless negative")
PRUNED = 2**31 - 1  # the feature of a node that pruning took away: include/xgboost/tree_model.h, MarkDelete
LARGEST_CATEGORY = 2**24
LOGISTIC = ("binary:logistic", "reg:logistic")  # not binary:logitraw: its base score is a raw prediction
EXPONENTIAL = ("count:poisson", "reg:gamma", "reg:tweedie", "survival:cox", "survival:aft")
LINKS = dict.fromkeys(LOGISTIC, "logistic") | dict.fromkeys(EXPONENTIAL, "exp")
LINKS |= dict.fromkeys(("multi:softprob", "multi:softmax"), "softmax")
COLUMNS: dict[str, tuple[str, Callable[..., Floats | Integers]]] = {
    "feature": ("split_indices", partial(whole_numbers, most=2**32)),
    "children_right": ("right_children", whole_numbers),
    "default_left": ("default_left", real_numbers),
    "threshold": ("split_conditions", float32_numbers),
    "leaf_value": ("split_conditions", float32_numbers),
    "told": ("base_weights", float32_numbers),
    "cover": ("sum_hessian", float32_numbers),
    "gain": ("loss_changes", float32_numbers),
}


def from_xgboost(model: str | bytes | bytearray) -> OpenedModel:
    """The trees of an XGBoost model, of its JSON text, JSON bytes or UBJSON: all give the same.

    Read are the boosters gbtree and dart, with categories, classes and several trees a round. Its raw
    prediction has XGBoost's bits.
    Errors: ValueError with the place and the rule for a damaged file, and for what cannot be carried:
    gblinear, and trees with vector leaves.
    """
    document = document_of(model)
    document = part(document, "Model", default=document)  # what a Booster pickles
    learner = part(document, "learner")
    told = part(learner, "learner_model_param")
    boosted, dropped = booster_of(part(learner, "gradient_booster"))
    sizes = (part(told, name, default=1) for name in ("num_class", "num_target"))
    n_outputs = max(1, *(whole_number("num_class", size, MOST_OUTPUTS) for size in sizes))
    n_features = whole_number("num_feature", part(told, "num_feature"))
    read = partial(tree_of_part, n_features=n_features)
    trees = listed_trees("trees", part(boosted, "trees"), read)
    objective = str(part(learner, "objective", "name", default=""))
    scores = base_scores(part(told, "base_score", default="0.5"), n_outputs)
    attributes = part(learner, "attributes", default={})
    best = part(attributes, "best_iteration", default=None)
    names = part(learner, "feature_names", default=[])
    version = part(document, "version", default=None)
    return opened_model(
        *("xgboost", XGBOOST, trees, raw_base(objective, scores)),
        **rounds_of(boosted, len(trees), n_outputs),
        tree_weight=weights_of([] if dropped is None else dropped, len(trees)),
        n_features=n_features,
        link=LINKS.get(objective, "identity"),
        objective=objective,
        best_round=None if best in (None, "-1", -1) else whole_number("best_iteration", best),
        base_told=tuple(scores.tolist()),
        feature_names=tuple(map(str, names)) if isinstance(names, list) else (),
        params=settings_of(learner),
        notes=("each tree has a weight of its own (DART)",) if dropped else (),
        attributes=dict(attributes) if isinstance(attributes, dict) else {},
        version=".".join(map(str, version))[:20] if isinstance(version, list) else "",
        category_names=category_names_of(boosted),
    )


def weights_of(dropped: Any, n_trees: int) -> Floats:
    """The weight of each tree: 1 where DART has told none."""
    found = float32_numbers("weight_drop", dropped)
    if len(found) > n_trees or not np.isfinite(found).all():
        raise ValueError("weight_drop must be a finite number for each tree at most")
    return np.append(found, np.ones(n_trees - len(found)))


def booster_of(booster: Any) -> tuple[Any, Any]:
    """The part with the trees, and the weights of DART or None. Errors: ValueError for another booster."""
    name = part(booster, "name", default="gbtree")
    if name not in ("gbtree", "dart"):
        raise ValueError(f"the booster is {str(name)[:40]!r}; only gbtree and dart have trees")
    boosted = part(part(booster, "gbtree", default=booster) if name == "dart" else booster, "model")
    return boosted, part(boosted, "weight_drop", default=part(booster, "weight_drop", default=None))


def rounds_of(boosted: Any, n_trees: int, n_outputs: int) -> dict[str, Any]:
    """The output of each tree, and the first tree of each round: files before 2.0 tell the trees of one."""
    outputs = whole_numbers("tree_info", part(boosted, "tree_info"), n_trees)
    if n_trees and not 0 <= outputs.min() <= outputs.max() < n_outputs:
        raise ValueError(f"tree_info names an output that is not 0 to {n_outputs - 1}")
    parallel = part(boosted, "gbtree_model_param", "num_parallel_tree", default=1)
    each = max(whole_number("num_parallel_tree", parallel), 1) * n_outputs
    told = part(boosted, "iteration_indptr", default=np.arange(0, n_trees + 1, each))
    starts = whole_numbers("iteration_indptr", told)
    if len(starts) == 0 or starts[0] != 0 or starts[-1] != n_trees or (np.diff(starts) < 0).any():
        raise ValueError(f"iteration_indptr must rise from 0 to {n_trees}, the number of trees")
    return {"tree_output": outputs, "round_starts": starts}


def category_names_of(boosted: Any) -> dict[int, tuple[str, ...]]:
    """What categories are called, by feature, from XGBoost 3.1 on: letters in a row, or numbers."""
    found: dict[int, tuple[str, ...]] = {}
    listed = part(boosted, "cats", "enc", default=[])
    for feature, each in enumerate(listed if isinstance(listed, list) else []):
        values = part(each, "values", default=[])
        ends = part(each, "offsets", default=None)
        if ends is None:
            found[feature] = tuple(f"{value:g}" for value in real_numbers("cats values", values))
            continue
        letters = whole_numbers("cats values", values, most=255).astype(np.uint8).tobytes()
        spans = pairwise(whole_numbers("cats offsets", ends).tolist())
        found[feature] = tuple(letters[start:end].decode("utf-8", "replace") for start, end in spans)
    return {feature: names for feature, names in found.items() if names}


def settings_of(learner: Any) -> dict[str, Any]:
    """The parameters of the objective, as the file has them. Errors: ValueError where it is no object."""
    objective = part(learner, "objective", default={})
    if not isinstance(objective, dict):
        raise ValueError(f"the objective is {str(objective)[:40]!r}; it must be an object of its parameters")
    blocks = [block for block in objective.values() if isinstance(block, dict)]
    return {name: value for block in blocks for name, value in block.items() if isinstance(value, str)}


def base_scores(told: Any, n_outputs: int) -> Floats:
    """base_score: "5E-1" up to XGBoost 3.0, "[5E-1]" or one for each output from 3.1 on; float32's values."""
    try:
        scores = np.array([float(each) for each in str(told).strip("[]()").split(",")])
    except ValueError:
        raise ValueError(f"base_score is {str(told)[:60]!r}; it must be a number or a list of them") from None
    if len(scores) not in (1, n_outputs) or not (np.abs(scores) < 3e38).all():
        raise ValueError(f"base_score must be one finite number, or one for each of {n_outputs} outputs")
    return np.resize(scores, n_outputs).astype(np.float32).astype(np.float64)


def raw_base(objective: str, scores: Floats) -> Floats:
    """The base scores as raw predictions, with the bits of XGBoost's float32 (ProbToMargin of the objective).

    The logarithm is taken in float64 and rounded: that has the bits of logf, numpy's float32 one has not.
    """
    found = scores
    with np.errstate(divide="ignore", invalid="ignore"):
        if objective in LOGISTIC:
            odds = np.float32(1) / scores.astype(np.float32) - np.float32(1)
            found = -np.log(odds.astype(np.float64))
        elif objective in EXPONENTIAL:
            found = np.log(scores)
    if not np.isfinite(found).all():
        raise ValueError(f"base_score {scores[0]} is no prediction that {objective} can make")
    return found.astype(np.float32).astype(np.float64)


def tree_of_part(place: str, tree: Any, n_features: int) -> OpenedTree:
    """One tree of the file."""
    vector = part(tree, "tree_param", "size_leaf_vector", default=0)
    if whole_number(f"{place} size_leaf_vector", vector) > 1:
        raise ValueError(f"{place} has vector leaves (multi_output_tree), which are not read")
    left = whole_numbers(f"{place} left_children", part(tree, "left_children"))
    n_nodes = len(left)
    said = whole_number(f"{place} num_nodes", part(tree, "tree_param", "num_nodes", default=n_nodes))
    if said != n_nodes:
        raise ValueError(f"{place} has {n_nodes} nodes and its num_nodes says {said}")
    columns = {"children_left": left} | {
        ours: read(f"{place} {theirs}", part(tree, theirs), n_nodes)
        for ours, (theirs, read) in COLUMNS.items()
    }
    pruned = columns["feature"] == PRUNED
    return opened_tree(place, n_features, columns, categories_of(place, tree, left), pruned)


def categories_of(place: str, tree: Any, left: Integers) -> Categories:
    """By node, the categories that go right."""
    names = ("categories_nodes", "categories_segments", "categories_sizes", "categories", "split_type")
    told = (whole_numbers(f"{place} {name}", part(tree, name, default=[])) for name in names)
    nodes, starts, sizes, listed, kinds = told
    found: dict[int, Integers] = {}
    if not len(nodes) == len(starts) == len(sizes):
        raise ValueError(f"{place} must have a segment of categories for each categorical node")
    if sizes.sum() > len(listed) or (sizes < 0).any() or (starts < 0).any():
        raise ValueError(f"{place} has {len(listed)} categories; its segments must lie within them")
    for node, start, size in zip(nodes.tolist(), starts.tolist(), sizes.tolist(), strict=True):
        chosen = np.unique(listed[start : start + size])
        if not 0 <= node < len(left) or not len(chosen) or chosen[0] < 0 or chosen[-1] >= LARGEST_CATEGORY:
            raise ValueError(f"{place} node {node} must list categories of 0 to {LARGEST_CATEGORY - 1}")
        found[node] = chosen
    check_count(f"{place} split_type", kinds, len(left) if len(kinds) else None)
    if not set(np.flatnonzero((kinds == 1) & (left[: len(kinds)] >= 0)).tolist()) <= set(found):
        raise ValueError(f"{place} has a split by category that lists none")
    return found
