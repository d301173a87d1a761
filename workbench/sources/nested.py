"""Gradient boosting of regression trees as nested ifs: what is where. Pure."""

from typing import Any

from workbench.link.values import ROUND, TREE_DEPTH, TREE_SPLIT
from workbench.sources.cart import FLAT_TABLES
from workbench.sources.records import Figure, WriteUp, at, boosted, in_fold, patient, tree, whole_tree

_BOOSTED: dict[str, Any] = {
    "data": "cos_x",
    "n_estimators": 200,
    "learning_rate": 0.001,
    "reg_lambda": 0.0,
    "base_score": 0.0,
    "min_samples_split": 150,
    "max_depth": 150,
}


def _one(data: str, levels: int) -> dict[str, Any]:
    return {"data": data, TREE_DEPTH: levels, TREE_SPLIT: 150}


# fmt: off
NESTED = WriteUp(
    short="Regression trees",
    title="Gradient boosting trees",
    origin="A blog post with its code in Python; its author is not named in it.",
    about=(
        "It builds a regression tree as nested if and else, split where the squared error falls most, and "
        "boosts such trees on the gradient of the squared error. Cosines are its data: one tree is compared "
        "with two hundred small steps."
    ),
    moments={
        "Its tree": (
            in_fold(FLAT_TABLES, whole_tree("A tree as nested if and else (below)", 15, data="cos_x2",
                tree_depth=4)),
            tree("grow_a_tree", "Growth by level, or best first", data="cos_x2", grow_policy="lossguide",
                splits=8),
            whole_tree("Growth up to a number of leaves", 11, data="cos_x2", max_leaves=12),
            tree("find_the_split", "A cut midway, where the squared error falls most", data="cos_x2",
                split_by="squared_error"),
            whole_tree("A leaf is the mean of its rows", 15, data="cos_x2", tree_depth=4),
        ),
        "Its boosting": (
            boosted("boosting_rounds", "A tree for the gradient, a small step along it", data="cos_x",
                learning_rate=0.1),
            boosted("one_tree_or_many", "The learning error of every round", data="cos_x", n_estimators=100),
            at("one_leaf", "What the second order is good for: squared error needs none", leaf="squared",
                act=2),
            boosted("boosting_rounds", "A run of more than half a second shows its progress", data="cos_x2",
                noise=0.3, n_estimators=200, max_depth=12),
            at("one_leaf", "Log loss needs it", leaf="newton", leaf_steps=1, act=2),
        ),
        "Its experiments": (
            boosted("one_tree_or_many", "cos(x), 200 rounds at 0.001, against one tree",
                **_BOOSTED | {ROUND: 200, TREE_SPLIT: 150}, tree_depth=100),
            boosted("boosting_rounds", "cos(x·y), a surface", data="cos_xy"),
        ),
    },
    as_run=(
        whole_tree("cos(x²), nodes of 150 points are split, 100 levels", 64, **_one("cos_x2", 100)),
        whole_tree("The same, 50 levels: 13 are enough", 64, **_one("cos_x2", 50)),
        boosted("boosting_rounds", "cos(x), 200 rounds at 0.001, start 0, no λ, 150 points, 150 levels",
            **_BOOSTED),
    ),
    figures=(
        Figure("error of the tree, 100 levels", "0.015", "0.0100", "−0.005",
            "its loss sums signed deviations, so rounding chooses the cuts, on another machine others"),
        Figure("error of the tree, 50 levels", "0.179", "0.0100", "−0.169",
            "its counter never falls: 51 splits, not 50 levels"),
        Figure("the same with the right loss", "0.0863", "0.0100", "−0.0763",
            "51 splits of 64: the counter alone"),
        Figure("leaves and levels", "52", "65 and 13", "–",
            "the smallest leaf has 26 rows: the rule of 150 points is a node's"),
        Figure("trees asked for the errors of 200 rounds", "20,100", "200", "−19,900",
            "its code predicts anew for every round, quadratic in the rounds"),
        Figure("jumps of 200 rounds and of one tree", "“smoother”", "534 and 30", "–",
            "true, but at 18 % of the height: 1 − 0.999²⁰⁰"),
    ),
    faults=(
        patient("vera", "The split loss sums signed deviations, which are always 0"),
        patient("willi", "The level counter never falls, so it counts splits"),
        patient("yara", "Predict forgets the minus and the hessian"),
    ),
)
# fmt: on
