"""What is sent ahead of a step along a slider is what the step shows."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import opened, payloads, reader_does
from workbench.components.ahead import Parts
from workbench.shell.ahead import SliderSteps


def parts(at: AppTest) -> dict[str, dict[str, Any]]:
    """What the components that follow the steps were sent, by part."""
    sent = [json.loads(each.proto.bytes) for each in at.get("bidi_component")]
    following = [data for data in sent if isinstance(data, dict) and "part" in data]
    return {
        data["part"]: {name: each for name, each in data.items() if name != "fixed"} for data in following
    }


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


def test_nothing_is_sent_ahead_while_it_is_guessed() -> None:
    at = opened("prune_it.py", guess=1)
    assert payloads(at, "ahead") == []
    assert parts(at) == {}


def test_steps_that_different_functions_make_of_the_same_have_different_names() -> None:
    def one(step: int, chosen: Any) -> Parts:
        return {}

    def other(step: int, chosen: Any) -> Parts:
        return {}

    contexts = [SliderSteps(("model", 5, 0), (1, 6), None, make).context for make in (one, other, one)]
    assert contexts[0] == contexts[2] != contexts[1]
