"""What the lesson boosts: softmax on a class data set, whichever was chosen elsewhere. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.losses.named import Softmax
from workbench.data.catalogue import DATASETS
from workbench.models.boosted import BoostedModel
from workbench.models.predictions import staged
from workbench.models.settings import Settings, losses_for, settings_from

STAND_IN = "iris"
MOST_CLASSES = 6  # whose trees stand side by side
SETTINGS_HERE = (
    *("data", "noise", "seed", "learning_rate", "max_depth", "n_estimators", "reg_lambda"),
    *("min_samples_split", "tree_method", "max_bin", "min_bin_size", "base_score"),
)
"""The settings that the lesson has; all others have their default here."""

Floats = NDArray[np.float64]


def data_of(data: str) -> str:
    """The data set that is shown: the chosen one, or the stand-in where that has no classes."""
    return data if is_shown(data) else STAND_IN


def is_shown(data: str) -> bool:
    """Whether the lesson shows a data set: two classes or more; of a model, with a tree for each."""
    info = DATASETS[data]
    is_apart = info.model is None or info.model.opened.n_outputs > 1
    return 2 <= info.n_classes <= MOST_CLASSES and is_apart


def softmax_settings(values: Mapping[str, Any]) -> Settings:
    """Softmax under the values of the page that the lesson has, for two classes too."""
    given = {name: values[name] for name in SETTINGS_HERE} | {"data": data_of(values["data"])}
    usual = losses_for(given["data"])[0] == Softmax.name
    return settings_from(given if usual else given | {"loss": Softmax.name})


def softmax_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """The same by name."""
    return vars(softmax_settings(values))


def is_softmax(values: Mapping[str, Any]) -> bool:
    """Whether a model of these values is one that the lesson boosts."""
    if not is_shown(values["data"]):
        return False
    return settings_from(values) == softmax_settings(values)


@dataclass(frozen=True, eq=False)
class Course:
    """A softmax fit and what it makes of every row of the data set, trained on or not.

    raw, p: raw predictions and probabilities before the first round and after each, (R + 1, n, K).
    """

    fit: BoostedModel
    raw: Floats
    p: Floats

    @property
    def n_rounds(self) -> int:
        """Rounds that were boosted."""
        return len(self.raw) - 1

    def least_sure(self, number: int) -> int:
        """The row whose most probable class is least ahead of the second after so many rounds, an unseen one
        where there are any."""
        fit = self.fit
        rows = fit.held_out if len(fit.held_out) else fit.train
        ordered = np.sort(self.p[number, rows], axis=1)
        return int(rows[(ordered[:, -1] - ordered[:, -2]).argmin()])

    def most_wrong(self, number: int) -> int:
        """The row whose own class has the smallest probability after so many rounds."""
        y = self.fit.dataset.y.astype(np.intp)
        return int(self.p[number, np.arange(len(y)), y].argmin())


@lru_cache(maxsize=16)
def course_of(fit: BoostedModel) -> Course:
    """What a softmax fit makes of every row, round by round, shared by everybody."""
    raw = np.stack(list(staged(fit.model, fit.trace, fit.dataset.X)))
    return Course(fit, raw, fit.model.loss_.inverse_link(raw))
