"""A formula as text that parse_formula reads again, with brackets only where a value needs them."""

from __future__ import annotations

from gbtlib.losses.formula import Formula, Number, Operation, Variable, steps

LONGEST_SHOWN = 120  # numbers, variables and operations
COMPARISON, SUM, PRODUCT, POWER, WHOLE = range(5)  # from loose to tight
BINDING = {
    **dict.fromkeys(("<", "<=", ">", ">=", "==", "!="), COMPARISON),
    **{"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "**": POWER},
}


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
