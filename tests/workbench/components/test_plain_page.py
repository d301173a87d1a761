"""Components in a page without Streamlit: their scripts, their data, and what a page is not given."""

import re
from html import escape
from pathlib import Path
from string import Template
from typing import Any

import pytest

import workbench.lessons.boosting_rounds.widgets  # noqa: F401 (registers the components)
from tests.saved_pages import packed, steps_of, unpacked
from workbench.charts import colours
from workbench.components import SOURCES, Source, plain_page
from workbench.components.plain_page import Origin, Part, Steps, settings_words
from workbench.models.settings import Settings
from workbench.models.single_tree import TreeSettings

ORIGIN = Origin("Why <i>?", "A page", "a_page", "rows", None, {})


def made(part: Part, **steps: Any) -> str:
    body, known = Template("<main>$place$other</main>"), Steps(1, {1: steps})
    return plain_page.plain_page(ORIGIN, body, {"place": part}, known).decode()


def test_data_stand_in_the_page_as_they_are_sent() -> None:
    data = {"name": "</script><b>", "x": [0.1, None, "a"], "y": [[1, 2], {}], "long": "ab" * 40}
    assert unpacked(made(Part("tree", data)), "place") == data
    assert packed(made(Part("tree", b"\x00\x01")), "place") == b"\x00\x01"


def test_what_steps_have_in_common_stands_once() -> None:
    same = [{"text": "of every step " * 3, "x": list(range(50))}]
    page = made(Part("tree", {}), place={"nodes": same, "again": same}, texts={"words": "so"}, nowhere=1)
    assert packed(page, "steps").count(b"of every step of") == 1
    assert steps_of(page) == {1: {"place": {"nodes": same, "again": same}, "texts": {"words": "so"}}}


def test_of_several_files_it_is_the_first_that_is_small_enough() -> None:
    large, small = bytes(plain_page.MOST_BYTES + 1), b"small"
    assert plain_page.fitting([large, small, b"other"]) == small
    assert plain_page.fitting([large]) == large


def test_what_is_no_number_of_json_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        made(Part("tree", {"x": float("nan")}))


def test_the_page_says_where_it_is_from() -> None:
    origin = Origin("Why <i>?", "A <b>", "a_page", "rows <u>", Settings(), {"data": "x y", "z": "1"})
    page = plain_page.plain_page(origin, Template(""), {}, Steps(1, {}), "Curves are left out.").decode()
    top, rest = page.split("</header>")
    assert escape("Why <i>?") in top
    assert escape("A <b>: rows <u>") in top
    for words in ("a_page?data=x+y&z=1", "max_depth = 3", "Curves are left out."):
        assert escape(words) in rest


def test_only_the_components_of_the_page_are_in_it() -> None:
    page = made(Part("tree", {}))
    assert page.count("return $draw") == 1
    assert page.count("</script>") == 3  # two of data, and the page's own


def test_a_script_that_would_end_itself_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "bad.js"
    script.write_text('// Bad.\nexport default () => "</script>"\n', encoding="utf-8")
    monkeypatch.setitem(SOURCES, "bad", Source("", "", script))
    with pytest.raises(ValueError, match="end them"):
        made(Part("bad", {}))


def test_the_theme_is_that_of_the_workbench_in_light_and_dark() -> None:
    light, dark = plain_page.theme().split("@media")
    assert f"--st-background-color: {colours.GROUND};" in light
    assert "--st-background-color: #101418;" in dark
    assert "prefers-color-scheme: dark" in dark
    used = {
        name for source in SOURCES.values() for name in re.findall(r"var\((--st-[a-z-]+)\)", source.style)
    }
    assert used - set(re.findall(r"(--st-[a-z-]+):", made(Part("tree", {})))) <= {"--st-code-font"}


def test_a_saved_page_says_its_settings_and_a_depth_without_a_limit() -> None:
    words = settings_words(Settings(max_depth=None, tree_method="hist", max_bin=16, learning_rate=0.0001))
    for said in ("max_depth = no limit", "tree_method = hist", "max_bin = 16", "learning_rate = 0.0001"):
        assert said in words
    assert "max_leaves" not in words
    assert "max_depth = 4," in settings_words(TreeSettings(max_depth=4, min_samples_split=150))
    assert "min_samples_split = 150" in settings_words(TreeSettings(max_depth=None, min_samples_split=150))
