"""A fitted estimator written to a file, and what each kind of them has learned, as JSON and back.

The file is one object of JSON: format and format_version, the version of gbtlib that wrote it, the name of
the estimator, its parameters as they were given, those that its trees were grown with, what its columns hold,
its classes, and what it has learned: what predicts, and what tells of
the trees. Numbers are the shortest decimals that read back the
same.

What belongs to the training rows is not kept: they are not in the file. A model that was read has the
predictions, stage by stage, contributions and importances of the one that was written, and no candidates: its
rounds are those of trace="trees", or of "none" if the model had no more.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gbtlib.adaboost.samme import AdaBoostRound, chance
from gbtlib.core.boosting import NOTHING, Drop, Round
from gbtlib.core.losses import Loss
from gbtlib.forest.random_forest import ForestTree
from gbtlib.inputs.encoding import Features
from gbtlib.saved.part import Part, plain_number, plain_numbers
from gbtlib.saved.trace import restored
from gbtlib.saved.trees import Data, plain_tree, tree_of
from gbtlib.saved.values import loss_of, plain, plain_array, plain_loss
from gbtlib.version import __version__

FORMAT, FORMAT_VERSION = "gbtlib model", 1


class Kind(NamedTuple):
    """How one kind of estimator is written and read; own: a loss that only its user has, or None."""

    write: Callable[[Any], dict[str, Any]]
    read: Callable[[Part, Data, Loss | None], dict[str, Any]]


# Numbers of a record, and whether they must be finite.
OF_ROUND = {"learning_rate": True, "train_loss": False, "validation_loss": False}
OF_ADABOOST = {"price": False, "error": False, "tree_weight": True, "normaliser": False, "train_error": False}


def plain_record(record: Any, names: dict[str, bool]) -> dict[str, Any]:
    """Numbers of a record by name."""
    return {name: plain_number(getattr(record, name)) for name in names}


def record_of(part: Part, names: dict[str, bool]) -> dict[str, Any]:
    """The numbers that plain_record wrote."""
    return {name: part[name].number(finite=finite) for name, finite in names.items()}


def plain_boosting(model: Any) -> dict[str, Any]:
    """The loss, the start, and the trees of every round."""
    start = model.initial_raw_prediction_
    rounds = [
        plain_record(round_, OF_ROUND)
        | {"trees": [plain_tree(tree) for tree in round_.trees]}
        | ({"drop": list(round_.drop)} if round_.drop.rounds else {})
        for round_ in model.trace_
    ]
    return {
        "loss": plain_loss(model.loss_, "loss"),
        "initial_raw_prediction": plain_numbers(start) if np.ndim(start) else plain_number(start),
        "n_rounds_used": model.n_estimators_,
        "ended": model.ended_,
        "rounds": rounds,
    }


def boosting_of(part: Part, data: Data, own: Loss | None) -> dict[str, Any]:
    """What plain_boosting wrote. Errors: ValueError with the place and the rule."""
    loss, K = loss_of(part["loss"], own), data.n_classes
    task = "regression" if K is None else "classification"
    if loss.task != task or (K is not None and max(2, loss.n_outputs) != K):
        raise part["loss"].fault(f"a loss for {task}" + (f" of {K} classes" if K else ""))
    start = part["initial_raw_prediction"]
    data = replace(data, n_classes=None)  # trees of boosting predict numbers
    rounds = []
    for number, each in enumerate(part["rounds"].entries(), start=1):
        trees = tuple(tree_of(tree, data) for tree in each["trees"].entries(loss.n_outputs))
        state = {"number": number, "trees": trees, "drop": drop_of(each, number)}
        rounds.append(restored(Round, state | record_of(each, OF_ROUND)))
    return {
        "loss_": loss,
        "initial_raw_prediction_": start.numbers(loss.n_outputs, finite=True)
        if loss.n_outputs > 1
        else start.number(),
        "n_estimators_": part["n_rounds_used"].whole(1, len(rounds)),
        "ended_": part["ended"].text() if part.has("ended") else "",
        "trace_": rounds,
    }


def drop_of(part: Part, number: int) -> Drop:
    """What a round left out of those before it."""
    if not part.has("drop"):
        return NOTHING
    rounds, factor, weight = part["drop"].entries(3)
    left_out = tuple(each.whole(1, number - 1) for each in rounds.entries())
    return Drop(left_out, factor.number(), weight.number())


def plain_pruned(tree: Any, grown: Any) -> dict[str, Any]:
    """A tree, and the grown one if it was pruned."""
    return {"tree": plain_tree(tree)} | ({} if grown is tree else {"grown_tree": plain_tree(grown)})


def pruned_of(part: Part, data: Data) -> tuple[Any, Any]:
    """A tree, and the grown one, which without pruning is the same."""
    tree = tree_of(part["tree"], data)
    return tree, tree_of(part["grown_tree"], data) if part.has("grown_tree") else tree


def single_tree_of(part: Part, data: Data, _: Loss | None) -> dict[str, Any]:
    """The trees of a model that is one."""
    return dict(zip(("tree_", "grown_tree_"), pruned_of(part, data), strict=True))


def plain_forest(model: Any) -> dict[str, Any]:
    """The trees, and their error out of the bag."""
    trees = [plain_tree(each.tree) for each in model.trace_]
    return {"oob_error": plain_number(model.oob_error_), "trees": trees}


def forest_of(part: Part, data: Data, _: Loss | None) -> dict[str, Any]:
    """What plain_forest wrote."""
    trees = [tree_of(tree, data) for tree in part["trees"].entries()]
    if not trees:
        raise part["trees"].fault("a list of one tree at least")
    trace = [restored(ForestTree, {"number": i, "tree": tree}) for i, tree in enumerate(trees, start=1)]
    return {"trace_": trace, "oob_error_": part["oob_error"].number(finite=False)}


def plain_adaboost(model: Any) -> dict[str, Any]:
    """The trees of every round, with their errors and their weights in the vote."""
    rounds = [
        plain_record(each, OF_ADABOOST)
        | {"ended": each.ended}
        | plain_pruned(each.tree, getattr(each, "grown", each.tree))
        for each in model.trace_
    ]
    return {"n_rounds_used": model.n_estimators_, "rounds": rounds}


def adaboost_of(part: Part, data: Data, _: Loss | None) -> dict[str, Any]:
    """What plain_adaboost wrote."""
    rounds = []
    for number, each in enumerate(part["rounds"].entries(), start=1):
        tree, grown = pruned_of(each, data)
        state = {"number": number, "tree": tree, "bound": chance(data.n_classes or 2)}
        state |= record_of(each, OF_ADABOOST) | {"ended": each["ended"].text()}
        rounds.append(restored(AdaBoostRound, state | ({"grown": grown} if "gain" in vars(tree) else {})))
    return {"trace_": rounds, "n_estimators_": part["n_rounds_used"].whole(0, len(rounds))}


BOOSTING, FOREST = Kind(plain_boosting, boosting_of), Kind(plain_forest, forest_of)
TREE = Kind(lambda model: plain_pruned(model.tree_, model.grown_tree_), single_tree_of)
KINDS = {
    "GradientBoostingRegressor": BOOSTING,
    "GradientBoostingClassifier": BOOSTING,
    "DecisionTreeRegressor": TREE,
    "DecisionTreeClassifier": TREE,
    "RandomForestRegressor": FOREST,
    "RandomForestClassifier": FOREST,
    "AdaBoostClassifier": Kind(plain_adaboost, adaboost_of),
}


def write_model(model: Any, path: str | Path) -> None:
    """Write a fitted estimator.

    Errors: ValueError for an estimator of another kind, or a value that JSON cannot hold; nothing is written.
    """
    name = type(model).__name__
    if name not in KINDS or not type(model).__module__.startswith("gbtlib."):
        raise ValueError(f"{name} cannot be saved: it must be one of {', '.join(KINDS)}")
    document = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "gbtlib_version": __version__,
        "estimator": name,
        "parameters": {key: plain(value, key) for key, value in model.get_params().items()},
        "tree_parameters": {key: plain(value, key) for key, value in vars(model.params_).items()},
        "features": plain_features(model.features_),
    }
    if model.task == "classification":
        document["classes"] = plain_array(model.classes_, "classes")
    document["learned"] = KINDS[name].write(model)
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    Path(path).write_text(text, encoding="utf-8")


def plain_features(features: Features) -> dict[str, Any]:
    """What the columns hold."""
    named = zip(features.names, features.categories, strict=True)
    categories = [
        None if known is None else [plain(value, f"a category of feature {name!r}") for value in known]
        for name, known in named
    ]
    names, absent = list(features.names), features.absent
    return {"names": names, "categories": categories, "absent": absent, "named": features.named}
