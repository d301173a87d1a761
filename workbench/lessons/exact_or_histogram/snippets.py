"""What the lesson shows as lines of Python. Pure."""

from workbench.data.catalogue import DATASETS
from workbench.lessons.exact_or_histogram.node_cuts import NOISE, FirstRound
from workbench.text.data_snippet import data_lines, names_lines

_BINS = """\
{rows}
for binning in ({{"tree_method": "exact"}}, {{"tree_method": "hist", "max_bin": {max_bin}{size}}}):
    model = {estimator}({parameters}, **binning).fit(X, y)
    cuts = model.candidates(1)  # of the first tree's root
    name, threshold = feature_names[cuts.feature[cuts.best]], cuts.threshold[cuts.best]
    print(f"{{len(cuts):,}} cuts; {{name}} <= {{threshold:.4g}} gains {{cuts.gain[cuts.best]:.6g}}")
"""


def bins_snippet(first: FirstRound, max_bin: int) -> str:
    """Lines that print the best cut of the root, of all features, exactly and between bins."""
    recipe, info = first.recipe, DATASETS[first.recipe.data]
    parameters = recipe.parameters() | {"n_estimators": 1, "trace": "full"}
    estimator = type(first.model).__name__
    rows = data_lines(recipe.data, NOISE if info.takes_noise else 0.0)
    return _BINS.format(
        estimator=estimator,
        rows=rows.after(f"from gbtlib import {estimator}") + names_lines(recipe.data),
        max_bin=max_bin,
        size=f', "min_bin_size": {recipe.min_bin_size}' if recipe.min_bin_size > 1 else "",
        parameters=", ".join(f"{name}={value!r}" for name, value in parameters.items()),
    )
