"""from_catboost: what a model file of CatBoost in JSON says, without CatBoost.

Sources, in CatBoost: catboost/libs/model/model_export/json_model_helpers.cpp (the file), and
catboost/libs/model/cpu/evaluator_impl.cpp: a split is x > border in float32, its answer one bit of the leaf's
number; leaf values are added in float64, then scaled, then the bias is added.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from gbtlib.handover.fields import Field, Floats, document_of
from gbtlib.handover.node_checks import MOST_OUTPUTS, MOST_TREES, opened_model, opened_tree
from gbtlib.handover.opened import Arithmetic, OpenedModel, OpenedTree

CATBOOST = Arithmetic(strict=False, rows=np.float32, sums=np.float64)
DEEPEST = 16  # that CatBoost grows
NOT_READ = {"categorical_features": "categories, which the file has as hashes of their texts"}
NOT_READ |= {"text_features": "text features", "embedding_features": "embeddings", "ctrs": "CTRs"}
LINKS = {"Logloss": "logistic", "CrossEntropy": "logistic", "MultiClassOneVsAll": "logistic"}
LINKS |= {"MultiClass": "softmax", "Poisson": "exp", "Tweedie": "exp"}
NAN_GOES_LEFT = {"AsFalse": True, "AsIs": True, "AsTrue": False}  # x > border is false for NaN itself

Feature = tuple[int, bool]  # its column, and whether NaN goes left
Node = tuple[Any, Any, Any]  # its split and its children, or None, its values and its weight


def from_catboost(model: str | bytes | bytearray) -> OpenedModel:
    """The trees of a CatBoost model that was saved with format="json", of numbers alone.

    Symmetric trees and those of Depthwise and Lossguide; several classes. Its raw prediction is CatBoost's
    but for the order of sums (1e-15). Errors: ValueError with the place and the rule for a damaged file, and
    by name for what is not carried: categories, CTRs, text, embeddings.
    """
    document = document_of(model)
    features, names = features_of(document["features_info"])
    scale, bias = scale_and_bias(document["scale_and_bias"])
    name = "oblivious_trees" if "oblivious_trees" in document.as_object else "trees"
    read = symmetric_tree if name == "oblivious_trees" else other_tree
    trees = [read(each, features, len(bias)) for each in document[name].entries("tree", MOST_TREES)]
    params = document.get("model_info", {}).get("params", {})
    loss = str(params.get("loss_function", {}).get("type", "").value)
    blocks = (params.get(name, {}).as_object for name in ("boosting_options", "tree_learner_options"))
    settings = {name: value for block in blocks for name, value in block.items()}
    for name in settings.keys() & {"l2_leaf_reg", "learning_rate"}:
        settings[name] = Field(settings[name], name).real_number()
    return opened_model(
        *("catboost", CATBOOST, trees, bias),
        tree_weight=np.full(len(trees), scale),
        n_features=len(features),
        link=LINKS.get(loss, "identity"),
        objective=loss,
        feature_names=names,
        params=settings,
    )


def features_of(infos: Field) -> tuple[list[Feature], tuple[str, ...]]:
    """The features by the number that splits have for them, and their names if they have any."""
    for name, words in NOT_READ.items():
        if infos.as_object.get(name):
            raise ValueError(f"the model has {words}, which are not read")
    told = infos["float_features"].as_list
    listed = [Field(each, f"float feature {i}") for i, each in enumerate(told)]
    if not listed:
        raise ValueError("float_features must be a list of one feature at least")
    found, names = [], [str(each.get("feature_id", "").value) for each in listed]
    for each in listed:
        treatment = str(each.get("nan_value_treatment", "AsIs").value)
        if treatment not in NAN_GOES_LEFT:
            raise ValueError(f"{each.place} nan_value_treatment must be one of {', '.join(NAN_GOES_LEFT)}")
        found.append((each["flat_feature_index"].whole_number(len(listed) - 1), NAN_GOES_LEFT[treatment]))
    return found, tuple(names) if all(names) else ()


def scale_and_bias(told: Field) -> tuple[float, Floats]:
    """What the sum is multiplied with, and what is added to it, one an output."""
    scale, bias = told.value if isinstance(told.value, list) and len(told.value) == 2 else (0, [])
    found = Field([scale, *(bias if isinstance(bias, list) else [bias])], told.place).real_numbers()
    if not (np.isfinite(found).all() and 2 <= len(found) <= MOST_OUTPUTS):
        raise ValueError("scale_and_bias must hold a finite number, and one for each output")
    return float(found[0]), found[1:]


def split_of(split: Field, features: list[Feature]) -> tuple[int, float, bool]:
    """The column, the border and whether NaN goes left."""
    kind = split["split_type"].value
    if kind != "FloatFeature":
        raise ValueError(f"{split.place} is of type {str(kind)[:40]!r}; only FloatFeature is read")
    column, goes_left = features[split["float_feature_index"].whole_number(len(features) - 1)]
    return column, split["border"].real_number(), goes_left


def symmetric_tree(tree: Field, features: list[Feature], n_outputs: int) -> OpenedTree:
    """All nodes of a level ask the same: split i answers bit i of the leaf's number."""
    splits = Field(tree.get("splits", None).value or [], f"{tree.place} splits")
    asked = [split_of(split, features) for split in splits.entries(f"{tree.place} split", DEEPEST)]
    n_leaves = 1 << len(asked)
    values = tree["leaf_values"].real_numbers(n_outputs * n_leaves).reshape(n_leaves, n_outputs)
    weights = tree["leaf_weights"].real_numbers(n_leaves)
    level: list[Node] = [(None, *both) for both in zip(values, weights, strict=True)]
    for split in reversed(asked):
        half = len(level) // 2
        level = [(split, *both) for both in zip(level[:half], level[half:], strict=True)]
    return tree_of_nodes(tree.place, level[0], len(features))


def other_tree(tree: Field, features: list[Feature], n_outputs: int) -> OpenedTree:
    """Nodes within nodes, as Depthwise and Lossguide have them: left where the answer is no."""

    def node_of(node: Field, depth: int) -> Node:
        if depth > DEEPEST:
            raise ValueError(f"{tree.place} is deeper than {DEEPEST} splits")
        split = node.get("split", None)
        if split.value is not None:
            left, right = (node_of(node[side], depth + 1) for side in ("left", "right"))
            return split_of(split, features), left, right
        value = Field(np.atleast_1d(node["value"].value), f"{node.place} value")
        return None, value.real_numbers(n_outputs), node["weight"].real_number()

    return tree_of_nodes(tree.place, node_of(tree, 0), len(features))


def tree_of_nodes(place: str, root: Node, n_features: int) -> OpenedTree:
    """The record of a tree, its nodes in the order in which they are met, left first."""
    rows: list[tuple[Any, ...]] = []  # column, threshold, whether NaN goes left, children, weight, value

    def number_of(node: Node) -> int:
        (split, first, second), here = node, len(rows)
        rows.append((-1, np.nan, False, -1, -1, second, first))
        if split is not None:
            rows[here] = (*split, number_of(first), number_of(second), 0.0, np.nan)
        return here

    number_of(root)
    names = ("feature", "threshold", "default_left", "children_left", "children_right", "cover")
    *plain, values = zip(*rows, strict=True)
    columns = {name: np.array(column) for name, column in zip(names, plain, strict=True)}
    columns["leaf_value"] = np.array(np.broadcast_arrays(*values))
    found = opened_tree(place, n_features, columns)
    return replace(found, cover=found.sums(found.cover))
