"""What may be a class label: whatever numpy or pandas can sort, and nothing else."""

import datetime
import enum
import fractions
import re
import uuid
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import DataConversionWarning

from gbtlib import (
    AdaBoostClassifier,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    GradientBoostingClassifier,
    RandomForestClassifier,
)

X = np.arange(12.0)[:, np.newaxis]
CLASSIFIERS = [
    AdaBoostClassifier(n_estimators=2),
    DecisionTreeClassifier(),
    GradientBoostingClassifier(n_estimators=5, learning_rate=1.0, reg_lambda=0.0),
    RandomForestClassifier(n_estimators=3, bootstrap=False),
]
every_classifier = pytest.mark.parametrize("model", CLASSIFIERS, ids=lambda model: type(model).__name__)


class Size(enum.Enum):
    SMALL = 1
    LARGE = 2


class Rank(enum.IntEnum):
    LOW = 1
    HIGH = 2


DAY = datetime.date(2020, 1, 1)
HALVES = pd.cut(X[:, 0], 2)
PAIRS: dict[str, tuple[Any, Any]] = {
    "dates": (DAY, DAY + datetime.timedelta(days=1)),
    "times": (datetime.datetime(2020, 1, 1), datetime.datetime(2020, 1, 2)),
    "timestamps with a zone": (pd.Timestamp("2020-01-01", tz="UTC"), pd.Timestamp("2020-01-02", tz="UTC")),
    "decimals": (Decimal("1"), Decimal("2.0")),
    "fractions that are whole": (fractions.Fraction(4, 2), fractions.Fraction(3)),
    "numbers beyond 64 bits": (10**30, 10**30 + 1),
    "numbers beyond floats": (3, 10**400),
    "intervals": tuple(HALVES.categories),
    "periods": (pd.Period("2020-01"), pd.Period("2020-02")),
    "identities": (uuid.UUID(int=1), uuid.UUID(int=2)),
    "whole numbers of an Enum": (Rank.LOW, Rank.HIGH),
}


@every_classifier
@pytest.mark.parametrize("name", PAIRS)
def test_what_can_be_sorted_is_a_label(model: Any, name: str) -> None:
    low, high = PAIRS[name]
    labels = [high, low] * 3 + [low] * 6
    for y in (labels, pd.Series(labels, dtype=object)):
        model.fit(X, y)
        assert model.classes_.tolist() == [low, high]
        assert set(model.predict(X).tolist()) <= {low, high}
        assert model.score(X, y) == np.mean([a == b for a, b in zip(model.predict(X), labels, strict=True)])


def test_the_labels_are_those_of_numpy_and_the_tree_that_of_the_codes() -> None:
    for y in (HALVES, pd.Series(HALVES), pd.Series(HALVES).to_numpy(), list(HALVES)):
        model = DecisionTreeClassifier().fit(X, y)
        assert model.classes_.tolist() == np.unique(np.asarray(y, dtype=object)).tolist()
        assert np.array_equal(model.predict(X), np.asarray(HALVES))
        coded = DecisionTreeClassifier().fit(X, HALVES.codes)
        assert np.array_equal(model.predict_proba(X), coded.predict_proba(X))


RULE = "a class label is a whole number, a text, a date, or whatever else can be sorted"
CONTINUOUS = "must be a class label, a whole number or a text: a continuous target is for a regressor"


@every_classifier
@pytest.mark.parametrize(
    ("pair", "message"),
    [
        ((Size.SMALL, Size.LARGE), "y has labels without an order: '<' not supported between instances of"),
        ((object(), object()), "y has labels without an order: '<' not supported between instances of"),
        ((DAY, 3), "y has labels without an order: '<' not supported between instances of"),
        (({}, {1: 2}), "y has labels without an order: unhashable type: 'dict'"),
        ((Decimal("1.5"), Decimal(1)), f"y[0]=1.5 {CONTINUOUS}"),
        ((Decimal("Infinity"), Decimal(1)), f"y[0]=Infinity {CONTINUOUS}"),
        ((fractions.Fraction(1, 2), 1), f"y[0]=1/2 {CONTINUOUS}"),
        ((Decimal("NaN"), Decimal(1)), "y[0]=NaN must be a class label, not a missing value"),
        (
            (np.datetime64("NaT", "D"), np.datetime64("2020", "D")),
            "y[0]=NaT must be a class label, not a missing value",
        ),
        (([1], [1, 2]), "y must hold one value for each row of X"),
    ],
)
def test_what_has_no_order_is_refused(model: Any, pair: Any, message: str) -> None:
    with pytest.raises(ValueError, match="^" + re.escape(message)) as error:
        model.fit(X, [*pair] * 6)
    assert "order" not in message or RULE in str(error.value)


def test_a_missing_time_among_labels() -> None:
    times = np.array(["2020-01-01", "NaT"] * 6, dtype="datetime64[D]")
    with pytest.raises(ValueError, match=r"^y\[1\]=NaT must be a class label, not a missing value"):
        DecisionTreeClassifier().fit(X, times)


def test_a_label_that_was_not_there() -> None:
    model = GradientBoostingClassifier(n_estimators=1).fit(X, [DAY, datetime.date(2021, 1, 1)] * 6)
    with pytest.raises(
        ValueError, match=r"^y\[0\]=1999-01-01 was not among the labels in fit: 2020-01-01, 2021-01-01"
    ):
        list(model.staged_loss(X, [datetime.date(1999, 1, 1)] * 12))


@pytest.mark.parametrize("kind", [list, np.array, pd.DataFrame])
@pytest.mark.parametrize(
    "model", [DecisionTreeRegressor(), *CLASSIFIERS], ids=lambda model: type(model).__name__
)
def test_a_column_is_read_as_a_vector_with_a_warning(model: Any, kind: Any) -> None:
    labels = np.arange(12) % 2
    expected = model.fit(X, labels).predict(X).tolist()
    with pytest.warns(
        DataConversionWarning, match="^A column-vector y was passed when a 1d array was expected"
    ):
        model.fit(X, kind(labels[:, np.newaxis].tolist()))
    assert model.predict(X).tolist() == expected
    with pytest.raises(ValueError, match=r"^sample_weight has shape \(12, 1\)"):
        model.fit(X, labels, np.ones((12, 1)))
