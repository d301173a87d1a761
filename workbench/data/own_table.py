"""A reader's own table as a data set: what is predicted from what, and which rows are held out. Pure."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
import pandas as pd

from workbench.data.catalogue import DatasetInfo, Task
from workbench.data.held_out import drawn_rows
from workbench.data.own_columns import DAYS, Column, Kind, labels_of, plain_text
from workbench.data.sources import Content, FeatureName, FloatArray, levels_of

MOST_CLASSES = 10
FEWEST_ROWS, MOST_ROWS, MOST_FEATURES = 4, 20_000, 50
# A table, a model, a model with rows; and what was chosen of the table, where that is not what is usual.
ID = re.compile(r"(own|mod|fit)[0-9a-f]{12}(-[0-9a-f]{2,800})?")
CHOSEN_FROM = 15  # letters of an id
HELD_OUT = ("held out", "held_out")
TARGETS = ("y", "target", "label", "class", "outcome")


class OwnTableError(ValueError):
    """Why a table makes no data set, in a sentence for its reader."""


@dataclass(frozen=True)
class HeldOut:
    """Which rows no model sees.

    Attributes:
        by: "share", at random; "order", the last rows; "time", those with the largest numbers in a column;
            "column", those with a text in it.
        share: of the rows, but for "column". column: of the last two. text: of "column".
    """

    by: Literal["share", "order", "time", "column"] = "share"
    share: float = 0.3
    column: int = 0
    text: str = ""


@dataclass(frozen=True)
class Choices:
    """What a reader has chosen of a table.

    Attributes:
        target: the column that is predicted.
        kinds: of the columns that were corrected.
        task: of a target whose few numbers can be classes; None: as it looks.
        most_rows: more rows than this are drawn from, by the seed.
    """

    target: int
    kinds: Mapping[int, Kind] = field(default_factory=dict)
    task: Task | None = None
    held_out: HeldOut = HeldOut()
    most_rows: int = MOST_ROWS
    seed: int = 0


@dataclass(frozen=True, eq=False)
class OwnTable:
    """A table that is a data set, and what was done to it on the way.

    info: its entry of the catalogue. said: a sentence for each thing that was left out, drawn or changed.
    """

    info: DatasetInfo
    content: Content
    said: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class OwnRows:
    """The loader of rows that are there already."""

    content: Content = field(repr=False)

    def __call__(self, noise: float, rng: np.random.Generator) -> Content:
        """The rows."""
        return self.content


def usual_target(columns: Sequence[Column]) -> int:
    """The column that is predicted unless the reader says otherwise: one that is called so, else the last.

    Errors: OwnTableError where no column is anything.
    """
    usable = [j for j, each in enumerate(columns) if each.kind != "left out"]
    if not usable:
        raise OwnTableError("No column of the table has numbers or categories that differ.")
    return next((j for j in usable if columns[j].name.strip().casefold() in TARGETS), usable[-1])


def usual_choices(columns: Sequence[Column]) -> Choices:
    """What is taken unless the reader says otherwise; a column that tells which rows are held out is heard.

    Errors: OwnTableError where no column is anything.
    """
    target = usual_target(columns)
    for j, each in enumerate(columns):
        told = next((text for text in each.levels if text.casefold() in ("true", "yes", "1", "1.0")), None)
        if each.name.strip().casefold() in HELD_OUT and told is not None and j != target:
            return Choices(target, {j: "left out"}, held_out=HeldOut("column", column=j, text=told))
    return Choices(target)


def usual_task(target: Column, kind: Kind) -> Task:
    """Numbers are predicted as such, but for two of them; categories are classes."""
    few = target.n_different == 2 and target.codes is not None
    return "classification" if kind == "category" or few else "regression"


def own_table(name: str, columns: Sequence[Column], choices: Choices, chosen: str = "") -> OwnTable:
    """The data set that a table makes. name: of its file. chosen: ends its id. Errors: OwnTableError."""
    target = columns[choices.target]
    kind = kind_of(columns, choices, choices.target)
    if kind == "left out":
        raise OwnTableError(f"{target.label} cannot be predicted: {target.why or 'it is left out'}.")
    task = choices.task or usual_task(target, kind)
    said: list[str] = []
    y = target_of(target, task)
    features = [
        j for j in range(len(columns)) if j != choices.target and kind_of(columns, choices, j) != "left out"
    ]
    if not features:
        raise OwnTableError("No column is left to predict from.")
    if len(features) > MOST_FEATURES:
        said.append(f"Of {len(features)} columns the first {MOST_FEATURES} are taken.")
        features = features[:MOST_FEATURES]
    rows = np.flatnonzero(~np.isnan(y))
    if len(rows) < len(y):
        said.append(f"{len(y) - len(rows):,} rows without a value of {target.label} are left out.")
    if len(rows) > choices.most_rows:
        strata = y[rows] if task == "classification" else np.zeros(len(rows))
        said.append(f"Of {len(rows):,} rows {choices.most_rows:,} are drawn, by seed {choices.seed}.")
        rows = rows[drawn_rows(strata, choices.most_rows, choices.seed)]
    if len(rows) < FEWEST_ROWS:
        raise OwnTableError(f"{len(rows)} rows can be used; {FEWEST_ROWS} are the fewest.")
    content = content_of(columns, choices, features, rows, y[rows], task)
    info = info_of(name, content, task, *names_said(columns, (choices.target, *features)))
    return OwnTable(replace(info, id=info.id + chosen), content, tuple(said))


def names_said(columns: Sequence[Column], shown: Sequence[int]) -> list[str]:
    """A sentence with the whole names of the columns that the workbench shows by others, if there are any."""
    pairs = [
        f"{columns[j].label} is {plain_text(columns[j].name) or 'without a name'}"
        for j in sorted(shown)
        if columns[j].label != columns[j].name.strip()
    ]
    return [f"Names in the file: {'; '.join(pairs)}."] if pairs else []


def kind_of(columns: Sequence[Column], choices: Choices, j: int) -> Kind:
    """What a column is taken for; a choice that it cannot be is none."""
    chosen = choices.kinds.get(j)
    return chosen if chosen is not None and chosen in columns[j].kinds else columns[j].kind


def target_of(target: Column, task: Task) -> FloatArray:
    """(n,) what is predicted: numbers, or codes of classes; NaN where missing. Errors: OwnTableError."""
    if task == "regression":
        if target.numbers is None:
            raise OwnTableError(f"{target.label} has no numbers: it can be predicted as classes.")
        return target.numbers
    if target.codes is None or len(target.levels) > MOST_CLASSES:
        raise OwnTableError(
            f"{target.label} has {target.n_different:,} different values; {MOST_CLASSES} classes are the "
            "most."
        )
    return target.codes


def content_of(
    columns: Sequence[Column],
    choices: Choices,
    features: Sequence[int],
    rows: np.ndarray[Any, np.dtype[np.intp]],
    y: FloatArray,
    task: Task,
) -> Content:
    """The rows as arrays. Errors: OwnTableError where nothing is left to learn, or to learn from."""
    target = columns[choices.target]
    classes: tuple[str, ...] = ()
    if task == "classification":
        there = np.unique(y)
        classes = labels_of([target.levels[int(code)] for code in there])
        y = np.searchsorted(there, y).astype(np.float64)
    if len(np.unique(y)) < 2:
        raise OwnTableError(
            f"{target.label} is the same in all rows that can be used: there is nothing to learn."
        )
    kinds = [kind_of(columns, choices, j) for j in features]
    made = [feature_of(columns[j], kind, rows) for j, kind in zip(features, kinds, strict=True)]
    return Content(
        np.column_stack([values for _, values in made]),
        y.astype(np.int64) if task == "classification" else y,
        tuple(name for name, _ in made),
        target.label,
        units=tuple(DAYS if kind == "date" else "" for kind in kinds),
        class_names=classes,
        held_out=held_out_of(columns, choices.held_out, rows, y if classes else None),
    )


def feature_of(column: Column, kind: Kind, rows: Any) -> tuple[str, FloatArray]:
    """The name of a feature and its values: numbers, or codes of the categories that are there."""
    if kind != "category":
        assert column.numbers is not None
        return FeatureName(column.label, whole=column.name), column.numbers[rows]
    assert column.codes is not None
    codes = column.codes[rows]
    there = np.unique(codes[~np.isnan(codes)])
    levels = labels_of([column.levels[int(code)] for code in there])
    values = np.where(np.isnan(codes), np.nan, np.searchsorted(there, codes))
    return FeatureName(column.label, levels, whole=column.name), values


def held_out_of(columns: Sequence[Column], choice: HeldOut, rows: Any, classes: FloatArray | None) -> Any:
    """(n,) whether a row is held out. Errors: OwnTableError where none or all would be."""
    n_rows = len(rows)
    if choice.by == "column":
        column = columns[choice.column]
        if choice.text not in column.levels or column.codes is None:
            raise OwnTableError(f"{column.label} has no {choice.text!r} by which rows could be held out.")
        found = column.codes[rows] == column.levels.index(choice.text)
    else:
        count = int(np.ceil(choice.share * n_rows - 1e-9))
        found = np.arange(n_rows) >= n_rows - count
        if choice.by == "time":
            found = latest(columns[choice.column], rows, count)
        if choice.by == "share":
            found = drawn_rows(np.zeros(n_rows) if classes is None else classes, count)
    if found.all():
        raise OwnTableError("All rows are held out: none is left to learn from.")
    return found


def latest(column: Column, rows: Any, count: int) -> Any:
    """(n,) whether a row is one of so many with the largest numbers, of equal ones the last in the file.

    Errors: OwnTableError for a column without numbers, or with gaps: nobody knows when these rows were.
    """
    if column.numbers is None or np.isnan(column.numbers[rows]).any():
        raise OwnTableError(
            f"{column.label} must have a number or a date in every row to hold out the last by it."
        )
    found = np.zeros(len(rows), dtype=bool)
    found[np.argsort(column.numbers[rows], kind="stable")[len(rows) - count :]] = True
    return found


def numbers_csv(content: Content) -> str:
    """The rows as numbers, for other programs: the features, the target, and whether a row is held out."""
    names = (*content.feature_names, content.target_name, "held out")
    columns = (content.X, content.y, content.held_out)
    table = pd.DataFrame(np.column_stack([np.asarray(each, dtype=np.float64) for each in columns]))
    return str(table.to_csv(index=False, header=list(map(str, names))))


def info_of(name: str, content: Content, task: Task, *said: str) -> DatasetInfo:
    """The entry of the catalogue, named by what is in it. said: more sentences on where it is from."""
    n_rows, n_features = content.X.shape
    title = labels_of([name.rpartition(".")[0] or name])[0]
    has_categories = any(isinstance(each, FeatureName) and each.levels for each in content.feature_names)
    columns = f"{n_features} column{'s' * (n_features != 1)}"
    return DatasetInfo(
        id_of(content),
        title,
        task,
        len(content.class_names),
        False,
        f"Your table: {content.target_name} from {columns} of {n_rows:,} rows.",
        " ".join(("Opened from a file; nobody else sees it.", *said)),
        OwnRows(content),
        has_categories,
    )


def id_of(content: Content) -> str:
    """Its name in links: the same for the same rows, columns, target and rows held out."""
    digest = hashlib.sha256()
    names = (*content.feature_names, content.target_name, *content.class_names)
    levels = [levels_of(each) for each in content.feature_names if levels_of(each)]
    digest.update(repr((names, levels)).encode())
    for array in (content.X, content.y, content.held_out):
        digest.update(np.ascontiguousarray(array).tobytes())
    return f"own{digest.hexdigest()[:12]}"
