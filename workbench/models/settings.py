"""What is fitted: a data set, its noise, and every parameter of boosting. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

import numpy as np

from gbtlib.checks.validation import check_base_score
from gbtlib.handover.replayed import settings_of
from gbtlib.losses.named import LOSSES, Softmax
from workbench.data.catalogue import DATASETS
from workbench.data.given_model import GivenModel

FASTEST = 1.0  # rate that gbtlib boosts with
USUAL = "usual"  # the loss that fits the data set, whichever it is
_OF_ALL_CLASSES = Softmax.name  # all others are for two


@dataclass(frozen=True)
class Settings:
    """What is fitted: a data set, its noise, and every parameter of gbtlib's boosting."""

    data: str = "cos_x2"
    learning_rate: float = 0.3
    max_depth: int | None = 3
    n_estimators: int = 50
    loss: str = USUAL
    noise: float = 0.0
    reg_lambda: float = 1.0
    reg_alpha: float = 0.0
    gamma: float = 0.0
    pruning: str = "post"
    grow_policy: str = "depthwise"
    max_leaves: int | None = None
    min_samples_leaf: int = 1
    min_samples_split: int = 2
    min_child_weight: float = 0.0
    missing: str = "learn"
    threshold: str = "midpoint"
    subsample: float = 1.0
    colsample_bynode: float = 1.0
    tree_method: str = "exact"
    max_bin: int = 256
    min_bin_size: int = 1
    base_score: float | None = None
    early_stopping_rounds: int | None = None
    seed: int = 0

    def parameters(self) -> dict[str, Any]:
        """The estimator's parameters by name."""
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        del given["data"], given["noise"]
        return given | {"loss": None if self.loss == USUAL else self.loss}

    def parameters_here(self) -> dict[str, Any]:
        """The same to boost with here: at a rate of 1 where a model of another library had a larger one."""
        return self.parameters() | {"learning_rate": min(self.learning_rate, FASTEST)}


def settings_from(values: Mapping[str, Any]) -> Settings:
    """Settings from values by name, such as the session's; what is not there has its default."""
    known = {field.name: values[field.name] for field in fields(Settings) if field.name in values}
    for name, value in known.items():
        if isinstance(value, float):
            known[name] = round(value, 9)  # sliders add up steps: 0.15000000000000002
    return Settings(**known | misfits(known) | as_in_file(known.get("data", "")))


def as_in_file(data: str) -> dict[str, Any]:
    """All settings of a data set that comes with a model, by that model's file; of any other none."""
    given = DATASETS[data].model if data in DATASETS else None
    return {} if given is None else dict(settings_in(given))


@lru_cache(maxsize=64)
def settings_in(given: GivenModel) -> dict[str, Any]:
    """The same of a model; what its file does not say has its default, and is not said of it."""
    held, _ = settings_of(given.opened, given.solved)
    return {name: value for name, value in vars(Settings(**held)).items() if name != "data"}


def misfits(values: Mapping[str, Any]) -> dict[str, Any]:
    """The settings among some values that their data set does not take, each with what is taken instead."""
    found: dict[str, Any] = {}
    usual = Settings()
    data, loss, noise, base_score = (
        values.get(name, getattr(usual, name)) for name in ("data", "loss", "noise", "base_score")
    )
    if loss != USUAL and loss not in losses_for(data):
        found["loss"] = USUAL
    if noise and not DATASETS[data].takes_noise:
        found["noise"] = 0.0
    try:
        check_base_score(base_score, DATASETS[data].task)
    except ValueError:
        found["base_score"] = None
    return found


def start_at_zero(data: str, loss: str) -> float:
    """The base score that starts at a raw prediction of 0; for classes a half, which all are alike with."""
    if DATASETS[data].task == "classification":
        return 0.5
    kind = LOSSES[losses_for(data)[0] if loss == USUAL else loss]
    return float(kind().inverse_link(np.zeros(1))[0])


def losses_for(data: str) -> tuple[str, ...]:
    """The losses that a data set can be boosted on, the usual one first."""
    info = DATASETS[data]
    if info.n_classes > 2:
        return (_OF_ALL_CLASSES,)
    names = [name for name, kind in LOSSES.items() if kind.task == info.task and name != _OF_ALL_CLASSES]
    names = [name for name in names if not LOSSES[name].renews_leaves]  # pages tell of Newton steps
    return (*names, _OF_ALL_CLASSES) if info.task == "classification" else tuple(names)
