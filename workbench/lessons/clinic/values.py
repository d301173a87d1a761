"""Of the link: which patient, at which moment, what was told, how it is looked at, what is asked. Pure."""

from gbtlib.checks.rules import Choice, Rule
from workbench.lessons.clinic.records import PATIENTS
from workbench.link.rules import Entry, Typed, count, position, settled

PATIENT, MOMENT, TOLD = "patient", "moment", "told"
LAID, FOLLOWED = "laid", "followed"
ASKED, LONGEST_ASKED = "clinic_asked", 600
NOTHING_TOLD, ALL_TOLD = 0, 2  # between them the moment at which they part

VALUES: dict[str, Entry] = {
    PATIENT: settled(Entry(next(iter(PATIENTS)), Choice(tuple(PATIENTS)))),
    MOMENT: position("where the patient opens"),
    TOLD: count(NOTHING_TOLD, NOTHING_TOLD, ALL_TOLD),
    LAID: Entry(None, Rule(whole=True, low=0, high=1, none_means="once it is told where they part")),
    FOLLOWED: position("the row that tells most"),
    ASKED: settled(Entry("", Typed(LONGEST_ASKED))),
}
