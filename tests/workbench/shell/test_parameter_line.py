"""A line of parameters: where its tracks lead, and acts of which none is lost and none counts twice."""

import pytest

from tests.pages import held, opened, parameters, payloads, put, quiet, reader_does, sets
from workbench.link.values import ENTRIES
from workbench.shell.page_entry import PageEntry
from workbench.shell.parameter_line import COUNTS, DEPTHS, RATES, steps_of
from workbench.shell.registry import PAGES

PAGE = "boosting_rounds.py"


def test_an_act_sets_all_that_it_carries_and_says_that_it_was_heard() -> None:
    at = opened(PAGE, n_estimators=3, round=1)
    assert payloads(at, "parameters")[0]["heard"] == 0
    reader_does(at, "parameters", "set", {"number": 7, "values": {"max_depth": 2, "learning_rate": 0.5}})
    assert quiet(at)
    assert held(at, "max_depth", "learning_rate") == (2, 0.5)
    assert payloads(at, "parameters")[0]["heard"] == 7
    assert {name: parameters(at)[name]["value"] for name in ("max_depth", "learning_rate")} == {
        "max_depth": 2,
        "learning_rate": 0.5,
    }


def test_an_act_that_was_heard_before_is_none_any_more() -> None:
    at = opened(PAGE, n_estimators=3, round=1)
    reader_does(at, "parameters", "set", {"number": 7, "values": {"max_depth": 2}})
    put(at, max_depth=5)  # as after Back
    for number in (6, 7):
        reader_does(at, "parameters", "set", {"number": number, "values": {"max_depth": 2}})
        assert held(at, "max_depth") == 5
    reader_does(at, "parameters", "set", {"number": 8, "values": {"max_depth": 4}})
    assert held(at, "max_depth") == 4


def test_a_value_that_breaks_its_rule_sets_nothing_and_is_answered() -> None:
    at = opened(PAGE, n_estimators=3, round=1, max_depth=3)
    reader_does(at, "parameters", "set", {"number": 3, "values": {"max_depth": 0, "learning_rate": 0.2}})
    assert held(at, "max_depth", "learning_rate") == (3, 0.5)
    assert payloads(at, "parameters")[0]["heard"] == 3
    assert "could not be done" in at.toast[0].value


def test_what_python_sets_stands_in_the_line() -> None:
    at = opened(PAGE, n_estimators=3, round=1, max_depth=17)
    assert parameters(at)["max_depth"]["value"] == 17
    put(at, max_depth=None)
    assert parameters(at)["max_depth"]["value"] is None


@pytest.mark.sweep
@pytest.mark.parametrize("entry", PAGES, ids=lambda entry: entry.name)
def test_every_stop_and_both_ends_of_a_track_obey_the_rule_of_the_link(
    entry: PageEntry,
) -> None:
    for name, given in parameters(opened(entry.path)).items():
        rule = ENTRIES[name].rule
        values = [*given["stops"], *given["choices"], given["low"], given["high"]]
        assert not [each for each in values if each is not None and rule.broken_by(each)], name
        numbers = [each for each in given["stops"] if each is not None]
        assert numbers == sorted(set(numbers))
        assert (None in given["stops"]) <= (given["empty"] is not None)


def test_a_criterion_is_chosen_of_names_side_by_side() -> None:
    at = opened("grow_a_tree.py", data="moons")
    assert list(parameters(at)["criterion"]["choices"]) == ["gini", "entropy"]
    sets(at, criterion="entropy", tree_points=5)
    assert quiet(at)
    assert held(at, "criterion", "tree_points") == ("entropy", 5)
    assert "criterion" not in parameters(opened("grow_a_tree.py", data="cos_x2"))


def test_steps_are_those_of_the_rule() -> None:
    rule = ENTRIES["n_estimators"].rule
    assert steps_of(rule, 1) == tuple(range(1, 201))  # type: ignore[arg-type]
    assert all(isinstance(each, int) for each in steps_of(rule, 1))  # type: ignore[arg-type]
    assert (RATES[0], RATES[-1], DEPTHS[-1], COUNTS[-1]) == (0.0001, 1.0, None, 1000)
