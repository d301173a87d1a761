"""Follow one row: the page shows the numbers of the model, whatever data set, loss, row and link."""

from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import fit, held, opened, paragraphs, payloads, put, quiet, reader_does, shown_record
from tests.workbench.stage.unpacking import unpacked
from workbench.data.catalogue import DATASETS
from workbench.lessons.follow_one_row.stage import stage_of_row
from workbench.lessons.follow_one_row.words import leaf_words
from workbench.models.row_story import default_row, row_story
from workbench.models.settings import losses_for
from workbench.shell.registry import page_named
from workbench.stage.record import stage_at

PAGE = "follow_one_row.py"
CASES = [(data, loss) for data in DATASETS for loss in losses_for(data)]


def moment(at: AppTest, **more: Any) -> dict[str, Any]:
    """What the stage shows of the row of the page."""
    (sent,) = payloads(at, "stage")
    stage = stage_at(sent["stage"])
    assert stage is not None
    found: dict[str, Any] = unpacked(stage.packed_moment(sent["cursor"] | more))
    return found


def texts(at: AppTest) -> str:
    return "\n".join(paragraphs(at))


@pytest.mark.parametrize(("data", "loss"), CASES)
def test_quiet_and_equal_to_the_model_with_every_data_set_and_loss(data: str, loss: str) -> None:
    at = opened(PAGE, data=data, loss=loss, n_estimators=4, round=3, row=1)
    assert quiet(at)
    found = fit(data=data, loss=loss, n_estimators=4)
    story, record = moment(at, bricks="features"), shown_record(at)
    x = found.dataset.X[1:2]
    raw = [np.atleast_1d(each[0]) for each in found.model.staged_raw_prediction(x)]
    assert np.array_equal(story["raw"].reshape(5, -1)[1:], np.array(raw))
    assert story["raw"][0] + story["bricks"]["features"].reshape(5, -1)[-1].sum() == pytest.approx(raw[-1][0])
    assert record["n_rounds"] == 4
    assert record["trees"]["start"][-1] == sum(each.trees[0].n_nodes for each in found.trace)
    assert leaf_words(found, row_story(found, 1), 3, 0) in texts(at)


@pytest.mark.parametrize("k", [0, 1, 2])
def test_each_class_has_its_trees_and_its_sum(k: int) -> None:
    at = opened(PAGE, data="iris", n_estimators=5, round=2, row=70, **{"class": k})
    assert quiet(at)
    found = fit(data="iris", n_estimators=5)
    story = row_story(found, 70)
    assert shown_record(at)["k"] == k
    assert moment(at)["g"] == pytest.approx(story.gradient[:, k])
    assert leaf_words(found, story, 2, k) in texts(at)


def test_another_class_is_chosen_on_the_stage() -> None:
    at = opened(PAGE, data="iris", n_estimators=5, round=3, row=70)
    reader_does(at, "stage", "turn", {"class": 2, "round": 3, "row": 70, "bricks": "path"})
    assert quiet(at)
    assert held(at, "class", "round", "row", "bricks") == (2, 3, 70, "path")
    assert shown_record(at)["k"] == 2


def test_the_words_hold_the_numbers() -> None:
    at = opened(PAGE, data="sonar", round=9, row=12)
    found = fit(data="sonar")
    story = row_story(found, 12)
    assert leaf_words(found, story, 9, 0) in texts(at)
    put(at, row=13)
    assert leaf_words(found, row_story(found, 13), 9, 0) in texts(at)


def test_about_another_data_set_a_row_is_found_and_the_link_does_not_say_it() -> None:
    at = opened(PAGE, data="cos_x2")
    assert moment(at)["row"] == default_row(fit())
    assert held(at, "row") is None


def test_at_first_a_row_is_about_to_change_its_side() -> None:
    opening = page_named(PAGE).opening
    at = opened(PAGE)
    story = moment(at)
    assert story["row"] == held(at, "row")
    assert story["turns"][0] == held(at, "round") + 1
    assert [round(float(p), 3) for p in story["prediction"][2:4]] == [0.548, 0.466]
    assert {name: held(at, name) for name in opening} == opening


def test_a_row_and_a_node_beyond_the_data_are_the_nearest() -> None:
    at = opened(PAGE, data="hand5", row=999, round=10**4, path_node=10**6)
    assert quiet(at)
    assert moment(at)["row"] == 4
    assert held(at, "round") == 50
    assert "**Row 4**" in texts(at)


@pytest.mark.parametrize("link", [{"row": -3}, {"row": "x"}, {"path_node": "1.5"}, {"bricks": "stones"}])
def test_nonsense_in_the_link_is_harmless(link: dict[str, object]) -> None:
    at = opened(PAGE, data="cos_x2", **link)
    assert quiet(at)
    assert moment(at)["row"] == default_row(fit())


def test_nothing_below_is_about_a_later_round() -> None:
    at = opened(PAGE, data="moons", round=6, row=3, guess="none", n_estimators=10)
    at.session_state["folded_Every number of the ledger"] = True
    at.run()
    assert quiet(at)
    assert len(at.dataframe[0].value) == 7
    assert "round 7" not in texts(at).lower()


def test_presenter_mode_shows_the_lesson_alone() -> None:
    at = opened(PAGE, data="iris", present=1)
    assert quiet(at)
    assert not at.expander
    assert not at.dataframe
    assert shown_record(at)["n_rounds"] == 50


def test_following_a_row_does_not_fit_again(monkeypatch: pytest.MonkeyPatch) -> None:
    at = opened(PAGE, data="wine", n_estimators=6)
    monkeypatch.setattr("gbtlib.estimators.boosting.boost", None)
    put(at, row=7, round=6)
    assert quiet(at)


def test_two_lessons_and_two_classes_have_stages_of_their_own() -> None:
    found = fit(data="iris", n_estimators=3)
    assert len({stage_of_row(found, k).name for k in range(3)}) == 3
    assert (
        stage_of_row(fit(data="moons", n_estimators=3), 0).name
        == stage_of_row(fit(data="moons", n_estimators=3), 1).name
    )
