"""Of the link: which patient is looked at, and with which instrument. Pure."""

from gbtlib.checks.rules import Choice
from workbench.lessons.clinic.findings import INSTRUMENTS
from workbench.lessons.clinic.patients import PATIENTS
from workbench.link.rules import Entry, settled

PATIENT = "patient"
INSTRUMENT = "instrument"

VALUES: dict[str, Entry] = {
    PATIENT: settled(Entry(next(iter(PATIENTS)), Choice(tuple(PATIENTS)))),
    INSTRUMENT: Entry("gradients", Choice(tuple(INSTRUMENTS))),
}
