"""to_onnx: an ensemble of gbtlib, or a tree, as an ONNX file: ai.onnx.ml's TreeEnsembleRegressor and a link.

Source: the operators' definitions in ONNX, ai.onnx.ml version 3, and those of version 17 of its own domain.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.tree import Tree
from gbtlib.estimators.adaboost import AdaBoostClassifier
from gbtlib.estimators.decision_trees import DecisionTree
from gbtlib.estimators.random_forest import RandomForest
from gbtlib.handover.outgoing import (
    Added,
    Outgoing,
    next_below,
    outgoing,
    refuse_surrogates,
    told_apart,
)

LINKS = dict.fromkeys(("squared_error", "absolute_error", "huber", "quantile"), "identity")
LINKS |= {"logistic": "logistic", "softmax": "softmax"}
OPERATORS = {"": 17, "ai.onnx.ml": 3}
FORMAT = 8  # of the file, the first for these operators
WAYS = ("truenodeids", "falsenodeids", "missing_value_tracks_true")
NODE = ("treeids", "nodeids", "featureids", "modes", "values", *WAYS)
LEAF = ("treeids", "nodeids", "ids", "weights")
NO_CATEGORY = -1


def to_onnx(model: Any) -> bytes:
    """An ONNX file of a fitted model: boosting (DART too), AdaBoost, random forest or decision tree.

    X: float32, (n, n_features), NaN where a value is missing; of categories the codes, which are the places
    in features_.categories. Answers: prediction (n, 1); or label (n,), probabilities (n, K) and
    raw_prediction, of which the link makes them.
    Rows of float32 go down the trees as here, exactly on thresholds too: each threshold is the largest
    float32 up to ours. A code that is none goes the default way. What is not exact: a number that only
    float64 tells from a threshold is rounded when X is made; sums are float32's, so that a draw of votes may
    fall otherwise.
    Errors: ModuleNotFoundError without the package onnx; ValueError for a loss whose link is not here, labels
    that are neither numbers nor text, surrogates, or another kind of model.
    """
    from onnx import checker, helper

    graph = graph_of(answers_of(model))
    versions = [helper.make_opsetid(domain, version) for domain, version in OPERATORS.items()]
    made = helper.make_model(graph, opset_imports=versions, ir_version=FORMAT, producer_name="gbtlib")
    checker.check_model(made)
    return bytes(made.SerializeToString())


def graph_of(found: Outgoing) -> Any:
    """The operator with its inputs and outputs, and behind it what makes classes of raw predictions."""
    from onnx import TensorProto, helper

    def numbers(name: str, n_columns: int) -> Any:
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, [None, n_columns])

    name = "prediction" if found.labels is None else "raw_prediction"
    columns = columns_of(found.trees) | {
        "n_targets": len(found.start),
        "base_values": found.start.astype(np.float32).tolist(),
        "aggregate_function": "SUM",
        "post_transform": "NONE",
    }
    nodes = [helper.make_node("TreeEnsembleRegressor", ["X"], [name], domain="ai.onnx.ml", **columns)]
    outputs, constants = [numbers(name, len(found.start))], []
    if found.labels is not None:
        steps, labels = class_steps(found.objective, found.labels)
        label = helper.make_tensor_value_info("label", labels.data_type, [None])
        outputs = [label, numbers("probabilities", len(found.labels)), *outputs]
        nodes, constants = nodes + steps, [labels]
    rows = numbers("X", found.features.n_features)
    return helper.make_graph(nodes, "gbtlib", [rows], outputs, constants)


def answers_of(model: Any) -> Outgoing:
    """What predicts in a model; its objective is the link. Errors: ValueError, see to_onnx."""
    classes, link = getattr(model, "classes_", None), "identity"
    if hasattr(model, "loss_"):
        return outgoing(model, "ONNX", LINKS)
    start = np.zeros(1 if classes is None else len(classes))
    if isinstance(model, AdaBoostClassifier) and hasattr(model, "trace_"):
        trees, votes = model._voting(model.n_estimators_)
        # The decision function over K - 1, whose softmax are the probabilities.
        scale = len(start) / ((len(start) - 1) ** 2 * (sum(vote.max() for vote in votes) or 1.0))
        answers, link = [scale * vote for vote in votes], "softmax"
    elif isinstance(model, RandomForest) and hasattr(model, "trace_"):
        trees = [each.tree for each in model.trace_]
        answers = [each.answer.reshape(-1, len(start)) / len(trees) for each in model.trace_]
    elif isinstance(model, DecisionTree) and hasattr(model, "tree_"):
        trees = [model.tree_]
        answers = [model.tree_.weight[:, np.newaxis] if classes is None else model.tree_.class_shares]
    else:
        raise ValueError(f"{type(model).__name__} is no fitted model of gbtlib")
    refuse_surrogates(trees, "ONNX")
    added = tuple((tree, answer, 0) for tree, answer in zip(trees, answers, strict=True))
    return Outgoing(link, start, added, model.features_, classes)


def columns_of(trees: Sequence[Added]) -> dict[str, Any]:
    """All nodes and leaf values as the operator's flat lists."""
    nodes, leaves = [], []
    for number, (tree, answer, output) in enumerate(trees):
        nodes += [(number, *node) for node in nodes_of(tree)]
        for leaf in tree.leaves.tolist():
            values = enumerate(answer[leaf].tolist(), start=output)
            leaves += [(number, leaf, k, value) for k, value in values]
    names = (*(f"nodes_{name}" for name in NODE), *(f"target_{name}" for name in LEAF))
    columns = (*zip(*nodes, strict=True), *zip(*leaves, strict=True))
    return {name: list(column) for name, column in zip(names, columns, strict=True)}


def nodes_of(tree: Tree) -> Iterator[tuple[Any, ...]]:
    """What NODE says of every node. A split by category is a chain of them, each of which asks for one of the
    categories that do not go the default way."""
    parted, threshold, free = told_apart(tree), next_below(tree.threshold), tree.n_nodes
    for node in range(tree.n_nodes):
        feature, is_left = int(tree.feature[node]), int(tree.default_left[node])
        left, right = int(tree.children_left[node]), int(tree.children_right[node])
        if left < 0:
            yield node, 0, "LEAF", 0.0, 0, 0, 0
        elif node not in parted:
            yield node, feature, "BRANCH_LEQ", float(threshold[node]), left, right, is_left
        else:
            listed, others = (right, left) if is_left else (left, right)
            categories = parted[node].tolist() or [NO_CATEGORY]
            places = [node, *range(free, free + len(categories) - 1), others]
            free += len(categories) - 1
            for category, here, after in zip(categories, places, places[1:], strict=False):
                yield here, feature, "BRANCH_EQ", float(category), listed, after, 0


def class_steps(link: str, labels: NDArray[Any]) -> tuple[list[Any], Any]:
    """The nodes from raw_prediction to probabilities and label, and the tensor of labels.

    Errors: ValueError for labels that are neither numbers nor text.
    """
    from onnx import helper, numpy_helper

    if labels.dtype.kind not in "biuf" and not all(isinstance(each, str) for each in labels.tolist()):
        raise ValueError(f"the labels are of type {type(labels[0]).__name__}; they must be numbers or text")
    kinds = {"b": np.bool_, "i": np.int64, "u": np.int64, "f": np.float64}
    kept = numpy_helper.from_array(labels.astype(kinds.get(labels.dtype.kind, object)), "labels")
    chains: dict[str, list[tuple[str, list[str], str, dict[str, Any]]]] = {
        "identity": [("Identity", ["raw_prediction"], "probabilities", {})],
        "softmax": [("Softmax", ["raw_prediction"], "probabilities", {"axis": 1})],
        "logistic": [
            ("Neg", ["raw_prediction"], "against", {}),
            ("Sigmoid", ["against"], "of_first", {}),
            ("Sigmoid", ["raw_prediction"], "of_second", {}),
            ("Concat", ["of_first", "of_second"], "probabilities", {"axis": 1}),
        ],
    }
    steps = chains[link]
    steps.append(("ArgMax", ["probabilities"], "place", {"axis": 1, "keepdims": 0}))
    steps.append(("Gather", ["labels", "place"], "label", {}))
    return [helper.make_node(step, given, [made], **how) for step, given, made, how in steps], kept
