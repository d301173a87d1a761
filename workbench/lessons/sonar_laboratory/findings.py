"""What the kept splits say of all variants and of the two that are compared. Pure, no streamlit."""

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from workbench.lessons.sonar_laboratory.splits import N_SPLITS, SHARES, Floats, Splits, kept_ranks
from workbench.lessons.sonar_laboratory.statistics import LEVEL, Spread, apart, spread_of
from workbench.lessons.sonar_laboratory.variants import VARIANTS, Variant


@lru_cache(maxsize=len(SHARES))
def kept_areas(splits: Splits) -> Floats:
    """The areas that come with the workbench, (n_variants, N_SPLITS)."""
    ranks = kept_ranks(splits)
    return np.array([[splits.area(k, ranks[name, k]) for k in range(N_SPLITS)] for name in VARIANTS])


@dataclass(frozen=True)
class Areas:
    """The areas of all variants on the splits. first, second: names of the two that are compared.

    level: of confidence, in per cent.
    """

    splits: Splits = field(default_factory=Splits)
    first: str = "published_10"
    second: str = "published_5"
    level: int = LEVEL

    @property
    def areas(self) -> Floats:
        """(n_variants, N_SPLITS)."""
        return kept_areas(self.splits)

    def of(self, name: str) -> Floats:
        """The areas of a variant, (N_SPLITS,)."""
        found: Floats = self.areas[list(VARIANTS).index(name)]
        return found

    def spread(self, name: str) -> Spread:
        """Their spread."""
        return spread_of(self.of(name), self.splits, self.level)

    @property
    def pair(self) -> tuple[Variant, Variant]:
        """The two that are compared."""
        return VARIANTS[self.first], VARIANTS[self.second]

    @property
    def gaps(self) -> Floats:
        """The first variant's area less the second's, split by split: (N_SPLITS,)."""
        return self.of(self.first) - self.of(self.second)

    def classes(self, k: int) -> tuple[int, int]:
        """Mines and rocks among the test rows of split k."""
        labels = self.splits.labels(k)
        return int(labels.sum()), int((labels == 0).sum())

    @property
    def by_formula(self) -> float:
        """How far two areas of different rows must lie apart, by Hanley and McNeil, about these means."""
        first, second = (self.spread(name).mean for name in (self.first, self.second))
        return apart(first, second, *self.classes(0), self.level)
