"""The page on one leaf: what its stage is sent, what stands below it, its link and its choosers."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import (
    drawn,
    fit,
    held,
    opened,
    paragraphs,
    parameters,
    payloads,
    put,
    quiet,
    sets,
    shown_record,
)
from workbench.data.catalogue import DATASETS
from workbench.lessons.one_leaf.leaf import chosen_leaf, leaf_of_row, row_of_leaf
from workbench.lessons.one_leaf.worked_leaves import PRESETS
from workbench.link.values import ENTRIES
from workbench.models.settings import losses_for

PAGE = "one_leaf.py"
EVERY = [(data, loss) for data in DATASETS for loss in losses_for(data)]


def texts(at: AppTest) -> str:
    return "\n".join(paragraphs(at))


@pytest.mark.parametrize(("data", "loss"), EVERY)
def test_the_stage_holds_the_numbers_of_the_trace(data: str, loss: str) -> None:
    at = opened(PAGE, leaf="lesson", data=data, loss=loss, round=3, n_estimators=4)
    assert quiet(at)
    fitted = fit(data=data, loss=loss, n_estimators=4)
    tree = fitted.trace[2].trees[0]
    node = chosen_leaf(tree, 0)
    sums = shown_record(at)["sums"]
    assert (sums["H"], sums["best"]) == (tree.H[node], pytest.approx(tree.weight[node], rel=1e-12))
    assert sums["G"] == pytest.approx(tree.G[node], abs=1e-9 * tree.H[node])
    assert (sums["lambda"], sums["rate"]) == (fitted.settings.reg_lambda, fitted.settings.learning_rate)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("steps", [0, 1, 4])
def test_every_leaf_by_hand(name: str, steps: int) -> None:
    at = opened(PAGE, leaf=name, leaf_steps=steps)
    assert quiet(at)
    shown = shown_record(at)
    assert PRESETS[name].fit in texts(at)
    if steps == 0:
        assert (shown["sums"]["G"], shown["sums"]["H"]) == (PRESETS[name].G, PRESETS[name].H)


def test_the_table_of_steps_adds_up_or_runs_away() -> None:
    (table,) = opened(PAGE, leaf="newton").table
    assert table.value["F after: added"].tolist()[:3] == ["1", "1.096", "1.099"]
    assert table.value["replaced, then summed"].tolist() == ["1", "1.096", "2.002", "2.187", "3.01"]


@pytest.mark.parametrize("data", ["spiral", "wine", "diabetes"])
def test_the_row_is_followed_while_one_goes_from_round_to_round(data: str) -> None:
    at, fitted = opened(PAGE, leaf="lesson", data=data, n_estimators=5), fit(data=data, n_estimators=5)
    row = row_of_leaf(fitted, 1, 0, chosen_leaf(fitted.trace[0].trees[0], 0), None)
    for number in (2, 3, 4):
        put(at, round=number)
        assert quiet(at)
        leaf, tree = leaf_of_row(fitted, number, 0, row), fitted.trace[number - 1].trees[0]
        shown = shown_record(at)
        assert shown["sums"]["H"] == tree.H[leaf]
        elsewhere = shown_record(opened(PAGE, **payloads(at, "address")[0]["values"]))
        assert elsewhere["sums"] == shown["sums"]
        assert f"**row {row}** falls into" in texts(at)


def test_a_node_chosen_elsewhere_is_shown_whatever_row_was_followed() -> None:
    at, fitted = opened(PAGE, leaf="lesson", data="wine", n_estimators=5), fit(data="wine", n_estimators=5)
    tree = fitted.trace[2].trees[0]
    node = int(tree.leaves[-1])
    put(at, round=3, node=node)
    assert shown_record(at)["sums"]["H"] == tree.H[node]


def test_what_does_not_act_on_a_leaf_by_hand_is_not_there() -> None:
    assert "widget_data" not in [each.key for each in opened(PAGE).selectbox]
    at = opened(PAGE, leaf="lesson")
    assert "widget_data" in [each.key for each in at.selectbox]
    assert {"round", "node", "leaf_lambda", "max_depth"} <= set(parameters(at))
    at.selectbox(key="widget_leaf").set_value("newton").run()
    assert "widget_data" not in [each.key for each in at.selectbox]
    by_hand = {"leaf_lambda", "leaf_gamma", "leaf_steps"}
    assert set(parameters(at)) == by_hand  # another leaf is asked about, and nothing below it tells
    put(at, guess=0)
    assert set(parameters(at)) == by_hand | {"leaf_rate"}


@pytest.mark.parametrize("data", ["iris", "wine"])
def test_every_class_has_its_own_leaf(data: str) -> None:
    fitted = fit(data=data, n_estimators=4)
    for k in range(fitted.n_classes):
        at = opened(PAGE, leaf="lesson", data=data, n_estimators=4, round=2, **{"class": k})
        assert quiet(at)
        tree = fitted.trace[1].trees[k]
        assert shown_record(at)["sums"]["H"] == tree.H[chosen_leaf(tree, 0)]


def test_penalties_come_from_the_link_and_from_the_line() -> None:
    at = opened(PAGE, leaf="logistic", leaf_lambda=3, leaf_rate=0.1, leaf_gamma=0.5)
    sums = shown_record(at)["sums"]
    assert (sums["lambda"], sums["rate"], sums["gamma"]) == (3, 0.1, 0.5)
    assert sums["best"] == pytest.approx(1.5 / (0.75 + 3))
    put(at, leaf_w=0.25)
    sets(at, leaf_lambda=0)
    assert shown_record(at)["sums"]["best"] == pytest.approx(2)
    assert held(at, "leaf_lambda", "leaf_w") == (0, None)


def test_another_leaf_starts_anew() -> None:
    at = opened(PAGE, leaf="logistic", leaf_w=0.5, leaf_lambda=3, leaf_rate=0.1, leaf_steps=2, act=3)
    at.selectbox(key="widget_leaf").set_value("overshoot").run()
    assert quiet(at)
    sums = shown_record(at)["sums"]
    assert (sums["hand"], sums["lambda"], sums["rate"]) == (-8, 0, 1)
    assert held(at, "leaf_steps", "act", "leaf_w") == (0, 0, None)


@pytest.mark.parametrize(
    ("link", "name", "shown"),
    [
        ({"leaf": "squared", "act": 6}, "act", 5),
        ({"leaf": "four", "leaf_left": 9}, "leaf_left", 3),
        ({"leaf": "lesson", "data": "diabetes", "leaf_left": 1}, "leaf_left", None),
        ({"leaf": "logistic", "leaf_w": 9.5}, "leaf_w", None),
    ],
)
def test_what_a_link_asks_beyond_the_end_is_said(link: dict[str, Any], name: str, shown: Any) -> None:
    at = opened(PAGE, **link)
    assert quiet(at)
    assert f"{name}={link[name]}" in at.toast[0].value
    if shown is not None:
        assert held(at, name) == shown
    elif name == "leaf_left":
        assert held(at, name) in shown_record(at)["places"]
    else:
        assert held(at, name) == shown_record(at)["axis"][1]


HOSTILE = [
    {"leaf": "../etc"},
    {"leaf": ""},
    {"leaf_w": "nan"},
    {"leaf_w": "1e99"},
    {"leaf_lambda": "-1"},
    {"leaf_lambda": "inf"},
    {"leaf_rate": "0"},
    {"leaf_rate": "![](http://host/a.png)"},
    {"leaf_steps": "5"},
    {"leaf_steps": "1.5"},
    {"act": "7"},
    {"act": "-1"},
    {"leaf_left": "0"},
]


@pytest.mark.parametrize("link", HOSTILE, ids=str)
def test_nonsense_in_the_link_is_answered_by_the_default(link: dict[str, str]) -> None:
    at = opened(PAGE, **link)
    assert quiet(at)
    (name,) = link
    assert held(at, name) == ENTRIES[name].default
    assert name in at.toast[0].value


@pytest.mark.parametrize(
    "values", [{"leaf": "newton"}, {"leaf": "lesson", "data": "hand5"}, {"leaf": "one_class"}]
)
@pytest.mark.parametrize("guess", ["none", 1])
def test_while_the_stage_asks_nothing_below_it_tells(values: dict[str, str], guess: object) -> None:
    at = opened(PAGE, guess=guess, **values)
    assert quiet(at)
    assert "w*" not in texts(at)
    assert not drawn(at)
    put(at, act=2)
    assert "w*" not in texts(at)
    put(at, act=3)
    assert quiet(at)
    assert "w*" in texts(at)


@pytest.mark.parametrize("name", ["lesson", *PRESETS])
def test_presenter_mode_shows_the_stage_alone(name: str) -> None:
    at = opened(PAGE, present=1, leaf=name)
    assert quiet(at)
    assert not at.expander
    assert not at.dataframe and not at.table
    assert payloads(at, "stage")[0]["present"]
