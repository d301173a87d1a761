"""What the fields of the calculator say, as the terms of a system. Pure, no streamlit."""

from collections.abc import Mapping
from typing import Any

from workbench.models.systems import Terms
from workbench.sources.translation import Said, name_of, rows_of, translation
from workbench.sources.values import OF_ROW, SPOKEN, SPOKEN_GAMMA, SPOKEN_LAMBDA, SPOKEN_LOSS, SPOKEN_RATE
from workbench.sources.vocabulary import (
    BUILT_IN_PURITY,
    CLASSES,
    LOSSES,
    NEUTRAL,
    OF_BOOSTING,
    OF_CLASSES,
    OPTIONS,
    VOICES,
    losses_of,
    options_of,
)
from workbench.text.grammar import joined
from workbench.text.numbers import number
from workbench.text.tables import markdown_table

LABELS = {
    "λ": "λ, penalty on w²",
    "γ": "γ, price of a leaf",
    "rate": "learning rate",
    "depth": "levels at most",
    "rounds": "rounds",
    "leaf rows": "rows of a leaf, at least",
    "node rows": "rows of a node to be split",
    "bins": "bins of a column",
    "bin rows": "rows of a bin, at least",
    "purity": "share of one class that ends a node",
    "folds": "folds that choose the pruning",
    "start": "before the first round",
    "test": "where a cut lies",
    "missing": "a missing value goes",
    "accepts": "a cut is made of",
}
"""A row as one reads it."""


def loss_of(values: Mapping[str, Any]) -> str:
    """The loss that is chosen, or the first that the system has."""
    known = losses_of(values[SPOKEN])
    return str(values[SPOKEN_LOSS]) if values[SPOKEN_LOSS] in known else known[0]


def numbers_of(system: str, loss: str) -> tuple[str, ...]:
    """The rows whose number a system lets one type."""
    rows = OF_CLASSES if loss == CLASSES else OF_BOOSTING
    return tuple(row for row in rows if name_of(system, loss, row) and (system, row) != ("cart", "purity"))


def choices_of(values: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The options that the system has, by row."""
    system, loss = values[SPOKEN], loss_of(values)
    is_binned = "bins" in numbers_of(system, loss) and values[OF_ROW["bins"]] is not None
    return {row: options_of(system, loss, row, binned=is_binned) for row in OPTIONS if row in rows_of(loss)}


def spoken(values: Mapping[str, Any]) -> Said:
    """What the fields say; what the system has no field for is as it has it."""
    system, loss = values[SPOKEN], loss_of(values)
    has = dict(zip(("λ", "γ", "rate"), VOICES[system].names, strict=True))
    terms = Terms(
        values[SPOKEN_LAMBDA] if has["λ"] else 0.0,
        values[SPOKEN_GAMMA] if has["γ"] else None,
        values[SPOKEN_RATE] if has["rate"] else 1.0,
    )
    numbers = dict(NEUTRAL) | {row: values[OF_ROW[row]] for row in numbers_of(system, loss)}
    if system == "cart":
        numbers |= {"purity": BUILT_IN_PURITY}
    options = {}
    for row, known in choices_of(values).items():
        if known:
            asked = values[OF_ROW[row]]
            options[row] = asked if asked in known else known[0]
    return Said(system, loss, terms, numbers, options)


def translated(said: Said) -> str:
    """All rows in the systems that have the loss, as a table in markdown."""
    found = {name: translation(said, name) for name in VOICES if said.loss in losses_of(name)}
    heads = [f"{VOICES[name].title}{' (said)' if name == said.system else ''}" for name in found]
    rows = ((LABELS[row], *(each[row].words for each in found.values())) for row in rows_of(said.loss))
    return markdown_table(["", *heads], rows)


def lost_words(said: Said) -> str:
    """Who has nothing that means the same, for the loss is not there."""
    without = [each.title for name, each in VOICES.items() if said.loss not in losses_of(name)]
    if not without:
        return ""
    what = LOSSES[said.loss].partition(",")[0]
    return f"Nothing is equal where there is no {what}: {joined(without)}."


def rate_words(said: Said) -> str:
    """What a rate inside the gradients comes to."""
    rate = said.terms.rate
    if said.loss == CLASSES or not VOICES[said.system].rate_inside or rate == 1:
        return ""
    return (
        f"A rate of {number(rate)} inside g and h shrinks nothing: it is λ / rate² and a leaf 1 / rate = "
        f"{number(1 / rate)} times as large."
    )
