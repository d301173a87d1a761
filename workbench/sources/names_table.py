"""How the five, and four libraries, name one thing: the table. Each cell is checked by a test. Pure."""

import re
from collections.abc import Mapping

from workbench.sources.vocabulary import VOICES
from workbench.text.tables import markdown_table

_NONE = "–"
_HALF = "½ (y − F)²; log loss; softmax"
_SECOND = "F − y, 1; p − y, p (1 − p); softmax: {}p (1 − p)"
_LEAF, _ON_LEAF = "−G / (H + λ)", "on the leaf"
_WHOLE_GAIN = "compared with the gain without its ½"

ROWS: Mapping[str, tuple[str, ...]] = {
    "loss": ("log loss", "Gini; rows that are wrong", _HALF, "log loss; (y − F)²", "(y − F)²", *[_HALF] * 4),
    "g, h": (
        "p − y, p (1 − p), times rate and rate²",
        _NONE,
        _SECOND.format("2 "),
        "2 (F − y), 2; p − y, p (1 − p), times rate and rate²",
        "2 (F − y), 2",
        _SECOND.format("2 "),
        _SECOND.format("2 "),
        _SECOND.format("K / (K − 1) "),
        _SECOND.format(""),
    ),
    "factor of the gain": ("½", "1, of the impurity", "1", "½", _NONE, "½", "1", "1", "1"),
    "γ": (
        *("subtracted", _NONE, _WHOLE_GAIN, "subtracted", _NONE),
        *("subtracted", _WHOLE_GAIN, _WHOLE_GAIN, _NONE),
    ),
    "leaf": (_LEAF, "shares of the classes", _LEAF, _LEAF, "mean", *[_LEAF] * 4),
    "shrinkage": (
        *("inside g and h", "weight of a tree's vote", _ON_LEAF, "inside g and h", "on the update"),
        *[_ON_LEAF] * 4,
    ),
    "start": (
        *("0", "weights 1/N", "mean; 0 for classes", "a bias", "0"),
        *["best constant, or 0"] * 3,
        "best constant",
    ),
    "test": (
        *["x ≤ a value of the rows"] * 2,
        "x ≤ a value of the rows, or border of a bin",
        *["x < midpoint"] * 2,
        "x ≤ midpoint, or a value of the rows",
        "x < midpoint",
        *["x ≤ border of a bin"] * 2,
    ),
    "missing": (
        *("left, then read as 0", "left", "left", _NONE, _NONE, "the better side, or left"),
        *["the better side"] * 3,
    ),
    "accepts": (
        *("gain > 0", "gain > 0", "gain ≥ γ", "gain ≥ 0", "any cut", "gain > 0, or any cut"),
        *("gain > 0", "gain > γ", "gain > 0"),
    ),
    "prunes": (
        *("in its text only", "cost-complexity, cross-validated", "no", "no", "no"),
        *("by γ, bottom up; cost-complexity", "by γ, bottom up", "no", "no"),
    ),
}
"""By what is named: how each of VOICES names it."""

WORDS = (
    "One algorithm, in the words of the five and of four libraries (here: gbtlib). F is the raw prediction, "
    "p its probability; G and H are the sums of g and h in a node."
)
AFTER = (
    "“No equal” says that the system has nothing that means the same, and why. γ is what a cut must gain; "
    "here it counts with the ½ of the formula, in oneDAL, XGBoost and LightGBM without it."
)


def unbroken(cell: str) -> str:
    """A cell whose formulas stay in one line each."""
    return re.sub(r" (?=[−=≤<≥>/(+])|(?<=[−=≤<≥>/+]) |(?<=[½2]) (?=[p(])", "\u00a0", cell)


def table() -> str:
    """The table in markdown."""
    lines = ((f"**{row}**", *map(unbroken, cells)) for row, cells in ROWS.items())
    return markdown_table(("", *(each.title for each in VOICES.values())), lines)
