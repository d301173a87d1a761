"""What a step of a saved page asks about the next one, with what is said to every answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class PageQuestion:
    """A question in one sentence, and a few answers to choose from.

    told: what is said after each choice. right: the places of the right choices. hides: what a part is sent
    while it is asked, so that it does not tell the answer, None for a part that is out of sight; and "texts".
    """

    text: str
    choices: Sequence[str]
    told: Sequence[str]
    right: Collection[int]
    hides: Mapping[str, Any] = field(default_factory=dict)

    def sent(self, parts: Collection[str]) -> dict[str, Any]:
        """The question as the page takes it. parts: those that are in the page."""
        hides = {name: sent for name, sent in self.hides.items() if name in parts or name == "texts"}
        return vars(self) | {"right": sorted(self.right), "hides": hides}


def asked_of(questions: Mapping[int, PageQuestion | None]) -> dict[int, PageQuestion]:
    """The steps that ask something."""
    return {number: question for number, question in questions.items() if question is not None}
