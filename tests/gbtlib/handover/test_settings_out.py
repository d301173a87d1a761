"""Our settings in other libraries: what has an equal grows our trees there, and what has none is named."""

from typing import Any

import lightgbm
import numpy as np
import pytest
import xgboost
from sklearn import ensemble

from gbtlib import AdaBoostClassifier, GradientBoostingClassifier, GradientBoostingRegressor, Softmax
from gbtlib.handover import to_lightgbm_params, to_onedal_params, to_sklearn_params, to_xgboost_params
from gbtlib.handover.names import BESIDE_ONEDAL, ONEDAL_PARAMETERS
from gbtlib.handover.onedal import onedal_params
from gbtlib.handover.settings_out import settings_there

pytestmark = pytest.mark.sweep
LIBRARIES: dict[str, Any] = {"xgboost": xgboost, "lightgbm": lightgbm, "scikit-learn": ensemble}
CASES: dict[str, dict[str, Any]] = {
    "squared": {},
    "two classes": {"n_classes": 2},
    "three classes": {"n_classes": 3},
    "five classes, lambda and gamma": {"n_classes": 5, "reg_lambda": 3.0, "gamma": 0.2, "pruning": "pre"},
    "three classes, child weight": {"n_classes": 3, "min_child_weight": 2.0},
    "three classes, half the hessian": {"n_classes": 3, "loss": Softmax(3, 1.0)},
    "gaps": {"missing_share": 0.2},
    "weights": {"weights": True},
    "gaps, classes": {"missing_share": 0.1, "n_classes": 2, "min_samples_leaf": 1},
    "rows of a leaf": {"min_samples_leaf": 20},
    "rows of a leaf, classes": {"min_samples_leaf": 20, "n_classes": 2},
    "no lambda": {"reg_lambda": 0.0},
    "alpha": {"reg_alpha": 4.0},
    "gamma, afterwards": {"gamma": 8.0},
    "gamma, at once": {"gamma": 8.0, "pruning": "pre"},
    "weight of a child": {"min_child_weight": 15.0, "n_classes": 2},
    "any depth": {"max_depth": None, "min_samples_leaf": 25},
    "best first": {"max_leaves": 6, "grow_policy": "lossguide"},
    "few leaves, by level": {"max_leaves": 6},
    "from zero": {"base_score": 0.0},
    "from a half": {"base_score": 0.5, "n_classes": 2},
    "from a half, classes": {"base_score": 0.5, "n_classes": 4},
    "from elsewhere": {"base_score": 0.3},
    "monotone": {"monotonic_cst": [1, 0, 0, -1]},
    "together": {"interaction_constraints": [[0, 1], [2]]},
    "bins": {"tree_method": "hist", "max_bin": 255},
}


LOST: dict[str, tuple[str, ...]] = {
    "five classes, lambda and gamma": ("xgboost", "lightgbm", "scikit-learn"),
    "three classes, child weight": ("scikit-learn",),
    "rows of a leaf, classes": ("xgboost",),
    "alpha": ("scikit-learn",),
    "gamma, afterwards": ("lightgbm", "scikit-learn"),
    "gamma, at once": ("xgboost", "lightgbm", "scikit-learn"),
    "weight of a child": ("scikit-learn",),
    "best first": ("xgboost",),
    "few leaves, by level": ("xgboost", "lightgbm", "scikit-learn"),
    "from zero": ("scikit-learn",),
    "from a half": ("scikit-learn",),
    "from a half, classes": ("scikit-learn",),
    "from elsewhere": ("lightgbm", "scikit-learn"),
    "monotone": ("lightgbm", "scikit-learn"),
}
"""By case the libraries that have no equal of it."""


def rows(n_classes: int = 0, missing_share: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """250 rows of values all apart, which float32 holds and every library's bins keep apart.

    Of classes there is one column: cuts of several would often part them alike, and gain the same.
    """
    random = np.random.default_rng(4)
    X = np.column_stack([random.permutation(250) for _ in range(4)]) / 64.0
    score = X[:, 0] * np.sin(2 * X[:, 1]) + X[:, 2] + 0.3 * random.normal(size=250)
    if n_classes:
        X, score = X[:, :1], np.sin(5 * X[:, 0]) + X[:, 0]
    X[random.random(X.shape) < missing_share] = np.nan
    shares = (np.arange(1, n_classes) / n_classes) ** 1.3
    return X, np.digitize(score, np.quantile(score, shares)) if n_classes else score


def raw(library: str, model: Any, X: np.ndarray) -> np.ndarray:
    """Raw predictions, of several classes less their mean: a constant for all of them is none."""
    given = {"xgboost": {"output_margin": True}, "lightgbm": {"raw_score": True}}
    if library in given:
        found = np.asarray(model.predict(X, **given[library]))
    else:
        found = model.raw_prediction(X) if library == "gbtlib" else model._raw_predict(X).squeeze()
    return found - found.mean(axis=1, keepdims=True) if found.ndim == 2 else found


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("case", CASES)
def test_what_has_an_equal_grows_our_trees(case: str, library: str) -> None:
    settings = dict(CASES[case])
    n_classes = settings.pop("n_classes", 0)
    X, y = rows(n_classes, settings.pop("missing_share", 0.0))
    weight = np.linspace(0.5, 2.0, len(y)) if settings.pop("weights", False) else None
    kind = GradientBoostingClassifier if n_classes else GradientBoostingRegressor
    ours = kind(**{"n_estimators": 4, "learning_rate": 0.3, "max_depth": 3} | settings)
    ours.fit(X, y, sample_weight=weight)
    there = settings_there(ours, library)
    quiet = {"verbose": -1} if library == "lightgbm" else {}
    theirs = getattr(LIBRARIES[library], there.estimator)(**there.params, **quiet)
    theirs.fit(X, y, sample_weight=weight)
    found, want = raw(library, theirs, X), raw("gbtlib", ours, X)
    assert bool(there.lost) == (library in LOST.get(case, ())), there.lost
    if not there.lost:
        np.testing.assert_allclose(found, want, rtol=1e-4, atol=2e-5)


@pytest.mark.parametrize("system", ["xgboost", "lightgbm", "scikit-learn", "onedal"])
def test_each_parameter_is_carried_or_named(system: str) -> None:
    """Whatever is set to another value than what asks for nothing is a keyword there, or in a sentence."""
    other = {
        "gamma": 0.5,
        "min_samples_split": 9,
        "max_leaves": 5,
        "min_child_weight": 2.0,
        "reg_alpha": 1.0,
        "base_score": 0.25,
        "monotonic_cst": [1, 0],
        "interaction_constraints": [[0], [1]],
        "booster": "dart",
        "rate_drop": 0.1,
        "skip_drop": 0.2,
        "one_drop": True,
        "normalize_type": "forest",
        "early_stopping_rounds": 3,
        "subsample": 0.5,
        "colsample_bynode": 0.5,
        "missing": "left" if system != "onedal" else "learn",
        "threshold": "observed" if system != "onedal" else "midpoint",
        "pruning": "full",
        "categorical_features": [0],
    }
    usual = {"missing": "left", "threshold": "observed"} if system == "onedal" else {}
    plain = settings_there(GradientBoostingRegressor(**usual), system, n_features=2)
    for name, value in other.items():
        model = GradientBoostingRegressor(**usual | {name: value})
        found = settings_there(model, system, n_features=2)
        new = set(found.lost) - set(plain.lost)
        assert found.params != plain.params or any(each.startswith(name) for each in new), name


@pytest.mark.parametrize("system", ["xgboost", "lightgbm", "scikit-learn", "onedal"])
def test_a_loss_of_another_task_is_refused_before_anything_is_carried(system: str) -> None:
    for model in (GradientBoostingClassifier(loss="quantile"), GradientBoostingRegressor(loss="logistic")):
        with pytest.raises(ValueError, match=rf"loss='{model.loss}' must be a Loss or one of"):
            settings_there(model, system)


def test_ours_from_onedal_go_back_to_it() -> None:
    for task, kind in (
        ("regression", GradientBoostingRegressor),
        ("classification", GradientBoostingClassifier),
    ):
        asked = {"maxIterations": 7, "minSplitLoss": 0.5, "shrinkage": 0.2, "featuresPerNode": 3, "engine": 5}
        for more in ({}, {"splitMethod": "exact", "maxTreeDepth": 0}):
            given = onedal_params(task, n_features=6, **asked, **more)
            model = kind(**given | {"missing": "left", "threshold": "observed"})
            found = to_onedal_params(model, n_features=6)
            said = {each.name: each.default for each in ONEDAL_PARAMETERS} | asked | more
            wanted = {name: value for name, value in said.items() if name in found.params}
            assert {name: found.params[name] for name in wanted} == wanted
            assert set(said) - set(found.params) <= {"memorySavingMode", "maxBins", "minBinSize"}
            assert all("draws other features" in each for each in found.lost), found.lost


def test_sentences_name_parameter_value_and_reason() -> None:
    model = GradientBoostingClassifier(
        pruning="full", min_samples_leaf=5, missing="left", threshold="observed", subsample=0.5
    )
    assert to_xgboost_params(model).lost == (
        "min_samples_leaf=5 has no equal in XGBoost: min_child_weight counts hessians, not rows.",
        "pruning='full' has no equal in XGBoost: it prunes by gamma afterwards.",
        "missing='left' has no equal in XGBoost: fill the gaps with a value below all others.",
        "threshold='observed' has no equal in XGBoost: rows that it was trained on go the same way.",
        "subsample=0.5 draws other rows in XGBoost.",
    )
    three = to_sklearn_params(GradientBoostingClassifier(learning_rate=0.2, reg_lambda=2.0), n_classes=3)
    assert three.params["learning_rate"] == 0.1
    assert three.params["l2_regularization"] == 1.0
    assert three.notes[0].startswith("scikit-learn's softmax has 0.5 times our hessian: learning_rate,")
    assert to_lightgbm_params(GradientBoostingRegressor(gamma=0.5)).params["min_split_gain"] == 1.0


def test_what_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="AdaBoostClassifier is no estimator of gradient boosting"):
        to_sklearn_params(AdaBoostClassifier())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="loss 'huber' is none of XGBoost's; there are squared_error"):
        to_xgboost_params(GradientBoostingRegressor(loss="huber"))
    with pytest.raises(ValueError, match=r"colsample_bynode=0.5 needs n_features"):
        to_onedal_params(GradientBoostingRegressor(colsample_bynode=0.5))
    ours = [each.spelling("gbtlib").name for each in (*ONEDAL_PARAMETERS, *BESIDE_ONEDAL)]
    names = [name for name in ours if name]
    assert len(names) == len(set(names))
