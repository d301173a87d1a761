"""The candidates of a node, feature by feature: their ranks, their order, and what each is called. Pure.

A *position* counts the candidates of the whole node, as the arrays of `Candidates` do. A *candidate* counts
those of one feature: in the order of thresholds, with the missing rows right before left.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gbtlib import Candidates
from gbtlib.cart.impurity import ClassCandidates
from gbtlib.loops.reasons import ALLOWED
from gbtlib.pictures.gains import bounded
from workbench.data.sources import levels_of
from workbench.text.grammar import how_many
from workbench.text.numbers import beside, number, threshold_text
from workbench.text.questions import Sides, level_set, question_of

REASONS = (
    "allowed",
    "not a cut",
    "min_samples_leaf: too few rows on one side",
    "min_child_weight: too small a sum of hessians on one side",
    "no positive gain",
    "gamma: it gains less than the price of a leaf",
    "colsample_bynode: this feature was not drawn here",
)
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class NamedCandidate:
    """A candidate with its numbers in words; x is None where the present are parted from the missing."""

    feature: int
    candidate: int
    position: int
    x: float | None
    gain: float
    cut: str
    words: str


class NamedCandidates:
    """The candidates of a node, with ranks and texts. names: of all features, in the order of the columns."""

    def __init__(self, candidates: Candidates, names: Sequence[str]) -> None:
        self.candidates, self.names = candidates, names
        self.allowed = candidates.verdict == ALLOWED
        bounds = np.searchsorted(candidates.feature, np.arange(len(names) + 1)).tolist()
        self.spans: list[tuple[int, int]] = list(pairwise(bounds))
        self.bests = [self._best_of(*span) for span in self.spans]

    def _best_of(self, start: int, stop: int) -> int | None:
        """The best allowed position of a span, else the best forbidden one; None in an empty span."""
        if start == stop:
            return None
        score, allowed = self.candidates.score[start:stop], self.allowed[start:stop]
        if allowed.any():
            score = np.where(allowed, score, -np.inf)
        return start + int(score.argmax())

    @cached_property
    def ranks(self) -> NDArray[np.intp]:
        """Each position's rank by gain among the allowed, 1 for the best, equals alike; 0 if forbidden."""
        scores = self.candidates.score[self.allowed]
        found = np.zeros(len(self.candidates), dtype=np.intp)
        found[self.allowed] = 1 + len(scores) - np.searchsorted(np.sort(scores), scores, side="right")
        return found

    @cached_property
    def features_by_gain(self) -> list[int]:
        """The features, best first: by their best allowed gain, then by their best forbidden one."""

        def key(feature: int) -> tuple[int, float]:
            best = self.bests[feature]
            if best is None:
                return 2, 0.0
            return (0 if self.allowed[best] else 1), -float(self.candidates.score[best])

        return sorted(range(len(self.names)), key=key)

    def positions_by_gain(self, n: int) -> NDArray[np.intp]:
        """The n best positions: the allowed by their gain, then the forbidden by theirs; equals in order."""
        order = np.lexsort((-self.candidates.score, ~self.allowed))
        return np.asarray(order[:n])

    def position(self, feature: int, candidate: int | None) -> int | None:
        """The position of a feature's candidate (the nearest there is), or of its best; None without any."""
        start, stop = self.spans[feature]
        if start == stop or candidate is None:
            return self.bests[feature]
        return min(start + max(candidate, 0), stop - 1)

    def sides(self, i: int) -> Sides | None:
        """The side of every category at a candidate that parts these; else None."""
        sides = self.candidates.category_sides
        return None if sides is None or not (sides[i] >= 0).any() else sides[i]

    @cached_property
    def x(self) -> Floats:
        """Where each candidate lies on its feature's axis: its threshold, or which partition it is: (n,).

        Partitions are counted from 1; where they are cuts of sorted categories, that is how many go left.
        """
        found, sides = self.candidates, self.candidates.category_sides
        if sides is None:
            return found.threshold
        x = found.threshold.copy()
        parts = np.isnan(x)
        for default_left in (False, True):
            for start, stop in self.spans:
                mine = start + np.flatnonzero(
                    parts[start:stop] & (found.default_left[start:stop] == default_left)
                )
                x[mine] = 1 + np.arange(len(mine))
        x[parts & ~(sides == 0).any(axis=1)] = np.inf  # all categories left, and the missing right
        return x

    def order_of(self, feature: int) -> tuple[int, ...] | None:
        """The categories of a feature in the order whose cuts are its partitions; None where none is."""
        mine = np.arange(*self.spans[feature])
        mine = mine[np.isfinite(self.x[mine])]
        if self.candidates.category_sides is None or not len(mine):
            return None
        is_left = self.candidates.category_sides[mine] == 1
        if not np.array_equal(is_left.sum(axis=1), self.x[mine]):
            return None
        known = np.flatnonzero(self.candidates.category_sides[mine[0]] >= 0)
        return tuple(known[np.argsort(-is_left[:, known].sum(axis=0), kind="stable")].tolist())

    def marks(self, feature: int) -> list[tuple[float, str]]:
        """Where the categories of a feature stand in that order, each as wide as 1, by name; else none."""
        levels = levels_of(self.names[feature])
        return [(i + 0.5, levels[each]) for i, each in enumerate(self.order_of(feature) or ())]

    @property
    def orders_hold_best(self) -> bool:
        """Whether the best of all partitions of categories is sure to be a cut in their order.

        It is with gradients and with two classes; see gbtlib.inputs.categories.
        """
        found = self.candidates
        return not isinstance(found, ClassCandidates) or found.class_weights_left.shape[1] <= 2

    def is_unordered(self, feature: int) -> bool:
        """Whether a feature has categories that no order sorts, so that no place on an axis parts them."""
        start, stop = self.spans[feature]
        return start < stop and self.sides(start) is not None and self.order_of(feature) is None

    def cut(self, i: int) -> str:
        """What a candidate asks; rows that answer yes go left."""
        feature = int(self.candidates.feature[i])
        name, threshold = self.names[feature], float(self.x[i])
        if np.isinf(threshold):
            return f"{name} is not missing"
        sides = self.candidates.default_left[slice(*self.spans[feature])]
        missing = " or missing" if self.candidates.default_left[i] and not sides.all() else ""
        return f"{question_of(name, threshold, self.sides(i))}{missing}"

    def otherwise(self, i: int) -> str:
        """What is true of the rows that a candidate sends right."""
        feature = int(self.candidates.feature[i])
        name, threshold, sides = self.names[feature], float(self.x[i]), self.sides(i)
        if np.isinf(threshold):
            return f"{name} is missing"
        missing = "" if self.candidates.default_left[i] else " or missing"
        if sides is not None:
            return f"{name} in {level_set(name, sides, 0)}{missing}"
        return f"{name} > {threshold_text(threshold, name)}{missing}"

    def mark(self, i: int | None) -> NamedCandidate | None:
        """A candidate with its numbers in words."""
        if i is None:
            return None
        found = self.candidates
        feature, threshold, cut = int(found.feature[i]), float(self.x[i]), self.cut(i)
        standing = f"rank {self.ranks[i]:,}" if self.allowed[i] else f"forbidden, {REASONS[found.verdict[i]]}"
        rows = f"{how_many(int(found.n_left[i]), 'row')} left, {found.n_right[i]:,} right"
        return NamedCandidate(
            feature=feature,
            candidate=i - self.spans[feature][0],
            position=i,
            x=None if np.isinf(threshold) else threshold,
            gain=float(bounded(found.gain[i])),
            cut=cut,
            words=f"{cut}: gain {beside(found.gain[i])}, {rows}, {standing}",
        )


def tie_words(place: NamedCandidates) -> str:
    """That other cuts gain exactly as much as the chosen one, and which one is taken; else nothing."""
    found, best = place.candidates, place.candidates.best
    if best is None:
        return ""
    equal = place.allowed & (found.score == found.score[best])
    is_same_cut = (found.feature == found.feature[best]) & (found.threshold == found.threshold[best])
    others = np.flatnonzero(equal & ~is_same_cut)
    if not len(others):
        return ""
    more = f" and {len(others) - 1:,} more" if len(others) > 1 else ""
    gain = "gains" if len(others) == 1 else "gain"
    return (
        f"{place.cut(int(others[0]))}{more} {gain} exactly as much: of equals the first feature wins, and "
        "of its cuts the one at the lowest threshold."
    )


def ranking(candidates: Candidates, names: Sequence[str], n: int = 10) -> pd.DataFrame:
    """The n best candidates of a node, the chosen one first, then the best that it was preferred to.

    Forbidden candidates come last, with rank 0 and the reason in words. feature and candidate lead to the
    place of a row in the gain curves.
    """
    place = NamedCandidates(candidates, names)
    at = place.positions_by_gain(n)
    found = candidates
    best = found.gain[at[0]] if len(at) and place.allowed[at[0]] else np.nan
    share = found.gain[at] / best * 100 if best > 0 else np.full(len(at), np.nan)
    return pd.DataFrame(
        {
            "rank": place.ranks[at],
            "cut": [place.cut(int(i)) for i in at],
            "gain": found.gain[at],
            "% of the best": share,
            "rows left": found.n_left[at],
            "rows right": found.n_right[at],
            **side_sums(found, at),
            "forbidden by": ["" if place.allowed[i] else REASONS[found.verdict[i]] for i in at],
            "feature": found.feature[at],
            "candidate": [int(i) - place.spans[int(found.feature[i])][0] for i in at],
        }
    )


def side_sums(found: Candidates, at: NDArray[np.intp]) -> dict[str, Sequence[object] | Floats]:
    """What is summed on both sides of some candidates: G and H, or the row weights of every class."""
    if isinstance(found, ClassCandidates):
        sides = {"left": found.class_weights_left[at], "right": found.class_weights_right[at]}
        return {
            f"classes {side}": [" : ".join(number(each) for each in row) for row in weights.tolist()]
            for side, weights in sides.items()
        }
    return {name: getattr(found, name)[at] for name in ("GL", "HL", "GR", "HR")}
