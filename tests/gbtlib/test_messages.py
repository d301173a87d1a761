"""What the library's functions say to arguments that make no sense: parameter, value and rule."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

from gbtlib import (
    DecisionTreeRegressor,
    GradientBoostingRegressor,
    Huber,
    build_model,
    every_partition,
    from_dense,
    from_triplets,
    learn_features,
    make_folds,
    metrics,
    one_against_rest,
    prune,
    prune_by_gamma,
    rescan,
    samme,
    sorted_partitions,
    tree_from_arrays,
)
from gbtlib.inputs.triplets import MOST_FEATURES

X = np.arange(12.0)[:, np.newaxis]
Y = X[:, 0] % 3
MODEL = GradientBoostingRegressor(n_estimators=2, trace="full").fit(X, Y)
ROUND = MODEL.trace_[0]
TREE = DecisionTreeRegressor().fit(X, Y).tree_
N_NODES = ROUND.trees[0].n_nodes
STUMP: dict[str, Any] = {
    "feature": [0, -1, -1],
    "threshold": [0.5, 0, 0],
    "children_left": [1, -1, -1],
    "children_right": [2, -1, -1],
    "weight": [0.0, -1.0, 2.0],
}
HUGE = 10**400


def look_again(node: Any, k: Any = 0) -> Any:
    return rescan(MODEL.columns_, MODEL.params_, ROUND, node, k)


MESSAGES: dict[str, tuple[Callable[[], Any], str]] = {
    "no rows to deal": (lambda: make_folds(-3, 2), "n_samples=-3 must be at least 1"),
    "half a row": (lambda: make_folds(2.5, 2), "n_samples=2.5 must be a whole number"),
    "few strata": (lambda: make_folds(6, 2, strata=np.arange(2)), "strata has 2 entries; it must have 6"),
    "many strata": (lambda: make_folds(6, 2, strata=np.arange(9)), "strata has 9 entries; it must have 6"),
    "nested strata": (lambda: make_folds(6, 2, strata=np.ones((6, 2))), "strata has shape (6, 2); it must"),
    "missing strata": (
        lambda: make_folds(2, 2, strata=[np.nan, 1]),
        "strata[0]=nan must be a class label, not a missing value",
    ),
    "a node too many": (lambda: look_again(99), f"node=99 must be at least 0 and at most {N_NODES - 1}"),
    "a node from the end": (lambda: look_again(-1), "node=-1 must be at least 0 and at most"),
    "a node by name": (lambda: look_again("root"), "node='root' must be a whole number"),
    "a class too many": (lambda: look_again(0, 1), "k=1 must be at least 0 and at most 0"),
    "negative weights": (lambda: samme([-1, 2.0], [True, False], 2), "weights[0]=-1 must be at least 0"),
    "no weights": (lambda: samme([0.0, 0.0], [True, False], 2), "weights is zero for every row; at least"),
    "weights of others": (lambda: samme([0.5, 0.5], [True], 2), "weights has 2 entries; it must have 1"),
    "one class": (lambda: samme([0.5, 0.5], [True, False], 1), "n_classes=1 must be at least 2"),
    "a negative rate": (lambda: samme([0.5, 0.5], [True, False], 2, -1), "learning_rate=-1 must be greater"),
    "no trees": (lambda: build_model(None, n_features=1), "trees is of type NoneType; it must be a list of"),
    "one tree": (
        lambda: build_model(TREE, n_features=1),
        "trees is of type Tree; it must be a list of trees",
    ),
    "one stump": (
        lambda: build_model(STUMP, n_features=1),
        "trees is of type dict; it must be a list of trees",
    ),
    "a table": (
        lambda: build_model(pd.DataFrame(STUMP), n_features=1),
        "trees is of type DataFrame; it must be a list of trees",
    ),
    "fewer than no rows": (
        lambda: tree_from_arrays({**STUMP, "n_samples": [-3, 0, 1]}, 1),
        "node 0 has n_samples=-3; it must be at least 0",
    ),
    "a vector": (
        lambda: from_dense([1, 2.0], absent="zero"),
        "X has shape (2,); it must have two dimensions",
    ),
    "texts": (
        lambda: from_dense([["a"]], absent="zero"),
        "X must hold numbers only (NaN for a missing value)",
    ),
    "texts as values": (
        lambda: from_triplets([0], [0], ["1"], absent="zero"),
        "v must hold numbers only: a text is no number",
    ),
    "a huge value": (
        lambda: from_triplets([0], [0], [HUGE], absent="zero"),
        "v must hold numbers only: int too",
    ),
    "a huge shape": (
        lambda: from_triplets([0], [0], [1], absent="zero", shape=(HUGE, 1)),
        "shape[0]=about 10**400 must be less than 2**63",
    ),
    "too many places": (
        lambda: from_triplets([0], [0], [1], absent="zero", shape=(2**40, 2**40)),
        "shape=(1099511627776, 1099511627776) must be of less than 2**63 places: they are numbered",
    ),
    "too many columns": (
        lambda: learn_features(from_triplets([0], [0], [1], absent="zero", shape=(2, MOST_FEATURES + 1))),
        f"X has {MOST_FEATURES + 1} features; triplets to be learned from must have at most {MOST_FEATURES}",
    ),
    "a huge delta": (lambda: Huber(HUGE), "delta=about 10**400 must be finite"),
    "a huge alpha": (lambda: prune(TREE, HUGE), "alpha=about 10**400 must be finite"),
    "more than certain": (
        lambda: metrics.log_loss([0, 1], [0.5, 1.2]),
        "probability[1]=1.2 must be at least 0 and at most 1",
    ),
    "less than impossible": (
        lambda: metrics.log_loss([0, 1], [[0.5, 0.5], [1.1, -0.1]]),
        "probability[1, 0]=1.1 must be at least 0 and at most 1",
    ),
    "nobody knows": (
        lambda: metrics.log_loss([0, 1], [np.nan, 0.5]),
        "probability[0]=nan must be at least 0 and at most 1",
    ),
    "more than there is": (
        lambda: metrics.log_loss([0, 1], [[0.5, 0.5], [0.5, 0.6]]),
        "probability[1] adds up to 1.1; the probabilities of a row must add up to 1",
    ),
    "votes": (
        lambda: metrics.log_loss([0, 1], np.float32([[1, 0], [0, 0.998046875]])),
        "probability[1] adds up to 0.998046875; the probabilities of a row must add up to 1",
    ),
    "a class of its own": (
        lambda: metrics.log_loss([0, 0], [[1], [1]]),
        "probability has shape (2, 1); it must be (n,), or (n, K) with a column a class",
    ),
    "texts as predictions": (
        lambda: metrics.mean_squared_error([0, 1], ["a", 1]),
        "prediction must hold numbers only: could not convert string to float",
    ),
    "negative weights of rows": (
        lambda: metrics.accuracy([0, 1], [0, 1], [-1, 2]),
        "sample_weight[0]=-1 must be at least 0",
    ),
    "rows without weight": (
        lambda: metrics.log_loss([0, 1], [0.5, 0.5], [0, 0]),
        "sample_weight is zero for every row; at least one must be positive",
    ),
}


@pytest.mark.parametrize("name", MESSAGES)
def test_messages(name: str) -> None:
    call, message = MESSAGES[name]
    with pytest.raises(ValueError, match="^" + re.escape(message)):
        call()


@pytest.mark.parametrize("gamma", [-1, -1e-300, np.nan, np.inf, HUGE, "a", None])
def test_gamma_is_a_price(gamma: Any) -> None:
    with pytest.raises(ValueError, match=r"^gamma=.* must be a number, at least 0 and at most 1e300$"):
        prune_by_gamma(TREE, gamma)


@pytest.mark.parametrize("ways", [every_partition, sorted_partitions, one_against_rest])
def test_how_many_categories_can_be_parted(ways: Callable[[int], Any]) -> None:
    assert ways(1).shape == (0, 1)
    for n, rule in ((0, "must be at least 1"), (-1, "must be at least 1"), (2.5, "must be a whole number")):
        with pytest.raises(ValueError, match=f"^n={n} {rule}"):
            ways(n)  # type: ignore[arg-type]
    if ways is every_partition:  # 2^39 rows would not fit into memory
        with pytest.raises(ValueError, match=r"^n=40 must be at least 1 and at most 16$"):
            ways(40)


def test_strata_of_any_labels() -> None:
    codes = [0, 0, 1, 1, 1, 0]
    expected = make_folds(6, 2, strata=np.array(codes)).tolist()
    assert make_folds(6, 2, strata=codes).tolist() == expected
    assert make_folds(6, 2, strata=["a" if code == 0 else "b" for code in codes]).tolist() == expected


def test_a_mean_of_probabilities_may_be_rounded() -> None:
    sure = np.nextafter(1.0, 2.0)
    assert metrics.log_loss([1, 0], [sure, 1 - sure]) == metrics.log_loss([1, 0], [1.0, 0.0])
