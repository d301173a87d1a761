"""Numbers as they are read, and which points are drawn."""

from itertools import pairwise

import numpy as np
import pytest

from workbench.charts import axes
from workbench.data.catalogue import DATASETS, load_dataset
from workbench.data.sources import FeatureName
from workbench.text import numbers


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (0.98765, "0.988"),
        (-0.5, "−0.5"),
        (12345.6, "12,346"),
        (0.00012345, "0.000123"),
        (0.000012345, "0.0000123"),
        (0.00000012345, "1.23e−7"),
        (3, "3"),
        (2.125, "2.13"),
        (-2260.5, "−2,261"),
        (-123456.7, "−123,457"),
        (1234567.8, "1.23e6"),
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


@pytest.mark.parametrize(
    ("values", "threshold", "text"),
    [
        ([1.772, 1.773], 1.7725, "1.7725"),
        ([2.0, 6.0], 4.0, "4"),
        ([-0.0105, 0.0075, 1.0], -0.0015201, "−0.0015"),
        ([0.5 - 1e-17, 0.25, 0.75], 0.5 - 1e-16, "0.5"),  # the same but for rounding
        ([-5e-17, 6e-17, 1.0], -4e-18, "0"),
        ([13_499.0, 13_500.0, 45_400.0], 13_499.5, "13,499.5"),
        ([0.1234567, 0.1234577], 0.1234567, "0.1234567"),
    ],
)
def test_a_threshold_has_the_digits_that_part_its_neighbours(
    values: list[float], threshold: float, text: str
) -> None:
    name = FeatureName("x", (), np.unique(values))
    assert numbers.threshold_text(threshold, name) == text
    assert numbers.threshold_text(1.23456789) == "1.2346"  # of a name that knows no values


def read_back(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ""))


@pytest.mark.parametrize("data", DATASETS)
@pytest.mark.parametrize("observed", [False, True])
def test_thresholds_as_shown_send_every_row_as_they_do(data: str, observed: bool) -> None:
    found = load_dataset(data, noise=0.1 if DATASETS[data].takes_noise else 0.0)
    for name in found.feature_names:
        values, least = name.values, 1e-7 * np.abs(name.values).max()
        pairs = [(a, b) for a, b in pairwise(values.tolist()) if b - a > 2 * least]
        for low, high in pairs[:: len(pairs) // 40 + 1]:
            threshold = low if observed else (low + high) / 2
            shown = read_back(numbers.threshold_text(threshold, name))
            assert shown == pytest.approx(threshold, abs=(high - low) / 20)
            assert observed or low < shown < high
            assert numbers.value_text(low, name) != numbers.value_text(high, name)
            assert observed or read_back(numbers.value_text(low, name)) < shown
