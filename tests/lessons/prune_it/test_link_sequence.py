"""Pruning as it is shown: sequences, their errors by hand and by the library, cross-validation."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier as TheirClassifier
from sklearn.tree import DecisionTreeRegressor as TheirRegressor

from gbtlib import (
    CrossValidation,
    Tree,
    prune,
)
from tests.lessons.prune_it.sequences import HAND, branches_at, grown, leaves_left
from workbench.lessons.prune_it.folds import fold_table, shown_steps
from workbench.lessons.prune_it.hand_trees import printed_sequence
from workbench.lessons.prune_it.link_sequence import (
    PruningSequence,
    cross_validation,
    gone_from,
    leaves_at,
    node_errors,
    sequence_of,
)
from workbench.lessons.prune_it.record import validation
from workbench.models.hand_trees import THIRTEEN
from workbench.models.single_tree import SingleTree
from workbench.text.numbers import number

CASES = [
    ({"data": "iris"}, "misclassification"),
    ({"data": "iris", "criterion": "entropy"}, "impurity"),
    ({"data": "sonar", "max_depth": 100, "purity_stop": 0.95}, "misclassification"),
    ({"data": "moons", "noise": 0.3}, "impurity"),
    ({"data": "diabetes"}, "squared_error"),
    ({"data": "hand5"}, "misclassification"),
    ({"data": "hand4"}, "squared_error"),
]


@pytest.fixture(params=CASES, ids=str, scope="module")
def case(request: pytest.FixtureRequest) -> tuple[SingleTree, PruningSequence]:
    settings, measure = request.param
    fit = grown(**settings)
    return fit, sequence_of(fit, measure)


# -- the thirteen nodes, by hand


def test_thirteen_nodes_by_hand() -> None:
    assert [step.alpha for step in HAND.steps] == pytest.approx([0, 0.015, 0.03, 0.07, 0.08, 0.15], abs=1e-12)
    assert [step.n_leaves for step in HAND.steps] == [7, 5, 4, 3, 2, 1]
    assert [step.risk for step in HAND.steps] == pytest.approx([0.11, 0.14, 0.17, 0.24, 0.32, 0.47])
    first = branches_at(HAND, 0).strength
    assert 100 * first[[0, 1, 2, 6, 8, 9]] == pytest.approx([6, 7, 3.5, 2, 1.5, 3], abs=1e-10)
    assert [step.nodes for step in HAND.steps] == [(), (8,), (6,), (1,), (2,), (0,)]


def test_a_cut_changes_what_lies_above_it() -> None:
    """Without nodes 9 to 12 the branch of 6 has two leaves: (0.11 - 0.08) / 1; that of 2 has three."""
    second = branches_at(HAND, 1)
    by_hand = [(0.47 - 0.14) / 4, (0.12 - 0.05) / 1, (0.20 - 0.09) / 2, (0.11 - 0.08) / 1]
    assert second.strength[[0, 1, 2, 6]] == pytest.approx(by_hand, abs=1e-12)
    assert np.isnan(second.strength[[8, 9, 10]]).all()
    assert np.flatnonzero(leaves_left(HAND, 1)).tolist() == [3, 4, 5, 7, 8]


# -- sequences of data


def test_every_step_is_the_pruned_tree_of_the_library(case: tuple[SingleTree, PruningSequence]) -> None:
    fit, found = case
    for step in found.steps:
        tree = prune(fit.tree, step.alpha, found.measure)
        leaf = leaves_left(found, step.number)
        assert leaf.sum() == tree.n_leaves == step.n_leaves
        assert sorted(fit.tree.n_samples[leaf]) == sorted(tree.n_samples[tree.leaves])
        assert found.risk[leaf].sum() == pytest.approx(step.risk, abs=1e-12)


def weakest(found: PruningSequence, step: int) -> set[int]:
    """The inner nodes whose g(t) is the smallest at a step, but for rounding."""
    strength = branches_at(found, step).strength
    return set(np.flatnonzero(strength <= np.nanmin(strength) + 1e-9 * float(found.risk[0])).tolist())


def test_the_weakest_of_every_step_falls_at_the_next_alpha(case: tuple[SingleTree, PruningSequence]) -> None:
    _, found = case
    for now, following in pairwise(found.steps):
        branches = branches_at(found, now.number)
        assert np.nanmin(branches.strength) == pytest.approx(following.alpha, rel=1e-9)
        assert set(following.nodes) <= weakest(found, now.number)
        assert branches.risk[0] == pytest.approx(now.risk, abs=1e-12)
        assert branches.n_leaves[0] == now.n_leaves


def test_errors_are_those_of_the_predictions(case: tuple[SingleTree, PruningSequence]) -> None:
    fit, found = case
    data = fit.dataset
    for (X, y), errors in (((fit.X, fit.y), found.train), (fit.unseen, found.unseen)):
        if len(y) == 0:
            assert errors is None
            continue
        assert errors is not None
        for step in found.steps:
            said = fit.model.pruned(step.alpha, found.measure).predict(X)
            wrong = (said != y) if data.class_names else (said - y) ** 2
            assert errors[step.number] == pytest.approx(wrong.mean(), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("data", ["diabetes", "cos_xy", "sonar", "breast_cancer"])
def test_alphas_are_those_of_scikit_learn(data: str) -> None:
    """By impurity, the risk that scikit-learn prunes by; where both have grown the same tree."""
    fit = grown(data=data, max_depth=4)
    classes = fit.dataset.class_names
    theirs = (TheirClassifier if classes else TheirRegressor)(max_depth=4, random_state=0)
    path = theirs.cost_complexity_pruning_path(fit.X, fit.y)
    theirs.fit(fit.X, fit.y)
    assert theirs.get_n_leaves() == fit.tree.n_leaves
    found = sequence_of(fit, "impurity" if classes else "squared_error")
    ours = [step.alpha for step in found.steps]
    distinct = np.array(path.ccp_alphas)[
        np.append(True, np.diff(path.ccp_alphas) > 1e-9 * path.ccp_alphas[-1])
    ]
    assert ours == pytest.approx(distinct.tolist(), rel=1e-6, abs=1e-12)
    assert found.steps[-1].risk == pytest.approx(path.impurities[-1])


def test_errors_of_a_node_as_a_leaf() -> None:
    fit = grown(data="hand5")
    errors = node_errors(fit.tree, fit.X, fit.y)
    assert errors == pytest.approx(hand_risk(fit.tree))


def hand_risk(tree: Tree) -> list[float]:
    assert tree.class_weights is not None
    return ((tree.H - tree.class_weights.max(axis=1)) / tree.H[0]).tolist()


def test_leaves_at_a_price_and_just_before() -> None:
    at = np.where(THIRTEEN.is_leaf, 0.0, np.inf)
    at[8] = 2.0
    gone = gone_from(THIRTEEN, at)
    assert leaves_at(THIRTEEN, at, gone, 2.0).sum() == 5
    assert leaves_at(THIRTEEN, at, gone, np.nextafter(2.0, 0.0)).sum() == 7


# -- cross-validation


def test_too_much_work_is_left_out() -> None:
    fit = grown(data="cos_x2", max_depth=10)
    found = sequence_of(fit, "squared_error")
    assert cross_validation(fit, found, 20) is None


def by_hand(error: list[float], standard_error: list[float]) -> CrossValidation:
    n = len(error)
    return CrossValidation(
        HAND.steps[:n],
        np.array([*range(n - 1), np.inf], dtype=float),
        np.array([0, 1]),
        np.array([error, error]),
        np.array(error),
        np.array(standard_error),
    )


def test_the_smallest_error_and_one_standard_error_by_hand() -> None:
    """0.20 + 0.04 = 0.24: step 3 with 0.23 is within it, step 4 with 0.25 is not."""
    validated = by_hand([0.3, 0.2, 0.21, 0.23, 0.25, 0.5], [0.05, 0.04, 0.04, 0.04, 0.04, 0.05])
    sent = validation(validated)
    assert (sent["best"], sent["simple"]) == (1, 3)
    alone = by_hand([0.3, 0.2, 0.3, 0.3, 0.3, 0.5], [0.01] * 6)
    assert validation(alone)["best"] == validation(alone)["simple"] == 1


def test_the_matrix_adds_up() -> None:
    fit = grown(data="iris")
    found = sequence_of(fit, "misclassification")
    validated = cross_validation(fit, found, 10)
    assert validated is not None
    table = fold_table(found, validated, 0)
    assert table.shape == (13, found.n_steps)
    assert table.loc["rows misclassified"].tolist() == [f"{round(each * 105)}" for each in validated.error]
    assert table.loc["standard error"].tolist() == [number(each) for each in validated.standard_error]
    assert "minimum" in table.columns[validated.best]
    assert "∞" in table.columns[-1]
    many = replace(
        validated,
        steps=validated.steps * 10,
        error=np.repeat(validated.error, 10),
        standard_error=np.repeat(validated.standard_error, 10),
    )
    assert {many.best, many.one_standard_error, 7} <= set(shown_steps(many, 7))


def test_the_printed_tree_of_sonar_by_hand() -> None:
    # Of 208 rows nodes 0, 1, 2, 6, 8, 9 get 97, 14, 37, 24, 11, 7 wrong, their branches 26, 10, 16, 3, 3, 1.
    found = printed_sequence("misclassification")
    strength = [(97 - 26) / 6, (14 - 10) / 1, (37 - 16) / 4, (24 - 3) / 3, (11 - 3) / 2, (7 - 1) / 1]
    assert 208 * branches_at(found, 0).strength[[0, 1, 2, 6, 8, 9]] == pytest.approx(strength)
    # Nodes 1 and 8 are equally weak; with their branches gone node 2 is worth 37 - 24 rows for 2 leaves.
    assert [step.nodes for step in found.steps] == [(), (1, 8), (2,), (0,)]
    assert [208 * step.alpha for step in found.steps] == pytest.approx([0, 4, 6.5, 46])
    assert [208 * step.risk for step in found.steps] == pytest.approx([26, 38, 51, 97])
    assert [step.n_leaves for step in found.steps] == [7, 4, 2, 1]
