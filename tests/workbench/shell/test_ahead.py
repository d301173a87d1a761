"""What is sent ahead of a step along a slider is what the step shows."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import opened, payloads, reader_does
from workbench.components.ahead import Parts
from workbench.shell.ahead import SliderSteps

# A page that steps through the rounds, and the rest of a link; a chosen node is left by a step.
CASES = [
    ("follow_one_row.py", {"n_estimators": 6, "path_node": 0}),
    ("follow_one_row.py", {"n_estimators": 6, "data": "iris", "loss": "softmax", "class": 1}),
]
BUTTONS = ("step_Back", "step_Next")


def parts(at: AppTest) -> dict[str, dict[str, Any]]:
    """What the components that follow the steps were sent, by part."""
    sent = [json.loads(each.proto.bytes) for each in at.get("bidi_component")]
    following = [data for data in sent if isinstance(data, dict) and "part" in data]
    return {
        data["part"]: {name: each for name, each in data.items() if name != "fixed"} for data in following
    }


@pytest.mark.parametrize(("page", "link"), CASES)
def test_the_steps_beside_it_are_sent_as_they_will_be_shown(page: str, link: dict[str, object]) -> None:
    for button, step in zip(BUTTONS, ("2", "4"), strict=True):
        at = opened(page, **link, round=3)
        (sent,) = payloads(at, "ahead")
        before = parts(at)
        assert (list(sent["rounds"]), sent["step"]) == (["2", "4"], 3)
        shown = parts(at.button(key=button).click().run())
        assert shown == {name: data for name, data in sent["rounds"][step].items() if name in shown}
        assert set(shown) == set(before)
        assert {data["context"] for data in shown.values()} == {sent["context"]}


@pytest.mark.parametrize(
    ("page", "picture", "moved", "link"),
    [
        ("prune_it.py", "price_picture", {"prune_step": 1}, {}),
        ("prune_it.py", "price_picture", {"prune_step": 1}, {"prune_tree": "data", "data": "sonar"}),
    ],
)
def test_so_are_the_steps_of_a_picture_that_steps_by_itself(
    page: str, picture: str, moved: dict[str, int], link: dict[str, object]
) -> None:
    (at_step,) = moved.values()
    for step in (at_step - 1, at_step + 1):
        at = opened(page, **link, **moved)
        (sent,) = payloads(at, "ahead")
        before = parts(at)
        assert list(sent["rounds"]) == [str(at_step - 1), str(at_step + 1)]
        told = step if page != "prune_it.py" else {"number": 1, "price": step, "node": 0}
        shown = parts(reader_does(at, picture, "moved", told))
        assert shown == sent["rounds"][str(step)]
        assert set(shown) == set(before)
        assert {data["context"] for data in shown.values()} == {sent["context"]}


@pytest.mark.parametrize(("page", "link"), CASES)
def test_nothing_is_sent_ahead_while_it_is_guessed(page: str, link: dict[str, object]) -> None:
    at = opened(page, **link, guess=1)
    assert payloads(at, "ahead") == []
    assert parts(at) == {}


def test_where_there_is_one_step_nothing_follows_it() -> None:
    at = opened("follow_one_row.py", n_estimators=1)
    assert payloads(at, "ahead") == []
    assert parts(at) == {}


def test_who_jumps_is_sent_where_such_a_jump_leads() -> None:
    at = opened("follow_one_row.py", n_estimators=30, round=2)
    for to, ahead in ((12, ["2", "11", "13", "22"]), (22, ["12", "21", "23"]), (23, ["22", "24"])):
        at.slider(key="widget_round").set_value(to).run()
        (sent,) = payloads(at, "ahead")
        assert list(sent["rounds"]) == ahead


def test_steps_that_different_functions_make_of_the_same_have_different_names() -> None:
    def one(step: int, chosen: Any) -> Parts:
        return {}

    def other(step: int, chosen: Any) -> Parts:
        return {}

    contexts = [SliderSteps(("model", 5, 0), (1, 6), None, make).context for make in (one, other, one)]
    assert contexts[0] == contexts[2] != contexts[1]
