"""What a step of a saved page asks, with what is said to every answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import floor, log10
from typing import Any

from workbench.components import plain

_FINE = 4  # digits of an axis from end to end: finer than a pixel


@dataclass(frozen=True)
class AnswerScale:
    """How good any number on an axis is.

    shares: of the best, in percent, of the numbers from end to end, so one more than ends. words: what is
    said of a number, {said} being the number to so many digits, or decimals, and {share} its share.
    """

    ends: Sequence[float]
    shares: Sequence[int]
    words: str
    digits: int
    decimals: int = -1


@dataclass(frozen=True)
class AnswerPlace:
    """Where in the picture a question is answered.

    part: the component. told: under what name it tells what was put there, and key what of it counts, where
    that is not all. values: what it tells for each choice. draws: the ways to the values of its data that
    draw what was put. scale: for any other number; None where none counts.
    """

    part: str
    told: str
    values: Sequence[float]
    draws: Sequence[Sequence[str]]
    key: str = ""
    scale: AnswerScale | None = None


@dataclass(frozen=True)
class PageQuestion:
    """A question in one sentence, and a few answers to choose from.

    told: what is said after each choice. right: the places of the right choices. hides: what a part is sent
    while it is asked, so that it does not tell the answer, None for a part that is out of sight; and "texts".
    place: in the picture, if it has one. reveals: what a part is sent after each choice, as long as one goes
    on guessing, where all that it has would tell later answers.
    """

    text: str
    choices: Sequence[str]
    told: Sequence[str]
    right: Collection[int]
    hides: Mapping[str, Any] = field(default_factory=dict)
    place: AnswerPlace | None = None
    reveals: Sequence[Mapping[str, Any]] = ()

    def sent(self, parts: Collection[str]) -> dict[str, Any]:
        """The question as the page takes it. parts: those that are in the page."""
        hides = {name: sent for name, sent in self.hides.items() if name in parts or name == "texts"}
        place = self.place if self.place is not None and self.place.part in parts else None
        return vars(self) | {"right": sorted(self.right), "hides": hides, "place": plain(place)}


def asked_of(questions: Mapping[int, PageQuestion | None]) -> dict[int, PageQuestion]:
    """The steps that ask something."""
    return {number: question for number, question in questions.items() if question is not None}


def scale_of(
    points: Sequence[float], credits: Sequence[float], words: str, digits: int, decimals: int = -1
) -> AnswerScale:
    """The scale on which a number counts as the nearest of some points, with its credit, 0 to 1.

    points: ascending.
    """
    shares = [int(f"{100 * credit:.0f}") for credit in credits]
    changes = [i for i in range(1, len(shares)) if shares[i] != shares[i - 1]]
    fine = _FINE - floor(log10(points[-1] - points[0])) if len(points) > 1 else 0
    ends = [round((points[i - 1] + points[i]) / 2, fine) for i in changes]
    return AnswerScale(ends, [shares[i] for i in (0, *changes)], words, digits, decimals)
