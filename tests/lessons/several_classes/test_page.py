"""The page on several classes: quiet on every data set, its picture, its question, what stands below."""

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.lessons.several_classes.courses import course, table_of_classes
from tests.pages import held, opened, paragraphs, put, quiet, sets, shown_record
from workbench.data.catalogue import DATASETS, dataset_ids
from workbench.lessons.several_classes.words import stand_in_words
from workbench.text.numbers import number

PAGE = "several_classes.py"
OF_CLASSES = dataset_ids("classification")
FEW = {"n_estimators": 6}


def markdown(at: AppTest) -> str:
    """All that the page says."""
    return "\n".join([*paragraphs(at), *(each.value for each in at.caption)])


@pytest.mark.parametrize("data", OF_CLASSES)
def test_every_data_set_is_boosted_and_told_in_its_round(data: str) -> None:
    at = opened(PAGE, data=data, round=3, **FEW)
    assert quiet(at)
    found = course(data)
    record, row = shown_record(at), found.least_sure(6)
    assert (record["n_rounds"], record["row"]) == (6, row)
    assert np.array_equal(record["base"], found.raw[0, 0])
    assert f"Before round 3, row {row} " in markdown(at)


@pytest.mark.parametrize("data", dataset_ids("regression"))
def test_numbers_give_way_to_iris(data: str) -> None:
    at = opened(PAGE, data=data, **FEW)
    assert quiet(at)
    assert at.selectbox("widget_data").value == "iris"
    assert held(at, "data") == data
    assert f"{DATASETS[data].title} has numbers to predict, not classes" in markdown(at)


def test_more_classes_than_can_stand_side_by_side_give_way_to_iris() -> None:
    assert stand_in_words(table_of_classes(6)) == ""
    assert stand_in_words(table_of_classes(7)) == "of_7 has 7 classes: shown is Iris."


def test_another_data_set_begins_anew() -> None:
    at = opened(PAGE, data="iris", round=4, row=7, of_class=0, **FEW)
    at.selectbox("widget_data").select("wine").run()
    assert quiet(at)
    assert held(at, "data", "round", "row", "of_class") == ("wine", 3, None, None)


def test_fewer_rounds_take_the_cursor_along() -> None:
    at = opened(PAGE, data="iris", round=9, n_estimators=9)
    sets(at, **FEW)
    assert quiet(at)
    assert "Before round 6, " in markdown(at)


def test_a_row_is_followed_by_its_number() -> None:
    at = opened(PAGE, data="iris", round=2, of_class=0, **FEW)
    field = at.number_input(key="widget_row")
    assert field.value == course("iris").least_sure(6)
    field.set_value(12).run()
    assert (quiet(at), held(at, "row", "of_class")) == (True, (12, None))
    assert "Before round 2, row 12 " in markdown(at)


def test_nothing_below_says_where_the_row_comes_to_stand() -> None:
    at = opened(PAGE, data="iris", guess="none", **FEW)
    assert quiet(at)
    said = markdown(at)
    assert "Before round 1, " in said
    p = course("iris").p[6, course("iris").least_sure(6)]
    assert not any(number(float(each)) in said for each in p)


@pytest.mark.parametrize(
    ("link", "note"),
    [
        ({"of_class": "nine"}, "of_class=nine"),
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
    for name in ("The code that computed this", "Take it with you"):
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
    assert len(set(shown_record(at)["base"].tolist())) == 3
    at = opened(PAGE, data="wine", base_score=0.5, **FEW)
    assert quiet(at)
    assert shown_record(at)["base"] == pytest.approx([0.0] * 3)
