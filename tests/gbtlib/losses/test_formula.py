"""Formulas: what is taken and what is refused, values against numpy, derivatives against differences."""

import builtins
import pickle
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gbtlib import FormulaError
from gbtlib.losses.derivative import derivative
from gbtlib.losses.formula import DEEPEST, LONGEST, as_text, evaluate, parse_formula, steps
from tests.gbtlib.losses.formulas import ANY, Pair

ROWS = np.linspace(-3, 3, 25)
Y_ROWS, F_ROWS = (each.ravel() for each in np.meshgrid(ROWS, ROWS + 0.1))


def value_of(text: str, y: float, F: float) -> float:
    return float(evaluate(parse_formula(text), np.array([y]), np.array([F]))[0])


# -- what is refused, and where

REFUSED = [
    ("", None, "must say something"),
    ("    ", None, "must say something"),
    ("F +" * 200, None, "may have 400 characters; this one has 600"),
    ("9" * 10**6, None, "this one has 1000000"),
    (None, None, "must be text, not NoneType"),
    (b"F", None, "must be text, not bytes"),
    ("__import__('os').system('true')", 12, '"\'" has no place'),
    ("__import__", 1, "__import__ is not known; there are y, F, exp"),
    ("__import__(y)", 1, "__import__ is not known"),
    ("y.__class__", 2, "'.' has no place"),
    ("F .real", 3, "'.' has no place"),
    ("1..real", 3, "the number 1. is followed by '.'"),
    ("exp.__globals__", 4, "'.' has no place"),
    ("lambda F: F", 9, "':' has no place"),
    ("(F := 3)", 4, "':' has no place"),
    ("[F for F in y]", 1, "'[' has no place"),
    ("y[0]", 2, "'[' has no place"),
    ("{F}", 1, "'{' has no place"),
    ("F; y", 2, "';' has no place"),
    ("F << 2", 1, "<< has no place in a formula"),
    ("F >> y", 1, ">> has no place in a formula"),
    ("y + F // 2", 5, "// has no place in a formula"),
    ("F\nimport os", 2, r"'\n' has no place in a formula; a formula is one line"),
    ("F\t+ y", 2, r"'\t' has no place"),
    ("F\x00", 2, r"'\x00' has no place"),
    ("F # y", 3, "'#' has no place"),
    ("f'{F}'", 2, '"\'" has no place'),
    ('"F"', 1, "'\"' has no place"),
    ("y − F", 3, r"'\u2212' has no place"),  # no hyphen but a minus
    ("F²", 2, r"'\xb2' has no place"),
    ("Ϝ - y", 1, r"'\u03dc' has no place"),
    ("ｅxp(F)", 1, r"'\uff45' has no place"),  # Python itself would read it as exp
    ("1٣", 2, "the number 1 is followed by"),
    ("F^2", 2, "'^' has no place in a formula; a power is written **"),
    ("F % 2", 3, "'%' has no place"),
    ("F // 2", 1, "// has no place"),
    ("F @ y", 3, "'@' has no place"),
    ("~F", 1, "'~' has no place"),
    ("F = 2", 3, "this is no formula"),
    ("F +", 1, "this is no formula"),
    ("(F", 1, "this is no formula"),
    ("F) + (y", 2, "this is no formula"),
    ("  F y", 5, "this is no formula"),
    ("2F", 2, "the number 2 is followed by 'F'; a product is written 2 * F"),
    ("3 + 2(F)", 5, "a call like this has no place"),
    ("1_000 * F", 2, "the number 1 is followed by '_'"),
    ("0x10 * F", 2, "the number 0 is followed by 'x'"),
    ("2j * F", 2, "the number 2 is followed by 'j'"),
    ("1or F", 2, "the number 1 is followed by 'o'"),
    ("1e999 * F", 1, "this number is too large"),
    ("9" * 350 + " * F", 1, "this number is too large"),
    ("x - F", 1, "x is not known"),
    ("f - y", 1, "f is not known"),
    ("F - Y", 5, "Y is not known"),
    ("pi * F", 1, "pi is not known"),
    ("eval(F)", 1, "eval is not known"),
    ("F + exec(y)", 5, "exec is not known"),
    ("exp - F", 1, "exp is a function: write exp(...)"),
    ("y(F)", 1, "y is no function; a product is written y * (...)"),
    ("exp(F)(y)", 1, "a call like this has no place"),
    ("exp()", 1, "exp takes 1 in its brackets; here are 0"),
    ("log(F, 2)", 1, "log takes 1 in its brackets; here are 2"),
    ("maximum(F)", 1, "maximum takes 2 in its brackets; here are 1"),
    ("where(F > 0, y)", 1, "where takes 3 in its brackets; here are 2"),
    ("exp(*y)", 5, "a star before a formula has no place"),
    ("exp(**y)", 1, "a call like this has no place"),
    ("exp(x=F)", 1, "a call like this has no place"),
    ("0 < F < 1", 1, "one comparison at a time"),
    ("F in y", 1, "in, is has no place"),
    ("F is y", 1, "in, is has no place"),
    ("not F", 1, "not has no place"),
    ("F and y", 1, "and, or has no place"),
    ("F if y else 0", 1, "if has no place"),
    ("F, y", 1, "a comma between formulas has no place"),
    ("()", 1, "a comma between formulas has no place"),
    ("True * F", 1, "True is no number"),
    ("None", 1, "None is no number"),
    ("...", 1, "'.' has no place"),
    ("await F", 1, "this is no formula|has no place"),
    ("yield", 1, "this is no formula|has no place"),
    ("-" * 399 + "F", DEEPEST + 1, "may be 40 operations deep"),
    ("(" * 198 + "F" + ")" * 198 + "+-", None, "this is no formula|operations deep"),
    ("exp(" * 70 + "F" + ")" * 70, 4 * DEEPEST + 1, "may be 40 operations deep"),
    ("F**" * 100 + "F", 3 * (DEEPEST - 1) + 1, "may be 40 operations deep"),
    ("F+" * 199 + "F", 1, "may be 40 operations deep"),
    ("(" * 400, None, "this is no formula|operations deep"),
]


@pytest.mark.parametrize(("text", "place", "rule"), REFUSED, ids=[ascii(each[0])[:40] for each in REFUSED])
def test_what_is_no_formula_is_refused_with_place_and_rule(text: Any, place: int | None, rule: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse_formula(text)
    message = str(caught.value)
    assert any(part in message for part in rule.split("|")), message
    assert len(message) < 200
    if place is not None:
        assert caught.value.place == place
        assert f"at character {place}: " in message


# Hypothesis's own text of any characters begins by sorting all of Unicode, which takes seconds.
ANY_TEXT = st.lists(st.integers(0, sys.maxunicode).map(chr), max_size=60).map("".join)


@given(ANY_TEXT | st.text("yF0123456789.+-*/<>=!(), exploga_bsqrtnhwimu", max_size=60))
def test_any_text_is_a_formula_or_an_error(text: str) -> None:
    try:
        formula = parse_formula(text)
    except FormulaError as error:
        assert error.place is None or 1 <= error.place <= len(text)
        return
    assert evaluate(formula, Y_ROWS, F_ROWS).shape == F_ROWS.shape


def test_no_text_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's parser makes a tree; nothing turns a text into code."""

    def forbidden(*_: Any, **__: Any) -> None:
        raise AssertionError("code was run")

    monkeypatch.setattr(builtins, "eval", forbidden)
    monkeypatch.setattr(builtins, "exec", forbidden)
    assert value_of("log(1 + exp(F)) - y * F", 1, 0) == np.log(2)


def test_a_huge_power_is_infinite_at_once() -> None:
    assert value_of("9**9**9", 0, 0) == np.inf
    assert value_of("9**9**9**9**9 - F", 0, 0) == np.inf
    assert np.isnan(value_of("(9**9**9) * (F - y)", 1, 1))


def test_the_longest_and_the_deepest_formula_are_taken() -> None:
    deep = "exp(-" * ((DEEPEST - 1) // 2) + "F" + ")" * ((DEEPEST - 1) // 2)
    assert np.isfinite(value_of(deep, 0, 0))
    long = "F" + " " * (LONGEST - 1)
    assert value_of(long, 0, 2.5) == 2.5
    for _ in range(2):  # and so are their derivatives
        assert evaluate(derivative(parse_formula(deep)), np.zeros(1), np.zeros(1)).shape == (1,)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("-F**2", -9.0),
        ("2**-F", 0.125),
        ("2**3**0.5", 2 ** (3**0.5)),
        ("y - F - 1", -2.0),
        ("y / F / 2", 1 / 3),
        ("+F", 3.0),
        (" (F > y) + (F >= 3) + (F != 3) ", 2.0),
        ("(F < y) + (F <= 3) + (F == 3)", 2.0),
        ("where(F - 3, 1, 2)", 2.0),
        ("where(y, F, 1/0)", 3.0),
        ("minimum(y, F) * maximum(y, F)", 6.0),
        ("sqrt(F*12) - abs(-y) + sign(-y)", 3.0),
        ("1e-3 * .5e1 * 2. * F", 0.03),
        ("F*0 + 1/3", 1 / 3),
    ],
)
def test_values_by_hand(text: str, expected: float) -> None:
    assert value_of(text, 2, 3) == pytest.approx(expected, rel=1e-15)


def test_a_constant_has_a_value_for_every_row() -> None:
    np.testing.assert_array_equal(evaluate(parse_formula("2 + 1"), np.zeros(4), np.zeros(4)), [3, 3, 3, 3])


# -- random formulas


@given(ANY)
def test_values_are_numpys(pair: Pair) -> None:
    with np.errstate(all="ignore"):
        expected = np.broadcast_to(pair.function(Y_ROWS, F_ROWS), F_ROWS.shape)
    np.testing.assert_array_equal(evaluate(parse_formula(pair.text), Y_ROWS, F_ROWS), expected)


@given(ANY)
def test_a_formula_and_its_derivative_are_read_back_as_they_are_written(pair: Pair) -> None:
    formula = parse_formula(pair.text)
    for each in (formula, derivative(formula)):
        text = as_text(each)
        assume(text is not None and len(text) <= LONGEST)
        assert text is not None
        again = parse_formula(text)
        np.testing.assert_array_equal(evaluate(again, Y_ROWS, F_ROWS), evaluate(each, Y_ROWS, F_ROWS))
        assert as_text(again) == text


@given(ANY, st.integers(0, 2))
def test_derivatives_are_limits_of_differences(pair: Pair, order: int) -> None:
    """Two step sizes tell how far a difference can be trusted; at jumps and kinks not at all."""
    formula = parse_formula(pair.text)
    for _ in range(order):
        formula = derivative(formula)
    slope = evaluate(derivative(formula), Y_ROWS, F_ROWS)

    def difference(step: float) -> Any:
        after, before = (evaluate(formula, Y_ROWS, F_ROWS + shift) for shift in (step, -step))
        with np.errstate(all="ignore"):
            return (after - before) / (2 * step)

    with np.errstate(all="ignore"):
        coarse, fine = difference(2.0**-10), difference(2.0**-13)
        trusted = np.abs(coarse - fine) <= 1e-3 * np.abs(fine)
        trusted &= np.abs(evaluate(formula, Y_ROWS, F_ROWS)) < 1e4 * np.abs(fine)
        off = trusted & ~(np.abs(slope - fine) <= 1e-3 * np.abs(fine) + 1e-9)
    assert not off.any(), (pair.text, Y_ROWS[off][0], F_ROWS[off][0], slope[off][0], fine[off][0])


# The value, the first and the second derivative of a formula of F alone, by hand.
BY_HAND: list[tuple[str, Callable[[Any], Any], Callable[[Any], Any]]] = [
    ("F**3 / 3", lambda F: F**2, lambda F: 2 * F),
    ("exp(2*F)", lambda F: 2 * np.exp(2 * F), lambda F: 4 * np.exp(2 * F)),
    ("log(F)", lambda F: 1 / F, lambda F: -1 / F**2),
    ("sqrt(F)", lambda F: 0.5 / np.sqrt(F), lambda F: -0.25 * F**-1.5),
    ("tanh(F)", lambda F: np.cosh(F) ** -2, lambda F: -2 * np.tanh(F) * np.cosh(F) ** -2),
    ("1 / F", lambda F: -1 / F**2, lambda F: 2 / F**3),
    ("2**F", lambda F: np.log(2) * 2**F, lambda F: np.log(2) ** 2 * 2**F),
    ("F**F", lambda F: F**F * (np.log(F) + 1), lambda F: F**F * ((np.log(F) + 1) ** 2 + 1 / F)),
    ("F**-2", lambda F: -2 * F**-3, lambda F: 6 * F**-4),
    ("abs(1 - F)", lambda F: np.sign(F - 1), lambda F: 0 * F),
    ("maximum(F, 1)**2", lambda F: np.where(F > 1, 2 * F, 0), lambda F: np.where(F > 1, 2, 0)),
    ("minimum(F**2, 1)", lambda F: np.where(F < 1, 2 * F, 0), lambda F: np.where(F < 1, 2, 0)),
    ("where(F < 2, F**2, 4*F - 4)", lambda F: np.minimum(2 * F, 4), lambda F: np.where(F < 2, 2, 0)),
    ("(F > 1) * F", lambda F: (F > 1) * 1.0, lambda F: 0 * F),
]


@pytest.mark.parametrize(("text", "first", "second"), BY_HAND, ids=[each[0] for each in BY_HAND])
def test_derivatives_by_hand(text: str, first: Callable[[Any], Any], second: Callable[[Any], Any]) -> None:
    F = np.linspace(0.13, 3.7, 50)
    gradient = derivative(parse_formula(text))
    np.testing.assert_allclose(evaluate(gradient, 0 * F, F), first(F), rtol=1e-13, atol=1e-14)
    np.testing.assert_allclose(evaluate(derivative(gradient), 0 * F, F), second(F), rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize(
    ("text", "gradient", "hessian"),
    [
        ("0.5*(y-F)**2", "F - y", "1"),
        ("(y-F)**2 / 2", "F - y", "1"),
        ("(y-F)**4", "-4 * (y - F) ** 3", "12 * (y - F) ** 2"),
        ("abs(y-F)", "-sign(y - F)", "0"),
        ("exp(F) - y*F", "exp(F) - y", "exp(F)"),
        ("log(1 + exp(-y*F))", "-y * exp(-y * F) / (1 + exp(-y * F))", None),
        ("where(abs(y-F) < 1, (y-F)**2/2, abs(y-F) - 1/2)", None, "where(abs(y - F) < 1, 1, 0)"),
        ("(0.9 - (y < F)) * (y - F)", "(y < F) - 0.9", "0"),
    ],
)
def test_derivatives_are_written_as_in_a_school_book(
    text: str, gradient: str | None, hessian: str | None
) -> None:
    slope = derivative(parse_formula(text))
    assert gradient is None or as_text(slope) == gradient
    assert hessian is None or as_text(derivative(slope)) == hessian


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("(F**y)**2", "(F ** y) ** 2"),
        ("F**(y**2)", "F ** y ** 2"),
        ("(-F)**2", "(-F) ** 2"),
        ("-(F**2)", "-F ** 2"),
        ("(-2)**F", "(-2) ** F"),
        ("2**(-F)", "2 ** (-F)"),
        ("y-(F-(1))", "y - (F - 1)"),
        ("((y)-F)-1", "y - F - 1"),
        ("y/(F*2)", "y / (F * 2)"),
        ("(y+F)*2", "(y + F) * 2"),
        ("(y*F)+2", "y * F + 2"),
        ("-(y*F)", "-y * F"),
        ("-(y+F)", "-(y + F)"),
        ("(y<F)<1", "(y < F) < 1"),
        ("y<(F<1)", "y < (F < 1)"),
        ("(y<F)*2", "(y < F) * 2"),
        ("where((y<F), (1), 2.50)", "where(y < F, 1, 2.5)"),
        ("1e300*F", "1e+300 * F"),
    ],
)
def test_brackets_are_written_where_they_are_needed(text: str, written: str) -> None:
    assert as_text(parse_formula(text)) == written


def test_a_derivative_that_is_too_long_to_read_is_not_written() -> None:
    formula = parse_formula("*".join(f"(F+{k})" for k in range(20)))
    assert as_text(formula) is not None
    assert as_text(derivative(derivative(formula))) is None
    F = np.array([0.25])
    expected = sum(
        np.prod([0.25 + i for i in range(20) if i not in (j, k)])
        for j in range(20)
        for k in range(20)
        if j != k
    )
    np.testing.assert_allclose(evaluate(derivative(derivative(formula)), F, F), expected, rtol=1e-13)


def test_a_derivative_shares_what_occurs_twice() -> None:
    """Written out, each derivative of a tower of functions multiplies its length by the number of storeys."""
    formula = parse_formula("tanh(" * 30 + "F" + ")" * 30)
    assert len(steps(derivative(derivative(formula)))) < 40 * len(steps(formula))


def test_a_formula_survives_pickling() -> None:
    formula = derivative(parse_formula("log(1 + exp(F)) - y * F"))
    again = pickle.loads(pickle.dumps(formula))
    np.testing.assert_array_equal(evaluate(again, Y_ROWS, F_ROWS), evaluate(formula, Y_ROWS, F_ROWS))
