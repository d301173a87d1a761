"""The lesson as a page: every row set, the cuts, the two pictures, the guess, links."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import held, opened, paragraphs, payloads, put, quiet, reader_does
from workbench.lessons.greedy_or_best.every_tree import PRUNINGS, every_tree, greedy_of, outcome
from workbench.lessons.greedy_or_best.rows import LOSSES, ROW_SETS, Task
from workbench.lessons.greedy_or_best.words import OUTCOMES, count_table
from workbench.text.numbers import number

PAGE = "greedy_or_best.py"


def said(at: AppTest) -> str:
    return "\n".join(paragraphs(at))


def dots(at: AppTest) -> dict[str, Any]:
    (found,) = payloads(at, "all_trees")
    return found


def plane(at: AppTest) -> dict[str, Any]:
    (found,) = payloads(at, "row_plane")
    return found


def greedy_number(task: Task, pruning: str = "post") -> int:
    return greedy_of(every_tree(task), pruning)


@pytest.mark.parametrize("loss", list(LOSSES))
@pytest.mark.parametrize("rows", list(ROW_SETS))
def test_every_row_set_shows_all_trees_and_those_that_count(rows: str, loss: str) -> None:
    at = opened(PAGE, greedy_rows=rows, greedy_loss=loss, greedy_gamma=0.05)
    assert quiet(at)
    task = Task(rows, loss=loss, gamma=0.05)
    every, sent = every_tree(task), dots(at)
    assert sum(len(column["y"]) for column in sent["columns"]) == len(every)
    assert sent["marks"]["best"]["y"] == pytest.approx(every.top)
    assert sent["marks"]["greedy"] == sent["marks"]["chosen"]
    firsts = {column["first"]: column["y"] for column in sent["columns"]}
    gains = [gain for first in sorted(firsts) for gain in firsts[first]]
    assert gains == pytest.approx(every.gain.tolist(), abs=1e-5)
    assert len(plane(at)["rows"]) == len(task.y)


@pytest.mark.parametrize("pruning", PRUNINGS)
def test_the_words_say_how_greed_fares(pruning: str) -> None:
    at = opened(PAGE, greedy_rows="xor5", greedy_gamma=0.1, greedy_pruning=pruning)
    says = "Greedy stops too soon" if pruning == "pre" else "Greedy finds the best"
    assert says in said(at)
    assert "all **9** trees" in said(at)


def test_greed_keeps_what_no_longer_pays() -> None:
    at = opened(PAGE, greedy_rows="xor4", greedy_gamma=0.16, greedy_pruning="full")
    assert "Greedy keeps too much" in said(at)
    assert dots(at)["marks"]["best"] == {"x": 0, "y": 0}


def test_the_slider_leads_to_the_best_tree_behind_each_first_cut() -> None:
    at, every = opened(PAGE), every_tree(Task())
    assert at.slider("first_cut_22").value == 22
    at.button("cut_Back").click().run()
    assert held(at, "any_tree") == every.best_of(every.by_gain[21])
    at.slider("first_cut_22").set_value(0).run()
    assert (quiet(at), held(at, "any_tree")) == (True, 0)
    assert "a single leaf" in said(at)
    at.button("cut_Back").click().run()
    assert at.slider("first_cut_22").value == 22
    at.button("cut_Next").click().run()
    assert at.slider("first_cut_22").value == 0
    at.button("to_Best").click().run()
    assert every.is_best(held(at, "any_tree"))
    assert f"the tree gains **{number(every.top)}**" in said(at)
    at.button("to_Greedy").click().run()
    assert held(at, "any_tree") == greedy_number(Task())


def test_axes_stay_while_one_goes_through_the_trees() -> None:
    at = opened(PAGE)
    before = dots(at)["extent"], plane(at)["extent"]
    for tree in (0, 17, 1782):
        assert quiet(put(at, any_tree=tree))
        assert (dots(at)["extent"], plane(at)["extent"]) == before


def test_a_tree_is_chosen_in_the_picture_and_a_node_in_the_tree() -> None:
    at = opened(PAGE)
    reader_does(at, "all_trees", "tree", 425)
    assert (quiet(at), held(at, "any_tree")) == (True, 425)
    assert plane(at)["node"] is None
    reader_does(at, "tree", "selected", 2)
    assert (quiet(at), held(at, "any_node")) == (True, 2)
    inside = [row["inside"] for row in plane(at)["rows"]]
    assert plane(at)["node"] is not None
    assert 0 < sum(inside) < 12
    reader_does(at, "all_trees", "tree", 0)
    assert held(at, "any_node") == 0


def test_a_row_that_is_clicked_has_the_other_y_and_has_it_back() -> None:
    at = opened(PAGE, any_tree=425)
    before = plane(at)["rows"][3]["code"]
    reader_does(at, "row_plane", "flipped", 3)
    assert (quiet(at), held(at, "greedy_flipped", "any_tree")) == (True, (8, None))
    assert plane(at)["rows"][3]["code"] == 1 - before
    reader_does(at, "row_plane", "flipped", 3)
    assert (held(at, "greedy_flipped"), plane(at)["rows"][3]["code"]) == (0, before)


def test_other_rows_come_with_the_settings_that_tell_most() -> None:
    at = opened(PAGE, greedy_flipped=9, any_tree=3)
    at.selectbox("greedy_row_set").select("xor5").run()
    found = held(at, "greedy_rows", "greedy_flipped", "greedy_gamma", "greedy_pruning", "any_tree")
    assert (quiet(at), found) == (True, ("xor5", 0, 0.1, "pre", None))


@pytest.mark.parametrize(("link", "right"), [({}, "astray"), ({"greedy_rows": "xor4"}, "early")])
def test_the_guess_hides_what_whole_trees_gain_and_is_judged(link: dict[str, str], right: str) -> None:
    at = opened(PAGE, guess=1, **link)
    sent = dots(at)
    assert quiet(at)
    assert [len(column["y"]) for column in sent["columns"]] == [1] * len(sent["columns"])
    assert list(sent["marks"]) == ["chosen"]
    assert "trees of depth two" not in said(at)
    assert all(at.button(key).disabled for key in ("to_Greedy", "to_Best"))
    (radio,) = at.radio
    radio.set_value(right).run()
    at.button(next(each.key for each in at.button if each.label == "Reveal")).click().run()
    assert f"You: {OUTCOMES[right]}. Right." in said(at)
    assert "best" in dots(at)["marks"]


def test_what_one_guesses_is_how_greed_fares() -> None:
    found = {
        outcome(every_tree(task), greedy_number(task, pruning))
        for task in (Task(), Task("easy"), Task("xor4"), Task("xor4", gamma=0.16))
        for pruning in PRUNINGS
    }
    assert found == set(OUTCOMES)


def test_a_tree_beyond_the_last_is_greeds() -> None:
    at = opened(PAGE, greedy_rows="xor4", any_tree=500)
    assert not at.exception
    assert dots(at)["marks"]["chosen"] == dots(at)["marks"]["greedy"]
    assert any("beyond the end" in each.value for each in at.toast)


def test_bits_beyond_the_rows_flip_nothing() -> None:
    at = opened(PAGE, greedy_rows="xor4", greedy_flipped=16)
    assert quiet(at)
    assert [row["code"] for row in plane(at)["rows"]] == [0, 1, 1, 0]


def test_what_is_folded_can_be_opened() -> None:
    at = opened(PAGE)
    for label, shows in (
        ("All first cuts, and the best tree behind each", "| first cut |"),
        ("How often does greedy lose?", "random orders"),
        ("Does it matter in boosting?", "After 20 rounds"),
    ):
        at.session_state[f"folded_{label}"] = True
        at.run()
        assert quiet(at)
        assert shows in said(at)


def test_the_counts_are_read_in_powers_of_ten() -> None:
    table = count_table()
    assert "| 12 | 2 | 23 | 1,783 | 287,959 | 60 |" in table
    assert "3.1 · 10¹¹ | 8.2 · 10²⁴" in table


def test_the_presenter_sees_the_lesson_alone() -> None:
    at = opened(PAGE, present=1)
    assert quiet(at)
    assert not at.expander
