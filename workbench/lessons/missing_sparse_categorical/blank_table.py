"""A small table with blank cells: its entries, the split of its rows, and the way of those without a value.

Eight rows with four features and a target. The split is that of boosting's first tree on half squared error:
F is the mean of the target, g = F - y, h = 1. Pure, without streamlit.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gbtlib import Candidates, GradientBoostingRegressor, SecondOrder, TreeParams, Triplets, from_dense
from gbtlib.inputs.table_columns import split_search
from gbtlib.inputs.triplet_search import sort_entries
from workbench.lessons.missing_sparse_categorical.gap_column import GapColumn, Record
from workbench.text.grammar import word_for
from workbench.text.tables import markdown_table
from workbench.trees.taken_files import Taken, fitted_to

NAMES = ("x1", "x2", "x3", "x4")
TABLE = np.array(
    [
        *([-7.0, 1.0, 8.0, 1.0], [-5.0, 2.0, 7.0, 5.0], [-4.0, 3.0, 6.0, 2.0], [-2.0, 6.0, 5.0, 6.0]),
        *([1.0, 4.0, 4.0, 3.0], [2.0, 5.0, 3.0, 7.0], [4.0, 7.0, 2.0, 4.0], [6.0, 8.0, 1.0, 8.0]),
    ]
)
TARGET = np.array([1.0, 2.0, 1.0, 2.0, 6.0, 7.0, 6.0, 7.0])
START = float(TARGET.mean())
REG_LAMBDA = 1.0
TABLE.flags.writeable = TARGET.flags.writeable = False

Cell = tuple[int, int]


def blank_cells(text: str) -> frozenset[Cell]:
    """The blank cells of a link's value, which obeys rules.Cells: rows and columns counted from 0."""
    if text == "none":
        return frozenset()
    pairs = (word.split(".") for word in text.split(","))
    return frozenset((int(row), int(column)) for row, column in pairs)


def criterion(reg_lambda: float) -> SecondOrder:
    """What a split of the eight rows is worth."""
    return SecondOrder(START - TARGET, np.ones(len(TARGET)), reg_lambda=reg_lambda)


@dataclass(frozen=True)
class BlankTable:
    """The table with some cells blank, and what a blank cell means: "zero" or "missing"."""

    blank: frozenset[Cell]
    absent: str
    reg_lambda: float = REG_LAMBDA

    @cached_property
    def entries(self) -> Triplets:
        """What is stored: row, column and value of every cell that is not blank."""
        kept = TABLE.copy()
        for cell in self.blank:
            kept[cell] = np.nan
        return from_dense(kept, absent="missing").meaning(self.absent)

    @cached_property
    def X(self) -> NDArray[np.float64]:
        """The table as the split reads it: blank cells are 0, or NaN."""
        return self.entries.to_dense()

    @cached_property
    def candidates(self) -> Candidates:
        """Every cut, with the rows that miss the feature right, then left."""
        params = TreeParams(max_depth=1, reg_lambda=self.reg_lambda)
        return split_search(sort_entries(self.entries), criterion(self.reg_lambda), params).candidates()

    def column(self, feature: int) -> GapColumn:
        """The rows along a feature, and its cuts."""
        blank = np.isin(np.arange(len(TARGET)), self.without(feature))
        g, h = START - TARGET, np.ones(len(TARGET))
        found = self.candidates.of_feature(feature)
        return GapColumn(NAMES[feature], self.X[:, feature], blank, g, h, criterion(self.reg_lambda), found)

    def without(self, feature: int) -> list[int]:
        """The rows whose cell of a feature is blank."""
        return sorted(row for row, column in self.blank if column == feature)

    @property
    def cells(self) -> list[list[int]]:
        """The blank cells as the stage has them: row and column of each."""
        return [list(cell) for cell in sorted(self.blank)]


def packet_record(gaps: BlankTable, feature: int, base: int) -> Record:
    """The eight rows along a feature, those without a value as one packet.

    base: the number of the first row. x: (8,), None where a row has no value of the feature, and where zero
    is meant: then these stand at 0. y, start: where stems end, and begin. packet: the rows without a value.
    """
    packet = gaps.without(feature)
    record = gaps.column(feature).record(is_zero=gaps.absent == "zero")
    for each in record["new"]:
        each["value"] += START
    return record | {
        "kind": "example",
        "letter": "F",
        "base": base,
        "names": NAMES,
        "feature": feature,
        "start": START,
        "x": [None if row in packet else float(TABLE[row, feature]) for row in range(len(TABLE))],
        "y": TARGET.tolist(),
        "g": (START - TARGET).tolist(),
        "packet": packet,
        "blank": gaps.cells,
    }


def model_of(gaps: BlankTable) -> Taken:
    """The split as the first and only tree of a booster, and the rows."""
    model = GradientBoostingRegressor(
        n_estimators=1, learning_rate=1.0, max_depth=1, reg_lambda=gaps.reg_lambda
    )
    return fitted_to("A small table with blank cells", NAMES, gaps.X, TARGET, model)


def table_words(gaps: BlankTable, base: int) -> str:
    """The table and the (i, j, v) list of its entries, row by row, in markdown.

    base: the number of the first row and column.
    """
    lines = []
    absent = "0" if gaps.absent == "zero" else "?"
    listed = gaps.entries.to_frame(base).astype(int)
    for row in range(len(TABLE)):
        cells = [f"*{absent}*" if (row, j) in gaps.blank else f"{TABLE[row, j]:g}" for j in range(len(NAMES))]
        entries = [f"({i}, {j}, {v})" for i, j, v in listed[listed.i == row + base].itertuples(index=False)]
        listing = " ".join(entries) or "not in the list"
        line = (str(row + base), *cells, f"{TARGET[row]:g}", listing)
        lines.append([cell.replace("-", "−") for cell in line])
    return markdown_table(("row", *NAMES, "y", "entries (i, j, v)"), lines, "rrrrrrl")


def rows_words(rows: tuple[int, ...], base: int) -> str:
    """Some rows by their numbers: `row 2`, `rows 2, 4`."""
    return f"{word_for(len(rows), 'row')} {', '.join(str(row + base) for row in rows)}"


def list_words(gaps: BlankTable, base: int) -> str:
    """Which rows the list of entries names, and what becomes of the others."""
    listed = set(gaps.entries.row.tolist())
    lost = tuple(row for row in range(len(TABLE)) if row not in listed)
    if not lost:
        return f"The list names all {len(TABLE)} rows."
    rows = rows_words(lost, base).capitalize()
    has, them, count = ("has", "it", "it counts") if len(lost) == 1 else ("have", "them", "they count")
    return (
        f"**{rows} {has} no entry at all**: the list names only {len(listed)} rows, and a code that "
        f"takes its rows from the list loses {them}. Here the shape ({len(TABLE)}, {len(NAMES)}) comes with "
        f"the list, and {count}."
    )
