"""Parameters of gradient boosted trees, and what each is called and becomes elsewhere: one table.

oneDAL's come first, then what others have beside. Meanings and defaults: oneDAL's documentation, "Gradient
boosted trees", batch processing. The other systems are this library, XGBoost and LightGBM by their
estimators, and scikit-learn's HistGradientBoosting.
"""

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
        found = given if self.factor == 1 else self.factor * given
        return found if self.most == math.inf else min(found, self.most)


@dataclass(frozen=True)
class Parameter:
    """One thing, and what it is called in each of SYSTEMS.

    name: oneDAL's in Python (lambda_ has an underscore), "" where oneDAL has not got it. default, rule and
    meaning: oneDAL's; else default is the value of gbtlib's that asks for nothing.
    """

    name: str
    default: Any
    rule: Any
    meaning: str
    spellings: Mapping[str, Spelling]

    def spelling(self, system: str) -> Spelling:
        """What it is called in a system, or in oneDAL itself."""
        return Spelling(self.name or None) if system == "onedal" else self.spellings.get(system, ABSENT)


def spelled(everywhere: str = "", **elsewhere: str | Spelling) -> dict[str, Spelling]:
    """What a parameter is called, with the same values where only its name is given; "-": it is not there."""
    if "sklearn" in elsewhere:
        elsewhere["scikit-learn"] = elsewhere.pop("sklearn")
    found: dict[str, str | Spelling] = {**dict.fromkeys(SYSTEMS, everywhere), **elsewhere}
    return {
        system: each if isinstance(each, Spelling) else Spelling(each.strip("-") or None)
        for system, each in found.items()
    }


ABSENT = Spelling(None)
UNLIMITED = MappingProxyType({0: None})
EXACT_OR_BINS = Spelling("tree_method", words=MappingProxyType({"exact": "exact", "inexact": "hist"}))
ALWAYS_BINS = Spelling(None, note="bins always")


def share(name: str) -> Spelling:
    """A share of the features, 1 for all."""
    return Spelling(name, words=MappingProxyType({0: 1.0}), is_share=True)


COUNT = Rule(whole=True, low=1)
NOT_NEGATIVE = Rule(low=0)
NUMBER_OR_NONE = Rule(whole=True, low=0)

# Of each parameter of oneDAL its default and rule, its meaning, and its names elsewhere.
DEFAULTS: dict[str, tuple[Any, Any]] = {
    "splitMethod": ("inexact", Choice(("inexact", "exact"))),
    "maxIterations": (50, COUNT),
    "maxTreeDepth": (6, NUMBER_OR_NONE),
    "shrinkage": (0.3, SHARE),
    "minSplitLoss": (0.0, NOT_NEGATIVE),
    "lambda_": (1.0, NOT_NEGATIVE),
    "observationsPerTreeFraction": (1.0, SHARE),
    "featuresPerNode": (0, NUMBER_OR_NONE),
    "minObservationsInLeafNode": (5, COUNT),
    "memorySavingMode": (False, Truth()),
    "engine": (777, NUMBER_OR_NONE),
    "maxBins": (256, Rule(whole=True, low=2)),
    "minBinSize": (5, COUNT),
}
MEANINGS = {
    "splitMethod": "every cut (exact), or cuts between bins of a feature only (inexact)",
    "maxIterations": "rounds; a round grows one tree, or one a class for three classes and more",
    "maxTreeDepth": "splits from the root to the deepest leaf at most; 0 for no limit",
    "shrinkage": "factor on every leaf weight",
    "minSplitLoss": "what a split must gain, in units of twice the loss: the gain without its 1/2",
    "lambda_": "L2 penalty on leaf weights, 1/2 lambda w^2",
    "observationsPerTreeFraction": "share of the rows that a tree is grown on, drawn without replacement",
    "featuresPerNode": "how many features are drawn at every node; 0 for all",
    "minObservationsInLeafNode": "rows that each child must have",
    "memorySavingMode": "spare memory and take more time: the features are not kept sorted or binned beside "
    "the table",
    "engine": "seed of the engine of random numbers; the numbers themselves are different everywhere",
    "maxBins": "bins of a feature at most; for splitMethod inexact",
    "minBinSize": "rows of a bin at least; for splitMethod inexact",
}
ELSEWHERE = {
    "splitMethod": spelled(
        gbtlib=EXACT_OR_BINS, xgboost=EXACT_OR_BINS, lightgbm=ALWAYS_BINS, sklearn=ALWAYS_BINS
    ),
    "maxIterations": spelled("n_estimators", sklearn="max_iter"),
    "maxTreeDepth": spelled(
        gbtlib=Spelling("max_depth", words=UNLIMITED),
        xgboost=Spelling("max_depth", note="0 with tree_method hist only"),
        lightgbm=Spelling("max_depth", words={0: -1}, note="num_leaves must leave room: 2^depth"),
        sklearn=Spelling("max_depth", words=UNLIMITED, note="max_leaf_nodes must be None"),
    ),
    "shrinkage": spelled("learning_rate"),
    "minSplitLoss": spelled(
        gbtlib=Spelling("gamma", factor=0.5, note='charged while growing: pruning="pre"'),
        xgboost=Spelling("gamma", note="charged bottom up, after growing"),
        lightgbm="min_split_gain",
    ),
    "lambda_": spelled("reg_lambda", sklearn="l2_regularization"),
    "observationsPerTreeFraction": spelled(
        "subsample", lightgbm=Spelling("subsample", note="with subsample_freq=1"), sklearn=""
    ),
    "featuresPerNode": {
        "gbtlib": share("colsample_bynode"),
        "xgboost": share("colsample_bynode"),
        "lightgbm": share("feature_fraction_bynode"),
        "scikit-learn": share("max_features"),
    },
    "minObservationsInLeafNode": spelled(
        "min_samples_leaf",
        xgboost=Spelling("min_child_weight", note="a sum of hessians: rows for squared error only"),
        lightgbm="min_child_samples",
    ),
    "memorySavingMode": spelled(),
    "engine": spelled("random_state"),
    "maxBins": spelled(
        "max_bin", sklearn=Spelling("max_bins", most=255, note="at most 255, beside the bin of the missing")
    ),
    "minBinSize": spelled(gbtlib="min_bin_size", lightgbm="min_data_in_bin"),
}
ONEDAL_PARAMETERS = tuple(
    Parameter(name, *DEFAULTS[name], meaning, ELSEWHERE[name]) for name, meaning in MEANINGS.items()
)
BY_NAME = {each.name: each for each in ONEDAL_PARAMETERS}
BESIDE_ONEDAL = tuple(
    Parameter("", neutral, None, "", spelled(**dict(zip(SYSTEMS, names.split(), strict=True))))
    for names, neutral in {  # in the order of SYSTEMS, and gbtlib's value that asks for nothing
        "reg_alpha reg_alpha reg_alpha -": 0.0,
        "min_child_weight min_child_weight min_child_weight -": 0.0,
        "min_samples_split - - -": 2,
        "max_leaves max_leaves num_leaves max_leaf_nodes": None,
        "base_score base_score - -": None,
        "monotonic_cst monotone_constraints monotone_constraints monotonic_cst": None,
        "interaction_constraints interaction_constraints interaction_constraints interaction_cst": None,
        "booster booster boosting_type -": "gbtree",
        "rate_drop rate_drop drop_rate -": 0.0,
        "skip_drop skip_drop skip_drop -": 0.0,
        "one_drop one_drop - -": False,
        "normalize_type normalize_type - -": "tree",
        "early_stopping_rounds early_stopping_rounds early_stopping_round n_iter_no_change": None,
        "class_weight - class_weight class_weight": None,
    }.items()
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


ANSWERS: dict[str, dict[str, str]] = {
    "start of regression": {
        "the mean": "gbtlib xgboost sklearn",
        "the mean, inside the leaves of the first tree": "onedal lightgbm",
    },
    "start of classification": {
        "F = 0": "onedal",
        "the log odds; base_score=0.5 for F = 0": "gbtlib xgboost",
        "the log odds; boost_from_average=False for F = 0": "lightgbm",
        "the log odds": "sklearn",
    },
    "softmax: the hessian over p (1 - p)": {
        "2": "onedal xgboost",
        "hessian_scale: 2 unless given": "gbtlib",
        "K / (K - 1)": "lightgbm",
        "1": "sklearn",
    },
    "what a split gains": {
        "without the 1/2; minSplitLoss or more is enough": "onedal",
        "with the 1/2; must be more than gamma": "gbtlib",
        "without the 1/2; must be gamma or more": "xgboost",
        "without the 1/2; must be more than min_split_gain": "lightgbm",
        "without the 1/2; must be more than 0": "sklearn",
    },
    "threshold": {
        "a value of the rows, in float32; x <= a goes left": "onedal",
        "the middle between two values; x <= a goes left": "gbtlib",
        "exact: the middle, in float32; x < a goes left": "xgboost",
        "the border of a bin; x <= a goes left": "lightgbm sklearn",
    },
    "threads": {
        "all cores, unless its environment is told otherwise": "onedal",
        "from a million numbers on: n_jobs, 1 unless given; else 1": "gbtlib",
        "n_jobs, all cores unless given": "xgboost lightgbm",
        "all cores, unless OMP_NUM_THREADS says otherwise": "sklearn",
    },
    "monotone constraints": {
        "none": "onedal",
        "monotonic_cst; not with categories, nor for several classes": "gbtlib",
        "monotone_constraints": "xgboost lightgbm",
        "monotonic_cst; not for several classes": "sklearn",
    },
    "interaction constraints": {
        "none": "onedal",
        "interaction_constraints; a feature in no group stands alone": "gbtlib xgboost",
        "interaction_constraints; a feature in no group is left out": "lightgbm",
        "interaction_cst; a feature in no group stands alone": "sklearn",
    },
    "gradients": {
        "float32": "onedal xgboost lightgbm sklearn",
        "float64, summed as whole numbers": "gbtlib",
    },
}
CONVENTIONS = tuple(
    Convention(what, **{system: answer for answer, systems in told.items() for system in systems.split()})
    for what, told in ANSWERS.items()
)
