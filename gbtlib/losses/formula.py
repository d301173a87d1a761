"""A formula of y and F: read with Python's grammar, kept as a tree, worked out by numpy, never run as code.

    y, F                                what is observed, and the raw prediction
    + - * / **, unary minus             as in Python
    < <= > >= == !=                     1 where it holds, 0 elsewhere
    exp log sqrt abs sign tanh          of one number, logarithms natural
    minimum(a, b), maximum(a, b)        the smaller, the larger
    where(condition, a, b)              a where the condition is not 0, b elsewhere

Nothing else is taken: the text is at most LONGEST characters of ASCII in one line, the tree at most DEEPEST
operations deep. Numbers are floats from the start, so that 9**9**9 is infinite at once.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

LONGEST, DEEPEST = 400, 40
LONGEST_SHOWN = 120  # numbers, variables and operations
COMPARISON, SUM, PRODUCT, POWER, WHOLE = range(5)  # from loose to tight
BINDING = {
    **dict.fromkeys(("<", "<=", ">", ">=", "==", "!="), COMPARISON),
    **{"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "**": POWER},
}


class FormulaError(ValueError):
    """A text that is no formula; place is the character that it fails at, counted from 1, or None."""

    def __init__(self, rule: str, place: int | None = None) -> None:
        super().__init__(rule if place is None else f"at character {place}: {rule}")
        self.place = place


# Nodes are compared by identity: a derivative shares the parts of its formula, and each is worked out once.
@dataclass(frozen=True, eq=False)
class Number:
    """A finite number."""

    value: float


@dataclass(frozen=True, eq=False)
class Variable:
    """y or F."""

    name: str


@dataclass(frozen=True, eq=False)
class Operation:
    """An operator or a function by the name in OPERATIONS, with its arguments; "-" has one or two."""

    name: str
    arguments: tuple[Formula, ...]


Formula = Number | Variable | Operation

Y, F = Variable("y"), Variable("F")
VARIABLES = {variable.name: variable for variable in (Y, F)}


def _minus(u: Array, v: Array | None = None) -> Any:
    return -u if v is None else u - v


def _compared(holds: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda u, v: holds(u, v).astype(np.float64)


OPERATORS: dict[type[ast.AST], str] = {
    **{ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**"},
    **{ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="},
}
ARGUMENTS = {
    **dict.fromkeys(("exp", "log", "sqrt", "abs", "sign", "tanh"), 1),
    **{"minimum": 2, "maximum": 2, "where": 3},
}
OPERATIONS: dict[str, Callable[..., Any]] = {
    **{"+": np.add, "-": _minus, "*": np.multiply, "/": np.divide, "**": np.power},
    **{"<": _compared(np.less), "<=": _compared(np.less_equal), "==": _compared(np.equal)},
    **{">": _compared(np.greater), ">=": _compared(np.greater_equal), "!=": _compared(np.not_equal)},
    **{"exp": np.exp, "log": np.log, "sqrt": np.sqrt, "abs": np.abs, "sign": np.sign, "tanh": np.tanh},
    **{"minimum": np.minimum, "maximum": np.maximum, "where": lambda c, u, v: np.where(c != 0, u, v)},
}
KNOWN = f"there are {', '.join((*VARIABLES, *ARGUMENTS))}"
NOT_TAKEN: dict[type[ast.AST], str] = {
    **{ast.IfExp: "if", ast.BoolOp: "and, or", ast.UnaryOp: "not"},
    **{ast.FloorDiv: "//", ast.LShift: "<<", ast.RShift: ">>"},
    **{ast.Compare: "in, is", ast.Tuple: "a comma between formulas", ast.Starred: "a star before a formula"},
    **{ast.Call: "a call like this"},
}
HINTS = {"^": "; a power is written **", "\n": "; a formula is one line", "%": "; there is no remainder"}

TOKEN = re.compile(
    r"(?P<name>[A-Za-z_][A-Za-z_0-9]*)|(?P<number>(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)|[ ,()+*/<>=!-]", re.ASCII
)


def parse_formula(text: str) -> Formula:
    """The formula that a text says. Errors: FormulaError naming the place and the rule."""
    if not isinstance(text, str):
        raise FormulaError(f"a formula must be text, not {type(text).__name__}")
    if len(text) > LONGEST:
        raise FormulaError(f"a formula may have {LONGEST} characters; this one has {len(text)}")
    if not text.strip(" "):
        raise FormulaError(f"a formula must say something; {KNOWN}")
    _check_characters(text)
    margin = len(text) - len(text.lstrip(" "))
    try:
        tree = ast.parse(text[margin:], mode="eval")
    except SyntaxError as error:
        place = min(max(error.offset or 1, 1) + margin, len(text))
        raise FormulaError("this is no formula: a sign, a number or a bracket is missing", place) from None
    except (MemoryError, RecursionError):
        raise FormulaError(f"a formula may be {DEEPEST} operations deep; this one is deeper") from None
    return _read(tree.body, margin + 1, 1)


def _check_characters(text: str) -> None:
    """Refuse what cannot be part of a formula, before Python's parser sees it."""
    place = 0
    while place < len(text):
        token = TOKEN.match(text, place)
        if token is None:
            sign = text[place]
            raise FormulaError(f"{sign!a} has no place in a formula{HINTS.get(sign, '')}", place + 1)
        place = token.end()
        after = text[place : place + 1]
        if token["number"] and re.match(r"[\w.]", after):
            rule = f"the number {token['number']} is followed by {after!a}; a product is written 2 * F"
            raise FormulaError(rule, place + 1)


def _read(node: ast.expr, margin: int, depth: int) -> Formula:
    """A part of the parsed text as a formula; margin is the place of the text's first column."""
    place = node.col_offset + margin
    if depth > DEEPEST:
        raise FormulaError(f"a formula may be {DEEPEST} operations deep; this one is deeper", place)

    def operation(name: str, *arguments: ast.expr) -> Operation:
        return Operation(name, tuple(_read(each, margin, depth + 1) for each in arguments))

    match node:
        case ast.Constant(value=value):
            return _number(value, place)
        case ast.Name(id=name):
            return _variable(name, place)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _read(operand, margin, depth + 1)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=value)):
            return Number(-_number(value, place).value)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return operation("-", operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            return operation(OPERATORS[type(op)], left, right)
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in OPERATORS:
            return operation(OPERATORS[type(op)], left, right)
        case ast.Compare(ops=[_, _, *_]):
            raise FormulaError("one comparison at a time; a product of comparisons says both", place)
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
            _check_call(name, len(arguments), place)
            return operation(name, *arguments)
    kind = type(node.op) if isinstance(node, ast.BinOp) else type(node)
    raise FormulaError(f"{NOT_TAKEN.get(kind, 'this')} has no place in a formula; {KNOWN}", place)


def _number(value: object, place: int) -> Number:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise FormulaError(f"{value!a} is no number", place)
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if math.isinf(number):
        raise FormulaError("this number is too large; at most 1.79e308", place)
    return Number(number)


def _variable(name: str, place: int) -> Variable:
    if name in ARGUMENTS:
        raise FormulaError(f"{name} is a function: write {name}(...)", place)
    if name not in VARIABLES:
        raise FormulaError(f"{name} is not known; {KNOWN}", place)
    return VARIABLES[name]


def _check_call(name: str, given: int, place: int) -> None:
    if name in VARIABLES:
        raise FormulaError(f"{name} is no function; a product is written {name} * (...)", place)
    if name not in ARGUMENTS:
        raise FormulaError(f"{name} is not known; {KNOWN}", place)
    if given != ARGUMENTS[name]:
        raise FormulaError(f"{name} takes {ARGUMENTS[name]} in its brackets; here are {given}", place)


def steps(formula: Formula) -> list[Formula]:
    """Every node of a formula once, each after its arguments."""
    ordered: dict[Formula, None] = {}
    waiting = [formula]
    while waiting:
        node = waiting[-1]
        missing = [] if not isinstance(node, Operation) else [a for a in node.arguments if a not in ordered]
        if missing:
            waiting += missing
        else:
            ordered[waiting.pop()] = None
    return list(ordered)


def evaluate(formula: Formula, y: ArrayLike, raw_prediction: Array) -> Array:
    """The formula for every row, in the shape of raw_prediction; infinite or NaN where it has no value."""
    given = {"y": np.asarray(y, dtype=np.float64), "F": raw_prediction}
    order = steps(formula)
    last_use = {a: node for node in order if isinstance(node, Operation) for a in node.arguments}
    values: dict[Formula, Any] = {}
    with np.errstate(all="ignore"):
        for node in order:
            match node:
                case Number(value):
                    values[node] = np.float64(value)
                case Variable(name):
                    values[node] = given[name]
                case Operation(name, arguments):
                    values[node] = OPERATIONS[name](*(values[a] for a in arguments))
                    for done in {a for a in arguments if last_use[a] is node}:
                        del values[done]  # a long formula of many rows would not fit into memory
    return np.array(np.broadcast_to(values[formula], raw_prediction.shape), dtype=np.float64)


def as_text(formula: Formula) -> str | None:
    """A formula as text; None where it is too long to be read."""
    size: dict[Formula, int] = {}
    for node in steps(formula):
        size[node] = 1 + (sum(size[a] for a in node.arguments) if isinstance(node, Operation) else 0)
    return _written(formula)[0] if size[formula] <= LONGEST_SHOWN else None


def _written(formula: Formula) -> tuple[str, int]:
    """A formula as text, and how tightly it holds together."""
    match formula:
        case Number(value):
            text = repr(value).removesuffix(".0")
            return text, PRODUCT if text.startswith("-") else WHOLE
        case Variable(name):
            return name, WHOLE
        case Operation("-", (u,)):
            return "-" + _within(u, PRODUCT), PRODUCT  # -(u v) and (-u) v are the same float
        case Operation("**", (u, v)):
            return f"{_within(u, WHOLE)} ** {_within(v, POWER)}", POWER
        case Operation(name, (u, v)) if name in BINDING:
            binding = BINDING[name]
            left = _within(u, binding + (binding == COMPARISON))
            return f"{left} {name} {_within(v, binding + 1)}", binding
    return f"{formula.name}({', '.join(_written(argument)[0] for argument in formula.arguments)})", WHOLE


def _within(formula: Formula, tightness: int) -> str:
    """A formula as text, in brackets if it holds together less tightly than what is around it."""
    text, binding = _written(formula)
    return text if binding >= tightness else f"({text})"
