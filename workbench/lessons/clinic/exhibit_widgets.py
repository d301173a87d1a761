"""Below the stage: what else shows a patient's fault, and the lines of its code. Widgets."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from workbench.lessons.clinic import (
    boosted_patients,
    boosting_faults,
    boosting_mistakes,
    fold_mistakes,
    pruned_patients,
    scan_patient,
    tree_mistakes,
    tree_patients,
    vote_mistakes,
)
from workbench.lessons.clinic.records import Patient
from workbench.models import naive_tree, published_booster
from workbench.shell.page import folded
from workbench.shell.pictures import curves
from workbench.text.numbers import number

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
    """What else there is to see of the patient's fault, if anything."""
    if patient.fault in EXHIBITS:
        EXHIBITS[patient.fault]()


def signed() -> None:
    """The loss of every cut of cos(x squared), with signs and squared."""
    found = tree_mistakes.root_losses()
    st.markdown(tree_mistakes.loss_words(found))
    words = "The loss of every cut of cos(x²) at the root: signed deviations are noise, squared ones a curve."
    curves(tree_mistakes.loss_panels(found), words)


def counted() -> None:
    """A tree of so many levels and one of so many splits."""
    text, picture = st.columns([4, 6], gap="medium", vertical_alignment="center")
    text.markdown(tree_mistakes.level_words())
    with picture:
        words = "cos(x²) by a tree of 50 levels and by one whose level counter never goes down."
        curves([tree_mistakes.level_panel()], words)


def lost() -> None:
    """A prediction without the minus, the hessian, or both."""
    text, picture = st.columns([4, 6], gap="medium", vertical_alignment="center")
    text.markdown(boosting_mistakes.lost_words())
    with picture:
        words = "cos(x²) as it was fitted, and as predicted without the minus, the hessian, or both."
        curves(boosting_mistakes.lost_panels(), words)


def tied() -> None:
    """Five rows with a tie; and beside it what an empty class does to entropy."""
    ties, empty = st.columns([4, 3], gap="medium")
    ties.markdown(tree_mistakes.TIE_WORDS)
    ties.dataframe(tree_mistakes.tie_table(), width="stretch")
    empty.markdown(tree_mistakes.EMPTY_WORDS)
    empty.dataframe(tree_mistakes.empty_class_table(), width="stretch")


def rare() -> None:
    """The rare class that is found or not."""
    st.markdown(tree_mistakes.RARE_WORDS)
    st.dataframe(tree_mistakes.rare_table(), width="stretch")


def summed_wrongly() -> None:
    """The sums over the folds, step by step, and the sizes of folds cut as blocks."""
    fit, validated, sums = pruned_patients.validated_wrongly()
    left, right = st.columns([1.6, 1], gap="large")
    left.markdown(fold_mistakes.SUMMED_WRONGLY)
    left.markdown(fold_mistakes.sums_table(validated, sums, range(len(validated.steps))))
    left.markdown(fold_mistakes.sums_words(validated, sums))
    right.markdown(fold_mistakes.BLOCKS)
    right.markdown(fold_mistakes.block_words(len(fit.y), len(validated.fold_error)))


def blind() -> None:
    """Rounds that all grow one tree."""
    st.markdown(vote_mistakes.blind_words())


def bound() -> None:
    """What an error of 0.6 is still worth."""
    st.markdown(vote_mistakes.bound_words())


def gaps() -> None:
    """Rows that leave the side on which they were trained."""
    rows = boosted_patients.gap_rows()
    st.markdown(
        f"**One meaning in training, another in prediction.** In round 1 alone {len(rows)} training rows "
        "leave the side on which they were trained once their gap is read as 0. The first of them:"
    )
    lines = ["| row | in training: missing, so left | in prediction: read as 0 |", "|---:|---:|---:|"]
    lines += [f"| {row} | {number(left)} | **{number(zero)}** |" for row, left, zero in rows[:6]]
    st.markdown("\n".join(lines))


EXHIBITS: Mapping[str, Callable[[], None]] = {
    "signed_deviations": signed,
    "counter_never_falls": counted,
    "lost_in_predict": lost,
    "inside_ties": tied,
    "pure_enough": rare,
    "wrong_subtree": summed_wrongly,
    "blind_search": blind,
    "stops_at_half": bound,
    "read_as_zero": gaps,
}
"""What is shown below the stage, by the name of the fault."""
