"""How the prediction of one row comes about: ledger, g and h, path, in numbers and words. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gbtlib import Tree
from workbench.compute import Lesson
from workbench.viewmodel import number

Floats = NDArray[np.float64]
MOST_TERMS = 5  # of the sum in words
MOST_FEATURES = 4  # of a row that is shown with all its values
WAYS = ("raise", "lower")  # what a round can do to a row


@dataclass(frozen=True, eq=False)
class RowStory:
    """One row through all the rounds; R rounds, K trees a round (1, or one for each class under softmax).

    row: position among all rows of the data set. x: its features. y: its target, a class as its code.
    trained: whether it is a training row; if not, its g and h are computed, but no tree was grown on them.
    leaf, weight, contribution: of round i + 1 at position i, (R, K); contribution is learning_rate * weight.
    grown_on: whether the trees of a round were grown on the row, (R,): under subsample not always.
    raw, prediction: at the start and after every round, (R + 1, K).
    gradient, hessian: at each of these raw predictions, (R + 1, K): position i is what round i + 1 sees.
    """

    row: int
    x: Floats
    y: float
    trained: bool
    leaf: NDArray[np.intp]
    weight: Floats
    contribution: Floats
    grown_on: NDArray[np.bool_]
    raw: Floats
    prediction: Floats
    gradient: Floats
    hessian: Floats

    @property
    def n_rounds(self) -> int:
        return len(self.leaf)


def row_story(lesson: Lesson, row: int) -> RowStory:
    """Follow one row, trained on or held out, from the start through every round.

    The contributions are added up in the order in which the model adds them, so the sums are the model's own
    to the last bit.
    """
    data, loss, trace = lesson.dataset, lesson.model.loss_, lesson.trace
    x, y = data.X[row], data.y[row]
    place = int(np.searchsorted(lesson.train, row))
    trained = place < len(lesson.train) and int(lesson.train[place]) == row
    if trained:
        leaf = np.array([np.atleast_1d(round_.leaf[place]) for round_ in trace], dtype=np.intp)
        grown_on = np.array([round_.rows is None or bool((round_.rows == place).any()) for round_ in trace])
    else:
        leaf = np.array([[tree.apply(x[np.newaxis])[0] for tree in round_.trees] for round_ in trace])
        grown_on = np.zeros(len(trace), dtype=bool)
    weight = np.array(
        [
            [tree.weight[i] for tree, i in zip(round_.trees, leaves, strict=True)]
            for round_, leaves in zip(trace, leaf, strict=True)
        ]
    )
    contribution = np.array([[round_.learning_rate] for round_ in trace]) * weight
    raw = np.cumsum(np.vstack((np.atleast_1d(lesson.model.initial_raw_prediction_), contribution)), axis=0)
    # To a loss the row after each round looks like a row of its own.
    rows = raw if loss.n_outputs > 1 else raw[:, 0]
    target = np.full(len(raw), y)
    return RowStory(
        row=row,
        x=x,
        y=float(y),
        trained=trained,
        leaf=leaf,
        weight=weight,
        contribution=contribution,
        grown_on=grown_on,
        raw=raw,
        prediction=loss.inverse_link(rows).reshape(raw.shape),
        gradient=loss.gradient(target, rows).reshape(raw.shape),
        hessian=loss.hessian(target, rows).reshape(raw.shape),
    )


def default_row(lesson: Lesson) -> int:
    """The training row with the largest gradient in round 1, of any class: the one that is most wrong."""
    return most_wrong(lesson, 1)


def most_wrong(lesson: Lesson, round_number: int) -> int:
    """The training row with the largest gradient, of any class, that a round starts from; in a tie the first.

    A row as a position among all rows of the data set.
    """
    size = np.abs(lesson.trace[round_number - 1].gradient)
    return int(lesson.train[(size if size.ndim == 1 else size.max(axis=1)).argmax()])


def next_held_out(lesson: Lesson, row: int) -> int | None:
    """The next row after `row` that was never trained on, from the first again at the end; None without."""
    held_out = lesson.held_out
    if not len(held_out):
        return None
    place = int(np.searchsorted(held_out, row, side="right"))
    return int(held_out[place % len(held_out)])


def deepest(lesson: Lesson, k: int) -> int:
    """The levels of the deepest tree of any round."""
    return max(round_.trees[k].max_depth for round_ in lesson.trace)


def bracketed(value: float, digits: int = 4) -> str:
    """A number to stand behind an operator: in brackets where it is negative."""
    return number(value, digits) if value >= 0 else f"({number(value, digits)})"


def told_apart(x: float, threshold: float) -> tuple[str, str]:
    """Two numbers with three digits, or as many more as it takes to see which is larger."""
    for digits in range(3, 17):
        pair = number(x, digits), number(threshold, digits)
        if pair[0] != pair[1]:
            return pair
    return number(x), number(threshold)


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
    shown, limit = told_apart(value, threshold)
    return f"{name} = {shown} {'≤' if value <= threshold else '>'} {limit} → {way}"


def path_words(lesson: Lesson, story: RowStory, round_number: int, k: int) -> str:
    """The path of the row through a round's tree in words, down to what its leaf adds."""
    i = round_number - 1
    tree, rate = lesson.trace[i].trees[k], lesson.trace[i].learning_rate
    steps = path_steps(tree, story.x, lesson.dataset.feature_names)
    weight, added = float(story.weight[i, k]), float(story.contribution[i, k])
    end = (
        f"leaf {story.leaf[i, k]}, w = {number(weight)}, "
        f"adds {number(rate)} · {bracketed(weight, 3)} = **{number(added)}**"
    )
    words = "; ".join([*steps, end] if steps else [f"No split at all: {end}"]) + "."
    if story.trained and not story.grown_on[i]:
        words += " This tree was grown without the row: subsample did not draw it."
    return words


def sum_words(lesson: Lesson, story: RowStory, round_number: int, k: int) -> str:
    """The ledger up to a round as one sum: the start, learning rate times every leaf weight, the total."""
    terms = [
        f"{number(lesson.trace[i].learning_rate)}·{bracketed(float(story.weight[i, k]), 3)}"
        for i in range(round_number)
    ]
    if round_number > MOST_TERMS:
        terms = [*terms[: MOST_TERMS - 2], "…", terms[-1]]
    total = number(float(story.raw[round_number, k]), 4)
    return f"{' + '.join([number(float(story.raw[0, k]), 4), *terms])} = **{total}**"


def row_words(lesson: Lesson, story: RowStory) -> str:
    """Which row this is, its true value, and whether the model was trained on it."""
    data = lesson.dataset
    truth = f"{data.target_name} = {target_words(lesson, story)}"
    features = ""
    if len(story.x) <= MOST_FEATURES:
        values = ("missing" if np.isnan(value) else number(float(value), 4) for value in story.x)
        features = "".join(f", {each} = {x}" for each, x in zip(data.feature_names, values, strict=True))
    words = f"**Row {story.row}**{features}, {truth}. "
    if story.trained and story.grown_on.all():
        return words + "The trees were grown on it and the other training rows."
    if story.trained:
        drawn = f"{int(story.grown_on.sum())} of {story.n_rounds} rounds"
        return words + f"A training row: subsample drew it in {drawn}, and only their trees were grown on it."
    return words + (
        "**Held out: never trained on.** Its g and h are computed the same way, but no tree has seen them."
    )


def target_words(lesson: Lesson, story: RowStory) -> str:
    """The true value of the row: a number, or the name of its class and the code in the formulas."""
    data = lesson.dataset
    if data.task == "regression":
        return number(story.y, 4)
    name = data.class_names[int(story.y)]
    return name if lesson.n_classes > 1 or name == f"{story.y:g}" else f"{name} (y = {story.y:g})"


def result_words(lesson: Lesson, story: RowStory, round_number: int, k: int) -> str:
    """What the model predicts for the row after a round, and how that has changed."""
    before, after = (float(story.prediction[i, k]) for i in (round_number - 1, round_number))
    if lesson.dataset.task == "regression":
        return f"Prediction after round {round_number}: {number(before, 4)} → **{number(after, 4)}**."
    shown, then = told_apart(before, after)
    return (
        f"Probability of {class_of(lesson, k)} after round {round_number}: {shown} → **{then}**."
        f"{'' if lesson.n_classes == 1 else all_probabilities(lesson, story, round_number)}"
    )


def all_probabilities(lesson: Lesson, story: RowStory, round_number: int) -> str:
    """The probabilities of every class after a round."""
    each = zip(lesson.dataset.class_names, story.prediction[round_number], strict=True)
    return " All classes: " + ", ".join(f"{name}: {number(float(p))}" for name, p in each) + "."


def class_of(lesson: Lesson, k: int) -> str:
    """The class whose probability is followed: the chosen one, or of two the second."""
    return lesson.dataset.class_names[k if lesson.n_classes > 1 else 1]


def verdict_on_next(story: RowStory, round_number: int, k: int, said: str) -> tuple[float, str]:
    """The credit of a guess about the round after this one, one of WAYS; and what is true, in words."""
    added = float(story.contribution[round_number, k])
    fact = f"round {round_number + 1} adds {number(added)}."
    if added == 0:
        return 0.5, f"Neither: {fact}"
    right = said == WAYS[0 if added > 0 else 1]
    return float(right), f"{'Right' if right else 'No'}: {fact}"


def unused_words(lesson: Lesson, round_number: int) -> str:
    """What early stopping means for the sum; "" where every round counts."""
    used = lesson.model.n_estimators_
    if used == len(lesson.trace):
        return ""
    beyond = f" Round {round_number} is after that." if round_number > used else ""
    return f"Early stopping: the model predicts with the first {used} of {len(lesson.trace)} rounds.{beyond}"


def ledger_table(story: RowStory, k: int, last: int) -> pd.DataFrame:
    """Every entry of the ledger up to a round, with g and h that the round started from."""
    i = slice(0, last)
    after = slice(1, last + 1)
    start = {"raw prediction": story.raw[:1, k], "prediction": story.prediction[:1, k]}
    columns = {
        "g": story.gradient[i, k],
        "h": story.hessian[i, k],
        "leaf": pd.array(story.leaf[i, k], dtype="Int64"),
        "leaf weight w": story.weight[i, k],
        "learning_rate · w": story.contribution[i, k],
        "raw prediction": story.raw[after, k],
        "prediction": story.prediction[after, k],
    }
    table = pd.DataFrame(columns, index=pd.RangeIndex(1, last + 1))
    first = pd.DataFrame(start, index=[0]).reindex(columns=table.columns)
    first = first.astype(table.dtypes.to_dict())
    whole = pd.concat([first, table])
    whole.index.name = "round"
    return whole
