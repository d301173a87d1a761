"""Models of XGBoost: opened, they predict with its bits at every edge; what cannot be carried is refused."""

import json
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
import xgboost as xgb

from gbtlib.handover.opened import OpenedModel, tree_of
from gbtlib.handover.xgboost_models import from_xgboost
from tests.gbtlib.handover.edge_rows import edge_rows, table

LOGISTIC = {"objective": "binary:logistic"}
CLASSES = {"objective": "multi:softprob", "num_class": 3}
CASES: dict[str, dict[str, Any]] = {
    "squared": {},
    "logistic": LOGISTIC,
    "logistic, base score": LOGISTIC | {"base_score": 0.9},
    "logitraw": {"objective": "binary:logitraw", "base_score": 0.3},
    "hinge": {"objective": "binary:hinge"},
    "classes": CLASSES,
    "labels": CLASSES | {"objective": "multi:softmax"},
    "Poisson": {"objective": "count:poisson"},
    "gamma": {"objective": "reg:gamma"},
    "Tweedie": {"objective": "reg:tweedie"},
    "Cox": {"objective": "survival:cox"},
    "absolute": {"objective": "reg:absoluteerror"},
    "quantile": {"objective": "reg:quantileerror", "quantile_alpha": 0.7},
    "pseudo-Huber": {"objective": "reg:pseudohubererror"},
    "exact": {"tree_method": "exact"},
    "approx": {"tree_method": "approx"},
    "pruned": {"tree_method": "exact", "gamma": 5.0, "max_depth": 6},
    "one leaf": {"gamma": 1e9},
    "stumps": {"max_depth": 1},
    "deep": {"max_depth": 10, "min_child_weight": 0},
    "by leaves": {"grow_policy": "lossguide", "max_leaves": 9, "max_depth": 0},
    "monotone": {"monotone_constraints": "(1,-1,0,0,0,0)"},
    "parallel": {"num_parallel_tree": 3, "subsample": 0.7},
    "parallel classes": CLASSES | {"num_parallel_tree": 2, "subsample": 0.7},
    "DART": {"booster": "dart", "rate_drop": 0.4},
    "DART classes": CLASSES | {"booster": "dart", "rate_drop": 0.4},
    "gaps": {"missing": 0.2},
    "gaps, classes": CLASSES | {"missing": 0.2},
    "categories one by one": {"n_categorical": 2, "max_cat_to_onehot": 100},
    "categories in sets": {"n_categorical": 2, "max_cat_to_onehot": 2, "missing": 0.1},
    "categories, logistic": LOGISTIC | {"n_categorical": 2},
    "large": {"scale": 1e20},
    "small": {"scale": 1e-12},
    "two targets": {"targets": 2},
}


def target(score: np.ndarray, settings: dict[str, Any]) -> np.ndarray:
    score = np.nan_to_num(score) * settings.pop("scale", 1.0)
    if settings.pop("targets", 1) == 2:
        return np.column_stack([score, -2 * score])
    objective = settings.get("objective", "")
    if objective.startswith("binary"):
        return (score > 0).astype(float)
    if objective.startswith("multi"):
        return np.digitize(score, [-1, 1])
    return (
        np.exp(score / 3)
        if objective in ("count:poisson", "reg:gamma", "reg:tweedie", "survival:cox")
        else score
    )


def trained(case: str, n_rounds: int = 8) -> tuple[xgb.Booster, np.ndarray, dict[str, Any]]:
    settings = dict(CASES[case])
    n_categorical = settings.pop("n_categorical", 0)
    X, score = table(missing=settings.pop("missing", 0.0), n_categorical=n_categorical)
    types = {"feature_types": ["q"] * (6 - n_categorical) + ["c"] * n_categorical, "enable_categorical": True}
    y = target(score, settings)
    data = xgb.DMatrix(X.astype(np.float32), label=y, **types)
    booster = xgb.train({"max_depth": 4, "eta": 0.3, "nthread": 1} | settings, data, n_rounds)
    return booster, X, types


@pytest.mark.sweep
@pytest.mark.parametrize("case", CASES)
def test_raw_predictions_have_the_bits_of_xgboost(case: str) -> None:
    booster, X, types = trained(case)
    model = from_xgboost(booster.save_raw("ubj"))
    n_categorical = types["feature_types"].count("c")
    rows = edge_rows(model, X, range(6 - n_categorical, 6))
    if n_categorical:  # XGBoost itself refuses negative categories
        rows[:, -n_categorical:] = np.where(rows[:, -n_categorical:] < 0, 0, rows[:, -n_categorical:])
        rows[:, -n_categorical:] = np.where(rows[:, -n_categorical:] > 2**24 - 1, 7, rows[:, -n_categorical:])
    data = xgb.DMatrix(rows.astype(np.float32), **types)
    raw = booster.predict(data, output_margin=True).reshape(len(rows), -1)
    np.testing.assert_array_equal(model.raw_prediction(rows), raw)
    leaves = booster.predict(data, pred_leaf=True).reshape(len(rows), -1)
    if case != "pruned":  # nodes that pruning took away have numbers in XGBoost
        np.testing.assert_array_equal(model.apply(rows), leaves)
    if model.objective not in ("multi:softmax", "binary:hinge"):  # which predict labels
        want = booster.predict(data).reshape(len(rows), -1)
        np.testing.assert_allclose(model.predict(rows), want, rtol=2e-6, atol=1e-30)


@pytest.mark.parametrize("case", ["classes", "DART", "categories in sets", "pruned", "large"])
def test_text_bytes_and_binary_files_give_the_same(case: str) -> None:
    booster, _, _ = trained(case)
    text = booster.save_raw("json")
    from_text, from_bytes, from_binary = map(from_xgboost, (text.decode(), text, booster.save_raw("ubj")))
    assert_same(from_text, from_bytes)
    assert_same(from_text, from_binary)


def assert_same(one: OpenedModel, other: OpenedModel) -> None:
    for name in (each.name for each in fields(OpenedModel) if each.name != "trees"):
        np.testing.assert_equal(getattr(one, name), getattr(other, name))
    assert len(one.trees) == len(other.trees) > 0
    for mine, its in zip(one.trees, other.trees, strict=True):
        np.testing.assert_equal(vars(mine), vars(its))


def test_rounds_of_early_stopping_and_several_trees_a_round() -> None:
    X, score = table()
    data = xgb.DMatrix(X, label=np.digitize(score, [-1, 1]))
    watched = {"evals": [(xgb.DMatrix(X, label=np.zeros(len(X))), "other")], "verbose_eval": False}
    booster = xgb.train(CLASSES | {"num_parallel_tree": 2}, data, 30, early_stopping_rounds=3, **watched)
    model = from_xgboost(booster.save_raw())
    assert model.best_round == booster.best_iteration
    assert model.round_starts.tolist() == list(range(0, 6 * booster.num_boosted_rounds() + 1, 6))
    raw = booster.predict(data, output_margin=True, iteration_range=(0, 2))
    np.testing.assert_array_equal(model.raw_prediction(X, n_rounds=2), raw)


@pytest.mark.parametrize("case", ["squared", "gaps"])
def test_a_tree_of_gbtlib_sends_rows_the_same_way(case: str) -> None:
    booster, X, _ = trained(case)
    model = from_xgboost(booster.save_raw())
    rows = edge_rows(model, X).astype(np.float32).astype(float)
    leaves = model.apply(rows)
    for number, tree in enumerate(model.trees):
        own = tree_of(tree, model)
        np.testing.assert_array_equal(own.apply(rows), leaves[:, number])
        np.testing.assert_array_equal(own.weight[own.leaves], tree.leaf_value[own.leaves])


def test_a_tree_of_gbtlib_has_the_sides_of_categories() -> None:
    booster, _, _ = trained("categories in sets")
    model = from_xgboost(booster.save_raw())
    n_splits = 0
    for tree in model.trees:
        own = tree_of(tree, model)
        for node, listed in tree.categories.items():
            assert own.category_sides is not None
            np.testing.assert_array_equal(np.flatnonzero(own.category_sides[node] == 0), listed)
            assert np.isnan(own.threshold[node])
            n_splits += 1
    assert n_splits > 5


def changed(change: Any) -> str:
    """The text of a small model after a change of its first tree and the whole document."""
    document = json.loads(trained("squared", 2)[0].save_raw("json"))
    change(document["learner"]["gradient_booster"]["model"]["trees"][0], document["learner"])
    return json.dumps(document)


def put(name: str, node: int, value: Any) -> Any:
    return lambda tree, learner: tree[name].__setitem__(node, value)


def say(name: str, value: Any) -> Any:
    return lambda tree, learner: learner["learner_model_param"].__setitem__(name, value)


def of_categories(start: int, size: int) -> Any:
    """The first node asks for a segment of three listed categories."""
    part = {"categories": [1, 2, 3], "categories_nodes": [0]}
    return lambda tree, learner: tree.update(part, categories_segments=[start], categories_sizes=[size])


FAULTS = {
    "tree 0 has 3 categories; its segments must lie within them": of_categories(1, 3),
    "a node must have one parent": put("right_children", 0, 1),
    "the root, node 0, for a child": put("left_children", 0, 0),
    "has the child 1000000000": put("left_children", 0, 10**9),
    "has the child -1; it must have two": put("left_children", 0, -1),
    "whole numbers": put("left_children", 0, 1.5),
    "flat list": put("left_children", 0, [1]),
    "threshold NaN": put("split_conditions", 0, float("nan")),
    "not finite": put("split_conditions", -1, 1e60),
    "asks feature 77 of 6": put("split_indices", 0, 77),
    "num_feature is": say("num_feature", "1" + "0" * 18),
    "num_class is": say("num_class", "1000000000"),
    "base_score": say("base_score", "[" * 5000),
    "base_score must": say("base_score", "[0.5,0.5]"),
    "num_nodes": lambda tree, learner: tree["tree_param"].__setitem__("num_nodes", "3000000"),
    "vector leaves": lambda tree, learner: tree["tree_param"].__setitem__("size_leaf_vector", "2"),
    "gbtree and dart": lambda tree, learner: learner["gradient_booster"].__setitem__("name", "gblinear"),
    "the objective is '7'": lambda tree, learner: learner.__setitem__("objective", 7),
    "no left_children": lambda tree, learner: tree.pop("left_children"),
    "tree_info": lambda tree, learner: learner["gradient_booster"]["model"].__setitem__("tree_info", [0]),
    "iteration_indptr": lambda tree, learner: learner["gradient_booster"]["model"].__setitem__(
        "iteration_indptr", [0, 5]
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_no_model_is_refused_with_the_place_and_the_rule(fault: str) -> None:
    with pytest.raises(ValueError, match=fault.replace("[", r"\[")):
        from_xgboost(changed(FAULTS[fault]))


def test_linear_boosters_are_refused_by_name() -> None:
    X, score = table()
    booster = xgb.train({"booster": "gblinear"}, xgb.DMatrix(X, label=score), 2)
    with pytest.raises(ValueError, match="the booster is 'gblinear'; only gbtree and dart have trees"):
        from_xgboost(booster.save_raw())


def test_vector_leaves_are_refused_by_name() -> None:
    X, score = table()
    data = xgb.DMatrix(X, label=np.column_stack([score, -score]))
    booster = xgb.train({"multi_strategy": "multi_output_tree", "tree_method": "hist"}, data, 2)
    with pytest.raises(ValueError, match="tree 0 has vector leaves"):
        from_xgboost(booster.save_raw())


def test_a_chain_is_refused_soon() -> None:
    n_nodes = 40_001
    inner = [i % 2 == 0 and i < n_nodes - 1 for i in range(n_nodes)]

    def chain(tree: dict[str, Any], learner: Any) -> None:
        for name in ("split_indices", "split_conditions", "base_weights", "sum_hessian", "loss_changes"):
            tree[name] = [0] * n_nodes
        tree["left_children"] = [i + 1 if splits else -1 for i, splits in enumerate(inner)]
        tree["right_children"] = [i + 2 if splits else -1 for i, splits in enumerate(inner)]
        tree |= {"default_left": [0] * n_nodes, "split_type": [0] * n_nodes, "tree_param": {}}

    with pytest.raises(ValueError, match="tree 0 node 4001 is deeper than 2000 splits"):
        from_xgboost(changed(chain))
