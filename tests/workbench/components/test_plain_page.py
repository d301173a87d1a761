"""What stands around a lesson in a file: where it is from, its look, and what it is not given."""

import re
from html import escape

import pytest

import workbench.lessons.boosting_rounds.widgets  # noqa: F401 (registers the components)
from gbtlib.pictures.colours import GROUND
from workbench.components import SCRIPTS, plain_page
from workbench.components.plain_page import Origin, settings_words
from workbench.models.settings import Settings
from workbench.models.single_tree import TreeSettings
from workbench.paths import PACKAGE_DIR

STYLE = (PACKAGE_DIR / "stage/core/saved_stage.css").read_text(encoding="utf-8")
ORIGIN = Origin("Why <i>?", "A page", "a_page", "rows", None, {})


def made(script: str = "") -> str:
    return plain_page.page_around(ORIGIN, "<main></main>", "", script, style=STYLE).decode()


def test_of_several_files_it_is_the_first_that_is_small_enough() -> None:
    large, small = bytes(plain_page.MOST_BYTES + 1), b"small"
    assert plain_page.fitting([large, small, b"other"]) == small
    assert plain_page.fitting([large]) == large


def test_the_page_says_where_it_is_from() -> None:
    origin = Origin("Why <i>?", "A <b>", "a_page", "rows <u>", Settings(), {"data": "x y", "z": "1"})
    page = plain_page.page_around(origin, "", "", "", "Curves are left out.").decode()
    top, rest = page.split("</header>")
    assert escape("Why <i>?") in top
    assert escape("A <b>: rows <u>") in top
    for words in ("a_page?data=x+y&z=1", "max_depth = 3", "Curves are left out."):
        assert escape(words) in rest


def test_a_script_that_would_end_itself_is_refused() -> None:
    with pytest.raises(ValueError, match="end them"):
        made("// </script>")


def test_the_theme_is_that_of_the_workbench_in_light_and_dark() -> None:
    light, dark = plain_page.theme().split("@media")
    assert f"--st-background-color: {GROUND};" in light
    assert "--st-background-color: #101418;" in dark
    assert "prefers-color-scheme: dark" in dark
    styles = [PACKAGE_DIR / "components/kit/shared.css", *(each.with_suffix(".css") for each in SCRIPTS)]
    text = "".join(each.read_text(encoding="utf-8") for each in styles if each.is_file())
    used = set(re.findall(r"var\((--st-[a-z-]+)\)", text))
    assert used - set(re.findall(r"(--st-[a-z-]+):", made())) <= {"--st-code-font"}


def test_a_saved_page_says_its_settings_and_a_depth_without_a_limit() -> None:
    words = settings_words(Settings(max_depth=None, tree_method="hist", max_bin=16, learning_rate=0.0001))
    for said in ("max_depth = no limit", "tree_method = hist", "max_bin = 16", "learning_rate = 0.0001"):
        assert said in words
    assert "max_leaves" not in words
    assert "max_depth = 4," in settings_words(TreeSettings(max_depth=4, min_samples_split=150))
    assert "min_samples_split = 150" in settings_words(TreeSettings(max_depth=None, min_samples_split=150))
