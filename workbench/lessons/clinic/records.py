"""What is written of the patients: complaint, diagnosis, wrong line and right one; in patients.toml. Pure.

A patient goes by a name that tells nothing, which is what the link says; its fault has a name of its own.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

SYSTEMS = {
    "scratch": "boosted trees from scratch",
    "loss": "boosted trees with a loss of one's own",
    "onedal": "the page on oneDAL's boosted trees",
    "nested": "regression trees as nested ifs",
    "cart": "classification trees, pruning and AdaBoost",
}
"""Where the faults were found, in words: published write-ups of five systems, those of boosters first."""


SLIPS = {
    "code": "a line of its code",
    "formula": "a formula of its text; its code has it right",
    "page": "a formula of the page; the library's own trees have it right",
    "letter": "one letter in it for two things; the patient takes it at its word",
    "word": (
        "a word of the page, which calls rows drawn without replacement a bootstrap. It is no fault of the "
        "library: its parameter says a share of the rows for each tree, and boosting needs no bootstrap"
    ),
    "reading": "what it reads from its figures",
}
"""Whose slip it is, in words."""


@dataclass(frozen=True, eq=False)
class Patient:
    """A booster, tree, pruning or vote with one fault.

    name: in the link. fault: its name among the examined. system: of SYSTEMS. complaint: what brings it here.
    diagnosis: in a few words. why: its cause, in a clause. words: what goes wrong. sign: what would show it.
    look: that as the stage shows it. wrong, right: the line of arithmetic, in LaTeX. others: faults that look
    alike. asked: words that people have for what it looks like, as a pattern. slip: of SLIPS. code: where its
    fault is written.
    """

    name: str
    fault: str
    system: str
    complaint: str
    diagnosis: str
    why: str
    words: str
    sign: str
    look: str
    wrong: str
    right: str
    others: list[str]
    asked: str
    slip: str = "code"
    code: str = ""

    @property
    def title(self) -> str:
        """Its name as it is read."""
        return self.name.capitalize()


_ALL = tomllib.loads(Path(__file__).with_name("patients.toml").read_text("utf-8"))
_ORDER = sorted(_ALL, key=lambda name: list(SYSTEMS).index(_ALL[name]["system"]))
PATIENTS: Mapping[str, Patient] = {name: Patient(name=name, **_ALL[name]) for name in _ORDER}
"""Every patient by its name in the link, in the order of the stepper: those of a system follow each other."""
OF_FAULT: Mapping[str, Patient] = {patient.fault: patient for patient in PATIENTS.values()}
"""The same by the name of the fault."""


def plausible(patient: Patient) -> tuple[Patient, ...]:
    """The patients whose diagnoses one chooses from: its own and those that look alike."""
    faults = {patient.fault, *patient.others}
    # By their words, so that the place of the right one says nothing.
    return tuple(sorted((OF_FAULT[fault] for fault in faults), key=lambda each: each.diagnosis))
