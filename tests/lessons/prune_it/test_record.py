"""What the stage is sent is the library's: which nodes are left at every price, what branches are worth."""

from typing import Any

import numpy as np
import pytest

from gbtlib import prune
from tests.lessons.prune_it.sequences import HAND, branches_at, grown
from workbench.lessons.prune_it.link_sequence import PruningSequence, sequence_of
from workbench.lessons.prune_it.record import alpha_record


def worth_at(record: dict[str, Any], state: int) -> dict[int, float]:
    """What each branch is worth at a state, as changes add up."""
    (way,) = record["ways"]
    upto = way["start"][state + 1]
    found = dict(zip(way["node"][:upto].tolist(), way["worth"][:upto], strict=True))
    is_left = {k for k in found if not any(0 <= at <= state for at in (way["leaf_at"][k], way["gone_at"][k]))}
    return {k: each for k, each in found.items() if k in is_left}


def test_thirteen_nodes_by_hand() -> None:
    record = alpha_record(HAND, None)
    assert record["price"].tolist() == pytest.approx([0, 0.015, 0.03, 0.07, 0.08, 0.15])
    assert record["ways"][0]["leaves"].tolist() == [7, 5, 4, 3, 2, 1]
    assert worth_at(record, 0) == pytest.approx({0: 0.06, 1: 0.07, 2: 0.035, 6: 0.02, 8: 0.015, 9: 0.03})
    assert worth_at(record, 1)[6] == pytest.approx(0.03)  # (0.11 - 0.08) / (2 - 1)
    assert record["ways"][0]["leaf_at"].tolist() == [5, 3, 4, -1, -1, -1, 2, -1, 1, -1, -1, -1, -1]
    assert record["ways"][0]["gone_at"].tolist() == [-1, 5, 5, 3, 3, 4, 4, 2, 2, 1, 1, 1, 1]
    assert record["wrong"][8] / record["n"][8] * record["n"][8] / record["n"][0] == record["size"][8] == 0.07


@pytest.mark.parametrize(
    ("settings", "measure"),
    [
        ({"data": "sonar"}, "misclassification"),
        ({"data": "sonar"}, "impurity"),
        ({"data": "iris"}, "misclassification"),
        ({"data": "stripes", "max_depth": 12}, "misclassification"),
        ({"data": "diabetes", "criterion": "squared_error"}, "squared_error"),
        ({"data": "cos_x", "criterion": "squared_error", "max_depth": 7}, "squared_error"),
    ],
    ids=str,
)
def test_branches_are_worth_what_the_library_cuts_them_at(settings: dict[str, Any], measure: str) -> None:
    fit = grown(**settings)
    found: PruningSequence = sequence_of(fit, measure)
    record = alpha_record(found, None)
    (way,) = record["ways"]
    for step in found.steps:
        branches = branches_at(found, step.number)
        sent = worth_at(record, step.number)
        assert sorted(sent) == np.flatnonzero(np.isfinite(branches.strength)).tolist()
        for node, each in sent.items():
            assert each == pytest.approx(branches.strength[node], rel=1e-9, abs=1e-12)
        assert way["leaves"][step.number] == prune(fit.tree, step.alpha, measure).n_leaves
        if step.number + 1 < found.n_steps:
            least = min(sent.values())
            assert least == pytest.approx(found.steps[step.number + 1].alpha, rel=1e-6, abs=1e-12)
