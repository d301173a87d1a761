"""What the stage is sent: states and leaves as gbtlib has them; what is asked depends on what is set."""

from typing import Any

import numpy as np
import pytest

from tests.workbench.stage.unpacking import unpacked
from workbench.lessons.your_own_loss.asked import LOSS_NAMES, AskedLoss
from workbench.lessons.your_own_loss.record import moment_of, record_of
from workbench.lessons.your_own_loss.rows import SOURCES, lesson_rows
from workbench.lessons.your_own_loss.run import Boosting, Run, run_of
from workbench.stage.packing import packed

CURSOR = {"round": 4, "own_row": None, "own_y": None, "own_F": None, "own_told": "", "guess": None}


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


@pytest.mark.parametrize("name", LOSS_NAMES)
@pytest.mark.parametrize("row", [0, 40, 69])
def test_what_its_leaf_mates_did_is_the_way_without_its_own_pulls(name: str, row: int) -> None:
    run = run_of(Boosting(AskedLoss(name), reg_lambda=0.5, learning_rate=0.7))
    record = sent(run)
    pull, hessian, raw = (states(record, each) for each in ("pull", "hessian", "raw"))
    leaf, moved = record["trees"]["leaf"].reshape(record["n_rounds"], -1), 0.0
    for r in range(record["n_rounds"]):
        inside = leaf[r] == leaf[r][row]
        mates = inside & (np.arange(len(inside)) != row)
        moved += 0.7 * pull[r][mates].sum() / (hessian[r][inside].sum() + 0.5)
    assert record["rows"]["own"][row] == pytest.approx(raw[-1][row] - raw[0][row] - moved, abs=1e-9)


@pytest.mark.parametrize("name", LOSS_NAMES)
def test_it_is_said_where_h_is_not_the_second_derivative(name: str) -> None:
    record = sent(run_of(Boosting(AskedLoss(name))))
    curves = record["curves"]
    F = np.linspace(*record["span"], len(curves["gradient"]))
    bend = np.gradient(curves["gradient"], F)
    is_bend = np.allclose(bend[1:-1], curves["used"][1:-1], rtol=0.01, atol=0.01)
    assert bool(record["why_h"]) != is_bend


@pytest.mark.parametrize(
    ("settings", "nearest"),
    [({}, "quantile"), ({"learning_rate": 1.0}, "squared_error")],
)
def test_which_loss_ends_nearest_to_the_row_depends_on_how_it_is_boosted(
    settings: dict[str, Any], nearest: str
) -> None:
    """So no rule about losses alone answers where the fit will be at a row."""
    row = lesson_rows("sine", False).last_outlier
    far = {}
    for name in ("squared_error", "huber", "absolute", "quantile"):
        record = sent(run_of(Boosting(AskedLoss(name), **settings)))
        far[name] = abs(states(record, "fit")[-1][row] - record["rows"]["y"][row])
    assert min(far, key=far.__getitem__) == nearest


@pytest.mark.parametrize("name", ["squared_error", "huber"])
def test_where_the_fit_ends_at_a_row_depends_on_the_learning_rate(name: str) -> None:
    """One loss, two rates: the fit at the outlier ends elsewhere, by more than a quarter of a unit of y."""
    row = lesson_rows("sine", False).last_outlier
    fast, slow = (
        states(sent(run_of(Boosting(AskedLoss(name), learning_rate=rate))), "fit")[-1][row]
        for rate in (0.3, 0.1)
    )
    assert abs(fast - slow) > 0.25


def test_a_moment_has_the_slope_and_the_bend_of_the_loss_where_the_reader_puts_f() -> None:
    """Half squared error by hand: g = F - y, h = 1, the step of the row alone is (y - F) / (1 + lambda)."""
    run = run_of(Boosting(AskedLoss("squared_error"), reg_lambda=3.0))
    moment = moment_of(run, CURSOR | {"own_F": 2.0})
    y = moment["y"]
    assert (moment["row"], y) == (run.rows.last_outlier, run.rows.y[run.rows.train[moment["row"]]])
    assert moment["here"] == pytest.approx(
        {"F": 2.0, "loss": 0.5 * (2 - y) ** 2, "g": 2 - y, "h": 1.0, "step": (y - 2) / 4}
    )
    assert moment_of(run, CURSOR)["here"] is None


@pytest.mark.parametrize("name", LOSS_NAMES)
def test_what_the_states_say_of_a_row_is_what_a_moment_says_at_its_f(name: str) -> None:
    """Loss, g, h and the step of the row alone, of the record and by the loss at that F."""
    run = run_of(Boosting(AskedLoss(name), reg_lambda=0.5))
    record, row = sent(run), run.rows.last_outlier
    for r in (0, 4, 20):
        here = moment_of(run, CURSOR | {"own_F": float(states(record, "raw")[r][row])})["here"]
        assert states(record, "loss")[r][row] == pytest.approx(here["loss"], rel=1e-9)
        assert states(record, "pull")[r][row] == pytest.approx(-here["g"], rel=1e-9)
        assert states(record, "hessian")[r][row] == pytest.approx(here["h"], rel=1e-9)
        assert states(record, "alone")[r][row] == pytest.approx(here["step"], rel=1e-9)


@pytest.mark.parametrize("name", ["squared_error", "logistic", "own"])
def test_where_a_row_is_held_all_is_boosted_anew_by_every_loss_that_was_told(name: str) -> None:
    """A moment is the record of the run there, and where others end at the row, of classes another."""
    run = run_of(Boosting(AskedLoss(name)))
    row, y, told = run.rows.last_outlier, 0.0, ("huber", "exponential", "own")
    moment = moment_of(run, CURSOR | {"own_y": y, "own_told": ",".join((*told, "hinge"))})
    there = run_of(Boosting(AskedLoss(name), position=row, y=y))
    assert packed(moment["record"]) == packed(record_of(there))
    assert moment["ends"].keys() == set(told)
    for each, end in moment["ends"].items():
        asked = AskedLoss(each)
        position = lesson_rows("sine", asked.is_binary).last_outlier
        other = run_of(Boosting(asked, position=position, y=y))
        assert end == float(other.made.loss.inverse_link(other.raw(20))[position])
    same = {"own_y": y, "own_row": row}
    assert "record" not in moment_of(there, CURSOR | same)


def test_where_a_held_row_leaves_nothing_to_boost_there_is_no_record() -> None:
    run = run_of(Boosting(AskedLoss("own", text="(F - y) ** 2 + log(4 - y) * 0")))
    assert moment_of(run, CURSOR | {"own_y": 4.0}) == {"record": None}


def test_a_row_beyond_the_last_is_the_last_and_is_said_to_be() -> None:
    """The link may ask for any row."""
    run = run_of(Boosting(AskedLoss("huber")))
    moment = moment_of(run, CURSOR | {"own_row": 10**6})
    assert moment["shown"] == {"own_row": len(run.rows.train) - 1}
    assert moment_of(run, CURSOR | {"own_row": 3})["shown"] == {}


def test_every_loss_can_be_chosen_also_where_a_formula_is_none() -> None:
    choices = sent(run_of(Boosting(AskedLoss("huber", text="(F - x", delta=0.25))))["choices"]
    assert tuple(each["name"] for each in choices) == LOSS_NAMES
    assert choices[1]["label"] == "Huber δ 0.25"
