"""Which patient has what a reader asks about: by the words of a warning, or of a question. Pure."""

import re

from workbench.lessons.clinic.records import PATIENTS, Patient
from workbench.text.known_messages import message_in

MOST = 3


def patients_for(text: str) -> list[Patient]:
    """Who has something like it, at most three: the one of a known message, then those by most words."""
    found = message_in(text)
    first = [PATIENTS[found.patient]] if found is not None and found.patient else []
    counts = {
        each: len({m.group() for m in re.finditer(each.asked, text.lower())}) for each in PATIENTS.values()
    }
    ranked = sorted((each for each in counts if counts[each]), key=lambda each: -counts[each])
    return list(dict.fromkeys((*first, *ranked)))[:MOST]
