"""The file of "Save as a page": small, without a way out, and with what the stage of the workbench has."""

import base64
import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from tests.lessons.boosting_rounds.test_stage import same
from tests.pages import opened, taken
from tests.saved_pages import is_alone
from tests.workbench.stage.unpacking import unpacked
from workbench.components.plain_page import MOST_BYTES
from workbench.data.catalogue import DATASETS
from workbench.lessons.boosting_rounds import LESSON
from workbench.lessons.boosting_rounds.moment import moment_of
from workbench.lessons.boosting_rounds.record import record_of
from workbench.lessons.boosting_rounds.stage import stage_of_rounds
from workbench.link.values import defaults
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.settings import Settings


@cache
def fit_of(data: str, n_estimators: int = 50, max_depth: int = 3) -> BoostedModel:
    return fit_boosted_model(Settings(data=data, n_estimators=n_estimators, max_depth=max_depth))


@cache
def file_of(data: str, n_estimators: int = 50, max_depth: int = 3, k: int = 0) -> str:
    fit = fit_of(data, n_estimators, max_depth)
    at = defaults() | {"round": 4, "node": 2}
    return LESSON.saved(stage_of_rounds(fit, k), at, {"round": "4", "node": "2"}).decode()


def facts_of(page: str) -> dict[str, Any]:
    """What the file has of the stage."""
    (text,) = re.findall(r'id="data-stage" data-kind="bytes">([^<]*)<', page)
    found: dict[str, Any] = unpacked(base64.b64decode(text))
    return found


@pytest.mark.parametrize("data", ["cos_x2", "sonar"])
def test_the_file_is_small_and_fetches_nothing_and_has_what_the_stage_has(data: str) -> None:
    page, fit = file_of(data), fit_of(data)
    assert is_alone(page)
    assert stage_of_rounds(fit).too_large not in page
    facts, start = facts_of(page), stage_of_rounds(fit).start
    assert same(facts["record"], record_of(fit))
    assert (facts["cursor"]["round"], facts["cursor"]["node"]) == (4, 2)
    assert set(facts["moments"]) == {str(number) for number in range(1, 51)}
    for number in (1, 7, 50):
        assert same(facts["moments"][str(number)], moment_of(fit, 0, start | {"round": number}))


@pytest.mark.parametrize("k", [0, 2])
def test_under_softmax_it_shows_the_trees_of_the_class(k: int) -> None:
    page, fit = file_of("iris", 5, k=k), fit_of("iris", 5)
    assert same(facts_of(page)["record"], record_of(fit, k))
    assert f"trees for {fit.dataset.class_names[k]}" in page


@pytest.mark.sweep
@pytest.mark.parametrize("data", ["cos_x2", "moons", "sonar", "diabetes", "cos_xy", "spiral3"])
def test_as_many_rounds_as_there_can_be_fit_into_the_file(data: str) -> None:
    page = file_of(data, 200, 6)
    assert len(page.encode()) <= MOST_BYTES
    too_large = stage_of_rounds(fit_of(data, 200, 6)).too_large
    assert (too_large in page) == (facts_of(page)["moments"] == {})


def test_a_name_in_the_data_is_text_and_no_html() -> None:
    fit = fit_boosted_model(Settings(data="hand4", n_estimators=2))
    fit = replace(fit, dataset=replace(fit.dataset, title="<b>&"))
    page = LESSON.saved(stage_of_rounds(fit), defaults(), {}).decode()
    assert "&lt;b&gt;&amp;" in page
    assert "<b>&<" not in page


def test_the_file_says_settings_loss_and_link() -> None:
    page = file_of("moons")
    assert "boosting_rounds?round=4&amp;node=2" in page
    assert "learning_rate = 0.3" in page
    assert DATASETS["moons"].title in page


def test_the_button_stands_on_the_page() -> None:
    at = opened("boosting_rounds.py", n_estimators=2)
    assert taken(at) == [
        *(
            "Save as a page",
            "Report, to print",
            "DOT, for Graphviz",
            "SVG, as it is drawn",
            "CSV, one node a line",
        ),
        *("gbtlib, JSON", "XGBoost, JSON", "LightGBM, text", "ONNX"),
        *("Rows, CSV", "Nodes, CSV", "Rounds, CSV", "Rules, text"),
    ]
