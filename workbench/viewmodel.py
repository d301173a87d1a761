"""Numbers as they are read, ranges of axes, and which points to draw. Pure, without streamlit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def number(value: float, digits: int = 3) -> str:
    """A number as one reads it: so many significant digits, a real minus, thousands apart."""
    if value == 0:
        return "0"
    if abs(value) >= 10**digits:
        text = f"{value:,.0f}"
    elif abs(value) < 1e-3:
        text = f"{value:.{digits - 1}e}"
    else:
        text = f"{value:.{digits}g}"
    return text.replace("-", "−")


def latex(value: float) -> str:
    """A number for a formula: four significant digits."""
    text = f"{value:.4g}"
    if "e" not in text:
        return text
    mantissa, exponent = text.split("e")
    return rf"{mantissa}\cdot10^{{{int(exponent)}}}"


def spread(n: int, at_most: int) -> NDArray[np.intp]:
    """Positions of at most so many of n things, evenly spread, the first and the last among them."""
    if n <= at_most:
        return np.arange(n)
    return np.unique(np.linspace(0, n - 1, at_most).round().astype(np.intp))


def padded(low: float, high: float, share: float = 0.06) -> tuple[float, float]:
    """A range of an axis with some room on both sides."""
    room = share * (high - low) or 1.0
    return low - room, high + room
