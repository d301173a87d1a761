"""The lesson as a page: its three acts, what stands below the stage and when, links."""

from fractions import Fraction as Fr
from typing import Any

import pytest

from tests.lessons.missing_sparse_categorical.blanks import EVERY
from tests.pages import (
    held,
    moved,
    opened,
    paragraphs,
    parameters,
    payloads,
    put,
    quiet,
    reader_does,
    sets,
    shown_record,
)
from workbench.data.catalogue import load_dataset
from workbench.lessons.missing_sparse_categorical.row_gaps import EXAMPLE
from workbench.lessons.missing_sparse_categorical.stage import HELD, PARTS

PAGE = "missing_sparse_categorical.py"
COLUMN = ",".join(f"{row}.0" for row in range(8))
REAL = {
    "missing": ("Real gaps: air quality", "On 37 of 153 days"),
    "surrogates": ("Surrogates of real gaps: air quality", "Scored on the 116 days"),
    "categories": ("Real categories: 22 makes of cars", "2,097,151"),
}


def said(at: Any) -> str:
    """All that the page says."""
    return "\n".join(paragraphs(at))


def rows(at: Any) -> list[list[str]]:
    """The table of the rows, cell by cell."""
    table = next(each for each in paragraphs(at) if each.startswith("| row |"))
    return [line.strip("| ").split(" | ") for line in table.splitlines()[2:]]


@pytest.mark.parametrize("absent", ["missing", "zero"])
@pytest.mark.parametrize("blank", ["1.0,3.0", "none", COLUMN, EVERY])
def test_any_blanks_are_shown(blank: str, absent: str) -> None:
    for part in ("missing", "surrogates"):
        at = opened(PAGE, part=part, blank=blank, absent=absent, gap_feature="x2", grown_on="blank")
        assert quiet(at)
        assert not at.toast
        assert shown_record(at)["act"] == part
        if part == "missing":
            blanks = sum("*" in cell for row in rows(at) for cell in row)
            assert blanks == (0 if blank == "none" else blank.count("."))


def test_measured_rows_are_shown_and_the_link_keeps_where_one_is() -> None:
    at = opened(PAGE, data="airquality", guess="none")
    record = shown_record(at)
    assert quiet(at)
    assert (record["kind"], record["n_packet"], record["name"]) == ("table", 28, "ozone")
    assert "28 of 107 rows miss" not in said(at)
    feature = at.selectbox(key="widget_feature")
    assert feature.options[:3] == ["ozone: 28 gaps", "solar radiation: 5 gaps", "wind: no gaps"]
    then = opened(PAGE, data="airquality", gap_told=1)
    assert "28 of 107 rows miss ozone" in said(then)
    assert "a gap on the **left** gains 1,425, on the right 1,220" in said(then)
    zero = opened(PAGE, data="airquality", absent="zero", feature=1, gap_lambda=0)
    record = shown_record(zero)
    assert (record["is_zero"], record["name"], record["lambda"]) == (True, "solar radiation", 0.0)
    none = opened(PAGE, data="airquality", feature=2)
    assert quiet(none)
    assert shown_record(none)["n_packet"] == 0
    assert "LightGBM writes missing type None" in said(none)


def test_other_rows_and_another_feature_are_asked_anew() -> None:
    at = opened(PAGE, data="airquality", gap_step=9, gap_told=1, feature=1)
    at.selectbox(key="widget_data").set_value("automobile").run()
    assert held(at, "data", "feature", "gap_step", "gap_told") == ("automobile", None, None, 0)
    assert shown_record(at)["title"] == load_dataset("automobile").title
    put(at, gap_step=9, gap_told=1)
    at.selectbox(key="widget_feature").set_value(18).run()
    assert held(at, "feature", "gap_step", "gap_told") == (18, None, 0)
    at.selectbox(key="widget_data").set_value(EXAMPLE).run()
    assert shown_record(at)["kind"] == "example"


def test_a_model_s_nodes_are_listed_and_the_words_say_what_its_file_says() -> None:
    at = opened("open_a_model.py", model="lightgbm", model_rows="automobile")
    data = next(reversed(at.session_state["own_tables"]))
    moved(at, PAGE, data=data, guess=0)
    record = shown_record(at)
    assert quiet(at)
    assert record["kind"] == "model"
    assert sum("keeps" in cut for cut in record["cuts"]) == 1
    assert "The file asks" in said(at)
    node = at.selectbox(key="widget_gap_node")
    assert all(each.startswith("Round ") for each in node.options)
    last = len(node.options) - 1
    for asked, shown in ((last, last), (10**6, last)):
        put(at, gap_node=asked)
        assert quiet(at)
        assert at.selectbox(key="widget_gap_node").value == shown


@pytest.mark.parametrize("part", PARTS)
def test_what_tells_stands_below_the_stage_once_it_is_told(part: str) -> None:
    at = opened(PAGE, part=part, guess="none")
    record = shown_record(at)
    (stage,) = payloads(at, "stage")
    assert quiet(at)
    assert (stage["first"], stage["cursor"]) == (record["asked"], dict.fromkeys(HELD) | {"gap_told": 0})
    assert "A category stands in" not in said(at)
    for told in ({"gap_told": 1}, {"gap_step": record["answer"]}, {"guess": 0}):
        then = opened(PAGE, **{"part": part, "guess": "none"} | told)
        assert ("A category stands in" in said(then)) == (part == "surrogates")


def test_two_patients_are_named() -> None:
    labels = [link.proto.label for link in opened(PAGE).get("page_link")]
    assert sum(label.startswith("In the clinic") for label in labels) == 2


def test_the_list_has_the_cells_that_are_not_blank() -> None:
    full, less = rows(opened(PAGE, blank="none")), rows(opened(PAGE, blank="6.2,7.3", count_from=0))
    assert full[0] == ["1", "−7", "1", "8", "1", "1", "(1, 1, −7) (1, 2, 1) (1, 3, 8) (1, 4, 1)"]
    assert less[6][3:] == ["*?*", "4", "6", "(6, 0, 4) (6, 1, 7) (6, 3, 4)"]
    assert rows(opened(PAGE, blank="7.0,7.1,7.2,7.3"))[7][-1] == "not in the list"


def test_a_row_that_is_clicked_on_the_stage_loses_its_value_there() -> None:
    at = opened(PAGE, guess="none", gap_step=2, gap_told=1)
    reader_does(at, "stage", "turn", {"blank": "1.0,2.0,5.0,7.0", "gap_told": 1, "gap_step": 2})
    assert quiet(at)
    assert shown_record(at)["packet"] == [1, 2, 5, 7]
    assert held(at, "gap_told", "gap_step") == (1, 2)
    reader_does(at, "stage", "turn", {"part": "surrogates"})
    assert (shown_record(at)["act"], held(at, "gap_told", "gap_step")) == ("surrogates", (0, None))


def test_another_act_is_asked_anew_and_a_setting_keeps_what_was_told() -> None:
    at = opened(PAGE, guess="none", gap_step=3, gap_told=1)
    sets(at, part="categories")
    assert held(at, "part", "gap_step", "gap_told") == ("categories", None, 0)
    at = opened(PAGE, gap_step=3, gap_told=1, guess="none", gap_lambda=2.5, gap_feature="x3")
    record = shown_record(at)
    assert (record["lambda"], record["feature"], held(at, "gap_told")) == (2.5, 2, 1)
    assert set(parameters(at)) == {"part", "absent", "gap_feature", "gap_lambda"}


def test_a_setting_keeps_the_place_in_the_walk_once_it_is_told() -> None:
    at = opened(PAGE, guess="none", gap_step=3, gap_told=1)
    sets(at, gap_lambda=3.5)
    assert held(at, "gap_step", "gap_told") == (3, 1)
    at = opened(PAGE, guess="none", part="categories", gap_step=5, gap_told=1, partition=3)
    sets(at, group_lambda=3)
    assert held(at, "gap_step", "gap_told", "partition") == (5, 1, 3)
    at = opened(PAGE, guess="none", gap_step=6, gap_told=1)
    sets(at, gap_feature="x2")
    assert held(at, "gap_step") <= shown_record(at)["n_steps"]
    at = opened(PAGE, guess="none")  # what is asked still is asked of the cut that is best now
    sets(at, gap_lambda=3.5)
    assert held(at, "gap_step", "gap_told") == (None, 0)


HOSTILE = [
    *({"blank": "9.9"}, {"blank": "1.0,1.0"}, {"blank": "<b>"}, {"blank": "1.0," * 200}, {"absent": "one"}),
    *({"data": "airquality", "gap_node": "x"}, {"data": "airquality", "feature": "99"}),
    *({"part": "none"}, {"count_from": "2"}, {"groups": "![](x)"}),
    *({"group_lambda": "-1"}, {"group_lambda": "nan"}, {"group_order": "G"}, {"partition": "-1"}),
    *({"grown_on": "0"}, {"gap_feature": "x5"}, {"gap_lambda": "inf"}, {"gap_told": "2"}),
]


@pytest.mark.parametrize("link", HOSTILE, ids=str)
def test_nonsense_is_answered_by_a_note(link: dict[str, str]) -> None:
    at = opened(PAGE, **link)
    assert quiet(at)
    assert len(at.toast) == 1


@pytest.mark.parametrize("grown_on", ["full", "blank"])
@pytest.mark.parametrize("blank", ["1.0,3.0", EVERY])
def test_surrogates_are_quiet(blank: str, grown_on: str) -> None:
    at = opened(PAGE, part="surrogates", blank=blank, grown_on=grown_on, gap_step=4)
    assert quiet(at)
    is_split = grown_on == "full" or blank != EVERY
    assert ("A category stands in, too" in said(at)) == is_split


def test_who_has_no_value_is_answered_for_though_a_blank_is_read_as_zero_elsewhere() -> None:
    missing, zero = (shown_record(opened(PAGE, part="surrogates", absent=to)) for to in ("missing", "zero"))
    assert zero == missing
    for row, cell in enumerate(zero["now"][zero["primary"]]):
        assert (cell is None) == (len(zero["ways"][row]["asked"]) > 1)


@pytest.mark.parametrize(
    ("link", "gain", "missed"),
    [
        ({"group_lambda": 0}, Fr(96, 5), False),
        ({}, Fr(448, 33), False),
        ({"group_order": "label"}, Fr(448, 33), True),
        ({"groups": "three", "group_lambda": 2, "group_order": "damped"}, Fr(423, 880), True),
        ({"groups": "three", "group_lambda": 2}, Fr(423, 880), False),
    ],
)
def test_worked_example_of_categories(link: dict[str, Any], gain: Fr, missed: bool) -> None:
    at = opened(PAGE, part="categories", **link)
    record = shown_record(at)
    assert quiet(at)
    assert record["ways"][0]["gain"] == pytest.approx(float(gain))
    assert record["is_best"] != missed


@pytest.mark.parametrize("part", PARTS)
def test_what_is_folded_can_be_opened(part: str) -> None:
    at = opened(PAGE, part=part)
    label, words = REAL[part]
    labels = [label, "Take it with you", *(["A document-term matrix"] if part == "missing" else [])]
    for each in labels:
        at.session_state[f"folded_{each}"] = True
    at.run()
    assert quiet(at)
    assert words in said(at)
    assert "from gbtlib import" in at.code[0].value or len(at.code) > 1
    if part == "missing":
        assert "**Where values may be negative** the zeros do not come first." in said(at)


@pytest.mark.parametrize("part", PARTS)
def test_presenter_mode_leaves_the_stage_alone(part: str) -> None:
    at = opened(PAGE, part=part, present=1)
    assert quiet(at)
    assert not at.expander
    assert not said(at)
    assert payloads(at, "stage")


def test_another_example_brings_its_own_lambda_and_is_asked() -> None:
    at = opened(PAGE, part="categories", partition=3, gap_told=1, gap_step=5)
    sets(at, groups="three")
    assert quiet(at)
    assert held(at, "group_lambda", "partition", "gap_step", "gap_told") == (2.0, None, None, 0)


def test_an_act_is_found_as_it_was_left() -> None:
    at = opened(PAGE, guess="none", gap_step=3, gap_told=1)
    sets(at, part="categories")
    assert held(at, "gap_step", "gap_told") == (None, 0)
    sets(at, part="missing")
    assert held(at, "gap_step", "gap_told") == (3, 1)
