"""All patients by name: their records, and what is found at them. Pure, without streamlit."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from workbench.lessons.clinic import booster_records, tree_records
from workbench.lessons.clinic.area_patient import areas_apart
from workbench.lessons.clinic.boosted_patients import EXAMINED as BOOSTERS
from workbench.lessons.clinic.findings import Findings
from workbench.lessons.clinic.pruned_patients import EXAMINED as PRUNINGS
from workbench.lessons.clinic.records import Patient
from workbench.lessons.clinic.scan_patient import scans_all_rows
from workbench.lessons.clinic.tree_patients import EXAMINED as TREES

_ALL = sorted((*booster_records.RECORDS, *tree_records.RECORDS), key=lambda patient: patient.name)

PATIENTS: Mapping[str, Patient] = {patient.name: patient for patient in _ALL}
"""Every patient by its name in the link, in the order of the stepper."""
OF_FAULT: Mapping[str, Patient] = {patient.fault: patient for patient in _ALL}
"""The same by the name of the fault."""
EXAMINED = {
    **BOOSTERS,
    **TREES,
    **PRUNINGS,
    "areas_apart": areas_apart,
    "scans_all_rows": scans_all_rows,
}
"""How each is examined, by the name of its fault."""


@cache
def examined(fault: str) -> Findings:
    """What is found at the patient with a fault."""
    return EXAMINED[fault]()


def plausible(patient: Patient) -> tuple[Patient, ...]:
    """The patients whose diagnoses one chooses from: its own and those that look alike."""
    faults = {patient.fault, *patient.others}
    # By their words, so that the place of the right one says nothing.
    return tuple(sorted((OF_FAULT[fault] for fault in faults), key=lambda each: each.diagnosis))
