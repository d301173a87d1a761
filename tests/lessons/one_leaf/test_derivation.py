"""The derivation: every equation on the screen holds, and its values are those worked by hand."""

import re
from fractions import Fraction as Q
from functools import cache
from typing import Any

import numpy as np
import pytest

from gbtlib.core.losses import HalfSquaredError, Logistic
from tests.pages import fit
from workbench.lessons.one_leaf.derivation import DerivationStep, ShownLeaf, of_leaf, of_two
from workbench.lessons.one_leaf.leaf import LeafRows, chosen_leaf, fit_leaf, true_change, two_leaves, x_range
from workbench.lessons.one_leaf.worked_leaves import PRESETS, made_leaf


def values(steps: list[DerivationStep]) -> list[float]:
    return [step.value for step in steps]


def test_y_6_and_7_by_hand() -> None:
    """y = 6, 7 from F = 0 with w = 2, lambda = 1, gamma = 1/2: g = -6, -7, h = 1, and L = 85/2 before."""
    leaf = PRESETS["squared"]
    w, reg_lambda, gamma = Q(2), Q(1), Q(1, 2)
    expected = [
        (4**2 + 5**2) / Q(2) + gamma + reg_lambda * w**2 / 2,
        Q(49, 2) - 7 * w + w**2 / 2,
        Q(85, 2) - 13 * w + w**2,
        Q(13, 3),
        -Q(169, 6) + gamma,
    ]
    np.testing.assert_allclose(
        values(of_leaf(ShownLeaf(leaf, 2.0, 1.0, 0.5))), [float(v) for v in expected], rtol=1e-12
    )
    both = of_two(two_leaves(leaf, 1, 1.0, 0.5))
    np.testing.assert_allclose(
        values(both), [float(-Q(49, 4) - 9 + 1), float(Q(85, 4) - Q(169, 6) - Q(1, 2))], rtol=1e-12
    )


GAINS = [
    ((1, 2, 6, 7), HalfSquaredError(), 0.0, [Q(-129, 40), Q(61, 15), Q(111, 40)]),
    ((1, 2, 6, 7), HalfSquaredError(), 4.0, [Q(27, 8), Q(25, 3), Q(27, 8)]),
    ((0, 0, 1, 1, 1), Logistic(), 0.0, [Q(2, 45), Q(22, 63), Q(58, 63), Q(53, 180)]),
]


@pytest.mark.parametrize(("y", "loss", "raw", "gains"), GAINS)
@pytest.mark.parametrize("gamma", [0.0, 0.25])
def test_gains_worked_by_hand(
    y: tuple[int, ...], loss: Any, raw: float, gains: list[Q], gamma: float
) -> None:
    """Left are the rows of the largest gradients, which here are the smallest targets."""
    leaf = made_leaf("", loss, y, raw)
    found = [of_two(two_leaves(leaf, n_left, 1.0, gamma))[-1].value for n_left in range(len(y) - 1, 0, -1)]
    np.testing.assert_allclose(found, [float(gain) - gamma for gain in gains], rtol=1e-12)


@cache
def leaves() -> dict[str, LeafRows]:
    """Leaves by hand, and of models with alpha, with several classes, and with many rows."""
    found = dict(PRESETS)
    for name, settings in {
        "alpha": {"data": "spiral", "reg_alpha": 0.3, "gamma": 0.2},
        "classes": {"data": "iris"},
        "large": {"data": "diabetes", "gamma": 5.0},
    }.items():
        fitted = fit(n_estimators=3, **settings)
        found[name] = fit_leaf(fitted, 3, chosen_leaf(fitted.trace[2].trees[0], 0))
    return found


@pytest.mark.parametrize("name", leaves())
@pytest.mark.parametrize("reg_lambda", [0.0, 1.0, 7.0])
@pytest.mark.parametrize("share", [-0.4, 0.0, 0.9])
def test_every_equation_on_the_screen_holds(name: str, reg_lambda: float, share: float) -> None:
    leaf = leaves()[name]
    shown = ShownLeaf(leaf, share * max(x_range(leaf), key=abs) + 0.0, reg_lambda, leaf.gamma)
    for step in [*of_leaf(shown), *of_two(two_leaves(leaf, 1 + len(leaf.y) // 3, reg_lambda, leaf.gamma))]:
        if reg_lambda == 0 and step.name == "Its lowest point" and not leaf.H:
            continue
        for line in step.numbers:
            sides = [side for side in line.split("=") if side and "w^*" not in side]
            assert "nan" not in line
            assert not re.search(r"(?<![\d)}\]])-0(?![.\d])", line)
            size = max([abs(step.value), *(abs(float(each)) for each in re.findall(r"\d+\.?\d*", line))])
            for side in sides:  # numbers on the screen have four digits
                assert evaluated(side) == pytest.approx(step.value, abs=3e-3 * size), (step.name, line)


def evaluated(formula: str) -> float:
    """What LaTeX without letters comes to."""
    text = re.sub(r"\\cdot10\^\{(-?\d+)\}", r"e\1", formula)
    for before, after in [
        (r"\tfrac12", "0.5*"), (r"\left[", "("), (r"\right]", ")"), (r"\left(", "("), (r"\right)", ")"),
        (r"\cdot", "*"), ("0.5**", "0.5*"), ("^2", "**2"), ("|", ""),
    ]:  # fmt: skip
        text = text.replace(before, after)
    while r"\frac" in text:
        text = re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))", text)
    assert re.fullmatch(r"[-+*/().e\d ]+", text), text
    return float(eval(text))


def test_taylor_and_truth_are_told_apart() -> None:
    """Where the loss is no parabola, the words say what each says; where it is one, both say the same."""
    leaf = PRESETS["newton"]
    row, rows = of_leaf(ShownLeaf(leaf, 2.0, 0.0, 0.0))[1:3]
    before = 4 * np.log(2)
    assert rows.value == pytest.approx(before - 2 + 2)
    assert "They say 2.773; the rows' own curves 2.508." in rows.words
    assert before + true_change(leaf, 2.0) == pytest.approx(2.508, abs=5e-4)
    assert "(y = 1, F = 0) it says 0.1931; the curve itself 0.1269." in row.words
    row, rows = of_leaf(ShownLeaf(PRESETS["squared"], 2.0, 1.0, 0.0))[1:3]
    assert "(y = 7, F = 0) it says 12.5; the curve itself 12.5." in row.words
