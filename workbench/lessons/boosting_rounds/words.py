"""The words and tables of a round, computed from the trace. Pure, without streamlit."""

from collections.abc import Sequence

import numpy as np

from gbtlib import Tree
from gbtlib.core.boosting import column
from workbench.gains.named_candidates import NamedCandidates
from workbench.gains.node_at_cut import Cut, NodeAtCut
from workbench.lessons.boosting_rounds.record import positive_class
from workbench.models.boosted import BoostedModel
from workbench.shell.code_topics import choosing_in_rounds
from workbench.text.numbers import gradient_range, number
from workbench.text.questions import question_of
from workbench.text.unseen import unseen_words
from workbench.trees.box_text import gradient_sum
from workbench.trees.view import node_title


def code_topics(fit: BoostedModel) -> list[str]:
    """Which of gbtlib's code made what is on the screen."""
    loop = ["boosting loop", f"gradient of {fit.model.loss_.name}"]
    return [*loop, *choosing_in_rounds(fit), "gain", "leaf weight"]


def round_words(fit: BoostedModel, cursor: int) -> str:
    """What the round did, in a sentence with its numbers."""
    round_ = fit.trace[cursor - 1]
    before = fit.start_loss if cursor == 1 else fit.trace[cursor - 2].train_loss
    leaves = " + ".join(str(tree.n_leaves) for tree in round_.trees)
    trees = f"a tree of {leaves} leaves" if len(round_.trees) == 1 else f"trees of {leaves} leaves"
    words = (
        f"Round {cursor} adds {trees}, each weight times {round_.learning_rate:g}. "
        f"The mean training loss goes from {number(before)} to {number(round_.train_loss)}."
    )
    if fit.n_unseen:
        words += f" On {fit.n_unseen:,} rows never trained on it is {number(round_.validation_loss)}."
        words += turn_words(fit, cursor)
    if fit.model.loss_.name == "squared_error":
        words += " Under this loss a row's negative gradient is its residual, what is still missed."
    return words


def cut_title(tree: Tree, index: int, cut: Cut | None, names: Sequence[str]) -> str:
    """What the formula is about: the cursor's cut, which need not be the one that the tree made."""
    if cut is None or (cut.sides is None and not np.isfinite(cut.threshold)):
        return node_title(tree, index, names)
    return f"What “{question_of(names[cut.feature], cut.threshold, cut.sides)}” gains"


def terms_here(node: NodeAtCut) -> dict[str, str]:
    """The terms of the screen, each with its number in this round, at the cursor's node and cut."""
    fit, cursor, k = node.fit, node.number, node.k
    round_ = fit.trace[cursor - 1]
    tree, gradient = round_.trees[k], column(round_.gradient, k)
    weights = tree.weight[tree.leaves]
    where = "in the root" if node.index == 0 else f"in node {node.index}"
    residual = f"{number(-gradient.max())} to {number(-gradient.min())} over the training rows"
    return ({"residual": residual} if fit.model.loss_.name == "squared_error" else {}) | {
        "round": f"{cursor} of {len(fit.trace)}",
        "leaf weight": f"{number(weights.min())} to {number(weights.max())} in {tree.n_leaves} leaves",
        "learning rate": f"{round_.learning_rate:g}",
        "loss": f"{number(round_.train_loss)} on training rows",
        "gradient": f"{gradient_range(gradient)}, over the training rows",
        "G": f"{number(gradient_sum(tree, node.index))} {where}",
        "H": f"{number(float(tree.H[node.index]))} {where}",
        "gain": gain_words(node),
        "unseen": unseen_words(fit.dataset, fit.held_out),
        "raw prediction": raw_words(fit, cursor, k),
    }


def gain_words(node: NodeAtCut) -> str:
    """What the cursor's cut gains; that there is none where a leaf is looked at as a leaf."""
    if node.position is None:
        return "no cut: this node is a leaf"
    cut = NamedCandidates(node.tried, node.fit.dataset.feature_names).cut(node.position)
    return f"{cut}: {number(float(node.tried.gain[node.position]))}"


def raw_words(fit: BoostedModel, cursor: int, k: int) -> str:
    """The raw prediction of the first training row after a round, and what the inverse link makes of it."""
    raw = fit.trace[cursor - 1].raw_after[:1]
    value = float(column(raw, k)[0])
    words = f"row {int(fit.train[0])} has F = {number(value)} after the round"
    if fit.dataset.task == "regression":
        return f"{words}, which is the prediction itself"
    p = float(column(fit.model.loss_.inverse_link(raw), k)[0])
    return f"{words}, the probability {number(p)} of {fit.dataset.class_names[positive_class(k, fit.model)]}"


def turn_words(fit: BoostedModel, cursor: int) -> str:
    """When the loss of the unseen rows was lowest, to whom has passed it; at the end that it still falls."""
    unseen = [round_.validation_loss for round_ in fit.trace]
    best = int(np.argmin(unseen))
    if cursor <= best:
        return ""
    if best == len(unseen) - 1:
        return " There it still falls in the last round."
    return f" There it is lowest after round {best + 1}, {number(unseen[best])}: after that, stop."
