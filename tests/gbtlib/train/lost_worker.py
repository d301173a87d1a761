"""gbtlib.train, but that a worker of Dask ends on the way: `python -m tests.gbtlib.train.lost_worker`."""

import os
import signal
from typing import Any

import xgboost

from gbtlib.train import on_dask
from gbtlib.train.__main__ import main
from gbtlib.train.on_dask import boosted_part


class End(xgboost.callback.TrainingCallback):
    """Ends the process after two rounds, as a machine that goes away does."""

    def after_iteration(self, model: Any, epoch: int, evals_log: Any) -> bool:
        if epoch == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return False


def lost_once(job: Any, table: Any, pieces: Any, told: dict[str, Any]) -> Any:
    """A worker's part; that of the second piece is lost, the first time."""
    mark = job.out.parent / "was lost"
    if pieces[0].number == 1 and not mark.exists():
        mark.touch()
        train = xgboost.train
        xgboost.train = lambda *of, **how: train(*of, **how, callbacks=[End()])
    return boosted_part(job, table, pieces, told)


if __name__ == "__main__":
    on_dask.boosted_part = lost_once
    main()
