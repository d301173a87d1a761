"""Follow one row: the page shows the numbers of the model, whatever data set, loss, row and link."""

from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import fit, held, opened, paragraphs, payloads, quiet
from workbench.data.catalogue import DATASETS
from workbench.lessons.follow_one_row.words import path_words, sum_words
from workbench.models.row_story import default_row, row_story
from workbench.models.settings import losses_for
from workbench.shell.registry import page_named

PAGE = "follow_one_row.py"
CASES = [(data, loss) for data in DATASETS for loss in losses_for(data)]


def sent_ledger(at: AppTest) -> dict[str, Any]:
    (sent,) = payloads(at, "ledger")
    return sent


def sent_tree(at: AppTest) -> dict[str, Any]:
    (sent,) = payloads(at, "tree")
    return sent


def drawn(at: AppTest) -> list[np.ndarray]:
    """The last line of every panel: sum, prediction, g, h."""
    return [np.array(panel["lines"][-1]["values"]) for panel in sent_ledger(at)["panels"]]


def texts(at: AppTest) -> str:
    return "\n".join(paragraphs(at))


@pytest.mark.parametrize(("data", "loss"), CASES)
def test_quiet_and_equal_to_the_model_with_every_data_set_and_loss(data: str, loss: str) -> None:
    at = opened(PAGE, data=data, loss=loss, n_estimators=4, round=3, row=1)
    assert quiet(at)
    found = fit(data=data, loss=loss, n_estimators=4)
    raw = np.array([np.atleast_1d(r[0])[0] for r in found.model.staged_raw_prediction(found.dataset.X[1:2])])
    ledger, prediction, g, h = drawn(at)
    assert ledger[1:] == pytest.approx(raw, rel=1e-6, abs=1e-12)
    assert ledger[0] == pytest.approx(np.atleast_1d(found.model.initial_raw_prediction_)[0], rel=1e-6)
    assert len(prediction) == 5
    if DATASETS[data].task == "classification":
        p = found.model.predict_proba(found.dataset.X[1:2])[0]
        assert prediction[-1] == pytest.approx(p[0 if found.n_classes > 1 else 1], rel=1e-6)
    place = np.flatnonzero(found.train == 1)
    for i, round_ in enumerate(found.trace if len(place) else []):
        assert g[i] == pytest.approx(round_.gradient.reshape(len(found.train), -1)[place[0], 0], rel=1e-6)
        assert h[i] == pytest.approx(round_.hessian.reshape(len(found.train), -1)[place[0], 0], rel=1e-6)
    assert sent_tree(at)["selected"] == found.trace[2].trees[0].apply(found.dataset.X[1:2])[0]


@pytest.mark.parametrize("k", [0, 1, 2])
def test_each_class_has_its_ledger(k: int) -> None:
    at = opened(PAGE, data="iris", n_estimators=5, round=2, row=70, **{"class": k})
    assert quiet(at)
    found = fit(data="iris", n_estimators=5)
    story = row_story(found, 70)
    assert drawn(at)[0] == pytest.approx(story.raw[:, k], rel=1e-6)
    lines = sent_ledger(at)["panels"][1]["lines"]
    assert len(lines) == 3
    assert np.sum([each["values"] for each in lines], axis=0) == pytest.approx(np.ones(6), rel=1e-6)


def test_the_words_hold_the_numbers() -> None:
    at = opened(PAGE, data="sonar", round=9, row=12)
    story = row_story(fit(data="sonar"), 12)
    assert sum_words(fit(data="sonar"), story, 9, 0) in texts(at)
    assert path_words(fit(data="sonar"), story, 9, 0) in texts(at)


def test_about_another_data_set_a_row_is_found_and_the_link_does_not_say_it() -> None:
    at = opened(PAGE, data="cos_x2")
    assert at.number_input("widget_row").value == default_row(fit())
    assert held(at, "row") is None


def test_at_first_a_row_is_about_to_change_its_side() -> None:
    opening = page_named(PAGE).opening
    at = opened(PAGE)
    story = row_story(fit(data="sonar", learning_rate=0.2), held(at, "row"))
    before, after = (story.prediction[held(at, "round") + more, 0] for more in (0, 1))
    assert (round(before, 3), round(after, 3)) == (0.508, 0.458)
    assert {name: held(at, name) for name in opening} == opening


def test_rows_are_stepped_typed_and_found() -> None:
    at = opened(PAGE, data="diabetes", row=10)
    at.button("row_after").click().run()
    assert held(at, "row") == 11
    at.button("row_before").click().run().button("row_before").click().run()
    assert held(at, "row") == 9
    at.number_input("widget_row").set_value(20).run()
    assert held(at, "row") == 20
    at.button("row_unseen").click().run()
    held_out = fit(data="diabetes").held_out
    assert held(at, "row") == held_out[held_out > 20][0]
    assert "never trained on" in texts(at)
    at.button("row_wrong").click().run()
    found = fit(data="diabetes")
    assert held(at, "row") == found.train[np.abs(found.trace[0].gradient).argmax()]
    assert quiet(at)


def test_a_row_beyond_the_data_is_the_last() -> None:
    at = opened(PAGE, data="hand5", row=999, round=10**4, path_node=10**6)
    assert quiet(at)
    assert at.number_input("widget_row").value == 4
    assert at.button("row_after").disabled
    assert held(at, "round") == 50


@pytest.mark.parametrize("link", [{"row": -3}, {"row": "x"}, {"path_node": "1.5"}, {"row": "1e9"}])
def test_nonsense_in_the_link_is_harmless(link: dict[str, object]) -> None:
    at = opened(PAGE, data="cos_x2", **link)
    assert quiet(at)
    assert at.number_input("widget_row").value == default_row(fit())


def test_a_chosen_node_stays_until_one_goes_on() -> None:
    at = opened(PAGE, data="diabetes", round=3, row=10, path_node=0)
    assert sent_tree(at)["selected"] == 0
    at.button("step_Next").click().run()
    leaf = row_story(fit(data="diabetes"), 10).leaf[3, 0]
    assert sent_tree(at)["selected"] == leaf
    assert held(at, "path_node") is None


def test_the_leaf_of_a_deep_tree_is_drawn() -> None:
    at = opened(PAGE, data="cos_x2", max_depth=9, n_estimators=2, row=4321)
    leaf = row_story(fit(max_depth=9, n_estimators=2), 4321).leaf[0, 0]
    assert sent_tree(at)["selected"] == leaf
    assert [node["badge"] for node in sent_tree(at)["nodes"] if node["index"] == leaf] == ["row 4321"]


def test_guessing_hides_the_rounds_to_come_until_one_has_answered() -> None:
    at = opened(PAGE, data="moons", round=6, row=3, guess=1, n_estimators=10)
    assert [len(values) for values in drawn(at)] == [7, 7, 6, 6]
    table = at.dataframe[0].value
    assert len(table) == 7
    added = row_story(fit(data="moons", n_estimators=10), 3).contribution[6, 0]
    at.radio[0].set_value("raise" if added > 0 else "lower").run()
    next(button for button in at.button if button.label == "Reveal").click().run()
    assert quiet(at)
    assert "Right: round 7 adds" in texts(at)
    assert [len(values) for values in drawn(at)] == [8, 8, 7, 7]


def test_the_guess_is_marked_on_the_picture_before_and_after_it_is_revealed() -> None:
    at = opened(PAGE, data="moons", round=6, row=3, guess=1, n_estimators=10)
    assert sent_ledger(at)["guess"] is None
    at.radio[0].set_value("lower").run()
    marked = sent_ledger(at)["guess"]
    assert (marked["way"], marked["after"]) == ("lower", 6)
    next(button for button in at.button if button.label == "Reveal").click().run()
    assert sent_ledger(at)["guess"] == marked
    at.button("step_Next").click().run()
    assert sent_ledger(at)["guess"] is None


@pytest.mark.parametrize("guess", [0, 1])
def test_after_the_last_round_a_bar_says_why_nothing_is_asked(guess: int) -> None:
    at = opened(PAGE, data="moons", round=10, row=3, guess=guess, n_estimators=10)
    assert quiet(at)
    assert "Round 10 is the last:" in texts(at)
    assert len(drawn(at)[0]) == 11
    next(button for button in at.button if button.label == "One round back").click().run()
    assert held(at, "round") == 9
    assert "is the last:" not in texts(at)


def test_the_axes_do_not_move_while_one_steps_or_guesses() -> None:
    ledgers = [sent_ledger(opened(PAGE, data="sonar", round=n, guess=g)) for n, g in ((2, 0), (9, 0), (9, 1))]
    extents = [[panel["extent"] for panel in sent["panels"]] for sent in ledgers]
    assert extents[0] == extents[1] == extents[2]
    assert {sent["n"] for sent in ledgers} == {50}


def test_presenter_mode_shows_the_lesson_alone() -> None:
    at = opened(PAGE, data="iris", present=1)
    assert quiet(at)
    assert not at.expander
    assert not at.dataframe
    assert sent_ledger(at)["n"] == 50


def test_following_a_row_does_not_fit_again(monkeypatch: pytest.MonkeyPatch) -> None:
    at = opened(PAGE, data="wine", n_estimators=6)
    monkeypatch.setattr("gbtlib.estimators.boosting.boost", None)
    at.button("row_after").click().run()
    at.button("step_Last").click().run()
    assert quiet(at)
