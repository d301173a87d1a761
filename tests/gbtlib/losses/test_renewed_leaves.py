"""Losses whose leaves are renewed: absolute and quantile error, beside scikit-learn's and by hand."""

from typing import Any

import numpy as np
import pytest
import xgboost
from sklearn.ensemble import GradientBoostingRegressor as Theirs

from gbtlib import AbsoluteError, GradientBoostingRegressor, OwnLoss, Quantile, load
from tests.gbtlib.models import table, target

SMALL: dict[str, Any] = {"n_estimators": 25, "max_depth": 3, "learning_rate": 0.3}


def rows(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Values (n, p), no two in a column alike, and y: with outliers, of the scale of 1e6, with ties."""
    random = np.random.default_rng(len(name))
    X = random.normal(size=(151 if name == "ties" else 200, 1 if name == "one feature" else 4))
    y = np.sin(2 * X[:, 0]) + X[:, -1] + random.normal(scale=0.3, size=len(X))
    if name == "outliers":
        y[::20] += 50 * random.normal(size=len(y[::20]))
    if name == "large":
        y = 1e6 * (y + 10)
    return X, np.round(y) if name == "ties" else y


DATA = ("one feature", "outliers", "large", "ties", "smooth")
LOSSES: list[dict[str, Any]] = [
    {"loss": "absolute_error"},
    *({"loss": "quantile", "alpha": alpha} for alpha in (0.125, 0.5, 0.75, 0.875)),
]


def both(given: dict[str, Any], **other: Any) -> tuple[GradientBoostingRegressor, Any]:
    ours = GradientBoostingRegressor(reg_lambda=0.0, **given, **SMALL, **other)
    return ours, Theirs(random_state=0, **given, **SMALL, **other)


def assert_same_stages(ours: Any, theirs: Any, X: np.ndarray, y: np.ndarray) -> None:
    scale = 1e-9 * np.abs(y).max()
    for mine, other in zip(ours.staged_predict(X), theirs.staged_predict(X), strict=True):
        np.testing.assert_allclose(mine, other, rtol=0, atol=scale)


# Shares and weights are binary fractions: where sums round, scikit-learn splits nodes of one slope.
@pytest.mark.parametrize("given", LOSSES, ids=str)
@pytest.mark.parametrize("name", DATA)
def test_stages_are_scikit_learns_with_weights(name: str, given: dict[str, Any]) -> None:
    X, y = rows(name)
    weight = np.random.default_rng(3).integers(2**16, 2**20, len(y)) / 2.0**16
    ours, theirs = both(given)
    ours.fit(X, y, sample_weight=weight)
    theirs.fit(X, y, sample_weight=weight)
    assert_same_stages(ours, theirs, X, y)


# Without weights many cuts gain the same, and of two features scikit-learn draws one.
@pytest.mark.parametrize("given", LOSSES, ids=str)
def test_stages_are_scikit_learns_without_weights(given: dict[str, Any]) -> None:
    X, y = rows("one feature")
    ours, theirs = both(given)
    assert_same_stages(ours.fit(X, y), theirs.fit(X, y), X, y)


def xgboost_leaves(y: list[float], weight: list[float] | None, alpha: float, n_left: int) -> list[float]:
    """The leaves of a stump that XGBoost cuts after some rows, started at 0."""
    X = (np.arange(len(y)) >= n_left).astype(np.float64)[:, np.newaxis]
    given = {"objective": "reg:quantileerror", "quantile_alpha": alpha, "base_score": 0.0, "eta": 1.0}
    given |= {"tree_method": "hist", "max_depth": 1, "lambda": 0.0}
    model = xgboost.train(given, xgboost.DMatrix(X, y, weight=weight), num_boost_round=1)
    return np.unique(model.predict(xgboost.DMatrix([[0.0], [1.0]]))).tolist()


def our_leaves(y: list[float], weight: list[float] | None, alpha: float, n_left: int) -> list[float]:
    X = (np.arange(len(y)) >= n_left).astype(np.float64)[:, np.newaxis]
    model = GradientBoostingRegressor(
        loss="quantile", alpha=alpha, n_estimators=1, learning_rate=1.0, base_score=0.0, reg_lambda=5.0
    ).fit(X, y, sample_weight=weight)
    return np.unique(model.predict([[0.0], [1.0]])).tolist()


def test_leaves_by_hand_and_where_xgboost_differs() -> None:
    """A quarter of four rows is the first; XGBoost takes place 1/4 (4 + 1), between the first and the second.

    With weights both take the first value up to which a quarter of the weight lies. From 3.4 on XGBoost
    smooths the loss, and its leaves are others.
    """
    renews = tuple(map(int, xgboost.__version__.split(".")[:2])) < (3, 4)
    y = [-4.0, -3.0, -2.0, -1.0, 10.0, 20.0]
    assert our_leaves(y, None, 0.25, 4) == [-4.0, 10.0]
    assert (xgboost_leaves(y, None, 0.25, 4) == [-3.75, 10.0]) == renews
    weight = [1.0, 2.0, 1.0, 1.0, 1.0, 4.0]
    assert our_leaves(y, weight, 0.25, 4) == [-3.0, 20.0]
    assert (xgboost_leaves(y, weight, 0.25, 4) == [-3.0, 20.0]) == renews


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(
    "setting",
    [{"gamma": 4.0, "pruning": "full"}, {"subsample": 0.5}, {"max_leaves": 5, "gamma": 2.0}, {}],
    ids=str,
)
def test_every_node_has_the_median_of_its_rows(setting: dict[str, Any], weighted: bool) -> None:
    """The first residual up to which half of the weight lies, counted from below; of all rows in the node."""
    X = table(missing=0.2)
    y = target(X)
    weight = np.random.default_rng(5).integers(0, 4, len(y)).astype(float) if weighted else np.ones(len(y))
    model = GradientBoostingRegressor(loss="absolute_error", trace="full", **SMALL, **setting)
    model.fit(X, y, sample_weight=weight if weighted else None)
    for round_ in model.trace_:
        for node in range(round_.trees[0].n_nodes):
            rows = round_.rows_in(node)
            lacks = np.sort(np.repeat((y - round_.raw_before)[rows], weight[rows].astype(int)))
            assert round_.trees[0].weight[node] == lacks[(len(lacks) - 1) // 2]
        assert np.array_equal(
            round_.raw_after, round_.raw_before + 0.3 * round_.trees[0].weight[round_.trees[0].apply(X)]
        )


def test_absolute_error_is_twice_the_pinball_loss_of_a_half() -> None:
    y, raw = np.array([1.0, 2.0, 3.0]), np.array([0.0, 2.0, 5.0])
    twice, half = AbsoluteError(), Quantile(0.5)
    assert twice.loss(y, raw).tolist() == (2 * half.loss(y, raw)).tolist() == [1.0, 0.0, 2.0]
    assert twice.gradient(y, raw).tolist() == (2 * half.gradient(y, raw)).tolist() == [-1.0, -1.0, 1.0]
    assert Quantile(0.9).loss(y, raw) == pytest.approx([0.9, 0.0, 0.2])


def test_quantiles_have_their_share_of_rows_below() -> None:
    X, y = rows("smooth")
    for alpha in (0.1, 0.5, 0.9):
        model = GradientBoostingRegressor(loss="quantile", alpha=alpha, **SMALL).fit(X, y)
        assert np.mean(y <= model.predict(X)) == pytest.approx(alpha, abs=0.06)


class Lower(OwnLoss):
    """The pinball loss of a quarter, as a user may write it."""

    renews_leaves = True
    leaf: Any = staticmethod(lambda residual: np.quantile(residual, 0.25, method="inverted_cdf"))

    def loss(self, y: Any, raw_prediction: Any) -> Any:
        return np.maximum(0.25 * (y - raw_prediction), -0.75 * (y - raw_prediction))

    def gradient(self, y: Any, raw_prediction: Any) -> Any:
        return np.where(y >= raw_prediction, -0.25, 0.75)

    def hessian(self, y: Any, raw_prediction: Any) -> Any:
        return np.ones_like(raw_prediction)

    def renewed_leaf(self, residual: Any, sample_weight: Any) -> Any:
        return self.leaf(residual)


def test_a_loss_of_ones_own_renews_leaves_too() -> None:
    X, y = rows("smooth")
    start = float(np.quantile(y, 0.25))
    own = GradientBoostingRegressor(loss=Lower(), base_score=start, **SMALL).fit(X, y)
    named = GradientBoostingRegressor(loss="quantile", alpha=0.25, **SMALL).fit(X, y)
    assert np.array_equal(own.predict(X), named.predict(X))
    faulty = Lower()
    faulty.leaf = lambda residual: np.nan
    with pytest.raises(ValueError, match=r"Lower\.renewed_leaf is nan; it must be a finite number"):
        GradientBoostingRegressor(loss=faulty, **SMALL).fit(X, y)


@pytest.mark.parametrize("given", LOSSES[:2], ids=str)
def test_saved_and_loaded(given: dict[str, Any], tmp_path: Any) -> None:
    X, y = rows("smooth")
    model = GradientBoostingRegressor(**given, **SMALL).fit(X, y)
    model.save(tmp_path / "model.json")
    again = load(tmp_path / "model.json")
    assert again.loss_ == model.loss_
    assert again.get_params() == model.get_params()
    assert np.array_equal(again.predict(X), model.predict(X))


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"loss": "quantile", "alpha": 0.0}, r"alpha=0.0 must be greater than 0 and at most 1"),
    ({"loss": "quantile", "alpha": "half"}, r"alpha='half' must be a number"),
    (
        {"loss": "absolute_error", "monotonic_cst": {0: 1}},
        r"monotonic_cst=\{0: 1\} must be None for a loss that renews leaves, as absolute_error and quantile",
    ),
]


@pytest.mark.parametrize(("given", "told"), REFUSED, ids=str)
def test_what_makes_no_sense_is_refused(given: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        GradientBoostingRegressor(**given).fit(*rows("smooth"))
