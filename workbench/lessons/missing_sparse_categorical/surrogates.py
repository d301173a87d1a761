"""Surrogates of the small table's split: their ranking, and whom a row asks that misses the feature. Pure."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gbtlib import Surrogate, Tree, TreeParams, grow_tree, rank_surrogates, sort_columns, surrogates_of
from gbtlib.loops.trees import NO_SIDE
from workbench.lessons.missing_sparse_categorical.blank_table import NAMES, TABLE, BlankTable, criterion
from workbench.lessons.missing_sparse_categorical.gap_column import LEFT, RIGHT, SIDES, Floats, Record
from workbench.text.numbers import number, threshold_text
from workbench.text.tables import markdown_table

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
        return question(self.primary, float(self.tree.threshold[0]))

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


def question(feature: int, threshold: float, *, turned: bool = False) -> str:
    """What a cut of a feature asks; rows that say yes go left. turned: those above it do."""
    return f"{NAMES[feature]} {'>' if turned else '≤'} {threshold_text(threshold)}"


def agreement(found: SurrogateSplit, feature: int) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
    """For every cut of a feature: threshold, rows sent the same way with below left, and with below right."""
    x, known = found.trained[:, feature], found.known
    both = ~np.isnan(x) & ~np.isnan(known)
    values = np.unique(x[both])
    thresholds = (values[1:] + values[:-1]) / 2
    left = x[both] <= thresholds[:, np.newaxis]
    same = (left == known[both]).sum(axis=1)
    return thresholds, same, int(both.sum()) - same


# -- what the stage draws


def standin_record(found: SurrogateSplit, base: int) -> Record:
    """The rows along all features, and of each but the asked one how many rows its cuts send the same way.

    x: (4 features, 8 rows), None where the tree was not told. sides: of each row at the split, 0 left, 1
    right, None unknown. others: see other_record; rank: their places, the best first. ways: of each row whom
    it asks in turn, by feature, and at last the majority as None; the last one decides, and says the side.
    """
    if not found.is_split:
        return {"act": "surrogates", "n_steps": 1, "asked": None, "answer": None, "is_split": False}
    features = [f for f in range(len(NAMES)) if f != found.primary]
    ranked = [each.feature for each in found.ranked]
    by_rank = [*ranked, *(f for f in features if f not in ranked)]
    return {
        "act": "surrogates",
        "n_steps": len(features) + 1,
        "asked": 0 if ranked else None,
        "answer": len(features),
        "is_split": True,
        "base": base,
        "names": NAMES,
        "primary": found.primary,
        "asks": found.cut,
        "at": float(found.tree.threshold[0]),
        "x": [texts_of(x) for x in found.trained.T],
        "now": [texts_of(x) for x in found.gaps.X.T],
        "sides": [None if np.isnan(each) else int(1 - each) for each in found.known],
        "n_known": sum(found.majority),
        "majority": max(found.majority),
        "majority_side": LEFT if found.tree.default_left[0] else RIGHT,
        "others": [other_record(found, f) for f in features],
        "rank": [features.index(f) for f in by_rank],
        "ways": [
            {"asked": asked, "side": LEFT if left else RIGHT}
            for asked, left in map(found.way_of, range(len(TABLE)))
        ],
        "blank": found.gaps.cells,
    }


def texts_of(x: Floats) -> list[float | None]:
    """Values, None for those that are missing."""
    return [None if np.isnan(each) else float(each) for each in x]


def other_record(found: SurrogateSplit, feature: int) -> Record:
    """How alike the cuts of a feature are to the split.

    at, same: of every cut where it is, and how many rows it sends the same way if what is below goes left;
    n: rows with a value of it, which are those that it sends at all. best: its best cut; is_turned: below
    goes right. agreement, adjusted: None where it stands in for nobody, for the majority is as good.
    """
    at, same, reverse = agreement(found, feature)
    ranked = next((each for each in found.ranked if each.feature == feature), None)
    best, turned, asks = None, False, NAMES[feature]
    if ranked is not None:
        best, turned = int(np.abs(at - ranked.threshold).argmin()), not ranked.below_left
        asks = question(feature, ranked.threshold, turned=turned)
    elif len(at):
        best = int(np.maximum(same, reverse).argmax())
        turned = bool(reverse[best] > same[best])
        asks = question(feature, float(at[best]), turned=turned)
    return {
        "feature": feature,
        "name": NAMES[feature],
        "at": at.tolist(),
        "same": same.tolist(),
        "n": int(same[0] + reverse[0]) if len(at) else 0,
        "agreement": None if ranked is None else ranked.agreement,
        "adjusted": None if ranked is None else ranked.adjusted,
        "best": best,
        "is_turned": turned,
        "asks": asks,
        "n_same": 0 if best is None else int((reverse if turned else same)[best]),
    }


# -- a category that stands in


def colour_table(found: SurrogateSplit, base: int) -> str:
    """The rows of every colour by their side at the split, and where the colour goes, as markdown."""
    lines = []
    for code, name in enumerate(COLOURS):
        here = [np.flatnonzero((COLOUR_OF == code) & (found.known == side)) + base for side in (1, 0)]
        told = [", ".join(map(str, rows)) or "–" for rows in here]
        side = NO_SIDE if found.colour is None else found.colour.sides[code]
        goes = "–" if side == NO_SIDE else f"**{SIDES[LEFT if side else RIGHT]}**"
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
