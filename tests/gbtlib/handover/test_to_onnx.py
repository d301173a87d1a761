"""Models of gbtlib in ONNX, as its runtime answers: rows take the same ways, exactly on thresholds too."""

import sys
from typing import Any

import numpy as np
import onnxruntime
import pytest
from onnx.reference import ReferenceEvaluator

import gbtlib
from gbtlib.handover.lightgbm_file import to_lightgbm
from gbtlib.handover.lightgbm_models import from_lightgbm
from gbtlib.handover.onnx_file import to_onnx
from tests.gbtlib.handover.edge_rows import table
from tests.gbtlib.handover.outgoing_models import CASES, codes_of, edges, fitted, many_rows

pytestmark = pytest.mark.sweep
EPSILON = np.finfo(np.float32).eps
VOTERS: dict[str, Any] = {
    "AdaBoost": gbtlib.AdaBoostClassifier(n_estimators=9, max_depth=2),
    "forest of classes": gbtlib.RandomForestClassifier(n_estimators=5, max_depth=5),
    "forest": gbtlib.RandomForestRegressor(n_estimators=5, max_depth=5),
    "tree of classes": gbtlib.DecisionTreeClassifier(max_depth=4),
    "tree": gbtlib.DecisionTreeRegressor(max_depth=4),
}


def answers(model: Any, codes: np.ndarray) -> dict[str, Any]:
    """What the runtime answers, by name."""
    session = onnxruntime.InferenceSession(to_onnx(model), providers=["CPUExecutionProvider"])
    names = [each.name for each in session.get_outputs()]
    return dict(zip(names, session.run(names, {"X": codes.astype(np.float32)}), strict=True))


def agree(model: Any, rows: np.ndarray) -> None:
    """Raw predictions to float32's rounding, which a row on another way would break by far."""
    found, want = answers(model, codes_of(model, rows)), model.raw_prediction(rows)
    raw = found["raw_prediction" if "label" in found else "prediction"]
    scale = np.abs(want).max()
    np.testing.assert_allclose(raw.reshape(want.shape), want, rtol=2e-6, atol=2e-6 * scale)
    if "label" in found:
        np.testing.assert_allclose(found["probabilities"], model.predict_proba(rows), rtol=2e-5, atol=1e-6)
        assert np.mean(found["label"] != model.predict(rows)) < 1e-4


@pytest.mark.parametrize("case", CASES)
def test_the_runtime_predicts_as_here(case: str) -> None:
    model, X = fitted(case)
    rows = np.clip(edges(model, from_lightgbm(to_lightgbm(model)), X), -1e38, 1e38)
    agree(model, rows.astype(np.float32).astype(np.float64))


@pytest.mark.wide
@pytest.mark.parametrize("case", CASES)
def test_a_million_rows_predict_as_here(case: str) -> None:
    model, X = fitted(case)
    agree(model, many_rows(X))


@pytest.mark.parametrize("name", VOTERS)
def test_votes_forests_and_trees(name: str) -> None:
    X, score = (each.astype(np.float32).astype(np.float64) for each in table(missing=0.1, n_categorical=1))
    model, X[:, 5] = VOTERS[name], np.nan_to_num(X[:, 5])
    is_classes = hasattr(model, "predict_proba")
    names = np.array(["low", "middle", "high"])
    y = names[np.digitize(np.nan_to_num(score), [-1.0, 1.0])] if is_classes else np.nan_to_num(score)
    model.fit(X, y)
    found = answers(model, X)
    if not is_classes:
        want = model.predict(X)  # added up in 32 bits: what is near 0 has the error of its terms
        np.testing.assert_allclose(
            found["prediction"][:, 0], want, rtol=2e-6, atol=EPSILON * np.abs(want).max()
        )
        return
    np.testing.assert_allclose(found["probabilities"], model.predict_proba(X), rtol=2e-5, atol=1e-6)
    np.testing.assert_array_equal(found["label"], model.predict(X))


def test_unknown_categories_and_gaps_go_the_default_way_in_two_runtimes() -> None:
    model, X = fitted("categories, gaps, classes")
    codes = codes_of(model, X)
    reference = ReferenceEvaluator(to_onnx(model))
    for unknown in (np.nan, 41.0, 1e6, -3.0, 0.5):
        codes[:, 5], X[:, 5] = unknown, np.nan
        want = model.predict_proba(X)
        np.testing.assert_allclose(answers(model, codes)["probabilities"], want, rtol=2e-5)
        theirs = reference.run(["probabilities"], {"X": codes.astype(np.float32)})[0]
        np.testing.assert_allclose(theirs, want, rtol=2e-5)


def test_what_onnx_has_not_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    X, score = table()
    two = gbtlib.GradientBoostingClassifier(n_estimators=2, loss="exponential").fit(X, score > 0)
    with pytest.raises(ValueError, match="loss 'exponential' is none of ONNX's; there are squared_error"):
        to_onnx(two)
    with pytest.raises(ValueError, match="DecisionTreeRegressor is no fitted model of gbtlib"):
        to_onnx(gbtlib.DecisionTreeRegressor())
    X[:40, 0] = np.nan
    with pytest.raises(ValueError, match="tree 0 asks surrogates, which ONNX has not"):
        to_onnx(gbtlib.DecisionTreeRegressor(max_depth=2, surrogates=1).fit(X, score))
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(ModuleNotFoundError, match="onnx"):
        to_onnx(gbtlib.DecisionTreeRegressor(max_depth=2).fit(X, score))
