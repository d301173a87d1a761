"""The derivative of a formula in F, by the rules of a school book, again as a formula.

    (u + v)' = u' + v'            (u v)' = u' v + u v'            (u / v)' = (u' - (u / v) v') / v
    (u ** v)' = v u ** (v - 1) u'                   where v is free of F
              = u ** v (v' log u + v u' / u)        where it is not
    exp' = exp      log' = 1 / u      sqrt' = 1 / (2 sqrt)      abs' = sign      tanh' = 1 - tanh ** 2

the last line times u'. minimum, maximum and where have the derivative of the branch that is chosen; sign and
comparisons have 0: a jump has no derivative and is left out.
"""

from __future__ import annotations

from gbtlib.losses.formula import Formula, Operation, Variable, steps
from gbtlib.losses.simplify import (
    ONE,
    TWO,
    ZERO,
    add,
    call,
    choose,
    divide,
    is_number,
    multiply,
    negate,
    power,
    subtract,
)


def derivative(formula: Formula) -> Formula:
    """The derivative of a formula with respect to F. Parts that occur twice are shared, not copied."""
    known: dict[Formula, Formula] = {}
    for node in steps(formula):
        match node:
            case Operation(name, arguments):
                slopes = tuple(known[argument] for argument in arguments)
                is_constant = all(is_number(slope, 0) for slope in slopes)
                known[node] = ZERO if is_constant else _rule(node, name, arguments, slopes)
            case Variable("F"):
                known[node] = ONE
            case _:
                known[node] = ZERO
    return known[formula]


def _rule(f: Formula, name: str, of: tuple[Formula, ...], slopes: tuple[Formula, ...]) -> Formula:
    """The derivative of f, the operation `name` of formulas whose derivatives are `slopes`."""
    match name, of, slopes:
        case "+", _, (du, dv):
            return add(du, dv)
        case "-", _, (du,):
            return negate(du)
        case "-", _, (du, dv):
            return subtract(du, dv)
        case "*", (u, v), (du, dv):
            return add(multiply(du, v), multiply(u, dv))
        case "/", (_, v), (du, dv):
            return divide(subtract(du, multiply(f, dv)), v)
        case "**", (u, v), (du, dv) if is_number(dv, 0):
            return multiply(multiply(v, power(u, subtract(v, ONE))), du)
        case "**", (u, v), (du, dv):
            return multiply(f, add(multiply(dv, call("log", u)), divide(multiply(v, du), u)))
        case "exp", _, (du,):
            return multiply(du, f)
        case "log", (u,), (du,):
            return divide(du, u)
        case "sqrt", _, (du,):
            return divide(du, multiply(TWO, f))
        case "abs", (u,), (du,):
            return multiply(du, call("sign", u))
        case "tanh", _, (du,):
            return multiply(subtract(ONE, power(f, TWO)), du)
        case "minimum", (u, v), (du, dv):
            return choose(call("<=", u, v), du, dv)
        case "maximum", (u, v), (du, dv):
            return choose(call(">=", u, v), du, dv)
        case "where", (condition, _, _), (_, du, dv):
            return choose(condition, du, dv)
    return ZERO  # sign and comparisons
