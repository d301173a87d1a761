"""The rows of a node along one feature, some of them without a value, and what every cut gains. Pure."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import Candidates, SecondOrder
from gbtlib.core.criteria import soft_threshold
from workbench.text.questions import question_of

Record = dict[str, Any]
Floats = NDArray[np.float64]
Rows = NDArray[np.intp]
ALIKE = 1e-9  # gains that differ by less are equal
LEFT, RIGHT = 0, 1
MOST_CUTS = 40  # steps that one still looks through


@dataclass(frozen=True)
class KeptSplit:
    """What the file of a model says of a node: where it cuts, the side of a gap, and what its leaves add.

    leaves: the weights of both children in the unit of a step; None of one that is split itself.
    """

    threshold: float
    side: int
    leaves: tuple[float | None, float | None]


@dataclass(frozen=True, eq=False)
class GapColumn:
    """Rows along a feature.

    x: (n,) as a cut reads it, NaN where a value is missing. blank: (n,) whether a row has none of its own.
    g, h: (n,). found: the cuts of the feature, from gbtlib. kept: of a model that was opened.
    """

    name: str
    x: Floats
    blank: NDArray[np.bool_]
    g: Floats
    h: Floats
    worth: SecondOrder
    found: Candidates
    kept: KeptSplit | None = None

    @cached_property
    def gain(self) -> Floats:
        """Of every candidate."""
        return self.found.gain

    @property
    def packet(self) -> Rows:
        """The rows without a value."""
        return np.flatnonzero(self.blank)

    @cached_property
    def cuts(self) -> list[Record]:
        """Those that are shown, ascending; of a model its own in place of one that parts the rows alike."""
        thresholds = np.unique(self.found.threshold)
        cuts = [self.cut(float(at)) for at in thresholds[shown_of(self.best_of(thresholds))]]
        if self.kept is None:
            return cuts
        own = self.cut(self.kept.threshold)
        own |= {"keeps": self.kept.side, "leaves": list(self.kept.leaves)}
        others = [cut for cut in cuts if cut["n"] != own["n"] or cut["at"] is None]
        return sorted([*others, own], key=lambda cut: np.inf if cut["at"] is None else cut["at"])

    def best_of(self, thresholds: Floats) -> Floats:
        """The better gain of each threshold."""
        best = np.full(len(thresholds), -np.inf)
        np.maximum.at(best, np.searchsorted(thresholds, self.found.threshold), self.gain)
        return best

    @property
    def n_cuts(self) -> int:
        """How many there are, shown or not."""
        return len(np.unique(self.found.threshold))

    def cut(self, threshold: float) -> Record:
        """One cut. at: its threshold, None where those with a value are parted from those without.

        n: rows with a value on its left and right. ways: with the packet left and right, or the only one.
        out: the weights of both leaves without the packet. side: where the packet does better; None where
        both are alike, or where it has no choice.
        """
        known, is_apart = ~self.blank, bool(np.isinf(threshold))
        left = known & (True if is_apart else self.x <= threshold)
        ways = self.ways_of(threshold, left)
        side = None
        if len(ways) == 2 and abs(ways[LEFT]["gain"] - ways[RIGHT]["gain"]) > ALIKE:
            side = LEFT if ways[LEFT]["gain"] > ways[RIGHT]["gain"] else RIGHT
        return {
            "at": None if is_apart else threshold,
            "asks": f"has {self.name}" if is_apart else question_of(self.name, threshold),
            "n": [int(left.sum()), int((known & ~left).sum())],
            "ways": ways,
            "out": [self.weight(left), self.weight(known & ~left)],
            "side": side,
        }

    def ways_of(self, threshold: float, left: NDArray[np.bool_]) -> list[Record]:
        """The candidates of a threshold, the packet left first; of a model's own what its rows add up to."""
        which = np.flatnonzero(self.found.threshold == threshold)
        if len(which):
            order = sorted(which.tolist(), key=lambda i: not self.found.default_left[i])
            return [self.way(*self.sums_of(i), float(self.gain[i])) for i in order]
        joined = [left | self.blank, left] if self.blank.any() else [left]
        return [self.way(*self.sums(rows)) for rows in joined]

    def sums_of(self, i: int) -> tuple[Floats, Floats]:
        """G and H of both sides of a candidate."""
        G, H = (np.array([float(getattr(self.found, each + side)[i]) for side in "LR"]) for each in "GH")
        return G, H

    def sums(self, left: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """G and H of the rows that go left, and of all others."""
        G, H = (np.array([each[left].sum(), each[~left].sum()]) for each in (self.g, self.h))
        return G, H

    def way(self, G: Floats, H: Floats, gain: float | None = None) -> Record:
        """Of both sides G, H, weight, and half their score; what that gains."""
        weight, T = self.worth.leaf_weight(G, H), soft_threshold(G, self.worth.reg_alpha)
        score = -0.5 * T * weight
        gain = float(score.sum() - self.node["score"]) if gain is None else gain
        found = {"G": G, "T": T, "H": H, "weight": weight, "score": score}
        return {name: each.tolist() for name, each in found.items()} | {"gain": gain}

    def weight(self, rows: NDArray[np.bool_]) -> float:
        """The weight of a leaf with these rows; 0 without any."""
        return float(self.worth.leaf_weight(*(np.array([each[rows].sum()]) for each in (self.g, self.h)))[0])

    @cached_property
    def node(self) -> Record:
        """The sums of all rows, shrunk by alpha, and half their score."""
        G, H = np.array([self.g.sum()]), np.array([self.h.sum()])
        T = soft_threshold(G, self.worth.reg_alpha)
        score = float(-0.5 * T[0] * self.worth.leaf_weight(G, H)[0])
        return {"T": float(T[0]), "H": float(H[0]), "score": score}


def shown_of(gains: Floats) -> Rows:
    """Of cuts with these gains so many as can be stepped through: the best, and others evenly between."""
    n = len(gains)
    if n <= MOST_CUTS:
        return np.arange(n)
    even = np.linspace(0, n - 1, MOST_CUTS - 1).round().astype(np.intp)
    return np.union1d(even, gains.argmax())
