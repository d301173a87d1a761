"""Numbers as they are read, ranges of axes, and which points to draw. Pure, without streamlit."""

from math import floor, inf, log10, nextafter

import numpy as np
from numpy.typing import NDArray

from gbtlib.pictures.numbers import ROUNDING as ROUNDING
from gbtlib.pictures.numbers import THRESHOLD_DIGITS as THRESHOLD_DIGITS
from gbtlib.pictures.numbers import beside as beside
from gbtlib.pictures.numbers import number as number
from gbtlib.pictures.numbers import place_text as place_text
from workbench.data.sources import values_of

MOST_DIGITS = 7  # of a threshold, which usually has THRESHOLD_DIGITS of its feature's largest value
HALFWAY = 0.05  # how far from its place a threshold may be shown, as a share of the gap that it lies in


def fixed(value: float, decimals: int, plus: bool = False) -> str:
    """A number with so many decimals, a real minus and a plus if wanted: what is rounded to 0 has no sign.

    A tie is rounded away from zero, as the components do in the browser (`fixed` in kit/numbers.js).
    """
    text = f"{nextafter(abs(value), inf):.{decimals}f}"
    sign = "" if float(text) == 0 else "−" if value < 0 else "+" if plus else ""
    return sign + text


def gradient_range(gradient: NDArray[np.generic]) -> str:
    """From where to where gradients go, with either sign: pictures show −g, formulas g."""
    low, high = float(gradient.min()), float(gradient.max())
    return f"g from {number(low)} to {number(high)}; −g, as drawn, from {number(-high)} to {number(-low)}"


def threshold_text(value: float, name: str = "") -> str:
    """A threshold as it reads wherever it stands, see threshold_decimals.

    name: of the feature. Where it does not know its values, five significant digits are shown.
    """
    (decimals,) = threshold_decimals(name, np.array([value]))
    return place_text(value, int(decimals))


def value_text(value: float, name: str) -> str:
    """A value of a feature with the digits that part it from its neighbours, as a threshold has them."""
    usual, most = decimals_of(name)
    away = np.abs(values_of(name) - value)
    near = HALFWAY * float(away[away > 10.0**-most].min(initial=inf))
    return place_text(
        value, next((n for n in range(usual, most) if abs(round(value, n) - value) <= near), most)
    )


def decimals_of(name: str) -> tuple[int, int]:
    """Decimals of a feature's thresholds: usually, and at most; −1 where the name knows no values."""
    largest = float(np.abs(values_of(name)).max(initial=0.0))
    if not largest:
        return -1, -1
    first = floor(log10(largest)) + 1
    return max(THRESHOLD_DIGITS - first, 0), max(MOST_DIGITS - first, 0)


def threshold_decimals(name: str, thresholds: NDArray[np.float64]) -> NDArray[np.intp]:
    """With how many decimals thresholds (n,) are shown; −1 where the name of the feature knows no values.

    Five digits of the largest value, and more where the two values of the data beside it are so near that it
    would stand further than a twentieth of their gap from its place. Values that do not differ in seven
    digits of the largest one are the same but for rounding: between them it has five.
    """
    values, (usual, most) = values_of(name), decimals_of(name)
    found: NDArray[np.intp] = np.full(len(thresholds), usual)
    above = np.searchsorted(values, thresholds, side="right")
    inside = np.flatnonzero(np.isfinite(thresholds) & (above > 0) & (above < len(values)))
    gap, at = values[above[inside]] - values[above[inside] - 1], thresholds[inside]
    for decimals in range(most, usual - 1, -1):
        is_near = np.abs(np.round(at, decimals) - at) <= HALFWAY * gap
        found[inside[is_near]] = decimals
    return found


def latex(value: float) -> str:
    """A number for a formula: four significant digits."""
    text = f"{value:.4g}"
    if "e" not in text:
        return text
    mantissa, exponent = text.split("e")
    return rf"{mantissa}\cdot10^{{{int(exponent)}}}"


def row_text(row: NDArray[np.float64]) -> str:
    """A row as it can be typed."""
    return ", ".join(
        "nan" if np.isnan(x) else f"{x:g}" if x == float(f"{x:g}") else repr(float(x)) for x in row
    )
