"""from_catboost: what a model file of CatBoost in JSON says, without CatBoost.

Sources, in CatBoost: catboost/libs/model/model_export/json_model_helpers.cpp (the file), and
catboost/libs/model/cpu/evaluator_impl.cpp: a split is x > border in float32, its answer one bit of the leaf's
number; leaf values are added in float64, then scaled, then the bias is added.
"""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from gbtlib.handover.fields import Floats, document_of, part, real_numbers, whole_number
from gbtlib.handover.node_checks import MOST_OUTPUTS, listed_trees, opened_model, opened_tree
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
    features, names = features_of(part(document, "features_info"))
    scale, bias = scale_and_bias(part(document, "scale_and_bias"))
    name = "oblivious_trees" if "oblivious_trees" in document else "trees"
    read = symmetric_tree if name == "oblivious_trees" else other_tree
    read_one = partial(read, features=features, n_outputs=len(bias))
    trees = listed_trees(name, part(document, name), read_one)
    params = part(document, "model_info", "params", default={})
    loss = str(part(params, "loss_function", "type", default=""))
    settings: dict[str, Any] = {}
    for name in ("boosting_options", "tree_learner_options"):
        block = part(params, name, default={})
        settings |= block if isinstance(block, dict) else {}
    for name in ("l2_leaf_reg", "learning_rate"):
        if name in settings:
            settings[name] = float(real_numbers(name, [settings[name]], 1)[0])
    return opened_model(
        *("catboost", CATBOOST, trees, bias),
        tree_weight=np.full(len(trees), scale),
        n_features=len(features),
        link=LINKS.get(loss, "identity"),
        objective=loss,
        feature_names=names,
        params=settings,
    )


def features_of(infos: Any) -> tuple[list[Feature], tuple[str, ...]]:
    """The features by the number that splits have for them, and their names if they have any."""
    for name, words in NOT_READ.items():
        if part(infos, name, default=None):
            raise ValueError(f"the model has {words}, which are not read")
    listed = part(infos, "float_features")
    if not isinstance(listed, list) or not listed:
        raise ValueError("float_features must be a list of one feature at least")
    found, names = [], [str(part(each, "feature_id", default="")) for each in listed]
    for i, each in enumerate(listed):
        place = f"float feature {i} flat_feature_index"
        column = whole_number(place, part(each, "flat_feature_index"), len(listed) - 1)
        treatment = str(part(each, "nan_value_treatment", default="AsIs"))
        if treatment not in NAN_GOES_LEFT:
            raise ValueError(
                f"float feature {i} nan_value_treatment must be one of {', '.join(NAN_GOES_LEFT)}"
            )
        found.append((column, NAN_GOES_LEFT[treatment]))
    return found, tuple(names) if all(names) else ()


def scale_and_bias(told: Any) -> tuple[float, Floats]:
    """What the sum is multiplied with, and what is added to it, one an output."""
    pair = told if isinstance(told, list) and len(told) == 2 else [0, []]
    found = real_numbers("scale_and_bias", [pair[0], *(pair[1] if isinstance(pair[1], list) else pair[1:])])
    if not (np.isfinite(found).all() and 2 <= len(found) <= MOST_OUTPUTS):
        raise ValueError("scale_and_bias must hold a finite number, and one for each output")
    return float(found[0]), found[1:]


def split_of(place: str, split: Any, features: list[Feature]) -> tuple[int, float, bool]:
    """The column, the border and whether NaN goes left."""
    kind = part(split, "split_type")
    if kind != "FloatFeature":
        raise ValueError(f"{place} has a split of type {str(kind)[:40]!r}; only FloatFeature is read")
    place, most = f"{place} float_feature_index", len(features) - 1
    column, goes_left = features[whole_number(place, part(split, "float_feature_index"), most)]
    return column, float(real_numbers("border", [part(split, "border")], 1)[0]), goes_left


def symmetric_tree(place: str, tree: Any, features: list[Feature], n_outputs: int) -> OpenedTree:
    """All nodes of a level ask the same: split i answers bit i of the leaf's number."""
    splits = part(tree, "splits", default=None) or []
    if not isinstance(splits, list) or len(splits) > DEEPEST:
        raise ValueError(f"{place} splits must be a list of at most {DEEPEST}")
    asked, n_leaves = [split_of(place, split, features) for split in splits], 1 << len(splits)
    values = real_numbers(f"{place} leaf_values", part(tree, "leaf_values"), n_outputs * n_leaves)
    weights = real_numbers(f"{place} leaf_weights", part(tree, "leaf_weights"), n_leaves)
    level: list[Node] = [
        (None, *both) for both in zip(values.reshape(n_leaves, n_outputs), weights, strict=True)
    ]
    for split in reversed(asked):
        half = len(level) // 2
        level = [(split, *both) for both in zip(level[:half], level[half:], strict=True)]
    return tree_of_nodes(place, level[0], len(features))


def other_tree(place: str, tree: Any, features: list[Feature], n_outputs: int) -> OpenedTree:
    """Nodes within nodes, as Depthwise and Lossguide have them: left where the answer is no."""

    def node_of(node: Any, depth: int) -> Node:
        if depth > DEEPEST:
            raise ValueError(f"{place} is deeper than {DEEPEST} splits")
        split = part(node, "split", default=None)
        if split is not None:
            left, right = (node_of(part(node, side), depth + 1) for side in ("left", "right"))
            return split_of(place, split, features), left, right
        value, weight = part(node, "value"), real_numbers(f"{place} weight", [part(node, "weight")], 1)[0]
        return None, real_numbers(f"{place} value", np.atleast_1d(value), n_outputs), weight

    return tree_of_nodes(place, node_of(tree, 0), len(features))


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
    leaf_value = np.array(np.broadcast_arrays(*values))
    columns["leaf_value"] = leaf_value[:, 0] if leaf_value.shape[1] == 1 else leaf_value
    found = opened_tree(place, n_features, columns)
    return replace(found, cover=found.sums(found.cover))
