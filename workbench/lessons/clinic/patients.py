"""What is found at every patient, by the name of its fault. Pure, without streamlit."""

from functools import cache

from workbench.lessons.clinic.area_patient import areas_apart
from workbench.lessons.clinic.boosted_patients import EXAMINED as BOOSTERS
from workbench.lessons.clinic.findings import Findings
from workbench.lessons.clinic.pruned_patients import EXAMINED as PRUNINGS
from workbench.lessons.clinic.scan_patient import scans_all_rows
from workbench.lessons.clinic.tree_patients import EXAMINED as TREES

EXAMINED = {
    **BOOSTERS,
    **TREES,
    **PRUNINGS,
    "areas_apart": areas_apart,
    "scans_all_rows": scans_all_rows,
}
"""How each is examined."""


@cache
def examined(fault: str) -> Findings:
    """What is found at the patient with a fault."""
    return EXAMINED[fault]()
