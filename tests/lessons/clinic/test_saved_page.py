"""The file of "Save as a page": a patient by itself, small, and without a way out."""

import base64
import re

import numpy as np
import pytest

from tests.pages import opened, taken
from tests.saved_pages import is_alone
from tests.workbench.stage.unpacking import unpacked
from workbench.components.plain_page import MOST_BYTES
from workbench.lessons.clinic import LESSON
from workbench.lessons.clinic.record import record_of
from workbench.lessons.clinic.records import PATIENTS
from workbench.lessons.clinic.stage import stage_of_patient

CURSOR = {"moment": 7, "told": 1, "laid": None, "followed": None, "guess": None}


@pytest.mark.parametrize("name", ["anna", "tilda", "greta", "willi"])
def test_it_has_the_record_and_opens_where_it_was_saved(name: str) -> None:
    patient = PATIENTS[name]
    file = LESSON.saved(stage_of_patient(patient), CURSOR, {"patient": name, "moment": "7"})
    page = file.decode()
    assert is_alone(page)
    assert len(file) < MOST_BYTES
    assert f"clinic?patient={name}&amp;moment=7" in page
    (text,) = re.findall(r'id="data-stage" data-kind="bytes">([^<]*)<', page)
    facts = unpacked(base64.b64decode(text))
    assert facts["cursor"] == CURSOR
    record = record_of(patient)
    assert facts["n_steps"] == record["n_steps"]
    for sent, side in zip(facts["record"]["sides"], record["sides"], strict=True):
        assert np.array_equal(sent["F"], side["F"].ravel(), equal_nan=True)


def test_the_button_stands_on_the_page() -> None:
    at = opened("clinic.py", patient="nils")
    assert "Save as a page" in taken(at)
