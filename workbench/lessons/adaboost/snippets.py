"""A round of AdaBoost as a few lines of Python: with gbtlib, and with scikit-learn. Pure, without streamlit.

Both snippets boost the lesson's own rows, wrong label included, and print the same lines about one round.
Parameters that have the library's default are left out.
"""

from __future__ import annotations

from typing import Any

from workbench.lessons.adaboost.adaboost_run import TEN, AdaSettings, pruning
from workbench.text.boosting_snippet import categorical_features

_ROWS = """\
{imports}
from workbench.data.held_out import training_rows

data = {data}
train, held_out = training_rows(data)  # the rows of the lesson
X, y = data.X[train], data.y[train].copy()
{wrong_label}"""

_PRINT = """
print(f"error {{error:.6g}}, tree weight {{weight:.6g}}")
print(f"training rows wrong in the vote of {number} rounds: {{(vote != y).sum()}}")
"""

_GBTLIB = """\
from gbtlib import AdaBoostClassifier
{rows}
model = AdaBoostClassifier({parameters}).fit(X, y)
round_ = model.trace_[{position}]
error, weight = round_.error, round_.tree_weight
vote = model.classes_[round_.votes.argmax(axis=1)]
"""

_SKLEARN = """\
from sklearn.ensemble import AdaBoostClassifier
from sklearn.tree import DecisionTreeClassifier
{rows}
trees = DecisionTreeClassifier({parameters})
model = AdaBoostClassifier(trees, n_estimators={number}, random_state=0).fit(X, y)
# Between equal gains scikit-learn chooses at random, gbtlib the first; later rounds may then differ.
error, weight = model.estimator_errors_[{position}], model.estimator_weights_[{position}]
vote = model.predict(X)
"""

_DEFAULTS = {
    **{"criterion": "gini", "min_samples_leaf": 1, "min_samples_split": 2, "ccp_alpha": 0.0},
    **{"purity_stop": None, "missing": "learn"},
}


def gbtlib_snippet(settings: AdaSettings, number: int) -> str:
    """Lines that boost up to a round with gbtlib and print its error, tree weight and vote."""
    given = {"n_estimators": number} | ({} if settings.max_depth == 1 else {"max_depth": settings.max_depth})
    given |= changed(settings, tuple(_DEFAULTS)) | categorical(settings)
    folds = {} if settings.ccp_folds is None else pruning(settings)
    return filled(_GBTLIB, settings, number, given | folds)


def sklearn_snippet(settings: AdaSettings, number: int) -> str | None:
    """The same with scikit-learn; None where it cannot, see `why_no_sklearn`."""
    if why_no_sklearn(settings):
        return None
    given: dict[str, Any] = {} if settings.max_depth is None else {"max_depth": settings.max_depth}
    given |= changed(settings, ("criterion", "min_samples_leaf", "min_samples_split", "ccp_alpha"))
    return filled(_SKLEARN, settings, number, given)


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


def filled(template: str, settings: AdaSettings, number: int, parameters: dict[str, Any]) -> str:
    """A template with the rows, the parameters and the round in it."""
    return (template + _PRINT).format(
        rows=rows(settings),
        parameters=", ".join(f"{name}={value!r}" for name, value in parameters.items()),
        number=number,
        position=number - 1,
    )


def rows(settings: AdaSettings) -> str:
    """The lines that make X and y."""
    if settings.data == TEN:
        imports, data = "from workbench.lessons.adaboost.adaboost_run import ten_rows", "ten_rows()"
    else:
        given = {"noise": settings.noise, "seed": settings.seed}
        more = "".join(f", {name}={value!r}" for name, value in given.items() if value)
        imports = "from workbench.data import load_dataset"
        data = f"load_dataset({settings.data!r}{more})"
    wrong = ""
    if settings.flipped is not None:
        wrong = f"y[train == {settings.flipped}] += 1  # the wrong label: the next class\n"
        wrong += "y %= len(data.class_names)\n"
    return _ROWS.format(imports=imports, data=data, wrong_label=wrong)
