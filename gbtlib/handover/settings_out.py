"""Settings of our boosting as XGBoost, LightGBM, scikit-learn and oneDAL take them, and what has no equal."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from gbtlib.estimators.boosting import BINNING, GradientBoosting
from gbtlib.estimators.gradient_boosting import named_loss
from gbtlib.handover import lightgbm_file, xgboost_file
from gbtlib.handover.names import (
    BESIDE_ONEDAL,
    DEEPER_THAN_ANY,
    MOST_BINS,
    ONEDAL_PARAMETERS,
    TITLES,
    Parameter,
    Spelling,
    hessian_of_softmax,
)
from gbtlib.handover.onedal import ALWAYS, leaves_of
from gbtlib.losses.named import Huber

LOSSES_THERE: dict[str, dict[str, str]] = {
    "xgboost": xgboost_file.OBJECTIVES | {"quantile": "reg:quantileerror"},
    "lightgbm": {name: told.split()[0] for name, told in lightgbm_file.OBJECTIVES.items()},
    "scikit-learn": {name: name for name in ("squared_error", "absolute_error", "quantile")}
    | dict.fromkeys(("logistic", "softmax"), "log_loss"),
    "onedal": {"squared_error": "mse", "logistic": "crossEntropy", "softmax": "crossEntropy"},
}
OBJECTIVE = {"xgboost": "objective", "lightgbm": "objective", "scikit-learn": "loss", "onedal": "loss"}
ESTIMATORS = {"xgboost": "XGB", "lightgbm": "LGBM", "scikit-learn": "HistGradientBoosting"}
UNIT_HESSIAN = ("squared_error", "absolute_error", "quantile", "huber")
RENEWED = ("absolute_error", "quantile")
OF_QUANTILE = {"xgboost": "quantile_alpha", "lightgbm": "alpha", "scikit-learn": "quantile"}
SCALED = {"learning_rate": 1, "reg_lambda": 1, "min_child_weight": 1, "gamma": -1}
"""By which power of their hessian over ours: then -rate G / (H + lambda) and what a split gains are equal."""
NEUTRAL = {"gamma": 0.0, "subsample": 1.0, "colsample_bynode": 1.0, "min_samples_leaf": 1, "min_bin_size": 1}
NEVER_THEIRS = ("min_child_weight",)  # at its neutral value not their default
ZERO_AT = {"squared_error": 0.0, "absolute_error": 0.0, "logistic": 0.5, "softmax": 0.5}


@dataclass(frozen=True)
class SettingsThere:
    """Settings as another system takes them.

    estimator: the class that takes the keywords. params: these.
    lost: sentences on what has no equal there. Without any it grows our trees, but for rounding and for which
    of equal cuts is taken. notes: sentences on what is said otherwise there, or is to be done beside.
    """

    estimator: str
    params: Mapping[str, Any]
    lost: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def settings_there(
    model: GradientBoosting, system: str, n_classes: int = 2, n_features: int | None = None
) -> SettingsThere:
    """The settings of a gradient boosting estimator in another system.

    What has a name there is given, so that no default of theirs is left to act. Where gains have no 1/2,
    gamma is doubled; where softmax has another hessian, what it is weighed against is scaled with it.
    n_classes: of a classifier that is not fitted. n_features: of a model that is not, where it is asked for.
    Errors: ValueError for another kind of model, or a loss of another task, or one that the system has not.
    """
    if not isinstance(model, GradientBoosting):
        raise ValueError(f"{type(model).__name__} is no estimator of gradient boosting")
    classes = getattr(model, "classes_", None)
    n_features = getattr(model, "n_features_in_", n_features)
    given = Carrier(model, system, n_classes if classes is None else len(classes), n_features)
    for names in (*ONEDAL_PARAMETERS, *BESIDE_ONEDAL):
        given.carry(names)
    for rule in (of_loss, of_bins, of_leaves, of_start, of_growing, of_draws, of_features, of_stopping):
        rule(given)
    kind = "Classifier" if model.task == "classification" else "Regressor"
    estimator = f"{ESTIMATORS[system]}{kind}" if system in ESTIMATORS else f"gbt_{model.task}_training"
    return SettingsThere(estimator, given.params, tuple(given.lost), tuple(given.notes))


to_xgboost_params = partial(settings_there, system="xgboost")  # for XGBRegressor, XGBClassifier
to_lightgbm_params = partial(settings_there, system="lightgbm")  # for LGBMRegressor, LGBMClassifier
to_sklearn_params = partial(settings_there, system="scikit-learn")  # for those of HistGradientBoosting
to_onedal_params = partial(settings_there, system="onedal")  # by oneDAL's own names


class Carrier:
    """What is being carried to a system, and what has been."""

    def __init__(self, model: Any, system: str, n_classes: int, n_features: int | None) -> None:
        """Errors: ValueError for a loss of another task, or one that the system has not."""
        self.model, self.system, self.n_features = model, system, n_features
        self.title, self.exact = TITLES[system], model.tree_method == "exact"
        of_classes = "logistic" if n_classes == 2 else "softmax"
        usual = of_classes if model.task == "classification" else "squared_error"
        if model.loss is None or (model.loss == "softmax" and model.task == "classification"):
            self.loss = model.loss or usual
        else:
            self.loss = named_loss(model.loss, model.task).name
        known = LOSSES_THERE[system]
        if self.loss not in known:
            raise ValueError(f"loss {self.loss!r} is none of {self.title}'s; there are {', '.join(known)}")
        self.hessian = 1.0
        if self.loss == "softmax":
            ours = getattr(model.loss, "hessian_scale", 2.0)
            self.hessian = hessian_of_softmax(system, n_classes) / ours
        self.params: dict[str, Any] = {OBJECTIVE[system]: known[self.loss], **ALWAYS.get(system, {})}
        self.lost: list[str] = []
        self.notes: list[str] = []

    def value(self, name: str) -> Any:
        """Of our parameter, with features by number where the model is fitted."""
        learned = getattr(self.model, "params_", None)
        by_number = name in ("monotonic_cst", "interaction_constraints") and learned is not None
        return getattr(learned if by_number else self.model, name, None)

    def lose(self, name: str, why: str = "") -> None:
        """Say of a parameter that it has no equal."""
        reason = f": {why}" if why else ""
        self.lost.append(f"{name}={self.value(name)!r} has no equal in {self.title}{reason}.")

    def carry(self, parameter: Parameter) -> None:
        """One parameter to its name there."""
        ours, theirs = parameter.spelling("gbtlib"), parameter.spelling(self.system)
        name, called = ours.name, theirs.name
        if name is None or name == "base_score" or (self.exact and name in BINNING[1:]):
            return
        value = self.value(name)
        neutral = parameter.default if not parameter.name else NEUTRAL.get(name, value)
        if not called:
            if value != neutral:
                self.lose(name)
        elif not parameter.name:
            if value != neutral or name in NEVER_THEIRS:
                self.params[called] = self.scaled(name, value)
        else:
            plain = self.plain(ours, name, value)
            self.params[called] = plain if theirs.is_share else theirs.value(plain, self.n_features)

    def scaled(self, name: str, value: Any) -> Any:
        """Our value beside their hessian."""
        return value * self.hessian ** SCALED[name] if name in SCALED else value

    def plain(self, ours: Spelling, name: str, value: Any) -> Any:
        """Our value in oneDAL's terms; a share of the features stays one but for oneDAL itself."""
        if ours.is_share:
            return self.features_of(name, value) if self.system == "onedal" else value
        for word, said in ours.words.items():
            if said == value and type(said) is type(value):
                return word
        found = self.scaled(name, value)
        return found / ours.factor if ours.factor != 1 else found

    def features_of(self, name: str, share: float) -> int:
        """How many features a share is, as they are drawn here; 0 for all."""
        if share == 1:
            return 0
        if self.n_features is None:
            raise ValueError(f"{name}={share!r} needs n_features")
        return max(1, round(share * self.n_features))


def of_loss(given: Carrier) -> None:
    """What the loss says beside its name."""
    if given.hessian != 1:
        times = f"{given.hessian:.4g} times our hessian"
        given.notes.append(f"{given.title}'s softmax has {times}: {', '.join(SCALED)} are scaled with it.")
    if given.loss in RENEWED:
        given.lost.append(f"loss={given.loss!r} renews leaves by another rule in {given.title}.")
    if given.loss == "quantile":
        loss = given.model if given.model.loss == "quantile" else given.model.loss
        given.params[OF_QUANTILE[given.system]] = loss.alpha
    if given.loss == "huber":
        given.params["alpha"] = getattr(given.model.loss, "delta", Huber.delta)
        given.lost.append(f"loss='huber' starts at the mean in {given.title}.")


def of_bins(given: Carrier) -> None:
    """Cuts between all values, or between bins."""
    model, params = given.model, given.params
    if given.system == "xgboost" and model.max_depth is None:
        params["max_depth"] = DEEPER_THAN_ANY if given.exact else 0
    bins = {"lightgbm": {"max_bin": MOST_BINS, "min_data_in_bin": 1}, "scikit-learn": {"max_bins": MOST_BINS}}
    if given.system in bins and given.exact:
        params |= bins[given.system]
        few = f"the cuts are ours where a feature has at most {MOST_BINS} values"
        given.notes.append(f"tree_method='exact': {given.title} always has bins; {few}.")
    if not given.exact:
        given.notes.append(f"tree_method='hist': {given.title} puts the borders of its bins elsewhere.")


def of_leaves(given: Carrier) -> None:
    """Limits to the number of leaves, and of rows in them."""
    model, params, title = given.model, given.params, given.title
    if given.system == "lightgbm":
        params["num_leaves"] = leaves_of(model.max_depth) if model.max_leaves is None else model.max_leaves
    if model.max_leaves is not None and given.system == "xgboost" and given.exact:
        del params["max_leaves"]
        given.lose("max_leaves", "only its histogram search has it")
    elif model.max_leaves is not None and given.system == "xgboost":
        params["grow_policy"] = model.grow_policy
    elif model.max_leaves is not None and given.system != "onedal" and model.grow_policy == "depthwise":
        given.lose("grow_policy", "it splits the node with the largest gain first")
    if given.system == "xgboost":
        rows = model.min_samples_leaf
        params["min_child_weight"] = given.value("min_child_weight") * given.hessian
        if given.loss in UNIT_HESSIAN and rows > 1:
            params["min_child_weight"] = max(params["min_child_weight"], rows)
            given.notes.append(f"min_samples_leaf={rows}: {title} counts hessians, which are 1 a row here.")
        elif rows > 1:
            given.lose("min_samples_leaf", "min_child_weight counts hessians, not rows")


def of_start(given: Carrier) -> None:
    """The prediction before the first round."""
    start, zero = given.model.base_score, ZERO_AT.get(given.loss)
    is_zero = start is not None and (start == zero or given.loss == "softmax")
    if given.system == "onedal":
        if given.model.task == "classification" and not is_zero:
            given.lose("base_score", "it starts at F = 0")
        elif given.model.task == "regression" and start is not None:
            given.lose("base_score", "it starts at the mean")
    elif start is None:
        return
    elif given.system == "xgboost":
        given.params["base_score"] = start
    elif given.system == "lightgbm" and is_zero:
        given.params["boost_from_average"] = False
    else:
        given.lose("base_score", "it starts at the best constant")


def of_growing(given: Carrier) -> None:
    """Which cuts are taken, and what a split stores."""
    model, on_rows = given.model, "rows that it was trained on go the same way"
    if model.gamma > 0 and given.system == "lightgbm":
        again = "does not ask a feature again below a node where no cut of it gains so much"
        given.lost.append(f"gamma={model.gamma!r}: LightGBM {again}.")
    is_post, is_onedal = given.system == "xgboost" and given.exact, given.system == "onedal"
    if model.pruning != ("post" if is_post else "pre") and (model.gamma > 0 or model.pruning == "full"):
        given.lose("pruning", "it prunes by gamma afterwards" if is_post else "no split is taken back")
    if model.missing != ("left" if is_onedal else "learn"):
        given.lose("missing", "" if is_onedal else "fill the gaps with a value below all others")
    if model.threshold != ("observed" if is_onedal else "midpoint"):
        given.lose("threshold", on_rows)


def of_draws(given: Carrier) -> None:
    """What is drawn at random."""
    if given.model.colsample_bynode < 1 and given.system == "xgboost" and given.exact:
        del given.params["colsample_bynode"]
        given.lose("colsample_bynode", "its exact search draws none")
    for name, what in (("subsample", "rows"), ("colsample_bynode", "features"), ("rate_drop", "rounds")):
        value = getattr(given.model, name)
        lost = any(each.startswith(f"{name}=") for each in given.lost)
        if value != (0.0 if name == "rate_drop" else 1.0) and not lost:
            given.lost.append(f"{name}={value!r} draws other {what} in {given.title}.")


def of_features(given: Carrier) -> None:
    """Categories and constraints."""
    model, params = given.model, given.params
    if model.categorical_features:
        if given.system == "scikit-learn":
            params["categorical_features"] = list(model.categorical_features)
        if given.system == "xgboost" and given.n_features is not None:
            kinds = ["c" if j in model.categorical_features else "q" for j in range(given.n_features)]
            params |= {"tree_method": "hist", "enable_categorical": True, "feature_types": kinds}
        if given.system == "lightgbm":
            given.notes.append(
                "categorical_features: LightGBM takes them in its fit, as categorical_feature."
            )
        given.lose("categorical_features", "it parts categories by rules of its own, or takes none")
    groups = params.get("interaction_constraints")
    if groups is not None and given.system == "lightgbm":
        alone = set(range(given.n_features or 0)) - {feature for group in groups for feature in group}
        params["interaction_constraints"] = [*map(list, groups), *([feature] for feature in sorted(alone))]
    if groups is not None and given.system == "xgboost":  # which takes anything but a text for names
        params["interaction_constraints"] = str([list(group) for group in groups])
    if given.value("monotonic_cst") is not None and given.system in ("lightgbm", "scikit-learn"):
        given.lost.append(f"monotonic_cst: {given.title} bounds the leaves by another rule.")


def of_stopping(given: Carrier) -> None:
    """Early stopping."""
    if given.model.early_stopping_rounds is None:
        return
    if given.system == "scikit-learn":
        given.params |= {"early_stopping": True, "validation_fraction": given.model.validation_fraction}
    rows = f"rows to stop by are given to {given.title}'s fit, or drawn by it"
    given.notes.append(f"early_stopping_rounds: {rows}.")
