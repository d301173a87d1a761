"""The stage of the clinic: a patient and its healthy twin in step. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.lessons.clinic import LESSON
from workbench.lessons.clinic.patients import examined
from workbench.lessons.clinic.record import record_of
from workbench.lessons.clinic.records import Patient
from workbench.lessons.clinic.values import MOMENT, TOLD
from workbench.link.values import GUESS_FIRST
from workbench.models.boosted import digest
from workbench.stage.record import Stage
from workbench.stage.saved import saved_stage

HELD = (MOMENT, TOLD, GUESS_FIRST)


def stage_of_patient(patient: Patient) -> Stage:
    """The stage of a patient."""
    record = record_of(patient)
    return Stage(
        digest(("clinic", patient.name)),
        "clinic",
        record["n_steps"],
        HELD,
        record=lambda: record,
        step=MOMENT,
        low=0,
        first=record["first"],
    )


def saved_clinic(patient: Patient, cursor: Mapping[str, Any], link: Mapping[str, str]) -> bytes:
    """A patient in one file of HTML. cursor: the values held; link: those of the link to this moment."""
    on = f"{patient.title}, {examined(patient.fault).on}"
    return saved_stage(LESSON.origin(on, link), stage_of_patient(patient), cursor)
