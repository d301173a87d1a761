"""The elements of a picture as SVG, and the picture as a notebook shows it; nothing else is needed."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from gbtlib.pictures.colours import FADED, GROUND, INK

FONT = "'Source Sans 3', 'Source Sans Pro', 'Segoe UI', Helvetica, Arial, 'DejaVu Sans Condensed', sans-serif"
FONT_SIZE = 14


@dataclass(frozen=True)
class Picture:
    """A picture: a notebook shows it, str() is its text, and save() writes that to a file.

    words: what is seen, for those who cannot see it. svg: the whole text.
    """

    words: str
    svg: str

    def __repr__(self) -> str:
        return f"Picture({self.words!r})"

    def __str__(self) -> str:
        return self.svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write it to a file."""
        Path(path).write_text(self.svg, encoding="utf-8")


def drawing(width: float, height: float, words: str, parts: Iterable[str], ground: str = GROUND) -> str:
    """A whole picture on a ground of its own; it shrinks to the width there is. words: see Picture."""
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    looks = f'style="max-width:100%;height:auto" font-family="{FONT}" text-anchor="middle" role="img"'
    start = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {looks}>'
    behind = f'<rect width="100%" height="100%" fill="{ground}"/>'
    return "\n".join((start, f"<title>{xml(words)}</title>", behind, *parts, "</svg>\n"))


def element(name: str, **attributes: Any) -> str:
    """An element without content. An underscore in the name of an attribute is a hyphen."""
    given = " ".join(
        f"{key.replace('_', '-')}={quoteattr(f'{value:.5g}' if isinstance(value, float) else str(value))}"
        for key, value in attributes.items()
    )
    return f"<{name} {given}/>"


class Style(NamedTuple):
    """How a line of text is written. anchor: "start" or "end" where it is not around its place."""

    size: int = FONT_SIZE
    colour: str = INK
    bold: bool = False
    anchor: str = ""


USUAL, SMALL = Style(), Style(13, FADED)


def text(
    words: str, x: float, y: float, style: Style = USUAL, room: float | None = None, more: str = ""
) -> str:
    """A line of text, pressed together where it would be wider than its room. more: what follows in bold."""
    size, colour, bold, anchor = style
    weight = ' font-weight="600"' if bold else ""
    side = f' text-anchor="{anchor}"' if anchor else ""
    # Another machine may draw it in Arial, which is wider than the estimate by an eighth.
    tight = room is not None and text_width(words, size) * 1.12 > room
    squeezed = f' textLength="{room}" lengthAdjust="spacingAndGlyphs"' if tight else ""
    given = f'x="{x:.5g}" y="{y:.5g}" font-size="{size}" fill="{colour}"{weight}{side}{squeezed}'
    then = f' <tspan font-weight="600">{xml(more)}</tspan>' if more else ""
    return f"<text {given}>{xml(words)}{then}</text>"


def text_width(words: str, size: float = FONT_SIZE) -> float:
    """About how wide a text is in pixels; letters of a sans serif font."""
    wide = sum(
        0.85 if c in "mwMW@%" else 0.25 if c in "ijl.,:;'|! " else 0.6 if c.isupper() else 0.5 for c in words
    )
    return size * wide


def xml(words: str) -> str:
    """Text that may stand in XML: marks escaped, control characters left out."""
    return escape("".join(c for c in words if c in "\t\n" or c >= " "))
