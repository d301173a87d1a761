"""The stage: the splits and their progress, the strips of all variants, the two that are compared."""

from __future__ import annotations

import streamlit as st

from workbench.lessons.sonar_laboratory import words
from workbench.lessons.sonar_laboratory.current_areas import compute_rest, stop
from workbench.lessons.sonar_laboratory.findings import Areas
from workbench.lessons.sonar_laboratory.picture import difference_figure, roc_figure, strip_figure
from workbench.lessons.sonar_laboratory.values import (
    CURVES,
    DIFFERENCES,
    FEWEST,
    FIRST,
    MOST,
    N_SPLITS,
    ONE_SPLIT,
    SECOND,
    SHARE,
    SHARES,
    SPLIT_SEED,
    STEP,
    VIEW,
)
from workbench.lessons.sonar_laboratory.variants import VARIANTS
from workbench.shell import session
from workbench.shell.challenge import Question, Slider, ask, settle
from workbench.shell.choice import choice
from workbench.shell.plots import plot
from workbench.shell.stage import control_line
from workbench.shell.step_buttons import clicker_steps

_NAMES = {DIFFERENCES: "Differences", CURVES: "ROC curves"}


def split_controls(areas: Areas, *, is_running: bool) -> None:
    """How many splits, how they are drawn, and how far their computation is."""
    job = areas.job
    with control_line():
        session.bound(
            st.slider,
            "Splits",
            FEWEST,
            MOST,
            step=STEP,
            name=N_SPLITS,
            help="Each parts the 208 rows anew and trains all eight variants",
        )
        session.bound(
            st.segmented_control,
            "Training rows",
            SHARES,
            format_func=lambda share: f"{share} %",
            name=SHARE,
            shown=job.splits.share,
            required=True,
        )
        session.bound(
            st.number_input,
            "Seed",
            0,
            999,
            name=SPLIT_SEED,
        )
        with st.container(key="lab_progress", horizontal=True, vertical_alignment="center"):
            progress(areas, is_running=is_running)


def progress(areas: Areas, *, is_running: bool) -> None:
    """How many splits are known, with the button that computes the others or stops that."""
    st.progress(areas.share, f"{areas.n_whole} of {areas.job.n_splits} splits")
    st.button(
        "Stop" if is_running else "Compute",
        key="lab_run",
        type="secondary" if is_running or areas.is_whole else "primary",
        disabled=areas.is_whole,
        help="About a second a split; what is found is kept on disk, also over a restart",
        on_click=stop if is_running else compute_rest,
        args=(areas.job,),
    )


def ask_apart(areas: Areas) -> Question:
    """Ask how far apart two areas of one split must lie to be told apart."""
    n_test = areas.job.splits.n_test
    question = ask(
        "sonar_apart",
        ident=(areas.job.splits, areas.first, areas.second),
        prompt=f"{n_test} unseen rows: which difference of two AUCs is no chance (95 %)?",
        form=Slider(0.0, 0.3, step=0.01, label="Your difference", start=0.02),
    )
    if question.revealed and areas.gap is not None and areas.by_formula is not None:
        needed, said = areas.gap.of_one, float(question.answer)
        credit = min(said, needed) / max(said, needed) if needed else float(said == 0)
        settle(
            question,
            credit,
            f"You: {said:.2f}. Needed: {needed:.3f} on the same rows, {areas.by_formula:.2f} on others.",
        )
    return question


def shown_split(areas: Areas) -> int:
    """The split whose ROC curves are shown, from 0."""
    return int(session.clip(ONE_SPLIT, areas.job.n_splits)) - 1


def strips(areas: Areas, question: Question) -> None:
    """A strip of areas for each variant; while one guesses, those of one split alone."""
    k = shown_split(areas) if question.hiding else None
    said = words.strip_words(areas) if k is None else words.one_split_words(areas, k)
    with st.container(key="picture_areas"):
        plot(strip_figure(areas, one_split=k), said, key="lab_strips")


def comparison(areas: Areas, question: Question) -> None:
    """Which two are compared, and their differences or the ROC curves of one split."""
    with st.container(key="controls_of_pair", horizontal=True, vertical_alignment="center"):
        for name, label in ((FIRST, "First variant"), (SECOND, "Second variant")):
            session.bound(
                st.selectbox,
                label,
                list(VARIANTS),
                format_func=lambda each: VARIANTS[each].title,
                name=name,
                label_visibility="collapsed",
            )
    curves = question.hiding or session.value(VIEW) == CURVES
    with st.container(key="inline_row", horizontal=True, vertical_alignment="center"):
        if not question.hiding:
            choice("Shown of both", _NAMES, VIEW, label_visibility="collapsed")
        if curves:
            session.bound(
                st.number_input,
                "of split",
                1,
                areas.job.n_splits,
                name=ONE_SPLIT,
                shown=shown_split(areas) + 1,
            )
        splits = range(1, areas.job.n_splits + 1) if curves else ()
        clicker_steps(ONE_SPLIT, splits, shown_split(areas) + 1)
    k = shown_split(areas)
    with st.container(key="picture_pair"):
        if curves:
            figure = roc_figure(areas, k, with_errors=not question.hiding)
        else:
            figure = difference_figure(areas, question.answer)
        plot(figure, words.beside_words(areas, k, curves=curves), key="lab_pair", bar=False)
    with st.container(key="lab_verdict"):
        st.markdown("One split of each: is that enough?" if question.hiding else words.verdict_words(areas))
