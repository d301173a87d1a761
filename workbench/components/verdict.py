"""What has become of a question, said aloud: for readers who do not see it, or work by keyboard."""

from __future__ import annotations

from typing import Literal

from workbench.components import register

Stage = Literal["off", "open", "told"]

_verdict = register(__file__, '<p role="status"></p>')


def say_verdict(text: str, stage: Stage, question: int, *, key: str) -> None:
    """Say a text when it, or the question's number, is another than before.

    stage: of the question in whose bar this stands: not asked, asked, or told. Where a button that was
    pressed disappears, the keyboard goes on at the bar's button, at the answer, or at the verdict.
    """
    _verdict(data={"text": text, "stage": stage, "question": question}, key=key, height=1)
