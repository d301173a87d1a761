"""`python -m gbtlib.train`: XGBoost over the files of a table, alone or on Dask."""

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from gbtlib.train import alone, on_dask
from gbtlib.train.job import ENGINES, LOSSES, PARAMETERS, Job, JobError
from gbtlib.train.pieces import features_of, pieces_of

NEEDS = {"xgboost": ("xgboost", "pyarrow"), "dask": ("xgboost", "pyarrow", "dask", "distributed")}


def parser() -> argparse.ArgumentParser:
    """What can be said on the command line."""
    made = argparse.ArgumentParser(prog="python -m gbtlib.train", description=__doc__.partition(": ")[2])
    say = made.add_argument
    say("--engine", choices=ENGINES, default="xgboost", help="who boosts; dask: XGBoost on many workers")
    say("--data", required=True, help="the files, Parquet or CSV, such as 'part-*.parquet'")
    say("--target", required=True, help="the column to predict; classes as 0, 1, 2, …")
    say("--out", type=Path, default=Path("trained"), help="the folder to write (trained)")
    say("--loss", choices=LOSSES, default="squared_error", help="what is minimised (squared_error)")
    say("--rounds", type=int, default=100, help="of boosting (100)")
    say("--held-out", type=float, default=0.2, help="share of the rows that no tree sees (0.2)")
    say("--sample", type=int, default=10_000, help="about so many rows are kept beside the model (10000)")
    say("--seed", type=int, default=0, help="of everything that is drawn (0)")
    say(
        "--cluster",
        help="a Dask scheduler, such as tcp://10.0.0.1:8786, whose workers have gbtlib and the files",
    )
    say("--workers", type=int, default=2, help="without --cluster: so many processes here (2)")
    say("--memory", default="auto", help="of each of them, such as 2GiB (an equal share)")
    for name, (_, default, meaning) in PARAMETERS.items():
        say(f"--{name.replace('_', '-')}", type=type(default), help=f"{meaning} ({default:g})")
    return made


def job_of(given: dict[str, Any]) -> Job:
    """The job of a command line. Errors: ValueError."""
    parameters = {name: given.pop(name) for name in PARAMETERS}
    return Job(**given, parameters={name: value for name, value in parameters.items() if value is not None})


def run(job: Job) -> None:
    """Train, write, and tell how far it is. Errors: JobError."""
    lacking = [name for name in NEEDS[job.engine] if find_spec(name) is None]
    if lacking:
        raise JobError(f"engine={job.engine!r} needs {', '.join(lacking)}: pip install 'gbt-workbench[dask]'")
    pieces = pieces_of(job.data)
    features = features_of(pieces[0], job.target)
    if job.engine == "dask":
        table, found, sample = on_dask.train(job, pieces, features, print)
    else:
        table, found, sample = alone.train(job, pieces, features)
    alone.write(job, table, found, sample)
    losses = f"{LOSSES[job.loss][1]} training {found.training[-1]:.6g}"
    if found.held_out:
        losses += f", held out {found.held_out[-1]:.6g}"
    print(f"{job.rounds} rounds over {table.n_rows:,} rows: {losses}. Written to {job.out}.")


def main() -> None:
    """The command line; a sentence, and no traceback, where something is wrong with it."""
    try:
        run(job_of(vars(parser().parse_args())))
    except ValueError as error:
        sys.exit(f"python -m gbtlib.train: error: {error}")


if __name__ == "__main__":
    main()
