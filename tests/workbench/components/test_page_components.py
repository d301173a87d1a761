"""What the reader does in a component arrives in Python, and comes back to what is drawn."""

from typing import Any

from streamlit.testing.v1 import AppTest

from tests.pages import moved, opened, payloads, quiet, reader_does, shown_record

ROUNDS, GAPS = "boosting_rounds.py", "missing_sparse_categorical.py"
SMALL = {"n_estimators": 4, "max_depth": 2}  # of a fit that takes no time
SOME, MORE = {"blank": "0.0,2.1"}, {"blank": "0.0,2.1,3.1"}


def blank(at: AppTest) -> Any:
    """The cells that the stage was sent as blank."""
    return ",".join(f"{row}.{column}" for row, column in shown_record(at)["blank"])


def test_what_is_done_comes_back_and_is_heard_twice() -> None:
    at = opened(GAPS)
    for cells in (SOME, MORE, SOME):
        assert blank(at) != cells["blank"]
        reader_does(at, "stage", "turn", cells)
        assert quiet(at)
        assert blank(at) == cells["blank"]


def test_what_was_done_on_a_page_is_not_done_again_when_one_comes_back() -> None:
    at = opened(GAPS)
    reader_does(at, "stage", "turn", SOME)
    moved(at, ROUNDS, guess=0, **SMALL)
    moved(at, GAPS)
    assert blank(at) == SOME["blank"]


def test_what_arrives_after_its_page_has_gone_is_no_error() -> None:
    at = opened(GAPS)
    moved(at, ROUNDS, guess=0, **SMALL)
    assert quiet(at)
    assert len(payloads(at, "stage")) == 1
