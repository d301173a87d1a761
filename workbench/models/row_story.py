"""How the prediction of one row comes about: ledger, g and h, path, in numbers and words. Pure."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gbtlib.pictures.numbers import ROUNDING
from gbtlib.pictures.tree_boxes import leaf_weight
from workbench.models.boosted import BoostedModel

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class RowStory:
    """One row through all the rounds; R rounds, K trees a round (1, or one for each class under softmax).

    row: position among all rows of the data set. x: its features. y: its target, a class as its code.
    trained: whether it is a training row; if not, its g and h are computed, but no tree was grown on them.
    leaf, weight, contribution: of round i + 1 at position i, (R, K); contribution is learning_rate * weight.
        0 where only rounding is left, as in gradient.
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


def row_story(fit: BoostedModel, row: int) -> RowStory:
    """Follow one row, trained on or held out, from the start through every round.

    Weights are added up in the order in which the model adds them, so the sums are its own to the last bit.
    """
    data, loss, trace = fit.dataset, fit.model.loss_, fit.trace
    x, y = data.X[row], data.y[row]
    place = int(np.searchsorted(fit.train, row))
    trained = place < len(fit.train) and int(fit.train[place]) == row
    if trained:
        leaf = np.array([np.atleast_1d(round_.leaf[place]) for round_ in trace], dtype=np.intp)
        grown_on = np.array([round_.rows is None or bool((round_.rows == place).any()) for round_ in trace])
    else:
        leaf = np.array([[tree.apply(x[np.newaxis])[0] for tree in round_.trees] for round_ in trace])
        grown_on = np.zeros(len(trace), dtype=bool)
    ways = [list(zip(round_.trees, leaves, strict=True)) for round_, leaves in zip(trace, leaf, strict=True)]
    weight, shown = (
        np.array([[of(tree, i) for tree, i in way] for way in ways])
        for of in (lambda tree, i: tree.weight[i], leaf_weight)
    )
    rate = np.array([[round_.learning_rate] for round_ in trace])
    raw = np.cumsum(np.vstack((np.atleast_1d(fit.model.initial_raw_prediction_), rate * weight)), axis=0)
    # To a loss the row after each round looks like a row of its own.
    rows = raw if loss.n_outputs > 1 else raw[:, 0]
    target = np.full(len(raw), y)
    gradient = loss.gradient(target, rows).reshape(raw.shape)
    return RowStory(
        row=row,
        x=x,
        y=float(y),
        trained=trained,
        leaf=leaf,
        weight=shown,
        contribution=rate * shown,
        grown_on=grown_on,
        raw=raw,
        prediction=loss.inverse_link(rows).reshape(raw.shape),
        gradient=np.where(np.abs(gradient) <= ROUNDING, 0.0, gradient),
        hessian=loss.hessian(target, rows).reshape(raw.shape),
    )


def default_row(fit: BoostedModel) -> int:
    """The training row that goes farthest to both sides; the one that is most wrong where none does."""
    far = both_sides(fit)
    return int(fit.train[far.argmax()]) if far.max() > 0 else most_wrong(fit, 1)


@lru_cache(maxsize=8)
def both_sides(fit: BoostedModel) -> Floats:
    """How far each training row goes to the side that it goes less far to, over the rounds: (n,).

    The sides are those of `ahead`.
    """
    course = ahead(fit)
    found: Floats = np.minimum(course.max(axis=0), -course.min(axis=0)).clip(min=0.0)
    return found


@lru_cache(maxsize=8)
def ahead(fit: BoostedModel) -> Floats:
    """On which side each training row is before any round and after each, by its sign: (n_rounds + 1, n).

    The sides are above and below its target; of two classes, F above and below even odds; of several, its own
    class ahead and behind.
    """
    states = [fit.trace[0].raw_before, *(round_.raw_after for round_ in fit.trace)]
    if fit.n_classes > 1:
        everybody = np.arange(len(fit.y))
        own = np.array([state[everybody, fit.y] for state in states])
        others = np.array(states)
        others[:, everybody, fit.y] = -np.inf
        found: Floats = own - others.max(axis=2)
        return found
    return np.array(states) - (fit.y if fit.dataset.task == "regression" else 0.0)


def next_turning(fit: BoostedModel, row: int) -> int | None:
    """The next row after `row` that goes to both sides, at least half as far as any; None where none does."""
    far = both_sides(fit)
    turning = np.sort(fit.train[(far > 0) & (far >= 0.5 * far.max())])
    if not len(turning):
        return None
    return int(turning[np.searchsorted(turning, row, side="right") % len(turning)])


def turning_rounds(fit: BoostedModel, story: RowStory) -> list[int]:
    """The rounds that take a row, trained on or held out, from one side to the other, see `ahead`."""
    if fit.n_classes > 1:
        own = int(story.y)
        course = story.raw[:, own] - np.delete(story.raw, own, axis=1).max(axis=1)
    else:
        course = story.raw[:, 0] - (story.y if fit.dataset.task == "regression" else 0.0)
    on_a_side = np.flatnonzero(course)
    changed = np.flatnonzero(np.diff(np.sign(course[on_a_side])))
    found: list[int] = on_a_side[changed + 1].tolist()
    return found


def most_wrong(fit: BoostedModel, round_number: int) -> int:
    """The training row with the largest gradient, of any class, that a round starts from; in a tie the first.

    A row as a position among all rows of the data set.
    """
    size = np.abs(fit.trace[round_number - 1].gradient)
    return int(fit.train[(size if size.ndim == 1 else size.max(axis=1)).argmax()])


def next_held_out(fit: BoostedModel, row: int) -> int | None:
    """The next row after `row` that was never trained on, from the first again at the end; None without."""
    held_out = fit.held_out
    if not len(held_out):
        return None
    place = int(np.searchsorted(held_out, row, side="right"))
    return int(held_out[place % len(held_out)])


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
