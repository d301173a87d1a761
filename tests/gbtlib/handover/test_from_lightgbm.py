"""Models of LightGBM: opened, they predict with its bits at every edge; what cannot be carried is refused."""

import re
from dataclasses import replace
from typing import Any

import lightgbm as lgb
import numpy as np
import pytest

from gbtlib.handover.lightgbm_models import from_lightgbm
from gbtlib.handover.opened import ZERO_TAKES_DEFAULT, tree_of
from tests.gbtlib.handover.edge_rows import edge_rows, table

BAGGED = {"bagging_freq": 1, "bagging_fraction": 0.6}
CASES: dict[str, dict[str, Any]] = {
    "squared": {},
    "binary, gaps": {"objective": "binary", "missing": 0.2},
    "classes": {"objective": "multiclass", "num_class": 4},
    "one against the rest": {"objective": "multiclassova", "num_class": 3},
    "zeros are gaps": {"zero_as_missing": True, "zeros": 0.3, "missing": 0.1},
    "zeros are gaps, no NaN": {"zero_as_missing": True, "zeros": 0.3},
    "gaps are zeros": {"use_missing": False, "missing": 0.2},
    "Poisson": {"objective": "poisson"},
    "gamma": {"objective": "gamma"},
    "Tweedie": {"objective": "tweedie"},
    "quantile": {"objective": "quantile"},
    "cross entropy": {"objective": "cross_entropy"},
    "ranking": {"objective": "lambdarank"},
    "random forest": {"boosting": "rf"} | BAGGED,
    "random forest, classes": {"boosting": "rf", "objective": "multiclass", "num_class": 3} | BAGGED,
    "DART": {"boosting": "dart", "drop_rate": 0.4},
    "GOSS": {"data_sample_strategy": "goss"},
    "categories": {"n_categorical": 2, "missing": 0.1},
    "categories, zeros are gaps": {"n_categorical": 2, "zero_as_missing": True, "zeros": 0.2},
    "categories one by one": {"n_categorical": 2, "max_cat_to_onehot": 100},
    "extra trees": {"extra_trees": True},
    "stumps": {"num_leaves": 2},
    "one leaf": {"scale": 0.0},
    "large": {"scale": 1e30},
    "small": {"scale": 1e-30},
    "sigmoid": {"objective": "binary", "sigmoid": 2.0},
    "smoothed": {"path_smooth": 5.0},
    "monotone": {"monotone_constraints": [1, -1, 0, 0, 0, 0]},
}


def target(score: np.ndarray, settings: dict[str, Any]) -> np.ndarray:
    score = np.nan_to_num(score) * settings.pop("scale", 1.0)
    objective, n_classes = settings.get("objective", ""), settings.get("num_class", 0)
    if n_classes:
        return np.digitize(score, np.quantile(score, np.arange(1, n_classes) / n_classes))
    if objective == "binary":
        return (score > 0).astype(float)
    if objective == "cross_entropy":
        return 1 / (1 + np.exp(-score))
    if objective == "lambdarank":
        return np.digitize(score, [0, 2])
    return np.exp(score / 3) if objective in ("poisson", "gamma", "tweedie") else score


def trained(case: str, n_rounds: int = 8) -> tuple[lgb.Booster, np.ndarray, list[int]]:
    settings = dict(CASES[case])
    n_categorical = settings.pop("n_categorical", 0)
    shape = {name: settings.pop(name, 0.0) for name in ("missing", "zeros")}
    X, score = table(n_categorical=n_categorical, **shape)
    categorical = list(range(6 - n_categorical, 6))
    y = target(score, settings)
    group = np.full(3, 100) if settings.get("objective") == "lambdarank" else None
    data = lgb.Dataset(X, label=y, categorical_feature=categorical or "auto", group=group)
    always = {"verbose": -1, "num_leaves": 10, "min_data_in_leaf": 5, "num_threads": 1, "min_data_in_bin": 1}
    return lgb.train(always | settings, data, n_rounds), X, categorical


@pytest.mark.sweep
@pytest.mark.parametrize("case", CASES)
def test_raw_predictions_have_the_bits_of_lightgbm(case: str) -> None:
    booster, X, categorical = trained(case)
    model = from_lightgbm(booster.model_to_string())
    rows = edge_rows(model, X, categorical)
    raw = booster.predict(rows, raw_score=True, num_threads=1).reshape(len(rows), -1)
    summed = replace(model, divisor=1.0)  # the raw score of a forest is the sum, its prediction the average
    np.testing.assert_array_equal(summed.raw_prediction(rows), raw)
    want = booster.predict(rows, num_threads=1).reshape(len(rows), -1)
    np.testing.assert_allclose(model.predict(rows), want, rtol=1e-14, atol=1e-300)
    leaves = booster.predict(rows, pred_leaf=True, num_threads=1).reshape(len(rows), -1)
    n_splits = np.array([len(tree.splits) for tree in model.trees])
    np.testing.assert_array_equal(model.apply(rows) - n_splits, leaves)


def test_text_and_bytes_give_the_same_and_the_block_is_read() -> None:
    booster, X, _ = trained("binary, gaps")
    text = booster.model_to_string()
    model, other = from_lightgbm(text), from_lightgbm(text.replace("\n", "\r\n").encode())
    np.testing.assert_array_equal(model.raw_prediction(X), other.raw_prediction(X))
    assert model.params["num_leaves"] == "10"
    assert model.feature_names == tuple(f"Column_{j}" for j in range(6))
    bare = from_lightgbm(re.sub(r"\nparameters:.*", "\n", text, flags=re.DOTALL))
    assert bare.notes == ("the file has no block of parameters",)


def test_covers_counts_and_gains_are_those_of_the_table() -> None:
    booster, _, _ = trained("binary, gaps")
    told = booster.trees_to_dataframe()
    model = from_lightgbm(booster.model_to_string())
    for name, column in (("n_samples", "count"), ("cover", "weight"), ("gain", "split_gain")):
        mine = np.concatenate([getattr(tree, name) for tree in model.trees])
        its = told[column].to_numpy(float)
        np.testing.assert_allclose(np.sort(mine[mine > 0]), np.sort(its[its > 0]), rtol=1e-6)


@pytest.mark.parametrize("case", ["squared", "binary, gaps", "gaps are zeros", "categories"])
def test_a_tree_of_gbtlib_sends_rows_the_same_way(case: str) -> None:
    booster, X, categorical = trained(case)
    model = from_lightgbm(booster.model_to_string())
    rows = X if categorical else model.rows(edge_rows(model, X))
    for number, tree in enumerate(model.trees):
        own = tree_of(tree, model)
        if own.category_sides is None:
            np.testing.assert_array_equal(own.apply(rows), model.apply(rows)[:, number])
        for node, listed in tree.categories.items():
            np.testing.assert_array_equal(np.flatnonzero(own.category_sides[node] == 1), listed)


def test_zeros_for_gaps_are_refused_by_a_tree_of_gbtlib() -> None:
    model = from_lightgbm(trained("zeros are gaps")[0].model_to_string())
    assert (model.trees[0].absence == ZERO_TAKES_DEFAULT).any()
    with pytest.raises(ValueError, match="zeros for missing, which a Tree of gbtlib cannot say"):
        tree_of(model.trees[0], model)


def test_linear_leaves_are_refused_by_name() -> None:
    X, score = table()
    booster = lgb.train({"linear_tree": True, "verbose": -1}, lgb.Dataset(X, label=score), 2)
    with pytest.raises(ValueError, match=r"tree 0 has linear leaves \(linear_tree\), which are not read"):
        from_lightgbm(booster.model_to_string())


FAULTS = {
    "first line must be 'tree'": lambda text: text[3:],
    "end of trees": lambda text: text[: len(text) // 2],
    "leaf values; num_leaves must say so": lambda text: text.replace("num_leaves=10", "num_leaves=99", 1),
    "max_feature_idx is": lambda text: text.replace("max_feature_idx=5", "max_feature_idx=9999999999999"),
    "whole rounds": lambda text: text.replace("num_tree_per_iteration=1", "num_tree_per_iteration=3"),
    "feature_names has 6 entries": lambda text: text.replace("max_feature_idx=5", "max_feature_idx=6"),
    "decision_type must": lambda text: text.replace("decision_type=2 ", "decision_type=14 ", 1),
    "tree 0 left_child": lambda text: re.sub("left_child=-?[0-9]+", "left_child=88", text, count=1),
    "parents|cycle|child": lambda text: re.sub("left_child=-?[0-9]+", "left_child=0", text, count=1),
    "tree 0 threshold": lambda text: re.sub("threshold=[^ ]+", "threshold=x", text, count=1),
    "tree 0 has no leaf_value": lambda text: text.replace("leaf_value=", "leaf_worth=", 1),
    "not finite": lambda text: re.sub("leaf_value=[^ ]+", "leaf_value=inf", text, count=1),
    "there twice": lambda text: text.replace("leaf_value=", "num_leaves=10\nleaf_value=", 1),
    "tree 1 says": lambda text: text.replace("Tree=1", "Tree=7", 1),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_no_model_is_refused_with_the_place_and_the_rule(fault: str) -> None:
    text = trained("squared")[0].model_to_string()
    assert FAULTS[fault](text) != text
    with pytest.raises(ValueError, match=fault):
        from_lightgbm(FAULTS[fault](text))


def test_too_many_trees_are_refused_soon() -> None:
    trees = "".join(f"Tree={i}\nnum_leaves=1\nleaf_value=0\n" for i in range(60_000))
    with pytest.raises(ValueError, match="at most 50000"):
        from_lightgbm(f"tree\nmax_feature_idx=0\nnum_class=1\n{trees}end of trees\n")
