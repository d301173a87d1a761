"""gbtlib: gradient boosted trees in numpy, to be read in an hour.

Reading order
    losses       what is minimised: loss, gradient and hessian of a row
    criteria     what a split is worth: score 1/2 G^2 / (H + lambda) of sums over rows
    columns      the features, each sorted once
    splits       every candidate cut of every feature, and its gain; candidates is the record of them
    grow         one tree, one node at a time; tree is the record of it
    pruning      gamma, bottom up
    boosting     the loop: boost() yields one Round after another
    estimators   GradientBoostingRegressor and GradientBoostingClassifier
    explain      the ledger of a row, feature importance
    tables       a tree as table, rules and DOT
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
"""

from gbtlib.boosting import Round, Validation, boost, rescan
from gbtlib.candidates import Candidates
from gbtlib.columns import Columns, sort_columns
from gbtlib.criteria import SecondOrder
from gbtlib.estimators import GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.grow import grow_tree
from gbtlib.losses import LOSSES, Exponential, HalfSquaredError, Huber, Logistic, Loss, Softmax
from gbtlib.params import BoostingParams, TreeParams
from gbtlib.pruning import prune_by_gamma
from gbtlib.splits import SplitSearch
from gbtlib.tree import Node, Tree

__all__ = [
    "LOSSES",
    "BoostingParams",
    "Candidates",
    "Columns",
    "Exponential",
    "GradientBoostingClassifier",
    "GradientBoostingRegressor",
    "HalfSquaredError",
    "Huber",
    "Logistic",
    "Loss",
    "Node",
    "Round",
    "SecondOrder",
    "Softmax",
    "SplitSearch",
    "Tree",
    "TreeParams",
    "Validation",
    "boost",
    "grow_tree",
    "prune_by_gamma",
    "rescan",
    "sort_columns",
]
