"""A round of AdaBoost as a few lines of Python: with gbtlib, and with scikit-learn. Pure, without streamlit.

Both snippets boost the lesson's own rows, wrong label included, and print the same lines about one round.
Parameters that have the library's default are left out.
"""

from typing import Any

import numpy as np

from workbench.data.catalogue import load_dataset
from workbench.data.held_out import training_rows
from workbench.lessons.adaboost.adaboost_run import TEN, AdaSettings, labels, pruning, ten_rows
from workbench.text.boosting_snippet import categorical_features
from workbench.text.data_snippet import data_lines, rows_lines
from workbench.text.templates import templates

_LINES = templates(__file__)

_DEFAULTS = {
    **{"criterion": "gini", "min_samples_leaf": 1, "min_samples_split": 2, "ccp_alpha": 0.0},
    **{"purity_stop": None, "missing": "learn"},
}


def gbtlib_snippet(settings: AdaSettings, number: int) -> str:
    """Lines that boost up to a round with gbtlib and print its error, tree weight and vote."""
    given = {"n_estimators": number} | ({} if settings.max_depth == 1 else {"max_depth": settings.max_depth})
    given |= changed(settings, tuple(_DEFAULTS)) | categorical(settings)
    folds = {} if settings.ccp_folds is None else pruning(settings)
    lines = rows(settings, "from gbtlib import AdaBoostClassifier")
    return filled(_LINES["gbtlib"], lines, number, given | folds | {"trace": "full"})


def sklearn_snippet(settings: AdaSettings, number: int) -> str | None:
    """The same with scikit-learn; None where it cannot, see `why_no_sklearn`."""
    if why_no_sklearn(settings):
        return None
    given: dict[str, Any] = {} if settings.max_depth is None else {"max_depth": settings.max_depth}
    given |= changed(settings, ("criterion", "min_samples_leaf", "min_samples_split", "ccp_alpha"))
    lines = rows(
        settings,
        "from sklearn.ensemble import AdaBoostClassifier",
        "from sklearn.tree import DecisionTreeClassifier",
    )
    return filled(_LINES["sklearn"], lines, number, given)


def why_no_sklearn(settings: AdaSettings) -> str:
    """Why scikit-learn cannot do the same, in a sentence; "" where it can."""
    if categorical(settings):
        return "scikit-learn's trees know no categories."
    if settings.purity_stop is None and settings.ccp_folds is None:
        return ""
    return "scikit-learn has no purity_stop, and does not prune by cross-validation in a round."


def categorical(settings: AdaSettings) -> dict[str, Any]:
    """The parameter that names the columns of categories; nothing where there are none."""
    return {} if settings.data == TEN else categorical_features(settings.data)


def changed(settings: AdaSettings, names: tuple[str, ...]) -> dict[str, Any]:
    """The parameters of some names that are not the default."""
    return {name: getattr(settings, name) for name in names if getattr(settings, name) != _DEFAULTS[name]}


def filled(template: str, lines: str, number: int, parameters: dict[str, Any]) -> str:
    """A template with the lines of the rows, the parameters and the round in it."""
    return (template + _LINES["print"]).format(
        rows=lines,
        parameters=", ".join(f"{name}={value!r}" for name, value in parameters.items()),
        number=number,
        position=number - 1,
    )


def rows(settings: AdaSettings, *imports: str) -> str:
    """The lines that make X and y of the training rows, the wrong label included, after imports."""
    if settings.data == TEN:
        data, lines = ten_rows(), rows_lines(ten_rows())
    else:
        data = load_dataset(settings.data, noise=settings.noise, seed=settings.seed)
        lines = data_lines(settings.data, settings.noise, settings.seed)
    wrong = ""
    if settings.flipped is not None:
        train, _ = training_rows(data)
        position = int(np.flatnonzero(train == settings.flipped)[0])
        code = int(labels(data, train, settings.flipped)[position])
        wrong = f"y[{position}] = {code}  # the wrong label: the next class\n"
    return lines.after(*imports) + wrong
