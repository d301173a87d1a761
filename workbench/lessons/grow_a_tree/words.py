"""What the page on growing a tree says: a node, why it is a leaf, experiments. Pure."""

from functools import partial

import numpy as np

from gbtlib.loops import reasons as trees
from workbench.gains.named_candidates import NamedCandidates, tie_words
from workbench.lessons.grow_a_tree.growth_orders import Growing
from workbench.link.presets import Preset
from workbench.link.values import CRITERION, NODE, PURITY, SPLITS, TREE_DEPTH, TREE_POINTS, TREE_SPLIT
from workbench.models.single_tree import SingleTree
from workbench.text.numbers import number
from workbench.trees.box_text import question, rows_of

_preset = partial(Preset, usual=(TREE_DEPTH, TREE_POINTS, TREE_SPLIT, CRITERION, PURITY, SPLITS, NODE))
PRESETS: tuple[Preset, ...] = (
    _preset(
        "cos(x²), 100 levels",
        {"data": "cos_x2", TREE_DEPTH: 100, TREE_SPLIT: 150},
        "Nodes of 150 points are split, their children may be smaller: 65 leaves, the smallest of 26 points, "
        "at 13 levels. The limit of 100 never matters.",
    ),
    _preset(
        "cos(x²), 50 levels",
        {"data": "cos_x2", TREE_DEPTH: 50, TREE_SPLIT: 150},
        "13 levels are enough: the same tree as with 100. In “Gradient boosting trees” a counter that never "
        "goes down ends it after 51 of its 64 splits: Willi, in the clinic.",
    ),
    _preset(
        "cos(x), 0 to 20",
        {"data": "cos_x", TREE_DEPTH: 100, TREE_SPLIT: 150},
        "2,000 points, nodes of 150 are split: the wave becomes 31 steps.",
    ),
    _preset(
        "Iris, purity 0.95",
        {"data": "iris", TREE_DEPTH: 100, PURITY: 0.95},
        "Gini; a node in which one class has 95 % stays a leaf. Choose such a leaf and read why it is one.",
    ),
    _preset(
        "Sonar, purity 0.95",
        {"data": "sonar", TREE_DEPTH: 100, PURITY: 0.95, CRITERION: "entropy"},
        "Entropy; 60 features. The error on unseen rows stops falling long before the tree stops growing.",
    ),
)
"""Experiments of the write-ups that the workbench covers."""


def node_words(growing: Growing, label: int) -> str:
    """A node by its number in the link: its question or its answer, and when each order comes to it."""
    side = growing.main
    tree, node = side.tree, int(side.index[label])
    name, names = side.called[node], growing.dataset.feature_names
    if tree.is_leaf[node]:
        return f"**Node {name}**, {rows_of(tree, node)}: {leaf_words(growing, node)}"
    what = f"asks {question(tree, node, names)} and gains {per_row(side.fit, tree.gain[node])}"
    words = f"**Node {name}**, {rows_of(tree, node)}, {what}."
    ties = tie_words(NamedCandidates(side.fit.candidates(node), names))
    return f"{words} {ties}".rstrip()


def per_row(fit: SingleTree, gain: float) -> str:
    """A gain as the stage has it: what it takes of the mean error of all rows."""
    return f"{number(float(gain) / int(fit.tree.n_samples[0]))} per row"


def leaf_words(growing: Growing, node: int) -> str:
    """Why a leaf of the whole tree is one, with its numbers. node: of the main side."""
    fit = growing.main.fit
    tree, settings = fit.tree, growing.settings
    reason = int(tree.why_leaf[node])
    words = f"it is a leaf because: {tree.node(node).why_leaf}."
    if reason == trees.MAX_DEPTH:
        words += f" Its depth {int(tree.depth[node])} is max_depth. {would_gain(fit, node)}"
    elif reason == trees.MIN_SAMPLES:
        words += f" {forbidden_words(fit, node, settings.min_samples_leaf)}"
    elif reason == trees.PURE:
        share = float(tree.class_shares[node].max())
        of = growing.dataset.class_names[int(tree.weight[node])]
        words += f" {number(100 * share, 3)} % of it is {of}, and purity_stop is {settings.purity_stop:g}."
    elif reason == trees.NO_GAIN and tree.impurity is not None:
        left = float(tree.impurity[node])
        what = "class" if tree.class_weights is not None else "target"
        words += (
            f" All its rows have the same {what}." if left < 1e-12 else f" Its impurity is {number(left)}."
        )
    return words


def would_gain(fit: SingleTree, node: int) -> str:
    """What one more level would bring to a node."""
    tried = fit.candidates(node)
    best = tried.best
    if best is None:
        return "No cut of it would gain anything."
    return f"With one more level its best cut would gain {per_row(fit, tried.gain[best])}."


def forbidden_words(fit: SingleTree, node: int, least: int) -> str:
    """Why a node has too few rows, and what the best cut that is forbidden for it would gain."""
    tried, n = fit.candidates(node), int(fit.tree.n_samples[node])
    few = np.flatnonzero(tried.verdict == trees.MIN_SAMPLES)
    i = int(few[tried.gain[few].argmax()])  # there is one, since the limit is in the way
    side = min(int(tried.n_left[i]), int(tried.n_right[i]))
    words = f"Each child needs {least:,} rows"
    if n < 2 * least:
        words += f", and {n:,} are fewer than twice as many"
    return f"{words}. Its best cut would gain {per_row(fit, tried.gain[i])}, with {side:,} on one side."
