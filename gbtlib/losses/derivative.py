"""The derivative of a formula in F, by the rules of a school book, again as a formula.

    (u + v)' = u' + v'            (u v)' = u' v + u v'            (u / v)' = (u' - (u / v) v') / v
    (u ** v)' = v u ** (v - 1) u'                   where v is free of F
              = u ** v (v' log u + v u' / u)        where it is not
    exp' = exp      log' = 1 / u      sqrt' = 1 / (2 sqrt)      abs' = sign      tanh' = 1 - tanh ** 2

the last line times u'. minimum, maximum and where have the derivative of the branch that is chosen; sign and
comparisons have 0: a jump has no derivative and is left out.

What says nothing is left out at once: + 0, * 1, ** 1, two minuses, products of numbers. Every formula is a
number times the rest, so that 2 * -(y - F) becomes 2 * (F - y). Values stay what they are but for rounding,
and but for places where a part has none: 0 times infinity is 0 here.
"""

import math

from gbtlib.losses.formula import Formula, Number, Operation, Variable, steps

ZERO, ONE, TWO, MINUS_ONE = Number(0.0), Number(1.0), Number(2.0), Number(-1.0)


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


def call(name: str, *arguments: Formula) -> Formula:
    """An operation as it is."""
    return Operation(name, arguments)


def is_number(formula: Formula, value: float) -> bool:
    """Whether a formula is this number."""
    return isinstance(formula, Number) and formula.value == value


def add(u: Formula, v: Formula) -> Formula:
    """u + v."""
    (a, p), (b, q) = _parted(u), _parted(v)
    if a == 0 or b == 0:
        return v if a == 0 else u
    if p is q and math.isfinite(a + b):
        return _joined(a + b, p)
    if b < 0:
        return call("-", u, _joined(-b, q))
    return call("-", v, _joined(-a, p)) if a < 0 else call("+", u, v)


def subtract(u: Formula, v: Formula) -> Formula:
    """u - v."""
    return add(u, negate(v))


def negate(u: Formula) -> Formula:
    """-u; of a difference, the difference the other way round."""
    return multiply(MINUS_ONE, u)


def multiply(u: Formula, v: Formula) -> Formula:
    """u * v, numbers in front."""
    (a, p), (b, q) = _parted(u), _parted(v)
    if not math.isfinite(a * b):
        return call("*", u, v)
    if p is None or q is None:
        return _joined(a * b, q if p is None else p)
    match p, q:
        case _, Operation("*", (first, w)) if first is p:
            return _joined(a * b, call("*", power(p, TWO), w))
    return _joined(a * b, power(p, TWO) if p is q else call("*", p, q))


def divide(u: Formula, v: Formula) -> Formula:
    """u / v."""
    (a, p), (b, q) = _parted(u), _parted(v)
    if a == 0 or is_number(v, 1):
        return u
    if p is not None and b != 0 and math.isfinite(a / b):
        a, u, v = a / b, _joined(a / b, p), ONE if q is None else q
    if is_number(v, 1):
        return u
    return _joined(-1, call("/", _joined(-a, p), v)) if a < 0 else call("/", u, v)


def power(u: Formula, v: Formula) -> Formula:
    """u ** v."""
    if is_number(v, 0):
        return ONE
    return u if is_number(v, 1) else call("**", u, v)


def choose(condition: Formula, u: Formula, v: Formula) -> Formula:
    """where(condition, u, v)."""
    same = u is v or (isinstance(u, Number) and is_number(v, u.value))
    return u if same else call("where", condition, u, v)


def _parted(formula: Formula) -> tuple[float, Formula | None]:
    """A formula as a number times the rest; of a number there is no rest."""
    match formula:
        case Number(value):
            return value, None
        case Operation("-", (u,)):
            return -1.0, u
        case Operation("*", (Number(value), u)):
            return value, u
    return 1.0, formula


def _joined(factor: float, rest: Formula | None) -> Formula:
    """A number times the rest as a formula: what _parted takes apart."""
    if rest is None or factor == 0:
        return Number(factor)
    if factor == 1:
        return rest
    match rest:
        case Operation("-", (u, v)) if factor < 0:
            return _joined(-factor, call("-", v, u))
    return call("-", rest) if factor == -1 else call("*", Number(factor), rest)
