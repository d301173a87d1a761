"""The page on a model's file: each of its models, what it says while it asks, and its file."""

import base64
import json
import re
from pathlib import Path

import numpy as np
import pytest

from tests.pages import held, moved, opened, paragraphs, quiet, shown_record
from tests.saved_pages import is_alone
from tests.workbench.stage.unpacking import unpacked
from workbench.components.plain_page import MOST_BYTES
from workbench.lessons.your_model import LESSON
from workbench.lessons.your_model.record import record_of
from workbench.lessons.your_model.shipped_models import SHIPPED, shipped
from workbench.lessons.your_model.stage import stage_of_model
from workbench.models.own_model import own_model

PAGE = "your_model.py"


@pytest.mark.parametrize("name", SHIPPED)
def test_every_model_opens_and_its_record_is_sent(name: str) -> None:
    at = opened(PAGE, model=name, heard=30)
    assert quiet(at)
    assert shown_record(at)["title"] == SHIPPED[name]
    assert held(at, "model") == name


def test_a_file_of_catboost_says_that_nothing_can_be_solved_for() -> None:
    golden = Path(__file__).parents[2] / "gbtlib" / "handover" / "golden" / "catboost_1.2.10_squared.json"
    model = own_model("cat.json", json.dumps(json.loads(golden.read_text("utf-8"))["model"]).encode())
    at = opened("home.py")
    at.session_state["own_models"] = {model.id: model}
    moved(at, PAGE, model=model.id, guess=0)
    assert quiet(at)
    assert "nor weights of splits" in "\n".join(paragraphs(at))
    assert "solve_" not in "\n".join(each.value for each in at.code)


def test_while_it_asks_nothing_below_tells() -> None:
    asking = "\n".join(paragraphs(opened(PAGE, guess="none", heard=7)))
    told = "\n".join(paragraphs(opened(PAGE, guess="none", heard=8)))
    assert "equation in λ and η" in asking
    assert "of all splits meet" not in asking
    assert "100% of all splits meet both of their equations" in told
    assert not re.search(r"1\.7|0?\.12\b", asking)


def test_rows_say_which_of_them_a_late_tree_is_for() -> None:
    at = opened(PAGE, heard=38, fold="Which rows is a late tree for?")
    (words,) = (each for each in paragraphs(at) if "half of all |g|" in each)
    first, late = map(int, re.findall(r"(?:lies|round 30) on (\d+) rows?", words))
    assert late < first / 2
    assert len(at.dataframe[0].value) == 10


@pytest.mark.parametrize("name", SHIPPED)
def test_the_file_has_the_record_and_asks_nobody(name: str) -> None:
    cursor = {"heard": 4, "looked_at": None, "guess": None}
    file = LESSON.saved(stage_of_model(shipped(name), 0), cursor, {"model": name, "heard": "4"})
    page = file.decode()
    assert is_alone(page)
    assert len(file) < MOST_BYTES
    (text,) = re.findall(r'id="data-stage" data-kind="bytes">([^<]*)<', page)
    facts = unpacked(base64.b64decode(text))
    assert facts["cursor"] == cursor
    record = record_of(shipped(name))
    for field in ("G", "H", "weight"):
        sent = facts["record"]["trees"][field]
        assert np.array_equal(sent, record["trees"][field], equal_nan=True)
