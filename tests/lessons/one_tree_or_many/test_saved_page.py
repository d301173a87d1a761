"""The file of "Save as a page": small, without a way out, with both models in every round."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import log_loss, mean_squared_error

from tests.lessons.one_tree_or_many.fits import fit
from tests.pages import opened
from tests.saved_pages import as_sent, is_alone, questions_of, steps_of, unpacked
from workbench.data.held_out import unseen_rows
from workbench.lessons.one_tree_or_many.comparison import course, one_tree_settings, shown_class
from workbench.lessons.one_tree_or_many.panels import Names
from workbench.lessons.one_tree_or_many.round_parts import at_round, stage_parts
from workbench.lessons.one_tree_or_many.saved_page import (
    SavedComparison,
    left_out,
    saved_page,
    shown_rounds,
)
from workbench.lessons.one_tree_or_many.words import tree_name
from workbench.models.boosted import BoostedModel
from workbench.text.numbers import number

CASES = [("cos_x2", 0), ("cos_xy", 0), ("moons", 0), ("diabetes", 0), ("sonar", 0), ("iris", 1)]


def saved_of(data: str, k: int = 0, **settings: Any) -> SavedComparison:
    """One tree beside the ensemble, at round 4."""
    model = fit(data=data, **settings)
    tree = course(fit(**vars(one_tree_settings(model.settings, 6, 1))))
    names = Names(tree_name(tree), "the ensemble")
    shown = at_round(tree, course(model), names, 4, shown_class(model, k))
    return SavedComparison(shown, True, {"round": "4"})


def two_settings_of(data: str, changes: dict[str, Any], **settings: Any) -> SavedComparison:
    """Other settings beside these, at round 4."""
    model = fit(data=data, **settings)
    other = course(fit(**{**vars(model.settings), **changes}))
    shown = at_round(other, course(model), Names("other", "these settings"), 4, shown_class(model, 0))
    return SavedComparison(shown, False, {"compare": "settings"})


@cache
def file_of(data: str, k: int = 0) -> str:
    return saved_page(saved_of(data, k)).decode()


def error_after(model: BoostedModel, n_rounds: int) -> float:
    """On unseen rows, or on training rows where none are, by scikit-learn."""
    data = model.dataset
    X, y = unseen_rows(data, model.held_out)
    if not len(y):
        X, y = model.X, model.y
    if data.task == "regression":
        return float(mean_squared_error(y, model.model.predict(X, n_rounds=n_rounds)) / 2)
    predicted = model.model.predict_proba(X, n_rounds=n_rounds)
    return float(log_loss(y, predicted, labels=np.arange(len(data.class_names))))


@pytest.mark.parametrize(("data", "k"), CASES)
def test_every_round_has_both_models_and_their_errors(data: str, k: int) -> None:
    page, shown = file_of(data, k), saved_of(data, k).shown
    assert is_alone(page)
    assert "It shows rounds" not in page
    assert "one_tree_or_many?round=4" in page
    assert unpacked(page, "steps")["first"] == 4
    steps = steps_of(page)
    assert sorted(steps) == list(range(1, 13))
    assert unpacked(page, "stepper")["labels"] == [f"Round {r} of 12" for r in steps]
    other = error_after(shown.a.fit, 1)
    for r, step in steps.items():
        drawn = stage_parts(at_round(shown.a, shown.b, shown.names, r, shown.k))
        assert {name: step[name] for name in ("versus", "errors", "better")} == as_sent(
            {name: drawn[name] for name in ("versus", "errors", "better")}
        )
        assert step["errors"]["panels"][0]["cursor"] == r
        mine = number(error_after(shown.b.fit, r))
        assert f"After round {r} the " in step["texts"]["words"]
        assert f"is **{mine}**, " in step["texts"]["words"]
        assert step["texts"]["words"].endswith(f"**{number(other)}**.")


@pytest.mark.parametrize(("data", "k"), CASES)
def test_every_round_asks_which_errs_less_and_hides_what_would_tell(data: str, k: int) -> None:
    asked, shown = questions_of(file_of(data, k)), saved_of(data, k).shown
    assert sorted(asked) == list(range(1, 13))
    other = error_after(shown.a.fit, 1)
    for r, question in asked.items():
        right = shown.names[int(error_after(shown.b.fit, r) < other)]
        assert question["choices"] == list(shown.names)
        assert [question["choices"][i] for i in question["right"]] == [right]
        for name, told in zip(question["choices"], question["told"], strict=True):
            assert told.startswith(f"Round {r}. You: {name}.")
            assert told.endswith("Right." if name == right else f"It is: {right}.")
        hides = question["hides"]
        assert hides["better"] is None
        panels = [] if hides["errors"] is None else hides["errors"]["panels"]
        assert not any(panel["lines"] or panel["labels"] for panel in panels)
        assert "smaller" not in hides["texts"]["words"] + hides["versus"]["words"]
        assert f"after round {r}" in hides["texts"]["words"]


def test_two_settings_say_where_they_first_differ() -> None:
    page = saved_page(two_settings_of("diabetes", {"reg_lambda": 0.0})).decode()
    assert is_alone(page)
    assert 'id="better"' not in page
    assert 'id="errors"' in page
    for step in steps_of(page).values():
        assert step["texts"]["more"].startswith("The first different cut is in round ")
        assert "better" not in step


def test_of_more_than_fits_it_shows_the_rounds_around_the_cursor() -> None:
    assert shown_rounds(7, 50, 200) == range(1, 51)
    assert shown_rounds(7, 200, 100) == range(1, 101)
    assert shown_rounds(120, 200, 100) == range(70, 170)
    assert shown_rounds(200, 200, 100) == range(101, 201)
    assert "rounds 70 to 169" in left_out(range(70, 170))


@pytest.mark.parametrize("data", ["cos_x2", "moons", "diabetes"])
def test_forty_rounds_take_little_room(data: str) -> None:
    assert len(saved_page(saved_of(data, n_estimators=40))) < 300_000


@pytest.mark.wide
@pytest.mark.parametrize("data", ["cos_x2", "cos_xy", "sonar", "diabetes"])
def test_as_many_rounds_as_there_can_be_fit_into_the_file(data: str) -> None:
    page = saved_page(saved_of(data, n_estimators=200, max_depth=12)).decode()
    assert is_alone(page)
    assert len(steps_of(page)) == 200


@pytest.mark.wide
def test_what_would_be_too_large_shows_fewer_rounds_and_says_so() -> None:
    saved = two_settings_of("cos_x2", {"reg_lambda": 0.0}, noise=0.3, n_estimators=200, max_depth=12)
    shown = saved.shown
    page = saved_page(replace(saved, shown=at_round(shown.a, shown.b, shown.names, 120, shown.k))).decode()
    assert is_alone(page)
    assert left_out(range(70, 170)) in page
    labels, first = unpacked(page, "stepper")["labels"], unpacked(page, "steps")["first"]
    assert labels[first - 1] == "Round 120 of 200"
    assert "After round 120 the " in steps_of(page)[first]["texts"]["words"]


def test_the_button_stands_on_the_page_but_not_while_the_answer_is_hidden() -> None:
    def labels(**link: object) -> list[str]:
        at = opened("one_tree_or_many.py", n_estimators=3, **link)
        return [str(button.proto.label) for button in at.get("download_button")]

    assert "Save as a page" in labels()
    assert "Save as a page" not in labels(guess=1)
    assert "Save as a page" not in labels(present=1)
