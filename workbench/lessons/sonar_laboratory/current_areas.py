"""Which areas the screen shows: those that are known, while the others are computed in the background."""

from __future__ import annotations

import logging

import streamlit as st

from workbench.lessons.sonar_laboratory.findings import Areas, areas_of
from workbench.lessons.sonar_laboratory.runs import RUNS, Job
from workbench.lessons.sonar_laboratory.splits import Splits
from workbench.lessons.sonar_laboratory.values import FIRST, N_SPLITS, SECOND, SHARE, SHARES, SPLIT_SEED
from workbench.shell import session
from workbench.shell.background_fits import Fit, FitStoppedError

_LOG = logging.getLogger("workbench")
_RUN, _STOPPED, _JUST_DRAWN = "lab_run", "lab_stopped", "lab_just_drawn"
EVERY_S = 1.0  # a page that waits looks so often for what is new


def current_job() -> Job:
    """The splits of the link; a share between those that there are is the nearest."""
    share = session.value(SHARE)
    if share not in SHARES:
        nearest = min(SHARES, key=lambda each: abs(each - share))
        session.shows(**{SHARE: nearest})
        share = nearest
    return Job(Splits(session.value(SPLIT_SEED), share), session.value(N_SPLITS))


def current_areas() -> tuple[Areas, bool]:
    """What is known of the job on the screen, and whether the rest is being computed, which this begins."""
    job = current_job()
    names = session.value(FIRST), session.value(SECOND)
    areas = areas_of(job, *names)
    return areas, not (areas.is_whole or is_stopped(job)) and looked_at(job)


def looked_at(job: Job) -> bool:
    """Have a job computed, and say that somebody waits for it; False once it has failed."""
    kept: tuple[Job, Fit[Job, int]] | None = st.session_state.get(_RUN)
    if kept is not None and kept[0] == job and kept[1].failed:
        try:
            kept[1].result()
        except FitStoppedError:
            pass  # nobody looked for a while, or another reader stopped it
        except Exception:
            _LOG.exception("the splits of %s could not be computed", job)
            session.say("The splits could not be computed; what was found of them is shown.")
            st.session_state[_STOPPED] = job
            return False
    run = RUNS.of(job)
    with run.watched():
        st.session_state[_RUN] = job, run
    return True


def is_stopped(job: Job) -> bool:
    """Whether the reader has stopped it."""
    return bool(st.session_state.get(_STOPPED) == job)


@session.callback
def stop(job: Job) -> None:
    """Compute no more for now."""
    st.session_state[_STOPPED] = job
    RUNS.of(job).stop()


@session.callback
def go_on() -> None:
    """Compute the rest after all."""
    st.session_state.pop(_STOPPED, None)


def draw_again_with_news(areas: Areas) -> None:
    """While splits are computed: look for new ones every second, and draw the page again with them."""
    st.session_state[_JUST_DRAWN] = None
    _look(areas.job, areas.n_whole)


@st.fragment(run_every=EVERY_S)
def _look(job: Job, n_drawn: int) -> None:
    # With the page itself it has just been looked at.
    if _JUST_DRAWN in st.session_state:
        del st.session_state[_JUST_DRAWN]
        return
    if areas_of(job, session.value(FIRST), session.value(SECOND)).n_whole != n_drawn:
        st.rerun()
    looked_at(job)
