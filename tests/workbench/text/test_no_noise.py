"""No page says what rounding left of a sum: a number that small is 0, or said to be rounding."""

import re

import pytest

from tests.pages import opened, paragraphs
from workbench.paths import APP_PATH

NOISE = re.compile(r"\de[-−]1\d")
PAGES = sorted(path.name for path in (APP_PATH.parent.parent / "pages").glob("*.py"))


@pytest.mark.wide
@pytest.mark.parametrize("page", PAGES)
def test_no_page_opens_with_a_number_that_is_rounding(page: str) -> None:
    at = opened(page)
    said = [*paragraphs(at), *(each.value for each in at.caption), *(each.value for each in at.latex)]
    assert [text for text in said if NOISE.search(text)] == []
