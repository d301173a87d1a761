"""The snippets of AdaBoost print the numbers that the page shows, with gbtlib and with scikit-learn."""

from typing import Any

import pytest

from tests.scripts import printed
from workbench.lessons.adaboost.adaboost_run import TEN, AdaSettings, run_adaboost
from workbench.lessons.adaboost.snippets import gbtlib_snippet, sklearn_snippet

pytestmark = pytest.mark.sweep

RUNS: list[dict[str, Any]] = [
    {"data": "moons"},
    {"data": "xor", "noise": 0.2, "seed": 3, "criterion": "entropy", "min_samples_leaf": 5},
    {"data": "iris", "max_depth": 2},
    {"data": "iris", "flipped": 50},
    {"data": TEN},
    {"data": "iris", "max_depth": 3, "min_samples_leaf": 5, "ccp_alpha": 0.05},
]


def expected(settings: AdaSettings, number: int) -> list[str]:
    ours = run_adaboost(settings)
    round_ = ours.trace[number - 1]
    wrong = int((round_.votes.argmax(axis=1) != ours.codes).sum())
    return [
        f"error {round_.error:.6g}, tree weight {round_.tree_weight:.6g}",
        f"training rows wrong in the vote of {number} rounds: {wrong}",
    ]


@pytest.mark.parametrize("number", [1, 4])
@pytest.mark.parametrize("values", RUNS, ids=str)
def test_both_print_the_round(values: dict[str, Any], number: int) -> None:
    settings = AdaSettings(**values)
    assert printed(gbtlib_snippet(settings, number)).splitlines() == expected(settings, number)
    assert printed(sklearn_snippet(settings, number) or "").splitlines() == expected(settings, number)


@pytest.mark.parametrize("own", [{"purity_stop": 0.95}, {"ccp_folds": 3, "seed": 1}], ids=str)
def test_what_scikit_learn_lacks_is_gbtlibs_alone(own: dict[str, Any]) -> None:
    settings = AdaSettings(data="sonar", max_depth=10, **own)
    assert sklearn_snippet(settings, 2) is None
    assert printed(gbtlib_snippet(settings, 2)).splitlines() == expected(settings, 2)
