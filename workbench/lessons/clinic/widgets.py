"""Below the stage of the clinic: what is known of a patient, and what ails it once that is told. Widgets."""

import streamlit as st

from workbench.lessons.clinic.asked import patients_for
from workbench.lessons.clinic.exhibit_widgets import code_of, exhibit
from workbench.lessons.clinic.findings import Findings
from workbench.lessons.clinic.patients import examined
from workbench.lessons.clinic.records import PATIENTS, SLIPS, SYSTEMS, Patient
from workbench.lessons.clinic.stage import stage_of_patient
from workbench.lessons.clinic.values import ALL_TOLD, ASKED, LONGEST_ASKED, PATIENT, TOLD
from workbench.link.values import GUESS_FIRST
from workbench.paths import page_path
from workbench.shell import session
from workbench.shell.page import folded
from workbench.shell.show_stage import follows_the_stage, turn
from workbench.shell.take_with_you import take_with_you
from workbench.text.known_messages import message_in
from workbench.text.tables import markdown_table


def current_patient() -> Patient:
    """Who is looked at."""
    return PATIENTS[session.value(PATIENT)]


@follows_the_stage(presented=False)
def below_the_stage(patient: Patient) -> None:
    """What stands there when the stage rests: while one guesses, nothing that tells."""
    front_desk()
    found = examined(patient.fault)
    if is_told():
        explanation(patient, found)
        exhibit(patient)
        code_of(patient)
        all_patients()
    else:
        st.markdown(f"**{patient.title}.** {patient.complaint} Trained on {found.on}.")
    downloads(patient)


def front_desk() -> None:
    """Where a reader's complaint is taken, a warning or a question: who has something like it."""
    session.bound(
        st.text_input,
        "What ails yours? Paste a warning, or ask",
        name=ASKED,
        max_chars=LONGEST_ASKED,
        placeholder="best gain: -inf, or: why are all my probabilities above one half?",
    )
    text = session.value(ASKED).strip()
    if not text:
        return
    known, found = message_in(text), patients_for(text)
    if known is not None:
        st.markdown(known.means)
    with st.container(key="clinic_asked_answer", horizontal=True, vertical_alignment="center"):
        for each in found:
            name = {PATIENT: each.name}
            st.button(
                f"{each.title}: {each.complaint}", key=f"asked_{each.name}", on_click=turn, args=(name,)
            )
        if not found:
            st.markdown("Nobody here has anything like it. A number has a page of its own:", width="content")
            st.page_link(page_path("does_it_add_up.py"), label="Does not add up?", width="content")


def is_told() -> bool:
    """Whether what ails the patient was told; where nothing is asked, it always is."""
    return bool(session.value(TOLD) == ALL_TOLD or session.value(GUESS_FIRST) == 0)


def explanation(patient: Patient, found: Findings) -> None:
    """What goes wrong, where it was found, and how one sees it."""
    words = f"**{patient.title}: {patient.complaint}** {patient.words} **How it shows:** {patient.sign}"
    st.markdown(words)
    st.markdown(f"*Trained on* {found.on}. *Found in* {SYSTEMS[patient.system]}: {SLIPS[patient.slip]}.")


def all_patients() -> None:
    """All patients and what ails them; made when it is opened."""
    with folded("All patients, and what ails them") as is_open:
        if is_open:
            rows = [
                (each.title, each.diagnosis.replace("|", r"\|"), SYSTEMS[each.system], SLIPS[each.slip])
                for each in PATIENTS.values()
            ]
            st.markdown(markdown_table(("patient", "diagnosis", "found in", "whose slip it is"), rows))


def downloads(patient: Patient) -> None:
    """The patient in one file."""
    take_with_you(stage_of_patient(patient), f"clinic_{patient.name}")
