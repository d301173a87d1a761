"""The parameters of a tree and of boosting: what each one means, and its default, said once, here.

Nothing is checked in core: gbtlib.TreeParams and gbtlib.BoostingParams are these, checked as they are made.
"""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class TreeParams:
    """How one tree is grown.

    max_depth: splits from the root to the deepest leaf at most; None for no limit.
    max_leaves: leaves at most; None for no limit.
    min_samples_leaf: rows that each child must have.
    min_samples_split: rows that a node must have to be split.
    min_child_weight: sum of hessians that each child must have (in the unit of the hessian), up to rounding:
        gbtlib.core.search.ENOUGH.
    reg_lambda: L2 penalty on leaf weights, 1/2 lambda w^2.
    reg_alpha: L1 penalty on leaf weights, alpha |w|.
    gamma: price of a leaf, in the unit of the loss; XGBoost's and oneDAL's gamma is twice this one.
    pruning: when gamma is charged. "post": grow while the gain before gamma is positive, then remove, bottom
        up, splits that gain less than gamma and whose children are leaves. "pre": make no split whose gain
        less gamma is not positive. "full": grow to the other limits whatever the gain, then remove as "post".
    grow_policy: "depthwise" splits the nodes of a level from left to right; "lossguide" splits the open node
        with the largest gain first (best first).
    missing: where rows without a value go. "learn": to the side with the larger gain, at every split; to the
        left where no training row of the node misses the value. "left": always left.
    threshold: what a split stores. "midpoint": halfway between the values on both sides of the cut.
        "observed": the lower of them, a value of the training rows. Rows with x <= threshold go left under
        both, so that training rows go the same way. Surrogates have midpoints.
    surrogates: how many surrogate splits a node keeps. With any, cuts are scored on the rows that have the
        feature, whatever `missing` says; the others follow the surrogates, and at last the majority.
    partitions: which ways to part the categories of a feature are scored. "sorted": the cuts of the
        categories in the order of G/H, or of the class share for two classes. "exhaustive": all of them.
        "one_vs_rest": one category against the others. "auto": sorted where that finds the best of all, else
        exhaustive for few categories, else sorted in the best of several orders.
    colsample_bynode: share of the features drawn at every node, in (0, 1].
    monotonic_cst: for each feature 1 where the prediction must not fall as the feature rises, -1 where it
        must not rise, 0 for neither; None for 0 throughout. See gbtlib.loops.bounded.
    interaction_constraints: groups of features; those that cut a path from the root must be in one of them
        together, or be one feature alone. None for no constraints. See gbtlib.loops.draws.
    n_jobs: threads of the search, exact or by histogram, over numbers in full matrices of a million values or
        more; any number gives the same bits. Every other search has one thread.
    seed: for everything random; the same call gives the same bits.
    """

    max_depth: int | None = 6
    max_leaves: int | None = None
    min_samples_leaf: int = 1
    min_child_weight: float = 0.0
    reg_lambda: float = 1.0
    reg_alpha: float = 0.0
    gamma: float = 0.0
    pruning: str = "post"
    grow_policy: str = "depthwise"
    missing: str = "learn"
    threshold: str = "midpoint"
    surrogates: int = 0
    partitions: str = "auto"
    min_samples_split: int = 2
    colsample_bynode: float = 1.0
    monotonic_cst: tuple[int, ...] | None = None
    interaction_constraints: tuple[tuple[int, ...], ...] | None = None
    n_jobs: int = 1
    seed: int = 0


@dataclass(frozen=True, kw_only=True)
class BoostingParams(TreeParams):
    """How an ensemble is boosted; the parameters of its trees are those of TreeParams.

    n_estimators: rounds; a round adds one tree, or one tree for each class under softmax.
    learning_rate: factor on every leaf weight (shrinkage), in (0, 1].
    subsample: share of the rows that a round's trees are grown on, drawn without replacement, in (0, 1].
    base_score: the prediction before the first round, on the scale of the prediction (a probability for
        classification; under softmax any starts all classes alike, at a raw prediction of 0); None for the
        constant that minimises the loss on the training rows.
    booster: "gbtree", or "dart", which in every round drops some rounds before; see gbtlib.core.boosting.
    rate_drop: with dart, how likely each of them is dropped, from 0 to 1.
    skip_drop: with dart, how likely a round drops none, from 0 to 1.
    one_drop: with dart, whether a round that is not skipped drops one at least.
    normalize_type: with dart, what new trees weigh: "tree", as each of those dropped, or "forest", as all.
    """

    n_estimators: int = 100
    learning_rate: float = 0.1
    subsample: float = 1.0
    base_score: float | None = None
    booster: str = "gbtree"
    rate_drop: float = 0.0
    skip_drop: float = 0.0
    one_drop: bool = False
    normalize_type: str = "tree"
