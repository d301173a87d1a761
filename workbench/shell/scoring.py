"""How a guess is scored: the credit it earns, the points for being as sure as one is right. Pure.

A guess earns a credit c from 0 (wrong) to 1 (right), such as the share of the best gain that it takes. With
it goes how sure one is, which stands for a probability p. The points are

    2 p c - p^2

that is 1 - (c - p)^2 less 1 - c^2: the quadratic (Brier) score, moved so that no opinion (p = 0) earns
nothing. It is proper: whoever expects the credit q earns most, on average, with p = q. Right and sure is 1
point, wrong and sure costs 1.

Source: T. Gneiting and A. Raftery, "Strictly proper scoring rules, prediction, and estimation", Journal of
the American Statistical Association 102, 2007, section 3.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from workbench.components.verdict import SURE
from workbench.text.grammar import how_many
from workbench.text.numbers import fixed, number

SURENESS = dict(zip(SURE, (1 / 3, 2 / 3, 1.0), strict=True))
"""How sure one can be, and the probability that it stands for."""


@dataclass(frozen=True)
class Answer:
    """One answer: what was said, how sure, and once settled its credit and the verdict in words."""

    said: object
    sureness: str
    credit: float | None = None
    verdict: str = ""


def points(credit: float, sureness: str) -> float:
    """The points of a credit (0 to 1) for how sure one was: 2 p c - p^2, between -1 and 1."""
    p = SURENESS[sureness]
    return 2 * p * credit - p**2


def scoring_words() -> str:
    """The rule in one line."""
    right, wrong = (", ".join(fixed(points(c, each), 2, plus=True) for each in SURENESS) for c in (1, 0))
    return f"Points when {', '.join(SURENESS)}: right {right}; wrong {wrong}; in between, in proportion."


def scoreboard(answers: Collection[Answer]) -> str:
    """The score of the settled answers in words; an empty text where there are none."""
    settled = [(each.credit, each.sureness) for each in answers if each.credit is not None]
    if not settled:
        return ""
    score = fixed(sum(points(*each) for each in settled), 1)
    words = f"Score {score} of {how_many(len(settled), 'question')}"
    sure = [credit for credit, sureness in settled if sureness == "sure"]
    if sure:
        words += f"; when sure you were right {100 * sum(sure) / len(sure):.0f} %"
    return words


def verdict_on_number(said: float, best: float, credit: float, of: str = "the best gain") -> str:
    """A guessed number beside the best one, in words: `You: 1.62 (61 % of the best gain). Best: 1.87.`"""
    return f"You: {number(said)} ({100 * credit:.0f} % of {of}). Best: {number(best)}."


def verdict_on_choice(said: str, right: str) -> str:
    """A choice beside the right one, in words."""
    return f"You: {said}. Right." if said == right else f"You: {said}. It is: {right}."


def share_of_best(gain: float, best: float) -> float:
    """The credit of a cut: its gain as a share of the best one, 0 for a cut that loses."""
    return min(1.0, max(0.0, gain / best)) if best > 0 else float(gain >= best)
