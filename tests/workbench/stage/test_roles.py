"""The stage's roles of colour are read on all that they stand on, and tell what they are to everybody."""

import re
from itertools import combinations

import numpy as np
import pytest

from gbtlib.pictures.colours import mixed
from tests.browser.running import ROOT
from tests.workbench.charts.test_colours import FAR, SIGHTS, contrast, seen

CSS = (ROOT / "workbench" / "stage" / "kit" / "kit.css").read_text()
TEXTS = ("ink", "muted", "truth", "model", "residual", "guess")
MARKS = ("before", "rows", "class-a", "class-b", "class-c", *TEXTS[2:])
APART = (("truth", "model", "residual", "guess"), ("class-a", "class-b", "class-c"))
SEEN_BY = ("all cones", "protanopia", "deuteranopia")
ASKED = 0.08  # of the guess in the ground of the question


def said(rule: str) -> dict[str, str]:
    """The roles that a rule of the style sets."""
    found = re.search(rf"^{re.escape(rule)} \{{(.*?)^\}}", CSS, re.MULTILINE | re.DOTALL)
    assert found
    roles = re.findall(r"--([a-z-]+): ([^;]+);", found[1])
    return {name: value.replace("#fff", "#ffffff") for name, value in roles}


LIGHT = said(".stage") | {"paper": "#ffffff"}
THEMES = {"light": LIGHT, "dark": LIGHT | said(".stage.dark")}


def grounds(roles: dict[str, str]) -> dict[str, str]:
    """What marks stand on: paper, too, that is tinted by a class."""
    tints = {name: mixed(roles["paper"], roles[f"ground-{name}"], float(roles["tint"])) for name in "abc"}
    return {"paper": roles["paper"], "surface": roles["surface"]} | tints


@pytest.mark.parametrize("theme", THEMES)
def test_text_and_marks_stand_out(theme: str) -> None:
    roles = THEMES[theme]
    for name in TEXTS:
        assert all(contrast(roles[name], roles[where]) >= 4.5 for where in ("paper", "surface")), name
    for name in ("ink", "muted", "guess"):
        assert contrast(roles[name], mixed(roles["paper"], roles["guess"], ASKED)) >= 4.5, name
    for where, ground in grounds(roles).items():
        for name in MARKS:
            assert contrast(roles[name], ground) >= 3, (name, where)


@pytest.mark.parametrize("sight", SEEN_BY)
@pytest.mark.parametrize("theme", THEMES)
def test_everybody_tells_what_a_mark_is(theme: str, sight: str) -> None:
    roles = THEMES[theme]
    for group in APART:
        for one, other in combinations(group, 2):
            far = np.linalg.norm(seen(roles[one], SIGHTS[sight]) - seen(roles[other], SIGHTS[sight]))
            assert far >= FAR, (one, other)


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_drawn_faintly_is_still_seen(theme: str) -> None:
    """Rows, and what lies ahead on the strip, of which all are drawn through."""
    roles = THEMES[theme]
    rows = re.search(r"\.stage \.rows \{[^}]*opacity: ([.\d]+)", CSS)
    assert rows
    assert contrast(mixed(roles["paper"], roles["rows"], float(rows[1])), roles["paper"]) >= 3
    assert contrast(mixed(roles["surface"], roles["model"], float(roles["future"])), roles["surface"]) >= 3
