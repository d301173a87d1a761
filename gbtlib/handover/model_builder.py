"""build_model: an estimator from trees that are given, of another library or made by hand."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gbtlib.checks.given_trees import check_children, check_nodes, tree_from_arrays
from gbtlib.checks.rules import BoostingParams, Rule, check
from gbtlib.checks.validation import check_labels
from gbtlib.core.boosting import Round
from gbtlib.core.losses import Loss
from gbtlib.core.tree import Tree
from gbtlib.estimators.gradient_boosting import GradientBoostingClassifier as Classifier
from gbtlib.estimators.gradient_boosting import GradientBoostingRegressor as Regressor
from gbtlib.estimators.gradient_boosting import named_loss
from gbtlib.inputs.encoding import Features
from gbtlib.inputs.table_columns import sort_columns
from gbtlib.losses.named import LOSSES, Softmax
from gbtlib.tables import arrays_of_flat_table


def build_model(
    trees: Sequence[Any],
    *,
    n_features: int,
    loss: str | Loss = "squared_error",
    classes: ArrayLike | None = None,
    tree_classes: Sequence[Any] | None = None,
    initial_raw_prediction: ArrayLike = 0.0,
    learning_rate: float = 1.0,
) -> Regressor | Classifier:
    """A boosted model from its trees: it predicts, stage by stage, as a fitted one does.

    Its raw prediction is initial_raw_prediction plus learning_rate times the leaf weights. It has no training
    rows, so that it cannot list candidates.

    trees: each a Tree, arrays by name as tree_from_arrays takes them, or a flat table of gbtlib.tables.
    loss: its name or itself; what turns the raw prediction into a prediction.
    classes: the labels, ascending, where the loss is one for classes.
    tree_classes: with a tree a class and round, the class of each tree; None: they take turns, as in XGBoost
        and LightGBM. Trees of one class keep their order.
    initial_raw_prediction: before the first round: a number, or under softmax (K,) as well.
    Errors: ValueError naming the tree, the node and the rule; or the parameter, the value and the rule.
    """
    check("n_features", n_features, Rule(whole=True, low=1))
    loss, labels = checked_loss(loss, classes)
    by_class = trees_by_class(checked_trees(trees, n_features), loss, labels, tree_classes)
    base = checked_start(initial_raw_prediction, loss.n_outputs)
    params = BoostingParams(n_estimators=len(by_class[0]), learning_rate=learning_rate)
    kind = Regressor if labels is None else Classifier
    model = kind(loss=loss, n_estimators=params.n_estimators, learning_rate=learning_rate)
    features = Features(tuple(f"x{j}" for j in range(n_features)), (None,) * n_features)
    vars(model).update(  # what fit would have learned
        params_=params,
        trace_=list(rounds_of(by_class, loss, learning_rate)),
        n_estimators_=params.n_estimators,
        initial_raw_prediction_=base,
        loss_=loss,
        features_=features,
        n_features_in_=n_features,
        columns_=sort_columns(np.empty((0, n_features))),
        **({} if labels is None else {"classes_": labels}),
    )
    return model


def checked_start(start: ArrayLike, n_outputs: int) -> Any:
    """The raw prediction before the first round: a number, or (K,). Errors: ValueError for anything else."""
    base = np.asarray(start, dtype=np.float64)
    shapes = [()] if n_outputs == 1 else [(), (n_outputs,)]
    if base.shape not in shapes or not np.isfinite(base).all():
        numbers = "a finite number" + (f", or {n_outputs} of them" if n_outputs > 1 else "")
        raise ValueError(f"initial_raw_prediction={start!r} must be {numbers}")
    return float(base) if n_outputs == 1 else np.full(n_outputs, base)


def checked_loss(loss: str | Loss, classes: ArrayLike | None) -> tuple[Loss, NDArray[Any] | None]:
    """The loss and the labels, None for regression. Errors: ValueError where they do not go together."""
    task = loss.task if isinstance(loss, Loss) else LOSSES[loss].task if loss in LOSSES else "regression"
    if task == "regression":
        if classes is not None:
            raise ValueError(f"classes={classes!r} must be None: loss={loss!r} is a loss for regression")
        return named_loss(loss, task), None
    if classes is None:
        raise ValueError(f"classes must be given: loss={loss!r} is a loss for classification")
    labels = check_labels(classes, np.size(classes), name="classes")
    if len(labels) < 2 or not np.array_equal(labels, np.unique(labels)):
        raise ValueError(f"classes={classes!r} must be two or more labels, ascending, each once")
    found = Softmax(len(labels)) if loss == "softmax" else named_loss(loss, task)
    if len(labels) != max(2, found.n_outputs):
        raise ValueError(f"loss={loss!r} takes {max(2, found.n_outputs)} classes; classes has {len(labels)}")
    return found, labels


def checked_trees(trees: Any, n_features: int) -> list[Tree]:
    """Trees as gbtlib has them. Errors: ValueError naming the tree, the node and the rule."""
    single = isinstance(trees, Tree | Mapping | str) or hasattr(trees, "columns")
    if single or not isinstance(trees, Iterable):
        raise ValueError(f"trees is of type {type(trees).__name__}; it must be a list of trees")
    return [checked_tree(number, tree, n_features) for number, tree in enumerate(trees)]


def checked_tree(number: int, given: Any, n_features: int) -> Tree:
    """A tree as gbtlib has it. Errors: ValueError naming the number of the tree, the node and the rule."""
    try:
        if isinstance(given, Tree):
            check_children(given.children_left, given.children_right)
            return check_nodes(given, n_features)
        if isinstance(given, Mapping):
            return tree_from_arrays(given, n_features)
        if hasattr(given, "columns"):
            return tree_from_arrays(arrays_of_flat_table(given), n_features)
    except ValueError as error:
        raise ValueError(f"trees[{number}]: {error}") from None
    rule = "it must be a Tree, arrays by name, or a flat table"
    raise ValueError(f"trees[{number}] is of type {type(given).__name__}; {rule}")


def trees_by_class(
    trees: list[Tree], loss: Loss, labels: NDArray[Any] | None, tree_classes: Sequence[Any] | None
) -> list[list[Tree]]:
    """The trees of each output, in the order of the rounds, as many for each of them.

    Errors: ValueError for classes of trees that are unknown or missing, or that have fewer trees than others.
    """
    if not trees:
        raise ValueError("trees is empty; there must be one at least")
    if labels is None or loss.n_outputs == 1:
        if tree_classes is not None:
            raise ValueError(f"tree_classes={tree_classes!r} must be None: there is one tree a round")
        return [trees]
    names = labels.tolist()
    of_trees = [names[i % len(names)] for i in range(len(trees))] if tree_classes is None else tree_classes
    if len(of_trees) != len(trees):
        rule = f"it must have {len(trees)}, one a tree"
        raise ValueError(f"tree_classes has {len(of_trees)} entries; {rule}")
    for number, label in enumerate(of_trees):
        if label not in names:
            there_are = ", ".join(map(str, names))
            raise ValueError(f"tree_classes[{number}]={label!r} must be one of classes, {there_are}")
    found = [[tree for tree, own in zip(trees, of_trees, strict=True) if own == name] for name in names]
    most = max(map(len, found))
    for label, of_class in zip(names, found, strict=True):
        if len(of_class) < most:
            rule = f"every class must have {most}, one a round"
            raise ValueError(f"class {label!r} has {len(of_class)} trees; {rule}")
    return found


def rounds_of(by_class: list[list[Tree]], loss: Loss, learning_rate: float) -> Iterator[Round]:
    """The rounds of trees that were grown on rows which nobody knows here."""
    n_outputs = loss.n_outputs
    nothing = np.empty(0 if n_outputs == 1 else (0, n_outputs))
    untold: dict[str, Any] = dict.fromkeys(("raw_before", "gradient", "hessian", "raw_after"), nothing)
    for number, trees in enumerate(zip(*by_class, strict=True), start=1):
        yield Round(
            number=number,
            rows=None,
            trees=trees,
            leaf=nothing.astype(np.int16),
            learning_rate=learning_rate,
            train_loss=np.nan,
            validation_loss=np.nan,
            **untold,
        )
