"""The page on one tree or many: quiet everywhere, and below its stage stand the numbers of the models."""

from typing import Any

import pytest
from sklearn.metrics import roc_auc_score
from streamlit.testing.v1 import AppTest

from tests.pages import drawn, fit, held, opened, paragraphs, payloads, quiet
from tests.workbench.stage.unpacking import unpacked
from workbench.data.catalogue import DATASETS
from workbench.lessons.one_tree_or_many.first_difference import (
    first_difference,
    gain_rows,
    read_changes,
    write_changes,
)
from workbench.lessons.one_tree_or_many.widgets import another
from workbench.lessons.one_tree_or_many.words import PRESETS
from workbench.link.values import SETTINGS
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.settings import Settings, losses_for
from workbench.stage.record import stage_at

PAGE = "one_tree_or_many.py"
CASES = [(data, loss) for data in DATASETS for loss in losses_for(data)]


def markdown(at: AppTest) -> str:
    return "\n".join(paragraphs(at))


def other_fit(found: BoostedModel, **changes: Any) -> BoostedModel:
    return fit_boosted_model(Settings(**{**vars(found.settings), **changes}))


@pytest.mark.parametrize(("data", "loss"), CASES)
@pytest.mark.parametrize("compare", ["tree", "settings"])
def test_quiet_with_every_data_set_and_loss(data: str, loss: str, compare: str) -> None:
    at = opened(PAGE, data=data, loss=loss, n_estimators=4, round=3, compare=compare, other="max_depth:2")
    assert quiet(at)
    (stage,) = payloads(at, "stage")
    record = unpacked(stage_at(stage["stage"]).packed_record)  # type: ignore[union-attr]
    assert record["n_rounds"] == stage["n_steps"] == 4
    assert len(record["sides"][0]["judged"]) == 5


@pytest.mark.parametrize("i", range(len(PRESETS)))
def test_an_experiment_is_a_click_away(i: int) -> None:
    at = opened(PAGE, data="iris", gamma=1, n_estimators=2, tree_depth=3)
    at.session_state["comparison_experiments"] = True
    at.run()
    at.button(f"comparison_experiments_{i}").click().run()
    assert quiet(at)
    assert not at.session_state["comparison_experiments"]  # else it would lie over what it shows
    for name, value in PRESETS[i].all_values().items():
        assert held(at, name) == value
    assert f"**{PRESETS[i].title}**: {PRESETS[i].words}" in markdown(at)


@pytest.mark.parametrize(("data", "k"), [("sonar", 1), ("wine", 2), ("moons", 1)])
def test_the_areas_are_scikit_learns(data: str, k: int) -> None:
    at = opened(PAGE, data=data, n_estimators=6, round=4, **({"class": k} if data == "wine" else {}))
    found = fit(data=data, n_estimators=6)
    rows = found.held_out
    probability = found.model.predict_proba(found.dataset.X[rows], n_rounds=4)[:, k]
    area = roc_auc_score(found.dataset.y[rows] == k, probability)
    assert f"AUC {area:.3f} ±" in markdown(at)


def test_jump_to_the_first_difference() -> None:
    at = opened(
        PAGE, data="iris", n_estimators=6, compare="settings", other="reg_lambda:0,max_depth:4", round=5
    )
    found = fit(data="iris", n_estimators=6)
    other = other_fit(found, reg_lambda=0.0, max_depth=4)
    expected = first_difference(other, found)
    assert expected is not None
    at.button("jump").click().run()
    assert quiet(at)
    place = (expected.number, expected.k, expected.node_b)
    assert tuple(held(at, name) for name in ("round", "class", "node")) == place
    assert at.button("jump").disabled
    assert f"in round {expected.number}" in markdown(at)
    assert all(row[1] in markdown(at) for row in gain_rows(expected, other, found))


def test_the_same_settings_differ_nowhere() -> None:
    at = opened(PAGE, data="sonar", n_estimators=3, compare="settings", other="reg_lambda:1")
    assert quiet(at)
    assert at.button("jump").disabled
    assert "the same, to the last bit" in markdown(at)


def test_other_settings_are_chosen_by_widgets() -> None:
    at = opened(PAGE, data="moons", n_estimators=3, compare="settings")
    assert held(at, "other") == "reg_lambda:0"
    at.number_input("other_value_0_reg_lambda").set_value(7.5).run()
    assert held(at, "other") == "reg_lambda:7.5"
    at.selectbox("other_name_1").select("grow_policy").run()
    assert held(at, "other") == "reg_lambda:7.5,grow_policy:lossguide"
    at.selectbox("other_name_0").select("–").run()
    assert held(at, "other") == "grow_policy:lossguide"
    assert quiet(at)


def test_every_parameter_can_differ() -> None:
    at = opened(PAGE, data="moons", n_estimators=3, compare="settings", other="")
    named = [name for name in SETTINGS if name not in ("data", "noise", "seed")]
    assert at.selectbox("other_name_0").options == ["–", *named]
    settings = Settings(data="moons")
    for name in named:
        changes = {name: another(name, settings)}
        assert changes[name] != getattr(settings, name)
        assert read_changes(write_changes(changes), "moons") == (changes, [])


@pytest.mark.parametrize(
    "link",
    [
        {"compare": "settings", "other": "<script>:1"},
        {"compare": "settings", "other": "data:sonar"},
        {"compare": "settings", "other": "max_depth:9999999999"},
        {"compare": "settings", "other": ",,,:::,"},
        {"compare": "settings", "other": "reg_lambda:" + "9" * 180},
        {"compare": "settings", "other": "loss:softmax"},
        {"compare": "settings", "round": "9999", "class": "7", "node": "99999"},
        {"compare": "x"},
        {"tree_depth": "0"},
        {"tree_points": "1e9"},
        {"tree_depth": "None"},
        {"tree_points": "1000"},
        {"round": "9999", "class": "7", "node": "99999"},
    ],
)
def test_nonsense_in_the_link_is_harmless(link: dict[str, str]) -> None:
    at = opened(PAGE, **{"n_estimators": 3, **link})
    assert quiet(at)
    assert payloads(at, "stage")


def test_nothing_below_tells_before_the_answer() -> None:
    at = opened(PAGE, data="sonar", n_estimators=5, round=5, guess="none")
    assert quiet(at)
    assert "AUC" not in markdown(at)
    assert not drawn(at)
    assert "AUC" in markdown(opened(PAGE, data="sonar", n_estimators=5, round=5, guess=0))


def test_presenter_mode_leaves_all_below_out() -> None:
    at = opened(PAGE, data="sonar", n_estimators=3, present=1)
    assert quiet(at)
    assert not at.expander


def test_a_chosen_row_has_its_sums() -> None:
    at = opened(PAGE, data="moons", n_estimators=4, round=3, row=5)
    (stage,) = payloads(at, "stage")
    assert stage["cursor"] == {"round": 3, "row": 5, "guess": 0, "trained_rows": 0}
    kept = stage_at(stage["stage"])
    assert kept is not None
    sums = unpacked(kept.packed_moment(kept.start | {"round": 3, "row": 5}))["sums"]
    found = fit(data="moons", n_estimators=4)
    expected = found.model.predict_proba(found.dataset.X[[5]], n_rounds=3)[0, 1]
    assert sums[1]["value"] == pytest.approx(expected)
