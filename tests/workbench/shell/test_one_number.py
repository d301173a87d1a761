"""One number reads the same wherever it stands: a threshold, or a loss, on every lesson that shows it."""

import re
from collections.abc import Sequence
from html import unescape
from itertools import pairwise
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import fit, opened, paragraphs, payloads, quiet, texts, trees_drawn
from tests.workbench.stage.unpacking import unpacked
from workbench.data.catalogue import DATASETS, load_dataset
from workbench.lessons.boosting_rounds.moment import moment_of
from workbench.lessons.boosting_rounds.record import record_of
from workbench.lessons.boosting_rounds.stage import stage_of_rounds
from workbench.stage.record import stage_at
from workbench.text.numbers import decimals_of, number, place_text, threshold_text

STATES: list[dict[str, Any]] = [
    {"data": "cos_x2", "round": 1},
    {"data": "moons", "round": 5, "noise": 0.3},
    {"data": "sonar", "round": 2},
    {"data": "cos_xy", "round": 3},
]


def read_back(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ""))


def root_box(page: str, state: dict[str, Any]) -> str:
    """The question in the root of the first tree of a page."""
    at = opened(page, **state)
    assert quiet(at)
    return unescape(re.findall(r"<text[^>]*>([^<]*)", trees_drawn(at)[0].partition('id="node0"')[2])[0])


@pytest.mark.parametrize("state", STATES, ids=lambda state: state["data"])
def test_a_threshold_has_one_text(state: dict[str, Any]) -> None:
    found = fit(**{name: value for name, value in state.items() if name != "round"})
    tree = found.trace[state["round"] - 1].trees[0]
    name, cut = found.dataset.feature_names[int(tree.feature[0])], float(tree.threshold[0])
    asked = f"{name} ≤ {threshold_text(cut, name)}"
    assert root_box("one_leaf.py", state | {"leaf": "lesson"}) == asked
    at = opened("boosting_rounds.py", **state)
    moment = moment_of(found, 0, stage_of_rounds(found).start | {"round": state["round"]})
    assert moment["best"]["cut"] == asked
    trees = record_of(found)["trees"]
    root = trees["start"][state["round"] - 1]
    assert place_text(float(trees["threshold"][root]), int(trees["decimals"][root])) == threshold_text(
        cut, name
    )
    assert any(asked in each.value for each in (*at.markdown, *at.subheader))


LESSONS = [
    *("find_the_split.py", "one_leaf.py", "boosting_rounds.py", "follow_one_row.py", "one_tree_or_many.py"),
    *("grow_a_tree.py", "prune_it.py", "several_classes.py", "exact_or_histogram.py", "adaboost.py"),
]


OF_CLASSES = ("several_classes.py", "adaboost.py")


def thresholds_said(at: AppTest, names: Sequence[str]) -> set[tuple[str, str]]:
    """Every feature with a number behind ≤ or >, in words and in what components draw."""
    drawn = texts(payloads(at, "prose"))
    pattern = re.compile(rf"({'|'.join(map(re.escape, names))}) (?:≤|>) ([\d.,−]*\d)")
    said = [*paragraphs(at), *(each.value for each in at.caption), *drawn]
    return {found for text in said for found in pattern.findall(text)}


@pytest.mark.parametrize("data", ["moons", "sonar", "iris", "cos_xy", "breast_cancer"])
@pytest.mark.parametrize("page", LESSONS)
def test_no_threshold_is_said_in_two_ways(page: str, data: str) -> None:
    """Each text has its feature's digits, and no two of a feature are one number rounded twice."""
    if page in OF_CLASSES and DATASETS[data].task == "regression":
        return  # another data set stands there
    at = opened(page, data=data, round=3, n_estimators=5)
    assert quiet(at)
    names = load_dataset(data).feature_names
    said = sorted(thresholds_said(at, names))
    digits = {str(name): decimals_of(name) for name in names}
    for (name, text), (other, following) in pairwise(said):
        apart = abs(read_back(text) - read_back(following))
        assert name != other or apart > 0.5 * 10.0 ** -digits[name][0]
    for name, text in said:
        assert place_text(read_back(text), digits[name][1]) == text


@pytest.mark.parametrize("data", ["cos_x2", "diabetes", "sonar", "moons"])
def test_a_loss_is_one_quantity(data: str) -> None:
    """What Boosting says of the rounds' loss is what One tree or many draws for the ensemble."""
    found = fit(data=data)
    seen = number(float(found.losses[0, 7]))
    at = opened("boosting_rounds.py", data=data, round=7)
    assert any(f" to {seen}" in said for said in paragraphs(at))
    (stage,) = payloads(opened("one_tree_or_many.py", data=data, round=7), "stage")
    record = unpacked(stage_at(stage["stage"]).packed_record)  # type: ignore[union-attr]
    assert number(float(record["sides"][1]["seen"][7])) == seen
