"""What the stage of the clinic draws: the boosters' own arithmetic, gbtlib's and scikit-learn's numbers."""

import re
from typing import Any

import numpy as np
import pytest
from sklearn.tree import DecisionTreeRegressor

from gbtlib import GradientBoostingClassifier
from tests.workbench.stage.unpacking import unpacked
from workbench.data.catalogue import load_dataset
from workbench.lessons.clinic.boosted_patients import EXAMINED
from workbench.lessons.clinic.findings import Stepwise
from workbench.lessons.clinic.patients import examined
from workbench.lessons.clinic.record import FEW_ROWS, MOST_ROWS, record_of
from workbench.lessons.clinic.records import PATIENTS
from workbench.lessons.clinic.stage import stage_of_patient
from workbench.lessons.clinic.two_sides import MOMENTS, apart, boosted_side
from workbench.models.booster import cohort_of
from workbench.stage.packing import packed

BOOSTERS = [name for name, each in PATIENTS.items() if each.fault in EXAMINED]
PARTINGS = {
    **{"anna": (2, "F"), "boris": (1, "gradients"), "nils": (1, "leaf weights"), "sven": (1, "F")},
    **{"clara": (2, "leaf weights"), "dario": (1, "loss"), "elsa": (1, "gradients"), "tilda": (40, "loss")},
    **{"felix": (1, "leaf weights"), "olga": (1, "leaf weights"), "pablo": (1, "leaf weights")},
    **{"quinn": (1, "leaf weights"), "rosa": (1, "leaf weights"), "uwe": (1, "loss"), "yara": (1, "loss")},
}
STEPS = {
    **{"greta": 2, "hugo": 3, "ines": 1, "jonas": 1, "kira": 2, "leo": 2, "mona": 2},
    **{"vera": 1, "willi": 1, "xaver": 2, "zoe": 2},
}


def drawn(name: str) -> dict[str, Any]:
    """A patient's record as a browser reads it: arrays are flat."""
    record: dict[str, Any] = unpacked(packed(record_of(PATIENTS[name])))
    return record


def rows_of(record: dict[str, Any], side: int, field: str) -> np.ndarray:
    """An array of a side, a line for each round."""
    found: np.ndarray = record["sides"][side][field].reshape(-1, len(record["ids"]))
    return found


def test_numbers_differ_by_more_than_rounding_or_where_one_is_none() -> None:
    nan = np.nan
    a = np.array([1.0, 1.0, 1e12, nan, nan, 0.0, np.inf])
    b = np.array([1.0 + 1e-12, 1.1, 1e12 + 1, nan, 0.0, nan, np.inf])
    assert apart(a, b).tolist() == [False, True, False, False, True, True, False]


@pytest.mark.parametrize("name", BOOSTERS)
def test_boosters_part_at_the_line_that_is_wrong(name: str) -> None:
    record = drawn(name)
    round_, moment = divmod(record["parts"] - 1, len(MOMENTS))
    assert (round_ + 1, MOMENTS[moment]) == PARTINGS[name]
    assert record["n_steps"] == len(MOMENTS) * (len(record["labels"]) - 1)


@pytest.mark.parametrize("name", [*BOOSTERS, *STEPS])
def test_one_begins_in_the_round_in_which_they_part_where_all_is_the_same(name: str) -> None:
    record = drawn(name)
    opens, parts, per = record["opens"], record["parts"], len(record["moments"])
    assert not record["differ"][:opens].any()
    assert parts - per <= opens < parts
    assert stage_of_patient(PATIENTS[name]).first == opens


@pytest.mark.parametrize("name", STEPS)
def test_others_part_at_the_first_step_that_differs(name: str) -> None:
    record = drawn(name)
    assert record["parts"] == STEPS[name]
    sick, well = (rows_of(record, side, "F") for side in (0, 1))
    assert np.array_equal(sick[: record["parts"]], well[: record["parts"]], equal_nan=True)
    assert apart(sick[record["parts"]], well[record["parts"]]).any()
    assert len(record["labels"]) == record["n_steps"] + 1 == len(sick)


@pytest.mark.parametrize("name", BOOSTERS)
def test_a_round_is_the_boosters_own_line(name: str) -> None:
    """Gradients come from F, F from the step by the line that each has, the mean loss is the course's."""
    record = drawn(name)
    for side in (0, 1):
        own = record["sides"][side]
        g, w, F, loss = (rows_of(record, side, field).astype(float) for field in ("g", "w", "F", "loss"))
        step = own["rate"] * w
        if own["forgets"]:
            moved = np.zeros_like(F[:-1]) if name == "rosa" else step
        else:
            moved = F[:-1] + (-step if (name, side) == ("sven", 0) else step)
        scale = 1e-5 * np.nanmax(np.abs(F)) + 1e-6
        assert np.nanmax(np.abs(F[1:] - moved)) < scale
        says = 1 / (1 + np.exp(-F[:-1])) if record["kind"] == "classes" else F[:-1]
        due = (0.1 if (name, side) == ("boris", 0) else 1.0) * (says - record["y"])
        assert np.nanmax(np.abs(g - due)) < scale
        if record["n_rows"] == len(record["ids"]):
            assert loss.mean(axis=1) == pytest.approx(record["courses"]["seen"][side], rel=1e-5, nan_ok=True)


def test_a_twin_says_what_gbtlib_says() -> None:
    record = drawn("sven")
    cohort = cohort_of("circles", examined("minus_in_update").shown[1].cohort.params, noise=0.1)  # type: ignore[index]
    p = cohort.params
    for n_rounds in (1, 4, 10):
        model = GradientBoostingClassifier(
            n_estimators=n_rounds, max_depth=p.max_depth, learning_rate=p.learning_rate, base_score=0.5
        )
        model.fit(cohort.X, cohort.y.astype(int))
        share = model.predict_proba(cohort.X[record["ids"]])[:, 1]
        said = 1 / (1 + np.exp(-rows_of(record, 1, "F")[n_rounds].astype(float)))
        assert said == pytest.approx(share, abs=1e-6)


def test_a_twin_that_is_a_tree_says_what_scikit_learn_says() -> None:
    record = drawn("vera")
    sample = examined("signed_deviations").shown
    assert isinstance(sample, Stepwise)
    assert sample.x is not None
    X = sample.x[:, np.newaxis]
    for depth in range(1, 7):
        theirs = DecisionTreeRegressor(max_depth=depth).fit(X, sample.y)
        said = rows_of(record, 1, "F")[depth]
        assert said == pytest.approx(theirs.predict(X[record["ids"]]), abs=1e-6)


@pytest.mark.parametrize("name", BOOSTERS)
def test_drawn_rows_say_of_the_losses_what_all_say(name: str) -> None:
    record, (sick, well) = drawn(name), (boosted_side(each) for each in examined(PATIENTS[name].fault).shown)
    of_all = [side.loss[-1].mean() for side in (sick, well)]
    of_drawn = [rows_of(record, side, "loss")[-1].mean() for side in (0, 1)]
    if abs(of_all[0] - of_all[1]) > 0.1 * max(of_all):
        assert np.argmax(of_drawn) == np.argmax(of_all)


@pytest.mark.parametrize("name", PATIENTS)
def test_rows_are_drawn_once_in_their_order_with_the_one_that_tells(name: str) -> None:
    record = drawn(name)
    ids = record["ids"]
    assert len(set(ids.tolist())) == len(ids) <= (FEW_ROWS if record["kind"] == "classes" else MOST_ROWS) + 1
    if record["kind"] == "line":
        assert np.all(np.diff(record["x"]) >= 0)
    if record["kind"] == "classes":
        assert np.all(np.diff(record["y"]) >= 0)
    if record["row"] is not None and name != "clara":  # its leaves differ, and no row does
        round_, moment = divmod(record["parts"] - 1, len(MOMENTS))
        field, at = (("g", round_), ("w", round_), ("F", round_ + 1), ("loss", round_ + 1))[moment]
        both = (rows_of(record, side, field)[at][record["row"]] for side in (0, 1))
        assert apart(*(np.array([each]) for each in both)).all()


@pytest.mark.parametrize("name", PATIENTS)
def test_one_of_four_cards_is_its_own_and_every_cost_has_its_bar(name: str) -> None:
    record = drawn(name)
    assert len(record["cards"]) == 4
    assert [fault for fault, *_ in record["cards"]].count(record["fault"]) == 1
    assert len({look for *_, look in record["cards"]}) == 4
    assert record["said"][0] == record["said"][0].upper()
    for cost in record["costs"]:
        assert len(cost["values"]) == 2


def test_the_row_that_the_diagnosis_is_about_is_the_one_that_is_followed() -> None:
    """Its two numbers are those of both courses of the row, in the round in which they part."""
    followed = {}
    for name in PATIENTS:
        record = drawn(name)
        told = re.match(r"Row (\d+) after round (\d+).*: (.*)", record["said"])
        if told:
            row, round_ = int(told[1]), int(told[2])
            assert round_ == PARTINGS[name][0]
            assert told[3] == record["answer"]
            followed[name] = row
            assert record["ids"][record["row"]] == row
            field = "loss" if record["answer"] == "loss" else "F" if record["answer"] == "F" else "answer"
            both = [rows_of(record, side, field)[round_][record["row"]] for side in (0, 1)]
            assert both == pytest.approx(record["gives"].tolist(), rel=1e-6, nan_ok=True)
    assert followed.keys() == {"anna", "dario", "sven", "tilda", "uwe", "yara"}


def test_the_row_that_is_no_number_is_tildas() -> None:
    """A row of class 1 with F beyond 37: p is 1, 0 log 0 is no number, and the twin's loss is there."""
    record = drawn("tilda")
    sick, well = (rows_of(record, side, "loss")[40] for side in (0, 1))
    row = record["row"]
    assert np.flatnonzero(np.isnan(sick)).tolist() == [row]
    assert np.isfinite(well).all()
    assert rows_of(record, 0, "F")[40][row] > 36.7
    assert record["answer"] == "loss"


def test_what_is_listed_only_once_has_no_gradient() -> None:
    """Notes without any of the words are in no entry: their rows have no stem in the patient alone."""
    record = drawn("elsa")
    gone = np.isnan(rows_of(record, 0, "g")[0])
    assert gone.any()
    assert not np.isnan(rows_of(record, 1, "g")).any()
    X = counts_seen()
    assert np.array_equal(gone, X[record["ids"]].sum(axis=1) == 0)


def counts_seen() -> np.ndarray:
    """The counts of Elsa's training rows."""
    shown = examined("vanished").shown
    assert not isinstance(shown, Stepwise)
    return shown[0].cohort.X


def test_all_rows_of_a_booster_stand_in_their_places() -> None:
    shown = examined("vanished").shown
    assert not isinstance(shown, Stepwise)
    course = shown[0]
    side = boosted_side(course)
    assert np.array_equal(side.F[3][course.rows], course.F[3])
    assert np.isnan(np.delete(side.F[3], course.rows)).all()
    assert side.given.shape == side.loss.shape == (21, len(course.cohort.y))
    assert load_dataset("sonar").class_names == tuple(drawn("anna")["classes"])
