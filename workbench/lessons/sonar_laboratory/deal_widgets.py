"""Above the stage: how many deals, how sure one wants to be, how rows are dealt, what is computed."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.lessons.sonar_laboratory.current_areas import compute_rest, stop
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
from workbench.shell.parameter_line import on_track, parameter_line
from workbench.shell.stage import control_line

_ANEW = {TOLD: 0, ONE_SPLIT: FIRST_SHOWN}


def deal_controls(areas: Areas, *, is_running: bool) -> None:
    """The line above the stage. Other deals begin anew, and are asked about anew."""
    line = control_line()
    words = "Each parts the 208 rows anew and trains all eight models."
    parameter_line(line, [on_track(N_SPLITS, label="deals", words=words)], _ANEW)
    parameter_line(line, [on_track(SURENESS, LEVELS, label="confidence, %")], of=SURENESS)
    if not areas.is_whole:
        progress(line, areas, is_running=is_running)
    more = line.popover("Settings", key="lab_more", on_change="rerun")
    if more.open:
        with more:
            how_rows_are_dealt(areas)


def how_rows_are_dealt(areas: Areas) -> None:
    """The share of the rows that are trained on, and what fixes the deals."""
    session.bound(
        st.segmented_control,
        "Training rows",
        SHARES,
        format_func=lambda share: f"{share} %",
        name=SHARE,
        shown=areas.job.splits.share,
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
