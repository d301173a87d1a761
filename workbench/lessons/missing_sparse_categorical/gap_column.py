"""The rows of a node along one feature, some of them without a value, and what every cut gains. Pure.

Every record of the lesson has, beside what its act draws: act, n_steps, asked, the step at which its question
stands (None where nothing is asked), and answer, the step that tells it.
"""

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
SIDES = ("left", "right")
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

    @property
    def packet(self) -> Rows:
        """The rows without a value."""
        return np.flatnonzero(self.blank)

    def record(self, *, is_zero: bool) -> Record:
        """What the stage draws: the cuts, and which of them is asked about.

        best: the place of the cut that is kept, None without one: the best; of a model its own. node: of all.
        new: what a new row gets whose value is missing, and whose value is zero.
        """
        cuts, packet = self.cuts, self.packet
        gains = [max(way["gain"] for way in cut["ways"]) for cut in cuts]
        best = max(range(len(cuts)), key=lambda k: ("keeps" in cuts[k], gains[k], -k), default=None)
        asked = best if best is not None and (len(packet) or self.kept) else None
        return {
            "act": "missing",
            "n_steps": len(cuts) + 1,
            "asked": asked,
            "answer": None if asked is None else asked + 1,
            "name": self.name,
            "lambda": self.worth.reg_lambda,
            "is_zero": is_zero,
            "n_packet": len(packet),
            "node": self.node,
            "cuts": cuts,
            "n_cuts": len(self.thresholds),
            "best": best,
            "new": [] if best is None else new_rows(cuts[best], is_zero),
        }

    @cached_property
    def thresholds(self) -> Floats:
        """Of all cuts, shown or not, ascending."""
        return np.unique(self.found.threshold)

    @cached_property
    def cuts(self) -> list[Record]:
        """Those that are shown, ascending; of a model its own in place of one that parts the rows alike."""
        best = np.full(len(self.thresholds), -np.inf)
        np.maximum.at(best, self.thresholds.searchsorted(self.found.threshold), self.found.gain)
        cuts = [self.cut(float(at)) for at in self.thresholds[shown_of(best)]]
        if self.kept is None:
            return cuts
        own = self.cut(self.kept.threshold)
        own |= {"keeps": self.kept.side, "leaves": list(self.kept.leaves)}
        others = [cut for cut in cuts if cut["n"] != own["n"] or cut["at"] is None]
        return sorted([*others, own], key=lambda cut: np.inf if cut["at"] is None else cut["at"])

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
            return [self.way(*self.sums_of(i), float(self.found.gain[i])) for i in order]
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

    def scored(self, G: Floats, H: Floats) -> dict[str, Floats]:
        """Sums of rows, G shrunk by alpha as T, the weights of leaves with them, and half their scores."""
        T, weight = soft_threshold(G, self.worth.reg_alpha), self.worth.leaf_weight(G, H)
        return {"G": G, "T": T, "H": H, "weight": weight, "score": -0.5 * T * weight}

    def way(self, G: Floats, H: Floats, gain: float | None = None) -> Record:
        """What both sides score, and what that gains."""
        found = self.scored(G, H)
        gain = float(found["score"].sum() - self.node["score"]) if gain is None else gain
        return {name: each.tolist() for name, each in found.items()} | {"gain": gain}

    def weight(self, rows: NDArray[np.bool_]) -> float:
        """The weight of a leaf with these rows; 0 without any."""
        return float(self.worth.leaf_weight(*self.sums(rows))[0])

    @cached_property
    def node(self) -> Record:
        """The same of all rows."""
        found = self.scored(np.array([self.g.sum()]), np.array([self.h.sum()]))
        return {name: float(found[name][0]) for name in ("T", "H", "score")}


def shown_of(gains: Floats) -> Rows:
    """Of cuts with these gains so many as can be stepped through: the best, and others evenly between."""
    n = len(gains)
    if n <= MOST_CUTS:
        return np.arange(n)
    even = np.linspace(0, n - 1, MOST_CUTS - 1).round().astype(np.intp)
    return np.union1d(even, gains.argmax())


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
