"""Which areas the screen shows: those that are known, while others are computed for whoever asked for them.

A link shows what is known and computes nothing, so that it shows the same to everybody.
"""

from __future__ import annotations

import logging

import streamlit as st

from workbench.lessons.sonar_laboratory.findings import Areas, areas_of
from workbench.lessons.sonar_laboratory.runs import RUNS, Job
from workbench.lessons.sonar_laboratory.splits import Splits
from workbench.lessons.sonar_laboratory.values import (
    FIRST,
    N_SPLITS,
    SECOND,
    SHARE,
    SHARES,
    SPLIT_SEED,
    SURENESS,
)
from workbench.lessons.sonar_laboratory.variants import VARIANTS
from workbench.shell import session
from workbench.shell.background_fits import Fit, FitStoppedError

_LOG = logging.getLogger("workbench")
_RUN, _WANTED, _JUST_DRAWN = "lab_fit", "lab_wanted", "lab_just_drawn"
EVERY_S = 1.0  # a page that waits looks so often for what is new


def current_job() -> Job:
    """The splits of the link; a share between those that there are is the nearest."""
    share = session.value(SHARE)
    if share not in SHARES:
        nearest = min(SHARES, key=lambda each: abs(each - share))
        session.shows(**{SHARE: nearest})
        share = nearest
    return Job(Splits(session.value(SPLIT_SEED), share), session.value(N_SPLITS))


def known_areas() -> tuple[Areas, bool]:
    """What is known of the job on the screen, and whether the rest of it is wanted."""
    areas = areas_of(current_job(), *current_pair(), session.value(SURENESS))
    return areas, st.session_state.get(_WANTED) == areas.job and not areas.is_whole


def current_areas() -> tuple[Areas, bool]:
    """The same; what is wanted is computed meanwhile."""
    areas, is_running = known_areas()
    if is_running:
        looked_at(areas.job)
    return areas, is_running


def current_pair() -> tuple[str, str]:
    """The two variants that are compared; of one alone, as a link may say, the first other one beside it."""
    first, second = session.value(FIRST), session.value(SECOND)
    if first == second:
        second = next(name for name in VARIANTS if name != first)
        session.say(f"{FIRST} and {SECOND} are both {first}; compared is {second}.", heading=session.OF_LINK)
        session.put(**{SECOND: second})
    return first, second


def looked_at(job: Job) -> None:
    """Have a job computed, and say that somebody waits for it; once it has failed, none does."""
    kept: tuple[Job, Fit[Job, int]] | None = st.session_state.get(_RUN)
    if kept is not None and kept[0] == job and kept[1].failed:
        try:
            kept[1].result()
        except FitStoppedError:
            pass  # nobody looked for a while, or another reader has stopped it
        except Exception:
            _LOG.exception("the splits of %s could not be computed", job)
            session.say("The splits could not be computed; what was found of them is shown.")
            del st.session_state[_WANTED]
            st.rerun()
    run = RUNS.of(job)
    with run.watched():
        st.session_state[_RUN] = job, run


@session.callback
def compute_rest(job: Job) -> None:
    """Have what is not known of a job computed."""
    st.session_state[_WANTED] = job


@session.callback
def stop(job: Job) -> None:
    """Compute no more of it."""
    st.session_state.pop(_WANTED, None)
    RUNS.of(job).stop()


def draw_again_with_news(areas: Areas, *, is_running: bool) -> None:
    """While splits are computed: look for new ones every second, and draw the page again with them."""
    st.session_state[_JUST_DRAWN] = None
    # Always there, for the browser may ask for it once more when nothing is computed any longer.
    with st.container(key="lab_ticker"):
        st.fragment(_look, run_every=EVERY_S if is_running else None)(areas, is_running)


def _look(drawn: Areas, is_running: bool) -> None:
    # With the page itself it has just been looked at.
    if _JUST_DRAWN in st.session_state:
        del st.session_state[_JUST_DRAWN]
        return
    # The browser goes on asking until the whole page is drawn anew.
    if not is_running or areas_of(drawn.job, drawn.first, drawn.second).n_whole != drawn.n_whole:
        st.rerun()
    looked_at(drawn.job)
