"""Numbers as one reads them."""

from math import inf, isfinite, nextafter

THRESHOLD_DIGITS = 5
ROUNDING = (
    1e-15  # of what is of the size 1: what is left of a sum of n such numbers is noise below n times this
)
SMALLEST = 1e-6  # that is written out: 0.0000889; a smaller share of the largest number beside it is nothing


def number(value: float, digits: int = 3) -> str:
    """A number as one reads it: so many significant digits, a real minus, thousands apart.

    Before its point stand at most three digits more; what is larger has an exponent. A tie is
    rounded away from zero, as the components do in the browser (`shown` in kit/numbers.js).
    """
    if value == 0:
        return "0"
    size, value = abs(value), nextafter(value, inf if value > 0 else -inf)
    text = f"{value:.{digits}g}"
    is_written_out = SMALLEST <= size < 10 ** (digits + 3)
    if is_written_out and "e" in text:
        decimals = digits - 1 - int(f"{value:.{digits - 1}e}".split("e")[1])
        text = f"{value:,.0f}" if size >= 1 else f"{value:.{decimals}f}".rstrip("0")
    elif isfinite(size) and not is_written_out:
        mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
        text = f"{mantissa.rstrip('0').rstrip('.') if digits > 1 else mantissa}e{int(exponent)}"
    return text.replace("-", "−")


def beside(value: float, digits: int = 3, size: float = 1.0) -> str:
    """A number among others, the largest of this size: nothing beside it, it may be rounding."""
    return "≈ 0" if 0 < abs(value) < SMALLEST * size else number(value, digits)


def place_text(value: float, decimals: int = -1) -> str:
    """A threshold with so many decimals at most, thousands apart; −1: with five significant digits.

    A tie is rounded away from zero, as the components do in the browser (`thresholdText` in kit/numbers.js).
    """
    if decimals < 0:
        return number(value, THRESHOLD_DIGITS)
    text = f"{nextafter(abs(value), inf):,.{decimals}f}"
    text = text.rstrip("0").rstrip(".") if decimals else text
    return text if value >= 0 or text == "0" else f"−{text}"
