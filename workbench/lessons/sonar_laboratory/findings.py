"""What is known at a moment of all variants and of the two that are compared. Pure, no streamlit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from workbench.lessons.sonar_laboratory.notebook import notebook_of
from workbench.lessons.sonar_laboratory.runs import Job
from workbench.lessons.sonar_laboratory.splits import Floats, Ranks
from workbench.lessons.sonar_laboratory.statistics import LEVEL, Spread, apart, spread_of
from workbench.lessons.sonar_laboratory.variants import VARIANTS, Variant


@dataclass(frozen=True, eq=False)
class Areas:
    """The areas of a job, as far as they are known.

    areas: (n_variants, n_splits), NaN where not known. first, second: names of the two that are compared.
    level: of confidence, in per cent.
    """

    job: Job
    areas: Floats
    first: str
    second: str
    level: int = LEVEL

    def of(self, name: str) -> Floats:
        """The areas of a variant, (n_splits,)."""
        found: Floats = self.areas[list(VARIANTS).index(name)]
        return found

    def spread(self, name: str) -> Spread | None:
        """Their spread; None while fewer than two are known."""
        return spread_of(self.of(name), self.job.splits, self.level)

    @property
    def pair(self) -> tuple[Variant, Variant]:
        """The two that are compared."""
        return VARIANTS[self.first], VARIANTS[self.second]

    @cached_property
    def gaps(self) -> Floats:
        """The first variant's area less the second's, split by split: (n_splits,)."""
        return self.of(self.first) - self.of(self.second)

    @cached_property
    def gap(self) -> Spread | None:
        """The spread of the differences."""
        return spread_of(self.gaps, self.job.splits, self.level)

    @property
    def n_whole(self) -> int:
        """Splits on which all variants were trained, up to the first where one was not."""
        return int(np.cumprod((~np.isnan(self.areas)).all(axis=0)).sum())

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left to compute."""
        return self.n_whole == self.job.n_splits

    def ranks(self, name: str, k: int) -> Ranks | None:
        """How a variant orders the test rows of split k; None where that is not known."""
        return notebook_of(self.job.splits).ranks(k, name)

    def classes(self, k: int) -> tuple[int, int]:
        """Mines and rocks among the test rows of split k."""
        labels = self.job.splits.labels(k)
        return int(labels.sum()), int((labels == 0).sum())

    @cached_property
    def by_formula(self) -> float | None:
        """How far two areas of different rows must lie apart, by Hanley and McNeil, about these means."""
        first, second = self.spread(self.first), self.spread(self.second)
        if first is None or second is None:
            return None
        n_positive, n_negative = self.classes(0)
        return apart(first.mean, second.mean, n_positive, n_negative, self.level)


def areas_of(job: Job, first: str, second: str, level: int = LEVEL) -> Areas:
    """What the notebook has of a job now."""
    return Areas(job, notebook_of(job.splits).areas(job.n_splits), first, second, level)
