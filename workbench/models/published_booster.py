"""What a booster from scratch, published with its experiment on Sonar, does otherwise. Pure, no streamlit."""

from __future__ import annotations

from gbtlib import BoostingParams
from workbench.models.booster import Booster, Cohort, Floats


class Replaced(Booster):
    """Each tree takes the place of the running prediction in training; only given away they are summed."""

    def trained(self, F: Floats, step: Floats) -> Floats:
        return step


class RateInside(Booster):
    """The learning rate multiplies g, and its square h: a leaf is -rate G / (rate^2 H + lambda)."""

    def derivatives(self, cohort: Cohort, y: Floats, F: Floats) -> tuple[Floats, Floats]:
        g, h = super().derivatives(cohort, y, F)
        rate = cohort.params.learning_rate
        return rate * g, rate**2 * h

    def rate(self, params: BoostingParams) -> float:
        return 1.0


class AsPublished(Replaced, RateInside):
    """Both at once."""
