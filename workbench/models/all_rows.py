"""What a model file tells of rows that are not here: the losses over all rows of its training. Pure."""

import json
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gbtlib.handover import OpenedModel
from gbtlib.train.job import STAGED_LOSSES


@dataclass(frozen=True, eq=False)
class LossesOfAllRows:
    """Mean losses after each round, as the workbench measures them.

    n_rows: of the whole table. training, held_out: (n_rounds,); held_out is NaN where none were.
    """

    n_rows: int
    training: NDArray[np.float64]
    held_out: NDArray[np.float64]


def losses_of_all_rows(model: OpenedModel) -> LossesOfAllRows | None:
    """What `python -m gbtlib.train` has written into the file; None where it has not, or something else has.

    XGBoost tells the root of the mean squared error, the workbench half of its square.
    """
    try:
        told = json.loads(model.attributes[STAGED_LOSSES])
        is_root = told["metric"] == "rmse"
        found = [np.array(told[name], dtype=np.float64) for name in ("training", "held_out")]
        n_rows, n_rounds = int(told["rows"]), model.n_rounds
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    training, held_out = (each**2 / 2 if is_root else each for each in found)
    if held_out.size == 0:
        held_out = np.full(n_rounds, np.nan)
    if training.shape != (n_rounds,) or held_out.shape != (n_rounds,) or not np.isfinite(training).all():
        return None
    return LossesOfAllRows(n_rows, training, held_out)
