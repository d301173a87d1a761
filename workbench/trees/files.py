"""A tree as files: DOT for Graphviz, the drawn picture as SVG, and a table. Pure, without streamlit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from xml.sax.saxutils import escape

import numpy as np

from gbtlib import Tree, tables
from gbtlib.core.reasons import WHY_LEAF
from workbench.charts import colours
from workbench.data.sources import levels_of
from workbench.text.questions import level_set, split_sides
from workbench.trees.box_text import text_width
from workbench.trees.layout import BOX_HEIGHT, BOX_WIDTH
from workbench.trees.view import LEFT_OUT, NodeView, TreeView

FONT = "'Source Sans 3', 'Source Sans Pro', 'Segoe UI', Helvetica, Arial, sans-serif"
OUTLINES = {"last": colours.MODEL, "next": colours.INK}
BASELINES = (-12, 7, 25)


def tree_dot(tree: Tree, names: Sequence[str]) -> str:
    """The whole tree in Graphviz's language; any name is taken as text."""
    return str(tables.to_dot(tree, names, categories=levels_by_feature(names)).source)


def levels_by_feature(names: Sequence[str]) -> tuple[tuple[str, ...] | None, ...]:
    """The categories of every feature by their names, as gbtlib.tables takes them; None for numbers."""
    return tuple(levels_of(name) or None for name in names)


def tree_csv(tree: Tree, names: Sequence[str]) -> str:
    """The whole tree, one node a line, breadth first: the six columns of a flat table, then the rest.

    gbtlib.tables.from_flat_table reads it; numbers are written to the last bit. Only where a split asks for
    categories it cannot: the threshold is empty there, and a last column has those that go left.
    """
    order = tree.breadth_first()
    sets = [split_sides(tree, node) for node in order.tolist()]
    table = tables.to_flat_table(replace(tree, category_sides=None))
    feature = tree.feature[order]
    table["Feature"] = [plain(names[j]) if j >= 0 else "" for j in feature]
    for name in ("default_left", "n_samples", "G", "H", "gain", "weight", "depth"):
        table[name] = getattr(tree, name)[order]
    table["why_leaf"] = np.array(WHY_LEAF, dtype=object)[tree.why_leaf[order]]
    if any(sides is not None for sides in sets):
        asked = zip(feature.tolist(), sets, strict=True)
        table["left_categories"] = [
            "" if sides is None else level_set(names[j], sides, most=len(sides)) for j, sides in asked
        ]
    return table.to_csv(index=False)


def plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@", "\t", "\r")) else name


def tree_svg(view: TreeView) -> str:
    """The tree as it is drawn, on white, with the path to the selected node."""
    boxes = {node.index: node for node in view.nodes}
    path = set(view.path_to(view.selected))
    # The edges of the path come last, on top of the others.
    children = sorted((n for n in view.nodes if n.parent >= 0), key=lambda n: n.index in path)
    parts = [edge(boxes[node.parent], node, on_path=node.index in path) for node in children]
    parts += [
        box(node, on_path=node.index in path, selected=node.index == view.selected) for node in view.nodes
    ]
    size = f'width="{view.width}" height="{view.height}" viewBox="0 0 {view.width} {view.height}"'
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}" text-anchor="middle">',
            f"<title>{xml(view.words)}</title>",
            '<rect width="100%" height="100%" fill="{colours.GROUND}"/>',
            *parts,
            "</svg>\n",
        )
    )


def edge(above: NodeView, below: NodeView, *, on_path: bool) -> str:
    """The line from a node to its child, with the answer that leads there."""
    top, bottom = above.y + BOX_HEIGHT / 2, below.y - BOX_HEIGHT / 2
    middle = (top + bottom) / 2
    curve = f"M{above.x},{top}C{above.x},{middle} {below.x},{middle} {below.x},{bottom}"
    colour, width = (
        (colours.PATH, 4) if on_path else (colours.FAINT_LINE if below.faded else colours.OTHER, 1.5)
    )
    beside = 8 + text_width(below.answer) / 2 if below.answer.startswith(LEFT_OUT) else 16
    x = (above.x + below.x) / 2 + (beside if below.x >= above.x else -beside)
    return f'<path d="{curve}" fill="none" stroke="{colour}" stroke-width="{width}"/>' + text(
        below.answer, x, middle - 6, 14, colour=colours.INK
    )


def box(node: NodeView, *, on_path: bool, selected: bool) -> str:
    """A node: its frame, its three lines, its badge."""
    left, top = node.x - BOX_WIDTH / 2, node.y - BOX_HEIGHT / 2
    corner = BOX_HEIGHT / 2 if node.kind == "leaf" else 6
    fill = colours.PAPER if node.faded else node.fill
    frame = f'width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="{corner}" fill="{fill}"'
    stroke, width = OUTLINES.get(node.mark, colours.OTHER), 4.0 if node.mark else 1.0
    if on_path:
        stroke, width = colours.PATH, 5.0 if selected else 2.5
    dash = ' stroke-dasharray="7 4"' if node.kind == "open" else ""
    ink = colours.FADED if node.faded else colours.INK
    parts = [f'<g id="node{node.index}">', f"<title>{xml(node.title)}</title>"]
    if node.kind == "folded":
        parts.append(f'<rect x="{left + 4}" y="{top + 4}" {frame} stroke="{colours.OTHER}"/>')
    parts.append(f'<rect x="{left}" y="{top}" {frame} stroke="{stroke}" stroke-width="{width}"{dash}/>')
    for k, (line, baseline) in enumerate(zip(node.lines, BASELINES, strict=True)):
        size = 15 if k == 0 else 14
        parts.append(text(line, node.x, node.y + baseline, size, colour=ink, bold=k == 0, room=BOX_WIDTH - 6))
    if node.badge:
        long = 14 + 7.2 * len(node.badge)
        x = node.x + BOX_WIDTH / 2 - long / 2 + 4
        pill = (
            f'<rect x="{x - long / 2}" y="{top - 15}" width="{long}" height="20" rx="10" '
            f'fill="{colours.INK}"/>'
        )
        parts += [pill, text(node.badge, x, top, 14, colour=colours.GROUND, bold=True)]
    return "".join((*parts, "</g>"))


def text(
    words: str, x: float, y: float, size: int, *, colour: str, bold: bool = False, room: float | None = None
) -> str:
    """A line of text around x, pressed together where it would be wider than its room."""
    weight = ' font-weight="600"' if bold else ""
    # Another machine may draw it in Arial, which is wider than the estimate by an eighth.
    tight = room is not None and text_width(words, size) * 1.12 > room
    squeezed = f' textLength="{room}" lengthAdjust="spacingAndGlyphs"' if tight else ""
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}"{weight}{squeezed}>{xml(words)}</text>'


def xml(words: str) -> str:
    """Text that may stand in XML: marks escaped, control characters left out."""
    return escape("".join(c for c in words if c in "\t\n" or c >= " "))
