"""What Python and the stage in the browser know of each other's values."""

from typing import Any

import pytest

from workbench.shell.held import Held, draw, hear
from workbench.stage import told

NAMES = ("round", "node")


@pytest.fixture
def held() -> Held:
    """Of a page whose stage was drawn at round 2."""
    found = Held()
    draw(found, NAMES, values())
    return found


def values(**others: Any) -> dict[str, Any]:
    return {"round": 2, "node": 0, "n_estimators": 50} | others


def test_what_the_stage_tells_is_taken_once(held: Held) -> None:
    now = values()
    told.tell(held.token, {"round": 5, "node": 1})
    hear(held, now)
    assert now == values(round=5, node=1)
    now["round"] = 3
    hear(held, now)
    assert now["round"] == 3


def test_what_it_does_not_hold_or_breaks_a_rule_is_not_taken(held: Held) -> None:
    now = values()
    told.tell(held.token, {"round": -1, "node": 4, "n_estimators": 7, "other": 1})
    hear(held, now)
    assert now == values(node=4)


def test_what_was_told_under_an_old_token_counts_no_more(held: Held) -> None:
    now, new = values(), Held()
    told.tell(held.token, {"round": 5})
    hear(new, now)
    assert now == values()
    assert new.token != held.token


def test_what_the_stage_has_told_is_not_sent_back(held: Held) -> None:
    now = values()
    told.tell(held.token, {"round": 5, "node": 1})
    hear(held, now)
    assert draw(held, NAMES, now)["put"] == {}


def test_what_python_sets_is_sent_with_a_number_until_it_sets_it_again(held: Held) -> None:
    now = values(round=7)
    assert draw(held, NAMES, now)["put"] == {"round": (1, 7)}
    assert draw(held, NAMES, now)["put"] == {"round": (1, 7)}  # the answer before may never have come
    told.tell(held.token, {"round": 8, "node": 0})
    hear(held, now)
    now["node"] = 3
    sent = draw(held, NAMES, now)
    assert sent["put"] == {"round": (1, 7), "node": (2, 3)}
    assert sent["cursor"] == {"round": 8, "node": 3}
    assert sent["run"] == 4


def test_what_python_sets_of_a_stage_that_is_away_is_sent_when_it_comes_back(held: Held) -> None:
    now = values(round=9)
    assert draw(held, ("node",), now)["put"] == {}
    assert draw(held, ("node",), now)["cursor"] == {"node": 0}
    assert draw(held, NAMES, now)["put"] == {"round": (1, 9)}
