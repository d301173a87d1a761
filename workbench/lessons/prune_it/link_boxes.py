"""The tree of a step of a sequence in boxes. Pure, without streamlit."""

from __future__ import annotations

from dataclasses import replace

from workbench.lessons.prune_it.alpha_words import box_lines
from workbench.lessons.prune_it.link_sequence import PruningSequence
from workbench.text.grammar import how_many
from workbench.text.numbers import number
from workbench.trees.single_tree_boxes import node_fill
from workbench.trees.view import Look, TreeView, tree_view


def boxes(found: PruningSequence, step: int, node: int) -> TreeView:
    """A tree in boxes: g(t) at its corner, pruned branches pale, what falls next marked."""
    branches, leaf = found.branches(step), found.leaves(step)
    inner = found.inner(step)
    gone = set(range(found.tree.n_nodes)) - set(inner) - {i for i in range(len(leaf)) if leaf[i]}
    view = tree_view(
        found.tree,
        found.names,
        node,
        badges={i: f"g {number(float(branches.strength[i]))}" for i in inner},
        look=Look(lines=box_lines(found, leaf), fill=node_fill(found.tree), faded=gone),
    )
    falling = set(found.falls_next(step))
    nodes = tuple(replace(each, mark="next" if each.index in falling else "") for each in view.nodes)
    words = (
        f"A tree of {how_many(found.tree.n_nodes, 'node')}, {how_many(found.steps[step].n_leaves, 'leaf')} "
        f"left after step {step}"
    )
    return replace(view, nodes=nodes, words=words)
