"""Numbers as one reads them."""

from __future__ import annotations

from math import inf, isfinite, nextafter

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


def threshold_text(value: float) -> str:
    """A threshold as it reads wherever it stands: five significant digits tell neighbouring cuts apart."""
    return number(value, THRESHOLD_DIGITS)
