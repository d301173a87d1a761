"""The page on several classes: quiet on every data set, its picture, its question, what stands below."""

from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.lessons.several_classes.courses import course
from tests.pages import held, opened, paragraphs, payloads, put, quiet, reader_does
from workbench.data.catalogue import DATASETS, dataset_ids
from workbench.lessons.several_classes.model import raised_most
from workbench.models.explained import KINDS
from workbench.models.row_story import row_story

PAGE = "several_classes.py"
OF_CLASSES = dataset_ids("classification")
FEW = {"n_estimators": 6}


def markdown(at: AppTest) -> str:
    """All that the page says."""
    return "\n".join([*paragraphs(at), *(each.value for each in at.caption)])


def picture(at: AppTest) -> dict[str, Any]:
    """What the picture of all rounds was sent beside its frames."""
    (sent,) = payloads(at, "class_picture")
    return sent


@pytest.mark.parametrize("data", OF_CLASSES)
@pytest.mark.parametrize("guess", [0, 1])
def test_quiet_with_every_data_set(data: str, guess: int) -> None:
    at = opened(PAGE, data=data, round=3, guess=guess, **FEW)
    assert quiet(at)
    sent = picture(at)
    assert (sent["round"], sent["rounds"]) == (3, 6)
    assert len(sent["p"]) == (4 if guess else 7)
    assert len(sent["leaf"]) == (2 if guess else 6)
    assert np.array(sent["p"]).sum(axis=1) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("data", dataset_ids("regression"))
def test_numbers_give_way_to_iris(data: str) -> None:
    at = opened(PAGE, data=data, **FEW)
    assert quiet(at)
    assert at.selectbox("classes_data_shown").value == "iris"
    assert held(at, "data") == data
    assert f"{DATASETS[data].title} has numbers to predict, not classes" in markdown(at)


def test_another_data_set_begins_anew() -> None:
    at = opened(PAGE, data="iris", round=4, row=7, of_class=0, **FEW)
    at.selectbox("classes_data_shown").select("wine").run()
    assert quiet(at)
    assert held(at, "data", "round", "row", "of_class") == ("wine", 1, None, None)


def test_the_row_is_the_one_of_least_margin_until_another_is_chosen() -> None:
    found = course("iris")
    at = opened(PAGE, data="iris", round=2, **FEW)
    assert picture(at)["row"] == found.least_sure(6)
    at.button("row_wrong").click().run()
    assert held(at, "row") == picture(at)["row"] == found.most_wrong(2)
    assert picture(at)["of_class"] == found.fit.dataset.y[found.most_wrong(2)]
    reader_does(at, "class_picture", "picked", 12)
    assert (quiet(at), held(at, "row")) == (True, 12)


def test_the_picture_moves_the_cursor() -> None:
    at = opened(PAGE, data="iris", row=70, **FEW)
    reader_does(at, "class_picture", "moved", 5)
    assert (quiet(at), held(at, "round")) == (True, 5)
    reader_does(at, "class_picture", "chosen", 2)
    assert (quiet(at), held(at, "of_class"), picture(at)["of_class"]) == (True, 2, 2)


@pytest.mark.parametrize("right", [True, False])
def test_the_guess_is_settled(right: bool) -> None:
    found = course("wine")
    at = opened(PAGE, data="wine", round=4, row=3, guess=1, **FEW)
    names = found.fit.dataset.class_names
    added = row_story(found.fit, 3).contribution[3]
    best = int(raised_most(added)[0])
    said = names[best] if right else names[(best + 1) % 3]
    assert "Which tree raises row 3’s F most in round 4?" in markdown(at)
    assert "add up to 0" not in markdown(at)
    assert picture(at)["guess"] is None
    at.radio[0].set_value(said).run()
    assert picture(at)["guess"] == names.index(said)
    next(each for each in at.button if each.label == "Reveal").click().run()
    assert quiet(at)
    verdict = f"You: {said}. Right." if right else f"You: {said}. It is: {names[best]}."
    assert verdict in markdown(at)
    assert len(picture(at)["leaf"]) == 6
    assert picture(at)["guess"] == names.index(said)


def test_both_sums_stand_there() -> None:
    found = course("iris")
    at = opened(PAGE, data="iris", round=5, row=100, of_class=1, **FEW)
    total = float(found.raw[5, 100, 1])
    said = markdown(at)
    assert said.count(f"**{total:.6g}**".replace("-", "−")) == 2
    assert "F of versicolor for row 100 after round 5" in said


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_importance(kind: str) -> None:
    at = opened(PAGE, data="wine", importance=kind, **FEW)
    assert quiet(at)
    assert f"is {KINDS[kind]}: " in markdown(at)
    (table,) = at.dataframe
    assert list(table.value.columns) == list(KINDS)
    assert table.value[kind].is_monotonic_decreasing


@pytest.mark.parametrize(
    ("link", "note"),
    [
        ({"of_class": "nine"}, "of_class=nine"),
        ({"importance": "shap"}, "importance=shap"),
        ({"round": 99}, "round=99 is beyond the end, 6"),
        ({"row": 5000}, "row=5000 is beyond the end, 149"),
        ({"of_class": 7}, "of_class=7 is beyond the end, 2"),
    ],
)
def test_a_link_with_nonsense_is_answered(link: dict[str, object], note: str) -> None:
    at = opened(PAGE, data="iris", **{**FEW, **link})
    assert quiet(at)
    assert note in "\n".join(toast.value for toast in at.toast)


def test_presenting_shows_the_stage_and_the_sum() -> None:
    at = opened(PAGE, data="iris", present=1, **FEW)
    assert quiet(at)
    assert not at.dataframe
    assert "3 trees" in markdown(at)


def test_code_and_snippets() -> None:
    at = opened(PAGE, data="iris", round=2, **FEW)
    for name in ("The code that computed this", "Copy as Python"):
        at.session_state[f"folded_{name}"] = True
    at.run()
    assert quiet(at)
    code = "\n".join(each.value for each in at.code)
    assert "multi:softprob" in code
    assert "hessian_scale * p" in code
    put(at, data="moons")
    assert quiet(at)


def test_boosting_can_start_at_zero_for_all_classes() -> None:
    at = opened(PAGE, data="wine", **FEW)
    assert len({round(p, 6) for p in picture(at)["p"][0]}) > 1
    at = opened(PAGE, data="wine", base_score=0.5, **FEW)
    assert quiet(at)
    assert picture(at)["p"][0] == pytest.approx([1 / 3] * 3)
    assert "p_{1}" in at.latex[0].value
