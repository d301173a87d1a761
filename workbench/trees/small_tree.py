"""A tree in a thumbnail: where its nodes stand, and their marks. Pure."""

from collections.abc import Iterable, Mapping
from typing import Any

from gbtlib import Tree
from gbtlib.pictures.tree_layout import places
from workbench.charts.colours import MODEL, OTHER
from workbench.charts.thumbnails import TEXT, mark, picture, text_of

Place = tuple[float, float]
LEAF_HEIGHT = 8.0


def small_places(
    tree: Tree, box: tuple[float, float, float, float], drawn: Iterable[int] | None = None
) -> dict[int, Place]:
    """Where some nodes of a tree stand in a box (left, top, right, bottom); None: all of them."""
    left, top, right, bottom = box
    shown = set(range(tree.n_nodes) if drawn is None else drawn)
    across = places(tree, [node for node in tree.breadth_first().tolist() if node in shown])
    first, last = min(across.values()), max(across.values())
    deepest = max(int(tree.depth[node]) for node in shown)
    wide, high = (right - left) / ((last - first) or 1.0), (bottom - top) / (deepest or 1)
    return {
        node: (left + (x - first) * wide, top + int(tree.depth[node]) * high) for node, x in across.items()
    }


def branch(upper: Place, lower: Place, stroke: str = OTHER, stroke_width: float = 1.8, **more: Any) -> str:
    """The way from a node to one below it."""
    (x0, y0), (x1, y1) = upper, lower
    middle = (y0 + y1) / 2
    turns = " ".join(text_of(value) for value in (x0, middle, x1, middle, x1, y1))
    d = f"M{text_of(x0)} {text_of(y0)}C{turns}"
    return mark("path", d=d, stroke=stroke, stroke_width=stroke_width, **more)


def bare_tree(
    tree: Tree, found: Mapping[int, Place], stroke: str = OTHER, stroke_width: float = 1.2, **more: Any
) -> str:
    """All ways of a tree as one path of straight lines, for a tree too large for more."""
    ends = ((found[int(tree.parent[node])], place) for node, place in found.items() if node)
    ways = ("M{} {}L{} {}".format(*map(text_of, (*above, *below))) for above, below in ends)
    return mark("path", d="".join(ways), stroke=stroke, stroke_width=stroke_width, **more)


def leaf_box(place: Place, colour: str = MODEL, width: float = 14.0, **more: Any) -> str:
    """A leaf."""
    x, y = place[0] - width / 2, place[1] - LEAF_HEIGHT / 2
    return mark("rect", x=x, y=y, width=width, height=LEAF_HEIGHT, rx=2.5, fill=colour, **more)


def node_dot(place: Place, colour: str = TEXT, size: float = 4.5, **more: Any) -> str:
    """A node that is split."""
    return mark("circle", cx=place[0], cy=place[1], r=size, fill=colour, **more)


def plain_thumbnail(title: str) -> str:
    """What a lesson shows that has no picture of its own: a tree of three leaves."""
    nodes = ((100.0, 24.0), (64.0, 56.0), (136.0, 56.0), (40.0, 88.0), (88.0, 88.0))
    ways = ((0, 1), (0, 2), (1, 3), (1, 4))
    return picture(
        title,
        [branch(nodes[a], nodes[b]) for a, b in ways]
        + [node_dot(nodes[i]) for i in (0, 1)]
        + [leaf_box(nodes[i], OTHER) for i in (2, 3, 4)],
    )
