"""What makes each patient ill, in a clause: true by the numbers that were found there."""

from collections.abc import Callable

import numpy as np
import pytest

from workbench.lessons.clinic.findings import Findings, Stepwise
from workbench.lessons.clinic.patients import examined
from workbench.lessons.clinic.records import PATIENTS
from workbench.models.booster import BoostedCourse
from workbench.models.hand_trees import TWINS

LONGEST = 90
RATE = 0.3


def pair(found: Findings) -> tuple[BoostedCourse, BoostedCourse]:
    assert not isinstance(found.shown, Stepwise)
    return found.shown


def steps(found: Findings) -> Stepwise:
    assert isinstance(found.shown, Stepwise)
    return found.shown


def weights(course: BoostedCourse, k: int) -> np.ndarray:
    """Of each row the weight of its leaf in a round, from 0 on."""
    found: np.ndarray = course.weight[k][course.trees[k].apply(course.cohort.X[course.rows])]
    return found


def replaced(found: Findings) -> None:
    sick, _ = pair(found)
    for k in range(3):
        np.testing.assert_allclose(sick.F[k + 1], RATE * weights(sick, k))


def rate_inside(found: Findings) -> None:
    sick, well = pair(found)
    np.testing.assert_allclose(sick.g[0], well.g[0] / 10)
    np.testing.assert_allclose(sick.h[0], well.h[0] / 100)


def column_guard(found: Findings) -> None:
    sick, well = pair(found)
    empty = [np.flatnonzero(tree.n_samples == 0) for tree in sick.trees]
    assert sum(map(len, empty)) == found.wrong > 0
    for tree, nodes in zip(sick.trees, empty, strict=True):
        assert (tree.children_right[tree.parent[nodes]] == nodes).all()
    assert not any((tree.n_samples == 0).any() for tree in well.trees)


def read_as_zero(found: Findings) -> None:
    sick, _ = pair(found)
    other = sick.seen[-1] != sick.F[-1]
    assert other.any()
    assert np.isnan(sick.cohort.X[other]).any(axis=1).all()


def vanished(found: Findings) -> None:
    sick, _ = pair(found)
    has_word = sick.cohort.X.sum(axis=1) > 0
    assert np.array_equal(sick.rows, np.flatnonzero(has_word))
    assert found.wrong == has_word.sum() < found.right == len(has_word)


def smallest_positive(found: Findings) -> None:
    assert found.right < 0 < found.wrong
    assert pair(found)[0].trees[0].n_leaves == 1


def areas_apart(found: Findings) -> None:
    assert found.right > 0.780 - 0.760


def inside_ties(found: Findings) -> None:
    assert found.wrong > found.right == 0


def pure_enough(found: Findings) -> None:
    assert found.wrong == 0.95
    assert found.costs[0][1] == pytest.approx(1 - found.wrong)


def forgetful_risks(found: Findings) -> None:
    assert found.wrong < 0 < found.right


def wrong_subtree(found: Findings) -> None:
    sick, well = (each[-1] for each in (steps(found).patient, steps(found).healthy))
    assert sick.argmin() != well.argmin()
    assert sick.min() < well.min()


def blind_search(found: Findings) -> None:
    assert found.wrong == pytest.approx(
        2 / 3
    )  # that of guessing, whose vote is 0: it is the first tree again


def stops_at_half(found: Findings) -> None:
    assert found.wrong == 0.5
    assert found.right == pytest.approx(2 / 3)
    assert found.costs[0][1] > found.costs[0][2]


def no_minus(found: Findings) -> None:
    sick, well = pair(found)
    np.testing.assert_allclose(weights(sick, 0), -weights(well, 0))
    before, after = sick.errors(unseen=False)[:2]
    assert after > before > well.errors(unseen=False)[1]


def whole_gain(found: Findings) -> None:
    gamma = pair(found)[0].cohort.params.gamma
    assert found.wrong + gamma == pytest.approx(2 * (found.right + gamma))


def norm_not_square(found: Findings) -> None:
    sick, _ = pair(found)
    tree, taken = sick.trees[0], sick.cohort.params.reg_lambda / 2
    size = np.maximum(np.abs(tree.G) - taken, 0) / tree.H
    np.testing.assert_allclose(np.abs(sick.weight[0])[tree.leaves], size[tree.leaves])
    assert any((np.abs(each.G[each.leaves]) < taken).any() for each in sick.trees)


def gamma_twice(found: Findings) -> None:
    assert found.wrong == 2 * pair(found)[0].cohort.params.gamma == 2 * found.right


def without_replacement(found: Findings) -> None:
    sick, well = pair(found)
    assert found.wrong == len(sick.cohort.y) > found.right
    for k in range(1, 4):
        np.testing.assert_allclose(weights(sick, k), weights(sick, 0))
        assert (weights(well, k) != weights(well, 0)).any()


def minus_in_update(found: Findings) -> None:
    sick, well = pair(found)
    np.testing.assert_allclose(weights(sick, 0), weights(well, 0))
    np.testing.assert_allclose(sick.F[1] - sick.F[0], -RATE * weights(sick, 0))
    before, after = sick.errors(unseen=False)[:2]
    assert after > before


def naive_log_loss(found: Findings) -> None:
    sick, well = pair(found)
    F, y = sick.seen[-1], sick.cohort.y
    with np.errstate(all="ignore"):
        none = np.isnan(sick.booster.losses(sick.cohort, y, F))
    assert none.any()
    assert (np.abs(F[none]) > 36.7).all()
    assert np.isfinite(well.booster.losses(well.cohort, y, F)).all()


def link_twice(found: Findings) -> None:
    sick, well = pair(found)
    p, said = (each.booster.probability(sick.unseen[-1]) for each in (well, sick))
    np.testing.assert_allclose(said, 1 / (1 + np.exp(-p)))
    assert said.min() >= 0.5 > p.min()


def signed_deviations(found: Findings) -> None:
    assert abs(found.wrong) < 1e-12 < found.right


def counter_never_falls(found: Findings) -> None:
    assert 50 <= found.wrong <= 51 < found.right
    line, twin = (each[-1] for each in (steps(found).patient, steps(found).healthy))
    right = len(line) // 5
    assert len(np.unique(line[-right:])) < len(np.unique(twin[-right:]))


def found_by_question(found: Findings) -> None:
    asked = [(f, a) for f, a in zip(TWINS.feature.tolist(), TWINS.threshold.tolist(), strict=True) if f >= 0]
    assert len(set(asked)) < len(asked)
    assert found.wrong < found.right


def lost_in_predict(found: Findings) -> None:
    sick, _ = pair(found)
    for F, given in zip(sick.F, sick.seen, strict=True):
        np.testing.assert_allclose(given, -2 * F, atol=1e-12)


def scans_all_rows(found: Findings) -> None:
    assert found.wrong == 208 > found.right
    assert found.costs[0][1] > found.costs[0][2]


PROOFS: dict[str, Callable[[Findings], None]] = {
    each.__name__: each
    for each in (
        *(replaced, rate_inside, column_guard, read_as_zero, vanished, smallest_positive, areas_apart),
        *(inside_ties, pure_enough, forgetful_risks, wrong_subtree, blind_search, stops_at_half, no_minus),
        *(whole_gain, norm_not_square, gamma_twice, without_replacement, minus_in_update, naive_log_loss),
        *(link_twice, signed_deviations, counter_never_falls, found_by_question, lost_in_predict),
        scans_all_rows,
    )
}


@pytest.mark.parametrize("name", PATIENTS)
def test_the_reason_is_a_short_clause_that_is_true_of_the_patient(name: str) -> None:
    patient = PATIENTS[name]
    assert len(patient.why) <= LONGEST
    assert patient.why not in (patient.diagnosis, patient.look, patient.sign)
    PROOFS[patient.fault](examined(patient.fault))
