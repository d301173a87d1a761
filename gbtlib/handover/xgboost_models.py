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

from gbtlib.handover.fields import Field, Floats, Integers, check_count, document_of
from gbtlib.handover.node_checks import MOST_OUTPUTS, MOST_TREES, opened_model, opened_tree
from gbtlib.handover.opened import Arithmetic, Categories, OpenedModel, OpenedTree

XGBOOST = Arithmetic(True, np.float32, np.float32, listed_left=False, category="unless negative")
PRUNED = 2**31 - 1  # the feature of a node that pruning took away: include/xgboost/tree_model.h, MarkDelete
LARGEST_CATEGORY = 2**24
LOGISTIC = ("binary:logistic", "reg:logistic")  # not binary:logitraw: its base score is a raw prediction
EXPONENTIAL = ("count:poisson", "reg:gamma", "reg:tweedie", "survival:cox", "survival:aft")
LINKS = dict.fromkeys(LOGISTIC, "logistic") | dict.fromkeys(EXPONENTIAL, "exp")
LINKS |= dict.fromkeys(("multi:softprob", "multi:softmax"), "softmax")
COLUMNS: dict[str, tuple[str, Callable[[Field, int], Floats | Integers]]] = {
    "feature": ("split_indices", partial(Field.whole_numbers, most=2**32 - 1)),
    "children_right": ("right_children", Field.whole_numbers),
    "default_left": ("default_left", Field.real_numbers),
    "threshold": ("split_conditions", Field.float32_numbers),
    "leaf_value": ("split_conditions", Field.float32_numbers),
    "told": ("base_weights", Field.float32_numbers),
    "cover": ("sum_hessian", Field.float32_numbers),
    "gain": ("loss_changes", Field.float32_numbers),
}


def from_xgboost(model: str | bytes | bytearray) -> OpenedModel:
    """The trees of an XGBoost model, of its JSON text, JSON bytes or UBJSON: all give the same.

    Read are the boosters gbtree and dart, with categories, classes and several trees a round. Its raw
    prediction has XGBoost's bits.
    Errors: ValueError with the place and the rule for a damaged file, and for what cannot be carried:
    gblinear, and trees with vector leaves.
    """
    document = document_of(model)
    if "Model" in document.as_object:  # what a Booster pickles
        document = document["Model"]
    learner = document["learner"]
    told, boosted = learner["learner_model_param"], booster_of(learner["gradient_booster"])
    sizes = (told.get(name, 1).whole_number(MOST_OUTPUTS) for name in ("num_class", "num_target"))
    n_outputs, n_features = max(1, *sizes), told["num_feature"].whole_number()
    trees = [tree_of_part(each, n_features) for each in boosted["trees"].entries("tree", MOST_TREES)]
    scores = base_scores(told.get("base_score", "0.5"), n_outputs)
    objective, settings = objective_of(learner)
    dropped, attributes = boosted["weight_drop"].float32_numbers(), learner.get("attributes", {})
    if len(dropped) > len(trees) or not np.isfinite(dropped).all():
        raise ValueError("weight_drop must be a finite number for each tree at most")
    best = attributes.get("best_iteration", "-1")
    return opened_model(
        *("xgboost", XGBOOST, trees, raw_base(objective, scores)),
        **rounds_of(boosted, len(trees), n_outputs),
        tree_weight=np.append(dropped, np.ones(len(trees) - len(dropped))),  # 1 where DART told none
        n_features=n_features,
        link=LINKS.get(objective, "identity"),
        objective=objective,
        best_round=None if best.value in (None, "-1", -1) else best.whole_number(),
        base_told=tuple(scores.tolist()),
        feature_names=tuple(map(str, learner.get("feature_names", []).as_list)),
        params=settings,
        notes=("each tree has a weight of its own (DART)",) if len(dropped) else (),
        attributes=attributes.as_object,
        version=".".join(map(str, document.get("version", []).as_list))[:20],
        category_names=category_names_of(boosted),
    )


def objective_of(learner: Field) -> tuple[str, dict[str, Any]]:
    """Its name, and the parameters in all its blocks. Errors: ValueError where it is no object."""
    told = learner.get("objective", {})
    if not isinstance(told.value, dict):
        raise ValueError(f"the objective is {str(told.value)[:40]!r}; it must be an object of its parameters")
    blocks = [block for block in told.value.values() if isinstance(block, dict)]
    settings = {name: value for block in blocks for name, value in block.items() if isinstance(value, str)}
    return str(told.value.get("name", "")), settings


def booster_of(booster: Field) -> Field:
    """The part with the trees, and weights of DART in it. Errors: ValueError for another booster."""
    name = booster.get("name", "gbtree").value
    if name not in ("gbtree", "dart"):
        raise ValueError(f"the booster is {str(name)[:40]!r}; only gbtree and dart have trees")
    boosted = (booster.get("gbtree", booster.value) if name == "dart" else booster)["model"]
    return Field({"weight_drop": booster.get("weight_drop", ()).value} | boosted.as_object, boosted.place)


def rounds_of(boosted: Field, n_trees: int, n_outputs: int) -> dict[str, Any]:
    """The output of each tree, and the first tree of each round: files before 2.0 tell the trees of one."""
    outputs = boosted["tree_info"].whole_numbers(n_trees)
    if n_trees and not 0 <= outputs.min() <= outputs.max() < n_outputs:
        raise ValueError(f"tree_info names an output that is not 0 to {n_outputs - 1}")
    parallel = boosted.get("gbtree_model_param", {}).get("num_parallel_tree", 1).whole_number()
    every = np.arange(0, n_trees + 1, max(parallel, 1) * n_outputs)
    starts = boosted.get("iteration_indptr", every).whole_numbers()
    if len(starts) == 0 or starts[0] != 0 or starts[-1] != n_trees or (np.diff(starts) < 0).any():
        raise ValueError(f"iteration_indptr must rise from 0 to {n_trees}, the number of trees")
    return {"tree_output": outputs, "round_starts": starts}


def category_names_of(boosted: Field) -> dict[int, tuple[str, ...]]:
    """What categories are called, by feature, from XGBoost 3.1 on: letters in a row, or numbers."""
    found: dict[int, tuple[str, ...]] = {}
    for feature, each in enumerate(boosted.get("cats", {}).get("enc", []).as_list):
        told = Field(each, "cats")
        values, ends = told.get("values", []), told.get("offsets", None)
        if ends.value is None:
            names = tuple(f"{value:g}" for value in values.real_numbers())
        else:
            letters = values.whole_numbers(most=255).astype(np.uint8).tobytes()
            spans = pairwise(ends.whole_numbers().tolist())
            names = tuple(letters[start:end].decode("utf-8", "replace") for start, end in spans)
        if names:
            found[feature] = names
    return found


def base_scores(told: Field, n_outputs: int) -> Floats:
    """base_score: "5E-1" up to XGBoost 3.0, "[5E-1]" or one for each output from 3.1 on; float32's values."""
    listed = Field(str(told.value).strip("[]()").replace(",", " "), told.place)
    scores = listed.float32_numbers()
    if len(scores) not in (1, n_outputs) or not np.isfinite(scores).all():
        raise ValueError(f"base_score must be one finite number, or one for each of {n_outputs} outputs")
    return np.resize(scores, n_outputs)


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


def tree_of_part(tree: Field, n_features: int) -> OpenedTree:
    """One tree of the file."""
    params = tree.get("tree_param", {})
    if params.get("size_leaf_vector", 0).whole_number() > 1:
        raise ValueError(f"{tree.place} has vector leaves (multi_output_tree), which are not read")
    left = tree["left_children"].whole_numbers()
    said = params.get("num_nodes", len(left)).whole_number()
    if said != len(left):
        raise ValueError(f"{tree.place} has {len(left)} nodes and its num_nodes says {said}")
    columns = {ours: read(tree[theirs], len(left)) for ours, (theirs, read) in COLUMNS.items()}
    columns["children_left"] = left
    pruned = columns["feature"] == PRUNED
    return opened_tree(tree.place, n_features, columns, categories_of(tree, left), pruned)


def categories_of(tree: Field, left: Integers) -> Categories:
    """By node, the categories that go right."""
    place = tree.place
    names = ("categories_nodes", "categories_segments", "categories_sizes", "categories", "split_type")
    nodes, starts, sizes, listed, kinds = (tree.get(name, []).whole_numbers() for name in names)
    found: dict[int, Integers] = {}
    if not len(nodes) == len(starts) == len(sizes):
        raise ValueError(f"{place} must have a segment of categories for each categorical node")
    are_within = (sizes >= 0) & (starts >= 0) & (starts <= len(listed) - sizes)
    if sizes.sum() > len(listed) or not are_within.all():
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
