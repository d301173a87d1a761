"""Each lesson has values of its own: its opening, what one left there, or what a link says."""

from collections.abc import Iterator
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import held, moved, opened, parameters, payloads, put, quiet, whole_link
from workbench.link.values import ENTRIES, checked, defaults, read_all, written
from workbench.shell import kept_in_browser, session
from workbench.shell.page_entry import PageEntry
from workbench.shell.registry import HOME, PAGES, page_named
from workbench.shell.store import PageValues, Store

BOOSTING, ROW, MANY = "boosting_rounds.py", "follow_one_row.py", "one_tree_or_many.py"
OPENING = page_named(MANY).opening


def link(at: AppTest) -> dict[str, str]:
    """What the address bar says."""
    return whole_link(at)


def others(at: AppTest) -> dict[str, Any]:
    """What the tab keeps beside the address."""
    (sent,) = payloads(at, "address")
    found: dict[str, Any] = sent["others"]
    return found


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """The store of a session that has just come to Boosting."""
    found = Store(PageValues(page_named(BOOSTING)))
    monkeypatch.setattr(session, "store", lambda: found)
    return found


@pytest.mark.parametrize("entry", (HOME, *PAGES), ids=lambda entry: entry.name)
def test_a_page_opens_with_values_of_its_own_link(entry: PageEntry) -> None:
    assert set(entry.opening) <= set(entry.link_names)
    assert all(checked(name, value) == value for name, value in entry.opening.items())
    at = opened(entry.path, guess="none")
    assert quiet(at)
    assert not at.toast
    assert at.session_state["store"].values == defaults() | dict(entry.opening)
    assert link(at) == {}


def test_nothing_goes_silently_from_lesson_to_lesson() -> None:
    at = opened(BOOSTING, data="circles", noise=0.2, n_estimators=4, round=3, gamma=0.05)
    moved(at, "home.py")
    moved(at, MANY)
    assert quiet(at)
    assert link(at) == {}
    assert held(at, "data", "noise", "n_estimators", "round") == ("circles", 0.3, 50, OPENING["round"])


def test_coming_back_finds_what_one_left() -> None:
    at = opened(BOOSTING, data="iris", n_estimators=4, round=3, gamma=0.05, guess="none")
    moved(at, ROW)
    put(at, data="moons", n_estimators=5, round=2, row=7)
    moved(at, BOOSTING)
    assert link(at) == {"data": "iris", "n_estimators": "4", "round": "3", "gamma": "0.05"}
    assert at.selectbox(key="widget_data").value == "iris"
    moved(at, ROW)
    assert held(at, "data", "n_estimators", "round", "row") == ("moons", 5, 2, 7)
    assert parameters(at)["n_estimators"]["value"] == 5


def test_a_link_on_the_way_says_all_of_the_lesson() -> None:
    at = opened(MANY, data="iris", n_estimators=4, round=3, gamma=0.05)
    moved(at, BOOSTING)
    moved(at, MANY, data="circles", max_depth=1)
    assert held(at, "data", "max_depth", "noise", "round", "n_estimators") == ("circles", 1, 0.0, 1, 50)
    moved(at, BOOSTING, round="x")
    assert held(at, "round") == 1
    assert "Shown is round=1: round=x must be a whole number" in at.toast[0].value


def test_one_goes_on_presenting_in_the_next_lesson_and_stops_in_all() -> None:
    at = opened(BOOSTING, n_estimators=2)
    at.button("present_button").click().run()
    moved(at, MANY)
    assert held(at, "present") == 1
    at.button("present_button").click().run()
    moved(at, BOOSTING)
    assert held(at, "present") == 0


def test_every_run_says_of_which_session_it_is(kept: Store) -> None:
    first, second = kept_in_browser.counts(), kept_in_browser.counts()
    assert first["session"] == second["session"] == kept.session
    assert kept.session != Store(PageValues(page_named(MANY))).session


def test_a_reload_keeps_every_lesson(kept: Store) -> None:
    kept.values |= {"gamma": 0.1, "round": 4}
    kept.open(page_named(MANY))
    kept.values["max_depth"] = 5
    kept.open(page_named("several_classes.py"))
    kept.visited[:] = ["boosting_rounds", "one_tree_or_many", "several_classes"]
    told = kept_in_browser.other_values()
    assert told["pages"] == {
        "boosting_rounds": {"gamma": "0.1", "round": "4"},
        "one_tree_or_many": {"max_depth": "5"},
    }
    after = Store(PageValues(page_named(MANY)))
    with pytest.MonkeyPatch.context() as reloaded:
        reloaded.setattr(session, "store", lambda: after)
        kept_in_browser.take_others(told)
        told["pages"].pop("one_tree_or_many")
        assert kept_in_browser.other_values() == told
    assert after.values["max_depth"] == OPENING["max_depth"]  # the address alone says what is on the screen
    assert after.visited == kept.visited
    after.open(page_named(BOOSTING))
    assert (after.values["gamma"], after.values["round"]) == (0.1, 4)
    assert not after.left.get("boosting_rounds")


def test_whoever_goes_on_before_a_new_session_has_heard_finds_what_was_left(kept: Store) -> None:
    told = {
        "pages": {"one_tree_or_many": {"max_depth": "5"}, "several_classes": {"round": "7"}},
        "visited": "",
    }
    for name in ("several_classes.py", MANY):
        kept.open(page_named(name))
    kept.came_from = "several_classes"
    kept_in_browser.take_others(told)
    assert kept.values["max_depth"] == 5  # on the screen
    kept.values["max_depth"] = 4
    kept_in_browser.take_others(told)  # on its way twice
    assert kept.values["max_depth"] == 4
    kept.open(page_named("several_classes.py"))
    assert kept.values["round"] == 7


def test_what_a_link_says_is_not_what_was_left_before(kept: Store) -> None:
    kept.open(page_named(MANY))
    kept.came_from = "boosting_rounds"
    kept.values["max_depth"] = 3
    kept_in_browser.take_others({"pages": {"one_tree_or_many": {"max_depth": "5"}}, "visited": ""})
    assert kept.values["max_depth"] == 3


def test_what_waits_for_its_data_set_waits_over_a_reload(kept: Store) -> None:
    kept.values |= defaults() | {"data": "iris", "noise": 0.2}
    assert kept.page.link() == {"data": "iris", "noise": "0.2"}


def test_after_a_fault_one_comes_back_to_this_page_alone(kept: Store) -> None:
    kept.values["round"] = 4
    session.remember_good()
    kept.open(page_named(MANY))
    kept.values |= {"round": 9, "max_depth": 4}
    session.go_back()
    assert kept.values == defaults() | dict(OPENING)  # it was never drawn
    session.remember_good()
    kept.values["round"] = 9
    session.go_back()
    assert kept.values == defaults() | dict(OPENING)
    kept.open(page_named(BOOSTING))
    assert kept.values["round"] == 4


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"round": 1},
        {"max_depth": 3, "noise": 0.0},
        {"data": "cos_x2"},
        {"data": "moons", "round": 1},
        {"data": "moons"},
        {name: ENTRIES[name].default for name in OPENING},
        {"data": "iris", "base_score": None, "seed": 3},
    ],
)
def test_a_link_reads_back_whatever_the_page_opens_with(changed: dict[str, Any]) -> None:
    values = defaults() | dict(OPENING) | changed
    assert read_all(written(values, OPENING), OPENING) == (values, [])


def test_a_link_about_another_data_set_knows_nothing_of_the_opening() -> None:
    values, _ = read_all({"data": "moons"}, OPENING)
    assert values == defaults() | {"data": "moons"}
    values, _ = read_all({"round": "3"}, OPENING)
    assert values == defaults() | dict(OPENING) | {"round": 3}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *[("data", text) for text in ("penguins.csv", "", "Iris", "../etc", "cos x")],
        *[(name, "penguins") for name in ("loss", "pruning", "missing", "criterion", "leaf", "patient")],
    ],
)
def test_an_unknown_name_is_said_with_what_is_shown(name: str, text: str) -> None:
    values, (note,) = read_all({name: text}, OPENING)
    usual = OPENING.get(name, ENTRIES[name].default)
    assert note.startswith(f"Shown is {name}={usual}: {name}={text} must be one of '")
    assert values == defaults() | dict(OPENING)
