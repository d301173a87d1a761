"""What the pages show, computed once for its Settings and shared by everybody; nobody may write to it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from gbtlib import Candidates, GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.core.boosting import Round
from gbtlib.handover.replayed import Replayed, replay
from workbench.data.catalogue import DATASETS, Dataset, load_dataset
from workbench.data.given_model import GivenModel
from workbench.data.held_out import FittedRows, training_rows, unseen_rows
from workbench.data.sources import levels_of
from workbench.models.settings import FASTEST, Settings, settings_from


@dataclass(frozen=True, eq=False)
class BoostedModel(FittedRows):
    """A data set and the model boosted on it, with its whole trace, whose arrays have the training rows.

    replayed: of a model that was opened with the rows, how well it goes with them; None for what was fitted.
    """

    settings: Settings
    model: GradientBoostingRegressor | GradientBoostingClassifier
    replayed: Replayed | None = None

    @cached_property
    def name(self) -> str:
        """A short name of its settings, unlike that of any others: what is kept of it is kept under this."""
        return digest(self.settings)

    @property
    def trace(self) -> list[Round]:
        """The rounds, the first at position 0."""
        return self.model.trace_

    @property
    def n_classes(self) -> int:
        """Trees of a round: 1, or one for each class under softmax."""
        return self.model.loss_.n_outputs

    @cached_property
    def start_loss(self) -> float:
        """The mean training loss before the first round."""
        return mean_start_loss(self.model, self.y)

    @property
    def losses(self) -> NDArray[np.float64]:
        """Mean training and unseen loss before the first round and after each: (2, n_rounds + 1).

        NaN where no rows are unseen.
        """
        start_unseen = mean_start_loss(self.model, self.unseen[1]) if self.n_unseen else np.nan
        rounds = [(round_.train_loss, round_.validation_loss) for round_ in self.trace]
        return np.array([(self.start_loss, start_unseen), *rounds]).T

    @cached_property
    def n_axes(self) -> int:
        """Features that rows are drawn over: 1 or 2; 0 for more, and where one has categories or gaps."""
        names = self.dataset.feature_names
        is_number = not any(map(levels_of, names)) and not np.isnan(self.dataset.X).any()
        return len(names) if is_number and len(names) <= 2 else 0

    def candidates(self, number: int, node: int, k: int = 0) -> Candidates:
        """Every candidate cut of a node of a round's tree."""
        return self.model.candidates(number, node, k=k)


def digest(value: object) -> str:
    """A short text that differs where the representations of two values differ."""
    return blake2b(repr(value).encode(), digest_size=12).hexdigest()


def fit_boosted_model(
    settings: Settings, progress: Callable[[Round], bool | None] | None = None
) -> BoostedModel:
    """Boost the data set of the settings. Errors: ValueError for parameters that gbtlib refuses."""
    data = load_dataset(settings.data, noise=settings.noise, seed=settings.seed)
    train, held_out = training_rows(data)
    given = DATASETS[settings.data].model
    if given is not None and settings == settings_from({"data": settings.data}):
        return replayed_model(settings, data, (train, held_out), given, progress)
    kind = GradientBoostingRegressor if data.task == "regression" else GradientBoostingClassifier
    model = kind(**settings.parameters_here(), categorical_features=data.categorical, trace="full")
    X_unseen, y_unseen = unseen_rows(data, held_out)
    validation = (X_unseen, y_unseen) if len(y_unseen) else None
    if settings.early_stopping_rounds is not None and validation is None:
        rule = "needs unseen rows, and this data set has none"
        raise ValueError(f"early_stopping_rounds={settings.early_stopping_rounds} {rule}")
    model.fit(data.X[train], data.y[train], validation=validation, progress=progress)
    return BoostedModel(data, train, held_out, settings, model)


def replayed_model(
    settings: Settings,
    data: Dataset,
    rows: tuple[NDArray[np.intp], NDArray[np.intp]],
    given: GivenModel,
    progress: Callable[[Round], bool | None] | None,
) -> BoostedModel:
    """The model that a data set comes with, on its rows. Errors: ValueError where gbtlib cannot follow it."""
    train, held_out = rows
    unseen = (data.X[held_out], data.y[held_out]) if len(held_out) else None
    found = replay(
        *(given.opened, given.solved, data.X[train], data.y[train]),
        codes=given.codes,
        validation=unseen,
        progress=progress,
    )
    rate = found.model.params_.learning_rate
    if rate > FASTEST:
        anew = f"its rate is {rate:g}: where a lesson boosts anew beside it, the rate is {FASTEST:g}"
        found = replace(found, notes=(*found.notes, anew))
    return BoostedModel(data, train, held_out, settings, found.model, found)


def mean_start_loss(
    model: GradientBoostingRegressor | GradientBoostingClassifier, y: NDArray[np.float64] | NDArray[np.int64]
) -> float:
    """The mean loss of some targets before the first round."""
    raw = np.full((len(y), *np.shape(model.initial_raw_prediction_)), model.initial_raw_prediction_)
    return float(model.loss_.loss(y, raw).mean())
