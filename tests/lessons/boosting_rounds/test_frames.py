"""The numbers that the browser draws are those of the trace and of the model."""

import json
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor
from workbench.data.catalogue import DATASETS
from workbench.gains.node_at_cut import Cut
from workbench.lessons.boosting_rounds.frames import (
    MOST_ROWS,
    MOST_STEMS,
    Frames,
    falls_far,
    frames,
)
from workbench.lessons.boosting_rounds.marks import INSIDE, LEFT, OUTSIDE, RIGHT, CutGuess, Marks, marks
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.predictions import CURVE_POINTS, LEVELS, SURFACE_CELLS, cells_of
from workbench.models.settings import Settings, losses_for

pytestmark = pytest.mark.sweep

EVERY_FIT = [(data, loss) for data in DATASETS for loss in losses_for(data)]


@cache
def fit_of(data: str, loss: str = "usual", n_estimators: int = 6) -> BoostedModel:
    return fit_boosted_model(Settings(data=data, loss=loss, n_estimators=n_estimators))


def frames_of(fit: BoostedModel, k: int = 0, feature: int | None = None) -> Frames:
    return frames(fit.dataset, fit.train, fit.trace, fit.losses, fit.model, k=k, feature=feature)


def marks_of(fit: BoostedModel, made: Frames, number: int, **given: Any) -> Marks:
    return marks(made, fit, number, **given)


def unpacked(packed: bytes) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Header and arrays, read as the browser reads them."""
    start = 4 + int.from_bytes(packed[:4], "little")
    header = json.loads(packed[4:start])
    arrays = {
        name: np.frombuffer(packed, np.dtype(kind).newbyteorder("<"), count=length, offset=start + offset)
        for name, (kind, offset, length) in header["arrays"].items()
    }
    return header, arrays


@pytest.mark.parametrize(("data", "loss"), EVERY_FIT)
def test_every_data_set_and_loss_is_finite_and_within_its_axes(data: str, loss: str) -> None:
    fit = fit_of(data, loss)
    for k in range(fit.n_classes):
        made = frames_of(fit, k)
        x0, x1, y0, y1 = made.extent
        assert np.isfinite([*made.extent, *made.scale]).all()
        for values in (made.x, made.value, made.gradient, made.grid, made.curve, made.truth, made.losses[0]):
            assert np.isfinite(values).all()
        assert x0 < made.x.min() and made.x.max() < x1
        stem_ends = made.value[:-1, made.stems] - made.gradient[:, made.stems]
        heights = [made.curve, made.truth, made.y[np.isfinite(made.y)], stem_ends]
        if made.kind != "surface":
            heights.append(made.value)
        for values in heights:
            assert values.size == 0 or (y0 < values.min() and values.max() < y1)
        n = len(made.drawn)
        assert made.value.shape == (7, n) and made.gradient.shape == (6, n)
        assert n == min(MOST_ROWS, len(fit.train)) and len(made.stems) <= MOST_STEMS


@pytest.mark.parametrize("data", ["cos_x2", "hand4", "hand5", "cos_xy", "moons", "diabetes"])
def test_rows_have_the_raw_prediction_and_gradient_of_the_trace(data: str) -> None:
    fit = fit_of(data)
    made = frames_of(fit)
    for r, round_ in enumerate(fit.trace):
        np.testing.assert_array_equal(made.value[r], round_.raw_before[made.drawn].astype(np.float32))
        np.testing.assert_array_equal(made.value[r + 1], round_.raw_after[made.drawn].astype(np.float32))
        np.testing.assert_array_equal(made.gradient[r], round_.gradient[made.drawn].astype(np.float32))
    np.testing.assert_array_equal(made.losses, fit.losses.astype(np.float32))


@pytest.mark.parametrize("k", [0, 1, 2])
def test_of_several_classes_rows_have_the_probability_of_one(k: int) -> None:
    fit = fit_of("iris")
    made = frames_of(fit, k)
    assert isinstance(fit.model, GradientBoostingClassifier)
    probabilities = list(fit.model.staged_predict_proba(fit.X[made.drawn]))
    np.testing.assert_allclose(made.value[1:], np.stack(probabilities)[:, :, k], atol=1e-6)
    np.testing.assert_array_equal(made.up, fit.y[made.drawn] == k)
    # The way from the probability to 0 or 1 is the negative gradient.
    np.testing.assert_allclose(made.value[:-1] - made.gradient, np.tile(made.y, (6, 1)), atol=1e-6)


def test_ranks_put_classes_side_by_side_in_the_order_of_their_last_probability() -> None:
    fit = fit_of("sonar")
    made = frames_of(fit)
    order = np.argsort(made.x)
    assert made.x[order].tolist() == list(range(len(made.drawn)))
    codes = fit.y[made.drawn][order]
    assert (np.diff(codes) >= 0).all()
    within = np.diff(codes) == 0
    assert (np.diff(made.value[-1][order])[within] >= 0).all()
    (a, b, rock), (c, d, mine) = made.captions.groups
    assert (rock, mine) == ("rock", "mine")
    assert [b - a + 1, d - c + 1] == np.bincount(codes).tolist()


@pytest.mark.parametrize(("data", "loss"), [("cos_x2", "usual"), ("hand4", "huber"), ("hand5", "softmax")])
def test_the_curve_is_the_staged_prediction_along_the_feature(data: str, loss: str) -> None:
    fit = fit_of(data, loss)
    made = frames_of(fit)
    low, high = fit.X.min(), fit.X.max()
    grid = np.linspace(low, high, CURVE_POINTS)
    raw = np.stack(list(fit.model.staged_raw_prediction(grid[:, np.newaxis])))
    expected = raw if raw.ndim == 2 else raw[:, :, 0]
    np.testing.assert_array_equal(made.grid, grid.astype(np.float32))
    np.testing.assert_array_equal(made.curve[1:], expected.astype(np.float32))
    assert np.ptp(made.curve[0]) == 0


def test_the_truth_is_drawn_where_it_is_known() -> None:
    made = frames_of(fit_of("cos_x2"))
    np.testing.assert_allclose(made.truth, np.cos(made.grid.astype(np.float64) ** 2), atol=1e-5)
    assert made.captions.truth == "cos(x²)"
    assert frames_of(fit_of("hand4")).truth.size == 0


@pytest.mark.parametrize("data", ["cos_xy", "moons", "xor"])
def test_bytes_of_a_surface_lead_back_to_the_raw_prediction_within_one_step(data: str) -> None:
    fit = fit_of(data)
    made = frames_of(fit)
    low, high = made.scale
    raw = np.stack(list(fit.model.staged_raw_prediction(cells_of(made.extent))))
    assert made.surface.shape == (7, SURFACE_CELLS, SURFACE_CELLS) and made.surface.max() <= LEVELS
    back = low + made.surface[1:].reshape(raw.shape) * (high - low) / LEVELS
    assert np.abs(back - raw).max() <= (high - low) / LEVELS
    centre = 0.0 if fit.dataset.task == "classification" else fit.model.initial_raw_prediction_
    assert (low + high) / 2 == pytest.approx(centre)


def test_the_first_cell_of_a_surface_is_at_the_top_left() -> None:
    cells = cells_of((0.0, 64.0, 0.0, 128.0))
    assert cells[0].tolist() == [0.5, 127.0]
    assert cells[1].tolist() == [1.5, 127.0]
    assert cells[-1].tolist() == [63.5, 1.0]


def test_the_sample_is_the_same_every_time() -> None:
    for data in ("cos_x2", "cos_xy"):
        one, other = frames_of(fit_of(data)), frames_of(fit_of(data))
        np.testing.assert_array_equal(one.drawn, other.drawn)
        assert len(np.unique(one.drawn)) == MOST_ROWS
        assert one.signature == other.signature and one.packed == other.packed
    along = frames_of(fit_of("cos_x2"))
    assert (along.x[0], along.x[-1]) == (0.0, np.float32(4.999))
    assert along.captions.rows == "500 of 5,000 rows"


def test_what_is_packed_is_what_the_browser_unpacks() -> None:
    made = frames_of(fit_of("moons"))
    header, arrays = unpacked(made.packed)
    for name, values in arrays.items():
        np.testing.assert_array_equal(values, getattr(made, name).ravel())
    assert set(arrays) >= {"x", "y", "value", "gradient", "surface", "losses"}
    assert header["signature"] == made.signature and header["kind"] == "surface"
    assert tuple(header["extent"]) == made.extent
    assert all(offset % 4 == 0 for _, offset, _ in header["arrays"].values())


def test_other_numbers_have_another_signature() -> None:
    made = frames_of(fit_of("hand4"))
    gradient = made.gradient.copy()
    gradient[3, 2] += 1
    assert replace(made, gradient=gradient).signature != made.signature
    assert replace(made, features=(1,)).signature != made.signature


def test_rows_over_a_chosen_feature() -> None:
    fit = fit_of("diabetes")
    made = frames_of(fit, feature=2)
    assert made.kind == "rows" and made.features == (2,)
    np.testing.assert_array_equal(made.x, fit.X[made.drawn, 2].astype(np.float32))
    assert made.captions.x.startswith(fit.dataset.feature_names[2])


def test_a_missing_value_stands_beyond_the_greatest() -> None:
    fit = fit_of("diabetes")
    X = fit.dataset.X.copy()
    X[fit.train[:7], 0] = np.nan
    holed = replace(fit.dataset, X=X)
    model = GradientBoostingRegressor(n_estimators=3, trace="full").fit(X[fit.train], fit.y)
    losses = np.array([[3.0, 2.0, 1.0, 0.5], [np.nan] * 4])
    made = frames(holed, fit.train, model.trace_, losses, model, feature=0)
    gone = np.isnan(X[fit.train[made.drawn], 0])
    assert gone.sum() == 7 and made.missing[0] is not None
    assert (made.x[gone] == np.float32(made.missing[0])).all()
    assert np.nanmax(X[fit.train, 0]) < made.missing[0] < made.extent[1]


@pytest.mark.parametrize("n", [2, 4])
def test_a_constant_target_can_be_drawn(n: int) -> None:
    fit = fit_of("hand4")
    flat = replace(fit.dataset, X=fit.dataset.X[:n], y=np.full(n, 3.0))
    model = GradientBoostingRegressor(n_estimators=2, trace="full").fit(flat.X, flat.y)
    made = frames(flat, np.arange(n), model.trace_, np.array([[0.0] * 3, [np.nan] * 3]), model)
    x0, x1, y0, y1 = made.extent
    assert x0 < x1 and y0 < 3.0 < y1
    assert (made.curve == 3.0).all() and (made.gradient == 0).all()
    assert unpacked(made.packed)[0]["largest"] == 0


def test_a_loss_that_falls_far_has_a_logarithmic_axis() -> None:
    none = [np.nan, np.nan]
    assert falls_far(np.array([[1.0, 0.01], none], dtype=np.float32))
    assert not falls_far(np.array([[1.0, 0.5], none], dtype=np.float32))
    assert not falls_far(np.array([[1.0, 0.0], none], dtype=np.float32))


@pytest.mark.parametrize("data", ["cos_x2", "moons", "sonar", "iris"])
def test_sides_are_the_rows_of_the_children(data: str) -> None:
    fit = fit_of(data)
    made, round_ = frames_of(fit), fit.trace[2]
    tree = round_.trees[0]
    for node in range(tree.n_nodes):
        found = marks_of(fit, made, 3, node=node).sides
        inside = np.isin(made.drawn, round_.rows_in(node))
        np.testing.assert_array_equal(found != OUTSIDE, inside)
        if tree.is_leaf[node]:
            assert set(found[inside]) <= {INSIDE}
        else:
            left = np.isin(made.drawn, round_.rows_in(int(tree.children_left[node])))
            np.testing.assert_array_equal(found == LEFT, left)
            np.testing.assert_array_equal(found == RIGHT, inside & ~left)


def test_the_region_of_a_node_holds_exactly_its_rows() -> None:
    fit = fit_of("moons")
    made, round_ = frames_of(fit), fit.trace[0]
    for node in range(round_.trees[0].n_nodes):
        region = marks_of(fit, made, 1, node=node).region
        inside = np.ones(len(fit.train), dtype=bool)
        for axis, (low, high) in enumerate(region):
            inside &= (fit.X[:, axis] > (-np.inf if low is None else low)) & (
                fit.X[:, axis] <= (np.inf if high is None else high)
            )
        np.testing.assert_array_equal(np.flatnonzero(inside), round_.rows_in(node))


def test_a_candidate_cut_takes_the_place_of_the_split() -> None:
    fit = fit_of("hand4")
    made = frames_of(fit)
    said = CutGuess(0, 3.1, is_open=True)
    found = marks_of(fit, made, 1, cut=Cut(0, 1.5, default_left=True), guess=said)
    assert found.cut == (0, 1.5, "1.5")
    assert found.sides.tolist() == [LEFT, RIGHT, RIGHT, RIGHT]
    assert (found.guess, found.ask) == (3.1, True)


def test_a_cut_of_a_feature_that_is_not_drawn_has_no_line() -> None:
    fit = fit_of("diabetes")
    round_ = fit.trace[0]
    used = int(round_.trees[0].feature[0])
    assert marks_of(fit, frames_of(fit), 1).cut is None
    over = frames_of(fit, feature=used)
    assert marks_of(fit, over, 1).cut[:2] == (0, float(round_.trees[0].threshold[0]))


def test_the_split_stays_hidden_while_the_reader_is_asked_for_it() -> None:
    fit = fit_of("hand4")
    found = marks_of(fit, frames_of(fit), 1, guess=CutGuess(0, None, is_open=True))
    assert found.cut is None
    assert found.sides.tolist() == [INSIDE] * 4
    assert marks_of(fit, frames_of(fit), 1).cut == (0, 2.5, "2.5")


@pytest.mark.parametrize("feature", [0, 1])
def test_a_guess_lies_on_the_axis_of_its_feature(feature: int) -> None:
    fit = fit_of("moons")
    found = marks_of(fit, frames_of(fit), 1, guess=CutGuess(feature, 0.2, is_open=True))
    assert (found.guess_axis, found.ask) == (feature, True)


def test_nobody_is_asked_for_a_cut_of_a_feature_that_is_on_no_axis() -> None:
    fit = fit_of("diabetes")
    for made in (frames_of(fit), frames_of(fit, feature=2)):
        found = marks_of(fit, made, 1, guess=CutGuess(3, None, is_open=True))
        assert (found.guess_axis, found.ask) == (None, False)
