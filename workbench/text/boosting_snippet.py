"""What is on the screen as a few lines of Python: with gbtlib, and with XGBoost. Pure, without streamlit.

Both snippets boost the lesson's own rows up to the round that is shown (later rounds do not change it) and
print the same three lines about one node, so that they can be compared with the screen and with each other.
Parameters that have the library's default are left out.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from gbtlib import Tree
from gbtlib.core.params import BoostingParams
from gbtlib.losses.named import LOSSES
from workbench.data.catalogue import DATASETS, load_dataset
from workbench.models.settings import USUAL, Settings, losses_for
from workbench.text.data_snippet import data_lines, names_lines, text_of
from workbench.text.losses import LossWords, words_of
from workbench.text.templates import templates

XGBOOST_DEFAULTS = {
    "learning_rate": 0.3,
    "max_depth": 6,
    "reg_lambda": 1.0,
    "reg_alpha": 0.0,
    "gamma": 0.0,
    "min_child_weight": 1.0,
}

_LINES = templates(__file__)


def gbtlib_snippet(
    settings: Settings, number: int, k: int = 0, node: int = 0, imports: tuple[str, ...] = ()
) -> str:
    """Lines that boost up to round `number` with gbtlib and print node `node` of its tree (of class k).

    imports: lines of what further lines need.
    """
    return _gbtlib(settings, number, (k, node), imports, unseen=False)


def figure_snippet(settings: Settings, number: int, k: int = 0, node: int = 0) -> str:
    """The same with a Plotly figure: the curve among the rows for one feature, else the losses."""
    data = load_dataset(settings.data, noise=settings.noise, seed=settings.seed)
    if data.task == "regression" and len(data.feature_names) == 1:
        names = {"feature": str(data.feature_names[0]), "target": data.target_name}
        lines = _LINES["curve"].format(number=number, **{key: text_of(name) for key, name in names.items()})
        return _gbtlib(settings, number, (k, node), unseen=False) + _LINES["figure"].format(lines=lines)
    lines = _gbtlib(settings, number, (k, node), unseen=True)
    has_unseen = "X_unseen" in lines  # rows by hand have none
    losses = _LINES["losses"].format(unseen=_LINES["unseen"] * has_unseen)
    return lines + _LINES["figure"].format(lines=losses)


def _gbtlib(
    settings: Settings, number: int, place: tuple[int, int], imports: tuple[str, ...] = (), *, unseen: bool
) -> str:
    """The lines without a figure. place: class and node. unseen: whether X_unseen and y_unseen are made."""
    k, node = place
    parameters = gbtlib_parameters(settings, number) | categorical_features(settings.data)
    is_regression = DATASETS[settings.data].task == "regression"
    estimator = "GradientBoostingRegressor" if is_regression else "GradientBoostingClassifier"
    rows = data_lines(settings.data, settings.noise, settings.seed, unseen=unseen)
    return _LINES["gbtlib"].format(
        estimator=estimator,
        rows=rows.after(f"from gbtlib import {estimator}", *imports) + names_lines(settings.data),
        parameters="\n".join(f"    {name}={text_of(value)}," for name, value in parameters.items()),
        position=number - 1,
        k=k,
        node=node,
        number=number,
        of_class=_of_class(settings, k),
        question=question_lines(
            settings.data, f"model.trace_[{number - 1}].trees[{k}].category_sides[{node}]"
        ),
    )


def xgboost_snippet(settings: Settings, tree: Tree, number: int, k: int = 0, node: int = 0) -> str | None:
    """The same with XGBoost, which grows the same tree; None where it cannot, see `why_no_xgboost`.

    tree: gbtlib's tree of that round and class, for the way to the node.
    """
    if why_no_xgboost(settings) is not None:
        return None
    n_trees = _n_trees(settings)
    start, matrix = _start(settings)
    rows = data_lines(settings.data, settings.noise, settings.seed)
    parameters = xgboost_parameters(settings)
    lines = [f'    "{name}": {text_of(value)},{_note(name, value)}' for name, value in parameters.items()]
    return _LINES["xgboost"].format(
        rows=rows.after("import json", "import xgboost") + names_lines(settings.data),
        parameters="\n".join(lines + start),
        matrix=matrix,
        position=(number - 1) * n_trees + k,
        way=text_of(way_to(tree, node)),
        number=number,
        of_class=_of_class(settings, k),
        learning_rate=settings.learning_rate,
        less_gamma=f" - {settings.gamma!r}" if settings.gamma else "",
        and_gamma=", and gamma subtracted" if settings.gamma else "",
    )


def why_no_xgboost(settings: Settings) -> str | None:
    """Why XGBoost's exact search cannot grow the same trees, in a sentence; None where it can."""
    loss = _words_of(settings)
    if categorical_features(settings.data):
        return "XGBoost's exact search takes no categories; only its histogram search parts them."
    if settings.missing != "learn" and has_gaps(settings.data):
        return 'XGBoost learns where rows without a value go: it knows no missing="left".'
    if loss.without_xgboost is not None:
        return loss.without_xgboost
    if settings.subsample < 1 or settings.colsample_bynode < 1:
        return "Rows or features are drawn at random, and XGBoost draws others."
    if settings.threshold == "observed":
        return "XGBoost cuts halfway between two values, not at one of them."
    if settings.pruning == "full":
        return 'XGBoost makes no split without a gain, so that it knows no pruning="full".'
    if settings.pruning == "pre" and settings.gamma > 0:
        return 'XGBoost\'s exact search grows first and prunes then: it knows no pruning="pre".'
    if settings.tree_method == "hist":
        return "XGBoost draws the borders of its bins elsewhere, and cuts at a border, not halfway."
    if settings.min_samples_split > 2:
        return "XGBoost has no min_samples_split: it splits a node of two rows, too."
    if settings.max_leaves is not None:
        return "XGBoost's exact search has no max_leaves; only its histogram search has."
    if settings.min_samples_leaf > 1 and not loss.is_flat:
        return "XGBoost has no min_samples_leaf, only min_child_weight, the sum of hessians."
    return None


def gbtlib_parameters(settings: Settings, number: int) -> dict[str, Any]:
    """The parameters of gbtlib's estimator that its defaults do not say, for so many rounds."""
    given = settings.parameters() | {"n_estimators": number}
    del given["early_stopping_rounds"]  # it ends the rounds, it does not change one
    if given["loss"] == losses_for(settings.data)[0]:
        given["loss"] = None
    if given["tree_method"] == "exact":
        del given["max_bin"], given["min_bin_size"]
    defaults = {**vars(BoostingParams()), **_OF_ESTIMATORS, "n_estimators": None}
    return unlike(given, defaults)


def with_rows(lines: str) -> str:
    """The lines of a snippet, whose model keeps its training rows, too: candidates and rescans ask them."""
    return lines.replace("\n).fit(X, y)", '\n    trace="full",\n).fit(X, y)', 1)


def categorical_features(data: str) -> dict[str, Any]:
    """The parameter that names a data set's columns of categories; nothing where there are none."""
    if not DATASETS[data].has_categories:
        return {}
    return {"categorical_features": load_dataset(data).categorical}


def has_gaps(data: str) -> bool:
    """Whether a data set has missing values."""
    return bool(np.isnan(load_dataset(data).X).any())


def question_lines(data: str, sides: str) -> str:
    """Lines, in the else of a snippet, that print what `node` asks. sides: of the categories, as Python."""
    gain = "gain {node.gain:.6g}"
    below = f'print(f"{{feature_names[node.feature]}} <= {{node.threshold:.6g}}, {gain}")'
    if not categorical_features(data):
        return below
    return f"""names = levels.get(node.feature, [])
    left = [name for name, side in zip(names, {sides}) if side == 1]
    if left:
        print(f"{{feature_names[node.feature]}} in {{left}}, {gain}")
    else:
        {below}"""


def xgboost_parameters(settings: Settings) -> dict[str, Any]:
    """The same parameters as XGBoost calls them, without its defaults; gains without the 1/2 double gamma."""
    given = {name: getattr(settings, name) for name in XGBOOST_DEFAULTS}
    given["gamma"] = 2 * settings.gamma
    if settings.max_depth is None:
        given["max_depth"] = DEEPER_THAN_ANY
    if settings.min_samples_leaf > 1:  # every hessian is 1, so that their sum counts rows
        given["min_child_weight"] = max(given["min_child_weight"], float(settings.min_samples_leaf))
    known: dict[str, Any] = {"objective": _words_of(settings).objective, "tree_method": "exact"}
    if _n_trees(settings) > 1:
        known["num_class"] = _n_trees(settings)
    return known | unlike(given, XGBOOST_DEFAULTS)


def _note(name: str, value: Any) -> str:
    """What is to be said of a parameter, as the end of its line."""
    return "" if name == "max_depth" and value != DEEPER_THAN_ANY else _NOTES.get(name, "")


def unlike(given: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """The values that are not the default."""
    return {name: value for name, value in given.items() if value != defaults[name]}


def loss_name(settings: Settings) -> str:
    """The loss by its name, the usual one too."""
    return losses_for(settings.data)[0] if settings.loss == USUAL else settings.loss


def way_to(tree: Tree, node: int) -> list[str]:
    """The way from the root to a node: "left" or "right" at every split."""
    return [
        "left" if below == tree.children_left[above] else "right"
        for above, below in pairwise(tree.path_to(node))
    ]


DEEPER_THAN_ANY = 10**6
_OF_ESTIMATORS = {"loss": None, "tree_method": "exact", "max_bin": 256, "min_bin_size": 1}
_NOTES = {
    "max_depth": "  # no limit: the exact search wants a number",
    "gamma": "  # twice gbtlib's: XGBoost's gains lack the 1/2",
    "min_child_weight": "  # XGBoost's default is 1",
}


def _words_of(settings: Settings) -> LossWords:
    return words_of(LOSSES[loss_name(settings)])


def _n_trees(settings: Settings) -> int:
    return DATASETS[settings.data].n_classes if loss_name(settings) == "softmax" else 1


def _of_class(settings: Settings, k: int) -> str:
    return f", class {k}" if _n_trees(settings) > 1 else ""


def _start(settings: Settings) -> tuple[list[str], str]:
    """Where XGBoost has to start to start as gbtlib does: lines of the parameters, and the data matrix."""
    if _n_trees(settings) > 1:
        shares = "np.log(np.bincount(y) / len(y))"
        if settings.base_score is not None:
            shares = f"np.zeros({_n_trees(settings)})"
        return [], (
            f"start = {shares}  # raw predictions before the first round\n"
            "matrix = xgboost.DMatrix(X, y, base_margin=np.tile(start, (len(y), 1)))"
        )
    best = _words_of(settings).xgboost_start
    base = best if settings.base_score is None else repr(settings.base_score)
    return [f'    "base_score": {base},  # where gbtlib starts'], "matrix = xgboost.DMatrix(X, y)"
