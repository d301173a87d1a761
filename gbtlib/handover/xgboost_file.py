"""to_xgboost: a boosted model of gbtlib as the JSON text that XGBoost loads."""

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from gbtlib.core.tree import Tree
from gbtlib.handover.fields import Floats
from gbtlib.handover.outgoing import Outgoing, next_below, outgoing
from gbtlib.handover.xgboost_models import raw_base
from gbtlib.loops.trees import NO_SIDE

OBJECTIVES = {"squared_error": "reg:squarederror", "absolute_error": "reg:absoluteerror"}
OBJECTIVES |= {"logistic": "binary:logistic", "softmax": "multi:softprob"}
NO_PARENT = 2**31 - 1
NEAREST_TO_CERTAIN = 1e-6  # what XGBoost's float32 base score keeps of a probability near 0 or 1
VERSION = [3, 1, 0]  # that files of XGBoost have from 3.1 on, where a class may have a base score of its own


def to_xgboost(model: Any) -> str:
    """The JSON text of a fitted GradientBoostingRegressor or GradientBoostingClassifier, for XGBoost 3.1 on.

    Rows of float32 go down the trees as here, exactly on thresholds too: x <= t here is x < t' there, with
    the next float32 above t. XGBoost adds up in float32, so that raw predictions differ by rounding. What is
    left of the start, which XGBoost keeps as a float32 probability, goes into the leaves of the first round.
    Features with categories take their codes: the place in features_.categories. A code that is none goes
    left there, and the default way here. Of DART and of a fit that stopped early it has the trees that
    predict, with their weights in the leaves. For two labels XGBoost predicts the second one's probability.
    Errors: ValueError for a loss that XGBoost has not, surrogates, or another kind of model.
    """
    found = sent_to_xgboost(model)
    objective, n_outputs, features, scores = found.objective, found.n_outputs, found.features, found.start
    if objective == "binary:logistic":
        scores = np.clip(expit(scores), NEAREST_TO_CERTAIN, 1 - NEAREST_TO_CERTAIN)
    left = found.start - raw_base(objective, scores.astype(np.float32).astype(np.float64))
    trees = [
        tree_part(number, tree, value[:, 0], left[k] if number < n_outputs else 0.0)
        for number, (tree, value, k) in enumerate(found.trees)
    ]
    settings = {
        "binary:logistic": {"reg_loss_param": {"scale_pos_weight": "1"}},
        "multi:softprob": {"softmax_multiclass_param": {"num_class": str(n_outputs)}},
    }
    learner = {
        "attributes": {},
        "feature_names": list(map(str, features.names)) if features.named else [],
        "feature_types": ["q" if known is None else "c" for known in features.categories],
        "gradient_booster": {"model": booster_part(trees, n_outputs), "name": "gbtree"},
        "learner_model_param": {
            "base_score": "[" + ",".join(f"{score:.9E}" for score in scores) + "]",
            "boost_from_average": "0",
            "num_class": str(n_outputs if n_outputs > 1 else 0),
            "num_feature": str(features.n_features),
            "num_target": "1",
        },
        "objective": {"name": objective} | settings.get(objective, {}),
    }
    return json.dumps({"learner": learner, "version": VERSION})


def sent_to_xgboost(model: Any) -> Outgoing:
    """What is written of a model. Errors: ValueError, see to_xgboost."""
    return outgoing(model, "XGBoost", OBJECTIVES)


def booster_part(trees: list[dict[str, Any]], n_outputs: int) -> dict[str, Any]:
    """What the file says of all trees."""
    return {
        "cats": {"enc": [], "feature_segments": [], "sorted_idx": []},
        "gbtree_model_param": {"num_parallel_tree": "1", "num_trees": str(len(trees))},
        "iteration_indptr": list(range(0, len(trees) + 1, n_outputs)),
        "tree_info": [number % n_outputs for number in range(len(trees))],
        "trees": trees,
    }


def tree_part(number: int, tree: Tree, adds: Floats, more: float) -> dict[str, Any]:
    """One tree; adds: in its nodes, (n_nodes,); `more` goes to all its leaves."""
    leaf = tree.is_leaf
    value = np.where(leaf, adds + more, next_above(tree.threshold))
    categories, nodes = [], []
    if tree.category_sides is not None:
        sides = np.where(tree.category_sides == NO_SIDE, tree.default_left[:, None], tree.category_sides)
        nodes = np.flatnonzero(~leaf & (tree.category_sides != NO_SIDE).any(axis=1)).tolist()
        categories = [np.flatnonzero(sides[node] == 0).tolist() for node in nodes]
        value[nodes] = 0.0
    sizes = [len(listed) for listed in categories]
    parent = np.full(tree.n_nodes, NO_PARENT)
    for children in (tree.children_left, tree.children_right):
        parent[children[~leaf]] = np.flatnonzero(~leaf)
    floats = {
        "base_weights": np.where(leaf, adds, tree.weight),
        "loss_changes": np.where(leaf, 0.0, 2 * tree.gain),  # XGBoost's gain lacks the factor 1/2
        "split_conditions": value,
        "sum_hessian": tree.H,
    }
    return {name: float32_list(values) for name, values in floats.items()} | {
        "categories": [code for listed in categories for code in listed],
        "categories_nodes": nodes,
        "categories_segments": np.cumsum([0, *sizes])[:-1].tolist(),
        "categories_sizes": sizes,
        "default_left": np.where(leaf, 0, tree.default_left).tolist(),
        "id": number,
        "left_children": tree.children_left.tolist(),
        "parents": parent.tolist(),
        "right_children": tree.children_right.tolist(),
        "split_indices": np.where(leaf, 0, tree.feature).tolist(),
        "split_type": np.isin(np.arange(tree.n_nodes), nodes).astype(int).tolist(),
        "tree_param": {
            "num_deleted": "0",
            "num_feature": str(tree.n_features),
            "num_nodes": str(tree.n_nodes),
            "size_leaf_vector": "1",
        },
    }


def next_above(threshold: Floats) -> Floats:
    """The smallest float32 above each threshold: x <= threshold is x < it for every float32 x."""
    below = next_below(threshold).astype(np.float32)
    return np.nextafter(below, np.float32(np.inf)).astype(np.float64)


def float32_list(values: NDArray[Any]) -> list[float]:
    """float32's numbers as decimals that read back as they are; NaN, as where nothing is told, is 0."""
    with np.errstate(over="ignore"):
        return [float(str(value)) for value in np.nan_to_num(values.astype(np.float32), nan=0.0)]
