"""from_sklearn: trees and ensembles of scikit-learn, read off the attributes of fitted estimators.

Sources, in scikit-learn: sklearn/tree/_tree.pyx (float32 rows, float64 thresholds, <=), ensemble/_forest.py,
ensemble/_gb.py, ensemble/_weight_boosting.py; predictor.py, _predictor.pyx of _hist_gradient_boosting.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import numpy as np

from gbtlib.handover.fields import Integers, bytes_of
from gbtlib.handover.node_checks import MOST_TREES, opened_tree
from gbtlib.handover.opened import Arithmetic, OpenedModel, OpenedTree

CART = Arithmetic(strict=False, rows=np.float32, sums=np.float64)
MOST_UNPACKED = 2**28
ARRAYS_ARE_CHECKED = {
    "sklearn.tree._tree.Tree",
    "sklearn.ensemble._hist_gradient_boosting.predictor.TreePredictor",
    "sklearn.utils.validation.check_array",
    "functools.partial",
}
BINNED = Arithmetic(strict=False, rows=np.float64, sums=np.float64, category="if whole")


def from_sklearn(model: Any) -> OpenedModel:
    """The trees of a fitted estimator of scikit-learn, or of the bytes of a skops file where skops is there.

    Read are decision trees, forests, GradientBoosting, HistGradientBoosting and AdaBoost. The raw prediction
    has scikit-learn's bits; for classes, trees and forests predict shares, AdaBoost votes: its decision
    function for two classes is the second column less the first.
    Errors: ValueError for what is not read: pickles, other estimators, several outputs, an `init` that
    answers row by row, categories that are no whole numbers.
    """
    if isinstance(model, bytes | bytearray):
        model = from_skops(bytes_of(model))
    name = type(model).__name__
    read = next((READERS[kind.__name__] for kind in type(model).__mro__ if kind.__name__ in READERS), None)
    if read is None or not type(model).__module__.startswith("sklearn."):
        raise ValueError(f"{name} is none of the estimators of trees in scikit-learn that are read")
    if not hasattr(model, "n_features_in_"):
        raise ValueError(f"{name} is not fitted yet")
    if getattr(model, "n_outputs_", 1) != 1:
        raise ValueError(f"{name} has {model.n_outputs_} outputs; it must have one")
    try:
        return read(model)
    except (AttributeError, IndexError, KeyError, TypeError) as error:  # an estimator that a file made up
        raise ValueError(f"{name} has not what scikit-learn gives it: {str(error)[:100]}") from None


def from_skops(data: bytes) -> Any:
    """The estimator in a skops file. Errors: ValueError without skops, or for what it does not trust.

    skops warns of trees, since scikit-learn predicts from their node numbers unchecked. Here nothing of the
    estimator predicts: its arrays are read, and checked.
    """
    try:
        import skops.io
    except ImportError:
        raise ValueError("reading a skops file needs the package skops; pickles are never read") from None
    try:
        size = sum(each.file_size for each in ZipFile(BytesIO(data)).infolist())
        if size > MOST_UNPACKED:
            raise ValueError(f"unpacked it has {size} bytes; it must have at most {MOST_UNPACKED}")
        untrusted = set(skops.io.get_untrusted_types(data=data))
        return skops.io.loads(data, trusted=sorted(untrusted & ARRAYS_ARE_CHECKED))
    except Exception as error:  # of a hostile file it raises many kinds
        raise ValueError(f"the bytes are no skops file that can be trusted: {str(error)[:200]}") from None


def assembled(
    model: Any, trees: Sequence[OpenedTree], base: Sequence[float] | np.ndarray[Any, Any], **fields: Any
) -> OpenedModel:
    """The record of an ensemble; trees take turns among the outputs, or have a value for each."""
    if len(trees) > MOST_TREES:
        raise ValueError(f"there are {len(trees)} trees; at most {MOST_TREES} are read")
    turns = 1 if trees and trees[0].leaf_value.ndim == 2 else len(base)
    outputs = np.arange(len(trees)) % turns - (trees != [] and trees[0].leaf_value.ndim == 2)
    names = tuple(map(str, getattr(model, "feature_names_in_", ())))
    told = {
        "library": "scikit-learn",
        "arithmetic": CART,
        "tree_weight": np.ones(len(trees)),
        "objective": type(model).__name__,
        "feature_names": names,
        "params": model.get_params(deep=False),
    }
    return OpenedModel(
        trees=tuple(trees),
        tree_output=outputs,
        base=np.asarray(base, dtype=np.float64),
        round_starts=np.arange(0, len(trees) + 1, turns),
        n_features=int(model.n_features_in_),
        **(told | fields),
    )


def cart_tree(place: str, tree: Any, values: Any = None) -> OpenedTree:
    """A `tree_`; values: what leaves add, (n_nodes, n_outputs), where not its own."""
    own = np.asarray(tree.value)[:, 0, :]
    values = own if values is None else values
    columns = {
        "feature": np.asarray(tree.feature, np.int64),
        "threshold": np.asarray(tree.threshold, np.float64),
        "children_left": np.asarray(tree.children_left, np.int64),
        "children_right": np.asarray(tree.children_right, np.int64),
        "default_left": np.asarray(tree.missing_go_to_left) != 0,
        "leaf_value": values[:, 0] if values.shape[1] == 1 else values,
        "cover": np.asarray(tree.weighted_n_node_samples, np.float64),
        "n_samples": np.asarray(tree.n_node_samples, np.float64),
        "impurity": np.asarray(tree.impurity, np.float64),
    }
    if own.shape[1] == 1:
        columns["told"] = own[:, 0]
    return opened_tree(place, int(tree.n_features), columns)


def of_tree(model: Any) -> OpenedModel:
    tree = cart_tree("the tree", model.tree_)
    return assembled(model, [tree], np.zeros(tree.leaf_value.shape[1] if tree.leaf_value.ndim == 2 else 1))


def of_forest(model: Any) -> OpenedModel:
    trees = [cart_tree(f"tree {i}", each.tree_) for i, each in enumerate(model.estimators_)]
    n_outputs = trees[0].leaf_value.shape[1] if trees[0].leaf_value.ndim == 2 else 1
    return assembled(model, trees, np.zeros(n_outputs), divisor=float(len(trees)))


def of_gradient_boosting(model: Any) -> OpenedModel:
    init = getattr(model.init_, "__class__", type(None)).__name__
    if isinstance(model.init_, str) and model.init_ == "zero":
        base = np.zeros(model.estimators_.shape[1])
    elif init in ("DummyClassifier", "DummyRegressor"):
        base = model._raw_predict_init(np.zeros((1, model.n_features_in_), np.float32))[0]
    else:
        raise ValueError(f"init is {init}, which answers row by row; only a constant start is read")
    trees = [
        cart_tree(f"round {i} output {k}", each.tree_)
        for i, row in enumerate(model.estimators_)
        for k, each in enumerate(row)
    ]
    link = "identity" if not hasattr(model, "classes_") else "softmax" if len(base) > 1 else "logistic"
    return assembled(
        *(model, trees, base),
        tree_weight=np.full(len(trees), float(model.learning_rate)),
        link=link,
        sigmoid=2.0 if model.loss == "exponential" else 1.0,
    )


def of_hist_gradient_boosting(model: Any) -> OpenedModel:
    columns, values, known = original_columns(model)
    trees = [
        hist_tree(f"round {i} output {k}", each, columns, values, known)
        for i, row in enumerate(model._predictors)
        for k, each in enumerate(row)
    ]
    base = np.ravel(model._baseline_prediction)
    if hasattr(model, "classes_"):
        link = "softmax" if len(base) > 1 else "logistic"
    else:
        link = "exp" if model.loss in ("poisson", "gamma") else "identity"
    return assembled(model, trees, base, arithmetic=BINNED, link=link)


def original_columns(model: Any) -> tuple[Integers, dict[int, Integers], dict[int, Integers]]:
    """Its preprocessor puts columns of categories first and numbers these anew; undone here.

    By the column as trees ask it: the column of X; the categories of X; those of them that training saw.
    Errors: ValueError for categories that are no whole numbers.
    """
    columns = np.arange(model.n_features_in_)
    if getattr(model, "_preprocessor", None) is None:
        return columns, {}, {}
    categorical = np.asarray(model.is_categorical_, bool)
    columns = np.concatenate((np.flatnonzero(categorical), np.flatnonzero(~categorical)))
    encoder = model._preprocessor.named_transformers_["encoder"]
    values, known = {}, {}
    for column, categories in enumerate(encoder.categories_):
        if np.asarray(categories).dtype.kind not in "biuf":
            raise ValueError(f"feature {columns[column]} has categories that are no numbers")
        found = np.asarray(categories, np.float64)
        found = found[~np.isnan(found)]
        if not ((found >= 0) & (found == np.floor(found)) & (found < 2**31)).all():
            raise ValueError(f"feature {columns[column]} has categories that are no whole numbers from 0 on")
        values[column] = found.astype(np.int64)
        known[column] = values[column][model._bin_mapper.bin_thresholds_[column].astype(np.int64)]
    return columns, values, known


def listed(words: Any, n_categories: int) -> Integers:
    """The numbers of the bits that are set, below n_categories."""
    bits = np.unpackbits(np.ascontiguousarray(words, "<u4").view(np.uint8), bitorder="little")
    return np.flatnonzero(bits[:n_categories])


def hist_tree(
    place: str, predictor: Any, columns: Integers, values: dict[int, Integers], known: dict[int, Integers]
) -> OpenedTree:
    """One TreePredictor; the others as original_columns has them."""
    nodes = predictor.nodes
    leaf = nodes["is_leaf"] != 0
    asked = nodes["feature_idx"].astype(np.int64)
    by_category = np.flatnonzero(~leaf & (nodes["is_categorical"] != 0)).tolist()
    categories = {
        node: values[int(asked[node])][
            listed(predictor.raw_left_cat_bitsets[nodes["bitset_idx"][node]], len(values[int(asked[node])]))
        ]
        for node in by_category
    }
    arrays = {
        "feature": np.where(leaf, -1, columns[np.where(leaf, 0, asked)]),
        "threshold": nodes["num_threshold"].astype(np.float64),
        "children_left": np.where(leaf, -1, nodes["left"].astype(np.int64)),
        "children_right": np.where(leaf, -1, nodes["right"].astype(np.int64)),
        "default_left": nodes["missing_go_to_left"] != 0,
        "leaf_value": nodes["value"].astype(np.float64),
        "told": nodes["value"].astype(np.float64),
        "n_samples": nodes["count"].astype(np.float64),
        "gain": nodes["gain"].astype(np.float64),
    }
    seen = {node: known[int(asked[node])] for node in by_category}
    return opened_tree(place, len(columns), arrays, categories=categories, known=seen)


def of_adaboost_classifier(model: Any) -> OpenedModel:
    """SAMME: a tree votes 1 for its class, -1/(K-1) for each other, times its weight over all weights."""
    n_classes, trees = len(model.classes_), []
    if n_classes < 2:
        raise ValueError("AdaBoostClassifier has one class; there must be two to tell apart")
    for number, each in enumerate(trees_of_adaboost(model)):
        own = np.searchsorted(model.classes_, each.classes_)
        votes = np.full((each.tree_.node_count, n_classes), -1 / (n_classes - 1))
        winner = own[each.tree_.value[:, 0, :].argmax(axis=1)]
        votes[np.arange(len(votes)), winner] = 1.0
        trees.append(cart_tree(f"tree {number}", each.tree_, votes))
    weights = np.asarray(model.estimator_weights_[: len(trees)], np.float64)
    return assembled(
        *(model, trees, np.zeros(n_classes)),
        tree_weight=weights,
        divisor=float(weights.sum()),
        notes=("for two classes the decision function is the second column less the first",),
    )


def of_adaboost_regressor(model: Any) -> OpenedModel:
    trees = [cart_tree(f"tree {i}", each.tree_) for i, each in enumerate(trees_of_adaboost(model))]
    weights = np.asarray(model.estimator_weights_[: len(trees)], np.float64)
    return assembled(model, trees, [0.0], tree_weight=weights, combine="weighted median")


def trees_of_adaboost(model: Any) -> list[Any]:
    """The estimators that are boosted. Errors: ValueError unless all are trees."""
    for each in model.estimators_:
        if not hasattr(each, "tree_"):
            raise ValueError(f"{type(each).__name__} is boosted; only decision trees are read")
    return list(model.estimators_)


READERS: dict[str, Callable[[Any], OpenedModel]] = {
    "BaseDecisionTree": of_tree,
    "BaseForest": of_forest,
    "BaseGradientBoosting": of_gradient_boosting,
    "BaseHistGradientBoosting": of_hist_gradient_boosting,
    "AdaBoostClassifier": of_adaboost_classifier,
    "AdaBoostRegressor": of_adaboost_regressor,
}
