"""Rows against time and memory: `make bench-scale` prints the tables, and what they say for 10^9 rows.

Twenty normal features, float32 in Parquet; 10 rounds of depth 6. Each figure is of a process of its own, from
the files to the model: gbtlib's exact search and its histograms hold the whole table, XGBoost alone and on
two workers of Dask take it by `python -m gbtlib.train`, a piece at a time. An engine goes on to ten times the
rows where that would take less than the limit. Memory is the peak of a process, on Dask that of the worker
with the most.
"""

import argparse
import json
import math
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

import gbtlib
from gbtlib.train import alone, on_dask
from gbtlib.train.job import Job
from gbtlib.train.pieces import features_of, pieces_of

ENGINES = ("gbtlib exact", "gbtlib hist", "XGBoost", "XGBoost on Dask")
N_FEATURES, ROUNDS, DEPTH = 20, 10, 6
GROUP = 250_000  # rows of a row group
MANY, WORKER = 10**9, 16e9  # rows that are asked about, and octets of a worker
USABLE = 0.7  # of these, beside what Dask and Python take


class Measured(NamedTuple):
    """rows; seconds from the files to the model; octets: peak of the process that had the most."""

    rows: int
    seconds: float
    octets: float


def write(folder: Path, rows: int) -> None:
    """The table, a file for each million rows."""
    for i, first in enumerate(range(0, rows, 10**6)):
        random, n = np.random.default_rng(i), min(10**6, rows - first)
        X = random.standard_normal((n, N_FEATURES), dtype=np.float32)
        frame = pd.DataFrame(X, columns=[f"x{j}" for j in range(N_FEATURES)])
        frame["y"] = X[:, 0] * X[:, 1] + X[:, 2] + random.standard_normal(n, dtype=np.float32)
        frame.to_parquet(folder / f"part-{i:03}.parquet", row_group_size=GROUP)


def train(engine: str, folder: Path) -> None:
    """From the files to the model."""
    if engine.startswith("gbtlib"):
        table = pd.concat([pd.read_parquet(path) for path in sorted(folder.glob("*.parquet"))])
        model = gbtlib.GradientBoostingRegressor(n_estimators=ROUNDS, max_depth=DEPTH, learning_rate=0.3)
        model.set_params(tree_method=engine.split()[1])
        model.fit(table.drop(columns="y").to_numpy(np.float64), table["y"].to_numpy(np.float64))
        return
    job = Job(str(folder / "*.parquet"), "y", folder / "out", rounds=ROUNDS, held_out=0.0, sample=1_000)
    pieces = pieces_of(job.data)
    features = features_of(pieces[0], "y")
    if engine == "XGBoost":
        alone.train(job, pieces, features)
    else:
        on_dask.train(job, pieces, features, lambda words: print(words, file=sys.stderr))


def measured(engine: str, folder: Path, rows: int) -> Measured:
    """One figure, in a process of its own."""
    command = [sys.executable, "-m", "tests.benchmarks.scale", "--one", engine, "--folder", str(folder)]
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    return Measured(rows, **json.loads(said.splitlines()[-1]))


def one(engine: str, folder: Path) -> None:
    """Train here, and print the figure."""
    start = time.perf_counter()
    train(engine, folder)
    seconds = time.perf_counter() - start
    whose = resource.RUSAGE_CHILDREN if engine.endswith("Dask") else resource.RUSAGE_SELF
    print(json.dumps({"seconds": seconds, "octets": resource.getrusage(whose).ru_maxrss * 1024.0}))


def exponent(found: list[Measured]) -> float:
    """The p of seconds ~ rows^p over the last two sizes: before, starting takes most of the time."""
    before, last = found[-2:]
    return math.log(last.seconds / before.seconds) / math.log(last.rows / before.rows)


def lines(largest: int, limit: float) -> Iterator[str]:
    """The report, line by line: tables in Markdown."""
    sizes = [10**k for k in range(4, 10) if 10**k <= largest]
    found: dict[str, list[Measured]] = {engine: [] for engine in ENGINES}
    yield f"| rows | {' | '.join(ENGINES)} |"
    yield f"|---|{'---|' * len(ENGINES)}"
    for rows in sizes:
        with tempfile.TemporaryDirectory() as folder:
            write(Path(folder), rows)
            cells = []
            for engine, figures in found.items():
                if figures and (figures[-1].rows * 10 != rows or figures[-1].seconds * 12 > limit):
                    cells.append("-")
                    continue
                figures.append(measured(engine, Path(folder), rows))
                cells.append(f"{figures[-1].seconds:.1f} s, {figures[-1].octets / 1e9:.2f} GB")
            yield f"| {rows:,} | {' | '.join(cells)} |"
    yield ""
    for engine, figures in found.items():
        if len(figures) < 2:
            continue
        before, last = figures[-2:]
        p, each = exponent(figures), (last.octets - before.octets) / (last.rows - before.rows)
        hours = last.seconds * (MANY / last.rows) ** p / 3600
        on_each = 2 if engine.endswith("Dask") else 1  # a worker had half of the rows
        workers = math.ceil(MANY * each * on_each / (USABLE * WORKER))
        yield (
            f"{engine}: time ~ rows^{p:.2f}, {each * on_each:.0f} octets a row; {MANY:,} rows: {hours:.1f} h "
            f"here, and the memory of {workers} workers of {WORKER / 1e9:g} GB"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--largest", type=float, default=1e7, help="rows at most")
    parser.add_argument("--limit", type=float, default=900, help="seconds of a figure, about")
    parser.add_argument("--one", choices=ENGINES, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        one(given.one, given.folder)
        return
    for line in lines(int(given.largest), given.limit):
        print(line, flush=True)


if __name__ == "__main__":
    main()
