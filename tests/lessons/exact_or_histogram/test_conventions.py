"""Terms of one system in another's: there and back, by hand, and by the libraries' own leaves."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from lightgbm import LGBMClassifier, LGBMRegressor
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from xgboost import XGBClassifier, XGBRegressor

from workbench.lessons.exact_or_histogram.conventions import (
    HERE,
    SYSTEMS,
    Terms,
    from_here,
    to_here,
    translated,
)
from workbench.lessons.exact_or_histogram.same_trees import DEPTH, likeness, rows_of_terms, said_tree

PAIRS = [(name, loss) for name, system in SYSTEMS.items() for loss in system.scale]
SAID = Terms(1.5, 0.75, 0.25)


@pytest.mark.parametrize(("name", "loss"), PAIRS)
def test_there_and_back(name: str, loss: str) -> None:
    gamma = SAID.gamma if SYSTEMS[name].names[1] else None
    said = SAID._replace(gamma=gamma)
    assert from_here(name, loss, to_here(name, loss, said)) == pytest.approx(said)
    here = SAID if gamma is not None else SAID._replace(gamma=0.0)
    assert to_here(name, loss, from_here(name, loss, here)) == pytest.approx(here)


@pytest.mark.parametrize(
    ("name", "loss", "said", "here"),
    [
        ("xgboost", "squared", (1, 3, 0.3), (1, 1.5, 0.3)),
        ("lightgbm", "logistic", (1, 3, 0.3), (1, 1.5, 0.3)),
        ("onedal", "logistic", (2, 1, 0.1), (2, 0.5, 0.1)),
        ("scikit-learn", "squared", (2, None, 0.1), (2, 0, 0.1)),
        # Derivatives (2r, 2) with (2 lambda, 2 gamma) are (r, 1) with (lambda, gamma).
        ("pluggable", "squared", (2, 2, 1), (1, 1, 1)),
        # A rate inside g and h is lambda over its square, and leaves over it.
        ("scratch", "logistic", (1, 0.5, 0.1), (100, 0.5, 10)),
        ("pluggable", "squared", (2, 2, 0.5), (4, 1, 2)),
    ],
)
def test_by_hand(name: str, loss: str, said: tuple[Any, ...], here: tuple[float, ...]) -> None:
    assert to_here(name, loss, Terms(*said)) == pytest.approx(here)


def test_what_cannot_be_said() -> None:
    assert translated("xgboost", "scratch", "squared", SAID) is None
    assert translated("xgboost", "scikit-learn", "squared", SAID) is None
    assert translated("xgboost", "scikit-learn", "squared", SAID._replace(gamma=0.0)) == (1.5, None, 0.25)
    for translate in (to_here, from_here):
        with pytest.raises(ValueError, match="rate=0 must be greater than 0"):
            translate("xgboost", "squared", SAID._replace(rate=0))


@pytest.mark.parametrize(("name", "other", "loss"), [(a, b, loss) for a, loss in PAIRS for b in SYSTEMS])
def test_translated_terms_grow_the_same_tree(name: str, other: str, loss: str) -> None:
    said = SAID._replace(gamma=0.75 if SYSTEMS[name].names[1] else None)
    there = translated(name, other, loss, said)
    if there is None:
        assert loss not in SYSTEMS[other].scale or other == "scikit-learn"
        return
    assert likeness(said_tree(name, loss, said), said_tree(other, loss, there)).is_same


def test_other_terms_grow_another_tree() -> None:
    assert not likeness(said_tree(HERE, "squared", SAID), said_tree("pluggable", "squared", SAID)).is_same
    small, large = SAID._replace(gamma=0.0), SAID._replace(gamma=1e6)
    assert not likeness(said_tree(HERE, "squared", small), said_tree(HERE, "squared", large)).same_questions


def fitted(name: str, loss: str, terms: Terms) -> Any:
    """The library itself with these terms, one round from raw prediction 0, as deep as the page's trees."""
    X, y = rows_of_terms(loss)
    names = SYSTEMS[name].names
    given = dict(zip(names, terms, strict=True)) | {"max_depth": DEPTH}
    given.pop("", None)
    regression = loss == "squared"
    if name == "xgboost":
        kind = XGBRegressor if regression else XGBClassifier
        more = {"tree_method": "exact", "base_score": 0.0 if regression else 0.5, "min_child_weight": 0}
        return kind(n_estimators=1, **given, **more).fit(X, y)
    if name == "lightgbm":
        kind = LGBMRegressor if regression else LGBMClassifier
        bins = {"max_bin": 255, "min_data_in_bin": 1, "min_child_samples": 1, "min_child_weight": 0}
        return kind(
            n_estimators=1, boost_from_average=False, num_leaves=2**DEPTH, verbose=-1, **given, **bins
        ).fit(X, y)
    kind = HistGradientBoostingRegressor if regression else HistGradientBoostingClassifier
    return kind(
        max_iter=1, min_samples_leaf=1, max_leaf_nodes=None, max_bins=255, early_stopping=False, **given
    ).fit(X, y)


def raw_of(name: str, model: Any, loss: str) -> Any:
    """Its raw prediction for the page's rows."""
    X, _ = rows_of_terms(loss)
    if name == "scikit-learn":
        return model._raw_predict(X)[:, 0]
    if name == "lightgbm":
        return model.predict(X, raw_score=True)
    return model.predict(X, output_margin=True)


@pytest.mark.parametrize(
    ("name", "loss"), list(product(("xgboost", "lightgbm", "scikit-learn"), ("squared", "logistic")))
)
@pytest.mark.parametrize("asked", ["scratch", "pluggable", HERE])
@pytest.mark.parametrize("gamma", [0.0, 1.0, 8.0])
def test_the_libraries_add_the_same(name: str, loss: str, asked: str, gamma: float) -> None:
    if loss not in SYSTEMS[asked].scale:
        return
    said = Terms(3.0, gamma, 0.5 if asked == HERE else 2.5)
    there = translated(asked, name, loss, said)
    if there is None:
        assert name == "scikit-learn" and gamma > 0
        return
    X, _ = rows_of_terms(loss)
    ours = said_tree(asked, loss, said)
    added = np.zeros(ours.tree.n_nodes)
    added[ours.tree.leaves] = ours.added
    theirs = raw_of(name, fitted(name, loss, there), loss)
    assert np.allclose(theirs, added[ours.tree.apply(X)], rtol=2e-5, atol=1e-6)
