"""Of the link: which patient, at which moment, what was told, what is asked. Pure."""

from gbtlib.checks.rules import Choice
from workbench.lessons.clinic.records import PATIENTS
from workbench.link.rules import Entry, Typed, count, position, settled

PATIENT, MOMENT, TOLD = "patient", "moment", "told"
ASKED, LONGEST_ASKED = "clinic_asked", 600
NOTHING_TOLD, ALL_TOLD = 0, 2  # between them the moment at which they part

VALUES: dict[str, Entry] = {
    PATIENT: settled(Entry(next(iter(PATIENTS)), Choice(tuple(PATIENTS)))),
    MOMENT: position("where the patient opens"),
    TOLD: count(NOTHING_TOLD, NOTHING_TOLD, ALL_TOLD),
    ASKED: settled(Entry("", Typed(LONGEST_ASKED))),
}
