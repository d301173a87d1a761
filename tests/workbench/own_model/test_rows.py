"""A model with rows is a data set: the rounds are its library's on these rows, and lessons show them."""

import numpy as np
import pandas as pd
import pytest
import xgboost
from streamlit.testing.v1 import AppTest

from tests.pages import moved, parameters
from tests.pages import opened as page_of
from workbench.data.catalogue import DATASETS, load_dataset
from workbench.data.given_model import NoMatchError
from workbench.data.held_out import training_rows
from workbench.models.boosted import fit_boosted_model
from workbench.models.model_rows import with_rows
from workbench.models.own_model import OwnModel, own_model
from workbench.models.settings import settings_from
from workbench.own_model import words
from workbench.own_model.stage import moment_of
from workbench.shell.own_models import EXAMPLES, example
from workbench.shell.registry import page_named
from workbench.shell.ways_on_rows import link_to, why_not


def of_iris(eta: float) -> OwnModel:
    """Softmax of XGBoost on the training rows of iris, from a table whose columns stand in another order."""
    data = load_dataset("iris")
    train, _ = training_rows(data)
    table = pd.DataFrame(data.X[train], columns=[f"{name}_".upper() for name in data.feature_names])[::1]
    matrix = xgboost.DMatrix(table[table.columns[::-1]], label=data.y[train])
    params = {"objective": "multi:softprob", "num_class": 3, "max_depth": 3, "eta": eta, "nthread": 1}
    return own_model("iris.ubj", bytes(xgboost.train(params, matrix, 6).save_raw("ubj")))


def test_rounds_are_those_of_the_library_whatever_the_order_of_columns() -> None:
    model = of_iris(0.4)
    table = with_rows(model, "iris")
    DATASETS.keep(table.info)
    assert "by name" in table.said[0]
    fit = fit_boosted_model(settings_from({"data": table.info.id, "n_estimators": 99, "max_depth": 1}))
    booster = xgboost.Booster(model_file=bytearray(model.content))
    matrix = xgboost.DMatrix(fit.dataset.X, feature_names=booster.feature_names)
    for number in (1, 6):
        theirs = booster.predict(matrix, output_margin=True, iteration_range=(0, number))
        assert np.array_equal(fit.trace[number - 1].raw_after, theirs[fit.train].astype(np.float64))
    assert (fit.settings.n_estimators, fit.settings.max_depth, fit.settings.learning_rate) == (6, 3, 0.4)
    assert fit.replayed is not None
    assert fit.replayed.met == 1
    for round_, tree in zip(fit.trace, model.opened.trees[::3], strict=True):
        splits = ~tree.is_leaf
        assert round_.trees[0].gain[splits] == pytest.approx(tree.gain[splits] / 2, rel=1e-4, abs=1e-6)


def test_a_category_is_matched_by_its_name_where_the_file_has_it() -> None:
    data = load_dataset("automobile")
    names = [str(name) for name in data.feature_names]
    table = pd.DataFrame(data.X, columns=names)
    for j in data.categorical or []:
        levels = np.array(data.feature_names[j].levels, dtype=object)
        known = ~np.isnan(data.X[:, j])
        column = np.full(len(table), None, dtype=object)
        column[known] = levels[data.X[known, j].astype(int)]
        table[names[j]] = pd.Categorical(column, categories=sorted(levels, reverse=True))
    train, _ = training_rows(data)
    matrix = xgboost.DMatrix(table.iloc[train], label=data.y[train], enable_categorical=True)
    booster = xgboost.train({"max_depth": 4, "nthread": 1, "max_cat_to_onehot": 1}, matrix, 5)
    model = own_model("cars.json", bytes(booster.save_raw("json")))
    asks = moment_of(model, 0, {"round": 1, "node": 0})["trees"]["asks"]
    assert asks["4"] == "make in {volvo, porsche, nissan, mazda}"
    found = with_rows(model, "automobile")
    DATASETS.keep(found.info)
    fit = fit_boosted_model(settings_from({"data": found.info.id}))
    theirs = booster.predict(matrix, output_margin=True)
    assert np.array_equal(fit.trace[-1].raw_after, theirs.astype(np.float64))
    assert any(tree.category_sides is not None for round_ in fit.trace for tree in round_.trees)


def test_rows_that_do_not_go_with_a_model_are_refused_by_name() -> None:
    for data, said in (("iris", "2 classes apart"), ("diabetes", "2 classes apart"), ("sonar", "30 columns")):
        with pytest.raises(NoMatchError, match=said):
            with_rows(example("xgboost"), data)


def test_other_rows_than_those_of_training_are_said_to_be_others() -> None:
    shifted = load_dataset("breast_cancer")
    model = example("xgboost")
    table = with_rows(model, "breast_cancer")
    rng = np.random.default_rng(0)
    table.content.X.setflags(write=True)
    table.content.X[:] = table.content.X[rng.permutation(len(shifted.y))]
    DATASETS.keep(table.info)
    fit = fit_boosted_model(settings_from({"data": table.info.id}))
    assert fit.replayed is not None
    assert fit.replayed.met < 0.5
    assert np.isfinite(fit.losses).all()


def opened_on_rows(name: str) -> AppTest:
    """The page with a shipped model, or that of iris, on the rows of its training."""
    if name in EXAMPLES:
        at = page_of("open_a_model.py", model=name)
    else:
        model = of_iris(1.6)
        at = page_of("home.py")
        at.session_state["own_models"] = {model.id: model}
        moved(at, "open_a_model.py", model=model.id)
        next(each for each in at.selectbox if each.label == "Rows of").set_value("iris").run()
    return at


@pytest.mark.parametrize("name", [*EXAMPLES, "iris"])
def test_every_lesson_shows_the_model_or_its_rows_or_says_why_not(name: str) -> None:
    at = opened_on_rows(name)
    assert not at.exception
    (data,) = [each for each in at.session_state["own_tables"] if each.startswith("fit")]
    info = DATASETS[data]
    for lesson in (*words.ON_MODEL, *words.ON_ROWS):
        entry = page_named(f"{lesson}.py")
        if why_not(entry, info):
            continue
        moved(at, f"{lesson}.py", **link_to(entry, info), guess=0)
        assert not at.exception, lesson
        assert not at.error, lesson
        assert at.session_state["store"].values["data"] == data, lesson
        rounds = parameters(at).get("n_estimators")
        if rounds is not None:
            n_rounds = 6 if name == "iris" else 30
            assert (rounds["value"], "file" in rounds["idle"]) == (n_rounds, True), lesson
        if name == "iris" and lesson == "several_classes":
            assert "Its rate is 1.6: where a lesson boosts anew" in " ".join(each.value for each in at.text)
