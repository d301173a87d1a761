"""Surrogates of the small table's split: their ranking, and whom a row asks that misses the feature. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gbtlib import Surrogate, Tree, TreeParams, grow_tree, rank_surrogates, sort_columns, surrogates_of
from gbtlib.loops.trees import NO_SIDE
from workbench.lessons.missing_sparse_categorical.blank_table import (
    NAMES,
    SIDES,
    TABLE,
    BlankTable,
    criterion,
    rows_words,
)
from workbench.text.numbers import number, threshold_text

Floats = NDArray[np.float64]

COLOURS = ("red", "blue", "green")
COLOUR_OF = np.array([0.0, 0, 0, 2, 2, 1, 1, 0])  # of each row of the table


@dataclass(frozen=True)
class Asked:
    """One question on the way of a row: what is asked, what the row says ("" if missing), which side then."""

    question: str
    value: str
    side: str


@dataclass(frozen=True)
class SurrogateSplit:
    """The split with its surrogates. on_full: grown on the full table, else on that with blank cells."""

    gaps: BlankTable
    on_full: bool

    @property
    def trained(self) -> Floats:
        """The rows that the tree was grown on."""
        return TABLE if self.on_full else self.gaps.X

    @cached_property
    def tree(self) -> Tree:
        """The root's split with up to three surrogates."""
        reg_lambda = self.gaps.reg_lambda
        params = TreeParams(max_depth=1, reg_lambda=reg_lambda, surrogates=len(NAMES) - 1)
        return grow_tree(sort_columns(self.trained), criterion(reg_lambda), params).tree

    @property
    def is_split(self) -> bool:
        return not bool(self.tree.is_leaf[0])

    @property
    def primary(self) -> int:
        """The feature that the split asks."""
        return int(self.tree.feature[0])

    @property
    def cut(self) -> str:
        """The split in words."""
        return f"{NAMES[self.primary]} ≤ {threshold_text(float(self.tree.threshold[0]))}"

    @property
    def ranked(self) -> list[Surrogate]:
        """The surrogates, best first."""
        return surrogates_of(self.tree, 0)

    @cached_property
    def known(self) -> Floats:
        """Where the split sends the training rows that have its feature: 1 left, 0 right, NaN for others."""
        x = self.trained[:, self.primary]
        return np.where(np.isnan(x), np.nan, x <= self.tree.threshold[0])

    @cached_property
    def colour(self) -> Surrogate | None:
        """The colour of the rows as a surrogate; None if it agrees no better than the majority."""
        sides = np.where(np.isnan(self.known), NO_SIDE, self.known).astype(np.int8)
        columns = sort_columns(COLOUR_OF[:, np.newaxis], (len(COLOURS),))
        return next(iter(rank_surrogates(columns, sides)), None)

    @property
    def majority(self) -> tuple[int, int]:
        """Rows left and right, of those whose side is known."""
        return int(np.nansum(self.known)), int(np.nansum(1 - self.known))

    def way_of(self, row: int) -> list[Asked]:
        """What a row of the table is asked in turn, blank cells as they are: the last one decides."""
        x = self.gaps.X[row]
        asked = [self.answer(self.cut, x[self.primary], x[self.primary] <= self.tree.threshold[0])]
        for each in self.ranked:
            if asked[-1].side:
                return asked
            below = x[each.feature] <= each.threshold
            asked.append(self.answer(question(each), x[each.feature], below == each.below_left))
        if not asked[-1].side:
            left, right = self.majority
            asked.append(Asked("the majority", f"{left} left, {right} right", self.default))
        return asked

    @property
    def default(self) -> str:
        """The side of the majority."""
        return SIDES[bool(self.tree.default_left[0])]

    @staticmethod
    def answer(asks: str, value: float, left: bool) -> Asked:
        """A question with the value of a row."""
        return Asked(asks, "", "") if np.isnan(value) else Asked(asks, number(value), SIDES[bool(left)])


def question(surrogate: Surrogate) -> str:
    """What a surrogate asks; rows that say yes go left."""
    sign = "≤" if surrogate.below_left else ">"
    return f"{NAMES[surrogate.feature]} {sign} {threshold_text(surrogate.threshold)}"


def agreement(found: SurrogateSplit, feature: int) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
    """For every cut of a feature: threshold, rows sent the same way with below left, and with below right."""
    x, known = found.trained[:, feature], found.known
    both = ~np.isnan(x) & ~np.isnan(known)
    values = np.unique(x[both])
    thresholds = (values[1:] + values[:-1]) / 2
    left = x[both] <= thresholds[:, np.newaxis]
    same = (left == known[both]).sum(axis=1)
    return thresholds, same, int(both.sum()) - same


def ranking_rows(found: SurrogateSplit) -> list[tuple[str, str, str, str, str]]:
    """The ranking: place, question, rows sent the same way, agreement, adjusted agreement."""
    n_known = sum(found.majority)
    return [
        (
            str(place),
            question(each) + ("" if each.below_left else " (reversed)"),
            f"{round(each.agreement * n_known)}/{n_known}",
            number(each.agreement),
            number(each.adjusted),
        )
        for place, each in enumerate(found.ranked, start=1)
    ]


def colour_table(found: SurrogateSplit, base: int) -> str:
    """The rows of every colour by their side at the split, and where the colour goes, as markdown."""
    lines = ["| colour | its rows go left | right | so it goes |", "|---|---|---|---|"]
    for code, name in enumerate(COLOURS):
        here = [np.flatnonzero((COLOUR_OF == code) & (found.known == side)) + base for side in (1, 0)]
        told = [", ".join(map(str, rows)) or "–" for rows in here]
        side = NO_SIDE if found.colour is None else found.colour.sides[code]
        goes = "–" if side == NO_SIDE else f"**{SIDES[side]}**"
        draw = ", as a draw follows the majority" if len(here[0]) == len(here[1]) > 0 else ""
        lines.append(f"| {name} | {told[0]} | {told[1]} | {goes}{draw if side != NO_SIDE else ''} |")
    return "\n".join(lines)


def colour_words(found: SurrogateSplit) -> str:
    """What the colour would do as a surrogate, in words."""
    n_known, majority = sum(found.majority), max(found.majority)
    words = (
        "If every row had a colour, too: a category needs no threshold, each goes to the side of most of its "
        f"rows. Of the 2³ = {2 ** len(COLOURS)} ways to send three colours none agrees better."
    )
    if found.colour is None:
        return f"{words} Here that is no better than the majority, {majority} of {n_known}: no surrogate."
    same = round(found.colour.agreement * n_known)
    asks = found.colour.question(["colour"], categories=[COLOURS])
    fraction = f"({same} − {majority})/({n_known} − {majority})"
    return (
        f"{words} **{asks}** sends {same} of {n_known} the same way, adjusted {fraction} = "
        f"{number(found.colour.adjusted)}. A colour that none of these rows has would ask the next surrogate."
    )


def adjusted_formula(found: SurrogateSplit) -> str:
    """The adjusted agreement of every surrogate with its numbers, for LaTeX."""
    n_known, majority = sum(found.majority), max(found.majority)
    lines = []
    for each in found.ranked:
        same = round(each.agreement * n_known)
        fraction = rf"\frac{{{same} - {majority}}}{{{n_known} - {majority}}}"
        lines.append(rf"\text{{{NAMES[each.feature]}:}}\; {fraction} = \mathbf{{{number(each.adjusted)}}}")
    rule = r"\text{adjusted} = \frac{\text{same} - \text{majority}}{N - \text{majority}}"
    each_one = r"\\[2ex]\displaystyle ".join([rule, *lines])
    return rf"\begin{{array}}{{c}}\displaystyle {each_one}\end{{array}}"


def split_words(found: SurrogateSplit) -> str:
    """The split that is stood in for, in words."""
    left, right = found.majority
    return (
        f"The split asks **{found.cut}** and sends {left} rows left, {right} right. Who misses "
        f"{NAMES[found.primary]} is asked the surrogates in turn, and at last follows the majority "
        f"({found.default}{', as a tie does' if left == right else ''})."
    )


def way_words(found: SurrogateSplit, row: int, base: int) -> str:
    """The way of a row in a sentence."""
    asked = found.way_of(row)
    last, who = asked[-1], rows_words((row,), base).capitalize()
    if len(asked) == 1:
        return (
            f"{who} has {NAMES[found.primary]} = {asked[0].value}: it goes {last.side} by the split itself."
        )
    if last.question == "the majority":
        return f"{who} misses everything that could be asked: it goes {last.side} with the majority."
    missed = ", ".join(each.question.split()[0] for each in asked[:-1])
    return f"{who} misses {missed}: **{last.question}** is asked, {last.value} says **{last.side}**."


def way_list(found: SurrogateSplit, row: int) -> str:
    """Whom a row asks in turn, as a markdown list."""
    lines = []
    for i, each in enumerate(found.way_of(row), start=1):
        answer = f"{each.value}, so **{each.side}**" if each.side else "missing, so ask on"
        lines.append(f"{i}. {each.question}: {answer}")
    return "\n".join(lines)
