"""What is handed in for X and is no matrix, and numbers that are none."""

import re
from typing import Any

import numpy as np
import pandas as pd
import pytest

from gbtlib import DecisionTreeRegressor, GradientBoostingClassifier, learn_features

Y = [0, 1, 0]
RULE = "it must have two dimensions, (n_samples, n_features)"
STRANGE: dict[str, tuple[Any, str]] = {
    "series": (pd.Series(Y), f"X is of type Series; {RULE}: X.to_frame() is a table of one feature"),
    "series of texts": (pd.Series(["a", "b", "a"]), f"X is of type Series; {RULE}: X.to_frame() is a table"),
    "index": (pd.Index(Y), f"X is of type Index; {RULE}: X.to_frame() is a table of one feature"),
    "dict": ({"a": Y, "b": Y}, f"X is of type dict; {RULE}: pandas.DataFrame(X) makes a table of one"),
    "set": ({1, 2, 3}, f"X is of type set; {RULE}: its rows have no order"),
    "iterator": (iter([[1], [2], [3]]), f"X is of type list_iterator; {RULE}: list(X) makes rows of what"),
    "text": ("abc", f"X is of type str; {RULE}: a text is no array"),
    "number": (3, f"X has shape (); {RULE}"),
    "nothing": (None, f"X has shape (); {RULE}"),
    "list": (Y, f"X has shape (3,); {RULE}. Reshape your data"),
}


@pytest.mark.parametrize("chosen", [None, [], [0], ["a"]])
@pytest.mark.parametrize("name", STRANGE)
def test_no_matrix(name: str, chosen: list[Any] | None) -> None:
    given, message = STRANGE[name]
    for model in (DecisionTreeRegressor(), GradientBoostingClassifier(n_estimators=1)):
        model.set_params(categorical_features=chosen)
        with pytest.raises(ValueError, match="^" + re.escape(message)):
            model.fit(given, Y)
    fitted = DecisionTreeRegressor().fit(np.zeros((3, 1)), Y)
    with pytest.raises(ValueError, match="^" + re.escape(message)):
        fitted.predict(given)


@pytest.mark.parametrize(
    "rows",
    [
        np.array([["1"], ["2"], ["3"]]),
        np.array([[b"1"], [b"2"], [b"3"]]),
        np.array([["1"], ["2"], ["3"]], dtype=object),
        [["1"], ["2"], ["3"]],
        [["1"], [2], [3]],
    ],
)
def test_a_text_that_reads_like_a_number_is_a_text(rows: Any) -> None:
    wrong = (
        r"^X must hold numbers only .*: a text is no number, .*; there is b?'1' in row 0 of column 0; take"
    )
    with pytest.raises(ValueError, match=wrong):
        DecisionTreeRegressor().fit(rows, Y)
    with pytest.raises(ValueError, match=wrong):
        DecisionTreeRegressor().fit(np.zeros((3, 1)), Y).predict(rows)
    frame = pd.DataFrame(np.array(rows, dtype=object), columns=["a"])
    with pytest.raises(ValueError, match=r"^X column 'a' must hold numbers only .*: a text is no number"):
        DecisionTreeRegressor(categorical_features=[]).fit(frame, Y)
    assert learn_features(rows, [0]).categories[0] is not None


def test_a_number_that_no_float_can_hold() -> None:
    rows = [[1, 2], [3, 10**400], [5, 6]]
    wrong = "int too large to convert to float; there is a whole number that no float can hold in row 1"
    for given, where in ((rows, "X"), (pd.DataFrame(rows, columns=["a", "b"]), "X column 'b'")):
        with pytest.raises(ValueError, match=re.escape(wrong)) as error:
            DecisionTreeRegressor().fit(given, Y)
        assert str(error.value).startswith(f"{where} must hold numbers only (NaN for a missing value)")


@pytest.mark.parametrize("row", [None, 3, "abc", {"a": 1}, {1, 2}, iter([1])])
def test_no_row(row: Any) -> None:
    model = GradientBoostingClassifier(n_estimators=1).fit(np.zeros((3, 1)), Y)
    rule = f"^x is of type {type(row).__name__}; it must hold the values of a row"
    with pytest.raises(ValueError, match=rule):
        model.ledger(row)
