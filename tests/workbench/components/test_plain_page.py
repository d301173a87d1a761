"""Components in a page without Streamlit: their scripts, their data, and what a page is not given."""

import base64
import re
import zlib
from html import escape
from string import Template

import pytest

import workbench.lessons.boosting_rounds.widgets  # noqa: F401 (registers the components)
from workbench.charts import colours
from workbench.components import SOURCES, Source, plain_page
from workbench.components.plain_page import Part


def made(part: Part, words: str = "") -> str:
    body = Template("<p>$words</p>$place")
    return plain_page.plain_page("A page", body, {"words": words}, {"place": part}, {"rounds": {}})


def test_data_stand_in_the_page_as_they_are_sent() -> None:
    page = made(Part("tree", {"name": "</script><b>"}))
    (text,) = re.findall(r'id="data-place" data-kind="json">([^<]*)<', page)
    assert zlib.decompress(base64.b64decode(text)) == b'{"name": "</script><b>"}'
    (text,) = re.findall(
        r'id="data-place" data-kind="bytes">([^<]*)<', made(Part("frames_store", b"\x00\x01"))
    )
    assert zlib.decompress(base64.b64decode(text)) == b"\x00\x01"


def test_what_is_no_number_of_json_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        made(Part("tree", {"x": float("nan")}))


def test_words_are_text() -> None:
    assert escape("<i>") in made(Part("tree", {}), "<i>")


def test_only_the_components_of_the_page_are_in_it() -> None:
    page = made(Part("tree", {}))
    assert page.count("return $draw") == 1
    assert page.count("</script>") == 3  # two of data, and the page's own


def test_a_script_that_would_end_itself_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SOURCES, "bad", Source("", "", 'const $draw = () => "</script>"'))
    with pytest.raises(ValueError, match="end them"):
        made(Part("bad", {}))


def test_the_theme_is_that_of_the_workbench_in_light_and_dark() -> None:
    light, dark = plain_page.theme().split("@media")
    assert f"--st-background-color: {colours.GROUND};" in light
    assert f"--st-background-color: {colours.DARK_GROUND};" in dark
    assert "prefers-color-scheme: dark" in dark
    used = {
        name for source in SOURCES.values() for name in re.findall(r"var\((--st-[a-z-]+)\)", source.style)
    }
    assert used - set(re.findall(r"(--st-[a-z-]+):", made(Part("tree", {})))) <= {"--st-code-font"}
