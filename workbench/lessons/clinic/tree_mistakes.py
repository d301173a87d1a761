"""What the write-ups get wrong about growing a tree, each beside what is right. Pure, without streamlit."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gbtlib import DecisionTreeRegressor, Tree
from workbench.data.catalogue import load_dataset
from workbench.text.numbers import number

Floats = NDArray[np.float64]
SignedRun = tuple[int, float]
"""A tree by signed deviations: its splits, and its mean squared error on cos(x²)."""

LEAST_POINTS, LEVELS, ALL_LEVELS = 150, 50, 100


@lru_cache(maxsize=1)
def root_tree() -> Tree:
    """The tree of cos(x²) by squared deviations, in which nodes of 150 points and more are split."""
    data = load_dataset("cos_x2")
    return DecisionTreeRegressor(min_samples_split=LEAST_POINTS).fit(data.X, data.y).tree_


def only(tree: Tree, splits: set[int]) -> Tree:
    """The tree with these splits alone; all other nodes are leaves."""
    leaf = np.array([i not in splits for i in range(tree.n_nodes)])
    return replace(
        tree,
        feature=np.where(leaf, -1, tree.feature),
        threshold=np.where(leaf, np.nan, tree.threshold),
        children_left=np.where(leaf, -1, tree.children_left),
        children_right=np.where(leaf, -1, tree.children_right),
        gain=np.where(leaf, np.nan, tree.gain),
    )


def counted(tree: Tree, levels: int) -> Tree:
    """The tree by a counter of levels that never goes down, left branches first.

    It ends where the counter is beyond the limit: after one split more than levels are allowed.
    """
    made: set[int] = set()
    waiting = [0]
    while waiting and len(made) <= levels:
        node = waiting.pop()
        if not tree.is_leaf[node]:
            made.add(node)
            waiting += [int(tree.children_right[node]), int(tree.children_left[node])]
    return only(tree, made)


def upto_depth(tree: Tree, levels: int) -> Tree:
    """The tree with so many levels of splits."""
    return only(tree, set(np.flatnonzero(~tree.is_leaf & (tree.depth < levels)).tolist()))


def level_words(levels: int = LEVELS) -> str:
    """What the counter does, with numbers."""
    tree = root_tree()
    wrong = counted(tree, levels)
    stopped, whole = signed_runs()
    return (
        "**A level counter that never goes down counts splits.** It is raised before both children are grown "
        f"and not lowered after them, so that max_level = {levels} ends the tree after {levels + 1} splits, "
        f"left branches first. Where nodes of {LEAST_POINTS} points are split, cos(x²) needs only "
        f"{tree.max_depth} levels: the counter makes **{splits_of(wrong)} of {splits_of(tree)} splits**, and "
        "the right end, where the wave is fastest, stays flat. The mean squared error is "
        f"**{number(error_of(wrong))}** instead of {number(error_of(tree))}. By signed deviations, where "
        f"rounding chooses the cuts, the whole tree has {whole[0]} splits and an error of "
        f"{number(whole[1])}; stopped at {stopped[0]} it has {number(stopped[1])}."
    )


@lru_cache(maxsize=1)
def signed_runs() -> tuple[SignedRun, SignedRun]:
    """The trees of cos(x²) by signed deviations with 50 and with 100 levels of the counter."""
    y = load_dataset("cos_x2").y.astype(np.float64)
    return signed_run(y, LEVELS), signed_run(y, ALL_LEVELS)


def signed_run(y: Floats, levels: int) -> SignedRun:
    """Grow a tree by signed deviations on values in the order of x, with the counter that never goes down."""
    splits, squares, waiting = 0, 0.0, [y]
    while waiting:
        rows = waiting.pop()
        if len(rows) < LEAST_POINTS or splits > levels:
            squares += float(((rows - rows.mean()) ** 2).sum())
            continue
        splits += 1
        cut = signed_cut(rows)
        waiting += [rows[cut:], rows[:cut]]
    return splits, squares / len(y)


def signed_cut(y: Floats) -> int:
    """How many rows go left by the smallest |sum of y - mean, left + right|, the first of equals."""
    sums = [(y[:cut] - y[:cut].mean()).sum() + (y[cut:] - y[cut:].mean()).sum() for cut in range(1, len(y))]
    return int(np.abs(sums).argmin()) + 1


def splits_of(tree: Tree) -> int:
    """How many splits a tree has that a row can reach."""
    return int((~tree.is_leaf).sum())


def error_of(tree: Tree) -> float:
    """Its mean squared error on cos(x²)."""
    data = load_dataset("cos_x2")
    return float(np.mean((tree.predict(data.X) - data.y) ** 2))


EMPTY_WORDS = (
    "**Entropy of an empty class.** 0 · log₂ 0 is NaN in a computer, and every comparison with NaN is false: "
    "the purest cut of all is never chosen. A class without rows adds 0."
)
