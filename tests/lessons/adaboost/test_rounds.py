"""What the page on AdaBoost computes: against scikit-learn, exponential loss, and the ten rows by hand."""

from typing import Any

import numpy as np
import pytest
from sklearn.ensemble import AdaBoostClassifier as Theirs
from sklearn.tree import DecisionTreeClassifier

from gbtlib.losses.named import Exponential
from workbench.lessons.adaboost.adaboost_run import (
    TEN,
    AdaBoostRun,
    AdaSettings,
    ada_settings_from,
    gradients,
    run_adaboost,
    safest_row,
)
from workbench.lessons.adaboost.record import record_of
from workbench.lessons.adaboost.row_places import axes_of, side_by_side
from workbench.lessons.adaboost.words import (
    hand_words,
    pruned_words,
    round_words,
)
from workbench.link.values import ENTRIES

pytestmark = pytest.mark.sweep

SETS = [TEN, "hand5", "moons", "xor", "sonar", "iris", "wine"]


def fit(data: str, **values: Any) -> AdaBoostRun:
    return run_adaboost(AdaSettings(**({"data": data, "n_estimators": 8} | values)))


# Where no two cuts gain the same: scikit-learn breaks ties at random.
WITHOUT_TIES = [(data, depth) for data in ("moons", "spiral", "sonar", "iris", TEN) for depth in (1, 2)]


@pytest.mark.parametrize(("data", "depth"), [*WITHOUT_TIES, ("breast_cancer", 1), ("wine", 1)])
def test_every_stage_is_that_of_scikit_learn(data: str, depth: int) -> None:
    ours = fit(data, max_depth=depth)
    trees = DecisionTreeClassifier(max_depth=depth)
    theirs = Theirs(trees, n_estimators=8, random_state=0).fit(ours.X, ours.codes)
    sent = record_of(ours)
    stages = list(theirs.staged_predict(ours.X))
    assert len(stages) == len(ours.trace) == 8
    for r, (tree, stage) in enumerate(zip(theirs.estimators_, stages, strict=True)):
        assert np.array_equal(tree.predict(ours.X), ours.trace[r].predicted)
        assert sent["error"][r] == pytest.approx(theirs.estimator_errors_[r], rel=1e-5)
        assert sent["tree_weight"][r] == pytest.approx(theirs.estimator_weights_[r], rel=1e-5)
        assert sent["wrong"][0][r + 1] == pytest.approx(np.mean(stage != ours.codes), abs=1e-6)


def test_weights_are_those_of_exponential_loss_at_the_vote() -> None:
    ours = fit("moons")
    for before, weights in zip(ours.trace, ours.shares[1:], strict=False):
        slope = np.abs(Exponential().gradient(ours.codes, 0.5 * (before.votes[:, 1] - before.votes[:, 0])))
        assert weights == pytest.approx(slope / slope.mean(), rel=1e-12)


def test_gradients_are_those_of_the_trace() -> None:
    two, three = fit("moons"), fit("iris")
    assert two.twin.loss_.name == "exponential"
    assert (two.twin.trace_[0].raw_before == 0).all()
    for r, round_ in enumerate(two.twin.trace_):
        assert gradients(two.twin, two.codes)[r] == pytest.approx(np.abs(round_.gradient))
    p = three.twin.loss_.inverse_link(three.twin.trace_[1].raw_before)
    own = p[np.arange(len(three.codes)), three.codes]
    assert gradients(three.twin, three.codes)[1] == pytest.approx(1 - own)


def test_ten_rows_by_hand() -> None:
    ours = fit(TEN, n_estimators=6)
    first = ours.trace[0]
    assert first.error == pytest.approx(0.4, abs=1e-12)
    assert first.tree_weight == pytest.approx(np.log(3), abs=1e-12)
    assert first.normaliser == pytest.approx(9 / 5, abs=1e-12)
    assert first.weights_after[first.wrong] == pytest.approx(np.full(4, 1 / 6), abs=1e-12)
    assert first.weights_after[~first.wrong] == pytest.approx(np.full(6, 1 / 18), abs=1e-12)
    assert first.weights_after @ first.wrong == pytest.approx(2 / 3, abs=1e-12)
    assert ours.trace[-1].train_error == 0
    words = hand_words(ours)
    for part in ("e = 2/5", "= ln 3", "Z = 9/5", "weighs 1/6", "right row 1/18", "weights is 2/3"):
        assert part in words


@pytest.mark.parametrize("data", ["moons", "iris"])
def test_one_wrong_label(data: str) -> None:
    right = fit(data, n_estimators=10)
    row = safest_row(right)
    wrong = fit(data, n_estimators=10, flipped=row)
    place = right.place(row)
    assert np.flatnonzero(right.codes != wrong.codes).tolist() == [place]
    assert wrong.codes[place] == (right.codes[place] + 1) % right.n_classes
    assert wrong.shares[:, place].max() > 5 * right.shares[:, place].max()
    assert wrong.bounded_slopes[:, place].max() < 1


@pytest.mark.parametrize("data", SETS)
def test_votes_add_up(data: str) -> None:
    ours = fit(data)
    votes = ours.trace[-1].votes[1]
    mine = [
        round_.tree_weight * (round_.predicted[1] == k)
        for k in range(ours.n_classes)
        for round_ in ours.trace
    ]
    assert np.reshape(mine, (ours.n_classes, -1)).sum(axis=1) == pytest.approx(votes)


def test_held_out_errors_are_those_of_the_staged_vote() -> None:
    ours = fit("wine")
    X, y = ours.dataset.X[ours.held_out], ours.dataset.y[ours.held_out]
    assert ours.held_out_errors == pytest.approx([np.mean(s != y) for s in ours.model.staged_predict(X)])
    assert np.isnan(fit(TEN).held_out_errors).all()


def test_pruned_rounds_are_told() -> None:
    ours = fit("iris", max_depth=3, ccp_alpha=0.05)
    for number, round_ in enumerate(ours.trace, start=1):
        words = pruned_words(ours, number)
        kept, grown = round_.tree.n_leaves, round_.grown.n_leaves
        assert (f"of {grown} leaves {kept} are left" if kept < grown else "nothing is cut off") in words
    assert ours.trace[0].tree.n_leaves < ours.trace[0].grown.n_leaves
    assert pruned_words(fit("iris"), 1) == ""


def test_a_perfect_tree_ends_it() -> None:
    ours = fit("hand5")
    assert len(ours.trace) == 1
    assert "Round 1 is the last: perfect" in round_words(ours, 1, 0)
    assert (record_of(ours)["n_rounds"], record_of(ours)["asked"]) == (1, None)


def test_axes_are_the_features_asked_for_most() -> None:
    ours = fit("iris", n_estimators=2)
    assert {int(round_.tree.feature[0]) for round_ in ours.trace} <= set(axes_of(ours))
    assert axes_of(fit(TEN)) == (0,)


def test_settings_from_the_session() -> None:
    values = {name: entry.default for name, entry in ENTRIES.items()}
    assert ada_settings_from(values) == AdaSettings()
    assert ada_settings_from(values | {"data": "sonar", "noise": 0.2}).noise == 0
    assert ada_settings_from(values | {"data": "xor", "noise": 0.2}).noise == 0.2
    assert ada_settings_from(values | {"ada_rows": "ten", "ada_depth": 2}, 3) == AdaSettings(
        data=TEN, max_depth=2, flipped=3
    )


def test_rows_that_stand_alone_stay_where_they_are() -> None:
    x, y = np.array([0.0, 1.0, 1.0, 3.0]), np.array([5.0, 6.0, 6.0, 6.0])
    across, up = side_by_side(x, y)
    assert across[[0, 3]].tolist() == [0, 3] and up[[0, 3]].tolist() == [5, 6]
    assert 0 < abs(across[1] - across[2]) < 0.8
    assert (np.abs(across - x) <= 0.4).all()
