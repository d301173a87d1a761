"""The file of "Save as a page": small, without a way out, and with both orders split by split."""

import base64
import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from tests.saved_pages import is_alone
from tests.workbench.stage.unpacking import unpacked
from workbench.components.plain_page import MOST_BYTES
from workbench.lessons.grow_a_tree import LESSON
from workbench.lessons.grow_a_tree.growth_orders import Growing
from workbench.lessons.grow_a_tree.record import record_of
from workbench.lessons.grow_a_tree.stage import cursor_of, stage_of_growth
from workbench.lessons.grow_a_tree.widgets import both_orders
from workbench.models.single_tree import TreeSettings


@cache
def growing_of(splits: int = 2, **settings: object) -> Growing:
    chosen = replace(TreeSettings(), **settings)  # type: ignore[arg-type]
    sides = both_orders(chosen)
    return Growing(chosen, sides, sides[0].tree.n_leaves - 1, splits)


@pytest.mark.parametrize("data", ["cos_x2", "moons", "iris"])
def test_it_has_the_record_and_opens_where_it_was_saved(data: str) -> None:
    growing = growing_of(2, data=data, max_depth=3)
    page = LESSON.saved(stage_of_growth(growing), cursor_of(growing), {"splits": "2"}).decode()
    assert is_alone(page)
    assert "grow_a_tree?splits=2" in page
    (text,) = re.findall(r'id="data-stage" data-kind="bytes">([^<]*)<', page)
    facts = unpacked(base64.b64decode(text))
    assert facts["cursor"]["splits"] == 2
    assert facts["n_steps"] == growing.limit
    sides = record_of(growing)["sides"]
    for sent, side in zip(facts["record"]["sides"], sides, strict=True):
        assert np.array_equal(sent["gain"], side["gain"])
        assert sent["asks"] == side["asks"]


@pytest.mark.wide
@pytest.mark.parametrize("data", ["cos_x2", "diabetes", "sonar"])
def test_a_tree_without_a_limit_fits_into_the_file(data: str) -> None:
    growing = growing_of(30, data=data, max_depth=None, noise=0.3 if data == "cos_x2" else 0.0)
    assert len(LESSON.saved(stage_of_growth(growing), cursor_of(growing), {})) < MOST_BYTES
