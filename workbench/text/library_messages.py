"""What libraries say when something is wrong, those messages that people ask about. Pure.

A test provokes them with the libraries that are installed; others are written after their source.
"""

from __future__ import annotations

from workbench.text.known_messages import (
    BINS,
    CATEGORIES,
    CLASSES,
    FEW_ROWS,
    GAPS,
    LEDGER,
    LOGISTIC,
    LOSSES,
    NAMES,
    STOPPED,
    KnownMessage,
    see,
)

LIGHTGBM, XGBOOST, SKLEARN, NUMPY, CATBOOST = "LightGBM", "XGBoost", "scikit-learn", "NumPy", "CatBoost"
IN_F = see("your_own_loss", "A loss written in F, not in p")
ALL_ROWS = see("missing_sparse_categorical", "Which rows there are", part="missing")

MESSAGES = (
    KnownMessage(
        *(LIGHTGBM, r"no further splits with positive gain", FEW_ROWS),
        "A tree stopped before it had num_leaves leaves: no cut that is left gains anything and leaves "
        "min_data_in_leaf rows (20 unless you set it) and min_sum_hessian_in_leaf on both sides. −inf says "
        "that no cut was allowed at all. It is no error: the tree is smaller than it might be. If every "
        "tree says so, there are few rows for so many leaves: take a smaller num_leaves or "
        "min_data_in_leaf.",
        "felix",
    ),
    KnownMessage(
        *(LIGHTGBM, r"no more leaves that meet the split requirements", FEW_ROWS),
        "In one round not even the root could be split, so boosting ended there: every later round would be "
        "the same. Either the loss is as low as trees of these settings get it, or no cut leaves "
        "min_data_in_leaf rows on both sides. The model has fewer rounds than were asked for.",
        "felix",
    ),
    KnownMessage(
        *(LIGHTGBM, r"no meaningful features", FEW_ROWS),
        "Every column was dropped before training: constant, or so that no cut leaves min_data_in_leaf rows "
        "on both sides. The model is a constant. With few rows set min_data_in_leaf and min_data_in_bin to "
        "1.",
    ),
    KnownMessage(
        *(LIGHTGBM, r"negative value in categorical", CATEGORIES),
        "Categories must be whole numbers from 0 on. A negative one is read as a missing value, in training "
        "and later. Number the categories anew if −1 was a category, and leave it if it stood for a gap.",
    ),
    KnownMessage(
        *(LIGHTGBM, r"categorical feature which contains sparse values", CATEGORIES),
        "The numbers of the categories have large holes. Numbered from 0 without holes they need less "
        "memory; the model is the same.",
    ),
    KnownMessage(
        *(LIGHTGBM, r"categorical_feature.{0,40}(overridden|do not match)", CATEGORIES),
        "Which columns are categories was said twice, or otherwise for another table than before. The last "
        "one counts for this table; all tables of one training must say the same.",
    ),
    KnownMessage(
        *(LIGHTGBM, r"special JSON characters", NAMES),
        "A column's name has one of the characters that JSON uses itself, such as a comma, a colon, a quote "
        "or a bracket. Rename the columns; the trees do not depend on names.",
    ),
    KnownMessage(
        *(LIGHTGBM, r"number of features in data .* not the same as it was in training", LEDGER),
        "The rows have more or fewer columns than the model was trained on. Do not switch the check off: "
        "trees ask columns by their place, so that after a missing column every later question asks the "
        "wrong one.",
    ),
    KnownMessage(
        *(LIGHTGBM, r"contains only one class", LOGISTIC),
        "All labels are the same. There is nothing to part, and the model is a constant.",
    ),
    KnownMessage(
        *(LIGHTGBM, r"boostfromscore", LEDGER),
        "Boosting starts from the best constant: initscore, which for two classes is log(p / (1 − p)) of "
        "the share pavg. It is added to the leaves of the first tree, and stands nowhere else in the model "
        "file: who adds it again counts it twice.",
    ),
    KnownMessage(
        *(LIGHTGBM, r"is set(=| with).{0,80}(will be ignored|will be overridden)", NAMES),
        "Two names of one parameter were given, such as min_child_samples and min_data_in_leaf. One of them "
        "counts, and the message says which. Often one is the default of the scikit-learn class: no harm "
        "then.",
    ),
    KnownMessage(
        *(LIGHTGBM, r"unknown parameter", NAMES),
        "No parameter has this name: it changes nothing. Look for a slip, or for another library's name.",
    ),
    KnownMessage(
        *(LIGHTGBM, r"early stopping is not available in dart", STOPPED),
        "DART changes the weights of earlier trees in every round, so that the first rounds of the finished "
        "model are not what was measured when there were no others. All rounds are kept.",
    ),
    KnownMessage(
        *(LIGHTGBM, r"auto-choosing (col|row)-wise|force_(col|row)_wise", BINS),
        "LightGBM tried two ways to make histograms and took the faster one. It says nothing about the "
        "model; with force_col_wise or force_row_wise it does not try.",
    ),
    KnownMessage(
        *(LIGHTGBM, r"is_unbalance and scale_pos_weight", LOGISTIC),
        "Both weight the rows of class 1: only one may be given. Either makes the probabilities those of "
        "other shares of the classes than there are.",
    ),
    KnownMessage(
        *(
            XGBOOST,
            r"feature_names mismatch|did not contain feature names|feature names stored in .object",
            LEDGER,
        ),
        "The columns have other names, or another order, than in training. After the two lists it says "
        "which are missing and which are new. Select the training columns in their order; without the check "
        "the trees would ask the wrong columns.",
    ),
    KnownMessage(
        *(XGBOOST, r"feature shape mismatch|number of columns does not match number of features", LEDGER),
        "The rows have more or fewer columns than the model was trained on. Often the target is still in "
        "the table, or one-hot columns were made anew from rows that lack a category.",
    ),
    KnownMessage(
        *(XGBOOST, r"base_score must be in \(0,\s*1\)|base_score > 0\.0f", LOGISTIC),
        "For the logistic loss base_score is a probability, which is turned into log(p / (1 − p)): 0 and 1 "
        "have none. Either one of these was given, or it was estimated: from labels that are all the same, "
        "or that are not 0 and 1.",
    ),
    KnownMessage(
        *(XGBOOST, r"label must be (discrete values )?in (the range of )?\[0, ?num_class\)", CLASSES),
        "With K = num_class the classes must be the whole numbers 0 to K − 1. Classes counted from 1 need a "
        "1 taken off, and texts a number each; or num_class is too small.",
    ),
    KnownMessage(
        *(XGBOOST, r"invalid classes inferred", CLASSES),
        "The classes must be 0, 1, 2, … without a hole, and this table has others, or lacks one: a fold "
        "without a rare class does that. Number them with a LabelEncoder, and split so that each fold has "
        "all.",
    ),
    KnownMessage(
        *(XGBOOST, r"label must be in [\[(]0,\s*1[\])] for logistic", LOGISTIC),
        "The logistic loss wants labels of 0 and 1, or probabilities between them. In R a factor turned "
        "into numbers begins with 1: take 1 off.",
    ),
    KnownMessage(
        *(
            XGBOOST,
            r"label contains nan|check failed: (label_is_valid|valid).{0,80}label|label.{0,20}infinity",
            GAPS,
        ),
        "A target is missing, infinite or too large for float32. Gaps may stand in the columns, never in "
        "the target: drop these rows.",
    ),
    KnownMessage(
        *(XGBOOST, r"(label|base_score`) must be (non-negative|positive|greater than)", LOSSES),
        "The loss takes a logarithm, so that targets, and their mean as base_score, must be positive, or for "
        "Poisson and Tweedie not negative. Choose another loss if the targets are what they are.",
    ),
    KnownMessage(
        *(
            XGBOOST,
            r"label and prediction size not match|label size and pred size|size of label doesn't match",
            CLASSES,
        ),
        "There are not as many targets as predictions: a softmax without num_class, or a loss for numbers "
        "on a target of several columns.",
    ),
    KnownMessage(
        *(XGBOOST, r"size of labels must equal|invalid size for `|check failed: .*num_row", ALL_ROWS),
        "The table and the target have not the same number of rows, or the weights have not. Were rows "
        "dropped from one of them only?",
        "elsa",
    ),
    KnownMessage(
        *(XGBOOST, r"parameters: ?\{.*\}.*(are|might) not (be )?used", NAMES),
        "These names are no parameters, or not of this booster or loss: they change nothing. n_estimators "
        "is one of the scikit-learn class, and num_boost_round what train takes.",
    ),
    KnownMessage(
        *(XGBOOST, r"ntree_limit", STOPPED),
        "ntree_limit counted trees, which with K classes are K a round; iteration_range counts rounds from "
        "0 and leaves its end out: the rounds up to best_iteration are (0, best_iteration + 1).",
    ),
    KnownMessage(
        *(XGBOOST, r"best_iteration.{0,20} (is )?only defined|must have at least 1 validation", STOPPED),
        "Early stopping needs rows that are not trained on, and only with it there is a best_iteration. "
        "Without, predict takes all rounds.",
    ),
    KnownMessage(
        *(XGBOOST, r"dataframe.dtypes for data must be|enable_categorical", CATEGORIES),
        "A column holds texts or objects. Make it a category (astype('category') with enable_categorical), "
        "a number, or drop it.",
    ),
    KnownMessage(
        *(XGBOOST, r"found a category not in the training|category.{0,40}not (in|found)", CATEGORIES),
        "A row has a category that training did not see. No tree knows a side for it: say what it should "
        "count as, or make it missing.",
    ),
    KnownMessage(
        *(XGBOOST, r"mismatched devices", None),
        "The model is on the graphics card and the rows are not, or the other way round: they are copied at "
        "every call. The predictions are the same.",
    ),
    KnownMessage(
        *(
            XGBOOST,
            r"generated by an older version|loading a serialized model|binary format has been",
            see("open_a_model", "Open a model's file here"),
        ),
        "A pickle, or a file of the old binary format, of another version. Load it with the version that "
        "wrote it, and save it there as JSON or UBJSON, which later versions read.",
    ),
    KnownMessage(
        *(XGBOOST, r"reg:linear is now deprecated", NAMES),
        "reg:linear is reg:squarederror by its old name: the same loss, and no straight line.",
    ),
    KnownMessage(
        *(SKLEARN, r"x has \d+ features, but \w+ is expecting \d+", LEDGER),
        "The rows have more or fewer columns than the model was fitted on: the target was left in, an index "
        "came along, or one-hot columns were made anew. Trees ask columns by their place.",
    ),
    KnownMessage(
        *(SKLEARN, r"does not have valid feature names", LEDGER),
        "It was fitted on a table with names and is now asked with bare numbers. The columns are taken by "
        "their place, whatever they are called; if the order is the same, so is the prediction. A table "
        "with the same names ends the warning.",
    ),
    KnownMessage(
        *(SKLEARN, r"has feature names, but \w+ was fitted without", LEDGER),
        "It was fitted on bare numbers and is now asked with a table. The columns are taken by their place, "
        "whatever they are called.",
    ),
    KnownMessage(
        *(
            SKLEARN,
            r"feature names should match|feature names unseen at fit|feature names must be in the same order",
            LEDGER,
        ),
        "The columns have other names, or another order, than when it was fitted; below it says which. "
        "Select the fitted columns in their order.",
    ),
    KnownMessage(
        *(SKLEARN, r"input (x |y )?contains nan|contains nan, infinity", GAPS),
        "The estimator cannot do with gaps. HistGradientBoosting and newer single trees and forests send "
        "them to a side that training chooses; for GradientBoosting fill them in first. A target may have "
        "none anywhere.",
        "dario",
    ),
    KnownMessage(
        *(SKLEARN, r"could not convert string to float", CATEGORIES),
        "A column holds texts. Encode it: OrdinalEncoder for trees, or a category for HistGradientBoosting.",
    ),
    KnownMessage(
        *(SKLEARN, r"unknown label type", CLASSES),
        "A classifier was given numbers with a fraction as classes. For a number take the regressor, for "
        "classes turn it into them.",
    ),
    KnownMessage(
        *(SKLEARN, r"expected 2d array, got 1d", LEDGER),
        "Rows must be a table: one row is x.reshape(1, -1), one column x.reshape(-1, 1).",
    ),
    KnownMessage(
        *(SKLEARN, r"instance is not fitted yet", LEDGER),
        "predict was called before fit.",
    ),
    KnownMessage(
        *(SKLEARN, r"inconsistent numbers of samples|number of labels=\d+ does not match", ALL_ROWS),
        "The table and the target have not the same number of rows: rows were dropped from one of them only.",
        "elsa",
    ),
    KnownMessage(
        *(
            SKLEARN,
            r"least populated class",
            see("sonar_laboratory", "What one split of the rows can tell", one_split=25),
        ),
        "A class has fewer rows than there are folds: some fold cannot have one. Use fewer folds, or join "
        "classes.",
    ),
    KnownMessage(
        *(
            SKLEARN,
            r"worse than random",
            see("adaboost", "AdaBoost on noisy moons, its first rounds", round=1),
        ),
        "The first tree errs on more of the weighted rows than guessing would: with K classes on more than "
        "1 − 1/K. Let the trees be deeper, or look for labels that are mixed up.",
        "mona",
    ),
    KnownMessage(
        *(
            SKLEARN,
            r"samme\.r|algorithm.{0,30}deprecated",
            see("adaboost", "How a tree's vote is weighed", round=2),
        ),
        "AdaBoost has one way left, SAMME, in which each tree votes with a weight from its error; SAMME.R, "
        "which added log-probabilities, is gone. Scores of old models differ.",
    ),
    KnownMessage(
        *(SKLEARN, r"do not have oob scores", see("one_tree_or_many", "A forest beside boosting", round=20)),
        "With few trees some rows are in every tree's sample, and no tree is left to judge them.",
        "rosa",
    ),
    KnownMessage(
        *(NUMPY, r"overflow encountered in \w*exp", IN_F),
        "exp of a large number is infinite. In 1 / (1 + exp(−F)) that is harmless, the result is 0; in a "
        "loss of one's own take logaddexp(0, −F).",
        "tilda",
    ),
    KnownMessage(
        *(NUMPY, r"divide by zero encountered in log|invalid value encountered in (multiply|scalar)", IN_F),
        "A probability was rounded to 0 or 1, and log 0 is −inf; times 0 it is no number. Write the loss in "
        "F instead of p.",
        "tilda",
    ),
    KnownMessage(
        *(CATBOOST, r"target contains only one unique value", LOGISTIC),
        "All targets are the same: there is nothing to learn.",
    ),
    KnownMessage(
        *(CATBOOST, r"all features are either constant or ignored", FEW_ROWS),
        "No column is left that differs between rows.",
    ),
    KnownMessage(
        *(CATBOOST, r"invalid type for cat_feature|cat_features must be integer or string", CATEGORIES),
        "A category must be a whole number or a text; a column with gaps has become one of floats. Turn it "
        "into texts.",
    ),
    KnownMessage(
        *(XGBOOST, r"check failed:", LOSSES),
        "A condition that must hold does not: it stands after “Check failed”, with the two values that were "
        "compared, and the reason after it. Most often a target or a parameter breaks its rule.",
    ),
)
"""The messages, those that are more special first."""
