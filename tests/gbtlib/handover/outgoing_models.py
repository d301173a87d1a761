"""Models to be handed over, of tables with ties, gaps, categories, weights, classes and rounds that drop."""

from typing import Any

import numpy as np

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor
from tests.gbtlib.handover.edge_rows import edge_rows, table

CASES: dict[str, dict[str, Any]] = {
    "squared": {},
    "absolute": {"loss": "absolute_error"},
    "ties": {"digits": 1},
    "gaps": {"missing": 0.2},
    "weights": {"weights": True},
    "two classes": {"n_classes": 2},
    "rare class": {"n_classes": 2, "rare": True},
    "classes": {"n_classes": 3},
    "classes, gaps, ties": {"n_classes": 4, "missing": 0.2, "digits": 1},
    "categories": {"categorical": True},
    "categories, gaps, classes": {"categorical": True, "missing": 0.1, "n_classes": 3},
    "histogram": {"tree_method": "hist"},
    "deep": {"max_depth": 9},
    "dart": {"booster": "dart", "rate_drop": 0.5, "n_classes": 3},
    "stopped early": {"learning_rate": 1.0, "early_stopping_rounds": 3, "n_estimators": 40},
}


def fitted(case: str) -> tuple[Any, np.ndarray]:
    given = dict(CASES[case])
    n_categorical = 2 if given.pop("categorical", False) else 0
    X, score = table(missing=given.pop("missing", 0.0), n_categorical=n_categorical)
    X = np.round(X, given.pop("digits")) if "digits" in given else X.astype(np.float32).astype(float)
    X, score = X.astype(np.float32).astype(float), np.nan_to_num(score)
    n_classes, rare = given.pop("n_classes", 0), given.pop("rare", False)
    y = np.digitize(score, np.quantile(score, np.arange(1, n_classes) / n_classes)) if n_classes else score
    y = (np.arange(len(y)) == 7).astype(int) if rare else y
    weight = np.linspace(0.5, 2, len(y)) if given.pop("weights", False) else None
    kind = GradientBoostingClassifier if n_classes else GradientBoostingRegressor
    categorical = [5, 4][:n_categorical] or None
    settings = {"n_estimators": 6, "max_depth": 4, "categorical_features": categorical} | given
    return kind(**settings).fit(X, y, sample_weight=weight), X


def codes_of(model: Any, X: np.ndarray) -> np.ndarray:
    """X with the place of its categories in the model's lists."""
    found = X.copy()
    for column, known in enumerate(model.features_.categories):
        if known is not None:
            place = {value: code for code, value in enumerate(known)}
            found[:, column] = [np.nan if np.isnan(x) else place[x] for x in X[:, column]]
    return found


def edges(model: Any, plain: Any, X: np.ndarray) -> np.ndarray:
    """Rows on every threshold of the opened model `plain` and next to it, in float64 and float32, with gaps
    and tiny numbers; of categories, those of training alone."""
    rows = edge_rows(plain, X)
    for column, known in enumerate(model.features_.categories):
        if known is not None:
            rows[:, column] = np.resize(X[:, column], len(rows))
    return rows


def many_rows(X: np.ndarray, n_rows: int = 1_000_000) -> np.ndarray:
    """Rows of columns that are shuffled by themselves, half of them moved, float32's numbers."""
    random = np.random.default_rng(0)
    rows = np.column_stack([random.permutation(np.resize(column, n_rows)) for column in X.T])
    whole = np.array([np.array_equal(np.floor(x := column[~np.isnan(column)]), x) for column in X.T])
    moved = np.where(random.random(rows.shape) < 0.5, random.normal(size=rows.shape), 0.0)
    return (rows + np.where(whole, 0, moved)).astype(np.float32).astype(np.float64)
