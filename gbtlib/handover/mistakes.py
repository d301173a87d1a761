"""Does not add up? The number that somebody computed from a model and a row, and the mistake behind it.

A prediction asks questions at which people go wrong: which trees, from which start, through which link. The
known wrong answers, alone, then in pairs, are computed; those that give the number as precisely as it was
written are told, with the first term of the sum that parts from the library's. None: nothing is claimed. How
many sets of mistakes would give a number as near by chance is told, too: a second row then decides.
"""

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import cache, cached_property, partial
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit

from gbtlib.handover.fields import Floats
from gbtlib.handover.opened import OpenedModel

Term = tuple[str, float]
Effect = tuple[
    str, Any, str, dict[str, Any]
]  # a question, whether it can be, a wrong answer, what that changes
Choice = Mapping[str, str]
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


@dataclass(frozen=True)
class Way:
    """How a number is made of a model and a row.

    routes: mistakes on the way to the leaves. votes, blocks, weighed: of what a leaf then adds; see
    HandComputation.leaves. first, end: of the trees that are added up. factor, divisor: of their sum. base:
    what comes before them, (n_outputs,). columns: the outputs that are added up. link: of their sum, None for
    the model's own. after: what is added at last.
    """

    base: Floats
    end: int
    divisor: float
    columns: tuple[int, ...]
    routes: tuple[str, ...] = ()
    votes: bool = False
    blocks: bool = False
    weighed: bool = True
    first: int = 0
    factor: float = 1.0
    link: Callable[[np.float64], np.float64] | None = None
    after: float = 0.0


@dataclass(eq=False, repr=False)
class HandComputation:
    """One row of a model, computed as the library does, or with mistakes.

    output: the column of the raw prediction. learning_rate, average: as solved for; average is what LightGBM
    folded into the first trees, one an output. base_margin: what the row was given in place of the base.
    Errors: ValueError for a model whose prediction is no sum (AdaBoost.R2), or another number of features.
    """

    model: OpenedModel
    row: ArrayLike
    output: int = 0
    _: KW_ONLY
    learning_rate: float = 1.0
    average: ArrayLike | None = None
    base_margin: float | None = None

    def __post_init__(self) -> None:
        model, K, row = self.model, self.model.n_outputs, np.asarray(self.row, np.float64)[None, :]
        if model.combine != "sum":
            raise ValueError(f"the prediction is a {model.combine}, no sum of terms")
        model.rows(row)
        base = model.base if self.base_margin is None else np.full(K, self.base_margin)
        self.right = Way(base, len(model.trees), model.divisor, (self.output,))
        self.values = cache(partial(leaf_values, model, row))  # by routes, () for the right one

    @cached_property
    def effects(self) -> dict[str, dict[str, dict[str, Any]]]:
        """By question the wrong answers, and what each changes in the right way; of two the later decides."""
        last = self.model.n_rounds - (self.model.divisor == 1)
        ends = (("end", True, f"only the first {i} rounds", self.only(i)) for i in range(2, last))
        found: dict[str, dict[str, dict[str, Any]]] = {}
        for question, is_there, answer, changes in (
            *self.of_rounds(),
            *self.of_base(),
            *self.of_sum(),
            *ends,
        ):
            if is_there:
                found.setdefault(question, {})[answer] = changes
        return found

    def trees_before(self, rounds: int) -> int:
        """How many trees so many rounds have."""
        return int(self.model.round_starts[min(max(rounds, 0), self.model.n_rounds)])

    def only(self, rounds: int) -> dict[str, Any]:
        """The first rounds; a forest that ends early is the average of fewer trees."""
        model, end = self.model, self.trees_before(rounds)
        return {"end": end, "divisor": model.divisor * (end / len(model.trees) if model.divisor != 1 else 1)}

    def of_rounds(self) -> tuple[Effect, ...]:
        """Which trees: the question, whether it can be, the wrong answer, and what that changes."""
        model, n, at = self.model, self.model.n_rounds, self.trees_before
        best = n if model.best_round is None else model.best_round
        return (
            ("rounds", n > 1, "without the last round", {"end": at(n - 1)}),
            ("rounds", n > 1, "without the first round", {"first": at(1)}),
            ("rounds", n > 1, "only the first round", self.only(1)),
            ("rounds", best < n - 1, "up to best_iteration", {"end": at(best + 1)}),
            ("rounds", best < n - 1, "up to best_iteration, which is left out", {"end": at(best)}),
        )

    def of_base(self) -> tuple[Effect, ...]:
        """From which start."""
        model, base, own = self.model, self.right.base, float(self.model.base[self.output])
        has_margin = self.base_margin is not None
        has_base = own != 0 and not has_margin
        is_told, told = has_base and len(model.base_told) > 0, np.resize(model.base_told or 0.0, len(base))
        is_late, late = is_told and model.link == "logistic", {"base": 0 * base, "after": told[self.output]}
        folded = np.asarray(0 * base if self.average is None else self.average, np.float64)
        is_folded = folded[self.output] != 0
        return (
            ("base", has_margin, "base_margin left out", {"base": model.base}),
            ("base", has_margin, "base_margin added to the base score", {"base": model.base + base}),
            ("base", has_base, "base score left out", {"base": 0 * base}),
            ("base", has_base, "base score twice", {"base": 2 * base}),
            ("base", is_told, "base score without its link", {"base": told}),
            ("base", is_late, "base score added after the link", late),
            ("base", own != 0.5, "0.5 for the base score", {"base": np.full(len(base), 0.5)}),
            ("base", is_folded, "the average in the trees left out", {"base": base - folded}),
            ("base", is_folded, "the average in the trees added again", {"base": base + folded}),
        )

    def of_sum(self) -> tuple[Effect, ...]:
        """What a leaf adds, what the sum is divided by, of which class, and through which link."""
        model, rate, n, K = self.model, self.learning_rate, self.model.n_rounds, self.model.n_outputs
        is_average = model.divisor != 1
        is_rate = rate in (0, 1) or (model.tree_weight == rate).all()
        has_all = K > 1 and model.tree_output[:1].tolist() == [-1]
        is_parted = K > 1 and not has_all
        links = LINKED if model.link == "identity" else {"no link": np.positive} | LINKED
        return (
            ("leaves", rate != 1, "learning rate once more", {"factor": rate}),
            ("leaves", not is_rate, "learning rate taken out", {"factor": 1 / (rate or 1)}),
            ("leaves", has_all and is_average, "votes of the trees for their shares", {"votes": True}),
            ("weights", (model.tree_weight != 1).any(), "weights of the trees left out", {"weighed": False}),
            ("average", n > 1 and is_average, "the sum for the average", {"divisor": 1.0}),
            ("average", n > 1 and not is_average, "the average for the sum", {"divisor": float(n)}),
            *(("class", k != self.output, f"class {k}", {"columns": (k,)}) for k in range(K)),
            ("class", K > 1, "all classes added", {"columns": tuple(range(K))}),
            ("class", is_parted, "the trees of a class taken one after another", {"blocks": True}),
            *(("link", True, name, {"link": link}) for name, link in links.items()),
        )

    @cached_property
    def questions(self) -> dict[str, list[str]]:
        """The wrong answers that there are for this model and row, by question."""
        found: dict[str, list[str]] = {}
        for answer, (question, _, _) in ROUTES.items():
            if not np.array_equal(self.values((answer,)), self.values(())):
                found.setdefault(question, []).append(answer)
        return found | {question: list(answers) for question, answers in self.effects.items()}

    def way(self, choice: Choice) -> Way:
        """That of these mistakes; questions that are not named are answered right."""
        changes: dict[str, Any] = {"routes": tuple(each for each in choice.values() if each in ROUTES)}
        for question, answers in self.effects.items():
            changes |= answers[choice[question]] if question in choice else {}
        return replace(self.right, **changes)

    def leaves(self, way: Way) -> Floats:
        """What each tree adds to each output, (n_trees, n_outputs).

        votes: 1 for the output with the largest value. blocks: as if the trees of a class stood together.
        """
        values, K = self.values(way.routes), self.model.n_outputs
        if way.votes:
            values = np.eye(K)[values.argmax(axis=1)]
        if way.blocks:
            values = np.eye(K)[np.arange(len(values)) // -(-len(values) // K)] * values.sum(axis=1)[:, None]
        return values * self.model.tree_weight[:, None] if way.weighed else values

    def terms(self, choice: Choice) -> list[Term]:
        """The terms of the sum of one output, before the link; without trees that are not asked."""
        way = self.way(choice)
        columns, first = list(way.columns), way.first
        each = self.leaves(way)[first : way.end, columns]
        asked = np.isin(self.model.tree_output[first : way.end], [-1, *columns])
        asked = (each != 0).any(axis=1) if way.blocks else asked
        shown = each.sum(axis=1) * way.factor / way.divisor
        base = float(way.base[columns].sum() / self.model.divisor)
        trees = [(f"tree {first + i}", float(shown[i])) for i in np.flatnonzero(asked)]
        return [("base score", base), *trees]

    def number(self, choice: Choice) -> float:
        """The prediction with these mistakes."""
        way, model = self.way(choice), self.model
        trees = self.leaves(way)[way.first : way.end].sum(axis=0) * way.factor
        sums = way.base / model.divisor + trees / way.divisor
        raw = sums[list(way.columns)].sum()
        if way.link is not None:
            found = way.link(raw)
        elif model.link == "softmax":
            found = raw if len(way.columns) > 1 else model.linked(sums[None, :])[0, way.columns[0]]
        else:
            found = model.linked(np.array([[raw]]))[0, 0]
        return float(found) + way.after

    def explain(self, number: str) -> list[Finding]:
        """The fewest mistakes that give the number as it is written, e.g. "0.7312"; none: not found."""
        return explained([(self, number)])

    def parting(self, choice: Choice) -> tuple[str, float, float] | None:
        """The first term that differs: its name, the right value, and theirs."""
        ours, theirs = dict(self.terms({})), dict(self.terms(choice))
        both = ((name, ours.get(name, 0.0), theirs.get(name, 0.0)) for name in ours | theirs)
        return next((each for each in both if each[1] != each[2]), None)


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
    every = dict.fromkeys((name, answer) for name, answers in known for answer in answers)
    single, ends = ([each for each in every if (each[0] == "end") == is_end] for is_end in (False, True))
    yield [{}]
    yield [dict([each]) for each in (*single, *ends)]
    yield [dict(each) for each in combinations(single, 2) if each[0][0] != each[1][0]]
    around = [each for each in single if each[0] in ("base", "link")]
    yield [dict([end, each]) for end in ends for each in around]


LINKED: dict[str, Callable[[np.float64], np.float64]] = {
    "the logistic function": expit,
    "the logistic function twice": lambda raw: expit(expit(raw)),
    "the exponential function": np.exp,
    "the other class's probability": lambda raw: 1 - expit(raw),
}


ROUTES: dict[str, tuple[str, str, Callable[[Any], Any]]] = {  # the question; what is changed, and how
    "< taken for <=, or the other way round": ("comparison", "strict", operator.not_),
    "rows in float32": ("comparison", "rows", lambda _: np.float32),
    "rows in float64": ("comparison", "rows", lambda _: np.float64),
    "thresholds in float32": ("comparison", "threshold", lambda cut: cut.astype(np.float32).astype(float)),
    "0 taken for missing": ("gap", "row", lambda row: np.where(row == 0, np.nan, row)),
    "missing taken for 0": ("gap", "row", lambda row: np.nan_to_num(row, nan=0.0)),
    "missing to the other side": ("side", "default_left", np.logical_not),
    "missing always to the right": ("side", "default_left", np.zeros_like),
    "missing always to the left": ("side", "default_left", np.ones_like),
    "the sides of categories swapped": ("category", "listed_left", operator.not_),
}


def leaf_values(model: OpenedModel, row: Floats, routes: tuple[str, ...]) -> Floats:
    """What the leaf of each tree adds to each output, (n_trees, n_outputs), by ways of routing."""
    changes = [ROUTES[route][1:] for route in routes]

    def changed(part: Any) -> Any:
        for name, change in changes:
            part = replace(part, **{name: change(getattr(part, name))}) if hasattr(part, name) else part
        return part

    for name, change in changes:
        row = change(row) if name == "row" else row
    with np.errstate(over="ignore"):
        trees = tuple(map(changed, model.trees))
    leaves = replace(model, arithmetic=changed(model.arithmetic), trees=trees).apply(row)[0]
    found = np.zeros((len(trees), model.n_outputs))
    for k, leaf in enumerate(leaves.tolist()):
        value = trees[k].leaf_value[leaf]
        found[k, slice(None) if value.ndim else model.tree_output[k]] = value
    return found


def half_a_digit(number: str) -> float:
    """Half a unit of the last digit that is written."""
    mantissa, _, power = number.lower().partition("e")
    return 0.5 * 10.0 ** (int(power or 0) - len(mantissa.partition(".")[2]))
