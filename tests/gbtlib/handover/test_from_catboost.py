"""Models of CatBoost: its own answers at every edge, from files that it wrote; what else is refused."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gbtlib.handover.catboost_models import from_catboost
from gbtlib.handover.opened import tree_of
from gbtlib.handover.replayed import loss_of
from gbtlib.handover.solve_kept import solve_catboost

GOLDEN = sorted(Path(__file__).with_name("golden").glob("catboost_*.json"))


def told(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text())
    rows = found["rows"]
    found["rows"] = np.array([[np.nan if x is None else x for x in row] for row in rows])
    return found


@pytest.mark.parametrize("path", GOLDEN, ids=[path.stem for path in GOLDEN])
def test_predictions_are_those_of_catboost(path: Path) -> None:
    case = told(path)
    model = from_catboost(json.dumps(case["model"]))
    rows = case["rows"]
    np.testing.assert_allclose(model.raw_prediction(rows), case["raw"], rtol=1e-14, atol=1e-15)
    predicted = model.predict(rows)
    if model.link == "logistic":
        predicted = np.column_stack([1 - predicted, predicted])
    np.testing.assert_allclose(predicted, case["predicted"], rtol=1e-13, atol=1e-15)
    for number, tree in enumerate(model.trees):
        own = tree_of(tree, model)
        np.testing.assert_array_equal(own.apply(model.rows(rows)), model.apply(rows)[:, number])
        leaves = tree.is_leaf
        assert tree.cover[0] == tree.cover[leaves].sum() == 200
    assert model.params["learning_rate"] > 0


def test_classes_are_not_replayed_and_rounds_beyond_the_last_are_refused() -> None:
    (path,) = (each for each in GOLDEN if each.stem.endswith("10_classes"))
    case = told(path)
    model = from_catboost(json.dumps(case["model"]))
    with pytest.raises(ValueError, match="one tree a class"):
        loss_of(model)
    with pytest.raises(ValueError, match=r"n_rounds=6 must be from 0 to 5"):
        model.raw_prediction(case["rows"], n_rounds=6)
    np.testing.assert_array_equal(model.raw_prediction(case["rows"][:1], n_rounds=0)[0], model.base)


FAULTS: dict[str, Callable[[dict[str, Any]], object]] = {
    "categories, which the file has as hashes": lambda m: m["features_info"].update(
        categorical_features=[{}]
    ),
    "the model has CTRs": lambda m: m["features_info"].update(ctrs=[{}]),
    "text features, which are not read": lambda m: m["features_info"].update(text_features=[{}]),
    "embeddings, which are not read": lambda m: m["features_info"].update(embedding_features=[{}]),
    "type 'OnlineCtr'; only FloatFeature": lambda m: m["oblivious_trees"][1]["splits"][0].update(
        split_type="OnlineCtr"
    ),
    "tree 1 leaf_values has 7 entries; it must have 8": lambda m: m["oblivious_trees"][1][
        "leaf_values"
    ].pop(),
    "float_feature_index is 9": lambda m: m["oblivious_trees"][0]["splits"][0].update(float_feature_index=9),
    "tree 0 node 0 has the threshold NaN": lambda m: m["oblivious_trees"][0]["splits"][0].update(
        border=float("nan")
    ),
    "tree 0 has a leaf whose value is not finite": lambda m: m["oblivious_trees"][0][
        "leaf_values"
    ].__setitem__(0, float("inf")),
    "splits must be a list of at most 16": lambda m: m["oblivious_trees"][0].update(splits=[{}] * 40),
    "nan_value_treatment must be one of": lambda m: m["features_info"]["float_features"][0].update(
        nan_value_treatment="Perhaps"
    ),
    "scale_and_bias must": lambda m: m.update(scale_and_bias=[1]),
    "the model has no features_info": lambda m: m.pop("features_info"),
    "oblivious_trees must be a list": lambda m: m.update(oblivious_trees={}),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_not_carried_is_refused_by_name(fault: str) -> None:
    (path,) = (path for path in GOLDEN if path.stem.endswith("squared"))
    model = copy.deepcopy(told(path)["model"])
    FAULTS[fault](model)
    with pytest.raises(ValueError, match=fault):
        from_catboost(json.dumps(model))


def test_trees_deeper_than_catboost_grows_are_refused() -> None:
    (path,) = (path for path in GOLDEN if path.stem.endswith("lossguide"))
    model = told(path)["model"]
    node: dict[str, Any] = {"value": 0.0, "weight": 1}
    for _ in range(17):
        split = {"split_type": "FloatFeature", "float_feature_index": 0, "border": 0.0}
        node = {"left": node, "right": {"value": 1.0, "weight": 1}, "split": split}
    model["trees"][2] = node
    with pytest.raises(ValueError, match="tree 2 is deeper than 16 splits"):
        from_catboost(json.dumps(model))
    with pytest.raises(ValueError, match="nested too deep"):
        from_catboost('{"trees": ' + "[" * 100_000)


def test_weights_of_rows_are_h_for_the_squared_error_alone() -> None:
    for path in GOLDEN:
        model = from_catboost(json.dumps(told(path)["model"]))
        solved = solve_catboost(model)
        assert solved.settings["lambda"].value == 3
        assert solved.settings["alpha"].why == "CatBoost has no such penalty"
        assert "mean weight of the rows" in solved.notes[0]
        assert np.isnan(solved.sums[0].G).all()
        assert np.isfinite(solved.sums[0].H).all() == (model.objective == "RMSE")
