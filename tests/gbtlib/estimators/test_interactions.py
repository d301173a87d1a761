"""Interaction constraints: which features meet on a path, by every search; what lists say and refuse."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor, TreeParams, from_dense, load
from gbtlib.loops.draws import permitted
from gbtlib.loops.reasons import WHY_LEAF
from tests.gbtlib.models import table, target

X, HOLES = table(p=5), table(p=5, missing=0.4)
Y = target(X) + X[:, 3] - X[:, 4]
SMALL: dict[str, Any] = {"n_estimators": 6, "max_depth": 5, "trace": "full"}
GROUPS = [[0, 1], [1, 2, 3]]  # 4 is in none
ALONE = [{0, 1}, {1, 2, 3}, {4}]


def paths(model: Any) -> set[frozenset[int]]:
    """The features that cut each path from the root to a leaf, of all trees."""
    return {
        frozenset(tree.feature[tree.path_to(leaf)[:-1]].tolist())
        for round_ in model.trace_
        for tree in round_.trees
        for leaf in np.flatnonzero(tree.is_leaf).tolist()
    }


def test_by_hand() -> None:
    groups = [(0, 1), (1, 2, 3)]
    assert permitted(groups, [], 5).tolist() == [0, 1, 2, 3, 4]
    assert permitted(groups, [1], 5).tolist() == [0, 1, 2, 3]
    assert permitted(groups, [0], 5).tolist() == [0, 1]
    assert permitted(groups, [1, 3], 5).tolist() == [1, 2, 3]
    assert permitted(groups, [4], 5).tolist() == [4]
    assert permitted([], [2], 5).tolist() == [2]


KINDS: dict[str, tuple[Any, dict[str, Any]]] = {
    "numbers": (X, {}),
    "holes": (HOLES, {}),
    "bins": (HOLES, {"tree_method": "hist", "max_bin": 8}),
    "triplets": (from_dense(HOLES, absent="missing"), {}),
    "bins of triplets": (from_dense(HOLES, absent="missing"), {"tree_method": "hist"}),
    "drawn": (X, {"colsample_bynode": 0.6}),
    "best first": (X, {"grow_policy": "lossguide", "max_leaves": 9}),
    "directions": (X, {"monotonic_cst": [1, 0, 0, 1, 0]}),
    "categories": (np.round(X), {"categorical_features": [1, 4]}),
    "categories in bins": (np.round(X), {"categorical_features": [1, 4], "tree_method": "hist"}),
    "gamma": (X, {"gamma": 0.3, "pruning": "full"}),
}


@pytest.mark.parametrize("kind", KINDS)
def test_features_of_a_path_are_of_one_group_and_the_best_candidate_is_the_split(kind: str) -> None:
    rows, more = KINDS[kind]
    model = GradientBoostingRegressor(interaction_constraints=GROUPS, **{**SMALL, **more}).fit(rows, Y)
    assert all(any(path <= group for group in ALONE) for path in paths(model))
    free = GradientBoostingRegressor(**{**SMALL, **more}).fit(rows, Y)
    assert not all(any(path <= group for group in ALONE) for path in paths(free))
    forbidden = 0
    for round_ in model.trace_[:3]:
        tree = round_.trees[0]
        for node in np.flatnonzero(~tree.is_leaf).tolist():
            found = model.candidates(round_.number, node)
            why = np.array([found.why_not(i) for i in range(len(found))])
            forbidden += (why == "interaction_constraints").sum()
            assert node > 0 or not (why == "interaction_constraints").any()
            best = found.best
            assert (found.feature[best], found.gain[best]) == (tree.feature[node], tree.gain[node])
    assert forbidden > 100


def test_a_leaf_says_that_only_other_features_gain() -> None:
    rows = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    model = GradientBoostingRegressor(
        n_estimators=1, reg_lambda=0.0, interaction_constraints=[[0], [1]], trace="full"
    ).fit(rows, [0.0, 1.0, 10.0, 11.0])  # fmt: skip
    tree = model.trace_[0].trees[0]
    assert tree.feature.tolist() == [0, -1, -1]
    assert [WHY_LEAF[why].split(":")[0] for why in tree.why_leaf[1:]] == ["interaction_constraints"] * 2
    assert model.candidates(1, 1).to_frame()["why_not"].tolist() == ["interaction_constraints"]


def test_one_group_of_all_features_is_no_constraint_to_the_last_bit() -> None:
    free, constrained = (
        GradientBoostingRegressor(interaction_constraints=given, **SMALL).fit(X, Y)
        for given in (None, [range(5)])
    )
    assert np.array_equal(free.raw_prediction(X), constrained.raw_prediction(X))


def test_triplets_and_full_matrices_give_the_same_trees() -> None:
    models = [
        GradientBoostingRegressor(interaction_constraints=GROUPS, **SMALL).fit(rows, Y)
        for rows in (HOLES, from_dense(HOLES, absent="missing"))
    ]
    assert np.array_equal(models[0].raw_prediction(HOLES), models[1].raw_prediction(HOLES))


def test_several_classes() -> None:
    model = GradientBoostingClassifier(interaction_constraints=GROUPS, **SMALL).fit(
        X, np.digitize(Y, [-1, 1])
    )
    assert all(any(path <= group for group in ALONE) for path in paths(model))


def test_groups_by_name_and_in_a_file(tmp_path: Any) -> None:
    frame = pd.DataFrame(X, columns=[f"v{j}" for j in range(5)])
    named = GradientBoostingRegressor(interaction_constraints=[["v1", "v0"], ["v1", "v2", 3]], **SMALL)
    model = named.fit(frame, Y)
    assert model.params_.interaction_constraints == ((0, 1), (1, 2, 3))
    model.save(tmp_path / "model.json")
    loaded = load(tmp_path / "model.json")
    assert loaded.params_ == model.params_
    assert np.array_equal(loaded.predict(frame), model.predict(frame))


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ("ab", "interaction_constraints='ab' must have groups of features, as"),
        ([0, 1], r"interaction_constraints=\[0, 1\] must have groups of features"),
        ([[0, 9]], "interaction_constraints: 9 must name columns of X, or number them from 0 to 4"),
        ([["v"]], "interaction_constraints: 'v' must name columns of X"),
        ([[0.5]], "interaction_constraints: 0.5 must name columns of X"),
    ],
    ids=str,
)
def test_what_is_no_group(given: Any, rule: str) -> None:
    with pytest.raises(ValueError, match=rule):
        GradientBoostingRegressor(interaction_constraints=given).fit(X, Y)
    with pytest.raises(ValueError, match="must have groups of features"):
        TreeParams(interaction_constraints=((-1,),))
