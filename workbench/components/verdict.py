"""What has become of a question, said aloud: for readers who do not see it, or work by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from workbench.components import register, when_told

Stage = Literal["off", "open", "told"]
SURE = ("guessing", "fairly sure", "sure")
"""How sure one can be of an answer, in words."""

_verdict = register(
    __file__,
    '<p role="status"></p><div class="offer" popover role="group" aria-label="How sure are you?"></div>',
)


@dataclass(frozen=True)
class Offer:
    """Choices that appear at the pointer when it has put an answer into the picture.

    n_put: how many answers it has put so far. is_placed: whether any answer was put, there or in the bar.
    on_choice: called when told(key, "choice") is one of them.
    """

    choices: Sequence[str]
    n_put: int
    is_placed: bool
    on_choice: Callable[[], None]


def say_verdict(text: str, stage: Stage, question: int, *, key: str, offer: Offer | None = None) -> None:
    """Say a text when it, or the question's number, is another than before.

    stage: of the question in whose bar this stands: not asked, asked, or told. Where a button that was
    pressed disappears, the keyboard goes on at the bar's button, at the answer, or at the verdict.
    """
    data = {"text": text, "stage": stage, "question": question}
    if offer is None:
        _verdict(data=data, key=key, height=1, on_choice_change=_nothing)
    else:
        data |= {"choices": list(offer.choices), "n_put": offer.n_put, "placed": offer.is_placed}
        _verdict(data=data, key=key, height=1, on_choice_change=when_told(key, "choice", offer.on_choice))


def _nothing() -> None:
    """What a choice does once its question is answered: a component's triggers are the same in every run."""
