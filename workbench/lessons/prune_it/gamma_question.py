"""The question about gamma: how many leaves are left by pre-stopping, and how many by pruning. Pure."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from workbench.lessons.prune_it.gamma_charges import Charged, ChargeRule
from workbench.lessons.prune_it.price_path import Path, way_tree
from workbench.text.numbers import number

Pair = tuple[int, int]


def leaves_left(found: Charged, gamma: float) -> Pair:
    """How many leaves pre-stopping and bottom-up pruning leave at a gamma."""
    early, pruned = (int(found.leaves(way, gamma).sum()) for way in found.ways[:2])
    return early, pruned


def prompt(gamma: float) -> str:
    """The question."""
    return f"γ = {number(gamma, 4)}: how many leaves by pre-stopping, by pruning?"


def options(found: Charged, gamma: float) -> list[Pair]:
    """Pairs to choose from: the right one, and what other ways of thinking come to.

    Such as both alike, the two confused, every split judged by its own gain wherever it stands, all or none.
    """
    early, pruned = leaves_left(found, gamma)
    full = found.tree.n_leaves
    paying = int((found.tree.gain[~found.tree.is_leaf] > gamma).sum()) + 1
    wrong = [(early, early), (pruned, pruned), (pruned, early), (1, paying), (1, full), (full, full), (1, 1)]
    chosen = list(dict.fromkeys([(early, pruned), *wrong]))[:5]
    return sorted(chosen)


def pair_words(pair: Pair) -> str:
    """A pair as one option."""
    return f"{pair[0]:,} and {pair[1]:,}"


def credit(found: Charged, gamma: float, said: Pair) -> float:
    """Half for each of the two."""
    return sum(a == b for a, b in zip(said, leaves_left(found, gamma), strict=True)) / 2


def verdict(found: Charged, gamma: float, said: Pair) -> str:
    """The guess beside the right pair, and the split that makes the difference."""
    right = leaves_left(found, gamma)
    words = f"You: {pair_words(said)}. "
    words += "Right. " if said == right else f"It is {pair_words(right)}. "
    hiding = hidden_behind(found, gamma)
    if hiding is None:
        return words + "No split that pays γ lies below one that does not: both agree."
    poor, good = hiding
    if poor == good:
        return words + f"Node {poor} gains exactly γ: pre-stopping refuses it, pruning keeps it."
    gain = [number(float(found.tree.gain[node])) for node in hiding]
    return words + (
        f"Node {poor} gains {gain[0]}, no more than γ, so that pre-stopping never sees node {good} below it, "
        f"which gains {gain[1]}."
    )


def hidden_behind(found: Charged, gamma: float) -> tuple[int, int] | None:
    """The first split that pre-stopping refuses and pruning keeps, and the best split below it.

    Itself, if it gains exactly gamma and nothing below it more. None where both keep the same.
    """
    tree = found.tree
    early, pruned = (found.leaves(way, gamma) for way in found.ways[:2])
    for node in np.flatnonzero(early & ~tree.is_leaf):
        if not pruned[node]:
            inside = tree.subtree(int(node))
            inside = inside[~tree.is_leaf[inside]]
            return int(node), int(inside[tree.gain[inside].argmax()])
    return None


def asking_path(found: Charged, path: Path) -> Path:
    """The picture while one guesses: the tree grown without gamma, each split with its gain.

    path: the picture of the answer; its cursor stays, its trees and curves go.
    """
    never = np.where(found.tree.is_leaf, -np.inf, np.inf)
    grown = way_tree(found, ChargeRule("Grown without γ", "the number at a split is its gain", never, False))
    words = f"The tree of {found.tree.n_leaves} leaves before γ is charged; choose γ"
    return replace(path, words=words, trees=(grown,), plots=())


def answered_path(path: Path, said: Pair) -> Path:
    """The picture of the answer with the guess at both trees it is about, where the cursor is.

    What the trees are worth beside a single leaf is left to the curves, or the line would not fit.
    """
    drawn = []
    for tree, leaves in zip(path.trees, (*said, None), strict=True):
        columns = tree.columns[:-1]
        if leaves is not None:
            there = tuple(leaves if at == path.now else None for at in range(len(path.positions)))
            columns = (("your guess", there), *columns)
        drawn.append(replace(tree, columns=columns))
    return replace(path, trees=tuple(drawn))
