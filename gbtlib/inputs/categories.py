"""Categories: which ways to part the values of a feature that has no order, and what each of them gains.

L categories can be parted in 2^(L-1) - 1 ways. When the statistics of a row are two numbers, gradient and
hessian or the weights of two classes, the best way is a cut of the categories sorted by G/H, or by the share
of a class: the score is convex in the sums of the left side, so its largest value lies at a corner of the
sums that can be reached, and the corners are these cuts. That leaves L - 1 ways. lambda does not change the
argument; sorting by G/(H + lambda) instead would be wrong. With three classes or more there is no such order:
of few categories all ways are scored, of many the cuts in the best of several orders (see
gbtlib.inputs.class_order).

Sources: L. Breiman, J. Friedman, R. Olshen and C. Stone, "Classification and regression trees", 1984, section
9.4; W. Fisher, "On grouping for maximum homogeneity", Journal of the American Statistical Association, 1958.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib.cart.impurity import ClassCriterion
from gbtlib.checks.rules import Rule, check
from gbtlib.core.candidates import first_best
from gbtlib.core.criteria import Criterion, SecondOrder
from gbtlib.core.tree import Brief
from gbtlib.inputs.class_order import class_order
from gbtlib.inputs.routing import LEFT
from gbtlib.loops.reasons import WHY_NOT

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Rows = NDArray[np.intp]

FEW_CATEGORIES = 10  # up to here "auto" scores every partition where no order finds the best
MOST_CATEGORIES = 16  # 32,767 partitions


def set_in_words(sides: Sequence[int], names: Sequence[Any] | None = None) -> str:
    """The categories that go left, as a set. sides: of every category, by code.

    names: None for "code 0", "code 1" and so on, which nobody takes for values.
    """
    left = [code for code, side in enumerate(sides) if side == LEFT]
    return f"{{{', '.join(f'code {code}' if names is None else str(names[code]) for code in left)}}}"


def every_partition(n: int) -> NDArray[np.bool_]:
    """All ways to part n categories in two: (2^(n-1) - 1, n), true where a category goes left.

    The last category is always on the right, so that no way comes twice. n: from 1 to MOST_CATEGORIES.
    Errors: ValueError for another n.
    """
    check("n", n, Rule(whole=True, low=1, high=MOST_CATEGORIES))
    number = np.arange(1, 2 ** (n - 1))[:, np.newaxis]
    return np.asarray((number >> np.arange(n)) & 1 == 1)


def sorted_partitions(n: int) -> NDArray[np.bool_]:
    """The cuts of n categories in the order they come in: (n - 1, n); the first 1, 2, ... go left.

    Errors: ValueError for an n below 1.
    """
    check("n", n, Rule(whole=True, low=1))
    return np.arange(n) <= np.arange(n - 1)[:, np.newaxis]


def one_against_rest(n: int) -> NDArray[np.bool_]:
    """One category against the others: (n, n), or (1, 2) for two; the last one is always on the right.

    One category has none: (0, 1). Errors: ValueError for an n below 1.
    """
    check("n", n, Rule(whole=True, low=1))
    if n <= 2:
        return sorted_partitions(n)
    alone = np.eye(n, dtype=bool)
    alone[-1] = ~alone[-1]
    return alone


WAYS = {"sorted": sorted_partitions, "exhaustive": every_partition, "one_vs_rest": one_against_rest}


class Groups(NamedTuple):
    """The rows of a node by their category of one feature; the categories in the order they are parted in."""

    codes: Rows  # (L,) the categories that occur
    key: Floats  # (L,) what they are sorted by; NaN where that is by their codes
    sums: Integers  # (1 + n_statistics, L) rows, and the sums of their statistics
    missing: Integers  # (1 + n_statistics,) the same of the rows that miss the feature
    is_exact: bool  # whether the best of all partitions is sure to be a cut in this order


def sort_key(criterion: Criterion, sums: Integers) -> Floats | None:
    """What sorts categories so that a cut finds their best partition: G/H, or the share of the second class.

    sums: (1 + n_statistics, L). Returns (L,), or None for three classes or more. A category
    without weight changes no sum and counts as 0.
    """
    if isinstance(criterion, SecondOrder):
        above, below = sums[1].astype(np.float64), sums[2].astype(np.float64)
    elif isinstance(criterion, ClassCriterion) and criterion.n_classes == 2:
        above, below = sums[2].astype(np.float64), sums[1:].sum(axis=0).astype(np.float64)
    else:
        return None
    key: Floats = np.divide(above, below, out=np.zeros(len(above)), where=below > 0)
    return key


def group(criterion: Criterion, x: Floats, line: Rows) -> Groups:
    """The rows of a node by category.

    x: (n_samples,) codes, NaN where missing. line: the node's rows as they are sorted by x, missing last.
    """
    value = x.take(line)
    n_present = len(line) - int(np.isnan(value).sum())
    codes = value[:n_present].astype(np.intp)
    starts = np.flatnonzero(np.diff(codes, prepend=-1))
    codes, n_rows = codes[starts], np.diff(starts, append=n_present)
    present, absent = line[:n_present], line[n_present:]
    counts = [n_rows] * (criterion.n_statistics - len(criterion.statistics))
    by_code = [np.add.reduceat(each.take(present), starts) for each in criterion.statistics]
    sums = np.array([n_rows, *by_code, *counts], dtype=np.int64)
    return in_order(criterion, codes, sums, np.array(criterion.totals(absent)))


def group_slots(criterion: Criterion, slots: Integers) -> Groups:
    """The rows of a node by category, from the slots of the feature in its histogram.

    slots: (n_categories + 1, 1 + n), see gbtlib.histogram.search; the last is of those that miss it.
    """
    counts = [slots[:, 0]] * (1 + criterion.n_statistics - slots.shape[1])
    *of_codes, missing = np.column_stack((slots, *counts))
    sums, codes = np.array(of_codes).T, np.flatnonzero(slots[:-1, 0])
    return in_order(criterion, codes, sums[:, codes], missing)


def in_order(criterion: Criterion, codes: Rows, sums: Integers, missing: Integers) -> Groups:
    """The groups of some categories (L,), in the order that they are parted in."""
    key = sort_key(criterion, sums) if len(codes) else None
    is_exact = key is not None
    if isinstance(criterion, ClassCriterion) and key is None and len(codes) > FEW_CATEGORIES:
        key = class_order(criterion, sums[1:])
    if key is None:
        return Groups(codes, np.full(len(codes), np.nan), sums, missing, is_exact)
    by_key = np.argsort(key, kind="stable")
    return Groups(codes[by_key], key[by_key], sums[:, by_key], missing, is_exact)


def chosen_way(partitions: str, groups: Groups, feature: int) -> str:
    """Which ways are scored for these groups: a name in WAYS. Errors: ValueError for too many or no order."""
    n, has_order = len(groups.codes), groups.is_exact
    if partitions == "auto":
        return "exhaustive" if np.isnan(groups.key).any() else "sorted"
    if partitions == "sorted" and not has_order:
        rule = "needs gradients or two classes: three classes or more have no order to sort categories by"
        raise ValueError(f"partitions='sorted' {rule}; take 'auto', 'exhaustive' or 'one_vs_rest'")
    if partitions == "exhaustive" and n > MOST_CATEGORIES:
        others = "'auto', 'sorted' or 'one_vs_rest'" if has_order else "'auto' or 'one_vs_rest'"
        raise ValueError(
            f"partitions='exhaustive' scores the ways to part {MOST_CATEGORIES} categories at most; "
            f"feature {feature} has {n} in a node: take {others}"
        )
    return partitions


def left_sums(way: str, values: Integers) -> Integers:
    """The sums on the left of every partition of WAYS[way](L): (..., n_partitions) from (..., L)."""
    n = values.shape[-1]
    if way == "sorted" or n < 3:
        return values.cumsum(axis=-1)[..., :-1]
    if way == "one_vs_rest":
        rest = values[..., :-1].sum(axis=-1, keepdims=True)
        return np.concatenate((values[..., :-1], rest), axis=-1)
    return values @ every_partition(n).T.astype(np.int64)


def listed_ways(way: str, groups: Groups, missing: str | None) -> tuple[Rows, NDArray[np.bool_]]:
    """The partitions to score, as rows of WAYS[way](L), and whether each sends the missing left.

    missing: "left", "learn" (all of them with the missing right, then all left on one side and the missing on
    the other, which is -1, then all of them with the missing left), or None where the missing have no part.
    """
    n = len(groups.codes)
    n_ways = 0 if n < 2 else len(left_sums(way, groups.codes))
    once = np.arange(n_ways)
    if not groups.missing[0] or missing is None:
        return once, np.zeros(n_ways, dtype=bool)
    if missing == "left":
        return once, np.ones(n_ways, dtype=bool)
    right = np.append(once, -1) if n else once
    return np.concatenate((right, once)), np.repeat([False, True], [len(right), n_ways])


def sums_on_the_left(way: str, groups: Groups, partition: Rows, with_missing: NDArray[np.bool_]) -> Integers:
    """Rows and sums of the statistics on the left of partitions: (1 + n_statistics, n_partitions)."""
    everything = groups.sums.sum(axis=1, keepdims=True)
    parted = left_sums(way, groups.sums) if len(groups.codes) > 1 else everything[:, :0]
    in_order = np.concatenate((parted, everything), axis=1)  # -1 finds all of them
    left: Integers = in_order[:, partition] + groups.missing[:, np.newaxis] * with_missing
    return left


@dataclass(frozen=True, repr=False)
class Partitions(Brief):
    """The ways to part the categories of one feature in one node; but for codes and key one entry a way.

    codes: (L,) the categories in the order in which they are parted.
    key: (L,) what they are sorted by: G/H, or the share of the second class; of three classes and many
        categories see gbtlib.inputs.class_order, of few it is NaN.
    way: "sorted", "exhaustive" or "one_vs_rest".
    partition: the row of WAYS[way](L) that says which of the codes go left; -1 for all of them, with the rows
        that miss the feature on the right.
    default_left: whether rows that miss the feature go left. n_left, n_right: rows.
    GL, HL, GR, HR: sums of gradient and hessian; NaN and sums of row weights for classes.
    score, gain, verdict, compared: as in gbtlib.core.candidates.Candidates.
    """

    codes: Rows
    key: Floats
    way: str
    feature: int
    partition: Rows
    default_left: NDArray[np.bool_]
    n_left: Integers
    n_right: Integers
    GL: Floats
    HL: Floats
    GR: Floats
    HR: Floats
    score: Floats
    gain: Floats
    verdict: NDArray[np.int8]
    compared: Floats

    def __len__(self) -> int:
        return len(self.score)

    @property
    def best(self) -> int | None:
        """The position of the best allowed partition, the first of equals; None if none is allowed."""
        return first_best(self.verdict, self.compared)

    def left(self, i: int) -> tuple[int, ...]:
        """The category codes that go left in partition i, ascending."""
        return tuple(sorted(self.codes[members(self.way, len(self.codes), int(self.partition[i]))].tolist()))

    def find(self, left: Collection[int]) -> int | None:
        """The position of the first partition with these codes on one side, whichever; None if none."""
        sides = set(left), set(self.codes.tolist()) - set(left)
        return next((i for i in range(len(self)) if set(self.left(i)) in sides), None)

    def to_frame(self, names: tuple[Any, ...] | None = None) -> pd.DataFrame:
        """One row a partition, with the categories by name (None: by code) and the reason if forbidden."""
        import pandas as pd

        shown = names if names is not None else tuple(range(int(self.codes.max(initial=-1)) + 1))
        lefts = [set(self.left(i)) for i in range(len(self))]
        columns: dict[str, Any] = {
            "left": [tuple(shown[c] for c in sorted(left)) for left in lefts],
            "right": [tuple(shown[c] for c in sorted(set(self.codes.tolist()) - left)) for left in lefts],
        }
        kept = ("default_left", "n_left", "n_right", "GL", "HL", "GR", "HR", "score", "gain")
        columns |= {name: getattr(self, name) for name in kept}
        columns["why_not"] = np.array(WHY_NOT, dtype=object)[self.verdict]
        return pd.DataFrame(columns)


def members(way: str, n: int, partition: int) -> NDArray[np.bool_]:
    """Which of n categories go left in one partition: (n,); all of them for -1."""
    place = np.arange(n)
    if partition < 0:
        return np.ones(n, dtype=bool)
    if way == "exhaustive":
        return np.asarray(((partition + 1) >> place) & 1 == 1)
    if way == "sorted" or n < 3:
        return place <= partition
    return place == partition if partition < n - 1 else place < n - 1
