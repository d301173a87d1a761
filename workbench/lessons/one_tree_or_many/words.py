"""What the page on one tree or many says: experiments to start from, sentences, a table. Pure."""

from functools import partial

import numpy as np

from gbtlib.loops.reasons import MAX_DEPTH
from workbench.lessons.one_tree_or_many.comparison import (
    ModelCourse,
    Roc,
)
from workbench.lessons.one_tree_or_many.forest import ForestCourse
from workbench.lessons.one_tree_or_many.forest_words import forest_words, measure_words
from workbench.lessons.one_tree_or_many.values import COMPARE
from workbench.link.presets import Preset
from workbench.link.values import ROUND, TREE_DEPTH, TREE_POINTS, TREE_SPLIT
from workbench.text.grammar import how_many
from workbench.text.losses import words_of
from workbench.text.numbers import number

_preset = partial(Preset, usual=(TREE_DEPTH, TREE_POINTS, TREE_SPLIT, COMPARE))
PRESETS: tuple[Preset, ...] = (
    _preset(
        "cos(x²)",
        {"data": "cos_x2", TREE_DEPTH: 100, TREE_SPLIT: 150, ROUND: 50},
        "The one tree splits nodes of 150 points: that ends it long before its 100 levels. Look at the right "
        "end.",
    ),
    _preset(
        "cos(x²) with noise",
        {"data": "cos_x2", "noise": 0.3, "max_depth": 10, TREE_DEPTH: 100, TREE_POINTS: 1, ROUND: 20},
        "Trees of 10 levels have many leaves: by round 20 the one tree has one for each of the 3,500 rows, "
        "and knows them by heart, noise and all.",
    ),
    _preset(
        "cos(x), rate 0.001",
        {
            "data": "cos_x",
            "learning_rate": 0.001,
            "n_estimators": 200,
            "max_depth": 150,
            "min_samples_split": 150,
            "reg_lambda": 0.0,
            "base_score": 0.0,
            TREE_DEPTH: 100,
            TREE_SPLIT: 150,
            ROUND: 200,
        },
        "From 0 on, 200 steps of a thousandth go 18 % of the way, 1 − 0.999²⁰⁰. The ensemble jumps 534 "
        "times, the one tree 30 times: smoother, at 18 % of the height.",
    ),
    _preset(
        "cos(x1·x2)",
        {"data": "cos_xy", TREE_DEPTH: 6, ROUND: 50},
        "Every tree cuts rectangles. Many of them overlap to a smoother surface than one tree has.",
    ),
    _preset(
        "Sonar, 10 rounds",
        {
            "data": "sonar",
            "max_depth": 10,
            "n_estimators": 10,
            "learning_rate": 0.01,
            "base_score": 0.5,
            TREE_DEPTH: 10,
            ROUND: 10,
        },
        "The probabilities have hardly moved from 0.5, but ROC asks for the order of the rows alone.",
    ),
    _preset(
        "Circles with noise",
        {"data": "circles", "noise": 0.3, "n_estimators": 100, TREE_DEPTH: 100, TREE_POINTS: 1, ROUND: 22},
        "The unseen loss falls, turns and rises, while the training loss only falls: stop at the turn.",
    ),
)
"""Experiments of the write-ups that the workbench covers, and one with noise."""


def tree_name(a: ModelCourse) -> str:
    """What stands beside the ensemble: a forest, one tree, or one for each class."""
    if isinstance(a, ForestCourse):
        return "the forest"
    return "one tree" if a.fit.n_classes == 1 else "one tree a class"


def one_tree_words(a: ModelCourse) -> str:
    """What the one tree is, or the forest."""
    if isinstance(a, ForestCourse):
        return f"{forest_words(a.forest)} {measure_words(a.fit)}".rstrip()
    kind = words_of(a.fit.model.loss_).one_tree
    first = (
        f"Grown out: {depth_words(a)} Best first, it has as many leaves as the ensemble in every round, as "
        f"long as it can. This is one boosting round at learning_rate 1 and λ 0: {kind}."
    )
    return first + leaf_words(a)


def leaf_words(a: ModelCourse) -> str:
    """Why the log loss of one round is not that of a CART tree; nothing in regression."""
    if a.fit.dataset.task == "regression":
        return ""
    return (
        f" A leaf of one class does not say 1, as in CART: one Newton step from F₀ leads to a probability of "
        f"{number(float(a.seen[-1].max()))} at most."
    )


def depth_words(a: ModelCourse) -> str:
    """How deep the one tree became."""
    trees, depth = a.fit.trace[0].trees, a.fit.settings.max_depth
    used = max(tree.max_depth for tree in trees)
    leaves = sum(tree.n_leaves for tree in trees)
    allowed = "" if depth in (None, used) else f" of {depth} allowed"
    count = "One tree" if len(trees) == 1 else f"{len(trees)} trees"
    cut = sum(int((tree.why_leaf[tree.leaves] == MAX_DEPTH).sum()) for tree in trees)
    stopped = f" At {how_many(cut, 'leaf')} the limit of depth stopped it." if cut else ""
    return f"{count}, {leaves} leaves, {used}{allowed} levels.{stopped}"


def area_note(course: ModelCourse, found: tuple[Roc, Roc]) -> str:
    """How far an area can be trusted."""
    n = found[1].n_positive + found[1].n_negative
    kind = "unseen" if course.fit.n_unseen else "training"
    if max(each.auc for each in found) == 1:
        return (
            f"An area of 1 says that these {n} {kind} rows are in perfect order; its standard error by "
            f"Hanley and McNeil (1982), ±, is then 0, which says nothing about other rows."
        )
    gap, se = abs(found[1].auc - found[0].auc), float(np.hypot(found[0].se, found[1].se))
    return (
        f"The area under the curve (AUC) is that of {n} {kind} rows, and ± its "
        f"standard error, by Hanley and McNeil (1982). The two areas differ by {number(gap)}; for areas of "
        f"different rows the standard error of a difference would be {number(se)}, and here, where both "
        f"models judge the same rows, it is usually smaller."
    )
