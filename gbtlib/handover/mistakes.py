"""Does not add up? The number that somebody computed from a model and a row, and the mistake behind it.

A prediction has eight places at which people go wrong; each has its right answer and the known
wrong ones. All of these alone, then in pairs, are computed; those that give the number as precisely as it was
written are told, with the first term of the sum that parts from the library's. None: nothing is claimed. How
many sets of mistakes would give a number as near by chance is told, too: a second row then decides.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from gbtlib.handover.fields import Floats
from gbtlib.handover.opened import OpenedModel, OpenedTree, leaves_of

RIGHT = "right"
Term = tuple[str, float]
Choice = Mapping[str, str]
TURNED, SWAPPED = "< taken for <=, or the other way round", "the sides of categories swapped"
ROUTES = {
    "comparison": (TURNED, "rows in float32", "rows in float64", "thresholds in float32"),
    "gap": ("0 taken for missing", "missing taken for 0"),
    "side": ("missing to the other side", "missing always to the right", "missing always to the left"),
    "category": (SWAPPED,),
}
NO_LAST, NO_FIRST, FIRST = "without the last round", "without the first round", "only the first round"
BEST, BELOW_BEST = "up to best_iteration", "up to best_iteration, which is left out"
BLOCK, ALL_CLASSES = "the trees of a class taken one after another", "all classes added"
ONCE_MORE, TAKEN_OUT = "learning rate once more", "learning rate taken out"
AFTER_LINK = "base score added after the link"
VOTES = "votes of the trees for their shares"
ROUNDING = 2e-6  # relative: what float32 sums differ by
NEIGHBOURS = 100  # units to each side of a number, in which those of other mistakes are counted
MOST_FOUND = 6
DOUBT = 0.03  # sets of mistakes to be expected by chance, from which on a second row is asked for


@dataclass(frozen=True)
class Finding:
    """Mistakes that give the number, none where it is right. first_term: where the sum parts: its name, the
    library's value and theirs; None where only what follows the sum differs. by_chance: how many sets of as
    many mistakes are to be expected at any number nearby, written with as many digits."""

    mistakes: tuple[str, ...]
    value: float
    first_term: tuple[str, float, float] | None
    choice: Choice
    by_chance: float


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
        self.base_margin, self.n_rounds = base_margin, len(model.round_starts) - 1
        self.routed: dict[tuple[str, ...], Floats] = {}
        self.summed: dict[tuple[str, ...], Floats] = {}

    def values(self, routes: tuple[str, ...] = ()) -> Floats:
        """Leaf values, (n_trees, n_outputs): by the right route, or by those that lead elsewhere."""
        if routes not in self.routed:
            self.routed[routes] = leaf_values(self.model, self.row, routes)
        return self.routed[routes]

    @cached_property
    def questions(self) -> dict[str, tuple[str, ...]]:
        """The answers that there are for this model and row, by question; the right one is the first."""
        model, n_rounds, best = self.model, self.n_rounds, self.model.best_round
        of_best = [BEST, BELOW_BEST] if best is not None and best < n_rounds - 1 else []
        base, margin = [], model.base[self.output]
        if self.base_margin is not None:
            base = ["base_margin left out", "base_margin added to the base score"]
        elif margin != 0:
            base = ["base score left out", "base score twice", "base score without its link"]
            base += [AFTER_LINK] * (model.link == "logistic")
        if margin != 0.5:
            base.append("0.5 for the base score")
        if self.average[self.output] != 0:
            base += ["the average in the trees left out", "the average in the trees added again"]
        is_rate = bool((model.tree_weight == self.learning_rate).all())
        several = model.n_outputs > 1
        each_has_all = several and model.tree_output[:1].tolist() == [-1]
        right = self.values()
        every = {
            name: [route for route in routes if not np.array_equal(self.values((route,)), right)]
            for name, routes in ROUTES.items()
        } | {
            "rounds": [NO_LAST, NO_FIRST, FIRST] * (n_rounds > 1) + of_best,
            "base": base,
            "leaves": [ONCE_MORE, *[TAKEN_OUT] * (not is_rate)] * (self.learning_rate != 1)
            + [VOTES] * (each_has_all and model.divisor != 1),
            "weights": ["weights of the trees left out"] * bool((model.tree_weight != 1).any()),
            "average": ["the sum for the average" if model.divisor != 1 else "the average for the sum"]
            * (n_rounds > 1),
            "class": [f"class {k}" for k in range(model.n_outputs) if k != self.output]
            + [ALL_CLASSES, *[BLOCK] * (not each_has_all)] * several,
            "link": [*LINKED] if model.link == "identity" else ["no link", *LINKED],
        }
        return {name: (RIGHT, *options) for name, options in every.items()}

    def contributions(self, choice: Choice) -> Floats:
        """What each tree adds to each output, (n_trees, n_outputs), before a divisor."""
        model = self.model
        values = self.values(tuple(choice[name] for name in ROUTES if name in choice))
        if choice.get("leaves") == VOTES:
            values = np.eye(values.shape[1])[values.argmax(axis=1)]
        if choice.get("class") == BLOCK:
            block = np.arange(len(values)) // -(-len(values) // model.n_outputs)
            values = np.eye(model.n_outputs)[block] * values.sum(axis=1)[:, None]
        return values if "weights" in choice else values * model.tree_weight[:, None]

    def sums(self, choice: Choice) -> Floats:
        """The outputs before the link, (n_outputs,)."""
        key = tuple(choice.get(name, RIGHT) for name in (*ROUTES, "leaves", "class", "weights"))
        if key not in self.summed:
            each = self.contributions(choice)
            self.summed[key] = np.vstack([np.zeros(each.shape[1]), np.cumsum(each, axis=0)])
        first, end = self.span(choice.get("rounds", RIGHT))
        trees = (self.summed[key][end] - self.summed[key][first]) * self.factor(choice)
        answer = choice.get("base", RIGHT)
        base = [self.base(k, answer) for k in range(self.model.n_outputs)]
        return np.asarray(np.array(base) / self.model.divisor + trees / self.divisor(choice))

    def factor(self, choice: Choice) -> float:
        powers = {ONCE_MORE: 1, TAKEN_OUT: -1}
        return float(self.learning_rate ** powers.get(choice.get("leaves", RIGHT), 0))

    def divisor(self, choice: Choice) -> float:
        """Of what the trees add: a forest that ends early is the average of fewer."""
        whole, answer = self.model.divisor, choice.get("rounds", RIGHT)
        if whole == 1:
            return float(self.n_rounds) if "average" in choice else 1.0
        share = self.span(answer)[1] / len(self.model.trees) if answer.startswith("only") else 1.0
        return 1.0 if "average" in choice else whole * share

    def column(self, choice: Choice) -> int:
        """The output that is looked at."""
        answer = choice.get("class", RIGHT)
        return int(answer[6:]) if answer.startswith("class") else self.output

    def terms(self, choice: Choice) -> list[Term]:
        """The terms of the sum of one output, before the link; without trees that are not asked."""
        answer, first, end = choice.get("class"), *self.span(choice.get("rounds", RIGHT))
        columns = [*range(self.model.n_outputs)] if answer == ALL_CLASSES else [self.column(choice)]
        each = self.contributions(choice)[first:end, columns]
        asked = np.isin(self.model.tree_output[first:end], [-1, *columns])
        asked = (each != 0).any(axis=1) if answer == BLOCK else asked
        shown = each.sum(axis=1) * self.factor(choice) / self.divisor(choice)
        base = sum(self.base(k, choice.get("base", RIGHT)) for k in columns) / self.model.divisor
        trees = [(f"tree {first + i}", float(shown[i])) for i in np.flatnonzero(asked)]
        return [("base score", float(base)), *trees]

    def span(self, answer: str) -> tuple[int, int]:
        """The first tree and the end."""
        starts, best = self.model.round_starts, self.model.best_round or 0
        if answer == NO_FIRST:
            return int(starts[1]), int(starts[-1])
        if answer.endswith(" rounds"):
            return 0, int(starts[int(answer.split()[-2])])
        ends = {NO_LAST: -2, FIRST: 1, BEST: best + 1, BELOW_BEST: best}
        return 0, int(starts[ends.get(answer, -1)])

    def base(self, k: int, answer: str) -> float:
        """What is added before the trees."""
        told, score = self.model.base_told, float(self.model.base[k])
        margin = score if self.base_margin is None else self.base_margin
        wrong = {
            "base score left out": 0.0,
            AFTER_LINK: 0.0,
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
        sums, link, column = self.sums(choice), choice.get("link", RIGHT), self.column(choice)
        is_total = choice.get("class") == ALL_CLASSES
        raw, after = np.float64(sums.sum() if is_total else sums[column]), 0.0
        if choice.get("base") == AFTER_LINK:
            after = self.model.base_told[self.output] if self.model.base_told else 0.0
        if link == "no link" or (is_total and link == RIGHT and self.model.link == "softmax"):
            return float(raw) + after
        if link in LINKED:
            return float(LINKED[link](raw)) + after
        if self.model.link == "softmax":
            return float(self.model.linked(sums[None, :])[0, column])
        return float(self.model.linked(np.array([[raw]]))[0, 0]) + after

    def explain(self, number: str) -> list[Finding]:
        """The fewest mistakes that give the number as it is written, e.g. "0.7312"; none: not found."""
        return explained([(self, number)])

    def parting(self, choice: Choice) -> tuple[str, float, float] | None:
        """The first term that differs: its name, the right value, and theirs."""
        ours, theirs = dict(self.terms({})), dict(self.terms(choice))
        parts = (name for name in (ours | theirs) if ours.get(name, 0.0) != theirs.get(name, 0.0))
        name = next(parts, None)
        return None if name is None else (name, ours.get(name, 0.0), theirs.get(name, 0.0))


def explained(cases: Sequence[tuple[HandComputation, str]]) -> list[Finding]:
    """The fewest mistakes that give all the numbers as they are written, one a row of one model; none: not
    found. What is told of values and terms is of the first row."""
    hands, target = [hand for hand, _ in cases], np.array([float(number) for _, number in cases])
    unit = np.array([half_a_digit(number) for _, number in cases])
    for sets in filter(None, sets_of_mistakes(hands)):
        with np.errstate(all="ignore"):
            values = np.array([[hand.number(choice) for hand in hands] for choice in sets])
            slack = unit + ROUNDING * np.abs(values)
            found = np.flatnonzero((np.abs(values - target) <= slack).all(axis=1))
            near = (np.abs(values - target) <= NEIGHBOURS * slack) & (np.abs(values - target) > slack)
        if len(found):
            others = [len(np.unique(values[near[:, i], i])) for i in range(len(hands))]
            by_chance = float(np.prod(np.array(others) / NEIGHBOURS))
            some = [(sets[i], float(values[i, 0])) for i in found[:MOST_FOUND]]
            part = hands[0].parting
            return [Finding(tuple(each.values()), value, part(each), each, by_chance) for each, value in some]
    return []


def sets_of_mistakes(hands: Sequence[HandComputation]) -> Iterator[list[dict[str, str]]]:
    """Sets to be tried, the simplest first: none, one, two; at last a sum that ends too early, with another
    start or link."""
    known = [each for hand in hands for each in hand.questions.items()]
    single = list(dict.fromkeys((name, answer) for name, answers in known for answer in answers[1:]))
    last = hands[0].n_rounds - (hands[0].model.divisor == 1)
    ends = [("rounds", f"only the first {count} rounds") for count in range(2, last)]
    yield [{}]
    yield [dict([each]) for each in (*single, *ends)]
    yield [dict(each) for each in combinations(single, 2) if each[0][0] != each[1][0]]
    around = [each for each in single if each[0] in ("base", "link")]
    yield [dict([end, each]) for end in ends for each in around]


def logistic(raw: np.float64) -> np.float64:
    return np.float64(1 / (1 + np.exp(-raw)))


LINKED: dict[str, Callable[[np.float64], np.float64]] = {
    "the logistic function": logistic,
    "the logistic function twice": lambda raw: logistic(logistic(raw)),
    "the exponential function": np.exp,
    "the other class's probability": lambda raw: 1 - logistic(raw),
}


def leaf_values(model: OpenedModel, row: Floats, routes: Sequence[str]) -> Floats:
    """What the leaf of each tree adds to each output, (n_trees, n_outputs), by ways of routing."""
    rule, is_turned, is_swapped = model.arithmetic, TURNED in routes, SWAPPED in routes
    rule = replace(rule, strict=rule.strict != is_turned, listed_left=rule.listed_left != is_swapped)
    for kind in (np.float32, np.float64):
        if f"rows in {kind.__name__}" in routes:
            rule = replace(rule, rows=kind)
    row = np.where(row == 0, np.nan, row) if "0 taken for missing" in routes else row
    row = np.nan_to_num(row, nan=0.0) if "missing taken for 0" in routes else row
    x = replace(model, arithmetic=rule).rows(row)
    found = np.zeros((len(model.trees), model.n_outputs))
    for number, tree in enumerate(model.trees):
        value = tree.leaf_value[leaves_of(misrouted(tree, routes), x, rule)[0]]
        found[number, slice(None) if value.ndim else model.tree_output[number]] = value
    return found


def misrouted(tree: OpenedTree, routes: Sequence[str]) -> OpenedTree:
    """The tree as mistaken routes have it."""
    if "thresholds in float32" in routes:
        with np.errstate(over="ignore"):
            tree = replace(tree, threshold=tree.threshold.astype(np.float32).astype(np.float64))
    is_left = tree.default_left
    sides = dict(zip(ROUTES["side"], (~is_left, is_left & False, is_left | True), strict=True))
    for route in sides.keys() & set(routes):
        tree = replace(tree, default_left=sides[route])
    return tree


def half_a_digit(number: str) -> float:
    """Half a unit of the last digit that is written."""
    mantissa, _, power = number.lower().partition("e")
    return 0.5 * 10.0 ** (int(power or 0) - len(mantissa.partition(".")[2]))
