"""Regression with a penalty arrives where scikit-learn's does, and a leaf is such a regression."""

from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import Lasso, LinearRegression, LogisticRegression, Ridge

from gbtlib.core.losses import HalfSquaredError
from tests.pages import opened, paragraphs, quiet
from workbench.lessons.one_leaf.penalised_regression import (
    CODES,
    N_DRAWN,
    NUMBERS,
    PENALTY,
    ROWS,
    as_leaf,
    descend,
    descents,
    paths,
    table,
)

THEIRS: dict[tuple[str, str], tuple[Any, Any]] = {
    ("linear regression", "none"): (LinearRegression(), NUMBERS),
    ("linear regression", "L2"): (Ridge(alpha=PENALTY), NUMBERS),
    ("linear regression", "L1"): (
        Lasso(alpha=PENALTY / len(NUMBERS), tol=1e-12),
        NUMBERS,
    ),  # theirs is a mean
    ("logistic regression", "none"): (LogisticRegression(C=np.inf, tol=1e-10), CODES),
    ("logistic regression", "L2"): (LogisticRegression(C=1 / PENALTY, tol=1e-10), CODES),
    ("logistic regression", "L1"): (
        LogisticRegression(C=1 / PENALTY, l1_ratio=1, solver="saga", tol=1e-10, max_iter=100_000),
        CODES,
    ),
}


@pytest.mark.parametrize(("kind", "penalty"), THEIRS)
def test_it_arrives_where_scikit_learn_does(kind: str, penalty: str) -> None:
    model, y = THEIRS[kind, penalty]
    model.fit(ROWS, y)
    theta = descents()[kind][penalty].theta[-1]
    np.testing.assert_allclose(theta[0], model.intercept_, atol=1e-5)
    np.testing.assert_allclose(theta[1:], np.ravel(model.coef_), atol=1e-5)


def test_the_objective_never_rises() -> None:
    for penalty, (l1, l2) in {"L1": (PENALTY, 0.0), "L2": (0.0, PENALTY)}.items():
        theta = descents()["linear regression"][penalty].theta
        residuals = NUMBERS - theta @ np.column_stack((np.ones(len(ROWS)), ROWS)).T
        values = 0.5 * (residuals**2).sum(axis=1) + (l1 * np.abs(theta) + 0.5 * l2 * theta**2)[:, 1:].sum(
            axis=1
        )
        assert (np.diff(values) <= 1e-12).all()
        found = descents()["linear regression"][penalty]
        assert values[-1] == pytest.approx(found.objective, rel=1e-12)


def test_by_hand() -> None:
    """One column of ones, y = 6 and 7: 13/3 with L2 of 1, and (13 - 1)/2 with L1 of 1."""
    assert as_leaf((6.0, 7.0), 1.0) == pytest.approx(13 / 3, rel=1e-12)
    ones, y = np.ones((2, 1)), np.array([6.0, 7.0])
    found = descend(ones, y, HalfSquaredError(), l1=1.0, intercept=False)
    assert found.theta[-1].tolist() == [0, pytest.approx(6.0, rel=1e-12)]
    assert (found.loss, found.cost) == (pytest.approx(0.5), pytest.approx(6.0))


def test_l1_sets_a_coefficient_to_zero() -> None:
    for by_penalty in descents().values():
        assert by_penalty["L1"].theta[-1, 2] == 0
        assert abs(by_penalty["L2"].theta[-1, 1:]).sum() < abs(by_penalty["none"].theta[-1, 1:]).sum()


def test_picture_and_table_show_it() -> None:
    found = descents()
    for panel, by_penalty in zip(paths(found), found.values(), strict=True):
        ends = {line.name: line.y[-1] for line in panel.lines}
        assert ends["θ1, L2"] == pytest.approx(by_penalty["L2"].theta[N_DRAWN, 1], rel=1e-5)
    assert "| linear regression | L1 | 0.51 | 0.752 | 0 |" in table(found)
    assert "e−" not in table(found)


def test_it_stands_on_the_page_once_opened() -> None:
    at = opened("one_leaf.py")
    at.session_state["folded_Before trees: regression with a penalty"] = True
    at.run()
    assert quiet(at)
    assert any("descent arrives at θ = 4.33" in said for said in paragraphs(at))
