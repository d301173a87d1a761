"""Words that depend on a number, and lists in words. Pure."""

from __future__ import annotations

from collections.abc import Collection


def leaves(n: int) -> str:
    """Leaf or leaves."""
    return "leaf" if n == 1 else "leaves"


def how_many(count: int, thing: str) -> str:
    """A count with its noun."""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def joined(parts: list[str]) -> str:
    """Parts of an enumeration, "and" before the last."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


MOST_NAMED = 4


def plural(n: int, one: str = "leaf", many: str = "leaves") -> str:
    """A number of leaves in words."""
    return f"{n:,} {one if n == 1 else many}"


def listed(nodes: Collection[int]) -> str:
    """Nodes as one speaks of them; of more than four the first four."""
    first = [str(node) for node in nodes][:MOST_NAMED]
    if len(nodes) > MOST_NAMED:
        return f"nodes {', '.join(first)} and {len(nodes) - MOST_NAMED:,} more"
    return f"node {first[0]}" if len(nodes) == 1 else f"nodes {', '.join(first[:-1])} and {first[-1]}"
