"""Words that depend on a number, and lists in words. Pure."""

from collections.abc import Collection, Sequence

MOST_NAMED = 4
_UNUSUAL = {"leaf": "leaves"}


def word_for(count: int, one: str, many: str = "") -> str:
    """The form of a word that goes with a count: row or rows, leaf or leaves, falls or fall.

    many: for another number than 1; the usual plural of a noun where it is not given.
    """
    return one if count == 1 else many or _UNUSUAL.get(one, f"{one}s")


def how_many(count: int, one: str, many: str = "") -> str:
    """A count with its noun: 1 row, 1,200 rows. many: as in word_for."""
    return f"{count:,} {word_for(count, one, many)}"


def joined(parts: Sequence[str]) -> str:
    """Parts of an enumeration, "and" before the last."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def listed(nodes: Collection[int]) -> str:
    """Nodes as one speaks of them; of more than four the first four."""
    first = [str(node) for node in nodes][:MOST_NAMED]
    if len(nodes) > MOST_NAMED:
        first.append(f"{len(nodes) - MOST_NAMED:,} more")
    return f"{word_for(len(nodes), 'node')} {joined(first)}"
