"""A model, or a tree, goes to another lesson by a link that says all of it, where that lesson can show it."""

from typing import Any

import pytest

from tests.pages import held, moved, opened, quiet
from workbench.link.values import OF_A_TREE, SETTINGS, defaults
from workbench.models.settings import settings_from
from workbench.shell.page_entry import Kind
from workbench.shell.registry import PAGES, page_named
from workbench.shell.same_model import Way, ways

BOOSTED = ("one_leaf", "boosting_rounds", "follow_one_row", "one_tree_or_many", "prune_it", "several_classes")
TREES = ("find_the_split", "grow_a_tree", "prune_it")
MODELS: list[dict[str, Any]] = [
    {},
    {"data": "circles", "noise": 0.2, "max_depth": 2, "round": 3, "n_estimators": 4},
    {"data": "iris", "learning_rate": 0.5, "round": 2, "class": 1, "n_estimators": 3},
    {"data": "sonar", "gamma": 0.1, "loss": "exponential", "round": 4, "node": 2, "n_estimators": 5},
    {"data": "diabetes", "noise": 0.3, "loss": "huber", "seed": 3, "round": 2, "n_estimators": 4},
]


def found(name: str, **values: Any) -> list[Way]:
    """The ways from a page under some values, the default for all others."""
    return ways(page_named(f"{name}.py"), defaults() | values, PAGES)


def titles(name: str, **values: Any) -> list[tuple[Kind, str]]:
    """What goes where from a page under some values."""
    return [(way.kind, way.page.name) for way in found(name, **values)]


def test_a_model_goes_to_every_lesson_that_shows_it() -> None:
    for name, values in (
        ("boosting_rounds", {}),
        ("follow_one_row", {}),
        ("one_tree_or_many", {"compare": "settings"}),
        ("one_leaf", {"leaf": "lesson"}),
        ("prune_it", {"prune_tree": "data", "prune_by": "gamma"}),
        ("several_classes", {}),
    ):
        others = [("model", each) for each in BOOSTED if each != name]
        assert titles(name, data="iris", **values) == others


def test_a_lesson_of_classes_takes_what_it_boosts_itself() -> None:
    there = ("model", "several_classes")
    assert there in titles("boosting_rounds", data="iris", reg_lambda=0.0)
    assert there in titles("boosting_rounds", data="sonar", loss="softmax")
    assert there not in titles("boosting_rounds", data="sonar")
    assert there not in titles("boosting_rounds", data="iris", gamma=0.1)
    assert there not in titles("boosting_rounds", data="cos_x2")


def test_what_is_worked_by_hand_goes_nowhere() -> None:
    assert titles("one_leaf", leaf="newton") == []
    assert titles("prune_it") == titles("prune_it", prune_by="gamma") == []
    assert titles("find_the_split", data="moons", split_by="logistic") == []
    assert titles("adaboost", data="moons") == titles("clinic") == []


def test_a_tree_goes_to_the_lessons_of_trees() -> None:
    for name, values in (("find_the_split", {}), ("grow_a_tree", {}), ("prune_it", {"prune_tree": "data"})):
        assert titles(name, **values) == [("tree", each) for each in TREES if each != name]


@pytest.mark.parametrize("model", MODELS, ids=str)
@pytest.mark.parametrize("name", BOOSTED[1:4])
def test_a_link_brings_the_very_model(name: str, model: dict[str, Any]) -> None:
    wanted = settings_from(defaults() | model)
    for _, page, link in found(name, **model):
        at = opened(page.path, **link)
        assert quiet(at)
        assert not at.toast
        there = {each: held(at, each) for each in SETTINGS}
        taken = {each: there[each] for each in SETTINGS if each in page.link_names}
        assert settings_from(defaults() | taken) == wanted
        assert held(at, "round") == model.get("round", 1)
        if "class" in page.link_names:
            assert held(at, "class") == model.get("class", 0)


def test_a_link_brings_the_very_tree() -> None:
    tree = {"data": "moons", "noise": 0.1, "tree_depth": 4, "tree_points": 3, "criterion": "entropy"}
    for _, page, link in found("grow_a_tree", **tree):
        at = opened(page.path, **link)
        assert quiet(at)
        assert {each: held(at, each) for each in OF_A_TREE} == {
            each: (defaults() | tree)[each] for each in OF_A_TREE
        }


def test_the_line_leads_there_and_overrides_what_one_left() -> None:
    at = opened("one_tree_or_many.py", data="moons", gamma=0.2, n_estimators=3)
    moved(at, "boosting_rounds.py", data="cos_x2", max_depth=2, n_estimators=4, round=3, guess=0)
    ways_there = found("boosting_rounds", data="cos_x2", max_depth=2, n_estimators=4, round=3)
    (link,) = (way.link for way in ways_there if way.page.name == "one_tree_or_many")
    lines = {each.proto.label: each.proto for each in at.get("page_link")}
    assert lines["One tree or many"].query_string == "data=cos_x2&max_depth=2&n_estimators=4&round=3"
    moved(at, "one_tree_or_many.py", **link)
    assert held(at, "data", "gamma", "max_depth", "round", "tree_depth") == ("cos_x2", 0.0, 2, 3, 6)


def test_presenting_there_is_no_such_line() -> None:
    at = opened("boosting_rounds.py", n_estimators=2, present=1)
    assert not any(each.value.startswith("**The same model in") for each in at.markdown)
    at = opened("boosting_rounds.py", n_estimators=2)
    assert any(each.value == "**The same model in**" for each in at.markdown)
