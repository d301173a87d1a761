"""Bad input gets an error that names the parameter, the value and the rule."""

import re

import numpy as np
import pandas as pd
import pytest

from gbtlib import (
    AdaBoostClassifier,
    DecisionTreeClassifier,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    HalfSquaredError,
    Logistic,
    RandomForestClassifier,
    Softmax,
)
from gbtlib.checks.rules import RULES, Choice, Rule
from gbtlib.checks.rules import check as check_rule
from tests.gbtlib.models import MODELS

X = np.arange(6.0).reshape(3, 2)
Y = np.array([1.0, 2.0, 3.0])

PARAMETERS = [
    ("max_depth", 0, "max_depth=0 must be at least 1, or None for no limit"),
    ("max_depth", 2.5, "max_depth=2.5 must be a whole number, or None for no limit"),
    ("max_leaves", 1, "max_leaves=1 must be at least 2, or None for no limit"),
    ("min_samples_leaf", 0, "min_samples_leaf=0 must be at least 1"),
    ("n_jobs", 0, "n_jobs=0 must be at least 1"),
    ("min_child_weight", -0.5, "min_child_weight=-0.5 must be at least 0"),
    ("reg_lambda", -1, "reg_lambda=-1 must be at least 0"),
    ("reg_alpha", -1, "reg_alpha=-1 must be at least 0"),
    ("gamma", float("inf"), "gamma=inf must be finite"),
    ("pruning", "never", "pruning='never' must be one of 'post', 'pre', 'full'"),
    ("grow_policy", "depth", "grow_policy='depth' must be one of 'depthwise', 'lossguide'"),
    ("missing", None, "missing=None must be one of 'learn', 'left'"),
    ("threshold", "lower", "threshold='lower' must be one of 'midpoint', 'observed'"),
    ("tree_method", "approx", "tree_method='approx' must be one of 'exact', 'hist'"),
    ("max_bin", 1, "max_bin=1 must be at least 2"),
    ("min_bin_size", 0, "min_bin_size=0 must be at least 1"),
    (
        "partitions",
        "all",
        "partitions='all' must be one of 'auto', 'sorted', 'exhaustive', 'one_vs_rest'",
    ),
    ("colsample_bynode", 0, "colsample_bynode=0 must be greater than 0 and at most 1"),
    (
        "monotonic_cst",
        (1, 2),
        "monotonic_cst=(1, 2) must have 1, -1 or 0 for each feature, or be None for no constraints",
    ),
    (
        "interaction_constraints",
        "ab",
        "interaction_constraints='ab' must have groups of features, as [[0, 1], [1, 2, 3]], or be None for no"
        " constraints",
    ),
    ("seed", -1, "random_state=-1 must be at least 0, or None for numpy's own state"),
    ("n_estimators", 0, "n_estimators=0 must be at least 1"),
    ("learning_rate", 1.5, "learning_rate=1.5 must be greater than 0 and at most 1"),
    ("subsample", 1.01, "subsample=1.01 must be greater than 0 and at most 1"),
    (
        "base_score",
        "mean",
        "base_score='mean' must be a number, or None for the constant that minimises the loss",
    ),
    ("validation_fraction", 0, "validation_fraction=0 must be greater than 0 and at most 0.9"),
    ("early_stopping_rounds", 0, "early_stopping_rounds=0 must be at least 1, or None for no early"),
    ("booster", "gblinear", "booster='gblinear' must be one of 'gbtree', 'dart'"),
    ("rate_drop", 1.5, "rate_drop=1.5 must be at least 0 and at most 1"),
    ("skip_drop", -0.1, "skip_drop=-0.1 must be at least 0 and at most 1"),
    ("one_drop", "yes", "one_drop='yes' must be True or False"),
    ("normalize_type", "leaf", "normalize_type='leaf' must be one of 'tree', 'forest'"),
    ("trace", "all", "trace='all' must be one of 'full', 'trees', 'none'"),
    ("warm_start", 1, "warm_start=1 must be True or False"),
]

TREE_PARAMETERS = [
    ("min_samples_split", 1, "min_samples_split=1 must be at least 2"),
    ("surrogates", -1, "surrogates=-1 must be at least 0"),
    ("criterion", "gain", "criterion='gain' must be one of 'gini', 'entropy'"),
    ("purity_stop", 0, "purity_stop=0 must be greater than 0 and at most 1, or None for no purity stop"),
    ("ccp_alpha", -1, "ccp_alpha=-1 must be at least 0"),
]

OTHER_PARAMETERS = [
    *((DecisionTreeClassifier, *case) for case in TREE_PARAMETERS),
    (AdaBoostClassifier, "ccp_folds", 1, "ccp_folds=1 must be at least 2, or None for "),
    (RandomForestClassifier, "bootstrap", "no", "bootstrap='no' must be True or False"),
]


def says(message: str):
    return pytest.raises(ValueError, match=f"^{re.escape(message)}")


@pytest.mark.parametrize(("name", "value", "message"), PARAMETERS)
def test_parameters(name: str, value: object, message: str) -> None:
    with says(message):
        GradientBoostingRegressor(**{name: value}).fit(X, Y)


@pytest.mark.parametrize(("kind", "name", "value", "message"), OTHER_PARAMETERS)
def test_parameters_of_others(kind: type, name: str, value: object, message: str) -> None:
    with says(message):
        kind(**{name: value}).fit(X, [0, 1, 1])


def test_every_parameter_has_a_case() -> None:
    assert {case[0] for case in PARAMETERS} | {case[1] for case in OTHER_PARAMETERS} == set(RULES)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (np.empty((0, 2)), "X has shape (0, 2); it must have at least one row and one feature"),
        (np.empty((3, 0)), "X has shape (3, 0); it must have at least one row and one feature"),
        (Y, "X has shape (3,); it must have two dimensions, (n_samples, n_features)"),
        ([[1, 2], [3, np.inf], [5, 6]], "X[1, 1]=inf must be finite, or NaN for a missing value"),
        ([["a", 1], ["b", 2], ["c", 3]], "X must hold numbers only (NaN for a missing value)"),
        ([[1, 2], [3], [4, 5]], "X must hold numbers only (NaN for a missing value)"),
    ],
)
def test_features(bad: object, message: str) -> None:
    with says(message):
        GradientBoostingRegressor().fit(bad, Y)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ([1, np.nan, 3], "y[1]=nan must be finite"),
        ([1, 2, np.inf], "y[2]=inf must be finite"),
        ([1, 2, -1e101], "y[2]=-1e+101 must lie between -1e100 and 1e100: its square is summed"),
        ([1, 2], "y has 2 entries; it must have 3, one for each row of X"),
        ([[1, 1], [2, 2], [3, 3]], "y has shape (3, 2); it must have one dimension, (n_samples,)"),
        (["a", "b", "c"], "y must hold numbers only"),
        (["1", "2", "3"], "y must hold numbers only: a text is no number, even if it reads like one"),
        ([1, 2, 10**400], "y must hold numbers only: int too large to convert to float"),
    ],
)
def test_target(bad: object, message: str) -> None:
    with says(message):
        GradientBoostingRegressor().fit(X, bad)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (["a", "a", "a"], "y has one class only, a; it must have at least two"),
        (["a", None, "b"], "y[1]=None must be a class label, not a missing value"),
        ([0.0, np.nan, 1.0], "y[1]=nan must be a class label, not a missing value"),
        (["a", "b"], "y has 2 entries; it must have 3, one for each row of X"),
    ],
)
def test_labels(bad: list, message: str) -> None:
    with says(message):
        GradientBoostingClassifier().fit(X, np.array(bad, dtype=object))


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ([1, -1, 1], "sample_weight[1]=-1 must be at least 0"),
        ([0, 0, 0], "sample_weight is zero for every row; at least one must be positive"),
        ([1, 1], "sample_weight has 2 entries; it must have 3, one for each row of X"),
        ([1, np.nan, 1], "sample_weight[1]=nan must be finite"),
    ],
)
def test_sample_weight(bad: list, message: str) -> None:
    with says(message):
        GradientBoostingRegressor().fit(X, Y, sample_weight=bad)


def test_losses() -> None:
    with says(
        "loss='absolute' must be a Loss or one of 'squared_error', 'huber', 'absolute_error', 'quantile'"
    ):
        GradientBoostingRegressor(loss="absolute").fit(X, Y)
    with says("loss='squared_error' must be a Loss or one of 'logistic', 'softmax', 'exponential'"):
        GradientBoostingClassifier(loss="squared_error").fit(X, [0, 1, 1])
    with says("loss='logistic' takes 2 classes; y has 3"):
        GradientBoostingClassifier(loss="logistic").fit(X, [0, 1, 2])
    with says("loss=Softmax(n_classes=4, hessian_scale=2.0) takes 4 classes; y has 3"):
        GradientBoostingClassifier(loss=Softmax(4)).fit(X, [0, 1, 2])


@pytest.mark.parametrize("base_score", [0, 1, -0.5, 3])
def test_a_base_score_of_classes_is_a_probability(base_score: float) -> None:
    with says(f"base_score={base_score} must be a probability greater than 0 and less than 1"):
        GradientBoostingClassifier(base_score=base_score).fit(X, [0, 1, 1])


def test_early_stopping_needs_rows_to_look_at() -> None:
    with says("validation_fraction=0.1 sets none of 3 rows aside; early stopping needs one to look at, or"):
        GradientBoostingRegressor(early_stopping_rounds=5).fit(X, Y)


def test_unknown_parameter() -> None:
    with says(
        "max_dept is not a parameter; there are n_estimators, warm_start, trace, random_state, seed, loss, "
    ):
        GradientBoostingRegressor().set_params(max_dept=3)


def test_after_fit() -> None:
    model = MODELS["softmax"]
    for call in (model.predict, model.predict_proba, model.raw_prediction):
        with says("X has 3 features; it must have 4, as in fit"):
            call(np.ones((2, 3)))
    with says("x has 1 features; it must have 4, as in fit"):
        model.ledger([1.0])
    with says("n_rounds=4 must be at least 1 and at most 3"):
        model.predict(np.ones((2, 4)), n_rounds=4)
    with says("n_rounds=1.5 must be a whole number"):
        model.predict(np.ones((2, 4)), n_rounds=1.5)
    with says("number=0 must be at least 1 and at most 3"):
        model.candidates(0)
    with says("k=3 must be at least 0 and at most 2"):
        model.candidates(1, k=3)
    with pytest.raises(ValueError, match=r"^node=999 must be at least 0 and at most \d+$"):
        model.candidates(1, 999)
    with says("kind='splits' must be one of 'weight', 'gain', 'total_gain', 'cover', 'total_cover'"):
        model.feature_importance("splits")
    with says("y[1]=9 was not among the labels in fit: 0, 1, 2"):
        list(model.staged_loss(np.ones((2, 4)), [0, 9]))
    with pytest.raises(IndexError, match=r"^node=-1 must be at least 0 and below"):
        model.trace_[0].trees[0].node(-1)


def test_validation_rows_are_named() -> None:
    with says("validation X has 1 features; it must have 2, as in fit"):
        GradientBoostingRegressor().fit(X, Y, validation=(X[:, :1], Y))
    with says("validation y[2]=3 was not among the labels in fit: 1, 2"):
        GradientBoostingClassifier().fit(X, [1, 2, 2], validation=(X, [1, 2, 3]))


def test_a_number_that_no_float_can_hold() -> None:
    """Python's whole numbers have no end; floats and the rows' numbers have."""
    for name, rule in RULES.items():
        if isinstance(rule, Rule):
            ending = "must be less than 2**63" if rule.whole else "must be finite"
            assert str(check(name, 10**400)).startswith(f"{name}=about 10**400 {ending}")
            assert check(name, -(10**400)) is not None


NUMBERS = {name: rule for name, rule in RULES.items() if isinstance(rule, Rule)}
NAMES = {name: rule for name, rule in RULES.items() if isinstance(rule, Choice)}


def check(name: str, value: object) -> str | None:
    """The message of a parameter's value; None if it is allowed."""
    try:
        check_rule(name, value, RULES[name])
    except ValueError as error:
        return str(error)
    return None


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_may_be_at_its_bounds_and_not_beyond(name: str) -> None:
    rule = NUMBERS[name]
    kind, step = (int, 1) if rule.whole else (float, 1e-9)
    if np.isfinite(rule.low):
        low = kind(rule.low)
        bound = f"{'greater than' if rule.open_low else 'at least'} {low:g}"
        assert check(name, low + step) is None
        assert (check(name, low) is None) == (not rule.open_low)
        assert str(check(name, low - step)).startswith(f"{name}={low - step!r} must be {bound}")
    if np.isfinite(rule.high):
        assert check(name, rule.high) is None
        assert f" and at most {rule.high:g}" in str(check(name, rule.high + step))


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("value", ["1", [1], True, np.True_, 1j, float("nan"), float("inf"), -float("inf")])
def test_a_number_must_be_one(name: str, value: object) -> None:
    rule = NUMBERS[name]
    kind = "must be a whole number" if rule.whole else "must be a number"
    if isinstance(value, float) and not rule.whole:
        kind = "must be finite"
    ending = "" if rule.none_means is None else f", or None for {rule.none_means}"
    assert check(name, value) == f"{name}={value!r} {kind}{ending}"
    assert (check(name, None) is None) == (rule.none_means is not None)


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("kind", [np.int64, np.float64, np.float32])
def test_numpy_numbers_are_numbers(name: str, kind: type) -> None:
    rule = NUMBERS[name]
    value = kind(rule.high if np.isfinite(rule.high) else 3)  # a whole number may lie below all limits
    inside = rule.low < value if rule.open_low else rule.low <= value
    assert (check(name, value) is None) == (inside and (not rule.whole or kind is np.int64))


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_one_of_a_few(name: str) -> None:
    names = NAMES[name].names
    assert [check(name, value) for value in names] == [None] * len(names)
    for value in ("", names[0].upper(), None, 0, [names[0]]):
        assert check(name, value) == f"{name}={value!r} must be one of {', '.join(map(repr, names))}"


QUESTIONS = {
    "predict": (X,),
    "predict_proba": (X,),
    "raw_prediction": (X,),
    "staged_predict": (X,),
    "staged_predict_proba": (X,),
    "staged_raw_prediction": (X,),
    "staged_loss": (X, Y),
    "ledger": (X[0],),
    "candidates": (1,),
    "feature_importance": (),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_nothing_can_be_asked_before_fit(name: str) -> None:
    for kind in (GradientBoostingRegressor, GradientBoostingClassifier):
        if hasattr(kind, name):
            with says(f"this {kind.__name__} has learned nothing yet: call fit first"):
                list(getattr(kind(), name)(*QUESTIONS[name]))


@pytest.mark.parametrize(
    ("kind", "loss"),
    [
        (GradientBoostingRegressor, Logistic()),
        (GradientBoostingRegressor, Softmax(3)),
        (GradientBoostingClassifier, HalfSquaredError()),
    ],
)
def test_a_loss_is_for_its_task(kind: type, loss: object) -> None:
    with says(f"loss={loss!r} "):
        kind(loss=loss, n_estimators=1).fit(X, [0, 1, 1])


def test_validation_rows_and_staged_rows_are_checked() -> None:
    model = GradientBoostingRegressor(n_estimators=1)
    for rows, y, message in [
        ([[np.inf, 0]], [1.0], "X[0, 0]=inf must be finite, or NaN for a missing value"),
        ([1.0, 2.0], [1.0], "X has shape (2,); it must have two dimensions"),
        (X, [1.0, np.nan, 2.0], "y[1]=nan must be finite"),
        (X, [1.0], "y has 1 entries; it must have 3, one for each row of X"),
    ]:
        with says(f"validation {message}"):
            model.fit(X, Y, validation=(rows, y))
        with says(message):
            list(model.fit(X, Y).staged_loss(rows, y))
    with says("sample_weight is zero for every row; at least one must be positive"):
        list(model.staged_loss(X, Y, sample_weight=[0, 0, 0]))


def test_a_target_may_be_as_large_as_its_bound() -> None:
    model = GradientBoostingRegressor(n_estimators=2).fit(X, [-1e100, 0.0, 1e100])
    assert np.isfinite([*model.predict(X), model.trace_[-1].train_loss]).all()


@pytest.mark.parametrize("number", [0, 4, -1, 1.0, "1", None, True])
def test_a_round_number_is_checked(number: object) -> None:
    kind = "at least 1 and at most 3" if type(number) is int else "a whole number"
    with says(f"number={number!r} must be {kind}"):
        MODELS["plain"].candidates(number)


def test_inputs_of_another_kind() -> None:
    with says("validation must be a pair, (X, y), or (X, y, sample_weight)"):
        GradientBoostingRegressor().fit(X, Y, validation=X)
    with says("progress=5 must be callable, or None"):
        GradientBoostingRegressor().fit(X, Y, progress=5)
    with says("base_score=1e+200 must lie between -1e100 and 1e100"):
        GradientBoostingRegressor(base_score=1e200).fit(X, Y)
    with says("y must hold one value for each row of X"):
        GradientBoostingRegressor().fit(X, [[1], [2, 3], [4]])
    with says("X must hold numbers only (NaN for a missing value): it has the type complex128"):
        GradientBoostingRegressor().fit(X * 1j, Y)
    with says("X must hold numbers only (NaN for a missing value): it has the type datetime64[D]"):
        GradientBoostingRegressor().fit(X.astype("datetime64[D]"), Y)
    with says("y must hold numbers only: it has the type complex128"):
        GradientBoostingRegressor().fit(X, Y * 1j)
    with says("x has 2 rows; it must be one, (n_features,)"):
        GradientBoostingRegressor(n_estimators=1).fit(X, Y).ledger(X[:2])
    with says("y[1]=<NA> must be a class label, not a missing value"):
        GradientBoostingClassifier().fit(X, np.array(["a", pd.NA, "b"], dtype=object))
    with says("max_depth=about -10**400 must be at least 1"):
        GradientBoostingRegressor(max_depth=-(10**400)).fit(X, Y)


def test_mixed_labels_are_text_everywhere() -> None:
    model = GradientBoostingClassifier(n_estimators=1).fit(X, np.array([1, "a", 1], dtype=object))
    assert model.classes_.tolist() == ["1", "a"]
    assert len(list(model.staged_loss(X, [1, 1, 1]))) == 1
