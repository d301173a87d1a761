"""The ledger of a row: what each tree of a model adds, beside another arithmetic. Pure."""

import html
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gbtlib.handover.mistakes import Choice, HandComputation
from workbench.text.grammar import how_many
from workbench.text.numbers import fixed, number

DIGITS = 7
NEAR = 3  # terms shown at the start, at the end, and around the first that parts
LINK_NAMES = {
    "identity": "",
    "logistic": "after the link, 1 / (1 + exp(−F))",
    "exp": "after the link, exp(F)",
    "softmax": "after the link, the softmax",
}


@dataclass(frozen=True)
class LedgerTerm:
    """A line of the ledger: what the library adds and has so far, and the same of the other arithmetic."""

    name: str
    adds: float | None
    so_far: float | None
    other_adds: float | None = None
    other_so_far: float | None = None

    @property
    def parts(self) -> bool:
        return self.other_so_far is not None and self.adds != self.other_adds


def ledger(hand: HandComputation, choice: Choice | None) -> list[LedgerTerm]:
    """The terms by name, those of the other arithmetic beside them if there is one."""
    ours, theirs = dict(hand.terms({})), dict(hand.terms(choice or {}))
    lines, at, other_at = [], 0.0, 0.0
    for name in ours | theirs:
        at += ours.get(name, 0.0)
        other_at += theirs.get(name, 0.0)
        other = (theirs.get(name), other_at) if choice is not None else (None, None)
        lines.append(LedgerTerm(name, ours.get(name), at, *other))
    link = LINK_NAMES[hand.model.link]
    ends = hand.number({}), hand.number(choice) if choice is not None else None
    if link or (choice is not None and ends[1] != other_at):
        lines.append(LedgerTerm(link or "after what follows", None, ends[0], None, ends[1]))
    return lines


def shown_lines(lines: Sequence[LedgerTerm]) -> list[LedgerTerm | int]:
    """The first, the last, those around the first that parts; a number stands for as many left out."""
    first = next((i for i, line in enumerate(lines) if line.parts), 0)
    kept = {i for at in (0, first, len(lines) - 1) for i in range(at - NEAR + 1, at + NEAR)}
    found: list[LedgerTerm | int] = []
    for i, line in enumerate(lines):
        if i in kept:
            found.append(line)
        elif found and isinstance(found[-1], int):
            found[-1] += 1
        else:
            found.append(1)
    return found


def values_of(line: LedgerTerm, has_other: bool) -> list[float | None]:
    """The numbers of a line from left to right; None where it has none."""
    return [line.adds, line.so_far, *([line.other_adds, line.other_so_far] if has_other else [])]


def cell(value: float | None, decimals: int) -> str:
    """A number with so many decimals; what is not finite as it is."""
    if value is None:
        return ""
    return fixed(value, decimals) if np.isfinite(value) else number(value)


def ledger_table(lines: Sequence[LedgerTerm | int], has_other: bool) -> str:
    """Lines as an HTML table; the first that parts stands out.

    All numbers have as many decimals, so that points stand under each other: after the first digit of the
    largest one so many.
    """
    heads = ["term", "the library adds", "its sum", *(["yours adds", "your sum"] if has_other else [])]
    first = next((line for line in lines if isinstance(line, LedgerTerm) and line.parts), None)
    values = [
        abs(each)
        for line in lines
        if isinstance(line, LedgerTerm)
        for each in values_of(line, has_other)
        if each is not None and np.isfinite(each)
    ]
    decimals = max(0, DIGITS - int(np.floor(np.log10(max(values, default=0) or 1))))
    rows = []
    for line in lines:
        if isinstance(line, int):
            rows.append(
                f"<tr class='left-out'><td colspan='{len(heads)}'>… {how_many(line, 'tree')} more</td></tr>"
            )
            continue
        cells = "".join(f"<td>{cell(each, decimals)}</td>" for each in values_of(line, has_other))
        mark = " class='parts'" if line is first else ""
        rows.append(f"<tr{mark}><th scope='row'>{html.escape(line.name)}</th>{cells}</tr>")
    head = "".join(f"<th scope='col'>{each}</th>" for each in heads)
    table = f"<table class='ledger'><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    return f"<div class='ledger-place'>{table}</div>"
