"""A tree as it is drawn: boxes, their lines of text and their marks; formulas. Pure, without streamlit."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from gbtlib import Tree
from gbtlib.loops import reasons as trees
from gbtlib.pictures.tree_boxes import weight_fill as weight_fill
from gbtlib.pictures.tree_layout import (
    LEVELS,
    drawn_above,
    grown_nodes,
    growth_order,
    laid_out,
    nearest,
    open_nodes,
)
from gbtlib.pictures.tree_svg import LEFT_OUT as LEFT_OUT
from gbtlib.pictures.tree_svg import NodeView as NodeView
from gbtlib.pictures.tree_svg import TreeView as TreeView
from workbench.text.grammar import how_many
from workbench.text.numbers import latex
from workbench.trees.box_text import BoxLines, box_lines, box_title, question, tree_words


@dataclass(frozen=True)
class Look:
    """How a tree is drawn where that is another way than usual.

    lines, fill: text and colour of a box, for trees whose nodes say something else than G, H and weight.
    faded: nodes that are drawn pale.
    levels: depth below which a branch is folded, unless it is on the way to the selected node.
    """

    lines: Callable[[int], BoxLines] | None = None
    fill: Callable[[int], str] | None = None
    faded: Collection[int] = ()
    levels: int = LEVELS


USUAL = Look()


def tree_view(
    tree: Tree,
    names: Sequence[str],
    selected: int = 0,
    *,
    splits: int | None = None,
    room: int | None = 0,
    badges: Mapping[int, str] | None = None,
    look: Look = USUAL,
) -> TreeView:
    """Lay a tree out. The selected node is always drawn, and what is far from it is folded.

    splits: draw the tree as it was after so many splits; boxes stand where they will stand in the whole tree.
    room: levels to keep room for, so that all trees of a model have one size; None: no limit.
    badges: a short text at the corner of a box.
    """
    grown = grown_nodes(tree, splits)
    selected = nearest(tree, selected, grown)
    drawn = open_nodes(tree, selected, look.levels)
    above = drawn_above(tree, drawn)
    where, size = laid_out(tree, drawn, above, rooms_of(tree, room, look))
    shown, hidden = [i for i in drawn if i in grown], hidden_leaves(tree, grown, above)
    fill = look.fill or weight_fill(tree)
    marks, numbers = growth_marks(tree, splits, shown)
    boxes = []
    for i in shown:
        kind = kind_of(tree, i, grown, above)
        lines, title = text_of(tree, i, names, look, kind, hidden[i])
        boxes.append(
            NodeView(
                index=i,
                x=where[i][0],
                y=where[i][1],
                lines=lines,
                title=title,
                fill=fill(i),
                kind=kind,
                parent=above[i],
                answer=answer_to(tree, i, above[i]),
                mark=marks.get(i, ""),
                badge=(badges or numbers).get(i, ""),
                faded=i in look.faded,
            )
        )
    return TreeView(tuple(boxes), *size, tree_words(tree, names), selected)


def numbers_of(tree: Tree) -> dict[int, str]:
    """Badges that number all boxes, where a node is chosen by its number."""
    return {i: str(i) for i in range(tree.n_nodes)}


def text_of(
    tree: Tree, i: int, names: Sequence[str], look: Look, kind: str, hidden: int
) -> tuple[BoxLines, str]:
    """The lines of a box, and all of it in words. hidden: leaves below it that are not drawn."""
    lines = look.lines(i) if look.lines else box_lines(tree, i, names, kind)
    if kind == "folded":
        lines = (*lines[:2], f"+{how_many(hidden, 'leaf')}")
    return lines, box_title(tree, i, names, kind, lines if look.lines else None, hidden=hidden)


def rooms_of(tree: Tree, room: int | None, look: Look) -> int:
    """How many levels a picture keeps room for."""
    return look.levels if room is None else min(max(room, tree.max_depth), look.levels)


def answer_to(tree: Tree, i: int, above: int) -> str:
    """What a node answers to the question of the box above it; nothing at the root.

    Where levels are left out between the two, how many.
    """
    if above < 0:
        return ""
    left_out = int(tree.depth[i] - tree.depth[above]) - 1
    if left_out:
        return f"{LEFT_OUT} {how_many(left_out, 'level')}"
    return "yes" if i == tree.children_left[above] else "no"


def kind_of(tree: Tree, i: int, grown: Collection[int], drawn: Collection[int]) -> str:
    """What a box stands for; see NodeView."""
    whole = len(grown) == tree.n_nodes
    if tree.is_leaf[i]:
        # Only the last split settles which nodes max_leaves leaves over.
        return "open" if tree.why_leaf[i] == trees.MAX_LEAVES and not whole else "leaf"
    child = int(tree.children_left[i])
    if child not in grown:
        return "open"
    return "split" if child in drawn else "folded"


def hidden_leaves(tree: Tree, grown: Collection[int], drawn: Collection[int]) -> Counter[int]:
    """How many leaves of those grown by now each drawn box holds: they are below it, and below no other."""
    over, hidden = {-1: -1}, Counter[int]()
    for i, (parent, child) in enumerate(zip(tree.parent.tolist(), tree.children_left.tolist(), strict=True)):
        over[i] = i if i in drawn else over[parent]
        hidden[over[i]] += i not in drawn and i in grown and child not in grown
    return hidden


def growth_marks(
    tree: Tree, splits: int | None, shown: Collection[int]
) -> tuple[dict[int, str], dict[int, str]]:
    """While a tree grows: the boxes of the last and the next split, and the number of every split so far.

    A split in a folded branch marks the box that holds it.
    """
    if splits is None:
        return {}, {}
    order = growth_order(tree).tolist()
    marks: dict[int, str] = {}
    if splits < len(order):
        marks[nearest(tree, order[splits], shown)] = "next"
    if 0 < splits <= len(order):
        marks.setdefault(nearest(tree, order[splits - 1], shown), "last")
    numbers = {node: str(k) for k, node in enumerate(order[:splits], start=1)}
    return marks, numbers | {node: "next" for node, mark in marks.items() if mark == "next"}


def node_title(tree: Tree, i: int, names: Sequence[str]) -> str:
    """What the formula below is about."""
    if tree.is_leaf[i]:
        return "The weight of the chosen leaf"
    return f"What “{question(tree, i, names)}” gains"


def node_formula(tree: Tree, i: int, reg_lambda: float, gamma: float) -> str:
    """A leaf's weight or a split's gain in LaTeX: the formula, then the same with the node's numbers."""
    sums = list(zip(tree.G.tolist(), tree.H.tolist(), strict=True))
    if tree.is_leaf[i]:
        return weight_formula(sums[i], reg_lambda, float(tree.weight[i]))
    sides = sums[tree.children_left[i]], sums[tree.children_right[i]], sums[i]
    return aligned([gain_formula(sides, reg_lambda, gamma, float(tree.gain[i]))])


def aligned(lines: Sequence[str]) -> str:
    """Lines of a formula under each other."""
    return r"\begin{aligned}" + r"\\[3pt]".join(lines) + r"\end{aligned}"


def gain_formula(
    sums: Sequence[tuple[float, float]], reg_lambda: float, gamma: float, gain: float, T: str = "G"
) -> str:
    """What a cut gains, as lines of an aligned formula: in symbols, then in numbers.

    sums: T and H of the left side, the right one and the node. T: "T(G)" where G is moved towards 0 by alpha.
    """
    lam = rf"{reg_lambda:g}"
    scores = [rf"\frac{{({latex(t)})^2}}{{{latex(h)}+{lam}}}" for t, h in sums]
    names = [rf"\frac{{{T.replace('G', f'G{at}')}^2}}{{H{at}+\lambda}}" for at in ("_L", "_R", "")]
    symbols, numbers = (rf"\tfrac12\left[{a}+{b}-{c}\right]" for a, b, c in (names, scores))
    return rf"\text{{gain}}&={symbols}-\gamma\\&={numbers}-{gamma:g}={latex(gain)}"


def weight_formula(
    sums: tuple[float, float], reg_lambda: float, weight: float, name: str = "w^*", of: str = "", T: str = "G"
) -> str:
    """The weight of a leaf in symbols and in numbers. sums: its T and H; of: its index, as "_L"."""
    symbols = rf"-\frac{{{T.replace('G', f'G{of}')}}}{{H{of}+\lambda}}"
    numbers = rf"-\frac{{{latex(sums[0])}}}{{{latex(sums[1])}+{reg_lambda:g}}}"
    return rf"{name}={symbols}={numbers}={latex(weight)}"
