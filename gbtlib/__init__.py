"""gbtlib: gradient boosted trees in numpy, to be read.

Reading order: core first, which imports nothing outside itself but the loops; then what is plugged into it.
    core/losses      what is minimised: loss, gradient and hessian of a row
    core/criteria    what a split is worth: score 1/2 G^2 / (H + lambda) of sums over rows
    core/columns     the features, each sorted once
    core/search      what the grower asks of a search; limits and gain, alike for every search; and the one
                     over columns of numbers; candidates is the record of all cuts of a node
    loops            all that visits rows or cuts, compiled: running sums, scores, the best cut, the parting;
                     rows that go down trees, what the features on their way contribute
    compile_ahead    has the loops compiled before they are needed
    core/grow        one tree, one node at a time; tree is the record of it, stack is many for the loops
    loops/reasons     why a cut is not made, and a node is a leaf
    core/pruning     gamma, bottom up
    core/boosting    the loop: boost() yields one Round after another; DART leaves rounds out
    core/params      every parameter with its meaning
    inputs           tables, categories, surrogates and triplets, each with its search
    histogram        values in bins, and the search over their histograms
    cart             Gini, entropy, squared error; the weakest links; cross-validation; cost of the search
    adaboost         SAMME: trees that vote, each on rows weighted anew
    losses           more losses, all by name; a loss of one's own: a class, or a formula of y and F
    forest           random forests: trees on bootstrap samples, features drawn at every node
    estimators       the seven estimators
    checks           parameters and their rules, arrays, labels, what scikit-learn expects
    explain          the ledger of a row, what features contribute, feature importance, rescan
    saved            a fitted model as JSON, and back to the last bit
    pictures         trees, rounds and gains as SVG, for a notebook and the workbench
    handover         trees that are given, or a file, made a model; models of XGBoost, LightGBM and
                     scikit-learn opened, with what they do not say; oneDAL's names, and what others call them
    prediction       many trees asked at once
    tables, metrics  a tree as table, rules and DOT; log loss, R squared, ROC, AUC, accuracy

Glossary
    raw prediction      the score before the inverse link turns it into a prediction; written F
    residual            what a row still lacks, y - F; for half squared error the negative gradient
    gradient            first derivative of a row's loss at its raw prediction: how it rises; written g
    hessian             second derivative of a row's loss at its raw prediction: how g changes; written h
    G                   the sum of the gradients g over the rows of a node
    H                   the sum of the hessians h over the rows of a node
    learning rate       the share of a leaf weight that is added; smaller steps need more rounds
    leaf weight         w* = -G / (H + lambda); times the learning rate it is added to the raw prediction
    gain                what a cut saves: 1/2 [GL^2/(HL+lambda) + GR^2/(HR+lambda) - G^2/(H+lambda)] - gamma
    gamma               the price of a leaf, in the unit of the loss
    threshold           rows with x <= threshold go left
    absent              a place of a matrix without stored entry: a zero, or a missing value
    surrogate           a cut of another feature, for rows that miss the one that a split asks
    agreement           the share of rows that a surrogate sends the same way as its split
    round               one pass of the loop; adds one tree, or one for each class
    training            rows that the trees are grown on
    unseen              rows that no tree is grown on: they tell what the model is worth, and when to stop
    loss                what rounds make smaller: the mean over rows of 1/2 (y - F)^2, or of -ln p(truth)
    AUC                 the share of pairs, one row of each class, whose scores are in the right order
    standard error      how far a number strays if the rows are drawn anew: its standard deviation
    class weights       sums of row weights by class in a node; divided by their sum the class shares
    impurity            1 - sum p^2 (Gini), -sum p log2 p (entropy, bits) or variance, of a node's own rows
    risk                what a node costs as a leaf, by row of all rows; R(T) is the sum over the leaves
    alpha               the price of a leaf in cost-complexity pruning, in the unit of the risk
    weakest link        the branch whose leaves are worth least: smallest (R(t) - R(T_t)) / (leaves - 1)
    tree weight         ln((1 - e) / e) + ln(K - 1), a tree's votes in AdaBoost; e is its weighted error
"""

from gbtlib.adaboost.samme import AdaBoostParams, AdaBoostRound, Samme, adaboost_rounds, samme
from gbtlib.cart.cost_complexity import PruningStep, geometric_means, node_risk, prune, weakest_links
from gbtlib.cart.cross_validation import CrossValidation, cross_validate, make_folds
from gbtlib.cart.impurity import ClassCandidates, Entropy, Gini, SquaredError
from gbtlib.cart.search_cost import LevelCost, search_cost
from gbtlib.checks.given_trees import tree_from_arrays
from gbtlib.checks.rules import BoostingParams, TreeParams
from gbtlib.core.boosting import Round, Validation, boost
from gbtlib.core.candidates import Candidates
from gbtlib.core.columns import Columns
from gbtlib.core.criteria import Criterion, SecondOrder
from gbtlib.core.grow import grow_tree
from gbtlib.core.losses import HalfSquaredError, Logistic, Loss
from gbtlib.core.pruning import prune_by_gamma
from gbtlib.core.search import SplitSearch
from gbtlib.core.tree import Node, Tree
from gbtlib.estimators.adaboost import AdaBoostClassifier
from gbtlib.estimators.decision_trees import DecisionTreeClassifier, DecisionTreeRegressor
from gbtlib.estimators.gradient_boosting import GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.estimators.random_forest import RandomForestClassifier, RandomForestRegressor
from gbtlib.explain.contributions import contributions
from gbtlib.explain.rescan import rescan
from gbtlib.forest.random_forest import ForestTree, grow_forest
from gbtlib.handover.model_builder import build_model
from gbtlib.handover.names import CONVENTIONS, ONEDAL_PARAMETERS
from gbtlib.handover.onedal import onedal_params, onedal_table
from gbtlib.handover.saved_models import load
from gbtlib.inputs.categories import Partitions, every_partition, one_against_rest, sorted_partitions
from gbtlib.inputs.category_search import CategorySearch
from gbtlib.inputs.encoding import Features, learn_features
from gbtlib.inputs.surrogates import Surrogate, rank_surrogates, surrogates_of
from gbtlib.inputs.table_columns import sort_columns, split_search
from gbtlib.inputs.triplet_search import SparseColumns, sort_entries
from gbtlib.inputs.triplets import Triplets, from_dense, from_scipy, from_table, from_triplets
from gbtlib.losses.expression import BinaryExpressionLoss, ExpressionLoss
from gbtlib.losses.formula import FormulaError
from gbtlib.losses.named import LOSSES, AbsoluteError, Exponential, Huber, Quantile, Softmax
from gbtlib.losses.own import CheckedLoss, OwnLoss
from gbtlib.losses.report import LossReport, loss_report
from gbtlib.tables import from_class_tables, to_class_tables
from gbtlib.version import __version__

# fmt: off
__all__ = [
    "CONVENTIONS", "LOSSES", "ONEDAL_PARAMETERS", "AbsoluteError", "AdaBoostClassifier", "AdaBoostParams",
    "AdaBoostRound", "BinaryExpressionLoss", "BoostingParams", "Candidates", "CategorySearch", "CheckedLoss",
    "ClassCandidates", "Columns", "Criterion", "CrossValidation", "DecisionTreeClassifier",
    "DecisionTreeRegressor", "Entropy", "Exponential", "ExpressionLoss", "Features", "ForestTree",
    "FormulaError", "Gini", "GradientBoostingClassifier", "GradientBoostingRegressor", "HalfSquaredError",
    "Huber", "LevelCost", "Logistic", "Loss", "LossReport", "Node", "OwnLoss", "Partitions", "PruningStep",
    "Quantile", "RandomForestClassifier", "RandomForestRegressor", "Round", "Samme", "SecondOrder", "Softmax",
    "SparseColumns", "SplitSearch", "SquaredError", "Surrogate", "Tree", "TreeParams", "Triplets",
    "Validation", "__version__", "adaboost_rounds", "boost", "build_model", "contributions", "cross_validate",
    "every_partition", "from_class_tables", "from_dense", "from_scipy", "from_table", "from_triplets",
    "geometric_means", "grow_forest", "grow_tree", "learn_features", "load", "loss_report", "make_folds",
    "node_risk", "one_against_rest", "onedal_params", "onedal_table", "prune", "prune_by_gamma",
    "rank_surrogates", "rescan", "samme", "search_cost", "sort_columns", "sort_entries", "sorted_partitions",
    "split_search", "surrogates_of", "to_class_tables", "tree_from_arrays", "weakest_links",
]
# fmt: on
