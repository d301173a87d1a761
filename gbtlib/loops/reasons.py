"""Why a cut is not made, and why a node is a leaf: one numbering for both, in words for each."""

ALLOWED = SPLIT = 0  # nothing stands in the way: of a cut, of a node
TIED, MIN_SAMPLES, MIN_WEIGHT, NO_GAIN, GAMMA, NOT_DRAWN = range(1, 7)
ONE_ROW, MAX_DEPTH, MAX_LEAVES, PRUNED, GIVEN, MIN_SPLIT, PURE, WEAKEST_LINK = range(7, 15)
ONE_CLASS, ONE_TARGET, ONE_GRADIENT, MONOTONE, INTERACTION = range(15, 20)

BY_LIMIT = "not between distinct values", "min_samples_leaf", "min_child_weight"
FORBIDDEN: tuple[str, ...] = *BY_LIMIT, "no positive gain", "gamma", "not drawn (colsample_bynode)"
BETWEEN = [""] * (MONOTONE - NOT_DRAWN - 1)  # what only leaves say
WHY_NOT: tuple[str, ...] = "", *FORBIDDEN, *BETWEEN, "monotonic_cst", "interaction_constraints"

# The first that holds is told, in this order: one row, max_depth, min_samples_split; one class or PURE
# (purity_stop); then of the nodes whose cuts were scored those with none worth making: the limit that forbids
# it, else what all its rows have in common, else NO_GAIN, or GAMMA; then max_leaves. What was a split before
# pruning says PRUNED (by gamma) or WEAKEST_LINK (by alpha). Rows without weight count for none. Trees that
# were read from a flat table do not know: GIVEN. No leaf says TIED or NOT_DRAWN.
WHY_LEAF = (
    "",
    "not between distinct values",
    "min_samples_leaf: cuts that gain leave too few rows on one side",
    "min_child_weight: cuts that gain leave too small a sum of hessians on one side",
    "no cut has a positive gain",
    "gamma: no allowed cut gains more than the price of a leaf",
    "not drawn (colsample_bynode)",
    "one row: nothing to split",
    "max_depth reached",
    "max_leaves reached",
    "pruned: its split gained less than gamma",
    "given: built from a table",
    "min_samples_split: too few rows to split",
    "purity_stop: its largest class has reached this share",
    "alpha: the branch below it was a weakest link",
    "pure: all its rows are of one class",
    "no spread: all its rows have the same target",
    "no spread in gradients: all its rows have the same, so no cut has a positive gain",
    "monotonic_cst: cuts that gain run the wrong way, or their weights would leave the bounds",
    "interaction_constraints: only features that may not follow those of the path gain",
)
