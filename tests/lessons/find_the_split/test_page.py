"""The page "Find the split": a guess is judged by the tree's own search, and nothing is given away before."""

import json
import re
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.lessons.find_the_split.hunts import unpacked
from tests.pages import held, opened, paragraphs, payloads, quiet
from tests.pages import texts as texts_of
from workbench.data.catalogue import DATASETS
from workbench.lessons.find_the_split.choice_widgets import ROUNDS
from workbench.lessons.find_the_split.hidden_splits import (
    HiddenSplits,
    hunt_in_round,
    hunt_in_tree,
)
from workbench.lessons.find_the_split.words import KINDS, fits, usual_kind
from workbench.models.boosted import fit_boosted_model
from workbench.models.settings import Settings
from workbench.models.single_tree import TreeSettings, grow_single_tree
from workbench.shell.setting_controls import EVERY_CUT
from workbench.text.numbers import number

PAGE = "find_the_split.py"
LINK = {
    "squared_error": {"split_by": "squared_error"},
    "logistic": {"split_by": "logistic"},
    "gini": {"split_by": "classes", "criterion": "gini"},
    "entropy": {"split_by": "classes", "criterion": "entropy"},
}


def hunt(data: str, kind: str, depth: int = 6, round_number: int = 1) -> HiddenSplits:
    if kind == "logistic":
        settings = Settings(data=data, loss="logistic", max_depth=depth, n_estimators=ROUNDS)
        return hunt_in_round(fit_boosted_model(settings), round_number)
    return hunt_in_tree(grow_single_tree(TreeSettings(data=data, criterion=kind, max_depth=depth)))


def strip(at: AppTest) -> dict[str, Any]:
    (found,) = payloads(at, "row_strip")
    return found


def click(at: AppTest, label: str) -> AppTest:
    return next(button for button in at.button if button.label == label).click().run()


def texts(at: AppTest) -> str:
    return "\n".join(paragraphs(at))


def place_cut(at: AppTest, x: float) -> None:
    (slider,) = [each for each in at.slider if each.label.startswith("Cut on")]
    slider.set_value(x).run()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("data", DATASETS)
def test_every_data_set_is_asked_about_or_another_one_is_offered(data: str, kind: str) -> None:
    at = opened(PAGE, guess=1, data=data, tree_depth=2, **LINK[kind])
    assert quiet(at)
    info = DATASETS[data]
    if not fits(kind, info):
        assert info.title in at.info[0].value
        usual = usual_kind(info, held(at, "criterion"))
        click(at, f"Stay with {info.title}, by {KINDS[usual]}")
        assert quiet(at)
    assert not payloads(at, "gains")
    assert strip(at)["chosen"] is None
    click(at, "Reveal")
    assert quiet(at)
    assert "% of the best, rank" in texts(at)
    assert payloads(at, "gains")[0]["guess"] is not None


@pytest.mark.parametrize("kind", KINDS)
def test_sums_have_their_meaning_where_a_gain_is_made_of_them(kind: str) -> None:
    data = "hand4" if kind == "squared_error" else "hand5"
    at = opened(PAGE, guess=1, data=data, tree_depth=2, find_splits=1, **LINK[kind])
    boxes = payloads(at, "tree")[0]["nodes"]
    assert not [box for box in boxes if box["kind"] == "open" and "G" in " ".join(box["lines"])]
    click(at, "Reveal")
    (gains,) = [each for each in payloads(at, "prose") if "gain" in each["cards"]]
    if kind in ("gini", "entropy"):
        assert "n I − n_L I_L − n_R I_R" in gains["cards"]["gain"]["here"]
    else:
        assert {"G", "H"} <= gains["cards"].keys()
        assert {piece[2] for piece in gains["pieces"] if piece[0] == "term"} >= {"gain", "G", "H"}


@pytest.mark.parametrize("kind", KINDS)
def test_a_data_set_that_is_offered_fits(kind: str) -> None:
    data = "iris" if kind in ("squared_error", "logistic") else "cos_x2"
    at = opened(PAGE, guess=1, data=data, **LINK[kind])
    at.button("find_offer_hand4" if kind == "squared_error" else "find_offer_hand5").click().run()
    assert quiet(at)
    assert not at.info
    assert at.selectbox(key="find_kind").value == kind
    assert strip(at)["n_rows"] in (4, 5)


def test_other_data_are_split_by_what_fits_them() -> None:
    at = opened(PAGE, guess=1, data="iris", criterion="entropy")
    assert at.selectbox(key="find_kind").value == "entropy"
    at.selectbox(key="widget_data").set_value("diabetes").run()
    assert quiet(at)
    assert at.selectbox(key="find_kind").value == "squared_error"
    at.selectbox(key="widget_data").set_value("moons").run()
    at.selectbox(key="find_kind").set_value("gini").run()
    assert held(at, "criterion") == "gini"
    assert held(at, "split_by") == "usual"


@pytest.mark.parametrize(
    ("data", "kind"),
    [("hand4", "squared_error"), ("cos_x2", "squared_error"), ("moons", "logistic"), ("xor", "gini")],
)
def test_nothing_of_the_answer_is_sent_before_it_is_revealed(data: str, kind: str) -> None:
    at = opened(PAGE, guess=1, data=data, find_splits=1, find_feature=0, **LINK[kind])
    found = hunt(data, kind)
    node, splits = found.order[1], found.order[:1]
    assert not payloads(at, "gains")
    assert not payloads(at, "formula")
    assert not at.latex
    said = texts(at) + "".join(each.proto.bytes.decode() for each in at.get("bidi_component"))
    for secret in found.order[1:]:
        assert f"gain {number(float(found.tree.gain[secret]))}" not in said
        assert f"≤ {number(float(found.tree.threshold[secret]), 4)}" not in texts(at)
    (tree,) = payloads(at, "tree")
    shown = {box["index"]: box for box in tree["nodes"]}
    below = {int(found.tree.children_left[i]) for i in splits} | {
        int(found.tree.children_right[i]) for i in splits
    }
    assert set(shown) == {*splits, *below}
    assert shown[node]["mark"] == "next"
    assert shown[node]["lines"][0] == "cut where?"
    picture = strip(at)
    assert {"gain", "rank", "best"} & set(picture) == set()
    assert (picture["chosen"], picture["guess"], picture["levels"], picture["looked"]) == (None,) * 4


@pytest.mark.parametrize(
    ("data", "kind", "feature", "x"),
    [
        ("hand4", "squared_error", 0, 1.2),
        ("diabetes", "squared_error", 3, 90.0),
        ("hand5", "gini", 0, 3.7),
        ("iris", "entropy", 2, 4.0),
        ("breast_cancer", "gini", 5, 0.1),
        ("hand5", "logistic", 0, 1.4),
    ],
)
def test_the_verdict_has_the_numbers_of_the_search(data: str, kind: str, feature: int, x: float) -> None:
    at = opened(PAGE, guess=1, data=data, find_feature=feature, **LINK[kind])
    place_cut(at, x)
    click(at, "Reveal")
    assert quiet(at)
    found = hunt(data, kind)
    candidates = found.candidates(0)
    values = np.unique(found.X[:, feature])
    below, above = values[values <= x].max(), values[values > x].min()
    mine = (candidates.feature == feature) & (candidates.threshold >= below) & (candidates.threshold < above)
    (position,) = np.flatnonzero(mine)
    gain, best = candidates.gain[position], candidates.gain.max()
    rank = 1 + int((candidates.score > candidates.score[position])[candidates.verdict == 0].sum())
    allowed = int((candidates.verdict == 0).sum())
    words = texts(at)
    assert (
        f"gain {number(gain)}, {number(100 * gain / best)} % of the best, rank {rank:,} of {allowed:,}"
        in words
    )
    assert f"gain {number(best)}." in words
    (view,) = payloads(at, "gains")
    assert view["guess"]["gain"] == pytest.approx(gain, rel=1e-12)
    assert (view["feature"], view["guess"]["feature"]) == (feature, feature)
    assert view["extent"][:2] == strip(at)["extent"][:2]
    assert strip(at)["guess"]["x"] == candidates.threshold[position]


def test_next_node_goes_on_in_the_order_of_growth_and_the_tree_grows() -> None:
    at = opened(PAGE, guess=1, data="iris", tree_depth=2)
    found = hunt("iris", "gini", depth=2)
    root = payloads(at, "tree")[0]["nodes"]
    assert [(node["index"], node["lines"][0]) for node in root] == [(0, "cut where?")]
    for k, node in enumerate(found.order):
        assert f"**Split {k + 1} of {len(found.order)}**" in texts(at)
        assert strip(at)["n_rows"] == found.tree.n_samples[node]
        assert at.button("find_Next node").disabled
        click(at, "Reveal")
        assert len(payloads(at, "tree")[0]["nodes"]) == 2 * k + 3
        assert any("you:" in box["badge"] for box in payloads(at, "tree")[0]["nodes"])
        if k < len(found.order) - 1:
            click(at, "Next node")
    assert at.button("find_Next node").disabled
    assert "It was the last: the tree is grown." in texts(at)
    assert f"of {len(found.order)} questions" in texts(at)
    click(at, "Back")
    assert "You: " in texts(at)
    assert held(at, "find_splits") == len(found.order) - 2


def test_it_asks_at_every_node_until_one_stops_it_as_on_any_lesson() -> None:
    at = opened(PAGE, data="iris", guess="none")
    assert strip(at)["at"] is not None
    assert held(at, "guess") is None
    click(at, "Show me")
    assert strip(at)["at"] is None
    assert "Shown." in texts(at)
    click(at, "Stop guessing")
    assert held(at, "guess") == 0
    assert payloads(at, "gains")
    click(at, "Guess first")
    assert held(at, "guess") == 1
    assert strip(at)["at"] is None  # this node was shown
    click(at, "Next node")
    assert strip(at)["at"] is not None
    assert payloads(opened(PAGE, data="hand5", guess=0), "gains")


def test_the_feature_is_told_where_one_asks_for_it() -> None:
    at = opened(PAGE, guess=1, data="iris")
    assert strip(at)["feature"] == 0
    assert len(strip(at)["small"]) == 4
    at = opened(PAGE, guess=1, data="iris", find_easy=1, find_feature=1)
    found = hunt("iris", "gini")
    assert strip(at)["feature"] == found.tree.feature[0]
    assert strip(at)["small"] == []
    assert "Where on petal length would you cut all 105 rows?" in texts(at)


def test_a_later_round_has_other_gradients() -> None:
    at = opened(PAGE, data="moons", split_by="logistic", find_round=4)
    assert quiet(at)
    found = hunt("moons", "logistic", round_number=4)
    (view,) = payloads(at, "gains")
    assert view["best"]["gain"] == pytest.approx(found.tree.gain[0], rel=1e-12)
    assert payloads(at, "formula")[0]["gain"] == number(float(found.tree.gain[0]), 4)


@pytest.mark.parametrize("kind", ["squared_error", "gini"])
def test_a_root_that_is_a_leaf_is_explained(kind: str) -> None:
    data = "hand4" if kind == "squared_error" else "hand5"
    at = opened(PAGE, data=data, tree_points=3)
    assert quiet(at)
    assert "There is no split to find: the root is a leaf. Min_samples_leaf" in texts(at)


@pytest.mark.parametrize(
    "link",
    [
        {"find_splits": "10000"},
        {"find_feature": "999", "data": "iris"},
        {"find_cut": "99999", "data": "iris"},
        {"find_round": "11"},
        {"split_by": "![](http://host/a.png)"},
        {"if_lambda": "7", "split_by": "logistic", "data": "moons"},
    ],
    ids=str,
)
def test_nonsense_in_the_link_goes_to_the_nearest_there_is(link: dict[str, str]) -> None:
    assert quiet(opened(PAGE, **link))


def test_presenter_mode_shows_the_lesson_alone() -> None:
    at = opened(PAGE, present=1, data="moons")
    assert quiet(at)
    assert not at.expander
    assert "**Try:**" not in texts(at)
    assert at.latex


@pytest.mark.parametrize(
    ("link", "ours", "theirs"),
    [
        ({"data": "iris", "find_splits": 1}, "found = model.candidates(2)", "random_state=0"),
        (
            {"data": "moons", "split_by": "logistic", "find_round": 2},
            "model.candidates(2, 0)",
            "xgboost.train",
        ),
    ],
    ids=["tree", "round"],
)
def test_the_split_as_python(link: dict[str, Any], ours: str, theirs: str) -> None:
    at = opened(PAGE, **link)
    at.session_state["folded_Copy as Python"] = True
    at.run()
    assert quiet(at)
    shown = [each.value for each in at.code]
    assert ours in shown[0]
    assert theirs in shown[1]


def test_while_one_guesses_no_snippet_tells() -> None:
    at = opened(PAGE, guess=1)
    assert "Copy as Python" not in [each.label for each in at.expander]


def test_the_slider_stands_on_cuts_and_says_them_in_full() -> None:
    at = opened(PAGE, guess=1, data="iris", find_feature=0)
    found = hunt("iris", "gini")
    cuts = np.unique(found.candidates(0).threshold[found.candidates(0).feature == 0])

    def slider() -> Any:
        return next(each for each in at.slider if each.label.startswith("Cut on"))

    place_cut(at, 6.61)
    assert slider().value == pytest.approx(6.65)  # 6.6 and 6.7 are parted there
    assert slider().proto.format == "%.2f"
    for key, expected in ((0.01, cuts[cuts > 6.66].min()), (-0.01, 6.65), (-0.01, cuts[cuts < 6.64].max())):
        place_cut(at, slider().value + key)
        assert slider().value == pytest.approx(expected)  # an arrow key leads to the next one


def test_the_first_thing_that_is_said_of_G_is_what_it_is() -> None:
    sent = [json.loads(each.proto.bytes) for each in opened(PAGE).get("bidi_component")]
    said = ["".join(texts_of(each)) for each in sent]
    first = next(words for words in said if re.search(r"\bG\b", words))
    assert "G is the sum of g over the rows of a side" in first


def test_cuts_between_bins_alone_are_asked_for_where_boosting_has_bins() -> None:
    binning = {"tree_method": "hist", "max_bin": 8, "min_bin_size": 5}
    at = opened(PAGE, data="moons", split_by="logistic", guess=1, **binning)
    settings = Settings(data="moons", loss="logistic", max_depth=6, n_estimators=ROUNDS, **binning)
    fit = fit_boosted_model(settings)
    found = fit.candidates(1, 0)
    thresholds = np.unique(found.threshold[found.feature == 0])
    assert 0 < len(thresholds) < settings.max_bin
    assert np.unique(unpacked(strip(at)["threshold"])) == pytest.approx(thresholds.astype(np.float32))
    place_cut(at, float(thresholds[-1]))
    assert "A cut lies between two bins" in texts(at)
    assert "Rows of one bin stay together." in texts(at)


@pytest.mark.parametrize("kind", KINDS)
def test_bins_are_offered_where_they_act_and_elsewhere_it_is_said_why_not(kind: str) -> None:
    data = "cos_x2" if kind == "squared_error" else "moons"
    at = opened(PAGE, data=data, **LINK[kind])
    at.session_state["more_settings"] = True
    at.run()
    assert quiet(at)
    is_offered = "tree_method" in [each.label for each in at.selectbox]
    assert is_offered == (kind == "logistic")
    assert any(EVERY_CUT in each.value for each in at.caption) != is_offered
