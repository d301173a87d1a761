"""Does not add up? The number that somebody computed from a model and a row, and the mistake behind it.

A prediction has eight places at which people go wrong; each has its right answer and the known
wrong ones. All of these alone, then in pairs, are computed; those that give the number as precisely as it was
written are told, with the first term of the sum that parts from the library's. None: nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, islice

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gbtlib.handover.fields import Floats
from gbtlib.handover.opened import OpenedModel, OpenedTree, leaves_of

RIGHT = "right"
Term = tuple[str, float]
Choice = Mapping[str, str]
ROUTES = (
    *(RIGHT, "< taken for <=, or the other way round", "rows in float32", "rows in float64"),
    *("thresholds in float32", "0 taken for missing", "missing taken for 0", "missing to the other side"),
    *("missing always to the right", "missing always to the left", "the sides of categories swapped"),
)
ROUNDS = ("without the last round", "without the first round", "only the first round")
FACTORS = {"learning rate once more": 1, "learning rate taken out": -1}  # its power
ROUNDING = 2e-6  # relative: what float32 sums differ by
MOST_FOUND = 6


@dataclass(frozen=True)
class Finding:
    """Mistakes that give the number, none where it is right. first_term: where the sum parts: its name, the
    library's value and theirs; None where only what follows the sum differs."""

    mistakes: tuple[str, ...]
    value: float
    first_term: tuple[str, float, float] | None


class HandComputation:
    """One row of a model, computed as the library does, or with mistakes.

    output: the column of the raw prediction. learning_rate, average: as solved for; average is what LightGBM
    folded into the first trees, one an output. base_margin: what the row was given in place of the base.
    Errors: ValueError for a model whose prediction is no sum (AdaBoost.R2), or another number of features.
    """

    def __init__(
        self,
        model: OpenedModel,
        row: ArrayLike,
        output: int = 0,
        *,
        learning_rate: float = 1.0,
        average: ArrayLike | None = None,
        base_margin: float | None = None,
    ) -> None:
        if model.combine != "sum":
            raise ValueError(f"the prediction is a {model.combine}, no sum of terms")
        self.model, self.output, self.learning_rate = model, output, learning_rate
        self.row = np.asarray(row, np.float64)[None, :]
        model.rows(self.row)
        self.average = np.zeros(model.n_outputs) if average is None else np.asarray(average, np.float64)
        self.base_margin = base_margin

    @cached_property
    def values(self) -> dict[str, NDArray[np.float64]]:
        """Leaf values, (n_trees, n_outputs): by the right route, and by those that lead elsewhere."""
        found = {RIGHT: leaf_values(self.model, self.row, RIGHT)}
        for route in ROUTES[1:]:
            values = leaf_values(self.model, self.row, route)
            if not np.array_equal(values, found[RIGHT]):
                found[route] = values
        return found

    @cached_property
    def questions(self) -> dict[str, tuple[str, ...]]:
        """The answers that there are for this model and row, by question; the right one is the first."""
        model, n_rounds = self.model, len(self.model.round_starts) - 1
        rounds = list(ROUNDS) * (n_rounds > 1)
        if model.best_round is not None and model.best_round + 1 < n_rounds:
            rounds += ["up to best_iteration", "up to best_iteration, which is left out"]
        base = []
        if self.base_margin is not None:
            base = ["base_margin left out", "base_margin added to the base score"]
        elif model.base[self.output] != 0:
            base = ["base score left out", "base score twice", "base score without its link"]
            base += ["base score added after the link"] * (model.link == "logistic")
        if model.base[self.output] != 0.5:
            base.append("0.5 for the base score")
        if self.average[self.output] != 0:
            base += ["the average in the trees left out", "the average in the trees added again"]
        every = {
            "route": [*self.values][1:],
            "rounds": rounds,
            "base": base,
            "leaves": list(FACTORS) * (self.learning_rate != 1),
            "weights": ["weights of the trees left out"] * bool((model.tree_weight != 1).any()),
            "average": ["the sum for the average"] * (model.divisor != 1),
            "class": [f"class {k}" for k in range(model.n_outputs) if k != self.output],
            "link": [*LINKED] if model.link == "identity" else ["no link", *LINKED],
        }
        every["class"] += ["all classes added"] * (model.n_outputs > 1)
        return {name: (RIGHT, *options) for name, options in every.items()}

    def terms(self, choice: Choice) -> list[Term]:
        """The terms of the sum of one output, before the link; without those that are 0 by a mistake."""
        model, column = self.model, self.output
        answer = choice.get("class", RIGHT)
        column = int(answer[6:]) if answer.startswith("class") else column
        columns = range(model.n_outputs) if answer == "all classes added" else [column]
        first, end = self.span(choice.get("rounds", RIGHT))
        values = self.values[choice.get("route", RIGHT)][first:end]
        factor = self.learning_rate ** FACTORS.get(choice.get("leaves", RIGHT), 0)
        weights = model.tree_weight if choice.get("weights", RIGHT) == RIGHT else np.ones(len(model.trees))
        divisor = model.divisor if choice.get("average", RIGHT) == RIGHT else 1.0
        each = values[:, columns].sum(axis=1) * factor * weights[first:end] / divisor
        asked = np.isin(model.tree_output[first:end], [-1, *columns])
        base = sum(self.base(k, choice.get("base", RIGHT)) for k in columns) / divisor
        trees = [(f"tree {first + i}", float(each[i])) for i in np.flatnonzero(asked)]
        return [("base score", float(base)), *trees]

    def span(self, answer: str) -> tuple[int, int]:
        """The first tree and the end."""
        starts, best = self.model.round_starts, self.model.best_round or 0
        if answer == "without the first round":
            return int(starts[1]), int(starts[-1])
        ends = {"without the last round": -2, "only the first round": 1, "up to best_iteration": best + 1}
        ends["up to best_iteration, which is left out"] = best
        return 0, int(starts[ends.get(answer, -1)])

    def base(self, k: int, answer: str) -> float:
        """What is added before the trees."""
        told = self.model.base_told
        score = float(self.model.base[k])
        margin = score if self.base_margin is None else self.base_margin
        wrong = {
            "base score left out": 0.0,
            "base score added after the link": 0.0,
            "base score twice": 2 * margin,
            "base score without its link": told[k] if told else score,
            "0.5 for the base score": 0.5,
            "base_margin left out": score,
            "base_margin added to the base score": score + margin,
            "the average in the trees left out": margin - self.average[k],
            "the average in the trees added again": margin + self.average[k],
        }
        return float(wrong.get(answer, margin))

    def number(self, choice: Choice) -> float:
        """The prediction with these mistakes; questions that are not named are answered right."""
        raw = float(np.sum([value for _, value in self.terms(choice)]))
        link, after = choice.get("link", RIGHT), 0.0
        if choice.get("base") == "base score added after the link":
            after = self.model.base_told[self.output] if self.model.base_told else 0.0
        if link == "no link":
            return raw + after
        if link in LINKED:
            return float(LINKED[link](np.float64(raw))) + after
        if self.model.link == "softmax" and choice.get("class", RIGHT) != "all classes added":
            others = [{**choice, "class": f"class {k}"} for k in range(self.model.n_outputs)]
            scores = np.array([sum(value for _, value in self.terms(other)) for other in others])
            column = int(choice["class"][6:]) if "class" in choice else self.output
            shares = np.exp(scores - scores.max())
            return float(shares[column] / shares.sum())
        return float(self.model.linked(np.array([[raw]]))[0, 0]) + after

    def explain(self, number: str, most_mistakes: int = 2) -> list[Finding]:
        """The fewest mistakes that give the number as it is written, e.g. "0.7312"; none: not found."""
        target, unit = float(number), half_a_digit(number)
        single = [(name, answer) for name, answers in self.questions.items() for answer in answers[1:]]
        for count in range(most_mistakes + 1):
            chosen = (dict(each) for each in combinations(single, count) if len(dict(each)) == count)
            with np.errstate(all="ignore"):
                found = ((choice, self.number(choice)) for choice in chosen)
                close = (each for each in found if abs(each[1] - target) <= unit + ROUNDING * abs(each[1]))
                findings = [self.finding(*each) for each in islice(close, MOST_FOUND)]
            if findings:
                return findings
        return []

    def finding(self, choice: Choice, value: float) -> Finding:
        """The mistakes, with the first term that differs."""
        ours, theirs = dict(self.terms({})), dict(self.terms(choice))
        parts = (name for name in (ours | theirs) if ours.get(name, 0.0) != theirs.get(name, 0.0))
        name = next(parts, None)
        first = None if name is None else (name, ours.get(name, 0.0), theirs.get(name, 0.0))
        return Finding(tuple(choice.values()), value, first)


def logistic(raw: np.float64) -> np.float64:
    return np.float64(1 / (1 + np.exp(-raw)))


LINKED: dict[str, Callable[[np.float64], np.float64]] = {
    "the logistic function": logistic,
    "the logistic function twice": lambda raw: logistic(logistic(raw)),
    "the exponential function": np.exp,
    "the other class's probability": lambda raw: 1 - logistic(raw),
}


def leaf_values(model: OpenedModel, row: Floats, route: str) -> Floats:
    """What the leaf of each tree adds to each output, (n_trees, n_outputs), by a way of routing."""
    rule = model.arithmetic
    if route == ROUTES[1]:
        rule = replace(rule, strict=not rule.strict)
    elif route.startswith("rows in"):
        rule = replace(rule, rows=np.float32 if route.endswith("32") else np.float64)
    elif route == "the sides of categories swapped":
        rule = replace(rule, listed_left=not rule.listed_left)
    changed = replace(model, arithmetic=rule)
    x = np.where(row == 0, np.nan, row) if route == "0 taken for missing" else row
    x = changed.rows(np.nan_to_num(row, nan=0.0) if route == "missing taken for 0" else x)
    found = np.zeros((len(model.trees), model.n_outputs))
    for number, tree in enumerate(model.trees):
        value = tree.leaf_value[leaves_of(misrouted(tree, route), x, rule)[0]]
        found[number, slice(None) if value.ndim else model.tree_output[number]] = value
    return found


def misrouted(tree: OpenedTree, route: str) -> OpenedTree:
    """The tree as a mistaken route has it."""
    if route == "thresholds in float32":
        with np.errstate(over="ignore"):
            return replace(tree, threshold=tree.threshold.astype(np.float32).astype(np.float64))
    sides = {"missing to the other side": ~tree.default_left}
    sides["missing always to the right"] = np.zeros_like(tree.default_left)
    sides["missing always to the left"] = np.ones_like(tree.default_left)
    return replace(tree, default_left=sides[route]) if route in sides else tree


def half_a_digit(number: str) -> float:
    """Half a unit of the last digit that is written."""
    mantissa, _, power = number.lower().partition("e")
    return 0.5 * 10.0 ** (int(power or 0) - len(mantissa.partition(".")[2]))
