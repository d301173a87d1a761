"""Parameters in other words: there and back, and the first tree of each library that gets them."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.ensemble import AdaBoostClassifier as TheirAdaBoost
from sklearn.tree import DecisionTreeClassifier

from gbtlib import AdaBoostClassifier
from gbtlib.handover.names import SYSTEMS as LIBRARIES
from tests.workbench.sources.one_round import BOOSTERS, keywords_of
from workbench.data.catalogue import load_dataset
from workbench.models.systems import Terms
from workbench.sources.translation import Said, SaidThere, rows_of, translation
from workbench.sources.vocabulary import CLASSES, NUMBERS, OPTIONS, VOICES, losses_of, options_of

Floats = NDArray[np.float64]
EACH = [(name, loss) for name in VOICES for loss in losses_of(name)]
ASKED = {"depth": 3, "rounds": 2, "leaf rows": 4, "node rows": 10, "bins": 64, "bin rows": 2}


def said_in(system: str, loss: str, terms: Terms = Terms(1.5, 0.5, 0.25), **numbers: Any) -> Said:  # noqa: B008
    """Everything that a system can say, its usual options."""
    gamma = terms.gamma if loss != CLASSES and VOICES[system].names[1] else None
    reg_lambda = terms.reg_lambda if loss != CLASSES and VOICES[system].names[0] else 0.0
    binned = "bins" in numbers
    options = {row: has[0] for row in OPTIONS if (has := options_of(system, loss, row, binned=binned))}
    return Said(
        system, loss, Terms(reg_lambda, gamma, terms.rate), {"depth": 3, "rounds": 2} | numbers, options
    )


def rows(loss: str) -> tuple[Floats, NDArray[Any]]:
    """Rows that float32 holds to the bit, all values apart, as many as fit the bins of every library."""
    if loss == CLASSES:
        data = load_dataset("iris")
        return data.X.astype(np.float32).astype(np.float64), data.y
    data = load_dataset("cos_x2")
    X, y = np.arange(200.0)[:, np.newaxis] / 1024, np.asarray(data.y[::25], dtype=np.float64)
    return X, y if loss == "squared" else np.digitize(y, [-0.4, 0.5] if loss == "softmax" else [0.2])


def raw(library: str, model: Any, X: Floats, loss: str) -> Floats:
    """Its raw prediction, (n,) or (n, 3)."""
    if library == "gbtlib":
        return model.raw_prediction(X)
    if library == "xgboost":
        return model.predict(X, output_margin=True)
    if library == "lightgbm":
        return model.predict(X, raw_score=True)
    found: Floats = model._raw_predict(X)
    return found if loss == "softmax" else found[:, 0]


def fitted(library: str, loss: str, given: dict[str, Any]) -> Any:
    X, y = rows(loss)
    quiet = {"verbose": -1} if library == "lightgbm" else {}
    return BOOSTERS[library][loss != "squared"](**given, **quiet).fit(X, y)


@pytest.mark.parametrize(("system", "loss"), EACH)
def test_in_its_own_words_it_says_what_was_typed(system: str, loss: str) -> None:
    numbers = {row: value for row, value in ASKED.items() if system in NUMBERS[row]}
    said = said_in(system, loss, **numbers)
    answers = translation(said, system)
    assert tuple(answers) == rows_of(loss)
    given = keywords_of(answers)
    if loss != CLASSES:
        terms = zip(VOICES[system].names, said.terms, strict=True)
        assert {name: given[name] for name, value in terms if name} == pytest.approx(
            {name: value for name, value in zip(VOICES[system].names, said.terms, strict=True) if name}
        )
    for row in set(numbers) & set(answers):
        if answers[row].has_equal and answers[row].given:
            assert ASKED[row] in answers[row].given.values()
    lost = {row for row, answer in answers.items() if not answer.has_equal}
    assert (
        lost <= {"leaf rows"}
        if system == "xgboost"
        else lost <= {"node rows"}
        if system == "scikit-learn"
        else not lost
    )


@pytest.mark.parametrize(("system", "loss"), [(a, loss) for a, loss in EACH if loss != CLASSES])
@pytest.mark.parametrize("library", [name for name in LIBRARIES if name != "gbtlib"])
@pytest.mark.parametrize("gamma", [0.0, 0.6])
def test_what_has_an_equal_grows_the_same_trees(system: str, loss: str, library: str, gamma: float) -> None:
    rate = 2.5 if VOICES[system].rate_inside else 0.3
    said = said_in(system, loss, Terms(1.5, gamma, rate))
    start = options_of(system, loss, "start")
    if "zero" in start:
        said = replace(said, options={**said.options, "start": "zero"})
    here, there = translation(said, "gbtlib"), translation(said, library)
    lost = {row for row, each in there.items() if not each.has_equal}
    # Where rows of the training go, these change nothing; a start is added at the end.
    if lost - {"test", "missing", "bins", "start"} or not here["rate"].has_equal:
        assert lost & {"γ", "accepts", "rate"} or not here["rate"].has_equal
        return
    if "start" in lost:
        here = here | {"start": SaidThere()}
    X, _ = rows(loss)
    ours = raw("gbtlib", fitted("gbtlib", loss, keywords_of(here)), X, loss)
    theirs = raw(library, fitted(library, loss, keywords_of(there)), X, loss)
    assert np.ptp(ours) > 0.01
    if loss == "softmax":  # a constant for all classes is none
        ours, theirs = ours - ours.mean(axis=1, keepdims=True), theirs - theirs.mean(axis=1, keepdims=True)
    np.testing.assert_allclose(theirs, ours, rtol=1e-4, atol=2e-5)


@pytest.mark.parametrize("row", ["leaf rows", "node rows", "bins", "bin rows"])
def test_what_has_no_equal_is_said(row: str) -> None:
    said = said_in("gbtlib", "logistic", **{"bins": 16, row: ASKED[row]})
    for library in LIBRARIES:
        answer = translation(said, library)[row]
        assert answer.has_equal == (
            library in NUMBERS[row]
            and (library, row) not in {("xgboost", "leaf rows"), ("scikit-learn", "node rows")}
        )
        assert ("no equal" in answer.words) != answer.has_equal


def test_rows_of_a_leaf_are_xgboosts_hessians_for_squared_error() -> None:
    X, _ = rows("squared")

    def predicted(name: str, **numbers: int) -> Floats:
        said = said_in("gbtlib", "squared", Terms(1.0, 0.0, 0.3), **numbers)
        return raw(name, fitted(name, "squared", keywords_of(translation(said, name))), X, "squared")

    ours = predicted("gbtlib", **{"leaf rows": 40})
    np.testing.assert_allclose(predicted("xgboost", **{"leaf rows": 40}), ours, atol=2e-5)
    assert not np.allclose(predicted("gbtlib"), ours, atol=2e-5)


def test_trees_and_votes_of_classes() -> None:
    said = said_in("cart", CLASSES, purity=0.95, folds=5)
    here, there = translation(said, "gbtlib"), translation(said, "scikit-learn")
    assert here["purity"].given == {"purity_stop": 0.95}
    assert not there["purity"].has_equal
    assert not there["folds"].has_equal
    said = replace(said, numbers={"depth": 1, "rounds": 5})
    X, y = rows(CLASSES)
    given = keywords_of(translation(said, "gbtlib"))
    ours = AdaBoostClassifier(n_estimators=given["n_estimators"], max_depth=given["max_depth"]).fit(X, y)
    given = keywords_of(translation(said, "scikit-learn"))
    tree = DecisionTreeClassifier(max_depth=given["max_depth"])
    theirs = TheirAdaBoost(tree, n_estimators=given["n_estimators"]).fit(X, y)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))


def test_a_loss_that_is_not_there_has_no_equal() -> None:
    answers = translation(said_in("nested", "squared"), "scratch")
    assert {answer.words for answer in answers.values()} == {"no equal; has no squared error"}
    assert not translation(said_in("scratch", "logistic", Terms(1, 0, 0.001)), "gbtlib")["rate"].has_equal


def test_a_rate_of_a_thousandth_is_read() -> None:
    answers = translation(said_in("scratch", "logistic", Terms(1.0, 0.0, 0.001)), "xgboost")
    assert answers["λ"].given == {"reg_lambda": pytest.approx(1e6)}
    assert answers["rate"].given == {"learning_rate": pytest.approx(1000)}
