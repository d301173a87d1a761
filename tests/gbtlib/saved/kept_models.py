"""A model of every kind that can be saved, with rows to ask it about; and one saved and loaded again."""

from pathlib import Path
from typing import Any

import numpy as np

from gbtlib import (
    AdaBoostClassifier,
    BinaryExpressionLoss,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    ExpressionLoss,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    Huber,
    RandomForestClassifier,
    RandomForestRegressor,
    Softmax,
    build_model,
    from_dense,
    load,
)
from tests.gbtlib.inputs import category_tables
from tests.gbtlib.models import MODELS as NUMBERS
from tests.gbtlib.models import table, target

X, HOLES, UNSEEN = table(), table(missing=0.2), table(60, seed=5, ties=False, missing=0.2)
Y, Y_HOLES = target(X), target(HOLES)
CLASSES = np.array(["low", "middle", "high"])[np.digitize(Y, [-0.7, 0.7])]
TRIPLETS = from_dense(HOLES, absent="missing")
SMALL: dict[str, Any] = {"n_estimators": 3, "max_depth": 4}
HALF = len(X) // 2

OTHERS: dict[str, Any] = {
    "squares by formula": GradientBoostingRegressor(loss=ExpressionLoss("(y - F)**2 / 2"), **SMALL),
    "logistic by formula": GradientBoostingClassifier(
        loss=BinaryExpressionLoss("log(1 + exp(F)) - y * F", second_order=False), **SMALL
    ),
    "huber with a delta": GradientBoostingRegressor(loss=Huber(0.1 + 0.2), **SMALL),
    "softmax with a scale": GradientBoostingClassifier(loss=Softmax(3, hessian_scale=1.5), **SMALL),
    "bins": GradientBoostingRegressor(tree_method="hist", max_bin=8, **SMALL),
    "base score": GradientBoostingRegressor(base_score=1 / 3, **SMALL),
    "tree": DecisionTreeRegressor(max_depth=5, ccp_alpha=0.05),
    "root alone": DecisionTreeRegressor(max_leaves=2, min_samples_leaf=1000),
    "class tree": DecisionTreeClassifier(criterion="entropy", purity_stop=0.9, ccp_alpha=0.01),
    "surrogates": DecisionTreeClassifier(max_depth=4, surrogates=3),
    "forest": RandomForestRegressor(n_estimators=4, seed=7),
    "class forest": RandomForestClassifier(n_estimators=4, max_depth=3),
    "every row": GradientBoostingRegressor(trace="full", **SMALL),
    "class weights": GradientBoostingClassifier(class_weight={"low": 2, "middle": 1, "high": 0.5}, **SMALL),
    "balanced": RandomForestClassifier(n_estimators=3, class_weight="balanced"),
    "rows set aside": GradientBoostingRegressor(
        early_stopping_rounds=2, validation_fraction=0.3, trace="full", **SMALL
    ),
    "bare trees": GradientBoostingClassifier(trace="none", **SMALL),
    "bare forest": RandomForestClassifier(n_estimators=3, trace="none"),
    "bare adaboost": AdaBoostClassifier(n_estimators=3, max_depth=2, surrogates=1, trace="none"),
    "adaboost": AdaBoostClassifier(n_estimators=5, max_depth=3, ccp_alpha=0.01),
}


def fitted(name: str, model: Any) -> Any:
    two = "logistic" in name
    if model.task == "classification":
        return model.fit(HOLES, Y_HOLES > 0 if two else CLASSES)
    return model.fit(HOLES, Y_HOLES)


def asked() -> dict[str, tuple[Any, Any]]:
    """Every model with rows that it has not seen."""
    found = {name: (model, UNSEEN) for name, model in NUMBERS.items()}
    found |= {name: (fitted(name, model), UNSEEN) for name, model in OTHERS.items()}
    rows, _ = category_tables.mixed(60, seed=9)
    found |= {f"{name} of a table": (model, rows) for name, model in category_tables.MODELS.items()}
    sparse = GradientBoostingRegressor(**SMALL).fit(TRIPLETS, Y_HOLES)
    found["triplets"] = sparse, from_dense(UNSEEN, absent="missing")
    early = GradientBoostingRegressor(n_estimators=60, learning_rate=1.0, early_stopping_rounds=2)
    early.fit(X[:HALF], Y[:HALF], validation=(X[HALF:], Y[HALF:]))
    found["stopped early"] = early, UNSEEN
    trees = [round_.trees[0] for round_ in found["missing"][0].trace_]
    found["built of trees"] = build_model(trees, n_features=4, learning_rate=0.3), UNSEEN
    found["constant y"] = GradientBoostingRegressor(**SMALL).fit(X, Y * 0 + 3.25), UNSEEN
    return found


ASKED = asked()


def loaded(model: Any, folder: Path) -> Any:
    """The model saved and read again."""
    model.save(folder / "model.json")
    return load(folder / "model.json")
