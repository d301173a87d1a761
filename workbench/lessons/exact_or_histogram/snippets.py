"""What the lesson shows as lines of Python. Pure."""

from workbench.data.catalogue import DATASETS
from workbench.lessons.exact_or_histogram.node_cuts import NOISE, FirstRound
from workbench.text.data_snippet import data_lines, names_lines
from workbench.text.templates import templates

_LINES = templates(__file__)


def bins_snippet(first: FirstRound, feature: int, max_bin: int) -> str:
    """Lines that print the best cut of the root by a feature, exactly and between bins."""
    recipe, info = first.recipe, DATASETS[first.recipe.data]
    parameters = recipe.parameters() | {"n_estimators": 1, "trace": "full"}
    if first.dataset.categorical:
        parameters["categorical_features"] = first.dataset.categorical
    estimator = type(first.model).__name__
    rows = data_lines(recipe.data, NOISE if info.takes_noise else 0.0)
    return _LINES["bins"].format(
        estimator=estimator,
        rows=rows.after(f"from gbtlib import {estimator}") + names_lines(recipe.data),
        max_bin=max_bin,
        feature=feature,
        k=f", k={recipe.k}" if recipe.k else "",
        size=f', "min_bin_size": {recipe.min_bin_size}' if recipe.min_bin_size > 1 else "",
        parameters=", ".join(f"{name}={value!r}" for name, value in parameters.items()),
    )
