"""The candidate cuts of one node as a record: sums on both sides, gain, and allowed or why not."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from gbtlib.loops.reasons import ALLOWED, WHY_NOT

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class Candidates:
    """Candidate cuts of a node, flat arrays of one length: by feature, then by threshold.

    feature, threshold: rows with x[feature] <= threshold go left; an infinite threshold parts the rows that
        have the feature from those that miss it.
    default_left: whether rows that miss the feature go left.
    n_left, n_right: rows. GL, HL, GR, HR: sums of gradient and hessian on both sides.
    score: score(left) + score(right), in the unit of the loss.
    gain: 1/2 [GL^2/(HL+lambda) + GR^2/(HR+lambda) - G^2/(H+lambda)] - gamma.
    verdict: 0 for allowed, else what forbids the cut, as a position in gbtlib.loops.reasons.WHY_NOT.
    compared: the score in the criterion's own unit, which is what the search compares: other numbers than
        `score` only where rounding in another unit would make a tie.
    category_sides: (n, n_categories) for a cut by category, whose threshold is NaN: as in a Tree's.
        None where all features are numbers.
    """

    feature: NDArray[np.intp]
    threshold: NDArray[np.float64]
    default_left: NDArray[np.bool_]
    n_left: NDArray[np.int64]
    n_right: NDArray[np.int64]
    GL: NDArray[np.float64]
    HL: NDArray[np.float64]
    GR: NDArray[np.float64]
    HR: NDArray[np.float64]
    score: NDArray[np.float64]
    gain: NDArray[np.float64]
    verdict: NDArray[np.int8]
    compared: NDArray[np.float64]
    category_sides: NDArray[np.int8] | None = field(default=None, kw_only=True)

    SIDES: ClassVar[tuple[str, ...]] = "GL", "HL", "GR", "HR"  # what is said of the left sides, and the right

    def __repr__(self) -> str:
        i, best = self.best, "none is allowed"
        if i is not None:
            best = f"feature {self.feature[i]} at {self.threshold[i]:.6g}, gain {self.gain[i]:.6g}"
        cuts = f"{len(self)} cuts of {len(np.unique(self.feature))} features"
        return f"{type(self).__name__}({cuts}, best: {best})"

    def __len__(self) -> int:
        return len(self.feature)

    @property
    def best(self) -> int | None:
        """The position of the best allowed candidate, the first of equals; None if none is allowed."""
        return first_best(self.verdict, self.compared)

    def why_not(self, i: int) -> str:
        """What forbids candidate i; an empty string if it is allowed."""
        return WHY_NOT[int(self.verdict[i])]

    def of_feature(self, feature: int) -> Self:
        """The candidates of one feature."""
        return self.where(self.feature == feature)

    def where(self, mask: NDArray[np.bool_]) -> Self:
        """The candidates for which the mask is true."""
        kept: dict[str, Any] = {name: x if x is None else x[mask] for name, x in vars(self).items()}
        return type(self)(**kept)

    def to_frame(self) -> pd.DataFrame:
        """One row a candidate, with the reason in words where it is forbidden."""
        import pandas as pd

        columns = {name: x for name, x in vars(self).items() if name not in ("compared", "category_sides")}
        for name in [name for name, column in columns.items() if column.ndim > 1]:
            columns |= {f"{name}_{k}": column for k, column in enumerate(columns.pop(name).T)}
        columns["why_not"] = np.array(WHY_NOT, dtype=object)[columns.pop("verdict")]
        return pd.DataFrame(columns)


def first_best(verdict: NDArray[np.int8], compared: NDArray[np.float64]) -> int | None:
    """The position of the largest score among the allowed, the first of equals; None if none is allowed."""
    allowed = np.flatnonzero(verdict == ALLOWED)
    return int(allowed[compared[allowed].argmax()]) if len(allowed) else None
