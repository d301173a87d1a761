"""Wrong sums of a cross-validation: as a loop over the folds comes to them, and where they go astray."""

from functools import cache

import numpy as np
import pytest

from gbtlib import CrossValidation, weakest_links
from workbench.lessons.clinic.fold_mistakes import (
    block_sizes,
    block_words,
    first_in_interval,
    sums_by_interval,
)
from workbench.models.single_tree import SingleTree, TreeSettings, grow_single_tree


@cache
def case(data: str, n_folds: int = 10) -> tuple[SingleTree, CrossValidation]:
    fit = grow_single_tree(TreeSettings(data=data, max_depth=100))
    return fit, fit.model.cross_validate_alpha(n_folds=n_folds, measure="misclassification")


def by_loop(fit: SingleTree, validated: CrossValidation) -> tuple[dict[int, float], dict[int, int]]:
    """The sums as a loop finds them: one link after the other, an index that only goes up."""
    complexities = [float(each) for each in validated.alpha]
    total: dict[int, float] = {}
    counted: dict[int, int] = {}
    for k in range(len(validated.fold_error)):
        inside, outside = validated.fold == k, validated.fold != k
        model = type(fit.model)(**fit.model.get_params()).fit(fit.X[outside], fit.y[outside])
        at = 0
        for step in weakest_links(model.grown_tree_, "misclassification", ties="shallower"):
            if step.number > 0:
                if step.alpha < complexities[at]:
                    continue
                while at < len(complexities) and step.alpha >= complexities[at]:
                    at += 1
            tree = prune_links(model.grown_tree_, step.number)
            said = model.classes_[tree.predict(fit.X[inside]).astype(int)]
            total[at] = total.get(at, 0.0) + float((said != fit.y[inside]).mean())
            counted[at] = counted.get(at, 0) + 1
    return total, counted


def prune_links(tree, n):  # type: ignore[no-untyped-def]
    """The tree after the first n links are cut."""
    from gbtlib.cart.cost_complexity import prune_to

    steps = weakest_links(tree, "misclassification", ties="shallower")
    return prune_to(tree, [node for step in steps[: n + 1] for node in step.nodes])[0]


@pytest.mark.parametrize("data", ["sonar", "iris"])
def test_the_wrong_sums_are_those_of_the_loop(data: str) -> None:
    fit, validated = case(data)
    total, counted = by_loop(fit, validated)
    sums = sums_by_interval(fit, "misclassification", validated)
    assert {k: n for k, n in enumerate(sums.counted.tolist()) if n} == counted
    assert {k: sums.total[k] for k in counted} == pytest.approx(total, abs=1e-12)
    assert sums.chosen == min(sorted(total), key=total.__getitem__)
    assert sums.right == pytest.approx(validated.fold_error.sum(axis=0))


def test_sonar_is_led_astray() -> None:
    fit, validated = case("sonar")
    sums = sums_by_interval(fit, "misclassification", validated)
    assert sums.counted.min() < 10
    assert sums.chosen != validated.best


def test_the_first_step_of_each_interval() -> None:
    steps = weakest_links(case("iris")[0].tree, "misclassification", ties="shallower")
    alpha = np.array([0.0, 0.01, 0.2, np.inf])
    found = first_in_interval(steps, alpha)
    assert found[0] == 0
    for interval, at in found.items():
        if interval:
            assert alpha[interval - 1] <= steps[at].alpha < alpha[interval]
            earlier = [step for step in steps[1:at] if step.alpha >= alpha[interval - 1]]
            assert earlier == []


@pytest.mark.parametrize(
    ("rows", "folds", "sizes"),
    [(10, 4, [3, 3, 3, 1]), (10, 6, [2, 2, 2, 2, 2, 0]), (9, 3, [3, 3, 3]), (105, 16, [7] * 15 + [0])],
)
def test_blocks(rows: int, folds: int, sizes: list[int]) -> None:
    assert block_sizes(rows, folds) == sizes


def test_blocks_in_words() -> None:
    assert block_words(105, 10) == (
        "105 rows in 10 blocks: 9 × 11, 6 rows. Dealt out here: 10 or 11 each. In 13 blocks: 11 × 9, 6, 0 "
        "rows; an empty fold's mean error is 0/0."
    )
    assert block_words(105, 20).startswith("105 rows in 20 blocks: 17 × 6, 3, 2 × 0 rows; an empty fold's")
    assert "no number of folds" in block_words(2, 2)
