"""The page shows the trace's own numbers, for every data set and loss, at every round."""

from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import fit, held, opened, paragraphs, payloads, put, quiet, sets
from workbench.data.catalogue import DATASETS
from workbench.gains.formula import show
from workbench.gains.node_at_cut import node_at
from workbench.gains.view import what_if
from workbench.lessons.boosting_rounds.stage import stage_of_rounds
from workbench.lessons.boosting_rounds.words import round_words, terms_here
from workbench.link.values import read
from workbench.models.settings import losses_for
from workbench.text.numbers import latex, number, threshold_text

PAGE = "boosting_rounds.py"
CASES = [(data, loss) for data in DATASETS for loss in losses_for(data)]


def stage_of(at: AppTest) -> dict[str, Any]:
    """What the stage was sent."""
    (sent,) = payloads(at, "stage")
    return sent


@pytest.mark.parametrize(("data", "loss"), CASES)
def test_stage_and_formula_follow_the_cursor(data: str, loss: str) -> None:
    found = fit(data=data, loss=loss, n_estimators=4)
    at = opened(PAGE, data=data, loss=loss, n_estimators=4, round=1)
    for round_ in (1, 4, 2):
        if held(at, "round") != round_:
            put(at, round=round_)
        assert quiet(at)
        tree, candidates = found.trace[round_ - 1].trees[0], found.candidates(round_, 0)
        assert stage_of(at)["cursor"]["round"] == round_
        if not tree.is_leaf[0]:
            assert f"={latex(tree.gain[0])}" in at.latex[0].value
            assert f"({latex(candidates.GL[candidates.best])})^2" in at.latex[0].value


def test_every_name_of_the_link_reaches_the_stage() -> None:
    link = {"round": 2, "node": 1, "feature": 1, "cut": 4, "if_lambda": 5.0, "if_gamma": 0.5}
    sent = stage_of(opened(PAGE, data="iris", n_estimators=3, **link, **{"class": 2, "over": 1}))
    assert sent["cursor"] == {**link, "over": 1, "guess": 0}
    assert sent["settings"] == {"data": "iris", "n_estimators": "3", "class": "2"}
    assert sent["stage"].startswith(stage_of_rounds(fit(data="iris", n_estimators=3), 2).name)


def test_the_formula_goes_to_any_candidate() -> None:
    at = opened(PAGE, data="iris", n_estimators=2, feature=1, cut=4)
    candidates = fit(data="iris", n_estimators=2).candidates(1, 0).of_feature(1)
    assert f"({latex(candidates.GR[4])})^2" in at.latex[0].value


def test_another_lambda_moves_the_gain_but_not_the_tree() -> None:
    at = opened(PAGE, data="sonar", n_estimators=2, if_lambda=50)
    found = fit(data="sonar", n_estimators=2)
    other = what_if(found.model, 1, 0, reg_lambda=50.0)
    assert f"={latex(other.gain[found.candidates(1, 0).best])}" in at.latex[0].value
    assert f"There this cut gains {show(found.trace[0].trees[0].gain[0])}." in "".join(paragraphs(at))
    assert held(at, "reg_lambda") == 1.0


def test_fewer_rounds_take_the_cursor_along_and_bring_it_back() -> None:
    at = opened(PAGE, round=50)
    sets(at, n_estimators=20)
    assert quiet(at)
    sent = stage_of(at)
    assert (sent["n_steps"], sent["cursor"]["round"]) == (20, 50)  # the stage shows the last there is
    assert any(said.startswith("Round 20 adds") for said in paragraphs(at))


def test_what_is_tried_below_the_stage_is_sent_to_it() -> None:
    at = opened(PAGE, n_estimators=2)
    at.slider(key="widget_if_lambda").set_value(7.0).run()
    assert quiet(at)
    assert stage_of(at)["put"] == {"if_lambda": [1, 7.0]}
    next(each for each in at.button if each.label == "Back to the fitted values").click().run()
    assert held(at, "if_lambda", "if_gamma") == (None, None)


def test_moving_the_cursor_does_not_fit_again(monkeypatch: pytest.MonkeyPatch) -> None:
    at = opened(PAGE, round=5)
    monkeypatch.setattr("gbtlib.estimators.boosting.boost", None)
    put(at, round=6)
    assert quiet(at)


def test_the_words_are_computed() -> None:
    at = opened(PAGE, data="sonar", round=5)
    sonar = fit(data="sonar")
    round_ = sonar.trace[4]
    text = next(said for said in paragraphs(at) if said.startswith("Round 5 adds"))
    assert f"a tree of {round_.trees[0].n_leaves} leaves" in text
    assert f"to {round_.train_loss:.3g}." in text
    assert f"On {len(sonar.held_out)} rows never trained on" in text


@pytest.mark.parametrize("rounds", [12, 200])
def test_it_says_when_the_loss_of_unseen_rows_turns(rounds: int) -> None:
    noisy = fit(data="circles", noise=0.3, n_estimators=rounds)
    unseen = noisy.losses[1, 1:]
    turn = 1 + int(np.argmin(unseen))
    text = round_words(noisy, turn)
    assert " There it " not in round_words(noisy, turn - 1)  # it has not been seen yet
    assert ("it still falls" in text) == (turn == rounds)
    if turn < rounds:
        assert f"lowest after round {turn}, " in text
        assert unseen[turn - 1] == unseen.min()


def test_residual_and_negative_gradient_are_tied_where_they_are_one_thing() -> None:
    for link, tied in (({}, True), ({"data": "moons"}, False)):
        lesson = fit(n_estimators=2, **link)
        assert ("residual" in round_words(lesson, 1)) == tied
        assert ("residual" in terms_here(node_at(lesson, 1, 0, 0))) == tied
    here = terms_here(node_at(fit(n_estimators=2), 1, 0, 0))
    assert here["residual"] == "−1.12 to 0.878 over the training rows"
    drawn = "g from −0.878 to 1.12; −g, as drawn, from −1.12 to 0.878"
    assert here["gradient"] == f"{drawn}, over the training rows"


def test_the_terms_speak_of_the_cursors_node_and_cut() -> None:
    lesson = fit(n_estimators=2)
    tree = lesson.trace[1].trees[0]
    node = node_at(lesson, 2, 0, 1, feature=0, cut=40, values=(None, 1.0))
    assert node.position is not None
    here = terms_here(node)
    assert (
        here["gain"] == f"x ≤ {threshold_text(node.cut.threshold)}: {number(node.tried.gain[node.position])}"
    )
    assert here["H"] == f"{tree.H[1]:,.0f} in node 1"
    leaf = terms_here(node_at(lesson, 2, 0, int(tree.leaves[0])))
    assert leaf["gain"] == "no cut: this node is a leaf"


@pytest.mark.parametrize(
    ("name", "text", "data"), [("base_score", "5", "xor"), ("loss", "huber", "xor"), ("noise", "0.3", "iris")]
)
def test_what_the_data_set_does_not_take_waits_and_is_said_once(name: str, text: str, data: str) -> None:
    at = opened(PAGE, data=data, n_estimators=3, **{name: text})
    assert quiet(at)
    (note,) = [toast.value for toast in at.toast]
    value = read(name, text)
    assert f"{name}={value} does not go with {data}; it waits for a data set that takes it." in note
    assert name not in payloads(at, "address")[0]["values"]
    assert held(at, name) == value
    assert not at.run().toast


def test_another_data_set_leaves_out_of_the_link_what_it_does_not_take() -> None:
    at = opened(PAGE, data="diabetes", n_estimators=3, base_score=100)
    assert payloads(at, "address")[0]["values"]["base_score"] == "100.0"
    put(at, data="xor")
    assert quiet(at)
    assert "base_score" not in payloads(at, "address")[0]["values"]


def test_a_leaf_says_why_it_is_one_although_cuts_are_allowed() -> None:
    tree = fit(data="cos_xy", n_estimators=3).trace[2].trees[0]
    leaf = next(int(i) for i in tree.leaves if tree.node(int(i)).why_leaf == "max_depth reached")
    at = opened(PAGE, data="cos_xy", n_estimators=3, round=3, node=leaf)
    assert any("It is a leaf all the same: max_depth reached." in each.value for each in at.markdown)


def test_the_ranked_table_begins_with_the_chosen_cut() -> None:
    at = opened(PAGE, data="iris", n_estimators=2)
    at.session_state["folded_The best candidates of this node, ranked: the first is chosen"] = True
    at.run()
    table = at.dataframe[0].value
    assert table["gain"].iloc[0] == pytest.approx(fit(data="iris", n_estimators=2).trace[0].trees[0].gain[0])
    assert table["rank"].iloc[0] == 1
    assert table["rank"].is_monotonic_increasing


def test_a_bar_of_choices_that_says_nothing_is_put_back() -> None:
    at = opened(PAGE, data="iris", n_estimators=2, **{"class": 2})
    at.segmented_control(key="widget_class").set_value(None).run()
    assert quiet(at)
    assert held(at, "class") == 2


def test_it_opens_after_one_tree_of_a_fit_whose_unseen_rows_say_when_to_stop() -> None:
    at = opened(PAGE)
    assert (held(at, "data"), held(at, "noise"), stage_of(at)["cursor"]["round"]) == ("cos_x2_few", 0.3, 1)
    found = fit(data="cos_x2_few", noise=0.3, learning_rate=0.5, max_depth=2, n_estimators=80)
    best = 1 + int(np.argmin(found.losses[1, 1:]))
    assert 5 < best < len(found.trace) / 2
    assert found.losses[1, -1] > 1.1 * found.losses[1, best]
