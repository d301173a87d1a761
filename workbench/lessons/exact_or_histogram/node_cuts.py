"""The cuts of one feature in a node, between all values and between bins, and what bins lose. Pure.

Gradients are those of the first round, at the start of the model, of several classes those of one class's
tree; the node is the root, or one of the children of the exact tree's first split. Only a feature of numbers
has bins; a row without a value of it goes to the side where a cut gains more.
"""

from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
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
from gbtlib.core.boosting import column
from gbtlib.histogram.bins import BinnedColumns, bin_columns
from gbtlib.loops.reasons import ALLOWED
from workbench.data.catalogue import DATASETS, Dataset, load_dataset
from workbench.data.held_out import training_rows, unseen_rows
from workbench.data.sources import levels_of
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.settings import Settings

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]

NOISE = 0.2  # of data made by formula: what trees learn by heart shows on the rows held out
HALVINGS = (256, 128, 64, 32, 16, 8, 4, 2)  # two neighbours become one: the borders left were there before
ROOT, LEFT, RIGHT = range(3)
NODES = ("root", "left child", "right child")
KEPT = 0.95  # of the exact gain is asked for


@dataclass(frozen=True)
class Recipe:
    """Which data, whose defaults, this lesson's or oneDAL's, lambda, and of several classes whose tree."""

    data: str
    is_onedal: bool = False
    reg_lambda: float = 1.0
    k: int = 0

    def parameters(self) -> dict[str, Any]:
        """The parameters of the model, without those of its bins."""
        if not self.is_onedal:
            return {"max_depth": 3, "n_estimators": 30, "learning_rate": 0.3, "reg_lambda": self.reg_lambda}
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

    X: (n, n_features) and y, training rows only. unseen: the same of rows held out; there may be none.
    gradient, hessian: (n,), of the recipe's class.
    """

    recipe: Recipe
    dataset: Dataset
    X: Floats
    y: NDArray[Any]
    unseen: tuple[Floats, NDArray[Any]]
    gradient: Floats
    hessian: Floats
    model: GradientBoostingRegressor | GradientBoostingClassifier

    @property
    def tree(self) -> Tree:
        """The exact tree of one split."""
        return self.model.trace_[0].trees[self.recipe.k]

    @cached_property
    def features(self) -> tuple[int, ...]:
        """Those of numbers; one without a single value among the training rows has no bins."""
        names = self.dataset.feature_names
        return tuple(j for j, x in enumerate(self.X.T) if not levels_of(names[j]) and not np.isnan(x).all())

    def rows(self, node: int) -> Rows:
        """The rows of a node, ascending; none where the root is not split."""
        if node >= self.tree.n_nodes:
            return np.arange(0)
        return self.model.trace_[0].rows_in(node, self.recipe.k)


@lru_cache(maxsize=16)
def first_round(recipe: Recipe) -> FirstRound:
    """The rows and derivatives of a recipe. Errors: ValueError where nothing can be learned from them."""
    info = DATASETS[recipe.data]
    data = load_dataset(recipe.data, noise=NOISE if info.takes_noise else 0.0)
    train, held_out = training_rows(data)
    model = estimator(recipe, n_estimators=1, max_depth=1, trace="full").fit(data.X[train], data.y[train])
    first = model.trace_[0]
    gradient, hessian = (column(each, recipe.k) for each in (first.gradient, first.hessian))
    X, y, unseen = data.X[train], data.y[train], unseen_rows(data, held_out)
    return FirstRound(recipe, data, X, y, unseen, gradient, hessian, model)


@lru_cache(maxsize=64)
def features_by_gain(recipe: Recipe, node: int) -> tuple[int, ...]:
    """All features of numbers by the gain of their best exact cut in a node, the largest first."""
    first = first_round(recipe)
    found = first.model.candidates(1, node, k=recipe.k)
    best = np.full(first.X.shape[1], -np.inf)
    can = (found.verdict == ALLOWED) & np.isfinite(found.threshold)
    np.maximum.at(best, found.feature, np.where(can, found.gain, -np.inf))
    return tuple(sorted(first.features, key=lambda feature: -best[feature]))


@lru_cache(maxsize=2)
def whole_model(recipe: Recipe, max_bin: int | None) -> BoostedModel:
    """The whole model of a recipe with so many bins, or between all values."""
    given = recipe.parameters()
    given.pop("random_state", None)  # nothing is drawn; the noise of the rows goes by the seed, too
    if DATASETS[recipe.data].takes_noise:
        given["noise"] = NOISE
    return fit_boosted_model(Settings(recipe.data, **given | hist(recipe, max_bin)))


def hist(recipe: Recipe, max_bin: int | None) -> dict[str, Any]:
    """The parameters of so many bins; none for every cut."""
    if max_bin is None:
        return {}
    return {"tree_method": "hist", "max_bin": max_bin, "min_bin_size": recipe.min_bin_size}


def estimator(recipe: Recipe, **changed: Any) -> GradientBoostingRegressor | GradientBoostingClassifier:
    """The model of a recipe, not fitted."""
    is_regression = DATASETS[recipe.data].task == "regression"
    kind = GradientBoostingRegressor if is_regression else GradientBoostingClassifier
    categories = load_dataset(recipe.data).categorical
    return kind(**recipe.parameters() | {"categorical_features": categories} | changed)


@dataclass(frozen=True, eq=False)
class CutComb:
    """The cuts of one feature in a node: all of them, or those between bins.

    found: their sums and gains, by threshold. columns: what was searched, the feature alone.
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

    def is_left(self, rows: Rows) -> NDArray[np.bool_]:
        """Which rows the best cut sends left; none where there is no cut."""
        x = self.first.X[rows, self.feature]
        gaps_left = self.best is not None and bool(self.found.default_left[self.best])
        return np.asarray((x <= self.threshold) | (np.isnan(x) & gaps_left))


@lru_cache(maxsize=256)
def node_cuts(recipe: Recipe, node: int, feature: int, max_bin: int | None) -> CutComb:
    """The cuts of a feature in a node; max_bin None for all."""
    first = first_round(recipe)
    x = first.X[:, [feature]]
    columns = sort_columns(x) if max_bin is None else bin_columns(x, max_bin, recipe.min_bin_size)
    found = columns.search(criterion_of(first), first.model.params_).candidates(first.rows(node))
    return CutComb(first, node, feature, by_threshold(found), columns)


def by_threshold(found: Candidates) -> Candidates:
    """Cuts between values, each once: with rows without a value on the side where it gains more.

    What parts those rows from all others is the same whatever the bins, and is left out.
    """
    cuts = np.flatnonzero(np.isfinite(found.threshold))
    is_allowed = found.verdict == ALLOWED
    order = cuts[np.lexsort((-found.compared[cuts], ~is_allowed[cuts], found.threshold[cuts]))]
    first = np.diff(found.threshold[order], prepend=-np.inf) > 0
    columns = [each.name for each in fields(found) if each.name != "category_sides"]
    return replace(found, **{name: getattr(found, name)[order[first]] for name in columns})


def criterion_of(first: FirstRound) -> SecondOrder:
    """The criterion of the first round."""
    return SecondOrder(first.gradient, first.hessian, reg_lambda=first.model.params_.reg_lambda)


def kept(exact: CutComb, binned: CutComb) -> float:
    """The gain of the best cut between bins as a share of the exact gain; 1 where nothing can be gained."""
    return binned.gain / exact.gain if exact.gain > 0 else 1.0


def stretch(exact: CutComb) -> tuple[int, int, int]:
    """The first and the last of the longest run of cuts that all keep enough, and the rows between both."""
    keeps = np.flatnonzero(exact.found.gain >= KEPT * exact.gain)
    gaps = np.isnan(exact.first.X[exact.first.rows(exact.node), exact.feature]).sum()
    left = exact.found.n_left - exact.found.default_left * gaps
    runs = [each[[0, -1]] for each in np.split(keeps, np.flatnonzero(np.diff(keeps) > 1) + 1)]
    first, last = max(runs, key=lambda run: left[run[1]] - left[run[0]])
    return int(first), int(last), int(left[last] - left[first])


@lru_cache(maxsize=64)
def sure_bins(recipe: Recipe, node: int, feature: int) -> int | None:
    """The last of HALVINGS that is sure to keep enough of the exact gain; None where none is, or none gains.

    It leaves no cut out, or its bins hold so few rows that a border lies among cuts that all keep enough.
    """
    exact = node_cuts(recipe, node, feature, None)
    if exact.gain <= 0:
        return None
    x = exact.first.X[exact.first.rows(node), feature]
    least = np.count_nonzero(~np.isnan(x)) / max(1, stretch(exact)[2])
    cuts = {each: len(node_cuts(recipe, node, feature, each).found) for each in HALVINGS}
    sure = (each for each in reversed(HALVINGS) if cuts[each] + 1 >= least or cuts[each] == len(exact.found))
    return next(sure, None)
