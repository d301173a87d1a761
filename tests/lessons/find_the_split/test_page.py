"""The page "Find the split": the splits of every data set, and nothing given away below the stage before."""

import re
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import held, opened, paragraphs, payloads, put, quiet, shown_record, taken
from workbench.data.catalogue import DATASETS
from workbench.lessons.find_the_split.choice_widgets import ROUNDS
from workbench.lessons.find_the_split.hidden_splits import HiddenSplits, hunt_in_round, hunt_in_tree
from workbench.lessons.find_the_split.words import KINDS, fits, kind_of
from workbench.models.boosted import fit_boosted_model
from workbench.models.settings import Settings
from workbench.models.single_tree import TreeSettings, grow_single_tree
from workbench.shell.setting_controls import EVERY_CUT
from workbench.text.numbers import latex, number

PAGE = "find_the_split.py"
LINK: dict[str, dict[str, Any]] = {
    "squared_error": {"split_by": "squared_error"},
    "logistic": {"split_by": "logistic"},
    "gini": {"split_by": "classes", "criterion": "gini"},
    "entropy": {"split_by": "classes", "criterion": "entropy"},
}


def hunt(data: str, kind: str, depth: int = 6, round_number: int = 1, **more: Any) -> HiddenSplits:
    if kind == "logistic":
        settings = Settings(data=data, loss="logistic", max_depth=depth, n_estimators=ROUNDS, **more)
        return hunt_in_round(fit_boosted_model(settings), round_number)
    return hunt_in_tree(grow_single_tree(TreeSettings(data=data, criterion=kind, max_depth=depth, **more)))


def chosen(at: AppTest) -> AppTest:
    """The same with the panel of what is split open."""
    at.session_state["find_choice"] = True
    return at.run()


def texts(at: AppTest) -> str:
    return "\n".join(paragraphs(at))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("data", DATASETS)
def test_every_data_set_is_split_by_what_is_wanted_or_by_what_fits_it(data: str, kind: str) -> None:
    at = opened(PAGE, data=data, tree_depth=2, find_step=2, **LINK[kind])
    assert quiet(at)
    info = DATASETS[data]
    if not fits(kind, info):
        kind = kind_of("usual", info, held(at, "criterion"))
        assert any(f"{info.title} has" in each.value for each in at.caption)
    found = hunt(data, kind, depth=2)
    assert shown_record(at)["gains"].tolist() == [found.tree.gain[node] for node in found.asked]
    assert f"gains, by {KINDS[kind]}. " in texts(at).replace("**", "")


@pytest.mark.parametrize("kind", KINDS)
def test_sums_have_their_meaning_where_a_gain_is_made_of_them(kind: str) -> None:
    data = "hand4" if kind == "squared_error" else "hand5"
    at = opened(PAGE, data=data, find_step=2, **LINK[kind])
    (gains,) = [each for each in payloads(at, "prose") if "gain" in each["cards"]]
    if kind in ("gini", "entropy"):
        assert "n I − n_L I_L − n_R I_R" in gains["cards"]["gain"]["here"]
    else:
        assert {"G", "H"} <= gains["cards"].keys()
        assert {piece[2] for piece in gains["pieces"] if piece[0] == "term"} >= {"gain", "G", "H"}


def test_other_data_are_split_by_what_fits_them() -> None:
    at = opened(PAGE, data="iris", criterion="entropy")
    assert shown_record(at)["kind"] == "entropy"
    at.selectbox(key="widget_data").set_value("diabetes").run()
    assert quiet(at)
    assert shown_record(at)["kind"] == "squared_error"
    at.selectbox(key="widget_data").set_value("moons").run()
    chosen(at).selectbox(key="widget_split_by").set_value("gini").run()
    assert held(at, "criterion") == "gini"
    assert held(at, "split_by") == "usual"


@pytest.mark.parametrize(
    ("data", "kind"),
    [("hand4", "squared_error"), ("moons", "logistic"), ("xor", "gini")],
)
def test_nothing_below_tells_before_the_split_is_found(data: str, kind: str) -> None:
    at = opened(PAGE, guess="none", data=data, find_step=1, find_feature=0, **LINK[kind])
    assert quiet(at)
    found = hunt(data, kind)
    assert not payloads(at, "prose")
    assert not at.latex
    assert taken(at) == ["Save as a page"]
    assert not at.code
    for secret in found.asked:
        assert f"≤ {number(float(found.tree.threshold[secret]), 4)}" not in texts(at)
    put(at, find_step=2)
    assert quiet(at)
    assert payloads(at, "prose")


def test_a_cut_that_one_looks_at_is_worked_out_below() -> None:
    at = opened(PAGE, data="hand4", find_step=2, find_feature=0, find_cut=0)
    assert "What “x ≤ 1.5” gains" in texts(at).replace("**", "")
    assert "1 and 2 are parted at 1.5" in texts(at)


def test_a_later_round_has_other_gradients() -> None:
    at = opened(PAGE, data="moons", split_by="logistic", find_round=4, find_step=2)
    assert quiet(at)
    found = hunt("moons", "logistic", round_number=4)
    assert shown_record(at)["gains"][0] == found.tree.gain[0]
    assert f"={latex(float(found.tree.gain[0]))}" in at.latex[0].value


@pytest.mark.parametrize("kind", ["squared_error", "gini"])
def test_a_root_that_is_a_leaf_is_explained(kind: str) -> None:
    data = "hand4" if kind == "squared_error" else "hand5"
    at = opened(PAGE, data=data, tree_points=3)
    assert quiet(at)
    assert "There is no split to find: the root is a leaf. Min_samples_leaf" in texts(at)


@pytest.mark.parametrize(
    "link",
    [
        {"find_step": "10000"},
        {"find_feature": "999", "data": "iris"},
        {"find_cut": "99999", "data": "iris", "find_step": "2"},
        {"find_round": "11"},
        {"split_by": "![](http://host/a.png)"},
        {"if_lambda": "7", "split_by": "logistic", "data": "moons", "find_step": "2"},
    ],
    ids=str,
)
def test_nonsense_in_the_link_goes_to_the_nearest_there_is(link: dict[str, str]) -> None:
    assert quiet(opened(PAGE, **link))


def test_presenter_mode_shows_the_lesson_alone() -> None:
    at = opened(PAGE, present=1, data="moons", find_step=2)
    assert quiet(at)
    assert not at.expander
    assert not at.latex
    assert "**Try:**" not in texts(at)


@pytest.mark.parametrize(
    ("link", "ours", "theirs"),
    [
        ({"data": "iris", "find_step": 4}, "tree.node(2)", "random_state=0"),
        (
            {"data": "moons", "split_by": "logistic", "find_round": 2, "find_step": 2},
            "node = model.trace_[1].trees[0].node(0)  # round 2, node 0",
            "xgboost.train",
        ),
    ],
    ids=["tree", "round"],
)
def test_the_split_as_python(link: dict[str, Any], ours: str, theirs: str) -> None:
    at = opened(PAGE, **link)
    at.session_state["folded_Take it with you"] = True
    at.run()
    assert quiet(at)
    shown = [each.value for each in at.code]
    assert ours in shown[0]
    assert any(theirs in each for each in shown[1:])


def test_the_first_thing_that_is_said_of_G_is_what_it_is() -> None:
    said = paragraphs(opened(PAGE, find_step=2))
    first = next(words for words in said if re.search(r"\bG\b", words))
    assert "G is the sum of g over the rows of a side" in first


def test_cuts_between_bins_alone_are_asked_for_where_boosting_has_bins() -> None:
    binning = {"tree_method": "hist", "max_bin": 8, "min_bin_size": 5}
    at = opened(PAGE, data="moons", split_by="logistic", find_step=2, **binning)
    found = hunt("moons", "logistic", **binning)
    assert shown_record(at)["gains"].tolist() == [found.tree.gain[node] for node in found.asked]
    assert "A cut lies between two bins" in texts(at)
    assert "Rows of one bin stay together." in texts(at)


@pytest.mark.parametrize("kind", ["gini", "logistic"])
def test_bins_are_offered_where_they_act_and_elsewhere_it_is_said_why_not(kind: str) -> None:
    at = opened(PAGE, data="moons", **LINK[kind])
    at.session_state["more_settings"] = True
    at.run()
    assert quiet(at)
    is_offered = "tree_method" in [each.label for each in at.selectbox]
    assert is_offered == (kind == "logistic")
    assert any(EVERY_CUT in each.value for each in at.caption) != is_offered


def test_of_a_deep_tree_the_first_splits_are_asked_for() -> None:
    at = opened(PAGE, data="cos_x2", tree_depth="none", tree_points=20)
    assert quiet(at)
    found = hunt("cos_x2", "squared_error", depth=None, min_samples_leaf=20)  # type: ignore[arg-type]
    assert shown_record(at)["n_splits"] == len(found.asked) < len(found.order)
    assert any(f"The first 60 of the tree's {len(found.order):,} splits" in each.value for each in at.caption)
