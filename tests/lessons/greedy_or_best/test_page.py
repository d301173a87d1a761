"""The lesson as a page: every row set, what stands below the stage and when, links."""

from itertools import cycle
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import held, opened, paragraphs, parameters, payloads, quiet, reader_does, sets
from workbench.lessons.greedy_or_best.among_all import AmongAll, among_all
from workbench.lessons.greedy_or_best.every_tree import PRUNINGS, outcome
from workbench.lessons.greedy_or_best.rows import LOSSES, ROW_SETS, Task
from workbench.lessons.greedy_or_best.stage import HELD, stage_of_trees
from workbench.lessons.greedy_or_best.words import count_table

PAGE = "greedy_or_best.py"


def said(at: AppTest) -> str:
    return "\n".join(paragraphs(at))


def stage(at: AppTest) -> dict[str, Any]:
    (found,) = payloads(at, "stage")
    return found


def shows(at: AppTest, shown: AmongAll) -> bool:
    """Whether the stage is that of these trees."""
    return bool(stage(at)["stage"].startswith(stage_of_trees(shown).name))


@pytest.mark.parametrize(("rows", "loss"), list(zip(ROW_SETS, cycle(LOSSES), strict=False)))
def test_every_row_set_is_shown_and_opens_at_greeds_first_cut(rows: str, loss: str) -> None:
    at = opened(PAGE, greedy_rows=rows, greedy_loss=loss, greedy_gamma=0.05)
    shown = among_all(Task(rows, loss=loss, gamma=0.05), "post")
    assert quiet(at)
    assert shows(at, shown)
    found = stage(at)
    assert (found["n_steps"], found["low"], found["first"]) == (len(shown.every.cuts), 0, shown.greedy_place)
    assert found["cursor"] == dict.fromkeys(HELD) | {"any_node": 0, "greedy_told": 0, "guess": 0}


@pytest.mark.parametrize(
    ("link", "is_told"),
    [
        ({"guess": "none"}, False),
        ({"guess": 1}, False),
        ({}, True),
        ({"guess": "none", "greedy_told": 1}, True),
    ],
)
def test_what_tells_stands_below_the_stage_once_it_is_told(link: dict[str, Any], *, is_told: bool) -> None:
    at = opened(PAGE, **link)
    assert quiet(at)
    assert ("What greedy cannot see" in said(at)) == is_told
    assert "How many trees there are" in said(at)


@pytest.mark.parametrize(("tree", "place"), [(0, 0), (1782, 22)])
def test_an_old_link_knows_a_tree_alone(tree: int, place: int) -> None:
    at = opened(PAGE, any_tree=tree)
    assert quiet(at)
    assert held(at, "first_cut", "any_tree") == (place, tree)
    assert stage(at)["cursor"]["first_cut"] == place


@pytest.mark.parametrize(
    ("name", "asked", "shown"), [("any_tree", 500, None), ("first_cut", 40, 2), ("first_cut", 2, 2)]
)
def test_what_a_link_asks_beyond_the_end_is_said(name: str, asked: int, shown: int | None) -> None:
    at = opened(PAGE, greedy_rows="xor4", **{name: asked})
    assert not at.exception
    assert held(at, name) == shown
    assert any("beyond the end" in each.value for each in at.toast) == (asked != shown)


def test_other_rows_come_with_the_settings_that_tell_most_and_are_asked_about() -> None:
    at = opened(PAGE, guess="none", greedy_flipped=9, any_tree=3, greedy_told=1)
    at.selectbox("widget_greedy_rows").select("xor5").run()
    names = ("greedy_rows", "greedy_flipped", "greedy_gamma", "greedy_pruning")
    assert (quiet(at), held(at, *names)) == (True, ("xor5", 0, 0.1, "pre"))
    assert held(at, "first_cut", "any_tree", "greedy_told") == (None, None, 0)


def test_a_setting_keeps_the_first_cut_and_what_was_told() -> None:
    at = opened(PAGE, guess="none", any_tree=60, any_node=1, greedy_told=1)
    sets(at, greedy_lambda=2.5)
    at.session_state["more_settings"] = True
    at.run()
    at.selectbox("widget_greedy_loss").select("squared").run()
    at.selectbox("widget_greedy_pruning").select("pre").run()
    assert quiet(at)
    assert shows(at, among_all(Task(loss="squared", reg_lambda=2.5), "pre"))
    assert held(at, "first_cut", "any_tree", "any_node", "greedy_told") == (2, None, 0, 1)
    line = parameters(at)
    assert set(line) == {"greedy_lambda", "greedy_gamma"}
    assert line["greedy_lambda"]["value"] == 2.5


def test_a_row_that_is_clicked_has_the_other_y_at_the_same_first_cut() -> None:
    at = opened(PAGE, guess="none", first_cut=6, greedy_told=1)
    reader_does(at, "stage", "turn", {"greedy_flipped": 8, "first_cut": 6, "greedy_told": 1})
    assert quiet(at)
    assert shows(at, among_all(Task(flipped=8), "post"))
    assert held(at, "greedy_flipped", "first_cut", "greedy_told") == (8, 6, 1)


def test_what_one_is_asked_has_every_outcome() -> None:
    tasks = (Task(), Task("easy"), Task("xor4"), Task("xor4", gamma=0.16))
    both = [among_all(task, pruning) for task in tasks for pruning in PRUNINGS]
    found = {outcome(shown.every, shown.greedy) for shown in both}
    assert found == {"best", "astray", "early", "late"}


def test_bits_beyond_the_rows_flip_nothing() -> None:
    at = opened(PAGE, greedy_rows="xor4", greedy_flipped=16)
    assert quiet(at)
    assert shows(at, among_all(Task("xor4"), "post"))


def test_the_counts_are_read_in_powers_of_ten() -> None:
    table = count_table()
    assert "| 12 | 2 | 23 | 1,783 | 287,959 | 60 |" in table
    assert "3.1 · 10¹¹ | 8.2 · 10²⁴" in table


def test_the_presenter_sees_the_lesson_alone() -> None:
    at = opened(PAGE, present=1)
    assert quiet(at)
    assert not at.expander
