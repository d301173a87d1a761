"""The stage of the clinic: a patient and its healthy twin in step. Pure."""

from workbench.lessons.clinic.record import record_of
from workbench.lessons.clinic.records import Patient
from workbench.lessons.clinic.values import FOLLOWED, LAID, MOMENT, TOLD
from workbench.link.values import GUESS_FIRST
from workbench.models.boosted import digest
from workbench.stage.record import Stage

HELD = (MOMENT, TOLD, LAID, FOLLOWED, GUESS_FIRST)


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
        first=record["opens"],
        on=f"{patient.title}, {record['on']}",
    )
