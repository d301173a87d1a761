"""What each kind of estimator has learned, as JSON and back: what predicts, and what tells of the trees.

What belongs to the training rows is not kept: they are not in the file. A model that was read has the
predictions, stage by stage, contributions and importances of the one that was written, and no candidates: its
rounds are those of trace="trees", or of "none" if the model had no more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from gbtlib.adaboost.samme import AdaBoostRound, chance
from gbtlib.core.boosting import Round
from gbtlib.core.dart import NOTHING, Drop
from gbtlib.core.losses import Loss
from gbtlib.forest.random_forest import ForestTree
from gbtlib.saved.part import Part, plain_number, plain_numbers
from gbtlib.saved.trace import restored
from gbtlib.saved.trees import Data, plain_tree, tree_of
from gbtlib.saved.values import Losses, loss_of, plain_loss


@dataclass(frozen=True)
class Reading:
    """What the parts of a file are read with. own: a loss that only its user has, or None."""

    data: Data
    losses: Losses
    own: Loss | None


class Kind(NamedTuple):
    """How one kind of estimator is written and read. of_classes: whether its trees hold class weights."""

    write: Callable[[Any, Losses], dict[str, Any]]
    read: Callable[[Part, Reading], dict[str, Any]]
    of_classes: bool


def plain_boosting(model: Any, losses: Losses) -> dict[str, Any]:
    """The loss, the start, and the trees of every round."""
    start = model.initial_raw_prediction_
    rounds = [
        {
            "learning_rate": plain_number(round_.learning_rate),
            "train_loss": plain_number(round_.train_loss),
            "validation_loss": plain_number(round_.validation_loss),
            "trees": [plain_tree(tree) for tree in round_.trees],
            **({"drop": list(round_.drop)} if round_.drop.rounds else {}),
        }
        for round_ in model.trace_
    ]
    return {
        "loss": plain_loss(model.loss_, "loss", losses),
        "initial_raw_prediction": plain_numbers(start) if np.ndim(start) else plain_number(start),
        "n_rounds_used": model.n_estimators_,
        "ended": model.ended_,
        "rounds": rounds,
    }


def boosting_of(part: Part, reading: Reading) -> dict[str, Any]:
    """What plain_boosting wrote. Errors: ValueError with the place and the rule."""
    loss, k = loss_of(part["loss"], reading.losses, reading.own), reading.data.n_classes
    task = "regression" if k is None else "classification"
    if loss.task != task or (k is not None and max(2, loss.n_outputs) != k):
        raise part["loss"].fault(f"a loss for {task}" + (f" of {k} classes" if k else ""))
    start: Any = part["initial_raw_prediction"]
    start = start.numbers(loss.n_outputs, finite=True) if loss.n_outputs > 1 else start.number()
    given = part["rounds"].entries()
    data = Data(reading.data.n_features, reading.data.n_categories)
    rounds = []
    for number, each in enumerate(given, start=1):
        state = {
            "number": number,
            "trees": tuple(tree_of(tree, data) for tree in each["trees"].entries(loss.n_outputs)),
            "learning_rate": each["learning_rate"].number(),
            "train_loss": each["train_loss"].number(finite=False),
            "validation_loss": each["validation_loss"].number(finite=False),
            "drop": drop_of(each, number),
        }
        rounds.append(restored(Round, state))
    used = part["n_rounds_used"].whole(1, len(rounds))
    ended = part["ended"].text() if part.has("ended") else ""
    learned = {"loss_": loss, "initial_raw_prediction_": start, "trace_": rounds}
    return learned | {"n_estimators_": used, "ended_": ended}


def drop_of(part: Part, number: int) -> Drop:
    """What a round left out of those before it."""
    if not part.has("drop"):
        return NOTHING
    rounds, factor, weight = part["drop"].entries(3)
    return Drop(
        tuple(each.whole(1, number - 1) for each in rounds.entries()), factor.number(), weight.number()
    )


def plain_single_tree(model: Any, losses: Losses) -> dict[str, Any]:
    """The tree, and the grown one where it was pruned."""
    return {"tree": plain_tree(model.tree_)} | unpruned(model.grown_tree_, model.tree_)


def unpruned(grown: Any, tree: Any) -> dict[str, Any]:
    """The tree before pruning, if that is another one."""
    return {} if grown is tree else {"grown_tree": plain_tree(grown)}


def single_tree_of(part: Part, reading: Reading) -> dict[str, Any]:
    """What plain_single_tree wrote."""
    tree = tree_of(part["tree"], reading.data)
    return {"tree_": tree, "grown_tree_": grown_tree_of(part, tree, reading.data)}


def grown_tree_of(part: Part, tree: Any, data: Data) -> Any:
    """The tree before pruning; without one the tree itself."""
    return tree_of(part["grown_tree"], data) if part.has("grown_tree") else tree


def plain_forest(model: Any, losses: Losses) -> dict[str, Any]:
    """The trees, and their error out of the bag."""
    trees = [plain_tree(each.tree) for each in model.trace_]
    return {"oob_error": plain_number(model.oob_error_), "trees": trees}


def forest_of(part: Part, reading: Reading) -> dict[str, Any]:
    """What plain_forest wrote."""
    trees = [tree_of(tree, reading.data) for tree in part["trees"].entries()]
    if not trees:
        raise part["trees"].fault("a list of one tree at least")
    states = [{"number": number, "tree": tree} for number, tree in enumerate(trees, start=1)]
    trace = [restored(ForestTree, state) for state in states]
    return {"trace_": trace, "oob_error_": part["oob_error"].number(finite=False)}


ADABOOST_NUMBERS = ("price", "error", "tree_weight", "normaliser", "train_error")


def plain_adaboost(model: Any, losses: Losses) -> dict[str, Any]:
    """The trees of every round, with their errors and their weights in the vote."""
    rounds = []
    for each in model.trace_:
        numbers = {name: plain_number(getattr(each, name)) for name in ADABOOST_NUMBERS}
        trees = {"tree": plain_tree(each.tree)} | unpruned(getattr(each, "grown", each.tree), each.tree)
        rounds.append({**numbers, "ended": each.ended, **trees})
    return {"n_rounds_used": model.n_estimators_, "rounds": rounds}


def adaboost_of(part: Part, reading: Reading) -> dict[str, Any]:
    """What plain_adaboost wrote."""
    rounds = []
    for number, each in enumerate(part["rounds"].entries(), start=1):
        tree = tree_of(each["tree"], reading.data)
        state: dict[str, Any] = {
            name: each[name].number(finite=name == "tree_weight") for name in ADABOOST_NUMBERS
        }
        state |= {"number": number, "tree": tree, "bound": chance(reading.data.n_classes or 2)}
        state |= {"ended": each["ended"].text()}
        if "gain" in vars(tree):
            state |= {"grown": grown_tree_of(each, tree, reading.data)}
        rounds.append(restored(AdaBoostRound, state))
    return {"trace_": rounds, "n_estimators_": part["n_rounds_used"].whole(0, len(rounds))}


BOOSTING = Kind(plain_boosting, boosting_of, of_classes=False)
KINDS = {
    "GradientBoostingRegressor": BOOSTING,
    "GradientBoostingClassifier": BOOSTING,
    "DecisionTreeRegressor": Kind(plain_single_tree, single_tree_of, of_classes=False),
    "DecisionTreeClassifier": Kind(plain_single_tree, single_tree_of, of_classes=True),
    "RandomForestRegressor": Kind(plain_forest, forest_of, of_classes=False),
    "RandomForestClassifier": Kind(plain_forest, forest_of, of_classes=True),
    "AdaBoostClassifier": Kind(plain_adaboost, adaboost_of, of_classes=True),
}
