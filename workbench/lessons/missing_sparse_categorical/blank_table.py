"""A small table with blank cells: its entries, the split of its rows, and the way of those without a value.

Eight rows with four features and a target. The split is that of boosting's first tree on half squared error:
F is the mean of the target, g = F - y, h = 1. Pure, without streamlit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import (
    Candidates,
    GradientBoostingRegressor,
    SecondOrder,
    Tree,
    TreeParams,
    Triplets,
    from_dense,
    grow_tree,
)
from gbtlib.inputs.table_columns import split_search
from gbtlib.inputs.triplet_search import sort_entries
from workbench.gains.named_candidates import NamedCandidates
from workbench.text.grammar import word_for
from workbench.text.numbers import latex, number, threshold_text
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
SIDES = ("right", "left")  # by whether it is true that a row goes left

Cell = tuple[int, int]


def blank_cells(text: str) -> frozenset[Cell]:
    """The blank cells of a link's value, which obeys rules.Cells: rows and columns counted from 0."""
    if text == "none":
        return frozenset()
    pairs = (word.split(".") for word in text.split(","))
    return frozenset((int(row), int(column)) for row, column in pairs)


def cell_text(blank: frozenset[Cell]) -> str:
    """The same the other way round."""
    return ",".join(f"{row}.{column}" for row, column in sorted(blank)) or "none"


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

    def grown(self, missing: str = "learn") -> Tree:
        """The root's split (or a lone leaf), grown on the entries."""
        params = TreeParams(max_depth=1, reg_lambda=self.reg_lambda, missing=missing)
        columns: Any = sort_entries(self.entries)
        return grow_tree(columns, criterion(self.reg_lambda), params).tree

    @cached_property
    def tree(self) -> Tree:
        """The root's split with the direction of missing values learned."""
        return self.grown()

    @cached_property
    def candidates(self) -> Candidates:
        """Every cut, with the rows that miss the feature right, then left."""
        params = TreeParams(max_depth=1, reg_lambda=self.reg_lambda)
        return split_search(sort_entries(self.entries), criterion(self.reg_lambda), params).candidates()

    @property
    def listed(self) -> tuple[int, ...]:
        """The rows that the list of entries names at all."""
        return tuple(np.unique(self.entries.row).tolist())

    def without(self, feature: int) -> tuple[int, ...]:
        """The rows whose cell of a feature is blank."""
        return tuple(sorted(row for row, column in self.blank if column == feature))


def model_of(gaps: BlankTable) -> Taken:
    """The split as the first and only tree of a booster, and the rows."""
    model = GradientBoostingRegressor(
        n_estimators=1, learning_rate=1.0, max_depth=1, reg_lambda=gaps.reg_lambda
    )
    return fitted_to("A small table with blank cells", NAMES, gaps.X, TARGET, model)


def other_way(found: Candidates, i: int) -> int | None:
    """The candidate with the same cut and the missing on the other side; None if there is none."""
    same = (found.feature == found.feature[i]) & (found.threshold == found.threshold[i])
    at = np.flatnonzero(same & (found.default_left != found.default_left[i]))
    return int(at[0]) if len(at) else None


def gain_of(found: Candidates, i: int, reg_lambda: float) -> float:
    """The gain of a candidate from its four sums: the formula written out."""
    GL, HL, GR, HR = (float(getattr(found, name)[i]) for name in ("GL", "HL", "GR", "HR"))
    return 0.5 * (
        GL**2 / (HL + reg_lambda) + GR**2 / (HR + reg_lambda) - (GL + GR) ** 2 / (HL + HR + reg_lambda)
    )


def gain_line(found: Candidates, i: int, name: str, reg_lambda: float) -> str:
    """The gain of a candidate with its numbers, a line for LaTeX."""
    GL, HL, GR, HR = (float(getattr(found, field)[i]) for field in ("GL", "HL", "GR", "HR"))

    def term(G: float, H: float) -> str:
        return rf"\frac{{({latex(G)})^2}}{{{latex(H)} + {latex(reg_lambda)}}}"

    terms = f"{term(GL, HL)} + {term(GR, HR)} - {term(GL + GR, HL + HR)}"
    return (
        rf"\text{{{name}:}}&\displaystyle\tfrac12\left[{terms}\right] "
        rf"= \mathbf{{{latex(gain_of(found, i, reg_lambda))}}}"
    )


def both_ways(gaps: BlankTable, i: int) -> str:
    """The gain of a cut with its numbers, for LaTeX: with the missing left and right where rows miss it."""
    found, other, reg_lambda = gaps.candidates, other_way(gaps.candidates, i), gaps.reg_lambda
    if other is None:
        apart = np.isinf(found.threshold[i])
        line = gain_line(found, i, "present | missing" if apart else "gain", reg_lambda)
        return rf"\begin{{array}}{{rl}}{line}\end{{array}}"
    left, right = (i, other) if found.default_left[i] else (other, i)
    ways = (left, "missing left"), (right, "missing right")
    lines = [gain_line(found, at, name, reg_lambda) for at, name in ways]
    return r"\begin{array}{rl}" + r"\\[3ex]".join(lines) + r"\end{array}"


def terms_here(gaps: BlankTable) -> dict[str, str]:
    """The terms of the screen, each with its number in this table."""
    tree, here = gaps.tree, {"absent": f"{len(gaps.blank)} of {TABLE.size} cells"}
    if tree.n_leaves > 1:
        here |= {
            "threshold": threshold_text(float(tree.threshold[0])),
            "gain": number(float(tree.gain[0])),
            "G": f"{number(float(tree.G[1]))} on the left, {number(float(tree.G[2]))} on the right",
            "H": f"{number(float(tree.H[1]))} on the left, {number(float(tree.H[2]))} on the right",
        }
    return here


def cut_words(gaps: BlankTable, i: int, base: int) -> str:
    """What the formula is about, and which way wins at that cut."""
    found, place = gaps.candidates, NamedCandidates(gaps.candidates, NAMES)
    name, other = NAMES[int(found.feature[i])], other_way(found, i)
    if other is None:
        is_zero = gaps.absent == "zero" and gaps.without(int(found.feature[i]))
        why = "0 is a value like any other" if is_zero else f"no row misses {name}"
        if np.isinf(found.threshold[i]):
            why = "the rows that have the feature are parted from those that miss it"
        return f"**{place.cut(i)}**: one sum, for {why}."
    lost = gaps.without(int(found.feature[i]))
    rows = f"{rows_words(lost, base)} {word_for(len(lost), 'counts', 'count')}"
    gains = {bool(found.default_left[at]): float(found.gain[at]) for at in (i, other)}
    cut = f"{name} ≤ {threshold_text(float(found.threshold[i]))}"
    if abs(gains[True] - gains[False]) < 1e-12:
        return f"**{cut}**: {rows} on either side; both ways gain the same."
    won = SIDES[gains[True] > gains[False]]
    return f"**{cut}**: {rows} once on the left, once on the right; {won} gains more."


def rows_words(rows: tuple[int, ...], base: int) -> str:
    """Some rows by their numbers: `row 2`, `rows 2, 4`."""
    return f"{word_for(len(rows), 'row')} {', '.join(str(row + base) for row in rows)}"


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


def equals_words(gaps: BlankTable) -> str:
    """Which other features gain as much as the chosen one, in brackets."""
    found, bests = gaps.candidates, NamedCandidates(gaps.candidates, NAMES).bests
    feature = int(gaps.tree.feature[0])
    top = found.gain[bests[feature]]
    equal = [
        NAMES[f] for f, at in enumerate(bests) if f != feature and at is not None and found.gain[at] == top
    ]
    if not equal:
        return ""
    verb = word_for(len(equal), "gains", "gain")
    return f" ({' and '.join(equal)} {verb} as much; of equals the first feature wins)"


def split_words(gaps: BlankTable, base: int) -> str:
    """The root's split and where rows without value go, in words."""
    tree = gaps.tree
    if tree.is_leaf[0]:
        return "No cut gains anything: the root stays a leaf."
    feature, lost = int(tree.feature[0]), gaps.without(int(tree.feature[0]))
    cut, gain = (
        NamedCandidates(gaps.candidates, NAMES).cut(gaps.candidates.best or 0),
        number(float(tree.gain[0])),
    )
    words = f"The root asks **{cut}** and gains **{gain}**{equals_words(gaps)}."
    if not lost:
        return f"{words} No cell of {NAMES[feature]} is blank."
    rows = rows_words(lost, base)
    if gaps.absent == "zero":
        side = SIDES[bool(tree.threshold[0] >= 0)]
        verb = word_for(len(lost), "goes", "go")
        return f"{words} {rows.capitalize()} {verb} {side}: a blank cell is 0, a value with its own place."
    side = SIDES[bool(tree.default_left[0])]
    rows = f"{rows.capitalize()} without {NAMES[feature]}"
    return f"{words} {rows}: by default **{side}**, where the gain is larger."
