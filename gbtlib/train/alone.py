"""XGBoost over some pieces of a table, in one process: all of them, or those of one worker.

XGBoost asks for one piece after the other (`xgboost.DataIter`) and keeps of each value the number of its bin,
an octet where there are 256 bins or fewer. Beside that and some sums of each row one piece is in memory.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from gbtlib.train.job import LOSSES, STAGED_LOSSES, Job
from gbtlib.train.pieces import Facts, Piece, Table, facts_of, rows_of, sample_of, table_of


@dataclass(frozen=True)
class Boosted:
    """What was learned: a model of XGBoost as JSON, and its losses after each round, over all rows."""

    model: bytes
    training: list[float]
    held_out: list[float]


def boosted(job: Job, table: Table, pieces: Sequence[Piece], threads: int = 0) -> Boosted:
    """Boost over some pieces; other processes may boost over the others. threads: 0 for all."""
    import xgboost

    class Rows(xgboost.DataIter):
        """The rows of all pieces, or those held out."""

        def __init__(self, unseen: bool) -> None:
            self.unseen, self.at = unseen, 0
            super().__init__()

        def reset(self) -> None:
            self.at = 0

        def next(self, input_data: Any) -> bool:
            if self.at == len(pieces):
                return False
            X, y = rows_of(job, table, pieces[self.at], unseen=self.unseen)
            self.at += 1
            input_data(data=X, label=y)
            return True

    bins = {"max_bin": job.parameters.get("max_bin", 256), "nthread": threads or None}
    matrix = xgboost.QuantileDMatrix(Rows(False), **bins)
    asked = [(matrix, "training")]
    if job.held_out:
        asked.append((xgboost.QuantileDMatrix(Rows(True), ref=matrix, **bins), "held_out"))
    told: dict[str, Any] = {}
    model = xgboost.train(
        job.booster_parameters(table.n_classes) | {"nthread": threads},
        matrix,
        job.rounds,
        evals=asked,
        evals_result=told,
        verbose_eval=False,
    )
    metric = LOSSES[job.loss][1]
    losses = {"training": [], "held_out": []} | {name: list(each[metric]) for name, each in told.items()}
    model.set_attr(**{STAGED_LOSSES: json.dumps({"metric": metric, "rows": table.n_rows, **losses})})
    return Boosted(bytes(model.save_raw("json")), **losses)


def train(job: Job, pieces: Sequence[Piece], features: Sequence[str]) -> tuple[Table, Boosted, list[Any]]:
    """Everything in this process: the table, what was learned, and the sample, piece by piece."""
    facts: list[Facts] = [facts_of(piece, job.target) for piece in pieces]
    table = table_of(job, pieces, features, facts)
    return table, boosted(job, table, table.pieces), [sample_of(job, table, each) for each in table.pieces]


def write(job: Job, table: Table, found: Boosted, sample: Sequence[Any]) -> None:
    """Write the folder that a training leaves; the model at the end, so that a folder with a model is whole.

    model.json      as XGBoost writes it, the losses as an attribute
    losses.json     {"metric": XGBoost's name, "target", "rows", "training": of each round, "held_out": ...}
    sample.parquet  rows of the table, and in a column "held out" whether no tree has seen the row
    """
    job.out.mkdir(parents=True, exist_ok=True)
    pd.concat(sample, ignore_index=True).to_parquet(job.out / "sample.parquet", index=False)
    told = {
        "metric": LOSSES[job.loss][1],
        "target": job.target,
        "rows": table.n_rows,
        "training": found.training,
        "held_out": found.held_out,
    }
    (job.out / "losses.json").write_text(json.dumps(told), encoding="utf-8")
    (job.out / "model.json").write_bytes(found.model)
