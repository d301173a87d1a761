"""The folder that a training leaves: the model, its losses over all rows, and a sample of these.

model.json      as XGBoost writes it, the losses as an attribute; xgboost.Booster and from_xgboost read it
losses.json     {"metric": XGBoost's name, "target", "rows", "training": [of each round], "held_out": [...]}
sample.parquet  rows of the table with the target, and in a column "held out" whether no tree has seen the row
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pandas as pd

from gbtlib.train.alone import Boosted
from gbtlib.train.job import LOSSES, Job
from gbtlib.train.pieces import Table


def write(job: Job, table: Table, found: Boosted, sample: Sequence[Any]) -> None:
    """Write all three; the model at the end, so that a folder with a model is whole."""
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
