"""Everything that a link carries: the settings that are fitted, and the cursor that moves over the fit.

A key is the name of a widget, of a value in the session, and of a value in the link, all at once. Each has a
default, which links leave out, and a rule, so that a link with nonsense is answered by a note.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gbtlib.core.losses import LOSSES
from gbtlib.estimators.validation import RULES, Choice, Rule
from workbench.data.catalogue import DATASETS
from workbench.link.rules import FLAG, Cells, Entry, NameIn, Text, count, number, optional, position
from workbench.models.settings import USUAL

# The cursor.
ROUND, NODE, FEATURE, CUT, ROW, CLASS, SPLITS = "round", "node", "feature", "cut", "row", "class", "splits"
WHAT_IF_LAMBDA, WHAT_IF_GAMMA = "if_lambda", "if_gamma"
PATH_NODE, OVER = "path_node", "over"
# One leaf: which one, Newton steps taken before, and what is dragged.
LEAF, LEAF_STEPS, LEAF_W, LEAF_LAMBDA, LEAF_RATE = "leaf", "leaf_steps", "leaf_w", "leaf_lambda", "leaf_rate"
LEAF_ZOOM = "leaf_zoom"
# How the page is shown.
PRESENT, GUESS_FIRST = "present", "guess"
# One tree or many.
TREE_DEPTH, TREE_POINTS, COMPARE, OTHER = "tree_depth", "tree_points", "compare", "other"
# A tree by itself.
CRITERION, PURITY = "criterion", "purity_stop"
# AdaBoost: which rows, rounds and depth, the mislabelled row, the features of the picture, pruning.
ADA_ROWS, ADA_ROUNDS, ADA_DEPTH, ADA_FLIP = "ada_rows", "ada_rounds", "ada_depth", "ada_flip"
ADA_X, ADA_Y, ADA_ALPHA = "ada_x", "ada_y", "ada_alpha"
# Prune it: by cost-complexity or by gamma, which tree, the step of the sequence, the risk, folds, the price.
PRUNE_BY, PRUNE_TREE, PRUNE_STEP = "prune_by", "prune_tree", "prune_step"
PRUNE_RISK, PRUNE_FOLDS, PRUNE_GAMMA = "prune_risk", "prune_folds", "prune_gamma"

# Find the split: what is split, the round of boosting, cuts made before, where one looks, who asks.
SPLIT_BY, FIND_ROUND, FIND_SPLITS = "split_by", "find_round", "find_splits"
FIND_FEATURE, FIND_CUT, FIND_EASY, FIND_ASKS = "find_feature", "find_cut", "find_easy", "find_asks"
# Missing, sparse, categorical: which part, what is blank and what that means; surrogates; partitions.
GAPS_PART, BLANK, ABSENT, COUNT_FROM = "part", "blank", "absent", "count_from"
GROWN_ON, ASKED_ROW = "grown_on", "asked_row"
GROUPS, GROUP_LAMBDA, GROUP_ORDER, PARTITION = "groups", "group_lambda", "group_order", "partition"

# A leaf of the lesson's tree, or one worked by hand: the names of worked_leaves.PRESETS.
LEAVES = (
    *("lesson", "squared", "sign", "norm", "logistic", "logistic_left"),
    *("newton", "huber", "one_class", "overshoot"),
)


SETTINGS: dict[str, Entry] = {
    "data": Entry("cos_x2", NameIn(DATASETS)),
    "learning_rate": number(0.3, 0.001, 1.0, 0.05),
    "max_depth": count(3, 1, 12),
    "n_estimators": count(50, 1, 200),
    "loss": Entry(USUAL, NameIn(LOSSES, USUAL)),
    "noise": number(0.0, 0.0, 1.0, 0.05),
    "reg_lambda": number(1.0, 0.0, 100.0, 0.5),
    "reg_alpha": number(0.0, 0.0, 100.0, 0.5),
    "gamma": number(0.0, 0.0, 100.0, 0.05),
    "pruning": Entry("post", RULES["pruning"]),
    "grow_policy": Entry("depthwise", RULES["grow_policy"]),
    "max_leaves": optional("max_leaves", 4096),
    "min_samples_leaf": count(1, 1, 1000),
    "min_child_weight": number(0.0, 0.0, 1000.0, 0.5),
    "missing": Entry("learn", RULES["missing"]),
    "subsample": number(1.0, 0.05, 1.0, 0.05),
    "colsample_bynode": number(1.0, 0.05, 1.0, 0.05),
    "base_score": optional("base_score", 1e6),
    "early_stopping_rounds": optional("early_stopping_rounds", 200),
    "seed": count(0, 0, 10**6),
}
"""What is fitted, in the order of the controls."""

CURSOR: dict[str, Entry] = {
    ROUND: count(1, 1, 10**4),
    CLASS: count(0, 0, 1000),
    NODE: count(0, 0, 10**6),
    FEATURE: position("the feature of the split"),
    CUT: position("the chosen cut"),
    ROW: position("the row with the largest gradient in round 1"),
    PATH_NODE: position("the leaf of the row"),
    SPLITS: position("the whole tree"),
    OVER: count(-1, -1, 10**6),
    WHAT_IF_LAMBDA: Entry(None, Rule(low=0, high=1e9, none_means="the fitted value")),
    WHAT_IF_GAMMA: Entry(None, Rule(low=0, high=1e9, none_means="the fitted value")),
    LEAF: Entry("lesson", Choice(LEAVES)),
    LEAF_STEPS: count(0, 0, 4),
    LEAF_W: Entry(None, Rule(low=-1e6, high=1e6, none_means="the leaf's own start")),
    LEAF_LAMBDA: Entry(None, Rule(low=0, high=1e5, none_means="the leaf's own value")),
    LEAF_RATE: Entry(None, Rule(low=0.001, high=1, none_means="the leaf's own value")),
    LEAF_ZOOM: FLAG,
    PRESENT: FLAG,
    GUESS_FIRST: FLAG,
    TREE_DEPTH: count(6, 1, 100),
    TREE_POINTS: count(1, 1, 1000),
    CRITERION: Entry("gini", Choice(("gini", "entropy"))),
    PURITY: Entry(None, Rule(low=0.5, high=1, none_means="one class only"), 0.05),
    COMPARE: Entry("tree", Choice(("tree", "settings"))),
    OTHER: Entry("reg_lambda:0", Text()),
    ADA_ROWS: Entry("data", Choice(("data", "ten"))),
    ADA_ROUNDS: count(10, 1, 100),
    ADA_DEPTH: count(1, 1, 12),
    ADA_FLIP: FLAG,
    ADA_X: position("the feature asked for most"),
    ADA_Y: position("the feature asked for second most"),
    ADA_ALPHA: number(0.0, 0.0, 1.0, 0.005),
    SPLIT_BY: Entry("usual", Choice(("usual", "squared_error", "logistic", "classes"))),
    FIND_ROUND: count(1, 1, 10),
    FIND_SPLITS: count(0, 0, 10**6),
    FIND_FEATURE: position("the first feature, or the one that was cut"),
    FIND_CUT: position("the best cut"),
    FIND_EASY: FLAG,
    FIND_ASKS: Entry(1, Rule(whole=True, low=0, high=1)),
    PRUNE_BY: Entry("alpha", Choice(("alpha", "gamma"))),
    PRUNE_TREE: Entry("hand", Choice(("hand", "data"))),
    PRUNE_STEP: count(0, 0, 10**4),
    PRUNE_RISK: Entry("misclassification", Choice(("misclassification", "impurity"))),
    PRUNE_FOLDS: count(10, 2, 20),
    PRUNE_GAMMA: Entry(None, Rule(low=0, high=1e9, none_means="the opening case's own")),
    GAPS_PART: Entry("missing", Choice(("missing", "surrogates", "categories"))),
    BLANK: Entry("1.0,3.0", Cells(8, 4)),
    ABSENT: Entry("missing", Choice(("missing", "zero"))),
    COUNT_FROM: count(1, 0, 1),
    GROWN_ON: Entry("full", Choice(("full", "blank"))),
    ASKED_ROW: Entry(1, Rule(whole=True, low=0, high=7)),
    GROUPS: Entry("five", Choice(("five", "three"))),
    GROUP_LAMBDA: number(1.0, 0.0, 5.0, 0.5),
    GROUP_ORDER: Entry("ratio", Choice(("ratio", "damped", "label"))),
    PARTITION: position("the best of all"),
}
"""Where one looks; moving it never fits again."""

ENTRIES: dict[str, Entry] = SETTINGS | CURSOR
TREE_SETTINGS = (TREE_DEPTH, TREE_POINTS, CRITERION, PURITY)
"""What shapes a tree by itself, beside data, noise, seed, grow_policy, max_leaves and missing of SETTINGS."""
FITTED = frozenset((*SETTINGS, *TREE_SETTINGS))
"""What shapes a boosted model or a tree."""
SETTLED = frozenset(SETTINGS) | {
    *(PRESENT, GUESS_FIRST, LEAF, TREE_DEPTH, TREE_POINTS, CRITERION, PURITY, COMPARE, OTHER),
    *(ADA_ROWS, ADA_ROUNDS, ADA_DEPTH, ADA_FLIP, ADA_ALPHA, SPLIT_BY, FIND_ROUND, FIND_EASY, FIND_ASKS),
    *(PRUNE_BY, PRUNE_TREE, PRUNE_RISK, PRUNE_FOLDS),
    *(GAPS_PART, ABSENT, GROWN_ON, GROUPS, GROUP_ORDER),
}
"""A change of these is worth an entry in the browser's history; all others are steps."""


def read(name: str, text: str) -> Any:
    """A value of the link from its text. Errors: ValueError with the broken rule in words."""
    rule = ENTRIES[name].rule
    value: Any = text
    if isinstance(rule, Rule):
        if text == "none" and rule.none_means is not None:
            return None
        try:
            value = int(text) if rule.whole else float(text)
        except ValueError:
            value = text
    broken = rule.broken_by(value)
    if broken is not None:
        raise ValueError(f"{name}={text[:40]} {broken}")
    return value


def checked(name: str, value: Any) -> Any:
    """A value as the link has it. Errors: ValueError with the rule that it breaks, in words."""
    rule = ENTRIES[name].rule
    if isinstance(rule, Rule) and isinstance(value, (int, float)) and not rule.whole:
        value = float(value)
        if name in SETTINGS:
            value = round(value, 9)  # sliders add up steps: 0.15000000000000002
    broken = rule.broken_by(value)
    if broken is not None:
        raise ValueError(f"{name}={value} {broken}")
    return value


def written(values: Mapping[str, Any]) -> dict[str, str]:
    """The link of some values by name: those that are not the default, as text."""
    return {
        name: "none" if values[name] is None else str(values[name])
        for name, entry in ENTRIES.items()
        if name in values and values[name] != entry.default
    }
