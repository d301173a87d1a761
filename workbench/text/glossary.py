"""The words of the field, as gbtlib's own docstring defines them, and where a text uses them first. Pure."""

import re
from collections.abc import Collection
from functools import cache

import gbtlib


@cache
def definitions() -> dict[str, str]:
    """Each word of gbtlib's glossary with what it means; words that are defined together have one meaning."""
    _, _, text = (gbtlib.__doc__ or "").partition("Glossary\n")
    entries = re.findall(r"^ {4}(\S.*?) {2,}(\S.*)$", text, flags=re.MULTILINE)
    return {word: meaning for words, meaning in entries for word in words.split(", ")}


def pieces(text: str, words: Collection[str]) -> list[tuple[str, str]]:
    """A text in pieces, (kind, text): "term" where a word stands first, "strong" within **, else "".

    A word is found with a plural s, and in either case where it has more than two letters.
    """
    found: list[tuple[str, str]] = []
    left = sorted(words, key=len, reverse=True)
    for number, part in enumerate(text.split("**")):
        kind = "strong" if number % 2 else ""
        while hit := _first(part, left):
            left.remove(hit[1])
            before, part = part[: hit[0].start()], part[hit[0].end() :]
            found += [(kind, before), ("term", hit[0].group())]
        found.append((kind, part))
    return [(kind, piece) for kind, piece in found if piece]


def word_of(term: str, words: Collection[str]) -> str:
    """The word that a term in a text stands for. Errors: StopIteration for a text that is none of them."""
    return next(word for word in words if _pattern(word).fullmatch(term))


def _pattern(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(word)}s?(?!\w)", re.IGNORECASE if len(word) > 2 else 0)


def _first(text: str, words: Collection[str]) -> tuple[re.Match[str], str] | None:
    hits = [(hit, word) for word in words if (hit := _pattern(word).search(text))]
    return min(hits, key=lambda each: each[0].start(), default=None)
