"""Monotone constraints: predictions that never run the wrong way, by every search; and what is refused."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor, Triplets, from_dense, load
from gbtlib.loops.reasons import WHY_LEAF
from tests.gbtlib.models import table, target

X, HOLES = table(), table(missing=0.2)
Y = target(X)
SMALL: dict[str, Any] = {"n_estimators": 6, "max_depth": 5, "trace": "full"}
UP = (1,) + (0,) * (X.shape[1] - 1)


def course(model: Any, feature: int, n: int = 20) -> np.ndarray:
    """Predictions for some rows while one feature goes through all its values: (n rows, n values)."""
    values = np.unique(X[:, feature])
    rows = np.repeat(X[:n], len(values), axis=0)
    rows[:, feature] = np.tile(values, n)
    return model.raw_prediction(rows).reshape(n, -1)


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("feature", [0, 1])
@pytest.mark.parametrize(
    "setting",
    [
        {},
        {"tree_method": "hist", "max_bin": 16},
        {"reg_alpha": 0.5},
        {"grow_policy": "lossguide", "max_leaves": 9},
        {"colsample_bynode": 0.5},
        {"gamma": 0.3, "pruning": "full"},
    ],
    ids=str,
)
def test_no_prediction_runs_the_wrong_way(feature: int, direction: int, setting: dict[str, Any]) -> None:
    y = Y - 2 * direction * np.sin(3 * X[:, feature])
    model = GradientBoostingRegressor(monotonic_cst={feature: direction}, **{**SMALL, **setting}).fit(X, y)
    steps = direction * np.diff(course(model, feature), axis=1)
    assert steps.min() >= 0
    assert steps.max() > 0
    free = GradientBoostingRegressor(**{**SMALL, **setting}).fit(X, y)
    assert (direction * np.diff(course(free, feature), axis=1)).min() < 0


def test_no_directions_are_no_constraints_to_the_last_bit() -> None:
    free, constrained = (
        GradientBoostingRegressor(monotonic_cst=given, **SMALL).fit(X, Y)
        for given in (None, np.zeros(len(UP), int))
    )
    assert constrained.params_ == free.params_
    assert np.array_equal(constrained.predict(X), free.predict(X))


def test_by_hand() -> None:
    """y = 0, 4, 1, 9 must not fall: the first cut is before 9 and keeps weights apart at (5/3 + 9) / 2.

    Of 0, 4, 1 the free leaves would be 0, 4, 1; 4 before 1 falls, so that 0 and their mean are best.
    """
    model = GradientBoostingRegressor(
        n_estimators=1, learning_rate=1.0, reg_lambda=0.0, base_score=0.0, monotonic_cst=[1], trace="full"
    ).fit(np.arange(4.0)[:, np.newaxis], [0.0, 4.0, 1.0, 9.0])
    assert model.predict(np.arange(4.0)[:, np.newaxis]) == pytest.approx([0.0, 2.5, 2.5, 9.0])
    tree = model.trace_[0].trees[0]
    assert tree.gain[0] == pytest.approx(((5**2) / 3 + 81 - 14**2 / 4) / 2)
    pair = int(np.flatnonzero(tree.is_leaf & (tree.n_samples == 2))[0])
    assert WHY_LEAF[tree.why_leaf[pair]].startswith("monotonic_cst")


def test_bounds_hold_below_cuts_by_other_features() -> None:
    """The left side of x0 <= 0 may not rise above the middle of 1 and 3, wherever x1 is cut there."""
    rows = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    y = np.array([-2.0, 4.0, 3.0, 3.0])
    model = GradientBoostingRegressor(
        n_estimators=1, learning_rate=1.0, reg_lambda=0.0, base_score=0.0, monotonic_cst=[1, 0], max_depth=2,
        pruning="full", trace="full",
    ).fit(rows, y)  # fmt: skip
    steps = model.predict(rows)
    assert steps[2] >= steps[0]
    assert steps[3] >= steps[1]


@pytest.mark.parametrize("kind", ["numbers", "holes", "bins", "triplets", "classes"])
def test_the_best_candidate_of_a_node_is_its_split(kind: str) -> None:
    rows: Any = from_dense(HOLES, absent="missing") if kind == "triplets" else HOLES if kind == "holes" else X
    assert isinstance(rows, Triplets) == (kind == "triplets")
    of_kind = {"tree_method": "hist", "max_bin": 8} if kind == "bins" else {}
    estimator = GradientBoostingClassifier if kind == "classes" else GradientBoostingRegressor
    directions = [1, -1] + [0] * (X.shape[1] - 2)
    model = estimator(monotonic_cst=directions, **SMALL, **of_kind).fit(
        rows, Y > 0 if kind == "classes" else Y
    )
    forbidden = 0
    for round_ in model.trace_[:3]:
        tree = round_.trees[0]
        for node in np.flatnonzero(~tree.is_leaf):
            found = model.candidates(round_.number, int(node))
            forbidden += sum(found.why_not(i) == "monotonic_cst" for i in range(len(found)))
            assert (found.feature[found.best], found.gain[found.best]) == (
                tree.feature[node],
                tree.gain[node],
            )
            assert found.threshold[found.best] == tree.threshold[node]
    assert forbidden > 100


def test_forbidden_cuts_tell_what_they_would_gain() -> None:
    """With a penalty and without: nothing bounds the root, so cuts gain what they do without constraints."""
    for reg_lambda in (0.0, 1.0):
        free, constrained = (
            GradientBoostingRegressor(**SMALL, reg_lambda=reg_lambda, monotonic_cst=given).fit(X, Y)
            for given in (None, [-1, 1] + [0] * (X.shape[1] - 2))
        )
        everything, found = (model.candidates(1) for model in (free, constrained))
        wrong = np.array([found.why_not(i) == "monotonic_cst" for i in range(len(found))])
        assert 0 < wrong.sum() < len(found)
        assert found.gain == pytest.approx(everything.gain, rel=1e-9, abs=1e-9)
        assert found.score == pytest.approx(everything.score, rel=1e-9, abs=1e-9)
        drawn = str(constrained.plot_gain(1, feature=0))
        assert "monotonic_cst" in drawn
        assert "e+" not in drawn  # no curve leaves the picture


def test_triplets_and_full_matrices_give_the_same_trees() -> None:
    models = [
        GradientBoostingRegressor(monotonic_cst=UP, **SMALL).fit(rows, Y)
        for rows in (HOLES, from_dense(HOLES, absent="missing"))
    ]
    assert np.array_equal(models[0].raw_prediction(HOLES), models[1].raw_prediction(HOLES))


def test_directions_by_name_and_in_a_file(tmp_path: Any) -> None:
    names = [f"v{j}" for j in range(X.shape[1])]
    frame = pd.DataFrame(X, columns=names)
    model = GradientBoostingRegressor(monotonic_cst={"v0": 1}, **SMALL).fit(frame, Y)
    assert model.params_.monotonic_cst == UP
    model.save(tmp_path / "model.json")
    loaded = load(tmp_path / "model.json")
    assert loaded.params_ == model.params_
    assert np.array_equal(loaded.predict(frame), model.predict(frame))


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ((1, 0), r"monotonic_cst=\(1, 0\) has 2 directions; it must have one for each of the"),
        ((2,) * X.shape[1], "monotonic_cst=.* must have 1, -1 or 0 for each feature"),
        ("up", "monotonic_cst='up' must have 1, -1 or 0 for each feature"),
        ({"none": 1}, "monotonic_cst: 'none' must name columns of X"),
        ({0: 0.5}, "must have 1, -1 or 0 for each feature"),
    ],
    ids=str,
)
def test_what_is_no_constraint(given: Any, rule: str) -> None:
    with pytest.raises(ValueError, match=rule):
        GradientBoostingRegressor(monotonic_cst=given).fit(X, Y)


def test_where_constraints_are_not_taken() -> None:
    with pytest.raises(ValueError, match="must be None for several classes"):
        GradientBoostingClassifier(monotonic_cst=UP).fit(X, np.digitize(Y, [-0.5, 0.5]))
    with pytest.raises(ValueError, match="must be None with categories"):
        GradientBoostingRegressor(monotonic_cst=UP, categorical_features=[1]).fit(np.round(X), Y)
