"""The model files that the lesson comes with, made anew: python -m tests.lessons.your_model.shipped_models.

Their settings stand here alone: the lesson knows them from the files.
"""

from typing import Any

import lightgbm
import xgboost

from workbench.data.catalogue import load_dataset
from workbench.paths import DATASETS_DIR

XGBOOST: dict[str, tuple[int, dict[str, Any]]] = {
    "cancer.ubj": (30, {"max_depth": 3}),
    "stump.ubj": (1, {"max_depth": 1}),
    "capped.ubj": (16, {"max_depth": 3, "max_delta_step": 1.6}),
}
LAMBDA, RATE = 1.7, 0.12
OF_LIGHTGBM = {"lambda_l2": 3.5, "learning_rate": 0.08, "num_leaves": 6, "min_data_in_leaf": 15}
ROUNDS_OF_LIGHTGBM = 20


def xgboost_file(name: str) -> bytes:
    """One of XGBOOST, on all rows of Breast cancer."""
    rounds, settings = XGBOOST[name]
    data = load_dataset("breast_cancer")
    rows = xgboost.DMatrix(data.X, data.y, feature_names=[str(each) for each in data.feature_names])
    usual = {
        "objective": "binary:logistic",
        "reg_lambda": LAMBDA,
        "eta": RATE,
        "nthread": 1,
        "tree_method": "hist",
        "max_bin": 1024,  # more than rows, so that every version of XGBoost has the same cuts
    }
    return bytes(xgboost.train(usual | settings, rows, rounds).save_raw("ubj"))


def lightgbm_file() -> bytes:
    """On all rows of Diabetes."""
    data = load_dataset("diabetes")
    names = [str(each) for each in data.feature_names]
    settings = {"objective": "regression", "verbose": -1, "num_threads": 1} | OF_LIGHTGBM
    rows = lightgbm.Dataset(data.X, data.y, feature_name=names)
    return lightgbm.train(settings, rows, ROUNDS_OF_LIGHTGBM).model_to_string().encode()


def every_file() -> dict[str, bytes]:
    """By the name of the file."""
    return {name: xgboost_file(name) for name in XGBOOST} | {"diabetes.txt": lightgbm_file()}


if __name__ == "__main__":
    for name, content in every_file().items():
        (DATASETS_DIR / "models" / name).write_bytes(content)
