"""Work shared out to several threads: numpy and the loops do not hold Python's lock."""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np


@cache
def helpers(n: int) -> ThreadPoolExecutor:
    """Some threads, which wait for work from then on: to start them anew would take longer than a node."""
    return ThreadPoolExecutor(n)


if hasattr(os, "register_at_fork"):  # a forked process has no threads but the one that forked it
    os.register_at_fork(after_in_child=helpers.cache_clear)


def shares(n: int, n_jobs: int) -> list[slice]:
    """The numbers below n in n_jobs runs of about the same length."""
    ends = np.linspace(0, n, n_jobs + 1).astype(int).tolist()
    return [slice(*ends) for ends in pairwise(ends)]


def on_threads(task: Callable[..., Any], *each: Iterable[Any]) -> list[Any]:
    """What a task makes of each share, in order: of the first here, of each other on a thread of its own."""
    first, *others = zip(*each, strict=True)
    later = [helpers(len(others)).submit(task, *share) for share in others]
    return [task(*first), *(each.result() for each in later)]
