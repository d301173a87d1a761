"""Numbers as they are read, ranges of axes, and which points to draw. Pure, without streamlit."""

from __future__ import annotations

from math import inf, isfinite, nextafter

import numpy as np
from numpy.typing import NDArray

THRESHOLD_DIGITS = 5


def number(value: float, digits: int = 3) -> str:
    """A number as one reads it: so many significant digits, a real minus, thousands apart.

    A tie is rounded away from zero, as the components do in the browser (`shown` in kit/numbers.js).
    """
    if value == 0:
        return "0"
    size, value = abs(value), nextafter(value, inf if value > 0 else -inf)
    text = f"{value:.{digits}g}"
    if 1e-3 <= size < 1e9 and "e" in text:
        text = f"{value:,.0f}"
    elif isfinite(size) and not 1e-3 <= size < 1e9:
        mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
        text = f"{mantissa.rstrip('0').rstrip('.') if digits > 1 else mantissa}e{int(exponent)}"
    return text.replace("-", "−")


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


def threshold_text(value: float) -> str:
    """A threshold as it reads wherever it stands: five significant digits tell neighbouring cuts apart."""
    return number(value, THRESHOLD_DIGITS)


def latex(value: float) -> str:
    """A number for a formula: four significant digits."""
    text = f"{value:.4g}"
    if "e" not in text:
        return text
    mantissa, exponent = text.split("e")
    return rf"{mantissa}\cdot10^{{{int(exponent)}}}"
