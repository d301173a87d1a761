"""Two settings that differ in one or two parameters, and where the traces of their models part. Pure."""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from gbtlib import Tree
from workbench.link.values import SETTINGS, read
from workbench.models.boosted import BoostedModel
from workbench.models.settings import USUAL, losses_for
from workbench.text.numbers import number
from workbench.text.questions import split_sides
from workbench.trees.box_text import question

SAME_FOR_BOTH = ("data", "noise", "seed")  # or the two would not see the same rows
MAY_DIFFER = tuple(name for name in SETTINGS if name not in SAME_FOR_BOTH)
MOST_CHANGES = 2
CUT, WEIGHTS, START, LENGTH, TREES = "cut", "weights", "start", "length", "trees"

Asked = tuple[int, float | tuple[int, ...], bool]


def read_changes(text: str, data: str) -> tuple[dict[str, Any], list[str]]:
    """The parameters that differ, from the link's `reg_lambda:0,max_depth:4`; and a note on each nonsense."""
    changes: dict[str, Any] = {}
    notes = []
    for part in filter(None, text.split(",")):
        name, _, value = part.partition(":")
        try:
            if name not in MAY_DIFFER:
                raise ValueError(f"{name[:40]} is not a parameter that may differ")
            if name in changes:
                raise ValueError(f"{name} is there twice")
            if len(changes) == MOST_CHANGES:
                raise ValueError(f"{part[:40]} is one too many: at most {MOST_CHANGES} parameters differ")
            found = read(name, value)
            if name == "loss" and found not in (USUAL, *losses_for(data)):
                raise ValueError(f"loss={found} is no loss for this data set")
            changes[name] = found
        except ValueError as error:
            notes.append(str(error))
    return changes, notes


def write_changes(changes: Mapping[str, Any]) -> str:
    """The same for the link."""
    return ",".join(f"{name}:{plain(value)}" for name, value in changes.items())


def plain(value: Any) -> str:
    """A value as the link writes it, whole numbers without a point."""
    return "none" if value is None else str(value).removesuffix(".0")


def change_words(changes: Mapping[str, Any]) -> str:
    """What differs, for a legend."""
    return ", ".join(f"{name} {plain(value)}" for name, value in changes.items()) or "the same settings"


@dataclass(frozen=True)
class Difference:
    """The first thing in which two traces differ.

    kind: CUT a node is cut in two ways, or by one model only; WEIGHTS all cuts agree, the numbers do not;
        START they agree in all but the raw prediction before round 1; LENGTH one stops earlier; TREES a round
        has another number of trees.
    number, k: the round and the class. path: the answers from the root to the node, True for yes (left).
    node_a, node_b: the node's number in each tree.
    numbers_from: the first round after which raw predictions differ, 0 for the start; None if they do not.
    """

    kind: str
    number: int
    k: int = 0
    path: tuple[bool, ...] = ()
    node_a: int = 0
    node_b: int = 0
    numbers_from: int | None = None


@lru_cache(maxsize=16)
def first_difference(a: BoostedModel, b: BoostedModel) -> Difference | None:
    """Where the traces of two models on the same rows part; None if they are the same to the last bit.

    A different cut comes first, even where numbers differ before it, since numbers almost always do: the
    first round, its first class, and there the first node from the root down, level by level.
    """
    if a.n_classes != b.n_classes:
        return Difference(TREES, 1)
    numbers_from = first_other_number(a, b)
    for round_a, round_b in zip(a.trace, b.trace, strict=False):
        for k, (tree_a, tree_b) in enumerate(zip(round_a.trees, round_b.trees, strict=True)):
            nodes = first_other_cut(tree_a, tree_b)
            if nodes is not None:
                path = path_answers(tree_a, nodes[0])
                return Difference(CUT, round_a.number, k, path, *nodes, numbers_from)
    if numbers_from is not None:
        kind = START if numbers_from == 0 else WEIGHTS
        return Difference(kind, max(1, numbers_from), numbers_from=numbers_from)
    if len(a.trace) != len(b.trace):
        return Difference(LENGTH, min(len(a.trace), len(b.trace)))
    return None


def first_other_number(a: BoostedModel, b: BoostedModel) -> int | None:
    """The first round after which the raw predictions differ; 0 where they start so."""
    if not np.array_equal(a.trace[0].raw_before, b.trace[0].raw_before):
        return 0
    for round_a, round_b in zip(a.trace, b.trace, strict=False):
        if not np.array_equal(round_a.raw_after, round_b.raw_after):
            return round_a.number
    return None


def first_other_cut(a: Tree, b: Tree) -> tuple[int, int] | None:
    """The first node, level by level, that two trees treat differently: its number in each; None if none.

    Nodes are compared by their path, for best-first growth numbers them in another order.
    """
    queue = deque([(0, 0)])
    while queue:
        i, j = queue.popleft()
        if asked(a, i) != asked(b, j):
            return i, j
        if a.children_left[i] >= 0:
            queue.append((int(a.children_left[i]), int(b.children_left[j])))
            queue.append((int(a.children_right[i]), int(b.children_right[j])))
    return None


def asked(tree: Tree, i: int) -> Asked | None:
    """Feature, threshold (of a set of categories their sides) and default side of a cut; None in a leaf."""
    if tree.children_left[i] < 0:
        return None
    sides = split_sides(tree, i)
    at = float(tree.threshold[i]) if sides is None else tuple(sides.tolist())
    return int(tree.feature[i]), at, bool(tree.default_left[i])


def path_answers(tree: Tree, node: int) -> tuple[bool, ...]:
    """The answers that lead from the root to a node, True for yes."""
    return tuple(bool(tree.children_left[up] == down) for up, down in pairwise(tree.path_to(node)))


def difference_words(found: Difference | None, a: BoostedModel, b: BoostedModel) -> str:
    """The first difference in a sentence or two."""
    if found is None:
        return "The two traces are the same, to the last bit: this parameter changes nothing here."
    if found.kind == TREES:
        return f"A round has {a.n_classes} trees with the other settings, and {b.n_classes} with these."
    if found.kind == LENGTH:
        return f"The traces are the same up to round {found.number}, where one of them ends."
    if found.kind == START:
        return "All cuts agree. The first difference is the prediction before round 1."
    if found.kind == WEIGHTS:
        return (
            f"All cuts of all common rounds agree. The first difference is in the leaf weights only, in "
            f"round {found.number}."
        )
    of_class = f", tree of {b.dataset.class_names[found.k]}" if b.n_classes > 1 else ""
    words = f"The first different cut is in round {found.number}{of_class}, {place_words(found, b)}."
    if found.numbers_from == 0:
        return words + " The predictions differ from the start."
    if found.numbers_from is not None and found.numbers_from < found.number:
        return words + f" Leaf weights differ from round {found.numbers_from} on."
    return words


def place_words(found: Difference, fit: BoostedModel) -> str:
    """The node by the questions that lead to it, and their answers."""
    if not found.path:
        return "at the root"
    tree = fit.trace[found.number - 1].trees[found.k]
    names = fit.dataset.feature_names
    above = tree.path_to(found.node_b)[:-1]
    answers = [
        f"{question(tree, i, names)}: {'yes' if left else 'no'}"
        for i, left in zip(above, found.path, strict=True)
    ]
    return f"at node {found.node_b} ({', '.join(answers)})"


def gain_rows(found: Difference, a: BoostedModel, b: BoostedModel) -> Iterator[tuple[str, str, str]]:
    """The table of both cuts: with which settings, the cut or why there is none, its gain."""
    both = (a, found.node_a), (b, found.node_b)
    for who, (fit, node) in zip(("other settings", "these settings"), both, strict=True):
        tree = fit.trace[found.number - 1].trees[found.k]
        if tree.children_left[node] < 0:
            yield who, f"a leaf: {tree.node(node).why_leaf}", "–"
        else:
            yield who, question(tree, node, fit.dataset.feature_names), number(float(tree.gain[node]), 4)
