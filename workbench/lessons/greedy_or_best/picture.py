"""What the two pictures show: all trees by their first cut, and the rows with the regions of one. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gbtlib import Tree
from gbtlib.pictures.tree_layout import leaves_in_order
from workbench.charts.colours import class_fill
from workbench.lessons.greedy_or_best.every_tree import (
    NO_CUT,
    EveryTree,
    best_of,
    every_tree,
    greedy_of,
    leaf_cost,
    tree_at,
)
from workbench.lessons.greedy_or_best.rows import FEATURES, Task
from workbench.text.numbers import number
from workbench.text.questions import question_of
from workbench.trees.box_text import BoxLines, box_lines
from workbench.trees.regions import box_of
from workbench.trees.view import Look, TreeView, tree_view

ROOM = 0.06  # of a range, around what is drawn
SMALLEST_RANGE = 0.2
PALE = 0.65  # of a class's hue: rows of the class must stand out


@dataclass(frozen=True, eq=False)
class AmongAll:
    """All trees of a task, greed's and the best among them, and the one that is looked at.

    greedy, best, at: numbers of trees. node: of the tree at. hiding: whether one guesses.
    """

    every: EveryTree
    pruning: str
    greedy: int
    best: int
    at: int
    node: int
    hiding: bool

    @property
    def tree(self) -> Tree:
        """The tree that is looked at."""
        return tree_at(self.every, self.at)

    @property
    def cut(self) -> int:
        """Its first cut."""
        return int(self.every.root[self.at])

    @property
    def lost(self) -> float:
        """What greed's tree gains less than the best."""
        return float(self.every.gain[self.best] - self.every.gain[self.greedy])


def shown_tree(
    task: Task, pruning: str, asked: int | None, *, node: int = 0, hiding: bool = False
) -> AmongAll:
    """A tree of a task. asked: which, None for greed's. node: of it, the root where it has no such node.

    hiding: of the tree the first cut alone is told.

    What greed would not even begin is told by its first cut, too: there the one that gains most is shown.
    """
    every = every_tree(task)
    greedy = greedy_of(every, pruning)
    at = greedy if asked is None else asked
    if hiding:
        cut = every.by_gain[-1] if asked is None else int(every.root[at])
        at = 0 if cut == NO_CUT else every.stump(cut)
    node = node if node < tree_at(every, at).n_nodes else 0
    return AmongAll(every, pruning, greedy, best_of(every, greedy), at, node, hiding)


def cut_words(every: EveryTree, cut: int) -> str:
    """A root cut as it reads."""
    if cut == NO_CUT:
        return "no cut"
    return question_of(FEATURES[every.cuts.feature[cut]], float(every.cuts.threshold[cut]))


def trees_data(shown: AmongAll) -> dict[str, Any]:
    """All trees for the browser, by the gain of the first cut and of the whole tree.

    columns: of one root cut each, with the number of its first tree; while one guesses only this one, which
    makes no other cut, is sent.
    """
    every, hiding = shown.every, shown.hiding
    first = every.cuts.gain
    columns = [{"first": 0, "x": 0.0, "y": [0.0], "words": cut_words(every, NO_CUT)}]
    for cut in range(len(every.cuts)):
        trees = every.of_root(cut)
        gains = every.gain[trees[:1] if hiding else trees]
        columns.append(
            {
                "first": int(trees[0]),
                "x": float(first[cut]),
                "y": [round(float(each), 5) for each in gains],
                "words": cut_words(every, cut),
            }
        )
    places = {"chosen": shown.at} | ({} if hiding else {"greedy": shown.greedy, "best": shown.best})
    return {
        "extent": extent(every),
        "columns": columns,
        "lost": 0.0 if hiding or every.is_best(shown.greedy) else shown.lost,
        "marks": {name: mark_of(every, tree) for name, tree in places.items()},
        "words": trees_words(shown),
    }


def mark_of(every: EveryTree, tree: int) -> dict[str, float]:
    """Where a tree stands."""
    cut = int(every.root[tree])
    x = 0.0 if cut == NO_CUT else float(every.cuts.gain[cut])
    return {"x": x, "y": float(every.gain[tree])}


def extent(every: EveryTree) -> list[float]:
    """The ranges of both axes, with 0 and some room."""
    found: list[float] = []
    for values in (every.cuts.gain, every.gain):
        low, high = min(0.0, float(values.min())), max(0.0, float(values.max()))
        room = ROOM * max(high - low, SMALLEST_RANGE)
        found += [low - room, high + 1.6 * room]
    return found


def trees_words(shown: AmongAll) -> str:
    """The picture of all trees for those who cannot see it."""
    every = shown.every
    cut = shown.cut
    words = f"{len(every):,} trees by the gain of their first cut and of the whole tree. "
    gain = 0.0 if cut == NO_CUT else float(every.cuts.gain[cut])
    words += f"Chosen: {cut_words(every, cut)}, which alone gains {number(gain)}"
    if shown.hiding:
        return f"{words}. What gains whole trees have is hidden."
    greedy, best = (number(float(every.gain[each])) for each in (shown.greedy, shown.best))
    return f"{words}, the tree {number(float(every.gain[shown.at]))}. Greedy {greedy}, best {best}."


def plane_data(shown: AmongAll) -> dict[str, Any]:
    """The rows and the regions of the tree for the browser."""
    X, y, tree = shown.every.task.X, shown.every.task.y, shown.tree
    low, high = X.min(axis=0), X.max(axis=0)
    room = 0.08 * (high - low) + (0.25 if len(X) < 12 else 0.0)
    low, high = low - room, high + room
    fills, regions = node_fills(shown), []
    for leaf in leaves_in_order(tree):
        least, most = box_of(tree, leaf, low, high)
        weight = float(tree.weight[leaf])
        box = {"low": least.tolist(), "high": most.tolist()}
        regions.append({**box, "fill": fills[leaf], "text": number(weight)})
    least, most = box_of(tree, shown.node, low, high)
    inside = np.all((X > least) & (X <= most), axis=1).tolist()
    twin = [int((X[:i] == X[i]).all(axis=1).sum()) for i in range(len(X))]
    rows = [
        {"x": float(a), "y": float(b), "code": int(code), "twin": n, "inside": here}
        for (a, b), code, n, here in zip(X, y, twin, inside, strict=True)
    ]
    first = None
    if not tree.is_leaf[0]:
        first = {"feature": int(tree.feature[0]), "at": float(tree.threshold[0])}
    return {
        "extent": [low[0], high[0], low[1], high[1]],
        "names": list(FEATURES),
        "regions": regions,
        "rows": rows,
        "first": first,
        "node": {"low": least.tolist(), "high": most.tolist()} if shown.node else None,
        "words": plane_words(shown),
    }


def plane_words(shown: AmongAll) -> str:
    """The plane for those who cannot see it."""
    task, tree = shown.every.task, shown.tree
    rows = "; ".join(f"{number(a)}, {number(b)}: {int(y)}" for (a, b), y in zip(task.X, task.y, strict=True))
    return f"Rows x1, x2: y. {rows}. The tree has {tree.n_leaves} regions."


def node_fills(shown: AmongAll) -> list[str]:
    """The colour of every node: the class that its weight speaks for, the stronger the more."""
    tree = shown.tree
    undecided = 0.5 if shown.every.task.loss == "squared" else 0.0
    far = tree.weight - undecided
    shares = np.abs(far) / (float(np.abs(far[tree.leaves]).max()) or 1.0)
    return [class_fill(int(a > 0), PALE * float(share)) for a, share in zip(far, shares, strict=True)]


def boxes(shown: AmongAll) -> TreeView:
    """The tree in boxes; of a leaf they tell what it adds to the objective."""
    tree = shown.tree

    def lines(node: int) -> BoxLines:
        if not tree.is_leaf[node]:
            return box_lines(tree, node, FEATURES, "split")
        weight, sums, _ = box_lines(tree, node, FEATURES, "leaf")
        return weight, sums, f"adds {number(leaf_cost(shown.every, tree, node))}"

    return tree_view(
        tree,
        FEATURES,
        room=2,
        selected=shown.node,
        look=Look(lines=lines, fill=node_fills(shown).__getitem__),
    )
