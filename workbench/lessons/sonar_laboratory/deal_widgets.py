"""Above the stage: how many deals, how sure one wants to be, how rows are dealt, what is computed."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.lessons.sonar_laboratory.current_areas import compute_rest, current_job, known_areas, stop
from workbench.lessons.sonar_laboratory.findings import Areas
from workbench.lessons.sonar_laboratory.values import (
    FIRST_SHOWN,
    LEVELS,
    N_SPLITS,
    ONE_SPLIT,
    SHARE,
    SHARES,
    SPLIT_SEED,
    SURENESS,
    TOLD,
)
from workbench.shell import session
from workbench.shell.head import Head
from workbench.shell.parameter_line import on_track, parameter_line

_ANEW = {TOLD: 0, ONE_SPLIT: FIRST_SHOWN}


def own_head() -> Head:
    """The controls of the lesson. Other deals begin anew, and are asked about anew."""
    return Head((), {}, how_rows_are_dealt, deals_and_level, (N_SPLITS, SURENESS, SHARE, SPLIT_SEED))


def deals_and_level(line: DeltaGenerator) -> None:
    """How many deals, how sure one wants to be; what is not known yet can be computed."""
    words = "Each parts the 208 rows anew and trains all eight models."
    deals = on_track(N_SPLITS, label="deals", words=words)
    level = on_track(SURENESS, LEVELS, label="confidence, %")
    parameter_line(line, [deals, level], lambda values: _ANEW if N_SPLITS in values else {})
    areas, is_running = known_areas()
    if not areas.is_whole:
        progress(line, areas, is_running=is_running)


def how_rows_are_dealt() -> None:
    """The share of the rows that are trained on, and what fixes the deals."""
    session.bound(
        st.segmented_control,
        "Training rows",
        SHARES,
        format_func=lambda share: f"{share} %",
        name=SHARE,
        shown=current_job().splits.share,
        also=_ANEW,
        required=True,
    )
    session.bound(st.number_input, "Seed", 0, 999, name=SPLIT_SEED, also=_ANEW)


def progress(line: DeltaGenerator, areas: Areas, *, is_running: bool) -> None:
    """How many deals are known, with the button that computes the others or stops that."""
    line.button(
        f"{'Stop' if is_running else 'Compute'}, {areas.n_whole} of {areas.job.n_splits} known",
        key="lab_run",
        type="secondary" if is_running else "primary",
        help="About a second a deal; what is found is kept on disk, also over a restart",
        on_click=stop if is_running else compute_rest,
        args=(areas.job,),
    )
