"""What the reader does in a component arrives in Python, and comes back to what is drawn."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import moved, opened, payloads, quiet, reader_does
from workbench.lessons.boosting_rounds.widgets import SPLIT_BY_SPLIT
from workbench.paths import page_path

ROUNDS, ROW = "boosting_rounds.py", "follow_one_row.py"
FIND, GAPS = "find_the_split.py", "missing_sparse_categorical.py"
SPLIT = {"data": "moons", "split_by": "logistic", "find_step": 2}
SMALL = {"n_estimators": 4, "max_depth": 2}  # of a fit that takes no time


def unfolded(at: AppTest) -> AppTest:
    """The same with what Boosting shows of a tree by itself, below its stage."""
    at.session_state[f"folded_{SPLIT_BY_SPLIT}"] = True
    return at.run()


def sent(at: AppTest, component: str, *names: str) -> Any:
    """One thing that the one component of a kind was sent."""
    (found,) = payloads(at, component)
    for name in names:
        found = found[name]
    return found


@pytest.mark.parametrize(
    ("page", "link", "component", "event", "value", "names", "expected"),
    [
        (ROUNDS, SMALL, "tree", "selected", 2, ("selected",), 2),
        (ROUNDS, SMALL, "tree", "grown", {"splits": 1, "node": 0}, ("growth", "at"), 1),
        (ROUNDS, SMALL, "gains", "move", {"feature": 0, "candidate": 5}, ("cursor", "candidate"), 5),
        (ROUNDS, SMALL, "formula", "what_if", {"lambda": 9, "gamma": None}, ("lambda", "now"), 9),
        (FIND, SPLIT, "gains", "move", {"feature": 1, "candidate": 2}, ("cursor", "candidate"), 2),
        (GAPS, {}, "cell_table", "cells", {"blank": "0.0,2.1"}, ("blank",), "0.0,2.1"),
    ],
)
def test_what_is_done_comes_back(
    page: str,
    link: dict[str, Any],
    component: str,
    event: str,
    value: Any,
    names: tuple[str, ...],
    expected: Any,
) -> None:
    at = unfolded(opened(page, **link))
    assert sent(at, component, *names) != expected
    reader_does(at, component, event, value)
    assert quiet(at)
    assert sent(at, component, *names) == expected


def test_the_same_is_heard_twice() -> None:
    at = unfolded(opened(ROUNDS, **SMALL))
    for node in (2, 1, 2):
        reader_does(at, "tree", "selected", node)
        assert sent(at, "tree", "selected") == node
        assert sent(at, "stage", "cursor", "node") == node
    moved(at, GAPS, guess=0)
    for _ in range(2):
        reader_does(at, "cell_table", "cells", {"blank": "0.0,2.1"})
    assert quiet(at)
    assert sent(at, "cell_table", "blank") == "0.0,2.1"


def test_what_was_done_on_a_page_is_not_done_again_when_one_comes_back() -> None:
    at = unfolded(opened(ROUNDS, **SMALL))
    reader_does(at, "tree", "selected", 2)
    moved(at, GAPS, guess=0)
    reader_does(at, "cell_table", "cells", {"blank": "0.0,2.1"})
    moved(at, ROUNDS)
    assert quiet(at)
    assert sent(at, "stage", "cursor", "node") == 2
    moved(at, GAPS)
    assert sent(at, "cell_table", "blank") == "0.0,2.1"


def test_what_arrives_after_its_page_has_gone_is_no_error() -> None:
    at = opened(ROUNDS, **SMALL)
    at.switch_page(str(page_path(ROW)))
    reader_does(at, "formula", "what_if", {"lambda": 9, "gamma": None})
    assert quiet(at)
    assert len(payloads(at, "stage")) == 1
