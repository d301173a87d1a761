"""A random forest beside an ensemble, tree by tree, as its predictions and errors are compared. Pure."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from workbench.lessons.one_tree_or_many.comparison import ModelCourse, by_wrong_rows, error, staged
from workbench.lessons.one_tree_or_many.forest import ForestModel
from workbench.models.predictions import Floats


@dataclass(frozen=True, eq=False)
class ForestCourse(ModelCourse):
    """What a forest predicts after 1, 2, ... trees; before them stands what the ensemble starts from.

    fit: the ensemble that it is compared with, whose rows it has.
    """

    forest: ForestModel

    @property
    def n_rounds(self) -> int:
        """Trees that were grown."""
        return self.forest.n_trees

    @property
    def given(self) -> Hashable:
        """What the forest is of."""
        return self.forest.settings

    def staged(self, X: Floats) -> list[Floats]:
        """What the ensemble starts from, and the mean of the first trees."""
        return [staged(self.fit, X)[0], *self.forest.together(X)]

    def leaves(self, rounds: int) -> int:
        """Leaves of the first trees."""
        return sum(each.tree.n_leaves for each in self.forest.model.trace_[:rounds])


def forest_course(forest: ForestModel, beside: ModelCourse) -> ForestCourse:
    """The course of a forest on the rows of an ensemble; of classes by wrong rows.

    Log loss would be infinite: where all trees agree on a wrong class, the forest is sure of it.
    """
    fit = beside.fit
    data, (X_unseen, y_unseen) = fit.dataset, fit.unseen
    seen = [beside.seen[0], *forest.together(fit.X)]
    unseen = [
        beside.unseen[0],
        *(forest.together(X_unseen) if len(y_unseen) else beside.unseen[:1] * forest.n_trees),
    ]
    none = np.full(len(seen), np.nan)
    is_class = data.task == "classification"
    found = ForestCourse(
        fit,
        seen,
        unseen,
        none if is_class else np.array([error(data, fit.y, each) for each in seen]),
        none if is_class or not len(y_unseen) else np.array([error(data, y_unseen, each) for each in unseen]),
        beside.measure,
        forest,
    )
    judged = by_wrong_rows(found)
    assert isinstance(judged, ForestCourse)
    return judged
