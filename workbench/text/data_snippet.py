"""The rows of a lesson as lines of Python, with numpy alone and to the last bit. Pure, without streamlit.

A set made by formula comes with its formula, the text of the functions that make it; a few rows by hand as
lists; measured rows as a table, packed where it is long. The lines make X and y of the training rows, and,
where asked, X_unseen and y_unseen.
"""

import base64
import sys
import zlib
from collections.abc import Iterable
from functools import lru_cache
from textwrap import fill
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.data.catalogue import DATASETS, Dataset, load_dataset
from workbench.data.held_out import (
    HELD_OUT_SHARE,
    OF_FORMULA,
    drawn_rows,
    follows_its_formula,
    training_rows,
)
from workbench.data.sources import FromFormula, InThePlane, WithOutliers, levels_of
from workbench.text.function_text import function_text
from workbench.text.templates import templates

Table = NDArray[np.float64]

LONGEST_LIST = 20  # rows; more are a table
TABLE_LINE = 100  # characters: several rows a line
LONGEST_TABLE = 7_000  # characters; more are packed
PACKED_LINE = 4_000  # characters: few lines, so that the model below is soon in sight
MISSING = -(2**31)  # among packed numbers
MOST_CELLS = 40_000  # of a table that stands in the script; more are read from a file
SPLIT = f"{function_text(drawn_rows)}\n\n\n"

_LINES = templates(__file__)

_PARTS = "X, y, X_unseen, y_unseen = X[~held_out], y[~held_out], X[held_out], y[held_out]\n"
_TRAINING = "X, y = X[~held_out], y[~held_out]\n"


class DataLines(NamedTuple):
    """Lines that make the rows; and the imports that they need besides numpy."""

    lines: str
    imports: tuple[str, ...] = ()

    def after(self, *imports: str) -> str:
        """The lines under numpy's import, their own and more of them."""
        return under({"import numpy as np", *self.imports, *imports}, self.lines)


def under(imports: Iterable[str], lines: str) -> str:
    """Lines with imports above them: those of the standard library first."""
    standard = {each for each in imports if _is_standard(each)}
    others = set(imports) - standard
    gap = "\n\n" if lines.startswith(("def ", "class ")) else "\n"
    return _block(standard) + "\n" * bool(standard) + _block(others) + gap + lines


def _is_standard(line: str) -> bool:
    return line.split()[1].partition(".")[0] in sys.stdlib_module_names


def _block(imports: set[str]) -> str:
    """Lines of imports, whole modules first."""
    return "".join(f"{each}\n" for each in sorted(imports, key=lambda line: (line.startswith("from"), line)))


@lru_cache(maxsize=16)
def data_lines(data: str, noise: float = 0.0, seed: int = 0, *, unseen: bool = False) -> DataLines:
    """Lines that make X and y of the training rows of a data set.

    unseen: whether X_unseen and y_unseen follow, where there are such rows (see `held_out.unseen_rows`).
    """
    found, loader = load_dataset(data, noise=noise, seed=seed), DATASETS[data].loader
    if not isinstance(loader, FromFormula | WithOutliers | InThePlane):
        return file_lines(found) if found.X.size > MOST_CELLS else rows_lines(found, unseen=unseen)
    _, held_out = training_rows(found)
    if len(held_out):
        split = split_lines(found.task, len(held_out))
        return DataLines(SPLIT + all_rows(data, noise, seed) + split + (_PARTS if unseen else _TRAINING))
    lines = all_rows(data, noise, seed)
    if unseen and found.truth is not None and follows_its_formula(found):
        lines += _LINES["more"].format(n=OF_FORMULA, truth=found.truth.__name__)
    return DataLines(lines)


def all_rows(data: str, noise: float, seed: int) -> str:
    """Lines that make X and y of all rows of a set that is made by formula, its functions before them."""
    loader = DATASETS[data].loader
    start = f"rng = np.random.default_rng({seed})\n"
    if isinstance(loader, InThePlane):
        moved = f"X = X + {noise!r} * rng.standard_normal(X.shape)\n" if noise else ""
        return f"{function_text(loader.draw)}\n\n\n{start}X, y = {loader.draw.__name__}(rng)\n{moved}"
    shift = ""
    if isinstance(loader, WithOutliers):
        rows = loader.outliers
        shift = f"y[{rows.start}::{rows.step}] += {loader.shift!r}\n"
        loader = loader.loader
    assert isinstance(loader, FromFormula)
    rows_of, truth = loader.rows, loader.truth.__name__
    arguments = ", ".join(map(repr, rows_of.args))
    added = f" + {noise!r} * rng.standard_normal(len(X))" if noise else ""
    lines = f"X = {rows_of.func.__name__}({arguments})\ny = {truth}(X){added}\n{shift}"
    return f"{function_text(rows_of.func, loader.truth)}\n\n\n{start if noise else ''}{lines}"


def split_lines(task: str, n_held_out: int) -> str:
    """The line that says of every row whether it is held out; SPLIT stands above it."""
    by_class = task == "classification"
    return _LINES["drawn"].format(
        labels="y" if by_class else "np.zeros(len(y))",
        n=n_held_out,
        share=HELD_OUT_SHARE,
        of_classes=", classes in equal shares" if by_class else "",
    )


def rows_lines(data: Dataset, *, unseen: bool = False) -> DataLines:
    """The rows themselves: as lists, as a table, or packed."""
    train, held_out = training_rows(data)
    if not unseen:
        held_out = held_out[:0]
    rows = np.concatenate((train, held_out))
    code = ".astype(int)" if data.task == "classification" else ""
    if len(rows) <= LONGEST_LIST:
        lines = f"X = np.array({data.X[rows].tolist()})\ny = np.array({data.y[rows].tolist()})\n"
        return DataLines(lines)
    table = np.column_stack((data.X, data.y.astype(np.float64)))[rows]
    words = {
        "title": data.title,
        "rows": f"the {len(train)} training rows",
        "target": "the code of the class" if code else data.target_name,
    }
    if len(held_out):
        words["rows"] += f", then the {len(held_out)} unseen ones"
    found = tabled(table, words)
    lines = found.lines
    if len(held_out):
        lines += f"X, y = table[:{len(train)}, :-1], table[:{len(train)}, -1]{code}\n"
        lines += f"X_unseen, y_unseen = table[{len(train)}:, :-1], table[{len(train)}:, -1]{code}\n"
    else:
        lines += f"X, y = table[:, :-1], table[:, -1]{code}\n"
    return DataLines(lines, found.imports)


def file_lines(data: Dataset) -> DataLines:
    """The rows of a table that is too large for a script, from the file that its page gives."""
    is_classes = data.task == "classification"
    words = {"title": data.title, "target": "the code of the class" if is_classes else data.target_name}
    return DataLines(_LINES["file"].format(**words, code=".astype(int)" if is_classes else "") + _PARTS)


def tabled(table: Table, words: dict[str, str]) -> DataLines:
    """Lines that make a table; words: its title, rows and target."""
    rows = (",".join(f"{value!r}".removesuffix(".0") for value in row) for row in table.tolist())
    text = fill(" ".join(rows), TABLE_LINE, break_long_words=False, break_on_hyphens=False)
    digits = digits_of(table)
    if len(text) <= LONGEST_TABLE or digits is None:
        return DataLines(_LINES["table"].format(text=text, **words))
    packed = base64.b85encode(zlib.compress(_octets(table, digits), 9)).decode()
    pieces = (packed[i : i + PACKED_LINE] for i in range(0, len(packed), PACKED_LINE))
    lines = _LINES["packed"].format(
        text="\n".join(f'    "{piece}"' for piece in pieces),
        n_columns=table.shape[1],
        n_rows=table.shape[0],
        digits=digits,
        numbers=f"np.where(whole == {MISSING}, np.nan, whole)" if np.isnan(table).any() else "whole",
        **words,
    )
    return DataLines(lines, ("import base64", "import zlib"))


def digits_of(table: Table) -> list[int] | None:
    """How many digits behind the point each column has; None where they are too many for 32 bits."""
    found = []
    for column in table.T:
        values = column[~np.isnan(column)]
        fitting = (n for n in range(10) if _is_whole(values, n))
        found.append(next(fitting, None))
    return None if None in found else [each for each in found if each is not None]


def _is_whole(values: Table, n_digits: int) -> bool:
    whole = np.rint(values * 10**n_digits)
    return bool((abs(whole) < -MISSING).all() and np.array_equal(whole / 10**n_digits, values))


def _octets(table: Table, digits: list[int]) -> bytes:
    """The whole numbers, column by column; the lowest bytes of all of them first, so that they pack well."""
    whole = np.rint(table.T * 10 ** np.array(digits)[:, np.newaxis])
    numbers = np.where(np.isnan(whole), MISSING, whole).astype("<i4")
    return numbers.reshape(-1, 1).view(np.uint8).T.tobytes()


@lru_cache(maxsize=16)
def names_lines(data_id: str, *, classes: bool = False) -> str:
    """Lines with the names of the features, and the categories of those that have some.

    classes: whether the names of the classes follow, if there are any.
    """
    data = load_dataset(data_id)
    lines = f"feature_names = {text_of([str(name) for name in data.feature_names])}\n"
    if classes and data.class_names:
        lines += f"class_names = {text_of(list(data.class_names))}\n"
    levels = {j: list(levels_of(name)) for j, name in enumerate(data.feature_names) if levels_of(name)}
    if levels:
        lines += "levels = {  # the categories of a feature, in the order of their codes\n"
        lines += "".join(f"    {j}: {text_of(each)},\n" for j, each in levels.items()) + "}\n"
    return lines


def text_of(value: Any) -> str:
    """A value as Python writes it, with double quotes."""
    return repr(value).replace("'", '"')
