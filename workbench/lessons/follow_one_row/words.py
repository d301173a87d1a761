"""Sentences about a row: its path, its sum, its result. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from gbtlib import Tree
from workbench.models.boosted import BoostedModel
from workbench.models.row_story import Floats, RowStory
from workbench.text.losses import state_of, words_of
from workbench.text.numbers import number, threshold_text, value_text
from workbench.text.questions import Sides, level_set, split_sides, value_words

MOST_FEATURES = 4  # of a row that is shown with all its values


def bracketed(value: float, digits: int = 4) -> str:
    """A number to stand behind an operator: in brackets where it is negative."""
    return number(value, digits) if value >= 0 else f"({number(value, digits)})"


def path_steps(tree: Tree, x: Floats, names: Sequence[str]) -> list[str]:
    """What a row answers at every split on its way down, one text a split."""
    return [step_words(tree, above, below, x, names) for above, below in pairwise(tree.decision_path(x))]


def step_words(tree: Tree, node: int, child: int, x: Floats, names: Sequence[str]) -> str:
    """One answer of a row: its number, the threshold, and the way; or that the number is missing."""
    feature, threshold = int(tree.feature[node]), float(tree.threshold[node])
    name, value = names[feature], float(x[feature])
    way = "left" if child == tree.children_left[node] else "right"
    if np.isinf(threshold):
        return f"{name} is {'missing' if np.isnan(value) else 'not missing'} → {way}"
    if np.isnan(value):
        return f"{name} is missing → {way}, the default way of this split"
    sides = split_sides(tree, node)
    if sides is not None:
        return f"{name} = {category_words(name, value, sides)} → {way}"
    shown, sign = value_text(value, name), "≤" if value <= threshold else ">"
    return f"{name} = {shown} {sign} {threshold_text(threshold, name)} → {way}"


def category_words(name: str, value: float, sides: Sides) -> str:
    """A category of a row, and whether it is among those that a split sends left."""
    level, side = value_words(name, value), int(sides[int(value)])
    if side < 0:
        return f"{level}, which no training row here has, so the default way"
    return f"{level}, {'one' if side else 'none'} of {level_set(name, sides)}"


def path_words(fit: BoostedModel, story: RowStory, round_number: int, k: int) -> str:
    """The path of the row through a round's tree in words, down to what its leaf adds."""
    i = round_number - 1
    tree, rate = fit.trace[i].trees[k], fit.trace[i].learning_rate
    steps = path_steps(tree, story.x, fit.dataset.feature_names)
    weight, added = float(story.weight[i, k]), float(story.contribution[i, k])
    end = (
        f"leaf {story.leaf[i, k]}, w = {number(weight)}, "
        f"adds {number(rate)} · {bracketed(weight, 3)} = **{number(added)}**"
    )
    words = "; ".join([*steps, end] if steps else [f"No split at all: {end}"]) + "."
    if story.trained and not story.grown_on[i]:
        words += " This tree was grown without the row: subsample did not draw it."
    return words


def derivatives(fit: BoostedModel, story: RowStory, round_number: int, k: int) -> str:
    """g and h that the round started from, by the formulas of the loss, in LaTeX."""
    row = state_of(fit, story, round_number - 1, k)
    g, h = words_of(row.loss).derivatives(row)
    return rf"\begin{{aligned}}g&={g}\\h&={h}\end{{aligned}}"


def terms_here(fit: BoostedModel, story: RowStory, round_number: int, k: int) -> dict[str, str]:
    """The terms of the screen, each with its number for this row in this round."""
    i = round_number - 1
    raw = f"{number(float(story.raw[i, k]))} before the round, {number(float(story.raw[i + 1, k]))} after it"
    here = {
        "raw prediction": raw,
        "gradient": f"{number(float(story.gradient[i, k]))} at the start of the round",
        "hessian": number(float(story.hessian[i, k])),
        "leaf weight": number(float(story.weight[i, k])),
        "learning rate": f"{fit.trace[i].learning_rate:g}",
    }
    if fit.model.loss_.name == "squared_error":
        here["residual"] = f"{number(story.y)} − {bracketed(float(story.raw[i, k]), 3)} before the round"
    return here


def row_words(fit: BoostedModel, story: RowStory) -> str:
    """Which row this is, its true value, and whether the model was trained on it."""
    data = fit.dataset
    truth = f"{data.target_name} = {target_words(fit, story)}"
    features = ""
    if len(story.x) <= MOST_FEATURES:
        values = zip(data.feature_names, story.x.tolist(), strict=True)
        features = "".join(f", {name} = {value_words(name, x) or number(x, 4)}" for name, x in values)
    words = f"**Row {story.row}**{features}, {truth}. "
    if story.trained and story.grown_on.all():
        return words + "The trees were grown on it and the other training rows."
    if story.trained:
        drawn = f"{int(story.grown_on.sum())} of {story.n_rounds} rounds"
        return words + f"A training row: subsample drew it in {drawn}, and only their trees were grown on it."
    return words + (
        "**Held out: never trained on.** Its g and h are computed the same way, but no tree has seen them."
    )


def target_words(fit: BoostedModel, story: RowStory) -> str:
    """The true value of the row: a number, or the name of its class and the code in the formulas."""
    data = fit.dataset
    if data.task == "regression":
        return number(story.y, 4)
    name = data.class_names[int(story.y)]
    return name if fit.n_classes > 1 or name == f"{story.y:g}" else f"{name} (y = {story.y:g})"


def unused_words(fit: BoostedModel, round_number: int) -> str:
    """What early stopping means for the sum; "" where every round counts."""
    used = fit.model.n_estimators_
    if used == len(fit.trace):
        return ""
    beyond = f" Round {round_number} is after that." if round_number > used else ""
    return f"Early stopping: the model predicts with the first {used} of {len(fit.trace)} rounds.{beyond}"
