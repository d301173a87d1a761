"""Whose tree gamma is charged for: the five rows, or a round of boosting. Pure."""

from collections.abc import Hashable
from dataclasses import dataclass

from workbench.lessons.prune_it.gamma_charges import Charged
from workbench.models.boosted import BoostedModel


@dataclass(frozen=True, eq=False)
class Case:
    """A tree that is charged: of the five rows, or of a round (of class k) of a boosted model."""

    charged: Charged
    fit: BoostedModel | None = None
    number: int = 0
    k: int = 0

    @property
    def ident(self) -> Hashable:
        """All that the tree depends on."""
        return "xor" if self.fit is None else (self.fit.settings, self.number, self.k)
