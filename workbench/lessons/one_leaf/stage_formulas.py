"""The derivation as the stage shows it: a few lines in each act, each with a card of words. Pure."""

import re
from html import escape
from typing import Any

from workbench.lessons.one_leaf.derivation import (
    DerivationStep,
    ShownLeaf,
    fraction,
    fractions,
    of_leaf,
    of_two,
)
from workbench.lessons.one_leaf.leaf import TwoLeaves
from workbench.text import mathml as typeset
from workbench.text.numbers import latex, number

Line = dict[str, Any]


def mathml(formula: str) -> str:
    """A formula typeset, its numbers with three digits, as everywhere on the stage; it comes with four."""
    return typeset.mathml(re.sub(r"\d+\.\d+", lambda found: latex(float(f"{float(found[0]):.3g}")), formula))


def line_of(label: str, formula: str, step: DerivationStep) -> Line:
    """A line of an act, which opens the whole step."""
    return {"label": label, "math": mathml(formula), "card": card_of(step)}


def card_of(step: DerivationStep) -> Line:
    """A whole step: its name, its words in HTML, its formulas in symbols and in numbers."""
    words = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(step.words))
    return {
        "name": step.name,
        "words": words,
        "math": [mathml(each) for each in (*step.symbols, *step.numbers)],
    }


def lines_at(shown: ShownLeaf) -> dict[str, list[Line]]:
    """The lines of the acts in which rows add up, slope and bend come, and the penalty does."""
    objective, row, rows, lowest, deep = of_leaf(shown)
    loss = the_loss(shown, objective.symbols[0].replace("f(x_i)", "w"))
    at = lowest.numbers[0]  # w* = 0 where nothing bends the line
    if at != "w^*=0":
        at = lowest.symbols[0].rpartition(r"\Rightarrow ")[2] + at.removeprefix("w^*")
    depth = latex(float(f"{-shown.depth:.3g}") + 0.0)
    return {
        "1": [
            line_of("loss", loss.symbols[0], loss),
            line_of("here", loss.symbols[0] + loss.numbers[0], loss),
        ],
        "2": [
            line_of("a row", row.symbols[0], row),
            line_of("their sum", rows.symbols[1], rows),
            line_of("here", rows.symbols[1] + rows.numbers[0], rows),
        ],
        "3": [
            line_of("objective", rf"{objective.symbols[2]},\quad {objective.symbols[1]}", objective),
            line_of("slope 0 at", at, lowest),
            line_of("lowest", f"{deep.symbols[1].rpartition('=')[2]}={depth}", deep),
        ],
    }


def the_loss(shown: ShownLeaf, symbols: str) -> DerivationStep:
    """What the rows lose together, before anything is paid for the leaf."""
    words = f"All rows get the same w, and their losses add up. With w = {number(shown.w)}:"
    value = shown.loss_after
    return DerivationStep("The loss of the leaf", words, (symbols,), (f"={latex(value)}",), value)


def parting(two: TwoLeaves) -> dict[str, Any]:
    """Both leaves in one line, the gain in its five terms, and the cards of both."""
    one, (both, gain) = of_one(two), of_two(two)
    whole, left, right = fractions(two)
    terms = [
        [mathml(rf"\tfrac12{fraction(two, side)}"), mathml(rf"\tfrac12\cdot{numbers}")]
        for side, numbers in (("L", left), ("R", right), ("", whole))
    ]
    return {
        "lines": [
            line_of("one leaf", one.symbols[0] + one.numbers[0], one),
            line_of("two leaves", both.symbols[1], both),
            line_of("here", rf"\text{{Obj}}_{{\text{{two}}}}{both.numbers[0]}", both),
        ],
        "terms": terms,
        "card": card_of(gain),
    }


def of_one(two: TwoLeaves) -> DerivationStep:
    """The lowest objective of one leaf, as it stands beside that of two."""
    value = float(two.gamma - two.depth[0])
    symbols = rf"\text{{Obj}}_{{\text{{one}}}}=-\tfrac12{fraction(two, '')}+\gamma"
    numbers = rf"={latex(-float(two.depth[0]) + 0.0)}+{latex(two.gamma)}={latex(value)}"
    return DerivationStep(
        "One leaf",
        "With its best weight one leaf lies as deep as this, and costs γ.",
        (symbols,),
        (numbers,),
        value,
    )
