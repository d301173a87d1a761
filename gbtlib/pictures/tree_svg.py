"""A tree that is laid out, drawn as SVG."""

from dataclasses import dataclass
from typing import NamedTuple

from gbtlib.pictures import colours
from gbtlib.pictures.svg import Style, drawing, text, text_width, xml
from gbtlib.pictures.tree_boxes import BoxLines
from gbtlib.pictures.tree_layout import BOX_HEIGHT, BOX_WIDTH

OUTLINES = {"last": colours.MODEL, "next": colours.INK}
BASELINES = (-12, 7, 25)
LEFT_OUT = "⋯"  # how an answer begins that stands for levels which are not drawn


@dataclass(frozen=True)
class NodeView:
    """A box of the drawn tree.

    x, y: its centre. lines: its text; title: all of it in words. fill: its colour.
    kind: "split", "leaf", "open" (not split yet) or "folded" (its branch is not drawn).
    answer: to its parent's question. mark: "last" for the split just made, "next" for the node that is next.
    """

    index: int
    x: float
    y: float
    lines: BoxLines
    title: str
    fill: str
    kind: str
    parent: int
    answer: str
    mark: str = ""
    badge: str = ""
    faded: bool = False


@dataclass(frozen=True)
class TreeView:
    """A drawn tree: boxes breadth first, the size of the picture, its words, and the selected node, or -1."""

    nodes: tuple[NodeView, ...]
    width: int
    height: int
    words: str
    selected: int

    def path_to(self, node: int) -> list[int]:
        """The nodes from the root to a drawn node, both included."""
        parent = {each.index: each.parent for each in self.nodes}
        path = [node]
        while parent[path[0]] >= 0:
            path.insert(0, parent[path[0]])
        return path


class Inks(NamedTuple):
    """What a tree is drawn with beside its boxes: its ground, the answers, and the path to what is chosen."""

    ground: str = colours.GROUND
    words: str = colours.INK
    path: str = colours.PATH


ON_WHITE, ON_A_PAGE = Inks(), Inks("none", "currentColor", "currentColor")


def tree_svg(view: TreeView, inks: Inks = ON_WHITE) -> str:
    """The tree as it is drawn, with the path to the selected node."""
    boxes = {node.index: node for node in view.nodes}
    path = set() if view.selected < 0 else set(view.path_to(view.selected))
    # The edges of the path come last, on top of the others.
    children = sorted((n for n in view.nodes if n.parent >= 0), key=lambda n: n.index in path)
    parts = [edge(boxes[node.parent], node, inks, on_path=node.index in path) for node in children]
    parts += [
        box(node, inks.path, on_path=node.index in path, selected=node.index == view.selected)
        for node in view.nodes
    ]
    return drawing(view.width, view.height, view.words, parts, ground=inks.ground)


def edge(above: NodeView, below: NodeView, inks: Inks, *, on_path: bool) -> str:
    """The line from a node to its child, with the answer that leads there."""
    top, bottom = above.y + BOX_HEIGHT / 2, below.y - BOX_HEIGHT / 2
    middle = (top + bottom) / 2
    curve = f"M{above.x},{top}C{above.x},{middle} {below.x},{middle} {below.x},{bottom}"
    colour, width = (inks.path, 4) if on_path else (colours.FAINT_LINE if below.faded else colours.OTHER, 1.5)
    beside = 8 + text_width(below.answer) / 2 if below.answer.startswith(LEFT_OUT) else 16
    x = (above.x + below.x) / 2 + (beside if below.x >= above.x else -beside)
    return f'<path d="{curve}" fill="none" stroke="{colour}" stroke-width="{width}"/>' + text(
        below.answer, x, middle - 6, Style(colour=inks.words)
    )


def box(node: NodeView, path: str, *, on_path: bool, selected: bool) -> str:
    """A node: its frame, its three lines, its badge. path: the colour of the frame on the path."""
    left, top = node.x - BOX_WIDTH / 2, node.y - BOX_HEIGHT / 2
    corner = BOX_HEIGHT / 2 if node.kind == "leaf" else 6
    fill = colours.PAPER if node.faded else node.fill
    frame = f'width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="{corner}" fill="{fill}"'
    stroke, width = OUTLINES.get(node.mark, colours.OTHER), 4.0 if node.mark else 1.0
    if on_path:
        stroke, width = path, 5.0 if selected else 2.5
    dash = ' stroke-dasharray="7 4"' if node.kind == "open" else ""
    ink = colours.FADED if node.faded else colours.INK
    parts = [f'<g id="node{node.index}">', f"<title>{xml(node.title)}</title>"]
    if node.kind == "folded":
        parts.append(f'<rect x="{left + 4}" y="{top + 4}" {frame} stroke="{colours.OTHER}"/>')
    parts.append(f'<rect x="{left}" y="{top}" {frame} stroke="{stroke}" stroke-width="{width}"{dash}/>')
    for k, (line, baseline) in enumerate(zip(node.lines, BASELINES, strict=True)):
        style = Style(15, ink, bold=True) if k == 0 else Style(colour=ink)
        parts.append(text(line, node.x, node.y + baseline, style, BOX_WIDTH - 12))
    if node.badge:
        long = 14 + 7.2 * len(node.badge)
        x = node.x + BOX_WIDTH / 2 - long / 2 + 4
        pill = (
            f'<rect x="{x - long / 2}" y="{top - 15}" width="{long}" height="20" rx="10" '
            f'fill="{colours.INK}"/>'
        )
        parts += [pill, text(node.badge, x, top, Style(colour=colours.GROUND, bold=True))]
    return "".join((*parts, "</g>"))
