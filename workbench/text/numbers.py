"""Numbers as they are read, ranges of axes, and which points to draw. Pure, without streamlit."""

from __future__ import annotations

from math import inf, nextafter

import numpy as np
from numpy.typing import NDArray

from gbtlib.pictures.numbers import THRESHOLD_DIGITS as THRESHOLD_DIGITS
from gbtlib.pictures.numbers import number as number
from gbtlib.pictures.numbers import threshold_text as threshold_text


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


def latex(value: float) -> str:
    """A number for a formula: four significant digits."""
    text = f"{value:.4g}"
    if "e" not in text:
        return text
    mantissa, exponent = text.split("e")
    return rf"{mantissa}\cdot10^{{{int(exponent)}}}"
