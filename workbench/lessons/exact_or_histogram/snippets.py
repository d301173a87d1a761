"""What the lesson shows as lines of Python. Pure."""

from __future__ import annotations

from workbench.data.catalogue import DATASETS
from workbench.lessons.exact_or_histogram.node_cuts import NOISE, FirstRound

_BINS = """\
from gbtlib import {estimator}
from workbench.data.catalogue import load_dataset
from workbench.data.held_out import training_rows

data = load_dataset("{data}"{noise})
train, unseen = training_rows(data)  # the rows of the lesson
X, y = data.X[train], data.y[train]
for binning in ({{"tree_method": "exact"}}, {{"tree_method": "hist", "max_bin": {max_bin}{size}}}):
    model = {estimator}({parameters}, **binning).fit(X, y)
    cuts = model.candidates(1)  # of the first tree's root
    name, threshold = data.feature_names[cuts.feature[cuts.best]], cuts.threshold[cuts.best]
    print(f"{{len(cuts):,}} cuts; {{name}} <= {{threshold:.4g}} gains {{cuts.gain[cuts.best]:.6g}}")
"""


def bins_snippet(first: FirstRound, max_bin: int) -> str:
    """Lines that print the best cut of the root, of all features, exactly and between bins."""
    recipe, info = first.recipe, DATASETS[first.recipe.data]
    parameters = recipe.parameters() | {"n_estimators": 1}
    return _BINS.format(
        estimator=type(first.model).__name__,
        data=recipe.data,
        noise=f", noise={NOISE}" if info.takes_noise else "",
        max_bin=max_bin,
        size=f', "min_bin_size": {recipe.min_bin_size}' if recipe.min_bin_size > 1 else "",
        parameters=", ".join(f"{name}={value!r}" for name, value in parameters.items()),
    )
