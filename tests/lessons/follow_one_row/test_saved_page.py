"""The file of "Save as a page": small, without a way out, with the ledger and the trees of every round."""

from functools import cache

import numpy as np
import pytest

from tests.pages import fit, opened
from tests.saved_pages import as_sent, is_alone, questions_of, steps_of, unpacked
from workbench.lessons.follow_one_row.ledger_data import ledger_data
from workbench.lessons.follow_one_row.saved_page import TOO_LARGE, SavedRow, saved_page
from workbench.models.row_story import default_row, row_story
from workbench.text.numbers import number

CASES = [("cos_x2", 0), ("moons", 0), ("sonar", 0), ("diabetes", 0), ("iris", 1)]


def saved_of(data: str, k: int = 0, row: int | None = None, **settings: object) -> SavedRow:
    model = fit(data=data, **{"n_estimators": 12, **settings})
    row = default_row(model) if row is None else row
    return SavedRow(model, row_story(model, row), 4, k, {"row": str(row)})


@cache
def file_of(data: str, k: int = 0) -> str:
    return saved_page(saved_of(data, k)).decode()


def raw_predictions(saved: SavedRow) -> list[float]:
    """The start of the model, and its raw prediction of the row after every round."""
    model, x = saved.fit.model, saved.story.x[np.newaxis]
    start = np.atleast_1d(model.initial_raw_prediction_)[saved.k]
    return [float(start), *(float(np.atleast_1d(raw[0])[saved.k]) for raw in model.staged_raw_prediction(x))]


@pytest.mark.parametrize(("data", "k"), CASES)
def test_the_ledger_and_every_tree_are_those_of_the_model(data: str, k: int) -> None:
    page, saved = file_of(data, k), saved_of(data, k)
    raw, trace = raw_predictions(saved), saved.fit.trace
    assert is_alone(page)
    assert TOO_LARGE not in page
    assert f"follow_one_row?row={saved.story.row}" in page
    sent = unpacked(page, "ledger")
    assert sent == as_sent(ledger_data(saved.fit, saved.story, 4, k))
    sums = sent["panels"][0]["lines"][0]["values"]
    assert sums == pytest.approx(raw, rel=1e-12, abs=1e-12)
    assert unpacked(page, "steps")["first"] == 4
    steps = steps_of(page)
    assert sorted(steps) == list(range(1, 13))
    assert unpacked(page, "stepper")["labels"] == [f"Round {r} of 12" for r in steps]
    for r, step in steps.items():
        leaf = int(trace[r - 1].trees[k].apply(saved.story.x[np.newaxis])[0])
        assert step["ledger"] == {"round": r}
        assert step["tree"]["selected"] == leaf
        marked = [node["index"] for node in step["tree"]["nodes"] if node["badge"]]
        assert marked == [leaf]
        assert step["texts"]["sum"].endswith(f"= **{number(raw[r], 4)}**.")
        assert f"after round {r}: " in step["texts"]["words"]
        said = "".join(text for _, text, _ in step["path"]["pieces"])
        assert f"= {number(raw[r] - raw[r - 1])}." in said
        assert f"= {number(sums[r] - sums[r - 1])}." in said  # which the ledger reads off


@pytest.mark.parametrize(("data", "k"), CASES)
def test_every_round_asks_where_the_next_one_leads_and_the_ledger_ends_there(data: str, k: int) -> None:
    asked, raw = questions_of(file_of(data, k)), raw_predictions(saved_of(data, k))
    assert sorted(asked) == list(range(1, 12))
    for r, question in asked.items():
        way = "Raise" if raw[r + 1] > raw[r] else "Lower"
        assert [question["choices"][i] for i in question["right"]] == [way]
        for i, told in enumerate(question["told"]):
            assert told.startswith("Right:" if i in question["right"] else "No:")
            assert told.endswith(f"round {r + 1} adds {number(raw[r + 1] - raw[r])}.")
        assert f"round {r + 1} raise or lower" in question["text"]
        assert question["hides"] == {"ledger": {"last": r}}
        for choice, reveals in zip(question["choices"], question["reveals"], strict=True):
            assert reveals["ledger"]["last"] == r + 1
            assert (reveals["ledger"]["guess"]["way"], reveals["ledger"]["guess"]["after"]) == (
                choice.lower(),
                r,
            )


def test_where_a_round_adds_nothing_neither_answer_is_wrong() -> None:
    asked = questions_of(saved_page(saved_of("hand5", row=0, reg_alpha=1e6)).decode())
    assert sorted(asked) == list(range(1, 12))
    for r, question in asked.items():
        assert question["right"] == [0, 1]
        assert question["told"] == [f"Neither: round {r + 1} adds 0."] * 2


@pytest.mark.parametrize("data", ["cos_x2", "moons", "diabetes"])
def test_forty_rounds_take_little_room(data: str) -> None:
    assert len(saved_page(saved_of(data, n_estimators=40))) < 300_000


@pytest.mark.wide
@pytest.mark.parametrize("data", ["cos_x2", "moons", "sonar", "diabetes"])
def test_as_many_rounds_as_there_can_be_fit_into_the_file(data: str) -> None:
    page = saved_page(saved_of(data, n_estimators=200, max_depth=12)).decode()
    assert is_alone(page)
    assert (TOO_LARGE in page) == ('id="tree"' not in page)


def test_the_button_stands_on_the_page_but_not_while_one_guesses() -> None:
    def labels(**link: object) -> list[str]:
        at = opened("follow_one_row.py", n_estimators=3, **link)
        return [str(button.proto.label) for button in at.get("download_button")]

    assert "Save as a page" in labels()
    assert "Save as a page" not in labels(guess=1)
    assert "Save as a page" not in labels(present=1)
