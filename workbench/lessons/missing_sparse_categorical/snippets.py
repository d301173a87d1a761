"""The small table, its surrogates and the partitions of a category as a few lines of Python. Pure."""

from workbench.data.catalogue import DATASETS
from workbench.data.sources import whole_name
from workbench.lessons.missing_sparse_categorical.blank_table import (
    NAMES,
    TABLE,
    TARGET,
    BlankTable,
)
from workbench.lessons.missing_sparse_categorical.category_partitions import PartedCategories
from workbench.lessons.missing_sparse_categorical.row_gaps import GapCase
from workbench.lessons.missing_sparse_categorical.surrogates import SurrogateSplit
from workbench.text.data_snippet import data_lines
from workbench.text.given_snippet import given_snippet

_MISSING = """\
from gbtlib import GradientBoostingRegressor, from_triplets

i = {i}
j = {j}
v = {v}
y = {y}
# The shape keeps rows without any entry.
X = from_triplets(i, j, v, absent="{absent}", shape={shape}, base={base})
model = GradientBoostingRegressor(n_estimators=1, learning_rate=1.0, max_depth=1, reg_lambda={reg_lambda})
node = model.fit(X, y).trace_[0].trees[0].node(0)
if node.is_leaf:
    print("a leaf")
else:
    side = "left" if node.default_left else "right"
    print(f"x{{node.feature + 1}} <= {{node.threshold:g}}, gain {{node.gain:.6g}}, missing {{side}}")
"""

_ROWS = """\
{rows}
x = X[:, [{feature}]]{read}  # {name}
model = {estimator}(n_estimators=1, max_depth=1, reg_lambda={reg_lambda}).fit(x, y)
found = model.candidates(1, k={k}).to_frame().sort_values("gain", ascending=False)
print(found[["threshold", "default_left", "gain"]].head(10).to_string(index=False))
"""

_SURROGATES = """\
from math import nan

import numpy as np
from gbtlib import SecondOrder, TreeParams, grow_tree, sort_columns, surrogates_of

X = np.array({X})
y = np.array({y})
criterion = SecondOrder(y.mean() - y, np.ones(len(y)), reg_lambda={reg_lambda})
params = TreeParams(max_depth=1, reg_lambda={reg_lambda}, surrogates={n})
tree = grow_tree(sort_columns(X), criterion, params).tree
for surrogate in surrogates_of(tree, 0):
    asks = surrogate.question({names})
    print(f"{{asks}}: agreement {{surrogate.agreement:g}}, adjusted {{surrogate.adjusted:g}}")
"""

_CATEGORIES = """\
import numpy as np
from gbtlib import CategorySearch, SecondOrder, TreeParams, sort_columns

names = {names}
G, H = np.array({G}), np.array({H})  # a row for each category
columns = sort_columns(np.arange(len(names), dtype=float)[:, np.newaxis], (len(names),))
criterion = SecondOrder(G, H, reg_lambda={reg_lambda})
search = CategorySearch(columns, criterion, TreeParams(reg_lambda={reg_lambda}))
for way in ("exhaustive", "sorted", "one_vs_rest"):
    found = search.partitions(0, way=way)
    left = [names[code] for code in found.left(found.best)]
    gain = found.gain[found.best]
    print(f"{{way}}: {{len(found)}} partitions, best {{left}} against the rest, gain {{gain:.6g}}")
"""


def missing_snippet(gaps: BlankTable, base: int) -> str:
    """The split of the table from its (i, j, v) list."""
    entries = gaps.entries
    return _MISSING.format(
        i=(entries.row + base).tolist(),
        j=(entries.column + base).tolist(),
        v=entries.value.tolist(),
        y=TARGET.tolist(),
        absent=gaps.absent,
        shape=TABLE.shape,
        base=base,
        reg_lambda=gaps.reg_lambda,
    )


def rows_snippet(case: GapCase) -> str:
    """The best cuts of a feature with both ways of its gaps; of a model how its node is found."""
    data = case.data
    given = DATASETS[data.id].model
    if given is not None:
        return given_snippet(given, *case.node)
    estimator = f"GradientBoosting{'Regressor' if data.task == 'regression' else 'Classifier'}"
    return _ROWS.format(
        rows=data_lines(data.id).after(f"from gbtlib import {estimator}"),
        feature=case.feature,
        read=".copy()\nx[np.isnan(x)] = 0.0" if case.is_zero else "",
        name=whole_name(data.feature_names[case.feature]),
        estimator=estimator,
        reg_lambda=case.column.worth.reg_lambda,
        k=case.node[1],
    )


def surrogate_snippet(found: SurrogateSplit) -> str:
    """The ranking of the surrogates, grown on what is on the screen."""
    return _SURROGATES.format(
        X=found.trained.tolist(),
        y=TARGET.tolist(),
        reg_lambda=found.gaps.reg_lambda,
        n=len(NAMES) - 1,
        names=NAMES,
    )


def category_snippet(found: PartedCategories) -> str:
    """The best partition by three ways of looking."""
    example = found.example
    return _CATEGORIES.format(
        names=example.labels,
        G=[float(each) for each in example.G],
        H=[float(each) for each in example.H],
        reg_lambda=found.reg_lambda,
    )
