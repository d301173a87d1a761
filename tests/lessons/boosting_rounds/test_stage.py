"""What the stage sends, as a browser reads it."""

from typing import Any

import numpy as np
import pytest

from tests.workbench.stage.unpacking import unpacked
from workbench.lessons.boosting_rounds.moment import moment_of
from workbench.lessons.boosting_rounds.record import record_of
from workbench.lessons.boosting_rounds.stage import stage_of_rounds
from workbench.models.boosted import fit_boosted_model
from workbench.models.settings import Settings
from workbench.stage.packing import packed

CASES = ({}, {"data": "spiral3"}, {"data": "automobile"}, {"data": "hand4", "gamma": 100.0})


def same(sent: Any, made: Any) -> bool:
    """Whether what was sent is what was made: tuples are lists then, and arrays flat."""
    if isinstance(made, dict):
        return set(sent) == set(made) and all(same(sent[name], each) for name, each in made.items())
    if isinstance(made, (list, tuple)):
        return len(sent) == len(made) and all(same(*pair) for pair in zip(sent, made, strict=True))
    if isinstance(made, np.ndarray):
        return sent.dtype == made.dtype and np.array_equal(
            sent, made.ravel(), equal_nan=made.dtype.kind == "f"
        )
    return bool(sent == made)


@pytest.mark.parametrize("settings", CASES, ids=str)
def test_all_that_it_sends_arrives(settings: dict[str, Any]) -> None:
    fit = fit_boosted_model(Settings(n_estimators=3, **settings))
    k = fit.n_classes - 1
    stage = stage_of_rounds(fit, k)
    assert same(unpacked(stage.packed_record), record_of(fit, k))
    cursor = stage.start | {"round": 2}
    assert same(unpacked(stage.packed_moment(cursor)), moment_of(fit, k, cursor))


def test_each_class_has_a_stage_of_its_own() -> None:
    fit = fit_boosted_model(Settings(data="spiral3", n_estimators=2))
    assert len({stage_of_rounds(fit, k).name for k in range(3)}) == 3


def test_a_fit_of_usual_size_is_small_to_send() -> None:
    for data in ("cos_x2", "moons", "sonar", "diabetes"):
        assert len(packed(record_of(fit_boosted_model(Settings(data=data))))) < 100_000
