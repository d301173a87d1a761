"""The Sonar laboratory as a page: at once with the splits that come along, the others in the background."""

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import held, opened, paragraphs, put, quiet, shown_record, trees_drawn
from workbench.lessons.sonar_laboratory.findings import Areas
from workbench.lessons.sonar_laboratory.splits import Splits
from workbench.lessons.sonar_laboratory.variants import VARIANTS
from workbench.lessons.sonar_laboratory.words import (
    ASKED,
    decoding_words,
    error_words,
    other_algorithm_words,
    published_table,
)

PAGE = "sonar_laboratory.py"


def markdown(at: AppTest) -> str:
    return "\n".join(paragraphs(at))


def test_it_opens_with_what_comes_along() -> None:
    at = opened(PAGE)
    assert quiet(at)
    areas = Areas()
    assert published_table(areas) in markdown(at)
    assert decoding_words() in markdown(at)
    assert other_algorithm_words(areas) in markdown(at)
    below = sum(area < 0.754 for area in areas.of("adaboost"))
    assert f"falls below 0.754 on {below} of 40. That is no reproduction" in markdown(at)
    assert np.array_equal(shown_record(at)["area"], areas.areas.ravel())


@pytest.mark.parametrize("name", VARIANTS)
def test_any_two_variants_are_compared(name: str) -> None:
    second = "tree" if name != "tree" else "forest"
    at = opened(PAGE, variant=name, than=second, lab_view="pairs", one_split=7, lab_level=90)
    assert quiet(at)
    areas = Areas(Splits(), name, second, 90)
    assert error_words(areas) in markdown(at)
    assert shown_record(at)["level"] == 90


def test_a_model_is_not_compared_with_itself() -> None:
    at = opened(PAGE, variant="published_5", than="published_5")
    assert not at.exception
    assert "variant and than are both published_5; compared is published_10." in at.toast[0].value
    assert held(at, "than") == "published_10"


def test_nothing_below_tells_while_it_is_asked() -> None:
    at = opened(PAGE, guess="none")
    assert quiet(at)
    assert ASKED in markdown(at)
    areas = Areas()
    for said in (published_table(areas), other_algorithm_words(areas)):
        assert said not in markdown(at)
    assert decoding_words() in markdown(at)
    told = opened(PAGE, guess="none", lab_told=1)
    assert published_table(areas) in markdown(told)


def test_the_place_before_the_first_deal_is_in_the_link() -> None:
    at = opened(PAGE, one_split=0)
    assert quiet(at)
    assert held(at, "one_split") == 0


def test_other_deals_are_asked_about_anew() -> None:
    at = opened(PAGE, guess="none", lab_told=2, one_split=20)
    at.session_state["more_settings"] = True
    at.run()
    at.segmented_control(key="widget_train_share").set_value(66).run()
    assert quiet(at)
    assert (held(at, "lab_told"), held(at, "one_split")) == (0, 8)
    assert (shown_record(at)["n_test"], shown_record(at)["n_train"]) == (71, 137)


@pytest.mark.parametrize(
    "link",
    [
        {"train_share": "0"},
        {"variant": "<script>"},
        {"than": "9" * 90},
        {"lab_view": "x"},
        {"one_split": "-1"},
        {"one_split": "180"},
        {"lab_level": "50"},
        {"lab_told": "3"},
        {"printed_node": "33"},
        {"printed_row": "208"},
        {"printed_row": "none"},
        {"table": "torn"},
    ],
)
def test_nonsense_in_the_link_is_harmless(link: dict[str, str]) -> None:
    at = opened(PAGE, **link)
    assert quiet(at)
    assert shown_record(at)["n_deals"] > 0


def test_a_share_between_is_the_nearest() -> None:
    at = opened(PAGE, train_share=69)
    assert quiet(at)
    assert shown_record(at)["n_test"] == 63


def test_a_node_of_the_printed_tree_is_chosen_and_asked_about_rows() -> None:
    at = opened(PAGE)
    at.number_input(key="widget_printed_node").set_value(31).run()
    assert quiet(at)
    assert held(at, "printed_node") == 31
    assert "**68 mines**" in markdown(at)
    assert '<g id="node31">' in trees_drawn(at)[0]
    put(at, printed_row=0)
    assert "Row 0, a rock: V11 ≤ 0.197?" in markdown(at)
    at.session_state["folded_The flat table, and a model built of it"] = True
    at.run()
    assert quiet(at)
    assert at.dataframe[0].value.shape == (33, 6)
    put(at, printed_row=97)
    assert "p(mine) = 1 / (1 + e^−F) = 0.5012499943" in markdown(at)  # 1 / (1 + e^-0.0049999875)
    put(at, table="cycle")
    assert quiet(at)
    assert "node 24 has the root, node 0, for a child: that is a cycle" in markdown(at)
    assert at.dataframe[0].value.loc[24, "LeftNodeIndex"] == 0


def test_presenter_mode_leaves_out_what_is_below() -> None:
    at = opened(PAGE, present=1)
    assert quiet(at)
    assert decoding_words() not in markdown(at)
