"""Terms of one system in another's grow the same tree, here and in the libraries themselves."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from lightgbm import LGBMClassifier, LGBMRegressor
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from xgboost import XGBClassifier, XGBRegressor

from workbench.lessons.exact_or_histogram.same_trees import DEPTH, difference, rows_of_terms, said_tree
from workbench.link.values import read
from workbench.models.systems import HERE, LOSSES_OF_TERMS, SYSTEMS, Terms, translated

PAIRS = [(name, loss) for name, system in SYSTEMS.items() for loss in system.scale if loss in LOSSES_OF_TERMS]
SAID = Terms(1.5, 0.75, 0.25)


@pytest.mark.parametrize(("name", "other", "loss"), [(a, b, loss) for a, loss in PAIRS for b in SYSTEMS])
def test_translated_terms_grow_the_same_tree(name: str, other: str, loss: str) -> None:
    said = SAID._replace(gamma=0.75 if SYSTEMS[name].names[1] else None)
    there = translated(name, other, loss, said)
    if there is None:
        assert loss not in SYSTEMS[other].scale or other == "scikit-learn"
        return
    assert difference(said_tree(name, loss, said), said_tree(other, loss, there)) < 1e-10


def test_other_terms_grow_another_tree() -> None:
    assert not difference(said_tree(HERE, "squared", SAID), said_tree("pluggable", "squared", SAID)) < 1e-3
    small, large = SAID._replace(gamma=0.0), SAID._replace(gamma=1e6)
    assert np.isnan(difference(said_tree(HERE, "squared", small), said_tree(HERE, "squared", large)))


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


def test_terms_of_the_smallest_rate_are_read_and_grow_the_same_tree() -> None:
    said = Terms(2.0, 0.0, read("term_rate", "0.0001"))
    there = translated("pluggable", HERE, "squared", said)
    assert there == (read("term_lambda", "1e8"), 0.0, read("term_rate", "1e4"))
    assert difference(said_tree("pluggable", "squared", said), said_tree(HERE, "squared", there)) < 1e-10
