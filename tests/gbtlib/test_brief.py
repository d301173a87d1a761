"""What a notebook prints of a record fits on a few lines, however many rows there are."""

from typing import Any

import numpy as np
import pytest

from gbtlib import (
    AdaBoostClassifier,
    Candidates,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    ExpressionLoss,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestRegressor,
    from_dense,
    loss_report,
)
from gbtlib.histogram.bins import bin_columns
from tests.gbtlib.inputs.category_tables import mixed
from tests.gbtlib.models import table, target

MOST = 500  # letters
X = table(400, 12, ties=False)
Y = target(X)
ROWS, VALUES = mixed(400)
CLASSES = np.digitize(VALUES, [-1, 1])
BOOSTED = GradientBoostingRegressor(n_estimators=2, max_depth=None, trace="full").fit(X, Y)
LIGHT = GradientBoostingClassifier(n_estimators=2).fit(X, np.digitize(Y, [-1, 1]))
TREE = DecisionTreeRegressor().fit(X, Y)
CLASS_TREE = DecisionTreeClassifier().fit(ROWS, CLASSES)
RECORDS: dict[str, Any] = {
    "tree": BOOSTED.trace_[0].trees[0],
    "class tree": CLASS_TREE.tree_,
    "bare tree": RandomForestRegressor(n_estimators=1, trace="none").fit(X, Y).trace_[0],
    "round": BOOSTED.trace_[0],
    "round of three trees": LIGHT.trace_[0],
    "round of AdaBoost": AdaBoostClassifier(n_estimators=1, trace="full").fit(X, Y > 0).trace_[0],
    "tree of a forest": RandomForestRegressor(n_estimators=1, trace="full").fit(X, Y).trace_[0],
    "candidates": BOOSTED.candidates(1),
    "candidates of classes": CLASS_TREE.candidates(),
    "partitions": CLASS_TREE.partitions_of(1),
    "columns": BOOSTED.columns_,
    "bins": bin_columns(X, 16, 1),
    "triplets": from_dense(X, absent="zero"),
    "cross-validation": TREE.cross_validate_alpha(n_folds=2),
    "report of a loss": loss_report(ExpressionLoss("(y - F)**2"), Y),
}


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_shown_in_few_letters(name: str) -> None:
    record = RECORDS[name]
    shown = repr(record)
    assert shown.startswith(f"{type(record).__name__}(")
    assert shown.endswith(")")
    assert len(shown) <= MOST
    assert "\n" not in shown


def test_a_tree_says_how_large_it_is() -> None:
    tree = BOOSTED.trace_[0].trees[0]
    assert (
        repr(tree)
        == f"Tree({tree.n_nodes} nodes, {tree.n_leaves} leaves, {tree.max_depth} deep, 12 features)"
    )


def test_a_round_shows_its_numbers_and_the_size_of_its_arrays() -> None:
    first = BOOSTED.trace_[0]
    for told in (
        "number=1, ",
        "gradient=<400>, ",
        f"trees=({first.trees[0]!r},)",
        f"={first.train_loss!r}, ",
    ):
        assert told in repr(first)
    assert repr(LIGHT.trace_[0]).startswith("Round(number=1, trees=(Tree(")


def test_candidates_say_which_is_the_best() -> None:
    found, tree = BOOSTED.candidates(1), BOOSTED.trace_[0].trees[0]
    best = f"feature {tree.feature[0]} at {tree.threshold[0]:.6g}, gain {tree.gain[0]:.6g}"
    assert repr(found) == f"Candidates({12 * 399} cuts of 12 features, best: {best})"
    none: Candidates = DecisionTreeRegressor(min_samples_leaf=300).fit(X, Y).candidates()
    assert repr(none) == f"Candidates({12 * 399} cuts of 12 features, best: none is allowed)"
