"""oneDAL's preset: names, defaults and what its values become; how others answer to it is for the oracles."""

from typing import Any

import lightgbm
import numpy as np
import pytest
import xgboost
from sklearn.ensemble import HistGradientBoostingRegressor

from gbtlib import (
    CONVENTIONS,
    ONEDAL_PARAMETERS,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    onedal_params,
    onedal_table,
)
from gbtlib.handover.names import SYSTEMS


def test_the_defaults_are_onedals() -> None:
    assert {parameter.name: parameter.default for parameter in ONEDAL_PARAMETERS} == {
        "splitMethod": "inexact",
        "maxIterations": 50,
        "maxTreeDepth": 6,
        "shrinkage": 0.3,
        "minSplitLoss": 0.0,
        "lambda_": 1.0,
        "observationsPerTreeFraction": 1.0,
        "featuresPerNode": 0,
        "minObservationsInLeafNode": 5,
        "memorySavingMode": False,
        "engine": 777,
        "maxBins": 256,
        "minBinSize": 5,
    }
    for parameter in ONEDAL_PARAMETERS:
        assert parameter.rule.broken_by(parameter.default) is None


def test_what_the_defaults_become_here() -> None:
    assert onedal_params() == {
        "tree_method": "hist",
        "n_estimators": 50,
        "max_depth": 6,
        "learning_rate": 0.3,
        "gamma": 0.0,
        "pruning": "pre",
        "reg_lambda": 1.0,
        "subsample": 1.0,
        "colsample_bynode": 1.0,
        "min_samples_leaf": 5,
        "random_state": 777,
        "max_bin": 256,
        "min_bin_size": 5,
    }
    assert onedal_params("classification") == onedal_params() | {"base_score": 0.5}


@pytest.mark.parametrize(
    ("system", "expected"),
    [
        ("gbtlib", {"max_depth": None, "gamma": 1.5, "colsample_bynode": 0.3}),
        ("xgboost", {"max_depth": 0, "gamma": 3.0, "colsample_bynode": 0.3}),
        (
            "lightgbm",
            {
                **{"max_depth": -1, "num_leaves": 131072, "min_split_gain": 3.0},
                **{"feature_fraction_bynode": 0.3, "subsample_freq": 1},
            },
        ),
        ("scikit-learn", {"max_depth": None, "max_leaf_nodes": None, "max_features": 0.3, "max_bins": 255}),
    ],
)
def test_what_values_become_elsewhere(system: str, expected: dict[str, Any]) -> None:
    """0 is no limit, the gain has its 1/2 here only, a number of features is a share of them."""
    found = onedal_params(system=system, n_features=10, maxTreeDepth=0, minSplitLoss=3.0, featuresPerNode=3)
    assert {name: found[name] for name in expected} == expected


def test_exact_search_has_no_bins() -> None:
    for system in SYSTEMS[:2]:
        found = onedal_params(system=system, splitMethod="exact")
        assert found["tree_method"] == "exact"
        assert {"max_bin", "min_bin_size"} & set(found) == set()


@pytest.mark.parametrize(
    ("system", "known"),
    [
        ("xgboost", xgboost.XGBRegressor().get_params()),
        (
            "lightgbm",
            {
                **lightgbm.LGBMRegressor().get_params(),
                **lightgbm.basic._ConfigAliases._get_all_param_aliases(),
            },
        ),
        ("scikit-learn", HistGradientBoostingRegressor().get_params()),
        ("gbtlib", dict.fromkeys(GradientBoostingRegressor.parameter_names())),
    ],
    ids=["xgboost", "lightgbm", "scikit-learn", "gbtlib"],
)
def test_every_name_is_known_where_it_goes(system: str, known: dict[str, Any]) -> None:
    assert set(onedal_params("classification", system=system)) <= set(known)


def test_the_number_of_features_at_a_node_is_the_number_asked_for() -> None:
    from gbtlib.core.boosting import drawn

    for n_features in range(1, 60):
        for asked in range(1, n_features + 1):
            share = onedal_params(n_features=n_features, featuresPerNode=asked)["colsample_bynode"]
            assert len(drawn(share, n_features, (0,))) == asked


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ({"task": "ranking"}, "task='ranking' must be one of 'regression', 'classification'"),
        ({"system": "catboost"}, "system='catboost' must be one of 'gbtlib', 'xgboost', 'lightgbm'"),
        ({"max_depth": 3}, "max_depth is not a parameter of oneDAL; there are splitMethod, maxIterations"),
        ({"shrinkage": 0}, "shrinkage=0 must be greater than 0 and at most 1"),
        ({"maxTreeDepth": -1}, "maxTreeDepth=-1 must be at least 0"),
        ({"splitMethod": "hist"}, "splitMethod='hist' must be one of 'inexact', 'exact'"),
        ({"memorySavingMode": 1}, "memorySavingMode=1 must be True or False"),
        ({"featuresPerNode": 3}, "featuresPerNode=3 needs n_features"),
        ({"featuresPerNode": 3, "n_features": 2}, "featuresPerNode=3 must be at most n_features=2"),
        ({"maxBins": 1}, "maxBins=1 must be at least 2"),
    ],
)
def test_bad_values_are_refused_by_onedals_names(given: dict[str, Any], rule: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        onedal_params(**given)
    assert str(caught.value).startswith(rule)


def test_the_table_says_all_of_it() -> None:
    table = onedal_table().set_index("oneDAL")
    assert list(table.columns) == ["default", "meaning", *SYSTEMS]
    assert table.loc["minSplitLoss", "gbtlib"].startswith("gamma = 0.5 minSplitLoss; ")
    assert table.loc["minSplitLoss", "scikit-learn"] == "not there"
    assert table.loc["shrinkage", "xgboost"] == "learning_rate"
    assert len(CONVENTIONS) == len({each.what for each in CONVENTIONS})


def test_a_preset_fits_here() -> None:
    generator = np.random.default_rng(0)
    X, y = generator.normal(size=(80, 3)), generator.normal(size=80)
    exact = onedal_params(splitMethod="exact", maxIterations=3, maxTreeDepth=0)
    model = GradientBoostingRegressor(**exact).fit(X, y)
    assert model.initial_raw_prediction_ == y.mean()
    assert all(round_.trees[0].n_samples.min() >= 5 for round_ in model.trace_)
    labels = np.digitize(y, [-0.5, 0.5])
    exact = onedal_params("classification", splitMethod="exact", maxIterations=3)
    classifier = GradientBoostingClassifier(**exact).fit(X, labels)
    assert len(set(classifier.initial_raw_prediction_)) == 1  # the same for all classes is 0 for all


def test_the_whole_preset_fits_here() -> None:
    generator = np.random.default_rng(0)
    X, y = generator.normal(size=(200, 3)), generator.normal(size=200)
    whole = GradientBoostingRegressor(**onedal_params(maxIterations=3)).fit(X, y)
    exact = GradientBoostingRegressor(**onedal_params(maxIterations=3, splitMethod="exact")).fit(X, y)
    np.testing.assert_array_equal(whole.predict(X), exact.predict(X))  # a bin for each value
    coarse = GradientBoostingRegressor(**onedal_params(maxIterations=3, maxBins=8)).fit(X, y)
    assert len(set(coarse.trace_[0].trees[0].threshold[coarse.trace_[0].trees[0].feature == 0])) <= 7
