"""The clinic: which line of arithmetic is wrong?"""

from workbench.lessons.clinic.exhibit_widgets import code_of, exhibit
from workbench.lessons.clinic.patients import examined
from workbench.lessons.clinic.widgets import (
    ask_diagnosis,
    course,
    current_patient,
    diagnosis,
    explanation,
    instruments,
    on_what,
    register,
)
from workbench.shell.page import presenting, show_page
from workbench.shell.stage import stage, strip


def page() -> None:
    """The lesson."""
    patient = current_patient()
    found = examined(patient.fault)
    with strip():
        question = ask_diagnosis(patient)
    picture, beside = stage()
    with picture:
        course(patient, found)
    with beside:
        instruments(patient, found)
        diagnosis(patient, found, question)
    if question.hiding:
        on_what(patient, found)
    else:
        explanation(patient, found)
    if not (question.hiding or presenting()):
        exhibit(patient)
        code_of(patient)
        register()


show_page("clinic.py", page)
