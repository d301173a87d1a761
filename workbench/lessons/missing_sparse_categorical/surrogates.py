"""Surrogates of the small table's split: their ranking, and whom a row asks that misses the feature. Pure."""

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
)
from workbench.text.numbers import number, threshold_text
from workbench.text.tables import markdown_table

Floats = NDArray[np.float64]

COLOURS = ("red", "blue", "green")
COLOUR_OF = np.array([0.0, 0, 0, 2, 2, 1, 1, 0])  # of each row of the table


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

    def way_of(self, row: int) -> tuple[list[int | None], bool]:
        """Whom a row asks, blank cells as they are: features, None the majority; whether it goes left."""
        x, asked = self.gaps.X[row], [self.primary, *(each.feature for each in self.ranked)]
        lefts = [x[self.primary] <= self.tree.threshold[0]]
        lefts += [(x[each.feature] <= each.threshold) == each.below_left for each in self.ranked]
        known = next((k for k, feature in enumerate(asked) if not np.isnan(x[feature])), None)
        if known is None:
            return [*asked, None], bool(self.tree.default_left[0])
        return [*asked[: known + 1]], bool(lefts[known])


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


def colour_table(found: SurrogateSplit, base: int) -> str:
    """The rows of every colour by their side at the split, and where the colour goes, as markdown."""
    lines = []
    for code, name in enumerate(COLOURS):
        here = [np.flatnonzero((COLOUR_OF == code) & (found.known == side)) + base for side in (1, 0)]
        told = [", ".join(map(str, rows)) or "–" for rows in here]
        side = NO_SIDE if found.colour is None else found.colour.sides[code]
        goes = "–" if side == NO_SIDE else f"**{SIDES[side]}**"
        draw = ", as a draw follows the majority" if len(here[0]) == len(here[1]) > 0 else ""
        lines.append((name, *told, goes + (draw if side != NO_SIDE else "")))
    return markdown_table(("colour", "its rows go left", "right", "so it goes"), lines)


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
