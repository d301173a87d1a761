"""The formula of a cut or a leaf: its terms show what they are made of, lambda and gamma can be tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workbench.components import plain, register, when_told
from workbench.gains.formula import FormulaPart, FormulaView, Knob, show

_KNOB = (
    '<label class="knob {0}"><span>{1}</span><input type="range" min="0" aria-label="{2}">'
    "<output></output></label>"
)
_formula = register(
    __file__,
    '<div class="formula"><div class="equations" role="group"></div>'
    '<p class="made" aria-live="polite"></p><div class="knobs">'
    + _KNOB.format("lambda", "λ", "Try another lambda")
    + _KNOB.format("gamma", "γ", "Try another gamma")
    + '<button type="button" class="back">Back to the fitted values</button></div>'
    '<p class="if" role="status"></p>'
    '<details><summary>All digits</summary><pre tabindex="0"></pre></details></div>',
)


def part_data(part: FormulaPart | None) -> dict[str, Any] | None:
    """A part as texts."""
    if part is None:
        return None
    names = ("G", "H", "T", "score", "weight", "step")
    texts = {name: "0" if part.is_balanced and name != "H" else show(getattr(part, name)) for name in names}
    minus = "0" if part.is_balanced else show(-part.T)
    return {"side": part.side, "letter": part.letter, "made_of": part.made_of, **texts, "minus_T": minus}


def knob_data(knob: Knob) -> dict[str, Any]:
    """A slider with its numbers as texts."""
    return {**plain(knob), "text": show(knob.now), "fitted_text": show(knob.fitted)}


def formula_data(view: FormulaView) -> dict[str, Any]:
    """What the browser needs to draw the formula: every number as it is read."""
    return {
        "cut": view.cut,
        "node": part_data(view.node),
        "left": part_data(view.left),
        "right": part_data(view.right),
        "gain": None if view.gain is None else show(view.gain),
        "fitted_gain": None if view.fitted_gain is None else show(view.fitted_gain),
        "alpha": view.reg_alpha > 0,
        "learning_rate": show(view.learning_rate),
        "lambda": knob_data(view.reg_lambda),
        "gamma": knob_data(view.gamma),
        "is_leaf": view.is_leaf,
        "is_what_if": view.is_what_if,
        "exact": "\n".join(view.exact),
        "words": view.words,
    }


def formula(view: FormulaView, *, key: str, on_what_if: Callable[[], None]) -> None:
    """Draw the formula. What the reader tries is in the session state under `key`, as `what_if`.

    what_if: {"lambda": a number or None, "gamma": a number or None}; None is the fitted value.
    """
    show_formula(formula_data(view), key=key, on_what_if=on_what_if)


def show_formula(data: Mapping[str, Any], *, key: str, on_what_if: Callable[[], None]) -> None:
    """The same from data that are made already."""
    _formula(data=data, key=key, on_what_if_change=when_told(key, "what_if", on_what_if))
