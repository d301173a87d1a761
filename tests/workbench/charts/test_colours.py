"""A colour is read on both grounds, and tells its role to everybody."""

import re
import tomllib
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from gbtlib.pictures import colours as drawn
from tests.browser.running import ROOT
from workbench.charts import colours

ROLES = {name: getattr(colours, name.upper()) for name in ("truth", "model", "residual", "guess", "other")}
CLASSES = {f"class {code}": colour for code, colour in enumerate(colours.CLASSES)}
SCALE = {"below": colours.BELOW, "above": colours.ABOVE}
THEMES = tomllib.loads((ROOT / "workbench" / ".streamlit" / "config.toml").read_text())["theme"]
GROUNDS = (THEMES["light"]["backgroundColor"], THEMES["dark"]["backgroundColor"])

# What is left of a colour, in linear light, without one of the three cones: Machado, Oliveira and Fernandes,
# A Physiologically-based Model for Simulation of Color Vision Deficiency, 2009, severity 1.
SIGHTS = {
    "all cones": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
# Björn Ottosson's Oklab, 2020: from linear light to cones, from their cube roots to lightness and two hues.
TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
FAR = 0.1  # in Oklab; a difference that one just sees is about 0.02


def linear(colour: str) -> NDArray[np.float64]:
    parts = np.array(colours.channels(colour)) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """By the Web Content Accessibility Guidelines 2.2."""
    low, high = sorted(float(linear(each) @ [0.2126, 0.7152, 0.0722]) for each in (one, other))
    return (high + 0.05) / (low + 0.05)


def seen(colour: str, sight: NDArray[np.float64]) -> NDArray[np.float64]:
    found: NDArray[np.float64] = TO_LAB @ np.cbrt(TO_CONES @ np.clip(sight @ linear(colour), 0, 1))
    return found


def test_contrast_and_distance_are_those_of_known_pairs() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    np.testing.assert_allclose(seen("#ffffff", np.eye(3)), [1, 0, 0], atol=1e-6)
    np.testing.assert_allclose(seen("#ff0000", np.eye(3)), [0.6280, 0.2249, 0.1258], atol=1e-4)


@pytest.mark.parametrize("name", ROLES | CLASSES | SCALE)
def test_marks_stand_out_on_both_grounds(name: str) -> None:
    assert all(contrast((ROLES | CLASSES | SCALE)[name], ground) >= 3 for ground in GROUNDS)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("group", [ROLES, CLASSES, SCALE], ids=["roles", "classes", "scale"])
def test_everybody_tells_roles_apart(group: dict[str, str], sight: str) -> None:
    for one, other in combinations(group, 2):
        far = np.linalg.norm(seen(group[one], SIGHTS[sight]) - seen(group[other], SIGHTS[sight]))
        assert far >= FAR, (one, other)


def test_ink_reads_on_every_box() -> None:
    fills = [drawn.sign_fill(value) for value in np.linspace(-1, 1, 21)]
    fills += [drawn.class_fill(code, share) for code in range(4) for share in np.linspace(0, 1, 11)]
    assert fills[10] == drawn.PAPER
    assert min(contrast(fill, drawn.INK) for fill in fills) >= 7
    assert contrast(drawn.PAPER, drawn.FADED) >= 4.5


def test_colours_are_written_in_one_place() -> None:
    kit = ROOT / "workbench" / "components" / "kit"
    pictures = ROOT / "gbtlib" / "pictures"
    own = {ROOT / "workbench" / "charts" / "colours.py", pictures / "colours.py"}
    own |= {kit / "frame.css"}  # it has the themes' greys
    own |= {ROOT / "workbench" / "stage" / "kit" / "kit.css"}  # the stage's roles, in light and in dark
    files = [path for kind in ("py", "js", "css") for path in (ROOT / "workbench").rglob(f"*.{kind}")]
    files += pictures.glob("*.py")
    found = [path for path in files if path not in own and re.search(r"#[0-9a-fA-F]{6}\b", path.read_text())]
    assert len(files) > 100
    assert found == []
