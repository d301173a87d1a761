"""Trees, prunings and votes with a fault: hand values and invariants."""

import numpy as np
import pytest

from gbtlib import AdaBoostClassifier, BoostingParams, DecisionTreeClassifier, node_risk, weakest_links
from workbench.data.catalogue import dataset_ids, load_dataset
from workbench.lessons.clinic import (
    area_patient,
    pruned_patients,
    scan_patient,
    tree_patients,
)
from workbench.lessons.clinic.area_patient import N_SPLITS
from workbench.lessons.sonar_laboratory.findings import Areas
from workbench.models.hand_trees import THIRTEEN, TWINS
from workbench.models.naive_tree import naive_tree


def test_a_cut_inside_a_tie_sends_its_rows_elsewhere() -> None:
    # x = 1, 2, 2, 2, 3 of the classes 0, 0, 1, 1, 1: counted after row 2 the cut is perfect, its rule is not.
    X, y = np.array([[1.0], [2.0], [2.0], [2.0], [3.0]]), np.array([0.0, 0, 1, 1, 1])
    params = BoostingParams(max_depth=1, reg_lambda=1e-9)
    sick = naive_tree(X, -y, np.ones(5), params, inside_ties=True)
    well = naive_tree(X, -y, np.ones(5), params)
    assert sick.threshold[0] == 2.0
    assert sick.gain[0] == pytest.approx(0.5 * (9 / 3 - 9 / 5))
    assert sick.n_samples.tolist() == [5, 4, 1]
    assert tree_patients.true_gain(sick)[0] == pytest.approx(0.5 * (4 / 4 + 1 - 9 / 5))
    assert well.threshold[0] == 1.0


def test_risks_that_forget_their_share() -> None:
    tree = THIRTEEN
    right = node_risk(tree, "misclassification")
    g = pruned_patients.branch_strengths(tree, right)
    assert [100 * g[t] for t in (0, 1, 2, 6, 8, 9)] == pytest.approx([6, 7, 3.5, 2, 1.5, 3])
    forgotten = pruned_patients.branch_strengths(tree, right * tree.H[0] / tree.H)
    assert forgotten[1] == pytest.approx(-0.0266, abs=1e-4)
    assert forgotten[8] == pytest.approx(-0.1370, abs=1e-4)


def test_the_strengths_are_those_of_the_weakest_links() -> None:
    tree = THIRTEEN
    risk = node_risk(tree, "misclassification")
    order = pruned_patients.strengths_in_order(tree, risk)
    assert [node for node, _ in order] == [8, 6, 1, 2, 0]
    assert [g for _, g in order] == pytest.approx([0.015, 0.03, 0.07, 0.08, 0.15])
    assert [step.alpha for step in weakest_links(tree, "misclassification")[1:]] == pytest.approx(
        [g for _, g in order]
    )


@pytest.mark.parametrize("data", [each for each in dataset_ids("classification") if each != "hand5"])
def test_a_search_blind_to_the_weights_ends_in_round_two(data: str) -> None:
    found = load_dataset(data)
    sample = tree_patients.sample_of(found.X, found.y)
    blind = pruned_patients.voted(sample, 3, search_by_weight=False)
    seeing = pruned_patients.voted(sample, 3)
    assert blind.error[0] == seeing.error[0]
    assert blind.error[1] == pytest.approx(1 - 1 / len(np.unique(found.y)), abs=1e-9)
    assert blind.alpha[1:] == [0.0, 0.0]
    assert seeing.alpha[1] > 0


def test_the_votes_are_those_of_gbtlib() -> None:
    sample, _, seeing = pruned_patients.votes_without_weights()
    trace = AdaBoostClassifier(n_estimators=20, max_depth=1).fit(sample.X, sample.y.astype(int)).trace_
    assert seeing.error == pytest.approx([round_.error for round_ in trace])
    assert seeing.alpha == pytest.approx([round_.tree_weight for round_ in trace])


def test_stopping_at_a_half_by_hand() -> None:
    """Ten rows, classes B A C C B A A A B C. Round 1: B up to 1.5, A beyond: five wrong, tree weight ln 2.

    Then right rows weigh 1/15 and wrong ones 2/15. Round 2: B up to 9.5, C beyond, right on B B B C: it errs
    on 8/15, and with a vote of 1 against ln 2 its six wrong rows are those of the vote.
    """
    _, stopped, whole = pruned_patients.votes_of_ten()
    assert stopped.alpha[:3] == pytest.approx([np.log(2), 1, 0])
    assert stopped.error[1] == pytest.approx(8 / 15, abs=1e-12)
    assert (stopped.seen[-1], whole.seen[-1]) == (0.6, 0.0)


def test_a_blind_search_grows_the_same_tree_in_every_round() -> None:
    found = pruned_patients.blind_search()
    assert np.ptp(found.courses.patient) == 0
    assert found.courses.healthy[-1] < found.courses.patient[-1]
    assert found.wrong == pytest.approx(2 / 3)  # 1 - 1/K in round 2


def test_stopping_at_half_of_three_classes() -> None:
    found = pruned_patients.stops_at_half()
    assert (found.courses.patient[1:] == 0.6).all()
    assert found.courses.healthy[-1] == 0


def test_signed_deviations_are_noise_and_squared_ones_a_curve() -> None:
    rng = np.random.default_rng(0)
    x, y = np.arange(50.0), rng.normal(size=50)
    signed, squared, threshold = tree_patients.cut_losses(x, y)
    assert signed.max() < 1e-12
    assert squared == pytest.approx(
        [((y[:n] - y[:n].mean()) ** 2).sum() + ((y[n:] - y[n:].mean()) ** 2).sum() for n in range(1, 50)]
    )
    assert threshold.tolist() == (np.arange(49) + 0.5).tolist()


def test_a_counter_that_never_falls_counts_splits() -> None:
    found = tree_patients.counter_never_falls()
    assert (found.wrong, found.right) == (51.0, 64.0)
    assert found.courses.x[-1] == 50
    assert (found.courses.patient[-1], found.courses.healthy[-1]) == pytest.approx((0.0863, 0.0100), abs=5e-5)


def test_five_rare_rows_are_found_or_not() -> None:
    found = tree_patients.pure_enough()
    assert found.courses.patient.tolist() == [0.05] * 4
    assert found.courses.healthy.tolist() == [0.0] * 4


def test_areas_of_one_split_move_more_than_they_differ() -> None:
    areas = area_patient.areas_of_splits()
    assert areas.shape == (2, N_SPLITS)
    assert (areas.std(axis=1, ddof=1) > 0.03).all()
    assert abs(float(areas.mean(axis=1)[1] - areas.mean(axis=1)[0])) < 0.03
    # The pair that was published, as the Sonar laboratory computes it.
    for area, name in zip(areas, ("published_5", "published_10"), strict=True):
        assert area == pytest.approx(Areas().of(name)[:N_SPLITS])
    # The three published figures lie within one spread of the mean.
    assert np.abs(np.array([0.760, 0.780, 0.754]) - areas.mean()).max() < 0.06


def test_twins_fall_together() -> None:
    # By hand: g = (6 - 0) / 3, (1 - 0) / 1 and (3 - 0) / 1, of 15 rows each: node 1 is the weakest.
    risk = node_risk(TWINS, "misclassification")
    g = pruned_patients.branch_strengths(TWINS, risk)
    assert [15 * g[t] for t in (0, 1, 2)] == pytest.approx([2, 1, 3])
    assert [node for node, _ in pruned_patients.strengths_in_order(TWINS, risk)] == [1, 0]
    assert pruned_patients.namesakes(TWINS, 1) == [1, 2]
    assert pruned_patients.ends_of(TWINS, [1]) == [1, 5, 6]
    assert pruned_patients.ends_of(TWINS, pruned_patients.namesakes(TWINS, 1)) == [1, 2]
    found = pruned_patients.found_by_question()
    assert (15 * found.courses.patient).tolist() == pytest.approx([0, 4, 6, 6])
    assert (15 * found.courses.healthy).tolist() == pytest.approx([0, 1, 6, 6])


def test_a_search_through_all_rows_finds_the_same_and_looks_longer() -> None:
    data = load_dataset("sonar")
    x, y, member = data.X[:, 10], data.y.astype(np.int64), np.arange(len(data.y)) % 7 == 0
    everything = np.argsort(x, kind="stable")
    own = everything[member[everything]]
    counts = [list(scan_patient.cuts_of_node(x, y, order, member)) for order in (everything, own)]
    assert counts[0] == counts[1] == y[own].cumsum().tolist()
    assert len(own) < len(everything)


def test_a_level_costs_features_times_rows_at_most_unless_all_are_scanned() -> None:
    data = load_dataset("sonar")
    tree = DecisionTreeClassifier(max_depth=4).fit(data.X, data.y).tree_
    n = data.X.size
    patient, healthy = (scan_patient.values_looked_at(tree, data.X, all_rows=each) for each in (True, False))
    n_split = [int((~tree.is_leaf & (tree.depth == d)).sum()) for d in range(tree.max_depth)]
    assert patient.tolist() == [n * each for each in n_split]
    assert (healthy <= n).all()
    assert healthy[0] == n
