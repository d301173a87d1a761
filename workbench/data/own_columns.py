"""The columns of a reader's table: what each looks like, what it can be taken for, and why not. Pure.

Numbers, categories, dates (as days since 1970), or left out, each with the reason; of all rows of the file.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from unicodedata import category

import numpy as np
import pandas as pd

from workbench.data.sources import FloatArray
from workbench.data.table_file import TableFile, TableFileError

Kind = Literal["number", "category", "date", "left out"]

MISSING = {"", "na", "n/a", "nan", "null", "none", "?", "-", "."}
NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
WITH_COMMA = r"[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d*)?"
DATE_FORMS = (
    (r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?", "ISO8601"),
    (r"\d{1,2}\.\d{1,2}\.\d{4}", "%d.%m.%Y"),
)
DAYS = "days since 1970"  # the unit of what a date becomes
LARGEST = 1e100  # of a number: squares of it are added up
MOST_LEVELS = 50
LONGEST_NAME = 24
UNSAFE = re.compile(r"[^\w .,:()/%+²³°€£¥-]")


@dataclass(frozen=True, eq=False)
class Column:
    """What a column of the file can be, and what it is taken for.

    Attributes:
        name: as the file has it; label: as the workbench shows it, of letters that are safe everywhere.
        kind: what it looks like; kinds: what it can be taken for.
        why: what a reader should know: why it is left out, or what a date becomes; "" where that is nothing.
        numbers: (n,) its numbers, NaN where missing; None where it has none. codes: (n,) position among its
            levels, NaN where missing; None where there are too many. levels: its different texts, sorted.
        n_missing, n_different: cells without a value, and different values.
        rare: how many of its levels stand in a single row.
    """

    name: str
    label: str
    kind: Kind
    kinds: tuple[Kind, ...]
    why: str
    numbers: FloatArray | None
    codes: FloatArray | None
    levels: tuple[str, ...]
    n_missing: int
    n_different: int
    rare: int = 0


def columns_of(table: TableFile) -> tuple[Column, ...]:
    """What the columns of a file look like."""
    labels = labels_of(table.names)
    has_commas = comma_is_decimal(table)
    return tuple(
        column_of(name, label, cells, has_commas)
        for name, label, cells in zip(table.names, labels, table.columns, strict=True)
    )


def labels_of(names: Sequence[str]) -> tuple[str, ...]:
    """Names that are short, different, and of letters that mean nothing to markdown, HTML or Graphviz."""
    found: list[str] = []
    for j, name in enumerate(names):
        plain = plain_text(name) or f"column {j + 1}"
        short = plain if len(plain) <= LONGEST_NAME else f"{plain[: LONGEST_NAME - 1].rstrip()}…"
        again, label = 1, short
        while label in found:
            again += 1
            label = f"{short[: LONGEST_NAME - 4].rstrip()} ({again})"
        found.append(label)
    return tuple(found)


def plain_text(name: str) -> str:
    """A name in letters that are safe everywhere, and not begun as a spreadsheet's formula is."""
    marked = "".join(each if category(each) in ("Mn", "Mc") else UNSAFE.sub(" ", each) for each in name)
    plain = " ".join(marked.split()).replace(" )", ")").replace("( ", "(").replace(" ()", "")
    return plain.lstrip("_+- ").rstrip("_ ")


def comma_is_decimal(table: TableFile) -> bool:
    """Whether more columns read as numbers with a comma than with a point."""
    if table.reading is None or table.reading.delimiter == ",":
        return False
    with_point, with_comma = (
        sum(are_all(known(cells), form) for cells in table.columns) for form in (NUMBER, WITH_COMMA)
    )
    return with_comma > with_point


def known(cells: pd.Series) -> pd.Series:
    """The cells with a value, those of a text file as texts."""
    there = cells[cells.notna()]
    if there.dtype == object or isinstance(there.dtype, pd.StringDtype):
        texts = there.astype(str).str.strip()
        return texts[~texts.str.casefold().isin(MISSING)]
    return there


def are_all(texts: pd.Series, form: str) -> bool:
    """Whether there are texts, and all have a form."""
    is_text = texts.dtype == object or isinstance(texts.dtype, pd.StringDtype)
    return bool(is_text and len(texts) and texts.astype(str).str.fullmatch(form).all())


def column_of(name: str, label: str, cells: pd.Series, has_commas: bool) -> Column:
    """What a column looks like. Errors: TableFileError for a number that nothing can add up."""
    there = known(cells)
    n_missing, n_different = len(cells) - len(there), there.astype(str).nunique()
    numbers, is_date = numbers_of(there, has_commas)
    spread = None if numbers is None else in_place(numbers, there, len(cells))
    if spread is not None and (np.abs(spread) > LARGEST).any():
        row = int(np.nanargmax(np.abs(spread)))
        raise TableFileError(f"{label}, row {row + 1}: {spread[row]:g} is too large; 1e100 is the limit.")
    texts = there.astype(str)
    levels = tuple(sorted(texts.unique())) if 2 <= n_different <= MOST_LEVELS else ()
    codes = None
    if levels:
        place = {text: float(code) for code, text in enumerate(levels)}
        codes = in_place(texts.map(place).to_numpy(float), there, len(cells))
    kinds: list[Kind] = []
    if n_different > 1:
        kinds += ["date" if is_date else "number"] if spread is not None else []
        kinds += ["category"] if levels else []
    why = "" if kinds else why_left_out(n_different)
    if kinds[:1] == ["date"]:
        why = f"a date: {DAYS}"
    rare = int((texts.value_counts() == 1).sum()) if levels else 0
    all_kinds: tuple[Kind, ...] = (*kinds, "left out")
    return Column(
        name, label, all_kinds[0], all_kinds, why, spread, codes, levels, n_missing, n_different, rare
    )


def why_left_out(n_different: int) -> str:
    """Why a column can be nothing."""
    if n_different == 0:
        return "no value at all"
    if n_different == 1:
        return "the same in every row"
    return f"text: {n_different:,} different ones, more than {MOST_LEVELS}"


def in_place(values: FloatArray, there: pd.Series, n_rows: int) -> FloatArray:
    """(n_rows,) the values where they stand, NaN elsewhere."""
    found = np.full(n_rows, np.nan)
    found[there.index.to_numpy()] = values
    return found


def numbers_of(there: pd.Series, has_commas: bool) -> tuple[FloatArray | None, bool]:
    """The cells as numbers, None where they are not all some; and whether they are dates."""
    if pd.api.types.is_datetime64_any_dtype(there.dtype):
        return days_of(there), True
    if pd.api.types.is_bool_dtype(there.dtype) or isinstance(there.dtype, pd.CategoricalDtype):
        return None, False
    if pd.api.types.is_numeric_dtype(there.dtype):
        return (np.asarray(there, dtype=np.float64) if len(there) else None), False
    for form, pattern in DATE_FORMS:
        if are_all(there, form):
            dates = pd.to_datetime(there, format=pattern, errors="coerce", utc=True)
            return (days_of(dates), True) if dates.notna().all() else (None, False)
    if not are_all(there, WITH_COMMA if has_commas else NUMBER):
        return None, False
    plain = there.astype(str)
    if has_commas:
        plain = plain.str.replace(".", "", regex=False).str.replace(",", ".", regex=False)
    return np.asarray(plain.astype(float), dtype=np.float64), False


def days_of(dates: pd.Series) -> FloatArray:
    """Days since the first of 1970, with their fractions."""
    moments = dates.dt.tz_localize(None) if dates.dt.tz is None else dates.dt.tz_convert(None)
    return np.asarray((moments - pd.Timestamp(0)) / pd.Timedelta(days=1), dtype=float)
