"""The cuts of one feature in a node, between all values and between bins, and what bins lose. Pure.

Gradients are those of the first round, at the start of the model; the node is the root, or one of the
children of the exact tree's first split.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import (
    Candidates,
    Columns,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    SecondOrder,
    Tree,
    onedal_params,
    sort_columns,
)
from gbtlib.histogram.bins import BinnedColumns, bin_columns
from gbtlib.loops.reasons import ALLOWED
from workbench.data.catalogue import DATASETS, Dataset, load_dataset
from workbench.data.held_out import training_rows
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.settings import Settings

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]

BINNED_DATA = ("cos_x2", "sonar", "diabetes", "breast_cancer")
NOISE = 0.2  # of data made by formula: what trees learn by heart shows on the rows held out
MAX_BINS = (
    *(2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28),
    *(32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256),
)
HALVINGS = (256, 128, 64, 32, 16, 8, 4, 2)  # two neighbours become one: the borders left were there before
ROOT, LEFT, RIGHT = range(3)
NODES = ("root", "left child", "right child")
KEPT = 0.95  # of the exact gain is asked for


@dataclass(frozen=True)
class Recipe:
    """Which data, whose defaults, this lesson's or oneDAL's, and lambda."""

    data: str
    is_onedal: bool = False
    reg_lambda: float = 1.0

    def parameters(self) -> dict[str, Any]:
        """The parameters of the model, without those of its bins."""
        if not self.is_onedal:
            return {
                **{"max_depth": 3, "n_estimators": 30, "learning_rate": 0.3},
                "reg_lambda": self.reg_lambda,
            }
        given = onedal_params(DATASETS[self.data].task) | {"reg_lambda": self.reg_lambda}
        return {name: value for name, value in given.items() if name not in BINS}

    @property
    def min_bin_size(self) -> int:
        """Rows that a bin must have."""
        return int(onedal_params()["min_bin_size"]) if self.is_onedal else 1


BINS = ("tree_method", "max_bin", "min_bin_size")


@dataclass(frozen=True, eq=False)
class FirstRound:
    """The rows of a recipe, with gradient and hessian at the model's start, and the exact tree's first split.

    X: (n, n_features) and y, training rows only.
    """

    recipe: Recipe
    dataset: Dataset
    X: Floats
    y: NDArray[Any]
    gradient: Floats
    hessian: Floats
    model: GradientBoostingRegressor | GradientBoostingClassifier

    @property
    def tree(self) -> Tree:
        """The exact tree of one split."""
        return self.model.trace_[0].trees[0]

    def rows(self, node: int) -> Rows:
        """The rows of a node, ascending; none where the root is not split."""
        if node >= self.tree.n_nodes:
            return np.arange(0)
        return self.model.trace_[0].rows_in(node)

    def best_feature(self, node: int) -> int:
        """The feature of the node's best exact cut."""
        return features_by_gain(self.recipe, node)[0]

    def next_feature(self, node: int, feature: int) -> int:
        """The best of the other features; the feature itself where it is the only one."""
        others = [each for each in features_by_gain(self.recipe, node) if each != feature]
        return others[0] if others else feature


@lru_cache(maxsize=16)
def first_round(recipe: Recipe) -> FirstRound:
    """The rows and derivatives of a recipe."""
    info = DATASETS[recipe.data]
    data = load_dataset(recipe.data, noise=NOISE if info.takes_noise else 0.0)
    train, _ = training_rows(data)
    model = estimator(recipe, n_estimators=1, max_depth=1, trace="full").fit(data.X[train], data.y[train])
    first = model.trace_[0]
    return FirstRound(
        recipe,
        data,
        data.X[train],
        data.y[train],
        first.gradient,
        first.hessian,
        model,
    )


@lru_cache(maxsize=64)
def features_by_gain(recipe: Recipe, node: int) -> tuple[int, ...]:
    """All features by the gain of their best exact cut in a node, the largest first."""
    first = first_round(recipe)
    found = first.model.candidates(1, node)
    best = np.full(first.X.shape[1], -np.inf)
    np.maximum.at(best, found.feature, np.where(found.verdict == ALLOWED, found.gain, -np.inf))
    return tuple(np.argsort(-best, kind="stable").tolist())


@lru_cache(maxsize=2)
def whole_model(recipe: Recipe, max_bin: int | None) -> BoostedModel:
    """The whole model of a recipe with so many bins, or between all values."""
    given = recipe.parameters()
    given.pop("random_state", None)  # nothing is drawn; the noise of the rows goes by the seed, too
    if DATASETS[recipe.data].takes_noise:
        given["noise"] = NOISE
    if max_bin is not None:
        given |= {"tree_method": "hist", "max_bin": max_bin, "min_bin_size": recipe.min_bin_size}
    return fit_boosted_model(Settings(recipe.data, **given))


def estimator(recipe: Recipe, **changed: Any) -> GradientBoostingRegressor | GradientBoostingClassifier:
    """The model of a recipe, not fitted."""
    is_regression = DATASETS[recipe.data].task == "regression"
    kind = GradientBoostingRegressor if is_regression else GradientBoostingClassifier
    return kind(**recipe.parameters() | changed)


@dataclass(frozen=True, eq=False)
class CutComb:
    """The cuts of one feature in a node: all of them, or those between bins.

    found: their sums and gains. columns: what was searched, the feature alone.
    """

    first: FirstRound
    node: int
    feature: int
    found: Candidates
    columns: Columns | BinnedColumns

    @property
    def name(self) -> str:
        """The name of the feature."""
        return self.first.dataset.feature_names[self.feature]

    @property
    def title(self) -> str:
        """The same with its unit."""
        unit = self.first.dataset.units[self.feature]
        return f"{self.name} [{unit}]" if unit else self.name

    @property
    def best(self) -> int | None:
        """The position of the best allowed cut."""
        return self.found.best

    @property
    def gain(self) -> float:
        """The gain of the best cut; 0 where none is allowed or none gains."""
        return 0.0 if self.best is None else max(0.0, float(self.found.gain[self.best]))

    @property
    def threshold(self) -> float:
        """The best cut; NaN where there is none."""
        return float("nan") if self.best is None else float(self.found.threshold[self.best])


@lru_cache(maxsize=256)
def node_cuts(recipe: Recipe, node: int, feature: int, max_bin: int | None) -> CutComb:
    """The cuts of a feature in a node; max_bin None for all."""
    first = first_round(recipe)
    x = first.X[:, [feature]]
    columns = sort_columns(x) if max_bin is None else bin_columns(x, max_bin, recipe.min_bin_size)
    found = columns.search(criterion_of(first), first.model.params_).candidates(first.rows(node))
    return CutComb(first, node, feature, found, columns)


def criterion_of(first: FirstRound) -> SecondOrder:
    """The criterion of the first round."""
    return SecondOrder(first.gradient, first.hessian, reg_lambda=first.model.params_.reg_lambda)


def kept(exact: CutComb, binned: CutComb) -> float:
    """The gain of the best cut between bins as a share of the exact gain; 1 where nothing can be gained."""
    return binned.gain / exact.gain if exact.gain > 0 else 1.0


@lru_cache(maxsize=64)
def fewest_bins(recipe: Recipe, node: int, feature: int) -> int | None:
    """The last of HALVINGS that keeps enough of the exact gain; None where none does, or none can be had."""
    exact = node_cuts(recipe, node, feature, None)
    keeping = (b for b in reversed(HALVINGS) if kept(exact, node_cuts(recipe, node, feature, b)) >= KEPT)
    return next(keeping, None) if exact.gain > 0 else None
