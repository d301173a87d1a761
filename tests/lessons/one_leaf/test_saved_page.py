"""The file of "Save as a page": small, without a way out, and with the leaf at every act."""

import base64
import re

import numpy as np
import pytest

from tests.lessons.one_leaf.test_record import drawn_of, leaves
from tests.pages import opened, taken
from tests.saved_pages import is_alone
from tests.workbench.stage.unpacking import unpacked
from workbench.components.plain_page import MOST_BYTES
from workbench.lessons.one_leaf import LESSON
from workbench.lessons.one_leaf.record import record_of
from workbench.lessons.one_leaf.stage import stage_of_leaf

CURSOR = {"act": 2, "leaf_w": None, "leaf_left": None, "guess": None}


@pytest.mark.parametrize("name", leaves())
def test_it_has_the_record_and_opens_where_it_was_saved(name: str) -> None:
    drawn = drawn_of(name)
    page = LESSON.saved(stage_of_leaf(name, drawn, name), CURSOR, {"leaf": "four", "act": "2"}).decode()
    assert is_alone(page)
    assert "one_leaf?leaf=four&amp;act=2" in page
    (text,) = re.findall(r'id="data-stage" data-kind="bytes">([^<]*)<', page)
    facts = unpacked(base64.b64decode(text))
    assert facts["cursor"] == CURSOR
    assert facts["n_steps"] == len(drawn.acts) - 1
    assert np.array_equal(facts["record"]["change"], record_of(drawn)["change"])
    assert len(page) < MOST_BYTES


@pytest.mark.parametrize(("leaf", "guess"), [("lesson", 0), ("newton", 1)])
def test_the_button_stands_on_the_page(leaf: str, guess: int) -> None:
    at = opened("one_leaf.py", leaf=leaf, n_estimators=3, guess=guess)
    assert "Save as a page" in taken(at)
