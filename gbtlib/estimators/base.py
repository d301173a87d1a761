"""What every estimator can: tell and set its parameters, fit all or nothing, and check what it is given.

The parameters of an estimator are the fields of a dataclass, kept as they are given and checked in fit.
What scikit-learn's tools ask of an estimator beside that is in gbtlib.checks.scikit_learn.
"""

import inspect
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import InitVar, dataclass, fields
from html import escape
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar, dataclass_transform

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gbtlib.checks import validation
from gbtlib.checks.rules import RULES, Rule, TreeParams, by_name, check
from gbtlib.checks.scikit_learn import AtHome, asking, not_fitted
from gbtlib.checks.validation import (
    ClassWeight,
    check_index,
    check_labels,
    check_sample_weight,
    check_target,
    encode_labels,
)
from gbtlib.inputs.encoding import Features, learn_features
from gbtlib.metrics import accuracy, r_squared
from gbtlib.saved.models import write_model
from gbtlib.saved.trace import NotKept

RandomState = int | np.random.RandomState | np.random.Generator | None
TIMES = "class_weight times sample_weight"
SEEDS = 2**31  # numbers below it are drawn of a given state
SEED = Rule(whole=True, low=0, none_means="numpy's own state")


Kind = TypeVar("Kind", bound=type)


@dataclass_transform(kw_only_default=True, eq_default=False)
def estimator(kind: Kind) -> Kind:
    """A class whose fields are the parameters of an estimator, which it takes by their names alone."""
    with_fields: Kind = dataclass(kw_only=True, eq=False, repr=False)(kind)  # type: ignore[assignment]
    return by_name(with_fields)


class Estimator(AtHome):
    """An estimator with scikit-learn's habits: its parameters are the keywords of its constructor.

    task: "regression" or "classification".
    Learned by every fit: features_ (what the columns hold, with their names), n_features_in_, and of a table,
    as in scikit-learn, feature_names_in_ (n_features,).
    """

    Params: ClassVar[type[TreeParams]] = TreeParams
    params_: Any
    categorical_features: Sequence[int | str] | None
    features_: Features
    columns_: Any
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]

    @classmethod
    def parameter_names(cls) -> tuple[str, ...]:
        """The names of the parameters, in the order of the signature; other names of them are left out."""
        return tuple(field.name for field in fields(cls))  # type: ignore[arg-type]

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters by name, as they were given."""
        return {name: getattr(self, name) for name in self.parameter_names()}

    def set_params(self, **params: Any) -> Self:
        """Set parameters by name. Errors: ValueError for a name that does not exist."""
        validation.check_known(params, tuple(inspect.signature(type(self)).parameters))
        for name, value in params.items():
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        """A call that makes this estimator: the parameters that differ from the defaults."""
        changed = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._changed_parameters())
        return f"{type(self).__name__}({changed})"

    def _repr_html_(self) -> str:
        """What a notebook shows: the call, whether it is fitted, and every parameter, changed ones bold."""
        fitted = f"fitted to {self.n_features_in_} features" if self._is_fitted() else "not fitted"
        changed, lines = self._changed_parameters(), []
        for name, value in self.get_params().items():
            shown = f"<b>{escape(repr(value))}</b>" if name in changed else escape(repr(value))
            lines.append(f"<tr><td>{name}</td><td>{shown}</td></tr>")
        summary = f"<summary><code>{escape(repr(self))}</code>, {fitted}</summary>"
        return f"<details>{summary}<table>{''.join(lines)}</table></details>"

    def save(self, path: str | Path) -> None:
        """Write what was learned to a file of JSON, which gbtlib.load reads; see gbtlib.saved.

        The training rows are not in it. Errors: ValueError before fit, or for a parameter or a category that
        JSON cannot hold, by name; nothing is written then.
        """
        self._check_fitted()
        write_model(self, path)

    @property
    @abstractmethod
    def feature_importances_(self) -> NDArray[np.float64]:
        """How much each feature was used, as shares of the gain: (n_features,), adding up to 1."""

    def _changed_parameters(self) -> list[str]:
        defaults = inspect.signature(type(self)).parameters
        names = self.parameter_names()
        return [name for name in names if repr(getattr(self, name)) != repr(defaults[name].default)]

    def _fit_anew(self, *given: Any) -> Self:
        """Fit a copy and take over what it has learned, so that a fit that fails leaves what was there."""
        fresh: Any = type(self)(**self.get_params())
        if getattr(self, "warm_start", False):
            vars(fresh).update(vars(self))
        fresh._fit(*given)
        vars(self).pop("feature_names_in_", None)  # an array has none
        vars(self).update(vars(fresh))
        return self

    def _goes_on(self) -> bool:
        """Whether a fit goes on after the trees that there are."""
        return getattr(self, "warm_start", False) and "trace_" in vars(self)

    def _grown_by(self, **other: Any) -> Any:
        """How the trees are grown: the parameters by these names, and others in their place.

        Errors: ValueError for a parameter out of range, of those that say nothing of trees, too.
        """
        for name in self.parameter_names():
            if name in RULES and name not in other:
                check(name, getattr(self, name), RULES[name])
        names = {field.name for field in fields(self.Params)} & set(self.parameter_names())
        return self.Params(**{name: getattr(self, name) for name in names} | other)

    def _learn_X(self, X: ArrayLike) -> NDArray[np.float64]:
        if self._goes_on():
            return self._checked_X(X)
        self.features_ = learn_features(X, self.categorical_features)
        values: NDArray[np.float64] = self.features_.encode(X)
        self.n_features_in_ = self.features_.n_features
        if self.features_.named:
            self.feature_names_in_ = np.array(self.features_.names, dtype=object)
        return values

    def _row_weight(self, sample_weight: ArrayLike | None, target: NDArray[Any]) -> Any:
        """What each training row weighs, (n_samples,), or None where all weigh 1."""
        return check_sample_weight(sample_weight, len(target))

    @abstractmethod
    def _learn_target(self, y: ArrayLike, n_samples: int) -> NDArray[Any]:
        """The training target as trees want it: numbers, or the numbers of classes."""

    @abstractmethod
    def _as_target(self, y: ArrayLike, n_samples: int, name: str) -> NDArray[Any]:
        """Another target, in the terms of the training target."""

    def _checked_X(self, X: ArrayLike, name: str = "X") -> NDArray[np.float64]:
        self._check_fitted()
        values: NDArray[np.float64] = self.features_.encode(X, name=name)
        return values

    def _is_fitted(self) -> bool:
        return hasattr(self, "n_features_in_")

    def _check_fitted(self) -> None:
        if not self._is_fitted():
            raise not_fitted(f"this {type(self).__name__} has learned nothing yet: call fit first")

    def _check_rows(self) -> None:
        """Errors: ValueError for a model that is not fitted, or that has no training rows to look at."""
        self._check_fitted()
        if "columns_" not in vars(self):
            rule = "which are not kept; fit with trace='full'"
            raise ValueError(f"this needs the training rows of the {type(self).__name__}, {rule}")
        if self.columns_.n_samples == 0:
            rule = "call fit; trees that were given and models that were loaded have none"
            raise ValueError(f"this {type(self).__name__} has no training rows to look at: {rule}")


class Regressor(Estimator):
    """An estimator of numbers."""

    task = "regression"

    def score(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        """R squared of the prediction for X (n, n_features) and y (n,); see gbtlib.metrics.r_squared."""
        prediction = self.predict(X)
        weight = check_sample_weight(sample_weight, len(prediction))
        return r_squared(check_target(y, len(prediction)), prediction, weight)

    @abstractmethod
    def predict(self, X: ArrayLike) -> NDArray[np.float64]:
        """The prediction for each row of X (n, n_features): (n,)."""

    def _learn_target(self, y: ArrayLike, n_samples: int) -> NDArray[Any]:
        return check_target(y, n_samples)

    def _as_target(self, y: ArrayLike, n_samples: int, name: str) -> NDArray[Any]:
        return check_target(y, n_samples, name=name)


class Labelled:
    """What has learned labels: classes_, sorted."""

    classes_: NDArray[Any]


@estimator
class Classifier(Labelled, Estimator):
    """An estimator of classes.

    class_weight: what the rows of a class weigh, times their own weight: a dictionary by label, "balanced"
        for classes that weigh the same, or None for 1; see gbtlib.checks.validation.weights_of_classes.
    Learned by every fit, too: classes_, the labels, sorted.
    """

    task = "classification"
    fewest_classes: ClassVar[int] = 1
    class_weight: ClassWeight = None
    set_predict_proba_request = asking("predict_proba")

    def predict_log_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """The natural logarithm of the probability of each class: (n, K), -inf for 0."""
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(self.predict_proba(X)))

    @abstractmethod
    def predict_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """The probability of each class, in the order of classes_: (n, K)."""

    def _learn_target(self, y: ArrayLike, n_samples: int) -> NDArray[Any]:
        """The number of each label's class, and classes_; which stay where a fit goes on."""
        labels = check_labels(y, n_samples)
        if not self._goes_on():
            self.classes_ = np.unique(labels)
        if len(self.classes_) < self.fewest_classes:
            raise ValueError(f"y has one class only, {self.classes_[0]!s}; it must have at least two")
        return encode_labels(labels, self.classes_)

    def _as_target(self, y: ArrayLike, n_samples: int, name: str) -> NDArray[Any]:
        return encode_labels(check_labels(y, n_samples, name=name), self.classes_, name=name)

    def _heaviest(self, by_class: NDArray[np.float64]) -> NDArray[Any]:
        """The label of the largest number in each row (n, K), the first of equals: (n,)."""
        labels: NDArray[Any] = self.classes_[by_class.argmax(axis=1)]
        return labels

    def _row_weight(self, sample_weight: ArrayLike | None, target: NDArray[Any]) -> Any:
        weight = check_sample_weight(sample_weight, len(target))
        of_classes = validation.weights_of_classes(self.class_weight, self.classes_, target)
        if of_classes is None:
            return weight
        of_rows = of_classes[target]
        return check_sample_weight(of_rows if weight is None else of_rows * weight, len(target), TIMES)

    def score(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        """Share of the rows of X (n, n_features) whose label in y (n,) is predicted, by weight."""
        prediction = self.predict(X)
        weight = check_sample_weight(sample_weight, len(prediction))
        labels = check_labels(y, len(prediction))
        return accuracy(labels.astype(str) if prediction.dtype.kind == "U" else labels, prediction, weight)

    @abstractmethod
    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The label of each row of X (n, n_features): (n,)."""


@estimator
class Ensemble(NotKept, Estimator):
    """An estimator of many trees, which draws.

    warm_start: whether fit goes on after the trees that there are, to n_estimators in all, as in
        scikit-learn: on the same rows it ends where one fit does. Categories, classes and draws stay.
    trace: what is kept of them, see gbtlib.saved.trace: "full", "trees" or "none".
    random_state: decides what is drawn. A whole number: every fit draws the same; a numpy RandomState or
        Generator: every fit draws a number of it to begin with; None: of numpy's own state, as in
        scikit-learn. seed: another name of it.
    """

    n_estimators: int = 100
    warm_start: bool = False
    trace: str = "trees"
    random_state: RandomState = 0
    seed: InitVar[RandomState] = None

    def __post_init__(self, seed: RandomState) -> None:
        if seed is not None:
            self.random_state = seed

    def _begun(self, what: str = "rounds") -> list[Any]:
        """The trees, or rounds of them, that a fit goes on after. Errors: ValueError for a smaller number."""
        done = list(vars(self)["trace_"]) if self._goes_on() else []
        if self.n_estimators < len(done):
            rule = f"must be at least {len(done)}, the {what} that there are, with warm_start"
            raise ValueError(f"n_estimators={self.n_estimators!r} {rule}")
        return done

    def _first(self, name: str, given: int | None, most: int) -> int:
        """How many of the first rounds or trees are asked; None for all. Errors: ValueError, by its name."""
        if given is None:
            return most
        check_index(name, given, 1, most)
        return int(given)

    def _seed(self) -> int:
        """The number that a fit draws by, which stays where one goes on."""
        return self.params_.seed if self._goes_on() else seed_of(self.random_state)


def other_name(name: str) -> Any:
    """An attribute that is another name of a parameter."""
    return property(lambda self: getattr(self, name), lambda self, value: setattr(self, name, value))


Ensemble.seed = other_name("random_state")  # type: ignore[attr-defined]


def seed_of(random_state: RandomState) -> int:
    """The number that one fit draws by; see Ensemble. Errors: ValueError for anything else."""
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(SEEDS))
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(SEEDS))
    check("random_state", random_state, SEED)
    return int(np.random.randint(SEEDS) if random_state is None else random_state)
