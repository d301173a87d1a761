"""Below the stage: what else shows a patient's fault, and the lines of its code. Widgets."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from workbench.lessons.clinic import (
    boosting_faults,
    boosting_mistakes,
    fold_mistakes,
    pruned_patients,
    scan_patient,
    tree_mistakes,
    tree_patients,
)
from workbench.lessons.clinic.records import Patient
from workbench.models import naive_tree, published_booster
from workbench.shell.page import folded

CODE: Mapping[str, Any] = {
    "replaced": published_booster.Replaced,
    "rate_inside": published_booster.RateInside,
    "column_guard": naive_tree.best_cut,
    "read_as_zero": boosting_faults.ReadAsZero,
    "vanished": boosting_faults.Vanished,
    "smallest_positive": boosting_faults.SmallestPositive,
    "no_minus": boosting_faults.NoMinus,
    "whole_gain": boosting_faults.WholeGain,
    "gamma_twice": boosting_faults.GammaTwice,
    "norm_not_square": boosting_faults.NormNotSquare,
    "without_replacement": boosting_faults.WithoutReplacement,
    "minus_in_update": boosting_faults.MinusInUpdate,
    "naive_log_loss": boosting_faults.NaiveLogLoss,
    "link_twice": boosting_faults.ScoreForProbability,
    "lost_in_predict": boosting_faults.LostInPredict,
    "inside_ties": naive_tree.best_cut,
    "forgetful_risks": pruned_patients.forgetful_risks,
    "found_by_question": pruned_patients.namesakes,
    "scans_all_rows": scan_patient.cuts_of_node,
    "wrong_subtree": fold_mistakes.sums_by_interval,
    "blind_search": pruned_patients.voted,
    "stops_at_half": pruned_patients.voted,
    "signed_deviations": tree_patients.cut_losses,
    "counter_never_falls": tree_mistakes.counted,
}
"""Where the fault of a patient is written, by its name."""


def code_of(patient: Patient) -> None:
    """The few lines with the fault; made when they are opened."""
    if patient.fault not in CODE:
        return
    with folded("The lines with the fault") as is_open:
        if is_open:
            st.code(inspect.getsource(CODE[patient.fault]), language="python")


def exhibit(patient: Patient) -> None:
    """What else there is to say of the patient's fault, with numbers, if anything."""
    if patient.fault in EXHIBITS:
        st.markdown(EXHIBITS[patient.fault]())


def blocks() -> str:
    """The sizes of folds that are cut as blocks."""
    fit, validated, _ = pruned_patients.validated_wrongly()
    return f"{fold_mistakes.BLOCKS} {fold_mistakes.block_words(len(fit.y), len(validated.fold_error))}"


EXHIBITS: Mapping[str, Callable[[], str]] = {
    "counter_never_falls": tree_mistakes.level_words,
    "lost_in_predict": boosting_mistakes.lost_words,
    "inside_ties": lambda: tree_mistakes.EMPTY_WORDS,
    "wrong_subtree": blocks,
}
"""What is said below the stage, by the name of the fault."""
