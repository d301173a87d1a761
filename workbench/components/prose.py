"""A text whose terms open a card where they stand: what the word means, and its number on this screen."""

from collections.abc import Mapping

from workbench.components import register
from workbench.text.glossary import definitions, pieces, word_of

_prose = register(__file__, '<p class="prose"></p><div class="card" popover role="note"></div>')


def prose(text: str, here: Mapping[str, str], *, key: str) -> None:
    """Show a text, in which only ** is markup. here: terms of the glossary, each with its number on screen.

    What the text does not name is listed behind it: such words stand in the pictures.
    Errors: KeyError for a term that the glossary does not have.
    """
    said = pieces(text, here)
    named = {word_of(piece, here) for kind, piece in said if kind == "term"}
    others = [word for word in here if word not in named]
    if others:
        said.append(("", " In the pictures: "))
        for word in others:
            said += [("term", word), ("", ", " if word != others[-1] else ".")]
    cards = {word: {"means": definitions()[word], "here": here[word]} for word in here}
    shown = [[kind, piece, word_of(piece, here) if kind == "term" else ""] for kind, piece in said]
    _prose(data={"pieces": shown, "cards": cards}, key=key)
