"""What the stage is sent: states and leaves as gbtlib has them; what is asked depends on what is set."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from workbench.lessons.your_own_loss.asked import LOSS_NAMES, AskedLoss
from workbench.lessons.your_own_loss.pictures import N_POINTS
from workbench.lessons.your_own_loss.record import moment_of, record_of
from workbench.lessons.your_own_loss.rows import SOURCES, lesson_rows
from workbench.lessons.your_own_loss.run import Boosting, Run, run_of
from workbench.stage.packing import packed, unpacked

CURSOR = {"round": 4, "own_row": None, "own_F": None, "guess": None}


def sent(run: Run) -> dict[str, Any]:
    return unpacked(packed(record_of(run)))


def states(record: dict[str, Any], name: str) -> np.ndarray:
    return record["rows"][name].reshape(record["n_rounds"] + 1, -1)


@pytest.mark.parametrize("name", LOSS_NAMES)
@pytest.mark.parametrize("data", SOURCES)
def test_each_state_adds_the_weights_of_its_leaves(name: str, data: str) -> None:
    """A state is the one before it, and the learning rate times the weight of the leaf of each row."""
    record = sent(run_of(Boosting(AskedLoss(name), data)))
    raw, trees = states(record, "raw"), record["trees"]
    leaf = trees["leaf"].reshape(record["n_rounds"], -1)
    for r in range(record["n_rounds"]):
        at = trees["start"][r] + leaf[r]
        assert (trees["left"][at] < 0).all()
        np.testing.assert_allclose(
            raw[r + 1], raw[r] + record["rate"] * trees["weight"][at], rtol=0, atol=1e-12
        )


@pytest.mark.parametrize("name", LOSS_NAMES)
def test_a_leaf_weighs_what_its_rows_pull(name: str) -> None:
    """-G / (H + lambda) of the pulls and hessians that are sent is the weight of every leaf."""
    record = sent(run_of(Boosting(AskedLoss(name), reg_lambda=0.5)))
    pull, hessian, trees = states(record, "pull"), states(record, "hessian"), record["trees"]
    leaf = trees["leaf"].reshape(record["n_rounds"], -1)
    for r in range(record["n_rounds"]):
        for node in np.unique(leaf[r]):
            mine = leaf[r] == node
            expected = pull[r][mine].sum() / (hessian[r][mine].sum() + 0.5)
            assert trees["weight"][trees["start"][r] + node] == pytest.approx(expected, abs=1e-10)
            assert trees["n"][trees["start"][r] + node] == mine.sum()


@pytest.mark.parametrize(
    ("settings", "nearest"),
    [({}, "absolute"), ({"reg_lambda": 0.0}, "squared_error"), ({"max_depth": 6}, "quantile")],
)
def test_which_loss_ends_nearest_to_the_row_depends_on_how_it_is_boosted(
    settings: dict[str, Any], nearest: str
) -> None:
    """So no rule about losses alone answers where the fit will be at a row."""
    row = lesson_rows("sine", False).first_outlier
    far = {}
    for name in ("squared_error", "huber", "absolute", "quantile"):
        record = sent(run_of(Boosting(AskedLoss(name), **settings)))
        far[name] = abs(states(record, "fit")[-1][row] - record["rows"]["y"][row])
    assert min(far, key=far.__getitem__) == nearest


@pytest.mark.parametrize("name", ["squared_error", "huber"])
def test_where_the_fit_ends_at_a_row_depends_on_the_learning_rate(name: str) -> None:
    """One loss, two rates: the fit at the outlier ends lower by more than half a unit of y."""
    row = lesson_rows("sine", False).first_outlier
    fast, slow = (
        states(sent(run_of(Boosting(AskedLoss(name), learning_rate=rate))), "fit")[-1][row]
        for rate in (0.3, 0.1)
    )
    assert fast - slow > 0.5


def test_a_moment_has_the_slope_and_the_bend_of_the_loss_where_the_reader_puts_f() -> None:
    """Half squared error by hand: g = F - y, h = 1, the step of the row alone is (y - F) / (1 + lambda)."""
    run = run_of(Boosting(AskedLoss("squared_error"), reg_lambda=3.0))
    moment = moment_of(run, CURSOR | {"own_F": 2.0})
    y = moment["y"]
    assert (moment["row"], y) == (run.rows.first_outlier, run.rows.y[run.rows.train[moment["row"]]])
    assert moment["here"] == pytest.approx(
        {"F": 2.0, "loss": 0.5 * (2 - y) ** 2, "g": 2 - y, "h": 1.0, "step": (y - 2) / 4}
    )
    assert moment_of(run, CURSOR)["here"] is None


@pytest.mark.parametrize("name", LOSS_NAMES)
def test_what_the_states_say_of_a_row_is_what_a_moment_says_at_its_f(name: str) -> None:
    """Loss, g, h and the step of the row alone, of the record and by the loss at that F."""
    run = run_of(Boosting(AskedLoss(name), reg_lambda=0.5))
    record, row = sent(run), run.rows.first_outlier
    for r in (0, 4, 20):
        here = moment_of(run, CURSOR | {"own_F": float(states(record, "raw")[r][row])})["here"]
        assert states(record, "loss")[r][row] == pytest.approx(here["loss"], rel=1e-9)
        assert states(record, "pull")[r][row] == pytest.approx(-here["g"], rel=1e-9)
        assert states(record, "hessian")[r][row] == pytest.approx(here["h"], rel=1e-9)
        assert states(record, "alone")[r][row] == pytest.approx(here["step"], rel=1e-9)


def test_the_usual_loss_is_drawn_beside_another_and_not_beside_itself() -> None:
    """Of the same rows, boosted alike, state by state; where it has fewer rounds its last one stays."""
    run = run_of(Boosting(AskedLoss("huber")))
    usual = run_of(Boosting(AskedLoss("squared_error")))
    beside = sent(run)["usual"]
    assert beside["title"] == "half squared error"
    assert beside["fit"].reshape(21, -1) == pytest.approx(usual.drawn, rel=1e-6, abs=1e-6)
    assert sent(usual)["usual"] is None


def test_a_row_beyond_the_last_is_the_last_and_is_said_to_be() -> None:
    """The link may ask for any row."""
    run = run_of(Boosting(AskedLoss("huber")))
    moment = moment_of(run, CURSOR | {"own_row": 10**6})
    assert moment["shown"] == {"own_row": len(run.rows.train) - 1}
    assert moment_of(run, CURSOR | {"own_row": 3})["shown"] == {}


def test_the_small_pictures_of_all_losses_are_drawn_on_one_scale() -> None:
    """Two below y half squared error pulls by 2, as far as y is; the others by what they are capped at."""
    tiles = sent(run_of(Boosting(AskedLoss("huber", delta=0.5, tau=0.9))))["tiles"]
    pulls = {each["name"]: each["pull"] for each in tiles["losses"]}
    assert tuple(pulls) == LOSS_NAMES
    capped = {"squared_error": 2.0, "huber": 0.5, "absolute": 1.0, "quantile": 0.9}
    assert {name: pulls[name] for name in capped} == pytest.approx(capped)
    assert pulls["logistic"] == pytest.approx(1 / (1 + np.exp(-2.0)))
    F = np.linspace(-tiles["reach"], tiles["reach"], len(tiles["losses"][0]["loss"]))
    np.testing.assert_allclose(tiles["losses"][0]["loss"], F**2 / 2, rtol=1e-6)


@pytest.mark.parametrize("name", LOSS_NAMES)
def test_a_loss_of_f_minus_y_has_a_shape_and_gives_the_curve_of_every_y(name: str) -> None:
    """At F the loss and the gradient of a row at y are the shape's at F - y, as a moment has them."""
    run = run_of(Boosting(AskedLoss(name)))
    record = sent(run)
    shape = record["shape"]
    if record["is_binary"]:
        assert shape is None
        return
    F = np.linspace(-record["reach"], record["reach"], N_POINTS)
    over = np.linspace(*shape["ends"], len(shape["loss"]))
    for row in (0, 15, 40):
        moment = moment_of(run, CURSOR | {"own_row": row})
        step = over[1] - over[0]
        smooth = np.abs(F - moment["y"]) > step
        for each, close in (("loss", step**2), ("gradient", step)):
            found = np.interp(F - moment["y"], over, shape[each])
            assert found[smooth] == pytest.approx(moment[each][smooth], abs=close)


def test_a_loss_in_which_y_counts_otherwise_has_no_shape() -> None:
    assert sent(run_of(Boosting(AskedLoss("own", text="(F - 2 * y) ** 2"))))["shape"] is None


def test_a_formula_that_is_none_leaves_the_other_losses_to_choose_from() -> None:
    tiles = sent(run_of(Boosting(AskedLoss("huber", text="(F - x"))))["tiles"]
    assert tiles["losses"][-1]["pull"] is None
    assert all(each["pull"] > 0 for each in tiles["losses"][:-1])
