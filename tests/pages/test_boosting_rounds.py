"""The page shows the trace's own numbers, for every data set and loss, at every round."""

import numpy as np
import pytest

from tests.pages.support import lesson, opened, payloads, quiet
from workbench import state
from workbench.data import DATASETS
from workbench.lesson import of_class, row_table

PAGE = "boosting_rounds.py"
CASES = [(data, loss) for data in DATASETS for loss in state.losses_for(data)]


@pytest.mark.parametrize(("data", "loss"), CASES)
def test_quiet_with_every_data_set_and_loss(data: str, loss: str) -> None:
    assert quiet(opened(PAGE, data=data, loss=loss, n_estimators=4, round=3))


@pytest.mark.parametrize(("data", "loss"), CASES)
def test_the_table_holds_the_numbers_of_the_trace(data: str, loss: str) -> None:
    found = lesson(data=data, loss=loss, n_estimators=4)
    for k in range(found.n_classes):
        table, round_ = row_table(found, 3, k), found.trace[2]
        assert np.array_equal(table["gradient g"], of_class(round_.gradient, k))
        step = table["raw prediction before"] + found.model.learning_rate * table["leaf weight"]
        assert np.allclose(step, table["raw prediction after"], rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("number", [1, 7, 50])
def test_the_tree_is_that_of_the_round(number: int) -> None:
    (sent,) = payloads(opened(PAGE, round=number), "tree")
    tree = lesson().trace[number - 1].trees[0]
    assert {node["index"] for node in sent["nodes"]} == set(range(tree.n_nodes))


def test_stepping_sets_the_round() -> None:
    at = opened(PAGE, round=10)
    at.button("step_Next").click().run()
    assert at.session_state["round"] == 11
    assert "The tree of round 11" in [heading.value for heading in at.subheader]
    at.button("step_Back").click().run().button("step_Back").click().run()
    assert at.session_state["round"] == 9
    at.button("step_Last").click().run()
    assert at.session_state["round"] == 50
    assert at.button("step_Next").disabled
    at.button("step_First").click().run()
    assert at.button("step_Back").disabled


def test_fewer_rounds_take_the_cursor_along() -> None:
    at = opened(PAGE, round=50)
    at.slider("n_estimators").set_value(20).run()
    assert quiet(at)
    assert at.session_state["round"] == 20


def test_moving_the_cursor_does_not_fit_again(monkeypatch: pytest.MonkeyPatch) -> None:
    at = opened(PAGE, round=5)
    monkeypatch.setattr("gbtlib.estimators.boost", None)
    at.button("step_Next").click().run()
    assert quiet(at)


def test_the_words_are_computed() -> None:
    at = opened(PAGE, data="sonar", round=5)
    sonar = lesson(data="sonar")
    round_ = sonar.trace[4]
    text = next(m.value for m in at.markdown if m.value.startswith("Round 5 adds"))
    assert f"a tree of {round_.trees[0].n_leaves} leaves" in text
    assert f"to {round_.train_loss:.3g}." in text
    assert f"On {len(sonar.held_out)} rows never trained on" in text
