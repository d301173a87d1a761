"""Words in a picture stand beside its curves, never on them."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rest import at_rest
from tests.browser.running import ROOT

COVERED = (ROOT / "tests" / "browser" / "covered.js").read_text(encoding="utf-8")


@pytest.mark.wide
@pytest.mark.parametrize(
    ("link", "picture", "texts", "curves"),
    [
        ("missing_sparse_categorical", ".gains .plot svg", "text.way", "path.line"),
    ],
)
def test_words_cover_no_curve(
    page: Page, server_url: str, link: str, picture: str, texts: str, curves: str
) -> None:
    page.goto(f"{server_url}/{link}")
    drawn = page.locator(picture).first
    expect(drawn).to_be_visible()
    at_rest(page)
    found = drawn.evaluate(COVERED, [texts, curves])
    assert found
    assert [text for text, n_covered in found if n_covered] == []
