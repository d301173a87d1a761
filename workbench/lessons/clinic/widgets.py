"""The parts of the clinic: the question, the course, the instruments, the diagnosis. Widgets."""

from __future__ import annotations

import streamlit as st

from workbench.components.prose import prose
from workbench.lessons.clinic.findings import INSTRUMENTS, Findings, Sheet, shown, terms_here
from workbench.lessons.clinic.patients import PATIENTS, plausible
from workbench.lessons.clinic.picture import course_figure, course_words
from workbench.lessons.clinic.records import SLIPS, SYSTEMS, Patient
from workbench.lessons.clinic.values import INSTRUMENT, PATIENT
from workbench.shell import session
from workbench.shell.challenge import ListAnswer, Question, ask, settle
from workbench.shell.page import folded
from workbench.shell.plots import plot
from workbench.shell.scoring import verdict_on_choice
from workbench.shell.stage import stepper
from workbench.shell.step_buttons import Step, step_row


def current_patient() -> Patient:
    """Who is looked at."""
    return PATIENTS[session.value(PATIENT)]


def ask_diagnosis(patient: Patient) -> Question:
    """Ask for the diagnosis: one of those that look alike."""
    choice = [each.diagnosis for each in plausible(patient)]
    question = ask(
        "clinic_diagnosis",
        ident=patient.name,
        prompt=f"What ails {patient.title}?",
        form=ListAnswer(choice, label="Your diagnosis"),
    )
    if question.revealed:
        right = patient.diagnosis
        settle(question, float(question.answer == right), verdict_on_choice(question.answer, right))
    return question


def course(patient: Patient, found: Findings) -> None:
    """The patient's curve beside the healthy one, and the way to other patients."""
    with st.container(key="picture_clinic"):
        plot(
            course_figure(found.courses, patient.title),
            course_words(found.courses, patient.title),
            key="clinic_course",
        )
    patient_stepper(patient)


def patient_stepper(patient: Patient) -> None:
    """From one patient to the next."""
    names = list(PATIENTS)
    now = names.index(patient.name)
    row = stepper()
    steps = (
        Step("Back", max(now - 1, 0), "The patient before"),
        Step("Next", min(now + 1, len(names) - 1), "The next patient", is_main=True),
    )
    step_row([row] * len(steps), steps, now, go_to_patient, key="patient", width="content")
    session.bound(
        row.selectbox,
        "Patient",
        names,
        format_func=str.capitalize,
        name=PATIENT,
        label_visibility="collapsed",
    )
    row.markdown(f"{now + 1} of {len(names)}", width="content")


@session.callback
def go_to_patient(number: int) -> None:
    """Look at another patient, by its number in the order of the stepper."""
    session.put(**{PATIENT: list(PATIENTS)[number]})


def instruments(patient: Patient, found: Findings) -> None:
    """Which numbers to look at, and these: the patient's beside those of its twin."""
    names = [name for name in INSTRUMENTS if name in found.sheets]
    wanted = session.value(INSTRUMENT)
    name = wanted if wanted in names else names[0]
    if name != wanted:
        session.shows(**{INSTRUMENT: name})
    with st.container(key="inline_row", horizontal=True, vertical_alignment="center"):
        session.bound(
            st.segmented_control,
            "Instrument",
            names,
            format_func=INSTRUMENTS.__getitem__,
            name=INSTRUMENT,
            shown=name,
            required=True,
            label_visibility="collapsed",
        )
    with st.container(key="clinic_sheet"):
        st.markdown(table_of(found.sheets[name]))


def table_of(found: Sheet) -> str:
    """A sheet as a table in markdown, with its note."""
    marks = [":--", *["--:"] * (len(found.heads) - 1)]
    lines = [found.heads, tuple(marks), *found.rows]
    table = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return f"{table}\n\n{found.note}" if found.note else table


def diagnosis(patient: Patient, found: Findings, question: Question) -> None:
    """What ails it, with the wrong line and the right one; while one guesses, what may ail it."""
    with st.container(key="clinic_diagnosis"):
        if question.hiding:
            st.markdown(differential(patient))
            return
        said = found.said[0].upper() + found.said[1:]
        st.markdown(f"**{patient.diagnosis}.** {said}:".replace("|", r"\|"))
        wrong, right = st.columns(2, gap="small")
        for place, name, line, value in (
            (wrong, "wrong", patient.wrong, found.wrong),
            (right, "right", patient.right, found.right),
        ):
            place.markdown(f"{name}: **{shown(value)}**\n\n${line}$")
        st.markdown(cost_table(found))


def differential(patient: Patient) -> str:
    """The diagnoses that may be, each with what would show it."""
    lines = [f"*{patient.complaint}* What would show it:", "", "| diagnosis | would show |", "|:--|:--|"]
    lines += [
        f"| {each.diagnosis} | {each.sign} |".replace("|w|", r"\|w\|").replace("|G|", r"\|G\|")
        for each in plausible(patient)
    ]
    return "\n".join(lines)


def cost_table(found: Findings) -> str:
    """What the fault costs."""
    lines = ["| what it costs | patient | healthy |", "|:--|--:|--:|"]
    lines += [f"| {name} | {shown(wrong)} | {shown(right)} |" for name, wrong, right in found.costs]
    return "\n".join(lines)


def explanation(patient: Patient, found: Findings) -> None:
    """What goes wrong, where it was found, and how one sees it."""
    words = f"**{patient.title}: {patient.complaint}** {patient.words} **How it shows:** {patient.sign}"
    prose(words, terms_here(found, patient.title), key="clinic_terms")
    st.markdown(f"*Trained on* {found.on}. *Found in* {SYSTEMS[patient.system]}: {SLIPS[patient.slip]}.")


def on_what(patient: Patient, found: Findings) -> None:
    """What whoever guesses may know of a patient."""
    st.markdown(f"**{patient.title}.** {patient.complaint} Trained on {found.on}.")


def register() -> None:
    """All patients and what ails them; made when it is opened."""
    with folded("All patients, and what ails them") as is_open:
        if is_open:
            lines = ["| patient | diagnosis | found in | whose slip it is |", "|:--|:--|:--|:--|"]
            lines += [
                f"| {each.title} | {each.diagnosis} | {SYSTEMS[each.system]} | {SLIPS[each.slip]} |".replace(
                    "|w|", r"\|w\|"
                )
                for each in PATIENTS.values()
            ]
            st.markdown("\n".join(lines))
