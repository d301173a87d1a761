"""Below the stage: what else shows a patient's fault, and the lines of its code. Widgets."""

import inspect
from collections.abc import Callable, Mapping
from pkgutil import resolve_name

import streamlit as st

from workbench.lessons.clinic import (
    boosting_mistakes,
    exhibit_words,
    fold_mistakes,
    pruned_patients,
    tree_mistakes,
)
from workbench.lessons.clinic.records import Patient
from workbench.shell.page import folded


def code_of(patient: Patient) -> None:
    """The few lines with the fault; made when they are opened."""
    if not patient.code:
        return
    with folded("The lines with the fault") as is_open:
        if is_open:
            st.code(inspect.getsource(resolve_name(f"workbench.{patient.code}")), language="python")


def exhibit(patient: Patient) -> None:
    """What else there is to say of the patient's fault, with numbers, if anything."""
    if patient.fault in EXHIBITS:
        st.markdown(EXHIBITS[patient.fault]())


def folds_summed() -> str:
    """How many folds each sum is of, and the sizes of folds that are cut as blocks."""
    fit, validated, sums = pruned_patients.validated_wrongly()
    counted = fold_mistakes.counted_words(sums, len(validated.fold_error))
    blocks = fold_mistakes.block_words(len(fit.y), len(validated.fold_error))
    return f"{counted}\n\n{fold_mistakes.BLOCKS} {blocks}"


EXHIBITS: Mapping[str, Callable[[], str]] = {
    "counter_never_falls": tree_mistakes.level_words,
    "lost_in_predict": boosting_mistakes.lost_words,
    "inside_ties": lambda: tree_mistakes.EMPTY_WORDS,
    "wrong_subtree": folds_summed,
    "blind_search": exhibit_words.asked_words,
    "stops_at_half": exhibit_words.vote_words,
    "forgetful_risks": exhibit_words.risk_words,
    "naive_log_loss": exhibit_words.loss_words,
}
"""What is said below the stage, by the name of the fault."""
