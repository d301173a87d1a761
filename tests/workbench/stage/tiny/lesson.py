"""The smallest lesson that has a stage: a round, a node, and a setting, how many rounds there are."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from workbench.link.values import GUESS_FIRST, NODE, ROUND
from workbench.shell.page_entry import PageEntry
from workbench.stage.record import Stage

N_NODES = 7
LESSON = PageEntry(
    "tiny", "Tiny", "How small can a stage be?", controls="none", shared=("n_estimators", ROUND, NODE)
)


def stage_of(n_rounds: int) -> Stage:
    return Stage(
        f"tiny{n_rounds}",
        "tiny",
        n_rounds,
        (ROUND, NODE, GUESS_FIRST),
        partial(record_of, n_rounds),
        moment=moment_of,
    )


def record_of(n_rounds: int) -> dict[str, Any]:
    return {"n_rounds": n_rounds, "squares": np.arange(n_rounds + 1, dtype=np.float32) ** 2}


def moment_of(cursor: Mapping[str, Any]) -> dict[str, Any]:
    node = min(cursor[NODE], N_NODES - 1)
    return {"words": f"round {cursor[ROUND]}, node {node}", "shown": {NODE: node}}
