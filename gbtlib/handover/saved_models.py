"""load: a model that an estimator's save has written."""

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.losses import Loss
from gbtlib.estimators.adaboost import AdaBoostClassifier
from gbtlib.estimators.base import Ensemble, Estimator
from gbtlib.estimators.decision_trees import DecisionTreeClassifier, DecisionTreeRegressor
from gbtlib.estimators.gradient_boosting import GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.estimators.random_forest import RandomForestClassifier, RandomForestRegressor
from gbtlib.inputs.encoding import Features
from gbtlib.inputs.table_columns import sort_columns
from gbtlib.saved.models import FORMAT, FORMAT_VERSION, KINDS
from gbtlib.saved.part import Part
from gbtlib.saved.trees import Data
from gbtlib.saved.values import array_of, made, single_of, value_of
from gbtlib.version import __version__

ESTIMATORS: dict[str, type[Any]] = {
    kind.__name__: kind
    for kind in (
        *(GradientBoostingRegressor, GradientBoostingClassifier, DecisionTreeRegressor),
        *(DecisionTreeClassifier, RandomForestRegressor, RandomForestClassifier, AdaBoostClassifier),
    )
}


def load(path: str | Path, *, loss: Loss | None = None) -> Any:
    """The fitted estimator that its method `save` wrote to a file: one of gbtlib's seven.

    It predicts to the last bit as it did, and has its parameters, names, classes and importances. It has no
    training rows, so that it cannot list candidates.
    loss: the loss itself, where the model was fitted with one of your own; its code is not in the file.
    Errors: ValueError for a file that is damaged, of another kind or of a later version, with the place and
    the rule; OSError for one that cannot be read. Nothing in a file is ever run.
    """
    try:
        document = json.loads(Path(path).read_bytes().decode("utf-8"), parse_constant=refuse_constant)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is not a model that gbtlib saved, or it is damaged: {error}") from None
    check_format(document, path)
    try:
        return model_of(Part(document, "model"), loss)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is damaged, or of a later version: {error}") from None


def refuse_constant(name: str) -> Any:
    """Errors: ValueError for NaN and Infinity, which JSON does not have."""
    raise ValueError(f"{name} is no number of JSON")


def check_format(document: Any, path: str | Path) -> None:
    """Errors: ValueError for what is no saved model, or of a later format."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError(f"{path} is not a model that gbtlib saved: it lacks format {FORMAT!r}")
    version = document.get("format_version")
    if type(version) is not int or version < 1:
        raise ValueError(f"{path} has format_version={version!r}; it must be a whole number, 1 at least")
    if version > FORMAT_VERSION:
        reads = f"gbtlib {__version__} reads versions up to {FORMAT_VERSION}; a later gbtlib is needed"
        raise ValueError(f"{path} has format_version={version}: {reads}")


def model_of(part: Part, own: Loss | None) -> Estimator:
    """The estimator of a whole file. Errors: ValueError with the place and the rule."""
    name = part["estimator"].text()
    if name not in ESTIMATORS:
        raise part["estimator"].fault(f"one of {', '.join(ESTIMATORS)}")
    kind = ESTIMATORS[name]
    given = {key: value_of(part["parameters"][key], own) for key in part["parameters"].object()}
    unknown = [key for key in given if key not in kind.parameter_names()]
    if unknown:
        raise ValueError(f"parameters has {unknown[0]!r}, which {name} of this version does not know")
    model: Estimator = kind(**given)
    features = features_of(part["features"])
    learned: dict[str, Any] = {
        "params_": made(kind.Params, part["tree_parameters"], part["tree_parameters"].object()),
        "features_": features,
        "n_features_in_": features.n_features,
    }
    if not isinstance(model, Ensemble):
        learned["columns_"] = sort_columns(np.empty((0, features.n_features)))
    if features.named:
        learned["feature_names_in_"] = np.array(features.names, dtype=object)
    n_classes = None
    if model.task == "classification":
        learned["classes_"] = classes_of(part["classes"])
        n_classes = len(learned["classes_"])
    data = Data(features.n_features, features.n_categories, n_classes)
    vars(model).update(learned | KINDS[name].read(part["learned"], data, own))
    return model


def features_of(part: Part) -> Features:
    """What the columns hold."""
    names = tuple(each.text() for each in part["names"].entries())
    if not names:
        raise part["names"].fault("a list of one name at least")
    categories = tuple(
        None if known.value is None else tuple(map(single_of, known.entries()))
        for known in part["categories"].entries(len(names))
    )
    absent = part["absent"].value
    if absent not in (None, "zero", "missing") or (absent and any(known is not None for known in categories)):
        raise part["absent"].fault("null, or where no feature has categories 'zero' or 'missing'")
    return Features(names, categories, absent, part["named"].truth())


def classes_of(part: Part) -> NDArray[Any]:
    """The labels, ascending."""
    classes = array_of(part)
    try:
        ascending = len(classes) > 0 and np.array_equal(np.unique(classes), classes)
    except TypeError:  # labels of several types have no order
        ascending = True
    if not ascending:
        raise part["values"].fault("labels in ascending order, each once")
    return classes
