"""What the stage of AdaBoost is sent: weights and votes; what is asked; the row with its other label."""

from typing import Any

import numpy as np
import pytest

from tests.workbench.stage.unpacking import unpacked
from workbench.lessons.adaboost.adaboost_run import (
    TEN,
    AdaBoostRun,
    AdaSettings,
    run_adaboost,
    safest_row,
)
from workbench.lessons.adaboost.record import LEVELS, MIDDLE, STRENGTHS, moment_of, record_of
from workbench.lessons.adaboost.row_places import axes_of
from workbench.models.predictions import placed
from workbench.stage.packing import packed

SETS = [TEN, "hand5", "moons", "xor", "sonar", "iris", "wine"]


def fit(data: str, **values: Any) -> AdaBoostRun:
    return run_adaboost(AdaSettings(**({"data": data, "n_estimators": 8} | values)))


def sent(found: AdaBoostRun) -> dict[str, Any]:
    return unpacked(packed(record_of(found)))


@pytest.mark.parametrize("data", SETS)
def test_weights_are_those_of_the_rounds_and_1_on_average(data: str) -> None:
    found = fit(data)
    record, R, n = sent(found), len(found.trace), len(found.codes)
    weight, predicted = record["weight"].reshape(R + 1, n), record["predicted"].reshape(R, n)
    for r, round_ in enumerate(found.trace):
        assert weight[r] == pytest.approx(round_.weights_before * n, rel=1e-5)
        assert weight[r + 1] == pytest.approx(round_.weights_after * n, rel=1e-5)
        assert ((predicted[r] != record["codes"]) == round_.wrong).all()
    assert weight.mean(axis=1) == pytest.approx(np.ones(R + 1), rel=1e-5)


@pytest.mark.parametrize("data", SETS)
def test_what_the_picture_raises_and_divides_is_the_next_weight(data: str) -> None:
    """Wrong rows times `raised`, all divided by the normaliser: SAMME's own two steps."""
    found = fit(data)
    record = sent(found)
    for r, round_ in enumerate(found.trace):
        raised = round_.weights_before * np.where(round_.wrong, record["raised"][r], 1.0)
        if not round_.ended:
            assert raised / record["normaliser"][r] == pytest.approx(round_.weights_after, rel=1e-9)
            assert record["raised"][r] == pytest.approx(np.exp(round_.tree_weight), rel=1e-12)


@pytest.mark.parametrize("data", ["moons", "sonar", "iris", "wine", TEN])
def test_the_ground_is_the_vote_at_every_row(data: str) -> None:
    """In the cell that a row lies in stands the class with most votes, all other features at their median."""
    found = fit(data)
    record, R = sent(found), len(found.trace)
    features = list(axes_of(found))
    X = np.tile(np.nanmedian(found.X, axis=0), (len(found.codes), 1))
    X[:, features] = found.X[:, features]
    places = [placed(x)[0] for x in found.X[:, features].T]
    cells = np.zeros(len(X), dtype=int)
    for x, edges, step in zip(places, record["edges"], (1, len(record["edges"][0]) + 1), strict=False):
        cells += step * np.searchsorted(edges, x)
    grounds = record["cells"].reshape(R + 1, -1)
    for r, round_ in enumerate(found.trace):
        assert (record["trees"].reshape(R, -1)[r][cells] == round_.tree.predict(X)).all()
    for r, vote in enumerate(found.model.staged_predict(X)):
        here = grounds[r + 1][cells].astype(int)
        if found.n_classes == 2:
            clear = here != MIDDLE
            assert ((here > MIDDLE) == (vote == 1))[clear].all()
            assert here.max() <= LEVELS
        else:
            clear = here % (STRENGTHS + 1) > 0
            assert (here // (STRENGTHS + 1) == vote)[clear].all()
        assert clear.any()


@pytest.mark.parametrize("data", SETS)
def test_a_stump_cuts_where_it_is_drawn(data: str) -> None:
    found = fit(data)
    features = axes_of(found)
    for cut, round_ in zip(record_of(found)["cuts"], found.trace, strict=True):
        if cut is None:
            continue
        feature = features[cut["axis"]]
        assert (round_.tree.feature[0], round_.tree.threshold[0]) == (feature, cut["at"])
        left = found.X[:, feature] <= cut["at"]
        assert (round_.predicted == np.where(left, *cut["sides"])).all()


def test_which_row_is_heaviest_after_the_round_that_is_asked_for_depends_on_the_depth() -> None:
    """So no row answers by itself; and a perfect tree leaves nothing to be asked."""
    heaviest = {
        depth: sent(fit("moons", noise=0.3, max_depth=depth))["weight"].reshape(9, -1)[5].argmax()
        for depth in (1, 2)
    }
    assert heaviest[1] != heaviest[2]
    assert sent(fit("hand5"))["asked"] is None
    assert sent(fit("moons", n_estimators=3))["asked"] == 3


@pytest.mark.parametrize("data", ["moons", "iris"])
def test_a_moment_has_the_row_with_its_other_label(data: str) -> None:
    right = fit(data)
    row = safest_row(right)
    place, wrong = right.place(row), fit(data, flipped=row)
    cursor = {"round": 3, "row": row, "guess": None}
    for shown, other in ((right, wrong), (wrong, right)):
        moment = moment_of(shown, run_adaboost, cursor)
        assert moment["place"] == place
        assert moment["other"] == pytest.approx(other.shares[:, place], rel=1e-5)
    elsewhere = int(right.train[(place + 1) % len(right.train)])
    assert moment_of(wrong, run_adaboost, cursor | {"row": elsewhere})["other"] is None


def test_rows_at_one_place_stand_side_by_side() -> None:
    found = fit("sentences")
    record = sent(found)
    X = found.X[:, list(axes_of(found))]
    assert len(np.unique(X, axis=0)) in (3, 4)
    assert len(set(zip(record["x"].tolist(), record["y"].tolist(), strict=True))) == len(X)
    # All stay on their side of the only cut that there is between 0 and 1.
    for drawn, values in ((record["x"], X[:, 0]), (record["y"], X[:, 1])):
        assert ((drawn > 0.5) == (values > 0.5)).all()
