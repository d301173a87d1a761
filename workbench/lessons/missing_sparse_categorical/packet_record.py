"""What the stage draws of the packet of rows without a value: every cut with it on both sides. Pure.

Every record of the lesson has, beside what its act draws: act, n_steps, asked, the step at which its question
stands (None where nothing is asked), and answer, the step that tells it.
"""

import numpy as np
from numpy.typing import NDArray

from workbench.lessons.missing_sparse_categorical.blank_table import NAMES, START, TABLE, TARGET, BlankTable
from workbench.lessons.missing_sparse_categorical.gap_column import LEFT, RIGHT, GapColumn, Record, Rows
from workbench.lessons.missing_sparse_categorical.row_gaps import GapCase

MOST_DRAWN = 400  # rows


def cuts_record(column: GapColumn, is_zero: bool) -> Record:
    """The cuts of a column, and which of them is asked about.

    best: the place of the cut that is kept, None without one: the best; of a model its own. node: of all.
    new: what a new row gets whose value is missing, and whose value is zero.
    """
    cuts, packet = column.cuts, column.packet
    gains = [max(way["gain"] for way in cut["ways"]) for cut in cuts]
    best = max(range(len(cuts)), key=lambda k: ("keeps" in cuts[k], gains[k], -k), default=None)
    asked = best if best is not None and (len(packet) or column.kept) else None
    return {
        "act": "missing",
        "n_steps": len(cuts) + 1,
        "asked": asked,
        "answer": None if asked is None else asked + 1,
        "name": column.name,
        "lambda": column.worth.reg_lambda,
        "is_zero": is_zero,
        "n_packet": len(packet),
        "node": column.node,
        "cuts": cuts,
        "n_cuts": column.n_cuts,
        "best": best,
        "new": [] if best is None else new_rows(cuts[best], is_zero),
    }


def new_rows(cut: Record, is_zero: bool) -> list[Record]:
    """What the cut tells a row without a value, and one whose value is 0: side and weight.

    Where a blank is zero there is only the second one.
    """
    side = cut.get("keeps", cut["side"])
    way = cut["ways"][0 if side is None else min(side, len(cut["ways"]) - 1)]
    lost = RIGHT if cut["at"] is None else LEFT if side is None else side
    zero = LEFT if cut["at"] is None or cut["at"] >= 0 else RIGHT
    sides = [("0", zero)] if is_zero else [("?", lost), ("0", zero)]
    return [{"told": told, "side": each, "value": way["weight"][each]} for told, each in sides]


# -- eight rows


def packet_record(gaps: BlankTable, feature: int, base: int) -> Record:
    """The eight rows along a feature, those without a value as one packet.

    base: the number of the first row. x: (8,), None where a row has no value of the feature, and where zero
    is meant: then these stand at 0. y, start: where stems end, and begin. packet: the rows without a value.
    """
    packet = gaps.without(feature)
    record = cuts_record(gaps.column(feature), gaps.absent == "zero")
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
        "packet": list(packet),
        "blank": cells_of(gaps),
    }


def cells_of(gaps: BlankTable) -> list[list[int]]:
    """The blank cells: row and column of each."""
    return [list(cell) for cell in sorted(gaps.blank)]


# -- rows of a table, or of a node of a model


def rows_record(case: GapCase) -> Record:
    """The rows of a case, or so many of them as are drawn: their numbers, and negative gradients as stems."""
    column = case.column
    drawn = drawn_of(column.blank)
    x, blank, g = (each[drawn] for each in (column.x, column.blank, column.g))
    return cuts_record(column, case.is_zero) | {
        "kind": "table" if column.kept is None else "model",
        "letter": "w",
        "numbers": case.rows[drawn].tolist(),
        "n_rows": len(column.x),
        "start": 0.0,
        "x": [None if is_blank else float(each) for each, is_blank in zip(x, blank, strict=True)],
        "y": np.negative(g).tolist(),
        "g": g.tolist(),
        "packet": np.flatnonzero(blank).tolist(),
        "reads_zero": case.reads_zero,
        "title": case.data.title,
        "place": case.place,
    }


def drawn_of(blank: NDArray[np.bool_]) -> Rows:
    """The rows that are drawn: all, or as large a share of those with a value as of those without."""
    n = len(blank)
    if n <= MOST_DRAWN:
        return np.arange(n)
    parts = [np.flatnonzero(blank == each) for each in (False, True)]
    rng = np.random.default_rng(0)
    shares = [min(len(part), max(1, round(MOST_DRAWN * len(part) / n))) for part in parts]
    drawn = [rng.choice(part, share, replace=False) for part, share in zip(parts, shares, strict=True)]
    return np.sort(np.concatenate(drawn))
