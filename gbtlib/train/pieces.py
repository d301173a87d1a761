"""A table of many files, piece by piece: a row group of a Parquet file, or a whole CSV file.

Which rows are held out and which are in the sample is drawn for each piece by itself, by the seed and its
number: any process that reads a piece again, on whichever machine, draws the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from glob import glob
from math import ceil
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gbtlib.train.job import Job, JobError

HELD_OUT = "held out"  # the column of the sample that says so
MOST_CLASSES = 1_000


@dataclass(frozen=True)
class Piece:
    """A part of the table. group: of the rows of a Parquet file; None: the whole file."""

    number: int
    path: str
    group: int | None = None


@dataclass(frozen=True)
class Facts:
    """What is to be known of a piece: its rows, the range of the target, and whether it is whole numbers."""

    n_rows: int
    low: float
    high: float
    is_whole: bool


@dataclass(frozen=True)
class Table:
    """The whole table: its pieces, the features' names, its rows, and the classes of its target."""

    pieces: tuple[Piece, ...]
    features: tuple[str, ...]
    n_rows: int
    n_classes: int


def pieces_of(pattern: str) -> tuple[Piece, ...]:
    """The pieces of all files of a pattern, in the order of their names. Errors: JobError."""
    from pyarrow.parquet import read_metadata

    found: list[tuple[str, int | None]] = []
    for path in sorted(glob(pattern, recursive=True)):
        if path.endswith(".parquet"):
            found += [(path, group) for group in range(read_metadata(path).num_row_groups)]
        elif path.endswith((".csv", ".csv.gz")):
            found.append((path, None))
        else:
            raise JobError(f"data={pattern!r} matches {path!r}: files must be .parquet, .csv or .csv.gz")
    if not found:
        raise JobError(f"data={pattern!r} matches no file with rows; * stands for any part of a name")
    return tuple(Piece(number, *place) for number, place in enumerate(found))


def features_of(piece: Piece, target: str) -> tuple[str, ...]:
    """The columns beside the target, as the first piece has them. Errors: JobError."""
    from pyarrow.parquet import read_schema

    names = pd.read_csv(piece.path, nrows=0).columns if piece.group is None else read_schema(piece.path).names
    if target not in names:
        shown = ", ".join(map(str, names[:20])) + (", …" if len(names) > 20 else "")
        raise JobError(f"target={target!r} must be a column of {piece.path!r}: {shown}")
    features = tuple(str(name) for name in names if name != target)
    if not features or HELD_OUT in features:
        raise JobError(f"{piece.path!r} must have columns beside {target!r}, and none called {HELD_OUT!r}")
    return features


def read(piece: Piece, columns: Sequence[str]) -> pd.DataFrame:
    """Columns of a piece, as XGBoost holds them: float32, NaN where missing. Errors: JobError."""
    from pyarrow.parquet import ParquetFile

    try:
        if piece.group is None:
            frame = pd.read_csv(piece.path, usecols=list(columns))[list(columns)]
        else:
            frame = ParquetFile(piece.path).read_row_group(piece.group, list(columns)).to_pandas()
        missing = [name for name in columns if name not in frame]
    except ValueError as error:
        raise JobError(f"{piece.path!r} cannot be read as the first file: {error}") from error
    if missing:
        raise JobError(f"{piece.path!r} must have the columns of the first file, and lacks {missing[0]!r}")
    for name in columns:
        if not pd.api.types.is_numeric_dtype(frame[name].dtype):
            raise JobError(f"column {name!r} of {piece.path!r} must have numbers and is {frame[name].dtype}")
    return frame.astype("float32")


def facts_of(piece: Piece, target: str) -> Facts:
    """The facts of a piece. Errors: JobError where the target is missing in a row."""
    y = read(piece, [target])[target].to_numpy()
    if not np.isfinite(y).all():
        n_missing = int((~np.isfinite(y)).sum())
        raise JobError(
            f"target={target!r} must be a finite number in every row; {n_missing} of {piece.path!r} are not"
        )
    if len(y) == 0:
        return Facts(0, np.inf, -np.inf, True)
    return Facts(len(y), float(y.min()), float(y.max()), bool((y == np.round(y)).all()))


def table_of(job: Job, pieces: Sequence[Piece], features: Sequence[str], facts: Sequence[Facts]) -> Table:
    """The table of pieces whose facts are known. Errors: JobError for a target that its loss refuses."""
    n_rows, high = sum(each.n_rows for each in facts), max(each.high for each in facts)
    low, is_whole = min(each.low for each in facts), all(each.is_whole for each in facts)
    if n_rows < 2:
        raise JobError(f"data={job.data!r} has {n_rows} rows; 2 are the fewest")
    most = {"logistic": 1, "softmax": MOST_CLASSES - 1}.get(job.loss)
    if most is not None and not (is_whole and low >= 0 and high <= most):
        raise JobError(
            f"target={job.target!r} has values from {low:g} to {high:g}; with loss={job.loss!r} they must be "
            f"whole numbers from 0 to {most} at most"
        )
    filled = tuple(piece for piece, each in zip(pieces, facts, strict=True) if each.n_rows)
    return Table(filled, tuple(features), n_rows, int(high) + 1 if most else 0)


def held_out(job: Job, piece: Piece, n_rows: int) -> NDArray[np.bool_]:
    """(n_rows,) whether a row is held out: of every piece the same share, rounded up, but one row is left."""
    found = np.zeros(n_rows, dtype=bool)
    count = min(ceil(job.held_out * n_rows), n_rows - 1)
    found[np.random.default_rng([job.seed, piece.number]).permutation(n_rows)[:count]] = True
    return found


def rows_of(job: Job, table: Table, piece: Piece, *, unseen: bool) -> tuple[pd.DataFrame, Any]:
    """X and y of the rows of a piece that are held out, or of the others."""
    frame = read(piece, [*table.features, job.target])
    frame = frame[held_out(job, piece, len(frame)) == unseen]
    return frame[list(table.features)], frame[job.target].to_numpy()


def sample_of(job: Job, table: Table, piece: Piece) -> pd.DataFrame:
    """Some rows of a piece, with all columns and whether each is held out."""
    frame = read(piece, [*table.features, job.target])
    frame[HELD_OUT] = held_out(job, piece, len(frame))
    rate = min(1.0, job.sample / table.n_rows)
    if table.n_classes:
        frame[job.target] = frame[job.target].astype(int)
    drawn = np.random.default_rng([job.seed, piece.number, 1]).random(len(frame)) < rate
    return frame[drawn]
