"""The page on AdaBoost shows gbtlib's rounds: every class data set, preset and question."""

import re

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import (
    LIMIT_S,
    held,
    opened,
    paragraphs,
    parameters,
    put,
    quiet,
    reader_does,
    shown_record,
    trees_drawn,
)
from workbench.data.catalogue import dataset_ids
from workbench.lessons.adaboost.adaboost_run import AdaBoostRun, AdaSettings, run_adaboost, safest_row
from workbench.lessons.adaboost.presets import PRESETS
from workbench.paths import APP_PATH, page_path
from workbench.text.numbers import number

PAGE = "adaboost.py"


def shows(at: AppTest, found: AdaBoostRun) -> bool:
    """Whether the stage has the weights of a run."""
    return np.array_equal(shown_record(at)["weight"], found.shares.ravel().astype(np.float32))


def texts(at: AppTest) -> str:
    return "\n".join(paragraphs(at))


@pytest.mark.parametrize("data", dataset_ids("classification"))
def test_every_class_data_set_shows_its_rounds(data: str) -> None:
    at = opened(PAGE, data=data, ada_rounds=4, round=2)
    assert quiet(at)
    fit = run_adaboost(AdaSettings(data=data, n_estimators=4))
    cursor, last = min(2, len(fit.trace)), fit.shares[-1]  # the question is about the last of so few rounds
    row = int(fit.train[last.argmax()]) if np.ptp(last) else safest_row(fit)
    assert shows(at, fit)
    assert shown_record(at)["n_rounds"] == len(fit.trace)
    assert (shown_record(at)["suspect"], shown_record(at)["is_wrong"]) == (fit.place(row), False)
    round_ = fit.trace[cursor - 1]
    if not round_.ended:
        assert f"{fit.shares[cursor, fit.place(row)]:.3g}" in texts(at)
    (tree,) = trees_drawn(at)
    assert tree.count('<g id="node') == round_.tree.n_nodes


def test_the_ten_rows_by_hand() -> None:
    at = opened(PAGE, ada_rows="ten", ada_rounds=6)
    assert quiet(at)
    assert (
        "4 of 10 rows wrong, e = 2/5; α = ln(3/2) + ln 2 = ln 3; Z = 9/5; a wrong row weighs 1/6, a right "
        "row 1/18; the same tree's error under these weights is 2/3." in texts(at)
    )


def test_a_data_set_without_classes_gets_a_stand_in() -> None:
    assert not opened(PAGE).toast  # nobody has chosen cos(x²)
    at = opened(PAGE, data="diabetes")
    assert quiet(at)
    assert "Diabetes has numbers to predict: shown is Moons instead" in at.toast[0].value
    assert shows(at, run_adaboost(AdaSettings()))
    at.selectbox(key="widget_ada_rows").set_value("iris").run()
    assert quiet(at)
    assert not at.toast
    assert held(at, "data") == "iris"
    assert shows(at, run_adaboost(AdaSettings(data="iris")))


@pytest.mark.parametrize("data", ["moons", "iris"])
def test_a_wrong_label_is_boosted_anew(data: str) -> None:
    settings = AdaSettings(data=data, n_estimators=5)
    row = safest_row(run_adaboost(settings))
    at = opened(PAGE, data=data, ada_rounds=5, row=row, ada_flip=1, round=5)
    assert quiet(at)
    wrong = run_adaboost(AdaSettings(data=data, n_estimators=5, flipped=row))
    assert shows(at, wrong)
    assert shown_record(at)["is_wrong"]
    before, after = (number(float(each)) for each in wrong.shares[4:6, wrong.place(row)])
    assert f"from {before} to {after} times the average" in texts(at)
    reader_does(at, "stage", "turn", {"ada_flip": 0, "ada_wrong": row, "row": row, "round": 5})
    assert (quiet(at), held(at, "row", "round", "ada_flip")) == (True, (row, 5, 0))
    assert shows(at, run_adaboost(settings))


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset(name: str) -> None:
    at = opened(PAGE, data="moons", ada_rounds=3, round=3)
    at.session_state["presets"] = True
    at.run()
    at.button(key=f"preset_{name}").click().run()
    assert quiet(at)
    values = PRESETS[name].values
    assert held(at, "ada_rounds") == values["ada_rounds"]
    assert held(at, "round") == 1
    if name == "perfect":
        assert shown_record(at)["n_rounds"] == 1
        assert "perfect: no weighted row is wrong" in texts(at)


def test_nothing_below_tells_which_row_will_be_heaviest_until_it_is_there() -> None:
    at = opened(PAGE, guess="none", round=4)
    assert quiet(at)
    assert not trees_drawn(at)
    assert not re.search(r"\b69\b", texts(at))
    put(at, round=5)
    assert quiet(at)
    assert trees_drawn(at)
    assert "Row 69" in texts(at)


@pytest.mark.parametrize("link", [{"row": 10**6}, {"round": 10**4, "node": 10**6}])
def test_numbers_out_of_range_go_to_the_nearest(link: dict[str, int]) -> None:
    assert quiet(opened(PAGE, data="iris", ada_rounds=3, **link))


def test_presenter_mode_shows_the_lesson_alone() -> None:
    at = opened(PAGE, data="moons", present=1, ada_rounds=3)
    assert quiet(at)
    assert not at.expander
    assert not trees_drawn(at)
    assert not any("**Try:**" in each.value for each in at.markdown)


def test_ways_lead_to_what_goes_wrong_elsewhere() -> None:
    labels = [link.proto.label for link in opened(PAGE, data="moons", ada_rounds=3).get("page_link")]
    assert sum(label.startswith("In the clinic") for label in labels) == 2


def test_every_parameter_of_the_trees_has_one_widget() -> None:
    at = AppTest.from_file(str(APP_PATH), default_timeout=LIMIT_S)
    at.switch_page(str(page_path(PAGE)))
    at.query_params |= {"data": "xor", "guess": "0"}
    at.session_state["more_settings"] = True
    at.run()
    assert quiet(at)
    assert {"ada_rounds", "ada_depth"} <= set(parameters(at))
    for key in ("tree_points", "purity_stop", "ada_alpha", "noise", "seed"):
        assert [each.key for each in at.number_input].count(f"widget_{key}") == 1
    at.number_input(key="widget_tree_points").set_value(20).run()
    assert quiet(at)
    fit = run_adaboost(AdaSettings(data="xor", min_samples_leaf=20))
    assert shows(at, fit)


def test_pruned_trees_are_shown_and_told() -> None:
    at = opened(PAGE, data="iris", ada_depth=3, ada_rounds=3, ada_alpha=0.05)
    assert quiet(at)
    fit = run_adaboost(AdaSettings(data="iris", max_depth=3, n_estimators=3, ccp_alpha=0.05))
    assert shows(at, fit)
    first = fit.trace[0]
    (tree,) = trees_drawn(at)
    assert tree.count('<g id="node') == first.tree.n_nodes < first.grown.n_nodes
    assert f"of {first.grown.n_leaves} leaves {first.tree.n_leaves} are left" in texts(at)


def test_every_round_may_choose_its_own_price() -> None:
    values = {"ada_depth": 100, "ada_rounds": 3, "purity_stop": 0.95, "ada_folds": 3, "ada_alpha": 0.2}
    at = opened(PAGE, data="sonar", round=2, **values)
    assert quiet(at)
    settings = AdaSettings(data="sonar", max_depth=100, n_estimators=3, purity_stop=0.95, ccp_folds=3)
    fit = run_adaboost(settings)
    assert shows(at, fit)
    second = fit.trace[1]
    assert second.price > 0
    assert second.tree.n_leaves < second.grown.n_leaves
    assert f"of {second.grown.n_leaves} leaves {second.tree.n_leaves} are left" in texts(at)


def test_a_held_out_row_gives_way_to_the_row_that_is_shown() -> None:
    at = opened(PAGE, data="iris", ada_rounds=2, row=77)
    found = run_adaboost(AdaSettings(data="iris", n_estimators=2))
    assert 77 in found.held_out
    row = int(found.train[found.place(77)])
    assert held(at, "row") == 77
    (said,) = [each.value for each in at.caption if "no training row" in each.value]
    assert said.startswith("Row 77") and f"shown is row {row}" in said


def test_a_round_beyond_the_last_is_put_back() -> None:
    at = opened(PAGE, data="moons", ada_rounds=3, round=999)
    assert quiet(at)
    assert held(at, "round") == 3


@pytest.mark.parametrize(
    ("depth", "alpha"),
    [(1, "ln(3/2) + ln 2 = ln 3"), (2, "ln(4) + ln 2 = ln 8"), (3, "ln(9) + ln 2 = ln 18")],
)
def test_the_ten_rows_by_hand_with_deeper_trees(depth: int, alpha: str) -> None:
    assert f"α = {alpha};" in texts(opened(PAGE, ada_rows="ten", ada_depth=depth))


def test_a_first_tree_without_a_wrong_row_has_no_weights_to_tell() -> None:
    at = opened(PAGE, ada_rows="ten", ada_depth=5)
    assert quiet(at)
    assert "By hand" not in texts(at)
