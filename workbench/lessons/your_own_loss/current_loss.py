"""What the screen shows: the loss that is asked for, boosted; or the last that could be, and why."""

from dataclasses import dataclass

import streamlit as st

from workbench.lessons.your_own_loss import values as names
from workbench.lessons.your_own_loss.asked import AskedLoss
from workbench.lessons.your_own_loss.compared import usual_of
from workbench.lessons.your_own_loss.rows import lesson_rows
from workbench.lessons.your_own_loss.run import Boosting, Run, run_of
from workbench.lessons.your_own_loss.words import fault_words
from workbench.shell import session
from workbench.shell.cursor import current_round

_GOOD = "your_own_loss_good"  # the last boosting that was shown


@dataclass(frozen=True, eq=False)
class Shown:
    """A run, the round and the row that are looked at.

    position: among the training rows. fault: why it is not what is asked for.
    """

    run: Run
    number: int
    position: int
    fault: str


def asked_now() -> AskedLoss:
    """The loss that the reader asks for."""
    return AskedLoss(
        session.value(names.LOSS),
        session.value(names.FORMULA),
        session.value(names.TARGET),
        session.value(names.DELTA),
        session.value(names.TAU),
    )


def boosting_now() -> Boosting:
    """What the reader wants boosted."""
    asked, data = asked_now(), session.value(names.DATA)
    rows = lesson_rows(data, asked.is_binary)
    position = session.clip(names.AT_ROW, len(rows.train) - 1)
    y = session.value(names.AT_Y)
    return Boosting(
        asked,
        data,
        session.value(names.ROUNDS),
        session.value(names.RATE),
        session.value(names.DEPTH),
        session.value(names.LAMBDA),
        bool(session.value(names.FROM_ZERO)),
        # Where no row is moved it is one run for all of them.
        position=0 if y is None else rows.last_outlier if position is None else position,
        y=y,
        **{name: session.value(name) for name in names.SEARCH},
    )


def current_loss() -> Shown:
    """The run on the screen. A loss that cannot be boosted leaves the last good one there."""
    wanted = boosting_now()
    fault = ""
    try:
        run = run_of(wanted)
    except ValueError as error:
        run = run_of(st.session_state.get(_GOOD, usual_of(wanted)))
        fault = fault_words(error, run.boosting.asked)
    else:
        st.session_state[_GOOD] = wanted
    number, position = current_round(run), session.value(names.AT_ROW)
    position = run.rows.last_outlier if position is None else min(position, len(run.rows.train) - 1)
    return Shown(run, number, position, fault)
