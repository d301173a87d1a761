"""The page shows the trace's own numbers, for every data set, at every round."""

import base64
import json
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from workbench import state
from workbench.compute import Lesson, boosted
from workbench.paths import APP_PATH, page_path
from workbench.state import Settings

LIMIT_S = 60


def opened(**values: Any) -> AppTest:
    """The page with some widgets set through the link, as a browser would open it."""
    at = AppTest.from_file(str(APP_PATH), default_timeout=LIMIT_S)
    at.switch_page(str(page_path("boosting_rounds.py")))
    for name, value in values.items():
        at.session_state[name] = value
    return at.run()


def lesson(**values: Any) -> Lesson:
    chosen = {**state.DEFAULTS, **values}
    return boosted(Settings(*(chosen[key] for key in (state.DATA, state.RATE, state.DEPTH, state.ROUNDS))))


def figure(at: AppTest, i: int) -> dict[str, Any]:
    spec: dict[str, Any] = json.loads(at.get("plotly_chart")[i].proto.spec)
    return spec


def trace_named(spec: dict[str, Any], name: str) -> dict[str, Any]:
    return next(trace for trace in spec["data"] if trace.get("name", "").startswith(name))


def numbers(values: Any) -> np.ndarray:
    """The numbers of an axis: a list, or base64 with a type."""
    if isinstance(values, dict):
        return np.frombuffer(base64.b64decode(values["bdata"]), dtype=values["dtype"])
    return np.array(values, dtype=float)


@pytest.mark.parametrize("data", state.LESSON_DATA)
@pytest.mark.parametrize("number", [1, 2, 50])
def test_no_exception_and_no_warning(data: str, number: int) -> None:
    at = opened(data=data, round=number)
    assert not at.exception
    assert not at.warning
    assert not at.error


@pytest.mark.parametrize("number", [1, 7, 50])
def test_the_lines_are_the_raw_predictions(number: int) -> None:
    spec = figure(opened(data="cos_x2", round=number), 0)
    round_ = lesson().trace[number - 1]
    x = lesson().dataset.X[:, 0]
    for name, raw in (("before", round_.raw_before), ("after", round_.raw_after)):
        drawn = trace_named(spec, name)
        rows = np.searchsorted(x, numbers(drawn["x"]))
        assert np.array_equal(numbers(drawn["y"]), raw[rows])


def test_a_stem_is_the_negative_gradient() -> None:
    for data in state.LESSON_DATA:
        stems = trace_named(figure(opened(data=data, round=4), 0), "negative gradient")
        y = numbers(stems["y"]).reshape(-1, 3)
        found = np.sort(y[:, 1] - y[:, 0])
        gradient = lesson(data=data).trace[3].gradient
        nearest = np.abs(found[:, np.newaxis] + gradient).min(axis=1)
        assert nearest.max() <= 1e-12


def test_probabilities_of_sonar() -> None:
    spec = figure(opened(data="sonar", round=9), 0)
    sonar = lesson(data="sonar")
    rows = sonar.dataset.X[sonar.train]
    expected = np.sort(sonar.model.predict_proba(rows, n_rounds=9)[:, 1])
    drawn = np.concatenate([numbers(t["y"]) for t in spec["data"] if t["name"].startswith("after")])
    assert np.array_equal(np.sort(drawn), expected)


@pytest.mark.parametrize("data", state.LESSON_DATA)
def test_the_loss_curve_is_the_trace(data: str) -> None:
    spec = figure(opened(data=data, round=3), 1)
    found = lesson(data=data)
    expected = [found.start_loss, *(round_.train_loss for round_ in found.trace)]
    assert np.array_equal(numbers(trace_named(spec, "training")["y"]), expected)
    if len(found.held_out):
        held_out = [round_.validation_loss for round_ in found.trace]
        assert np.array_equal(numbers(trace_named(spec, "held-out")["y"])[1:], held_out)


def test_axes_stay_while_one_steps() -> None:
    specs = [figure(opened(round=number), i) for i in (0, 1) for number in (1, 25, 50)]
    for same in (specs[:3], specs[3:]):
        axes = [(spec["layout"]["xaxis"]["range"], spec["layout"]["yaxis"]["range"]) for spec in same]
        assert axes[0] == axes[1] == axes[2]


def test_stepping_sets_the_round() -> None:
    at = opened(round=10)
    at.button("step_Next").click().run()
    assert at.session_state["round"] == 11
    assert "The tree of round 11" in [heading.value for heading in at.subheader]
    at.button("step_Back").click().run().button("step_Back").click().run()
    assert at.session_state["round"] == 9
    at.button("step_Last").click().run()
    assert at.session_state["round"] == 50
    assert at.button("step_Next").disabled
    at.button("step_First").click().run()
    assert at.button("step_Back").disabled


def test_fewer_rounds_take_the_cursor_along() -> None:
    at = opened(round=50)
    at.slider(state.ROUNDS).set_value(20).run()
    assert not at.exception
    assert at.session_state["round"] == 20


def test_moving_the_cursor_does_not_fit_again(monkeypatch: pytest.MonkeyPatch) -> None:
    at = opened(round=5)
    monkeypatch.setattr("gbtlib.estimators.boost", None)
    at.button("step_Next").click().run()
    assert not at.exception


def test_the_words_are_computed() -> None:
    at = opened(data="sonar", round=5)
    round_ = lesson(data="sonar").trace[4]
    text = next(m.value for m in at.markdown if m.value.startswith("Round 5 adds"))
    assert f"a tree of {round_.trees[0].n_leaves} leaves" in text
    assert f"to {round_.train_loss:.3g}." in text
    assert f"On {len(lesson(data='sonar').held_out)} rows never trained on" in text


def test_every_figure_has_words() -> None:
    at = opened(round=5)
    for chart in at.get("plotly_chart"):
        assert "The mean training loss goes from" in chart.proto.alt


@pytest.mark.parametrize(
    "link", [{"round": "9999"}, {"round": "x"}, {"data": "../etc"}, {"n_estimators": "-5"}, {"max_depth": ""}]
)
def test_nonsense_in_the_link_is_harmless(link: dict[str, str]) -> None:
    at = AppTest.from_file(str(APP_PATH), default_timeout=LIMIT_S)
    at.switch_page(str(page_path("boosting_rounds.py")))
    for name, value in link.items():
        at.query_params[name] = value
    at.run()
    assert not at.exception
    assert {key: at.session_state[key] for key in state.DEFAULTS} == state.DEFAULTS


def test_a_link_sets_the_scene() -> None:
    at = AppTest.from_file(str(APP_PATH), default_timeout=LIMIT_S)
    at.switch_page(str(page_path("boosting_rounds.py")))
    at.query_params["data"] = "Sonar"
    at.query_params["round"] = "33"
    at.run()
    assert (at.session_state["data"], at.session_state["round"]) == ("sonar", 33)
