"""What goes wrong with blank cells elsewhere: two meanings of one blank, and rows that nobody lists. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from workbench.lessons.missing_sparse_categorical.blank_table import (
    NAMES,
    SIDES,
    START,
    TABLE,
    BlankTable,
    rows_words,
)
from workbench.text.grammar import how_many
from workbench.text.numbers import number, threshold_text


@dataclass(frozen=True)
class TwoReadings:
    """A row that was trained with its blank cell on the left, and then predicted with 0 in it.

    trained, predicted: left or right. answers: the prediction of each side.
    """

    row: int
    trained: str
    predicted: str
    answers: tuple[float, float]


def read_twice(gaps: BlankTable) -> list[TwoReadings]:
    """Every row that misses the split's feature: missing (left) in training, read as 0 in prediction."""
    absent = replace(gaps, absent="missing")
    tree = absent.grown("left")
    if tree.is_leaf[0]:
        return []
    rows = absent.without(int(tree.feature[0]))
    as_trained = tree.apply(absent.X)
    as_zero = tree.apply(np.nan_to_num(absent.X, nan=0.0))
    left = tree.children_left[0]
    return [
        TwoReadings(
            row,
            SIDES[bool(as_trained[row] == left)],
            SIDES[bool(as_zero[row] == left)],
            (START + float(tree.weight[as_trained[row]]), START + float(tree.weight[as_zero[row]])),
        )
        for row in rows
    ]


def list_words(gaps: BlankTable, base: int) -> str:
    """Which rows the list of entries names, and what becomes of the others."""
    lost = tuple(row for row in range(len(TABLE)) if row not in gaps.listed)
    if not lost:
        return f"The list names all {len(TABLE)} rows."
    rows = rows_words(lost, base).capitalize()
    has, them, count = ("has", "it", "it counts") if len(lost) == 1 else ("have", "them", "they count")
    return (
        f"**{rows} {has} no entry at all**: the list names only {len(gaps.listed)} rows, and a code that "
        f"takes its rows from the list loses {them}. Here the shape ({len(TABLE)}, {len(NAMES)}) comes with "
        f"the list, and {count}."
    )


def twice_words(gaps: BlankTable) -> str:
    """What happens to rows that are missing (left) in training and 0 in prediction, in words."""
    twice = read_twice(gaps)
    tree = replace(gaps, absent="missing").grown("left")
    if not twice:
        return "Blank a cell of the feature that the split asks, and its row is read both ways here."
    cut = f"{NAMES[int(tree.feature[0])]} ≤ {threshold_text(float(tree.threshold[0]))}"
    wrong = sum(each.trained != each.predicted for each in twice)
    words = f"A code that sends missing rows left splits at **{cut}**, and then predicts with 0 in the gap."
    if wrong == 0:
        return f"{words} 0 goes left too: this time it does no harm."
    n_rows = how_many(len(twice), "row")
    return f"{words} 0 goes **right**: {wrong} of {n_rows} leave the side on which they were trained."


def twice_table(gaps: BlankTable, base: int) -> str:
    """Rows that were trained as missing, on the left, and predicted with 0, as a markdown table."""
    lines = [
        "| row | in training: missing, so left | in prediction: read as 0 |",
        "|---:|---|---|",
    ]
    for each in read_twice(gaps):
        trained, given = (number(answer) for answer in each.answers)
        then = f"{each.trained}, predicts {trained} | **{each.predicted}**, predicts {given}"
        lines.append(f"| {each.row + base} | {then} |")
    return "\n".join(lines)
