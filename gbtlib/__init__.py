"""gbtlib: gradient boosted trees in numpy, to be read in an hour.

Reading order
    losses       what is minimised: loss, gradient and hessian of a row
    criteria     what a split is worth: score 1/2 G^2 / (H + lambda) of sums over rows; squared error
    impurity     the same for classes: Gini and entropy
    columns      the features, each sorted once; sparse the same for triplets, by their stored entries
    splits       every candidate cut of every feature, and its gain; candidates is the record of them
    grow         one tree, one node at a time; tree is the record of it
    pruning      gamma, bottom up
    boosting     the loop: boost() yields one Round after another
    estimators   GradientBoostingRegressor and GradientBoostingClassifier; gradient_boosting: what both can
    explain      the ledger of a row, feature importance
    tables       a tree as table, rules and DOT; class_tables the two flat tables of a class tree
    decision_trees   DecisionTreeClassifier and DecisionTreeRegressor: one tree by itself
    cost_complexity  what a leaf must be worth: the weakest-link sequence
    cross_validation which tree of it to keep
    cost         what the search for splits costs, level by level
    adaboost         SAMME: trees that vote, each on rows weighted anew; adaboost_classifier around it
    surrogates   stand-ins for a split whose feature a row misses; surrogate_search keeps them
    routing      which way a row goes, when growing and when predicting
    categories   ways to part the values of a feature without order; category_search scores them
    triplets     (i, j, v) input; features: what the columns of X hold; searches: which search goes with it
    metrics      log loss, ROC, AUC, accuracy
    params, base, validation   every parameter with its meaning; what every estimator can; every check

Glossary
    raw prediction      the score before the inverse link turns it into a prediction; written F
    gradient, hessian   first and second derivative of a row's loss at its raw prediction; g and h
    G, H                their sums over the rows of a node
    leaf weight         w* = -G / (H + lambda); times the learning rate it is added to the raw prediction
    gain                1/2 [GL^2/(HL+lambda) + GR^2/(HR+lambda) - G^2/(H+lambda)] - gamma
    gamma               the price of a leaf, in the unit of the loss
    threshold           rows with x <= threshold go left
    absent              a place of a matrix without stored entry: a zero, or a missing value
    surrogate           a cut of another feature, for rows that miss the one that a split asks
    agreement           the share of rows that a surrogate sends the same way as its split
    round               one pass of the loop; adds one tree, or one for each class
    class weights       sums of row weights by class in a node; divided by their sum the class shares
    impurity            1 - sum p^2 (Gini), -sum p log2 p (entropy, bits) or variance, of a node's own rows
    risk                what a node costs as a leaf, by row of all rows; R(T) is the sum over the leaves
    alpha               the price of a leaf in cost-complexity pruning, in the unit of the risk
    weakest link        the branch whose leaves are worth least: smallest (R(t) - R(T_t)) / (leaves - 1)
    tree weight         ln((1 - e) / e) + ln(K - 1), a tree's votes in AdaBoost; e is its weighted error
"""

from gbtlib.adaboost.samme import AdaBoostRound, Samme, adaboost_rounds, samme
from gbtlib.cart.class_tables import from_class_tables, to_class_tables
from gbtlib.cart.cost_complexity import PruningStep, geometric_means, node_risk, prune, weakest_links
from gbtlib.cart.cross_validation import CrossValidation, cross_validate, make_folds
from gbtlib.cart.impurity import Entropy, Gini
from gbtlib.cart.search_cost import LevelCost, search_cost
from gbtlib.core.boosting import Round, Validation, boost, rescan
from gbtlib.core.candidates import Candidates, ClassCandidates
from gbtlib.core.columns import Columns, sort_columns
from gbtlib.core.criteria import Criterion, SecondOrder, SquaredError
from gbtlib.core.grow import grow_tree
from gbtlib.core.losses import LOSSES, Exponential, HalfSquaredError, Huber, Logistic, Loss, Softmax
from gbtlib.core.params import BoostingParams, TreeParams
from gbtlib.core.pruning import prune_by_gamma
from gbtlib.core.splits import SplitSearch
from gbtlib.core.tree import Node, Tree
from gbtlib.estimators.adaboost import AdaBoostClassifier
from gbtlib.estimators.decision_trees import DecisionTreeClassifier, DecisionTreeRegressor
from gbtlib.estimators.gradient_boosting import GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.inputs.categories import Partitions, every_partition, one_against_rest, sorted_partitions
from gbtlib.inputs.category_search import CategorySearch
from gbtlib.inputs.encoding import Features, learn_features
from gbtlib.inputs.searches import split_search
from gbtlib.inputs.surrogates import Surrogate, rank_surrogates, surrogates_of
from gbtlib.inputs.triplet_search import SparseColumns, sort_entries
from gbtlib.inputs.triplets import Triplets, from_dense, from_scipy, from_table, from_triplets

__all__ = [
    "LOSSES",
    "AdaBoostClassifier",
    "AdaBoostRound",
    "BoostingParams",
    "Candidates",
    "CategorySearch",
    "ClassCandidates",
    "Columns",
    "Criterion",
    "CrossValidation",
    "DecisionTreeClassifier",
    "DecisionTreeRegressor",
    "Entropy",
    "Exponential",
    "Features",
    "Gini",
    "GradientBoostingClassifier",
    "GradientBoostingRegressor",
    "HalfSquaredError",
    "Huber",
    "LevelCost",
    "Logistic",
    "Loss",
    "Node",
    "Partitions",
    "PruningStep",
    "Round",
    "Samme",
    "SecondOrder",
    "Softmax",
    "SparseColumns",
    "SplitSearch",
    "SquaredError",
    "Surrogate",
    "Tree",
    "TreeParams",
    "Triplets",
    "Validation",
    "adaboost_rounds",
    "boost",
    "cross_validate",
    "every_partition",
    "from_class_tables",
    "from_dense",
    "from_scipy",
    "from_table",
    "from_triplets",
    "geometric_means",
    "grow_tree",
    "learn_features",
    "make_folds",
    "node_risk",
    "one_against_rest",
    "prune",
    "prune_by_gamma",
    "rank_surrogates",
    "rescan",
    "samme",
    "search_cost",
    "sort_columns",
    "sort_entries",
    "sorted_partitions",
    "split_search",
    "surrogates_of",
    "to_class_tables",
    "weakest_links",
]
