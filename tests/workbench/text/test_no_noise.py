"""No page says what rounding left of a sum: a number that small is 0, or said to be rounding."""

import re
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import opened, paragraphs, payloads, texts
from workbench.paths import APP_PATH

# What is honest is written out, down to a millionth.
NOISE = re.compile(r"\de[-−]\d|[-−]0(?![.\d])|[-−]0\.0+(?!\d)")
NOISE_IN_FORMULA = re.compile(r"10\^\{-\d\d\}")
PAGES = sorted(path.name for path in (APP_PATH.parent.parent / "pages").glob("*.py"))
LATE = [
    {"data": "cos_x", "reg_lambda": 0, "learning_rate": 0.9, "n_estimators": 60, "round": 55},
    {"data": "cos_x", "reg_lambda": 0, "learning_rate": 1, "max_depth": 6, "n_estimators": 6, "round": 5},
    {"data": "hand4", "reg_lambda": 0, "learning_rate": 1, "n_estimators": 4, "round": 3},
    {"data": "moons", "round": 50},
    {"data": "cos_x2", "round": 50},
    {"data": "cos_x", "round": 50},
    {"data": "circles", "round": 2},
]


def said(at: AppTest) -> list[str]:
    """All that a page says, in words and in pictures."""
    drawn = texts(payloads(at, "prose"))
    return [*paragraphs(at), *(each.value for each in at.caption), *drawn]


@pytest.mark.wide
@pytest.mark.parametrize("page", PAGES)
def test_no_page_opens_with_a_number_that_is_rounding(page: str) -> None:
    at = opened(page)
    assert [text for text in said(at) if NOISE.search(text)] == []
    assert [each.value for each in at.latex if NOISE_IN_FORMULA.search(each.value)] == []


@pytest.mark.parametrize("link", LATE, ids=lambda link: f"{link['data']}-{link['round']}")
@pytest.mark.parametrize("page", ["boosting_rounds.py", "follow_one_row.py"])
def test_neither_do_later_rounds(page: str, link: dict[str, Any]) -> None:
    at = opened(page, **link)
    assert [text for text in said(at) if NOISE.search(text)] == []
    assert [each.value for each in at.latex if NOISE_IN_FORMULA.search(each.value)] == []
