"""Numbers as they are read, and which points are drawn."""

import pytest

from workbench.charts import axes
from workbench.text import numbers


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (0.98765, "0.988"),
        (-0.5, "−0.5"),
        (12345.6, "12,346"),
        (0.00012345, "1.23e−4"),
        (3, "3"),
        (2.125, "2.13"),
        (-2260.5, "−2,261"),
        (1e9, "1e9"),
    ],
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert numbers.number(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(-0.004, "0.00"), (-0.0, "0.00"), (0.004, "0.00"), (-0.005, "−0.01"), (0.125, "+0.13"), (-2.0, "−2.00")],
)
def test_what_is_rounded_to_nothing_has_no_sign(value: float, text: str) -> None:
    assert numbers.fixed(value, 2, plus=True) == text
    assert numbers.fixed(value, 2) == text.removeprefix("+")


def test_spread_keeps_the_ends() -> None:
    assert axes.spread(3, 10).tolist() == [0, 1, 2]
    chosen = axes.spread(5000, 400)
    assert (chosen[0], chosen[-1], len(chosen)) == (0, 4999, 400)
