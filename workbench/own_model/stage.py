"""The stage of the page: a model's file, round by round, every node with all that is known of it. Pure."""

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.handover import OpenedTree
from workbench.link.values import NODE, ROUND
from workbench.models.boosted import digest
from workbench.models.own_model import OwnModel
from workbench.own_model import words
from workbench.stage.record import Cursor, Stage
from workbench.text.numbers import beside
from workbench.trees.file_trees import file_trees, names_of

MOST_ASKED = 7  # features beside each other


def stage_of_file(model: OwnModel, k: int) -> Stage:
    """The stage of a file, for the trees of class k."""
    return Stage(
        digest(("own_model", model.id, model.name, k)),
        "own_model",
        model.n_rounds,
        (ROUND, NODE),
        partial(record_of, model, k),
        partial(moment_of, model, k),
        aside=(NODE,),
        low=0,
        resets=(NODE,),
    )


def tree_in(model: OwnModel, number: int, k: int) -> int | None:
    """Which tree of the file a round has for class k; None where it has none, as before the first one."""
    trees = model.trees_of(number) if number else ()
    return trees[min(k, len(trees) - 1)] if trees else None


def record_of(model: OwnModel, k: int) -> dict[str, Any]:
    """All that is not of one round.

    says: lines about the file, each a name, a value and where it is from. why: of each number of a node why
    it is blank where it is. names: of features. usual: what a leaf adds at most in half the rounds. course:
    of the states from 0 on what the round's tree is worth, see worth_of; measure: what that is called. asked:
    see asked_so_far.
    """
    trees = [tree_in(model, number, k) for number in range(1, model.n_rounds + 1)]
    measure, worth = worth_of(model, trees)
    adds = [abs(added(model, which)).max() for which in trees if which is not None]
    return {
        "n_rounds": model.n_rounds,
        "says": [list(fact) for fact in words.file_facts(model)],
        "why": words.reasons(model),
        "names": names_of(model),
        "usual": float(np.median(adds)) if adds else 1.0,
        "measure": measure,
        "course": np.array([np.nan, *worth]),
        "asked": asked_so_far(model, trees),
    }


def worth_of(model: OwnModel, trees: list[int | None]) -> tuple[str, list[float]]:
    """Of each round's tree the gains of its splits together, or its largest leaf where the file has none."""
    gains = [
        float(tree.gain[tree.splits].sum()) if tree is not None else np.nan
        for tree in (None if which is None else model.opened.trees[which] for which in trees)
    ]
    if np.isfinite(gains).any():
        return "gain of the tree", gains
    leaves = [np.nan if which is None else float(abs(added(model, which)).max()) for which in trees]
    return "largest leaf", leaves


def asked_so_far(model: OwnModel, trees: list[int | None]) -> dict[str, Any]:
    """The features that most is gained by, or that are asked most often where the file has no gains.

    by: which of both. features: their numbers. sums: by feature, of each state from 0 on.
    """
    sums = np.zeros((len(trees) + 1, model.opened.n_features))
    has_gains = all(np.isfinite(tree.gain[tree.splits]).all() for tree in model.opened.trees)
    for at, which in enumerate(trees):
        tree = None if which is None else model.opened.trees[which]
        if tree is not None:
            asked = tree.feature[tree.splits]
            np.add.at(sums[at + 1], asked, tree.gain[tree.splits] if has_gains else 1.0)
    sums = sums.cumsum(axis=0)
    most = np.argsort(-sums[-1], kind="stable")[:MOST_ASKED]
    most = most[sums[-1][most] > 0]
    by = "gain" if has_gains else "splits"
    return {"by": by, "features": most.tolist(), "sums": list(sums[:, most].T)}


def added(model: OwnModel, which: int) -> NDArray[np.float64]:
    """What each leaf of a tree adds to the raw prediction, of shape (leaves,) or (leaves, outputs)."""
    tree = model.opened.trees[which]
    return np.multiply(tree.leaf_value[tree.is_leaf], float(model.opened.tree_weight[which]))


def moment_of(model: OwnModel, k: int, cursor: Cursor) -> dict[str, Any]:
    """The tree of a round.

    number: of the tree in the file, counted from 0; None where the round has none. why: it cannot be drawn.
    adds: of a leaf all that it adds, as text.
    """
    which = tree_in(model, cursor[ROUND], k)
    if which is None:
        return {"number": None, "why": "The round has no tree."}
    try:
        trees = file_trees(model, [which])
    except ValueError as error:
        return {"number": which, "why": f"The tree cannot be drawn: {error}."}
    adds = texts(model.opened.trees[which], model.opened.tree_weight[which], trees["id"])
    return {"number": which, "why": "", "trees": trees, "adds": adds}


def texts(source: OpenedTree, weight: float, drawn: NDArray[np.intp]) -> list[str]:
    """What each leaf adds, of all outputs; nothing for a split."""
    values = np.atleast_2d(source.leaf_value.T).T * weight
    return [
        ", ".join(beside(float(each), words.DIGITS) for each in values[node]) if source.is_leaf[node] else ""
        for node in drawn.tolist()
    ]
