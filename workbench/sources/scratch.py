"""Boosted trees from scratch, for two classes: what is where. Pure."""

from typing import Any

from workbench.link.values import ROUND
from workbench.sources.records import Figure, WriteUp, at, boosted, in_fold, patient, tree

_AS_WRITTEN: dict[str, Any] = {
    "data": "sonar",
    "reg_lambda": 1.0,
    "gamma": 0.0,
    "base_score": 0.5,
    "threshold": "observed",
    "missing": "left",
    "pruning": "pre",
}
TABLE_AND_MODEL = "The flat table, and a model built of it"
DEFAULTS = _AS_WRITTEN | {"max_depth": 5, "n_estimators": 10, "learning_rate": 0.1}
SONAR_5 = _AS_WRITTEN | {"max_depth": 10, "n_estimators": 5, "learning_rate": 0.001}
SONAR_10 = _AS_WRITTEN | {"max_depth": 10, "n_estimators": 10, "learning_rate": 0.01}

# fmt: off
SCRATCH = WriteUp(
    short="Boosting from scratch",
    title="Building Gradient Boosted Trees from scratch",
    origin="A blog post; its author is not named in it. Two classes, in C++ called from R.",
    about=(
        "It derives second-order boosting from the objective to the leaf weight and the gain, and builds a "
        "booster of log loss from it, fed with a sparse table of (row, column, value). On Sonar it compares "
        "the area under the ROC curve of two runs of its own with that of C5.0."
    ),
    moments={
        "Theory": (
            at("one_leaf", "The loss of a leaf and its second-order step, side by side", leaf="logistic",
                act=2),
            at("one_leaf",
                "Loss plus regularisation to w*, −G²/2(H+λ) and the gain: each formula opens in words",
                leaf="squared", leaf_gamma=0.5, act=5),
            at("one_leaf", "The boy's 2.9, the old man's −1.9, f(x) = w_q(x) and Ω", leaf="logistic_left",
                act=6),
            in_fold("Before trees: regression with a penalty",
                at("one_leaf", "Linear and logistic regression with L1 and L2 (below)", leaf="newton")),
            at("one_leaf", "Half λ w² is one row more that wants no change", leaf="norm", act=3),
            at("one_leaf", "Several rounds add up for one leaf", leaf="newton", leaf_steps=2, act=3),
            in_fold("Bias and variance, on 40 training samples",
                boosted("one_tree_or_many",
                "Bias against variance: training rows and unseen rows; many samples (below)", data="moons",
                noise=0.3)),
            in_fold("A third model: the random forest, against boosting",
                boosted("one_tree_or_many",
                "A random forest beside boosting: a mean beside a sum, and no vote (and below)",
                data="circles", noise=0.3, compare="forest")),
            at("sonar_laboratory", "A random forest beside boosting", variant="forest", than="sensible"),
            boosted("follow_one_row", "Trees are summed: a leaf counts by its size", data="sonar",
                **{ROUND: 50}),
            at("greedy_or_best", "All trees against the greedy one", greedy_rows="hard"),
        ),
        "Its tree": (
            at("find_the_split", "Sort by a feature, try every cut, score it by G and H",
                split_by="logistic", data="sonar"),
            boosted("boosting_rounds", "A cut at a value of the rows: x ≤ a goes left", **SONAR_10),
            tree("grow_a_tree", "Two cuts of one feature gain alike: the lowest threshold wins (node 7)",
                data="spiral", tree_depth=4, node=11, splits=6),
            boosted("boosting_rounds", "The gain with its ½ and −γ, at a node", data="sonar", gamma=0.5,
                node=0),
            boosted("boosting_rounds", "Stop where no cut gains", data="sonar", gamma=0.5, pruning="pre",
                max_depth=10, node=8),
            at("prune_it", "Grow first, then take back what gains less than γ", prune_by="gamma",
                prune_tree="hand"),
            at("your_own_loss", "Log loss: g = p − y, h = p (1 − p)", own_loss="logistic",
                own_target="classes"),
            at("missing_sparse_categorical", "Triplets, and where an absent entry goes", part="missing",
                absent="missing", gap_step=2),
            in_fold("Take it with you", boosted("boosting_rounds",
                "A round's tree as a table, breadth first: to be downloaded (below)", **SONAR_10)),
            at("sonar_laboratory", "Predict from the table, or from the tree rebuilt from it",
                table="as_printed"),
            in_fold(TABLE_AND_MODEL, at("sonar_laboratory",
                "Its columns; and tables whose −1, child or feature is wrong (below)", table="no_feature")),
            at("missing_sparse_categorical", "Count columns from 1 or from 0", part="missing", count_from=1,
                gap_step=2),
            boosted("follow_one_row", "The rounds' scores are summed, then the sigmoid",
                **SONAR_10 | {ROUND: 10}),
        ),
        "Its experiment": (
            at("sonar_laboratory", "0.760 and 0.780 over random splits", variant="published_10",
                than="published_5"),
            at("sonar_laboratory", "C5.0's 0.754, and what AdaBoost gives", variant="adaboost",
                than="published_10"),
            at("sonar_laboratory", "The printed tree of 33 nodes, and the rows that its scores tell",
                printed_node=0),
        ),
    },
    as_run=(
        boosted("boosting_rounds", "Its defaults: depth 5, 10 rounds, λ 1, γ 0, rate 0.1, on Sonar",
            **DEFAULTS),
        boosted("boosting_rounds", "Sonar, depth 10, 5 rounds, rate 0.001", **SONAR_5),
        boosted("boosting_rounds", "Sonar, depth 10, 10 rounds, rate 0.01", **SONAR_10),
        boosted("one_tree_or_many", "The same 10 rounds beside one tree, with their ROC curves",
            **SONAR_10 | {ROUND: 10}),
        at("sonar_laboratory", "With its faults, over random splits", variant="published_10",
            than="corrected"),
    ),
    figures=(
        Figure("AUC, 5 rounds, rate 0.001", "0.760", "0.776", "+0.016",
            "one split of 63 rows strays by ±0.114; ours is the mean of 40"),
        Figure("AUC, 10 rounds, rate 0.01", "0.780", "0.780", "0",
            "the same: what was published lies inside one split's noise"),
        Figure("the second less the first", "0.020", "0.004", "−0.016",
            "ours ± 0.006: fewer than 0.02, and hardly more than nothing"),
        Figure("AUC, C5.0, 5 trials", "0.754", "no reproduction", "–",
            "another algorithm: C5.0 has its own splits, pruning and weights"),
        Figure("AUC, AdaBoost, 5 trees of depth 3", "–", "0.824", "–",
            "the nearest we have: also five reweighted trees, but CART's, unpruned"),
        Figure("rows behind the printed tree", "145", "145", "0",
            "every score tells a whole number of rows; they sum to 70 % of 208"),
    ),
    faults=(
        patient("anna", "A new tree replaces the running prediction"),
        patient("boris", "The rate stands inside g and h, which is no shrinkage"),
        patient("clara", "The guard asks the whole column, so right children are empty"),
        patient("dario", "A missing value is read as 0 in prediction"),
        patient("elsa", "Rows without any entry vanish"),
        patient("felix", "The search starts at the smallest positive number"),
        patient("greta", "Areas that cannot be told apart are compared"),
        patient("zoe", "Every node scans all rows"),
    ),
)
# fmt: on
