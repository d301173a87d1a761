"""from_sklearn: trees and ensembles of scikit-learn, read off the attributes of fitted estimators.

Sources, in scikit-learn: sklearn/tree/_tree.pyx (float32 rows, float64 thresholds, <=), ensemble/_forest.py,
ensemble/_gb.py, ensemble/_weight_boosting.py; predictor.py, _predictor.pyx of _hist_gradient_boosting.
"""

from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import numpy as np

from gbtlib.handover.fields import Integers, bits_set, bytes_of
from gbtlib.handover.node_checks import opened_model, opened_tree
from gbtlib.handover.opened import Arithmetic, OpenedModel, OpenedTree

CART = Arithmetic(strict=False, rows=np.float32, sums=np.float64)
MOST_UNPACKED = 2**28
ARRAYS_ARE_CHECKED = {
    "sklearn.tree._tree.Tree",
    "sklearn.ensemble._hist_gradient_boosting.predictor.TreePredictor",
    "sklearn.utils.validation.check_array",
    "functools.partial",
}
OF_CART = {name: name for name in ("feature", "children_left", "children_right", "threshold", "impurity")}
OF_CART |= {"n_samples": "n_node_samples", "cover": "weighted_n_node_samples"}
OF_CART |= {"default_left": "missing_go_to_left"}
OF_BINNED = {"threshold": "num_threshold", "leaf_value": "value", "told": "value", "n_samples": "count"}
OF_BINNED |= {"gain": "gain", "default_left": "missing_go_to_left"}
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


def assembled(model: Any, trees: Sequence[OpenedTree], base: Any, **fields: Any) -> OpenedModel:
    """The record of an ensemble, with what all estimators tell."""
    return opened_model(
        *("scikit-learn", fields.pop("arithmetic", CART), trees, base),
        n_features=int(model.n_features_in_),
        objective=type(model).__name__,
        feature_names=tuple(map(str, getattr(model, "feature_names_in_", ()))),
        params=model.get_params(deep=False),
        **fields,
    )


def by_round(rounds: Any, read: Callable[[str, Any], OpenedTree]) -> list[OpenedTree]:
    """The trees of rounds, one an output."""
    rows = enumerate(rounds)
    return [read(f"round {i} output {k}", each) for i, row in rows for k, each in enumerate(row)]


def cart_tree(place: str, estimator: Any, values: Any = None) -> OpenedTree:
    """A decision tree; values: what leaves add, (n_nodes, n_outputs), where not its own."""
    tree = estimator.tree_
    own = np.asarray(tree.value)[:, 0, :]
    columns = {ours: np.asarray(getattr(tree, theirs)) for ours, theirs in OF_CART.items()}
    columns["leaf_value"] = own if values is None else values
    if own.shape[1] == 1:
        columns["told"] = own[:, 0]
    return opened_tree(place, int(tree.n_features), columns)


def of_trees(model: Any) -> OpenedModel:
    """A tree, or the average of a forest's."""
    estimators = getattr(model, "estimators_", [model])
    trees = [cart_tree(f"tree {i}", each) for i, each in enumerate(estimators)]
    base = np.zeros(trees[0].leaf_value.shape[1:] or 1)
    return assembled(model, trees, base, divisor=float(len(trees)))


def of_gradient_boosting(model: Any) -> OpenedModel:
    init = type(model.init_).__name__
    if isinstance(model.init_, str) and model.init_ == "zero":
        base = np.zeros(model.estimators_.shape[1])
    elif init in ("DummyClassifier", "DummyRegressor"):
        base = model._raw_predict_init(np.zeros((1, model.n_features_in_), np.float32))[0]
    else:
        raise ValueError(f"init is {init}, which answers row by row; only a constant start is read")
    trees = by_round(model.estimators_, cart_tree)
    return assembled(
        *(model, trees, base),
        tree_weight=np.full(len(trees), float(model.learning_rate)),
        link=link_of(model, len(base)),
        sigmoid=2.0 if model.loss == "exponential" else 1.0,
    )


def link_of(model: Any, n_outputs: int) -> str:
    if hasattr(model, "classes_"):
        return "softmax" if n_outputs > 1 else "logistic"
    return "exp" if model.loss in ("poisson", "gamma") else "identity"


def of_hist_gradient_boosting(model: Any) -> OpenedModel:
    columns, values, known = original_columns(model)
    trees = by_round(model._predictors, partial(hist_tree, columns=columns, values=values, known=known))
    base = np.ravel(model._baseline_prediction)
    return assembled(model, trees, base, arithmetic=BINNED, link=link_of(model, len(base)))


def original_columns(model: Any) -> tuple[Integers, dict[int, Integers], dict[int, Integers]]:
    """Its preprocessor puts columns of categories first and numbers these anew; undone here.

    By the column as trees ask it: the column of X; the categories of X; those of them that training saw.
    Errors: ValueError for categories that are no whole numbers.
    """
    columns = np.arange(model.n_features_in_)
    if getattr(model, "_preprocessor", None) is None:
        return columns, {}, {}
    columns = np.argsort(~np.asarray(model.is_categorical_, bool), kind="stable")
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


def hist_tree(
    place: str, predictor: Any, columns: Integers, values: dict[int, Integers], known: dict[int, Integers]
) -> OpenedTree:
    """One TreePredictor; the others as original_columns has them."""
    nodes = predictor.nodes
    leaf, asked = nodes["is_leaf"] != 0, nodes["feature_idx"].astype(np.int64)
    categories, seen = {}, {}
    for node in np.flatnonzero(~leaf & (nodes["is_categorical"] != 0)).tolist():
        column = int(asked[node])
        bits = bits_set(predictor.raw_left_cat_bitsets[nodes["bitset_idx"][node]])
        categories[node] = values[column][bits[bits < len(values[column])]]
        seen[node] = known[column]
    arrays = {ours: nodes[theirs] for ours, theirs in OF_BINNED.items()} | {
        "feature": columns[np.where(leaf, 0, asked)],
        "children_left": np.where(leaf, -1, nodes["left"].astype(np.int64)),
        "children_right": np.where(leaf, -1, nodes["right"].astype(np.int64)),
    }
    return opened_tree(place, len(columns), arrays, categories, known=seen)


def of_adaboost(model: Any) -> OpenedModel:
    """The median of trees, or SAMME: a tree votes 1 for its class, -1/(K-1) for each other, times its weight
    over all weights. Errors: ValueError unless all are trees, and for one class."""
    classes, trees = getattr(model, "classes_", None), []
    if classes is not None and len(classes) < 2:
        raise ValueError("AdaBoostClassifier has one class; there must be two to tell apart")
    for number, each in enumerate(model.estimators_):
        if not hasattr(each, "tree_"):
            raise ValueError(f"{type(each).__name__} is boosted; only decision trees are read")
        votes = None
        if classes is not None:
            own = np.searchsorted(classes, each.classes_)
            votes = np.full((each.tree_.node_count, len(classes)), -1 / (len(classes) - 1))
            votes[np.arange(len(votes)), own[each.tree_.value[:, 0, :].argmax(axis=1)]] = 1.0
        trees.append(cart_tree(f"tree {number}", each, votes))
    weights = np.asarray(model.estimator_weights_[: len(trees)], np.float64)
    if classes is None:
        return assembled(model, trees, [0.0], tree_weight=weights, combine="weighted median")
    note = "for two classes the decision function is the second column less the first"
    base, total = np.zeros(len(classes)), float(weights.sum())
    return assembled(model, trees, base, tree_weight=weights, divisor=total, notes=(note,))


READERS: dict[str, Callable[[Any], OpenedModel]] = {
    "BaseDecisionTree": of_trees,
    "BaseForest": of_trees,
    "BaseGradientBoosting": of_gradient_boosting,
    "BaseHistGradientBoosting": of_hist_gradient_boosting,
    "BaseWeightBoosting": of_adaboost,
}
