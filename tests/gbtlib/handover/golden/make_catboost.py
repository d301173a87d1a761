"""Makes the golden files of CatBoost, where CatBoost is: run this file.

Each is a model as CatBoost saves it, but for most of its settings, with rows and CatBoost's own answers.
"""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

SMALL = {
    "iterations": 5,
    "depth": 3,
    "random_seed": 0,
    "thread_count": 1,
    "verbose": 0,
    "allow_writing_files": False,
}
CASES: dict[str, dict[str, Any]] = {
    "squared": {"loss_function": "RMSE"},
    "gaps_high": {"loss_function": "RMSE", "nan_mode": "Max"},
    "no_gaps": {"loss_function": "RMSE"},
    "logistic": {"loss_function": "Logloss"},
    "logistic_steps": {"loss_function": "Logloss", "leaf_estimation_iterations": 10},
    "classes": {"loss_function": "MultiClass"},
    "poisson": {"loss_function": "Poisson"},
    "lossguide": {"loss_function": "RMSE", "grow_policy": "Lossguide", "max_leaves": 6},
    "depthwise_classes": {"loss_function": "MultiClass", "grow_policy": "Depthwise"},
}
ANSWERS = {"Logloss": "Probability", "MultiClass": "Probability", "Poisson": "Exponent"}


def table(case: str) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(3)
    X = random.normal(size=(200, 4))
    score = 2 * X[:, 0] + np.sin(3 * X[:, 1]) + X[:, 2]
    X[random.random(X.shape) < 0.15] = 0.0
    if case != "no_gaps":
        X[random.random(X.shape) < 0.15] = np.nan
    if "classes" in case:
        return X, np.digitize(score, [-1, 1])
    if case.startswith("logistic"):
        return X, (score > 0).astype(int)
    return X, np.floor(np.exp(score / 3)) if case == "poisson" else score


def edge_rows(document: dict[str, Any], X: np.ndarray) -> np.ndarray:
    """Rows with a border, or a neighbour of it in float32 or float64, in one column; zeros, gaps."""
    random, found = np.random.default_rng(1), [X[:6]]
    for column, feature in enumerate(document["features_info"]["float_features"]):
        for border in feature["borders"]:
            if abs(border) > 3e38:
                continue
            near = [border, np.nextafter(border, -np.inf), np.nextafter(border, np.inf)]
            near += [np.nextafter(np.float32(border), np.float32(end)) for end in (-np.inf, np.inf)]
            rows = X[random.integers(0, len(X), len(near))]
            rows[:, column] = near
            found.append(rows)
    rows = X[random.integers(0, len(X), 16)]
    odd = random.random(rows.shape) < 0.5
    rows[odd] = random.choice([np.nan, np.nan, 0.0, -0.0, 1e-40, 1e30, -1e30, 3.5e38], odd.sum())
    return np.vstack([*found, rows])


def main() -> None:
    import catboost

    for case, settings in CASES.items():
        X, y = table(case)
        booster = catboost.CatBoost(SMALL | settings).fit(X, y)
        with TemporaryDirectory() as folder:
            booster.save_model(f"{folder}/model.json", format="json")
            document = json.loads(Path(folder, "model.json").read_text())
        params = document["model_info"]["params"]
        kept = {"iterations": params["boosting_options"]["iterations"]}
        kept["learning_rate"] = params["boosting_options"]["learning_rate"]
        leaves = ("l2_leaf_reg", "leaf_estimation_iterations", "leaf_estimation_method")
        document["model_info"] = {
            "params": {
                "boosting_options": kept,
                "loss_function": params["loss_function"],
                "tree_learner_options": {name: params["tree_learner_options"][name] for name in leaves},
            }
        }
        rows = edge_rows(document, X)
        if case == "no_gaps":
            rows = rows[~np.isnan(rows).any(axis=1)]
        raw = booster.predict(rows, prediction_type="RawFormulaVal").reshape(len(rows), -1)
        kind = ANSWERS.get(settings["loss_function"], "RawFormulaVal")
        answers = booster.predict(rows, prediction_type=kind).reshape(len(rows), -1)
        told = {"model": document, "rows": listed(rows), "raw": raw.tolist(), "predicted": answers.tolist()}
        name = f"catboost_{catboost.__version__}_{case}.json"
        Path(__file__).with_name(name).write_text(json.dumps(told, separators=(",", ":")) + "\n")


def listed(rows: np.ndarray) -> list[list[float | None]]:
    """Rows for JSON, which has no NaN."""
    return [[None if np.isnan(x) else float(x) for x in row] for row in rows]


if __name__ == "__main__":
    main()
