"""The file of "Save as a page": small, without a way out, with both models in all rounds."""

import base64
import re
from typing import Any

import numpy as np
import pytest

from tests.lessons.one_tree_or_many.fits import compared
from tests.saved_pages import is_alone
from tests.workbench.stage.unpacking import unpacked
from workbench.components.plain_page import MOST_BYTES
from workbench.lessons.one_tree_or_many import LESSON
from workbench.lessons.one_tree_or_many.record import record_of
from workbench.lessons.one_tree_or_many.stage import stage_of_comparison

AT_FOUR: dict[str, Any] = {"round": 4, "row": None, "guess": None, "trained_rows": 0}


def file_of(**values: Any) -> bytes:
    """The file of a comparison, at round 4 and before its question."""
    return LESSON.saved(stage_of_comparison(compared(cursor=4, **values)), AT_FOUR, {"round": "4"})


@pytest.mark.parametrize("data", ["cos_x2", "moons", "sonar", "iris"])
def test_it_has_the_record_and_opens_where_it_was_saved(data: str) -> None:
    page = file_of(data=data).decode()
    assert is_alone(page)
    assert "one_tree_or_many?round=4" in page
    (text,) = re.findall(r'id="data-stage" data-kind="bytes">([^<]*)<', page)
    facts = unpacked(base64.b64decode(text))
    assert facts["cursor"] == AT_FOUR
    assert facts["n_steps"] == 12
    for sent, side in zip(facts["record"]["sides"], record_of(compared(data=data))["sides"], strict=True):
        assert np.array_equal(sent["judged"], side["judged"], equal_nan=True)
        assert np.array_equal(sent["leaves"], side["leaves"])


@pytest.mark.wide
@pytest.mark.parametrize(
    "values",
    [
        {"data": "cos_x2", "noise": 0.3, "max_depth": 12},
        {"data": "spiral3", "max_depth": 6},
        {"data": "breast_cancer"},
    ],
)
def test_two_hundred_rounds_fit_into_the_file(values: dict[str, Any]) -> None:
    assert len(file_of(n_estimators=200, **values)) < MOST_BYTES
