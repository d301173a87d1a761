"""What a booster from scratch, published with its experiment on Sonar, does otherwise. Pure, no streamlit."""

from gbtlib import BoostingParams, Tree
from workbench.models.booster import Booster, Cohort, Floats
from workbench.models.naive_tree import naive_tree


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


class ColumnGuard(Booster):
    """A cut is allowed below the whole column's maximum, not the node's: a right child can be empty."""

    def grow(self, X: Floats, g: Floats, h: Floats, params: BoostingParams, number: int) -> Tree:
        return naive_tree(X, g, h, params, guard_by_column=True)


class AsPublished(Replaced, RateInside, ColumnGuard):
    """All three at once; what else it does otherwise needs missing cells, and Sonar has none."""
