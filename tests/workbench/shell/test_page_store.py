"""A value changes only by the hand that changed it; a page that goes wrong says so and leads back."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import held, opened, parameters, payloads, put, quiet, sets, whole_link
from workbench.link import values
from workbench.models.settings import Settings
from workbench.shell import current_fit
from workbench.shell import page as shell
from workbench.shell.registry import PAGES, all_pages

PAGE = "boosting_rounds.py"
MORE = {"reg_lambda": 5.0, "gamma": 0.25, "noise": 0.3, "seed": 7}


def link(at: AppTest) -> dict[str, str]:
    """What the address bar says."""
    return whole_link(at)


@pytest.mark.parametrize("page", [PAGE, "one_leaf.py", "follow_one_row.py"])
@pytest.mark.parametrize("name", MORE)
def test_a_setting_stays_when_its_panel_closes_and_one_steps(page: str, name: str) -> None:
    own = {"leaf": "lesson"} if page == "one_leaf.py" else {}
    at = opened(page, data="cos_x2", n_estimators=12, round=2, **own)  # the data set takes noise
    at.session_state["more_settings"] = True
    at.run().number_input(key=f"widget_{name}").set_value(MORE[name]).run()
    at.session_state["more_settings"] = False
    at.run()
    assert name not in [each.key for each in at.number_input]
    put(at, round=3)
    assert quiet(at)
    assert link(at)[name] == str(values.checked(name, MORE[name]))
    at.session_state["more_settings"] = True
    assert at.run().number_input(key=f"widget_{name}").value == MORE[name]


@pytest.mark.parametrize("entry", PAGES, ids=lambda entry: entry.path)
def test_guess_and_present_reach_the_link_of_every_page(entry: shell.PageEntry) -> None:
    at = opened(entry.path, n_estimators=2, guess=1, present=1)
    assert quiet(at)
    told = {"guess": "1", "present": "1"}
    if "n_estimators" in entry.link_names:
        told["n_estimators"] = "2"
    assert link(at) == told


def test_no_limit_is_a_value_of_both_sliders() -> None:
    at = opened("boosting_rounds.py", max_depth="none", n_estimators=2)
    depth = parameters(at)["max_depth"]
    assert (depth["value"], depth["stops"][-1], depth["empty"]) == (None, None, "no limit")
    sets(at, max_depth=4)
    assert link(at)["max_depth"] == "4"
    at = opened("grow_a_tree.py", tree_depth="none")
    depth = parameters(at)["tree_depth"]
    assert (depth["value"], depth["stops"][-1], depth["empty"]) == (None, None, "no limit")
    sets(at, tree_depth=4)
    assert link(at) == {"tree_depth": "4", "guess": "0"}
    assert quiet(at)


@pytest.mark.parametrize("entry", all_pages(), ids=lambda entry: entry.path)
def test_every_name_of_a_page_is_a_value_of_the_link(entry: shell.PageEntry) -> None:
    assert set(entry.link_names) <= set(values.ENTRIES)
    assert len(set(entry.link_names)) == len(entry.link_names)


def test_every_value_is_in_the_link_of_some_page() -> None:
    assert {name for entry in all_pages() for name in entry.link_names} == set(values.ENTRIES)


def test_what_does_not_fit_comes_back_when_it_fits_again() -> None:
    at = opened(PAGE, data="cos_x2", noise=0.2, loss="huber", n_estimators=4)
    assert link(at)["noise"] == "0.2"
    at.selectbox(key="widget_data").set_value("iris").run()
    (note,) = [toast.value for toast in at.toast]
    assert "noise=0.2 does not go with iris" in note and "loss=huber does not go with iris" in note
    assert "noise" not in link(at) and "loss" not in link(at)
    at.selectbox(key="widget_data").set_value("cos_x2").run()
    assert quiet(at) and not at.toast
    assert (link(at)["noise"], link(at)["loss"]) == ("0.2", "huber")


def test_another_data_set_asks_anew_and_is_silent_about_what_nobody_set() -> None:
    at = opened("one_tree_or_many.py", n_estimators=4, guess=0)
    assert held(at, "noise", "guess") == (0.3, 0)
    at.selectbox(key="widget_data").set_value("iris").run()
    assert quiet(at) and not at.toast
    assert held(at, "noise", "guess") == (0.3, None)
    at.selectbox(key="widget_data").set_value("iris").run()
    assert not at.toast  # it was said


def test_a_round_beyond_the_end_waits_for_more_rounds() -> None:
    at = opened(PAGE, round=30)
    sets(at, n_estimators=10)
    assert (payloads(at, "stage")[0]["n_steps"], held(at, "round")) == (10, 30)
    sets(at, n_estimators=50)
    assert link(at)["round"] == "30"


@pytest.mark.parametrize(
    ("page", "name", "others"),
    [
        (PAGE, "node", {}),
        (PAGE, "round", {}),
        (PAGE, "feature", {}),
        (PAGE, "cut", {"feature": 0}),
        (PAGE, "class", {"data": "iris", "n_estimators": 2}),
        (PAGE, "over", {"data": "iris", "n_estimators": 2}),
        ("one_leaf.py", "node", {"leaf": "lesson"}),
        ("one_leaf.py", "row", {"leaf": "lesson"}),
        ("follow_one_row.py", "row", {}),
        ("follow_one_row.py", "path_node", {}),
        ("find_the_split.py", "find_step", {}),
        ("find_the_split.py", "find_feature", {}),
        ("find_the_split.py", "find_cut", {}),
        ("grow_a_tree.py", "node", {}),
        ("grow_a_tree.py", "splits", {}),
        ("prune_it.py", "node", {}),
        ("prune_it.py", "prune_step", {}),
        ("adaboost.py", "row", {"data": "moons"}),
        ("adaboost.py", "round", {"data": "moons"}),
        ("missing_sparse_categorical.py", "gap_step", {}),
        ("missing_sparse_categorical.py", "partition", {"part": "categories"}),
    ],
)
def test_a_number_beyond_the_end_gets_the_note_of_any_nonsense(
    page: str, name: str, others: dict[str, object]
) -> None:
    number = min(9000, int(values.ENTRIES[name].rule.high))  # type: ignore[union-attr]
    at = opened(page, **others, **{name: number})
    assert quiet(at)
    (note,) = [toast.value for toast in at.toast]
    assert note.startswith("Not everything in the link could be used")
    assert f"{name}={number} is beyond the end" in note
    assert link(at).get(name) != str(number)
    assert not at.run().toast


def test_nonsense_in_other_gets_the_same_note() -> None:
    at = opened("one_tree_or_many.py", compare="settings", other="nonsense:3,reg_lambda:0", n_estimators=3)
    assert quiet(at)
    (note,) = [toast.value for toast in at.toast]
    assert note.startswith("Not everything in the link could be used") and "nonsense" in note


def test_two_long_fits_are_waited_for_in_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(current_fit, "PATIENCE_S", 0.0)
    current_fit.fits.clear()
    at = opened("one_tree_or_many.py", compare="settings", n_estimators=40, max_depth=6)
    assert quiet(at)
    assert link(at)["compare"] == "settings"


def test_a_fault_of_a_page_is_said_with_a_way_back(monkeypatch: pytest.MonkeyPatch) -> None:
    at = opened("grow_a_tree.py", tree_depth=3)
    assert quiet(at)

    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("a fault of ours")

    with monkeypatch.context() as broken:
        broken.setattr("workbench.models.single_tree.DecisionTreeRegressor", fails)
        current_fit.tree_of.clear()
        put(at, tree_depth=5)
        (said,) = [each.value for each in at.error]
        assert said == "This page could not be drawn (RuntimeError). What you have set is not lost."
        assert not at.exception
        assert link(at)["tree_depth"] == "5"
    (back,) = [button for button in at.button if button.label == "Back to the last view that worked"]
    back.click().run()
    assert quiet(at)
    assert held(at, "tree_depth") == 3


def test_a_callback_that_fails_leaves_everything_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    at = opened("follow_one_row.py", n_estimators=3, round=1)
    with monkeypatch.context() as broken:
        broken.setattr("workbench.shell.session.checked", None)
        at.button("present_button").click().run()
    assert quiet(at)
    assert held(at, "present") == 0
    (said,) = [toast.value for toast in at.toast]
    assert "That could not be done; everything stands as it was." in said


@pytest.mark.parametrize("name", vars(Settings()))
def test_a_value_has_one_text(name: str) -> None:
    entry = values.ENTRIES[name]
    if isinstance(entry.default, float):
        assert values.written({name: values.checked(name, 1)}) == values.written({name: 1.0})
