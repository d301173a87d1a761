"""gbtlib: gradient boosted trees in numpy, to be read in an hour.

Reading order
    losses       what is minimised: loss, gradient and hessian of a row
    criteria     what a split is worth: score 1/2 G^2 / (H + lambda) of sums over rows; squared error
    impurity     the same for classes: Gini and entropy
    columns      the features, each sorted once
    splits       every candidate cut of every feature, and its gain; candidates is the record of them
    grow         one tree, one node at a time; tree is the record of it
    pruning      gamma, bottom up
    boosting     the loop: boost() yields one Round after another
    estimators   GradientBoostingRegressor and GradientBoostingClassifier
    explain      the ledger of a row, feature importance
    tables       a tree as table, rules and DOT; class_tables the two flat tables of a class tree
    decision_trees   DecisionTreeClassifier and DecisionTreeRegressor: one tree by itself
    cost_complexity  what a leaf must be worth: the weakest-link sequence
    cross_validation which tree of it to keep
    cost         what the search for splits costs, level by level
    adaboost     SAMME: trees that vote, on rows that are weighted anew in every round
    metrics      log loss, ROC, AUC, accuracy
    params, validation   every parameter with its meaning; every check

Glossary
    raw prediction      the score before the inverse link turns it into a prediction; written F
    gradient, hessian   first and second derivative of a row's loss at its raw prediction; g and h
    G, H                their sums over the rows of a node
    leaf weight         w* = -G / (H + lambda); times the learning rate it is added to the raw prediction
    gain                1/2 [GL^2/(HL+lambda) + GR^2/(HR+lambda) - G^2/(H+lambda)] - gamma
    gamma               the price of a leaf, in the unit of the loss
    threshold           rows with x <= threshold go left
    round               one pass of the loop; adds one tree, or one for each class
    class weights       sums of row weights by class in a node; divided by their sum the class shares
    impurity            1 - sum p^2 (Gini), -sum p log2 p (entropy, bits) or variance, of a node's own rows
    risk                what a node costs as a leaf, by row of all rows; R(T) is the sum over the leaves
    alpha               the price of a leaf in cost-complexity pruning, in the unit of the risk
    weakest link        the branch whose leaves are worth least: smallest (R(t) - R(T_t)) / (leaves - 1)
    tree weight         ln((1 - e) / e) + ln(K - 1), a tree's votes in AdaBoost; e is its weighted error
"""

from gbtlib.adaboost import AdaBoostClassifier, AdaBoostRound, Samme, adaboost, samme
from gbtlib.boosting import Round, Validation, boost, rescan
from gbtlib.candidates import Candidates, ClassCandidates
from gbtlib.class_tables import from_class_tables, to_class_tables
from gbtlib.columns import Columns, sort_columns
from gbtlib.cost import LevelCost, search_cost
from gbtlib.cost_complexity import PruningStep, geometric_means, node_risk, prune, weakest_links
from gbtlib.criteria import Criterion, SecondOrder, SquaredError
from gbtlib.cross_validation import CrossValidation, cross_validate, make_folds
from gbtlib.decision_trees import DecisionTreeClassifier, DecisionTreeRegressor
from gbtlib.estimators import GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.grow import grow_tree
from gbtlib.impurity import Entropy, Gini
from gbtlib.losses import LOSSES, Exponential, HalfSquaredError, Huber, Logistic, Loss, Softmax
from gbtlib.params import BoostingParams, TreeParams
from gbtlib.pruning import prune_by_gamma
from gbtlib.splits import SplitSearch
from gbtlib.tree import Node, Tree

__all__ = [
    "LOSSES",
    "AdaBoostClassifier",
    "AdaBoostRound",
    "BoostingParams",
    "Candidates",
    "ClassCandidates",
    "Columns",
    "Criterion",
    "CrossValidation",
    "DecisionTreeClassifier",
    "DecisionTreeRegressor",
    "Entropy",
    "Exponential",
    "Gini",
    "GradientBoostingClassifier",
    "GradientBoostingRegressor",
    "HalfSquaredError",
    "Huber",
    "LevelCost",
    "Logistic",
    "Loss",
    "Node",
    "PruningStep",
    "Round",
    "Samme",
    "SecondOrder",
    "Softmax",
    "SplitSearch",
    "SquaredError",
    "Tree",
    "TreeParams",
    "Validation",
    "adaboost",
    "boost",
    "cross_validate",
    "from_class_tables",
    "geometric_means",
    "grow_tree",
    "make_folds",
    "node_risk",
    "prune",
    "prune_by_gamma",
    "rescan",
    "samme",
    "search_cost",
    "sort_columns",
    "to_class_tables",
    "weakest_links",
]
