"""A loss boosted on the rows of the lesson, as far as it goes; and what it asks of each row. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import (
    BoostingParams,
    CheckedLoss,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    Round,
    boost,
    sort_columns,
)
from gbtlib.core.boosting import base_raw_prediction
from gbtlib.core.columns import Columns
from gbtlib.histogram.bins import BinnedColumns, bin_columns
from gbtlib.prediction import staged_raw_prediction
from workbench.data.catalogue import load_dataset
from workbench.lessons.your_own_loss.asked import AskedLoss, Made, made
from workbench.lessons.your_own_loss.rows import LessonRows, lesson_rows, moved
from workbench.trees.taken_files import Taken

Floats = NDArray[np.float64]

N_PLACES = 401  # of the drawn prediction


@dataclass(frozen=True)
class Boosting:
    """What is boosted, and how.

    from_zero: whether it starts at a raw prediction of 0, else at the best constant. position, y: the row of
    training that is moved, and where to, or None.
    """

    asked: AskedLoss
    data: str = "sine"
    n_rounds: int = 20
    learning_rate: float = 0.3
    max_depth: int | None = 2
    reg_lambda: float = 1.0
    from_zero: bool = False
    min_samples_split: int = 2
    tree_method: str = "exact"
    max_bin: int = 256
    min_bin_size: int = 1
    position: int = 0
    y: float | None = None

    @property
    def base_score(self) -> float | None:
        """The prediction before the first round; None for the best constant."""
        return (0.5 if self.asked.is_binary else 0.0) if self.from_zero else None

    @property
    def parameters(self) -> dict[str, Any]:
        """Those that every booster of gbtlib has, but for the number of rounds."""
        names = ("learning_rate", "max_depth", "reg_lambda", "min_samples_split", "base_score")
        return {name: getattr(self, name) for name in names}

    def columns(self, X: Floats) -> Columns | BinnedColumns:
        """The rows (n, 1) as the search takes them: sorted, or in bins."""
        if self.tree_method == "hist":
            return bin_columns(X, self.max_bin, self.min_bin_size)
        return sort_columns(X)


@dataclass(frozen=True, eq=False)
class Run:
    """A boosted loss.

    trace: the rounds; fewer than were asked for where `ended` says why in a sentence.
    start: the raw prediction before them. places: (m,) where the prediction is drawn.
    drawn: (rounds + 1, m) raw predictions there, the start first.
    unseen: (rounds + 1,) mean half squared distance of prediction and y on unseen rows without outliers.
    """

    boosting: Boosting
    made: Made
    rows: LessonRows
    trace: tuple[Round, ...]
    ended: str
    start: float
    places: Floats
    drawn: Floats
    unseen: Floats

    def raw(self, number: int) -> Floats:
        """Raw predictions of the training rows after so many rounds."""
        train = self.rows.train
        return self.trace[number - 1].raw_after if number else np.full(len(train), self.start)

    def pulls(self, number: int) -> Floats:
        """What the loss asks of each training row after so many rounds: the negative gradient."""
        return -self.made.loss.gradient(self.rows.y[self.rows.train], self.raw(number))


@lru_cache(maxsize=64)
def run_of(boosting: Boosting) -> Run:
    """Boost. Errors: ValueError where the text is no formula, or no round can be made of it."""
    asked = boosting.asked
    rows = moved(lesson_rows(boosting.data, asked.is_binary), boosting.position, boosting.y)
    loss = CheckedLoss(made(asked).loss)
    X, y = rows.x[rows.train, np.newaxis], rows.y[rows.train]
    params = BoostingParams(n_estimators=boosting.n_rounds, **boosting.parameters)
    trace: list[Round] = []
    ended = ""
    with np.errstate(all="ignore"):  # CheckedLoss tells of what is not finite
        start = float(base_raw_prediction(loss, params, y, None))
        try:
            trace.extend(boost(boosting.columns(X), y, loss, params))
        except ValueError as error:
            ended = str(error)
    if not trace:
        raise ValueError(ended)
    places = np.linspace(rows.x[0], rows.x[-1], N_PLACES)
    judged = rows.judged
    raw = along(trace, start, np.concatenate((places, rows.x[judged])))
    drawn, seen = raw[:, :N_PLACES], raw[:, N_PLACES:]
    distance = loss.inverse_link(seen) - rows.y[judged]
    unseen = 0.5 * (distance**2).mean(axis=1)
    return Run(boosting, made(asked), rows, tuple(trace), ended, start, places, drawn, unseen)


def model_of(run: Run, number: int) -> Taken:
    """The first `number` rounds as an estimator, and the rows it was fitted to."""
    boosting, rows, is_binary = run.boosting, run.rows, run.boosting.asked.is_binary
    model = (GradientBoostingClassifier if is_binary else GradientBoostingRegressor)(
        loss=run.made.loss,
        n_estimators=number,
        **boosting.parameters,
        tree_method=boosting.tree_method,
        max_bin=boosting.max_bin,
        min_bin_size=boosting.min_bin_size,
    )
    data = replace(
        load_dataset(boosting.data),
        task="classification" if is_binary else "regression",
        X=rows.x[:, np.newaxis],
        y=rows.y.astype(np.int64) if is_binary else rows.y,
        class_names=("0", "1") if is_binary else (),
    )
    return Taken(data, rows.train, model.fit(data.X[rows.train], data.y[rows.train]))


def along(trace: Sequence[Round], start: float, x: Floats) -> Floats:
    """Raw predictions at x (n,) after every round, the start first: (rounds + 1, n)."""
    before = np.full(len(x), start)
    return np.stack([before, *staged_raw_prediction(before, trace, x[:, np.newaxis])])
