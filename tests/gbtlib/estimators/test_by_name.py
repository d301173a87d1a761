"""A parameter without a name, or that does not exist: the error lists those that there are."""

import inspect
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone

import gbtlib

CLASSES = [
    gbtlib.AdaBoostClassifier,
    gbtlib.BoostingParams,
    gbtlib.DecisionTreeClassifier,
    gbtlib.DecisionTreeRegressor,
    gbtlib.GradientBoostingClassifier,
    gbtlib.GradientBoostingRegressor,
    gbtlib.RandomForestClassifier,
    gbtlib.RandomForestRegressor,
    gbtlib.TreeParams,
]


@pytest.mark.parametrize("kind", CLASSES)
def test_an_unknown_parameter_is_told_which_there_are(kind: Any) -> None:
    known = list(inspect.signature(kind).parameters)
    assert "max_depth" in known
    title = kind.__name__
    with pytest.raises(TypeError) as error:
        kind(max_depth=2, eta=0.3)
    assert str(error.value) == f"eta is not a parameter of {title}; there are {', '.join(known)}"


@pytest.mark.parametrize("kind", CLASSES)
def test_a_parameter_without_a_name(kind: Any) -> None:
    known = list(inspect.signature(kind).parameters)
    with pytest.raises(TypeError) as error:
        kind(np.zeros((1000, 1000)))
    wrong = f"{kind.__name__} takes its parameters by name, as {kind.__name__}({known[0]}=...)"
    assert str(error.value) == f"{wrong}, and the first here has none; there are {', '.join(known)}"


def test_constructors_are_what_they_were() -> None:
    params = gbtlib.TreeParams(max_depth=2)
    assert replace(params, max_depth=3) == gbtlib.TreeParams(max_depth=3)
    model = gbtlib.DecisionTreeRegressor(max_depth=2)
    assert clone(model).get_params() == model.get_params()
    assert inspect.signature(gbtlib.TreeParams).parameters["max_leaves"].default is None
    assert "depth" in str(inspect.signature(gbtlib.AdaBoostClassifier.__init__))
