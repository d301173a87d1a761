"""The splits that are computed in the background, several readers waiting for the same. Pure."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import NamedTuple

from workbench.lessons.sonar_laboratory.notebook import notebook_of
from workbench.lessons.sonar_laboratory.splits import Splits
from workbench.lessons.sonar_laboratory.variants import VARIANTS
from workbench.shell.background_fits import Fits, Numbered


class Job(NamedTuple):
    """So many of some splits."""

    splits: Splits
    n_splits: int


class Done(NamedTuple):
    """So many models were trained, or found trained."""

    number: int


_TURN = threading.Lock()  # readers with other splits take turns: one model is trained at a time


def compute(job: Job, on_done: Callable[[Numbered], None]) -> int:
    """Train every variant on the splits that the notebook lacks; returns how many models there are now."""
    notebook, number = notebook_of(job.splits), 0
    for k in range(job.n_splits):
        for name in VARIANTS:
            number += 1
            with _TURN:
                if not notebook.has(k, name):
                    ranks = job.splits.ranks(k, name)
                    on_done(Done(number))  # first, for what was stopped shall find nothing more
                    notebook.write(k, name, ranks)
    return number


RUNS: Fits[Job, int] = Fits(compute, at_most=8)
"""The runs of this server."""
