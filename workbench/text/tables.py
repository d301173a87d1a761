"""Tables in markdown. Pure."""

from collections.abc import Iterable, Sequence


def markdown_table(heads: Sequence[str], rows: Iterable[Iterable[object]], sides: str = "l") -> str:
    """Rows of cells under their heads. sides: of each column l or r, the last for all that follow."""
    marks = ["--:" if side == "r" else "---" for side in sides.ljust(len(heads), sides[-1])]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in (heads, marks, *rows))
