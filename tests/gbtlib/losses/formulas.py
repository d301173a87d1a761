"""Random formulas, each as text and as what numpy makes of it."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from gbtlib.losses.formula import LONGEST


class Pair(NamedTuple):
    """A formula as text, and as a function that numpy works out."""

    text: str
    function: Callable[[Any, Any], Any]


def number(value: float) -> Pair:
    return Pair(repr(value), lambda y, F: np.float64(value))


def prefix(name: str, function: Callable[[Any], Any]) -> Callable[[Pair], Pair]:
    return lambda u: Pair(f"{name}({u.text})", lambda y, F: function(u.function(y, F)))


def infix(sign: str, function: Callable[[Any, Any], Any]) -> Callable[[Pair, Pair], Pair]:
    return lambda u, v: Pair(
        f"({u.text}) {sign} ({v.text})", lambda y, F: 1.0 * function(u.function(y, F), v.function(y, F))
    )


def of_two(name: str, function: Callable[[Any, Any], Any]) -> Callable[[Pair, Pair], Pair]:
    return lambda u, v: Pair(
        f"{name}({u.text}, {v.text})", lambda y, F: function(u.function(y, F), v.function(y, F))
    )


def chosen(c: Pair, u: Pair, v: Pair) -> Pair:
    return Pair(
        f"where({c.text}, {u.text}, {v.text})",
        lambda y, F: np.where(c.function(y, F) != 0, u.function(y, F), v.function(y, F)),
    )


LEAVES = st.one_of(
    st.just(Pair("F", lambda y, F: F)),
    st.just(Pair("y", lambda y, F: y)),
    st.sampled_from([0.0, 1.0, 2.0, 0.5, 3.0, 1e-3]).map(number),
)
SMOOTH_UNARY = {"exp": np.exp, "log": np.log, "sqrt": np.sqrt, "tanh": np.tanh, "-": np.negative}
UNARY = {**SMOOTH_UNARY, "abs": np.abs, "sign": np.sign}
SMOOTH_INFIX = {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "**": np.power}
COMPARISONS = {"<": np.less, "<=": np.less_equal, ">": np.greater, "==": np.equal, "!=": np.not_equal}


def grown(unary: dict[str, Any], binary: dict[str, Any], more: bool) -> st.SearchStrategy[Pair]:
    def extend(parts: st.SearchStrategy[Pair]) -> st.SearchStrategy[Pair]:
        kinds = [st.builds(prefix(name, function), parts) for name, function in unary.items()]
        kinds += [st.builds(infix(sign, function), parts, parts) for sign, function in binary.items()]
        if more:
            kinds += [st.builds(of_two("minimum", np.minimum), parts, parts)]
            kinds += [st.builds(of_two("maximum", np.maximum), parts, parts)]
            kinds += [st.builds(chosen, parts, parts, parts)]
        return st.one_of(kinds)

    return st.recursive(LEAVES, extend, max_leaves=8)


ANY = grown(UNARY, {**SMOOTH_INFIX, **COMPARISONS}, more=True).filter(lambda pair: len(pair.text) <= LONGEST)
SMOOTH = grown(SMOOTH_UNARY, SMOOTH_INFIX, more=False).filter(lambda pair: len(pair.text) <= LONGEST)
