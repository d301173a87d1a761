"""Where the path of lessons goes on for a reader. Pure."""

from collections.abc import Sequence


def next_lesson(names: Sequence[str], visited: Sequence[str]) -> int:
    """The position of the lesson to open next: the first new one after that seen last, or before it.

    names: the lessons in their order. visited: pages that were seen, the last one at the end. Once all have
    been seen, it is the first.
    """
    seen = [names.index(each) for each in visited if each in names]
    after = seen[-1] + 1 if seen else 0
    order = [*range(after, len(names)), *range(after)]
    return next((at for at in order if at not in seen), 0)


def invitation(names: Sequence[str], visited: Sequence[str]) -> str:
    """What the main button says: to start, or to go on."""
    number = next_lesson(names, visited) + 1
    is_under_way = any(each in names for each in visited) and not set(names) <= set(visited)
    return f"Go on with lesson {number}" if is_under_way else f"Start with lesson {number}"
