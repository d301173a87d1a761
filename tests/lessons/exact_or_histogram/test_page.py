"""The page on exact and histogram: quiet everywhere, and what it says are the numbers of the models."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from gbtlib import ONEDAL_PARAMETERS
from tests.pages import held, opened, payloads, quiet, sets, trees_drawn
from tests.scripts import printed
from workbench.data.catalogue import DATASETS
from workbench.lessons.exact_or_histogram.node_cuts import (
    HALVINGS,
    ROOT,
    Recipe,
    features_by_gain,
    first_round,
    node_cuts,
)
from workbench.lessons.exact_or_histogram.record import place_of
from workbench.lessons.exact_or_histogram.snippets import bins_snippet
from workbench.models.systems import LOSSES_OF_TERMS, SYSTEMS

PAGE = "exact_or_histogram.py"
SONAR = Recipe("sonar")


def markdown(at: AppTest) -> str:
    return "\n".join(each.value for each in at.markdown)


def stage_of(at: AppTest) -> dict[str, Any]:
    """What the stage was sent of its steps and its cursor."""
    (sent,) = payloads(at, "stage")
    return dict(sent)


@pytest.mark.parametrize("data", DATASETS)
@pytest.mark.parametrize("told", [0, 1])
def test_quiet_with_every_data_set(data: str, told: int) -> None:
    at = opened(PAGE, data=data, bins_told=told, halving=7, guess="none")
    assert quiet(at)
    assert stage_of(at)["n_steps"] == len(HALVINGS)


@pytest.mark.parametrize("data", ["cos_x2", "breast_cancer", "drive_wheels"])
@pytest.mark.parametrize("onedal", [0, 1])
@pytest.mark.parametrize("node", [1, 2])
def test_quiet_in_every_node(data: str, onedal: int, node: int) -> None:
    assert quiet(opened(PAGE, data=data, as_onedal=onedal, bins_node=node))


def test_an_older_link_leads_to_the_same_data_set() -> None:
    at = opened(PAGE, binned="sonar", halving=3)
    assert quiet(at)
    assert held(at, "data", "halving") == ("sonar", 3)
    nonsense = opened(PAGE, binned="nothing")
    assert quiet(nonsense)
    assert held(nonsense, "data") == "breast_cancer"


def test_of_several_classes_one_tree_is_shown() -> None:
    at = opened(PAGE, data="iris", bins_told=1)
    before = stage_of(at)["stage"]
    at.selectbox("widget_class").set_value(2).run()
    assert quiet(at)
    assert stage_of(at)["stage"] != before
    assert held(at, "class", "bins_told") == (2, 0)
    at.selectbox("widget_data").set_value("sonar").run()
    assert quiet(at)
    assert held(at, "class") == 0
    assert held(opened(PAGE, data="sonar", **{"class": 2}), "class") == 0


def test_a_feature_of_categories_is_none_of_those_listed() -> None:
    at = opened(PAGE, data="automobile", bins_feature=1)
    assert quiet(at)
    assert "make" not in at.selectbox("widget_bins_feature").options
    assert len(at.selectbox("widget_bins_feature").options) == 15


@pytest.mark.parametrize("said_in", SYSTEMS)
@pytest.mark.parametrize("beside", SYSTEMS)
@pytest.mark.parametrize("loss", LOSSES_OF_TERMS)
def test_quiet_with_every_pair_of_systems(said_in: str, beside: str, loss: str) -> None:
    at = opened(PAGE, bins_part="names", said_in=said_in, beside=beside, term_loss=loss)
    assert quiet(at)
    trees = trees_drawn(at)
    if loss not in SYSTEMS[said_in].scale:
        assert not trees
    elif len(trees) == 2:
        assert "**The same tree.**" in markdown(at)
    else:
        assert loss not in SYSTEMS[beside].scale or beside == "scikit-learn"


def test_other_cuts_are_asked_about_anew() -> None:
    at = opened(PAGE, bins_told=1, halving=6, bins_feature=2)
    at.selectbox("widget_data").set_value("sonar").run()
    assert quiet(at)
    assert held(at, "bins_told", "halving", "bins_feature") == (0, 0, None)


def test_another_lambda_keeps_the_feature_and_what_was_told() -> None:
    before = place_of(Recipe("breast_cancer"), ROOT, None).feature
    assert place_of(Recipe("breast_cancer", reg_lambda=50.0), ROOT, None).feature != before
    at = opened(PAGE, bins_told=1, halving=6)
    sets(at, bins_lambda=50.0)
    assert quiet(at)
    assert held(at, "bins_lambda", "bins_feature", "bins_told", "halving") == (50.0, before, 1, 6)


def test_the_defaults_of_onedal_and_back() -> None:
    at = opened(PAGE, halving=6, bins_told=1, bins_lambda=3)
    at.session_state["presets"] = True
    at.run()
    at.button("preset_onedal").click().run()
    assert quiet(at)
    assert held(at, "as_onedal", "bins_told") == (1, 0)
    assert held(at, "bins_lambda") == 1
    assert "50 rounds, depth 6" in markdown(at)
    at.button("preset_lesson").click().run()
    assert quiet(at)
    assert held(at, "as_onedal") == 0


def test_the_table_of_onedal_is_the_librarys() -> None:
    said = markdown(opened(PAGE))
    for parameter in ONEDAL_PARAMETERS:
        assert f"| {parameter.name} | {parameter.default} |" in said
    assert "trades time for memory" in said
    assert "without replacement" in said


@pytest.mark.parametrize(
    "link",
    [
        {"halving": "9"},
        {"bins_feature": "999"},
        {"bins_node": "3"},
        {"binned": "own0123456789ab"},
        {"bins_part": "x"},
        {"bins_part": "names", "term_rate": "0"},
        {"bins_part": "names", "term_rate": "100", "term_lambda": "1000", "said_in": "pluggable"},
        {"bins_part": "names", "term_lambda": "0", "term_gamma": "1000"},
        {"bins_part": "names", "said_in": "catboost"},
    ],
)
def test_nonsense_in_the_link_is_harmless(link: dict[str, str]) -> None:
    at = opened(PAGE, **link)
    assert quiet(at)
    assert stage_of(at)["n_steps"] == len(HALVINGS)


def test_presenter_mode_shows_the_lesson_alone() -> None:
    at = opened(PAGE, present=1)
    assert quiet(at)
    assert not at.expander
    assert "trades time for memory" not in markdown(at)


@pytest.mark.parametrize(
    "recipe", [SONAR, Recipe("cos_x2", True), Recipe("drive_wheels", k=2), Recipe("automobile")]
)
def test_the_snippet_prints_the_cuts_of_the_root(recipe: Recipe) -> None:
    feature = features_by_gain(recipe, ROOT)[0]
    exact, binned = printed(bins_snippet(first_round(recipe), feature, 8)).splitlines()
    assert f"{node_cuts(recipe, ROOT, feature, None).threshold:.4g}" in exact
    assert f"{node_cuts(recipe, ROOT, feature, 8).gain:.6g}" in binned
