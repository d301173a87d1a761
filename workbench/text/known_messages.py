"""What a message, a question or a mistake about boosted trees means; in known_messages.toml. Pure.

A test provokes the messages with the libraries that are installed; others are written after their source.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Moment:
    """A moment of a lesson that shows what is meant. query: its link. words: what one sees there."""

    page: str
    query: Mapping[str, str]
    words: str


@dataclass(frozen=True)
class KnownMessage:
    """A message by what is always in it.

    pattern: a regular expression. means: what it says, and what one can do. shows: where it is seen.
    library: "" for a question. patient: of the clinic, by name, who has something like it.
    """

    pattern: str
    means: str
    shows: Moment | None
    library: str = ""
    patient: str = ""


_ALL = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
_MOMENTS = {
    name: Moment(each["page"], {of: str(value) for of, value in each.get("query", {}).items()}, each["words"])
    for name, each in _ALL["moments"].items()
}
MESSAGES, QUESTIONS = (
    tuple(KnownMessage(**each | {"shows": _MOMENTS.get(each.get("shows"))}) for each in _ALL[kind])
    for kind in ("messages", "questions")
)
"""What libraries say, those that are more special first; what people ask where no message stands in it."""
MISTAKES = {each["begins"]: (each["means"], _MOMENTS[each["shows"]]) for each in _ALL["mistakes"]}
"""By how the name of a mistake of handover.mistakes begins: what is behind it, and where that is seen."""


def message_in(text: str) -> KnownMessage | None:
    """The first of the known messages, or else questions, that is in a text; None where none is."""
    flat = " ".join(text.split())
    known = (*MESSAGES, *QUESTIONS)
    return next((each for each in known if re.search(each.pattern, flat, re.IGNORECASE)), None)
