"""Parameters of gradient boosted trees, and what each is called and becomes elsewhere: one table.

oneDAL's come first, then what others have beside. Meanings and defaults: oneDAL's documentation, "Gradient
boosted trees", batch processing. The other systems are this library, XGBoost and LightGBM by their
estimators, and scikit-learn's HistGradientBoosting.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from gbtlib.checks.rules import SHARE, Choice, Rule, Truth

SYSTEMS = ("gbtlib", "xgboost", "lightgbm", "scikit-learn")
TITLES = {"xgboost": "XGBoost", "lightgbm": "LightGBM", "scikit-learn": "scikit-learn", "onedal": "oneDAL"}
MOST_LEAVES = 131_072  # LightGBM takes no more
MOST_BINS = 255  # of scikit-learn, beside the bin of the missing
DEEPER_THAN_ANY = 10**6  # where XGBoost's exact search wants a number


@dataclass(frozen=True)
class Spelling:
    """What a parameter of oneDAL is called in another system, and what its value becomes there.

    name: None where the system has no such parameter.
    factor: the value there is so many times oneDAL's, and at most `most`.
    words: the values there, for oneDAL's that are words, or 0 where that means no limit.
    is_share: a share of the features there, not a number of them.
    note: what else is different.
    """

    name: str | None
    factor: float = 1.0
    most: float = math.inf
    words: Mapping[Any, Any] = field(default_factory=lambda: MappingProxyType({}))
    is_share: bool = False
    note: str = ""

    def value(self, given: Any, n_features: int | None) -> Any:
        """oneDAL's value in the terms of this system; n_features is needed where 0 < given is a share."""
        if given in self.words and not isinstance(given, bool):
            return self.words[given]
        if self.is_share:
            return given / n_features if n_features else 1.0
        if self.factor == 1 and given <= self.most:
            return given
        return min(self.factor * given, self.most)


@dataclass(frozen=True, kw_only=True)
class Names:
    """What one thing is called in each of SYSTEMS."""

    gbtlib: Spelling
    xgboost: Spelling
    lightgbm: Spelling
    sklearn: Spelling

    def spelling(self, system: str) -> Spelling:
        """What it is called in one of SYSTEMS."""
        spellings = (self.gbtlib, self.xgboost, self.lightgbm, self.sklearn)
        return spellings[SYSTEMS.index(system)]


@dataclass(frozen=True)
class Parameter(Names):
    """A parameter of oneDAL: its name in Python (lambda_ has an underscore), default, rule and meaning."""

    name: str
    default: Any
    rule: Rule | Choice | Truth
    meaning: str


@dataclass(frozen=True)
class Beside(Names):
    """A parameter that oneDAL has not. neutral: gbtlib's value of it that asks for nothing."""

    neutral: Any


def alike(name: str | None, **others: Spelling) -> dict[str, Spelling]:
    """The spellings of a parameter that has the same name everywhere, but for those given."""
    return dict.fromkeys(("gbtlib", "xgboost", "lightgbm", "sklearn"), Spelling(name)) | others


def only(gbtlib: str, xgboost: str = "", lightgbm: str = "", sklearn: str = "") -> dict[str, Spelling]:
    """The spellings of a parameter that some have, with the same values."""
    known = {"gbtlib": gbtlib, "xgboost": xgboost, "lightgbm": lightgbm, "sklearn": sklearn}
    return {system: Spelling(name or None) for system, name in known.items()}


ABSENT = Spelling(None)
UNLIMITED = MappingProxyType({0: None})
ALL = MappingProxyType({0: 1.0})
EXACT_OR_BINS = MappingProxyType({"exact": "exact", "inexact": "hist"})
ALWAYS_BINS = Spelling(None, note="bins always")

ONEDAL_PARAMETERS = (
    Parameter(
        "splitMethod",
        "inexact",
        Choice(("inexact", "exact")),
        "every cut (exact), or cuts between bins of a feature only (inexact)",
        gbtlib=Spelling("tree_method", words=EXACT_OR_BINS),
        xgboost=Spelling("tree_method", words=EXACT_OR_BINS),
        lightgbm=ALWAYS_BINS,
        sklearn=ALWAYS_BINS,
    ),
    Parameter(
        "maxIterations",
        50,
        Rule(whole=True, low=1),
        "rounds; a round grows one tree, or one a class for three classes and more",
        **alike("n_estimators", sklearn=Spelling("max_iter")),
    ),
    Parameter(
        "maxTreeDepth",
        6,
        Rule(whole=True, low=0),
        "splits from the root to the deepest leaf at most; 0 for no limit",
        gbtlib=Spelling("max_depth", words=UNLIMITED),
        xgboost=Spelling("max_depth", note="0 with tree_method hist only"),
        lightgbm=Spelling("max_depth", words={0: -1}, note="num_leaves must leave room: 2^depth"),
        sklearn=Spelling("max_depth", words=UNLIMITED, note="max_leaf_nodes must be None"),
    ),
    Parameter("shrinkage", 0.3, SHARE, "factor on every leaf weight", **alike("learning_rate")),
    Parameter(
        "minSplitLoss",
        0.0,
        Rule(low=0),
        "what a split must gain, in units of twice the loss: the gain without its 1/2",
        gbtlib=Spelling("gamma", factor=0.5, note='charged while growing: pruning="pre"'),
        xgboost=Spelling("gamma", note="charged bottom up, after growing"),
        lightgbm=Spelling("min_split_gain"),
        sklearn=ABSENT,
    ),
    Parameter(
        "lambda_",
        1.0,
        Rule(low=0),
        "L2 penalty on leaf weights, 1/2 lambda w^2",
        **alike("reg_lambda", sklearn=Spelling("l2_regularization")),
    ),
    Parameter(
        "observationsPerTreeFraction",
        1.0,
        SHARE,
        "share of the rows that a tree is grown on, drawn without replacement",
        **alike("subsample", lightgbm=Spelling("subsample", note="with subsample_freq=1"), sklearn=ABSENT),
    ),
    Parameter(
        "featuresPerNode",
        0,
        Rule(whole=True, low=0),
        "how many features are drawn at every node; 0 for all",
        gbtlib=Spelling("colsample_bynode", words=ALL, is_share=True),
        xgboost=Spelling("colsample_bynode", words=ALL, is_share=True),
        lightgbm=Spelling("feature_fraction_bynode", words=ALL, is_share=True),
        sklearn=Spelling("max_features", words=ALL, is_share=True),
    ),
    Parameter(
        "minObservationsInLeafNode",
        5,
        Rule(whole=True, low=1),
        "rows that each child must have",
        **alike(
            "min_samples_leaf",
            xgboost=Spelling("min_child_weight", note="a sum of hessians: rows for squared error only"),
            lightgbm=Spelling("min_child_samples"),
        ),
    ),
    Parameter(
        "memorySavingMode",
        False,
        Truth(),
        "spare memory and take more time: the features are not kept sorted or binned beside the table",
        **alike(None),
    ),
    Parameter(
        "engine",
        777,
        Rule(whole=True, low=0),
        "seed of the engine of random numbers; the numbers themselves are different everywhere",
        **alike("random_state"),
    ),
    Parameter(
        "maxBins",
        256,
        Rule(whole=True, low=2),
        "bins of a feature at most; for splitMethod inexact",
        **alike(
            "max_bin",
            sklearn=Spelling("max_bins", most=255, note="at most 255, beside the bin of the missing"),
        ),
    ),
    Parameter(
        "minBinSize",
        5,
        Rule(whole=True, low=1),
        "rows of a bin at least; for splitMethod inexact",
        **only("min_bin_size", lightgbm="min_data_in_bin"),
    ),
)
BESIDE_ONEDAL = (
    Beside(0.0, **only("reg_alpha", "reg_alpha", "reg_alpha")),
    Beside(0.0, **only("min_child_weight", "min_child_weight", "min_child_weight")),
    Beside(2, **only("min_samples_split")),
    Beside(None, **only("max_leaves", "max_leaves", "num_leaves", "max_leaf_nodes")),
    Beside(None, **only("base_score", "base_score")),
    Beside(None, **only("monotonic_cst", "monotone_constraints", "monotone_constraints", "monotonic_cst")),
    Beside(
        None,
        **only(
            "interaction_constraints",
            "interaction_constraints",
            "interaction_constraints",
            "interaction_cst",
        ),
    ),
    Beside("gbtree", **only("booster", "booster", "boosting_type")),
    Beside(0.0, **only("rate_drop", "rate_drop", "drop_rate")),
    Beside(0.0, **only("skip_drop", "skip_drop", "skip_drop")),
    Beside(False, **only("one_drop", "one_drop")),
    Beside("tree", **only("normalize_type", "normalize_type")),
    Beside(
        None,
        **only("early_stopping_rounds", "early_stopping_rounds", "early_stopping_round", "n_iter_no_change"),
    ),
    Beside(None, **only("class_weight", "", "class_weight", "class_weight")),
)
OF_BINS = ("maxBins", "minBinSize")  # without meaning where every cut is looked at


def hessian_of_softmax(system: str, n_classes: int) -> float:
    """What a system multiplies p (1 - p) by; see CONVENTIONS."""
    return {"scikit-learn": 1.0, "lightgbm": n_classes / (n_classes - 1)}.get(system, 2.0)


@dataclass(frozen=True)
class Convention:
    """What no parameter says, and each system does in its own way, in words."""

    what: str
    onedal: str
    gbtlib: str
    xgboost: str
    lightgbm: str
    sklearn: str


CONVENTIONS = (
    Convention(
        "start of regression",
        onedal="the mean, inside the leaves of the first tree",
        gbtlib="the mean",
        xgboost="the mean",
        lightgbm="the mean, inside the leaves of the first tree",
        sklearn="the mean",
    ),
    Convention(
        "start of classification",
        onedal="F = 0",
        gbtlib="the log odds; base_score=0.5 for F = 0",
        xgboost="the log odds; base_score=0.5 for F = 0",
        lightgbm="the log odds; boost_from_average=False for F = 0",
        sklearn="the log odds",
    ),
    Convention(
        "softmax: the hessian over p (1 - p)",
        onedal="2",
        gbtlib="hessian_scale: 2 unless given",
        xgboost="2",
        lightgbm="K / (K - 1)",
        sklearn="1",
    ),
    Convention(
        "what a split gains",
        onedal="without the 1/2; minSplitLoss or more is enough",
        gbtlib="with the 1/2; must be more than gamma",
        xgboost="without the 1/2; must be gamma or more",
        lightgbm="without the 1/2; must be more than min_split_gain",
        sklearn="without the 1/2; must be more than 0",
    ),
    Convention(
        "threshold",
        onedal="a value of the rows, in float32; x <= a goes left",
        gbtlib="the middle between two values; x <= a goes left",
        xgboost="exact: the middle, in float32; x < a goes left",
        lightgbm="the border of a bin; x <= a goes left",
        sklearn="the border of a bin; x <= a goes left",
    ),
    Convention(
        "threads",
        onedal="all cores, unless its environment is told otherwise",
        gbtlib="from a million numbers on: n_jobs, 1 unless given; else 1",
        xgboost="n_jobs, all cores unless given",
        lightgbm="n_jobs, all cores unless given",
        sklearn="all cores, unless OMP_NUM_THREADS says otherwise",
    ),
    Convention(
        "monotone constraints",
        onedal="none",
        gbtlib="monotonic_cst; not with categories, nor for several classes",
        xgboost="monotone_constraints",
        lightgbm="monotone_constraints",
        sklearn="monotonic_cst; not for several classes",
    ),
    Convention(
        "interaction constraints",
        onedal="none",
        gbtlib="interaction_constraints; a feature in no group stands alone",
        xgboost="interaction_constraints; a feature in no group stands alone",
        lightgbm="interaction_constraints; a feature in no group is left out",
        sklearn="interaction_cst; a feature in no group stands alone",
    ),
    Convention(
        "gradients",
        onedal="float32",
        gbtlib="float64, summed as whole numbers",
        xgboost="float32",
        lightgbm="float32",
        sklearn="float32",
    ),
)
