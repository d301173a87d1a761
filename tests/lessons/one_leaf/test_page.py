"""The page on one leaf shows the trace's numbers: every leaf by hand, data set and loss."""

import base64
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import fit, held, opened, paragraphs, payloads, put, quiet
from workbench.data.catalogue import DATASETS
from workbench.lessons.one_leaf.leaf import fit_leaf, true_change, true_minimum
from workbench.lessons.one_leaf.shared_axes import chosen_leaf, leaf_of_row, row_of_leaf
from workbench.lessons.one_leaf.values import LEAF_LAMBDA, LEAF_RATE, LEAF_W
from workbench.lessons.one_leaf.widgets import take_dragged
from workbench.lessons.one_leaf.worked_leaves import PRESETS
from workbench.link.values import ENTRIES
from workbench.models.settings import losses_for
from workbench.shell.challenge import Question, Slider
from workbench.shell.registry import page_named
from workbench.shell.store import PageValues, Store

PAGE = "one_leaf.py"
EVERY = [(data, loss) for data in DATASETS for loss in losses_for(data)]


def picture(at: AppTest) -> dict[str, Any]:
    (found,) = payloads(at, "parabola")
    return found


def texts(at: AppTest) -> str:
    return "\n".join(paragraphs(at))


@pytest.mark.parametrize(("data", "loss"), EVERY)
def test_the_picture_holds_the_numbers_of_the_trace(data: str, loss: str) -> None:
    at = opened(PAGE, leaf="lesson", data=data, loss=loss, round=3, n_estimators=4)
    assert quiet(at)
    fitted = fit(data=data, loss=loss, n_estimators=4)
    tree = fitted.trace[2].trees[0]
    node = chosen_leaf(tree, 0)
    sent, leaf = picture(at), fit_leaf(fitted, 3, node)
    assert (sent["G"], sent["H"]) == (tree.G[node], tree.H[node])
    assert sent["chosen"]["lambda"] == fitted.settings.reg_lambda
    assert sent["chosen"]["rate"] == fitted.settings.learning_rate
    curve = np.frombuffer(base64.b64decode(sent["curve"]), "<f4")
    assert curve[0] == pytest.approx(true_change(leaf, sent["extent"][0]), rel=1e-5, abs=1e-6)
    assert f"{tree.weight[node]:.4g}" in at.latex[0].value


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("steps", [0, 1, 4])
def test_every_leaf_by_hand(name: str, steps: int) -> None:
    at = opened(PAGE, leaf=name, leaf_steps=steps)
    assert quiet(at)
    sent = picture(at)
    assert np.isfinite(sent["extent"]).all()
    if steps == 0:
        assert (sent["G"], sent["H"]) == (PRESETS[name].G, PRESETS[name].H)
        assert PRESETS[name].fit in texts(at)


@pytest.mark.parametrize(("name", "weight"), [("logistic", "0.8571"), ("squared", "4.333"), ("norm", "=1")])
def test_the_formula_has_the_numbers_of_the_leaf(name: str, weight: str) -> None:
    assert opened(PAGE, leaf=name).latex[0].value.strip("$\n ").endswith(weight)


def test_the_table_of_steps_adds_up_or_runs_away() -> None:
    (table,) = opened(PAGE, leaf="newton").table
    assert table.value["F after: added"].tolist()[:3] == ["1", "1.096", "1.099"]
    assert table.value["replaced, then summed"].tolist() == ["1", "1.096", "2.002", "2.187", "3.01"]


@pytest.mark.parametrize("data", ["spiral", "wine", "diabetes"])
def test_axes_stay_and_the_row_is_followed_while_one_steps(data: str) -> None:
    at, fitted = opened(PAGE, leaf="lesson", data=data, n_estimators=5), fit(data=data, n_estimators=5)
    first = picture(at)
    row = row_of_leaf(fitted, 1, 0, chosen_leaf(fitted.trace[0].trees[0], 0), None)
    before = first
    for number in (2, 3, 4):
        at.button("step_Next").click().run()
        assert quiet(at)
        leaf = leaf_of_row(fitted, number, 0, row)
        sent, tree = picture(at), fitted.trace[number - 1].trees[0]
        assert (sent["G"], sent["H"]) == (tree.G[leaf], tree.H[leaf])
        elsewhere = picture(opened(PAGE, **payloads(at, "address")[0]["values"]))
        assert [elsewhere[name] for name in ("G", "H", "ghost")] == [
            sent[name] for name in ("G", "H", "ghost")
        ]
        assert (sent["extent"], sent["lambdas"]) == (first["extent"], first["lambdas"])
        assert sent["ghost"] == {"name": f"round {number - 1}", "G": before["G"], "H": before["H"]}
        assert f"**row {row}** falls into" in texts(at)
        before = sent


def test_a_node_chosen_elsewhere_is_shown_whatever_row_was_followed() -> None:
    at, fitted = opened(PAGE, leaf="lesson", data="wine", n_estimators=5), fit(data="wine", n_estimators=5)
    tree = fitted.trace[2].trees[0]
    node = int(tree.leaves[-1])
    put(at, round=3, node=node)
    assert picture(at)["G"] == tree.G[node]


def test_zooming_in_takes_the_axes_of_the_leaf() -> None:
    at = opened(PAGE, leaf="lesson", data="spiral", round=30)
    wide = picture(at)["extent"]
    at.toggle(key="widget_leaf_zoom").set_value(True).run()
    assert payloads(at, "address")[0]["values"]["leaf_zoom"] == "1"
    assert quiet(at)
    sent = picture(at)
    assert 10 * (sent["extent"][1] - sent["extent"][0]) < wide[1] - wide[0]


def test_what_does_not_act_on_a_leaf_by_hand_is_not_there() -> None:
    assert "widget_data" not in [each.key for each in opened(PAGE).selectbox]
    at = opened(PAGE, leaf="lesson")
    assert "widget_data" in [each.key for each in at.selectbox]
    at.selectbox(key="widget_leaf").set_value("newton").run()
    assert "widget_data" not in [each.key for each in at.selectbox]


@pytest.mark.parametrize("data", ["iris", "wine"])
def test_every_class_has_its_own_leaf(data: str) -> None:
    fitted = fit(data=data, n_estimators=4)
    for k in range(fitted.n_classes):
        at = opened(PAGE, leaf="lesson", data=data, n_estimators=4, round=2, **{"class": k})
        assert quiet(at)
        tree = fitted.trace[1].trees[k]
        assert picture(at)["G"] == tree.G[chosen_leaf(tree, 0)]


def test_the_rows_of_the_leaf_are_listed_and_summed() -> None:
    at = opened(PAGE, leaf="lesson", data="hand4", max_depth=1)
    fitted = fit(data="hand4", max_depth=1)
    round_, node = fitted.trace[0], chosen_leaf(fitted.trace[0].trees[0], 0)
    (table,) = at.dataframe
    rows = round_.rows_in(node)
    assert table.value["gradient g"].tolist() == round_.gradient[rows].tolist()
    assert table.value["y"].tolist() == fitted.y[rows].tolist()
    assert "G = Σ g = " in texts(at)


def test_what_is_dragged_comes_from_the_link() -> None:
    at = opened(PAGE, leaf="logistic", leaf_w=0.5, leaf_lambda=3, leaf_rate=0.1)
    assert picture(at)["chosen"] == {"w": 0.5, "lambda": 3, "rate": 0.1}
    assert at.latex[0].value.strip("$\n ").endswith("=0.4")
    at = opened(PAGE, leaf="logistic", leaf_w=1e6)
    sent = picture(at)
    assert sent["chosen"]["w"] == sent["extent"][1]


def test_another_leaf_starts_anew() -> None:
    at = opened(PAGE, leaf="logistic", leaf_w=0.5, leaf_lambda=3, leaf_rate=0.1, leaf_steps=2)
    at.selectbox(key="widget_leaf").set_value("overshoot").run()
    assert quiet(at)
    assert picture(at)["chosen"] == {"w": -8, "lambda": 0, "rate": 1}
    assert held(at, "leaf_steps") == 0


HOSTILE = [
    {"leaf": "../etc"},
    {"leaf": ""},
    {"leaf_w": "nan"},
    {"leaf_w": "1e99"},
    {"leaf_lambda": "-1"},
    {"leaf_lambda": "inf"},
    {"leaf_rate": "0"},
    {"leaf_rate": "![](http://host/a.png)"},
    {"leaf_steps": "5"},
    {"leaf_steps": "1.5"},
]


@pytest.mark.parametrize("link", HOSTILE, ids=str)
def test_nonsense_in_the_link_is_answered_by_the_default(link: dict[str, str]) -> None:
    at = opened(PAGE, **link)
    assert quiet(at)
    (name,) = link
    assert held(at, name) == ENTRIES[name].default
    assert name in at.toast[0].value


def after_a_drag(monkeypatch: pytest.MonkeyPatch, chosen: Any, hiding: bool = False) -> dict[str, Any]:
    """The session after the browser sent this for the leaf of the Newton steps."""
    kept = {LEAF_W: 0.1, LEAF_LAMBDA: 2.0, LEAF_RATE: 0.5}
    store, drafts = Store(PageValues(page_named(PAGE), dict(kept))), {"answer": 0.0}
    held = {"store": store, "challenge_drafts": drafts, "parabola": {"chosen": chosen}}
    monkeypatch.setattr("streamlit.session_state", held)
    form = Slider(-5.0, 5.0, step=0.01)
    question = Question("leaf_weight", "", form, "answer", None, None, hiding=hiding)  # type: ignore[arg-type]
    take_dragged(PRESETS["newton"], question)
    return {name: store.values[name] for name in kept} | drafts


@pytest.mark.parametrize("chosen", [{"w": "x"}, {"w": float("inf")}, {"lambda": -1}, {"rate": 7}, {}, None])
def test_nonsense_from_the_browser_is_left_out(monkeypatch: pytest.MonkeyPatch, chosen: Any) -> None:
    found = after_a_drag(monkeypatch, chosen)
    assert found == {"leaf_w": 0.1, "leaf_lambda": 2.0, "leaf_rate": 0.5, "answer": 0.0}


def test_what_is_dragged_is_kept_unless_it_is_the_leafs_own(monkeypatch: pytest.MonkeyPatch) -> None:
    found = after_a_drag(monkeypatch, {"w": 0.25, "lambda": 0.0, "rate": 0.3})
    assert found == {"leaf_w": 0.25, "leaf_lambda": None, "leaf_rate": 0.3, "answer": 0.0}
    found = after_a_drag(monkeypatch, {"w": 0.25, "lambda": 0.0, "rate": 0.3}, hiding=True)
    assert found == {"leaf_w": 0.1, "leaf_lambda": 2.0, "leaf_rate": 0.5, "answer": 0.25}


@pytest.mark.parametrize("values", [{"leaf": "newton"}, {"data": "hand5"}, {"leaf": "one_class"}])
def test_guessing_hides_the_answer_until_it_is_revealed(values: dict[str, str]) -> None:
    at = opened(PAGE, guess=1, **values)
    assert quiet(at)
    sent = picture(at)
    assert (sent["hidden"], sent["G"], sent["H"]) == (True, 0, 0)
    assert not np.frombuffer(base64.b64decode(sent["curve"]), "<f4").any()
    assert sent["extent"][0] == -sent["extent"][1]
    assert not at.latex
    assert "w*" not in texts(at)
    assert not payloads(at, "tree")
    assert "gradient g" in at.dataframe[0].value
    next(button for button in at.button if button.label == "Reveal").click().run()
    assert quiet(at)
    assert not picture(at)["hidden"]
    assert at.latex


def test_a_guess_at_the_true_minimum_earns_everything() -> None:
    at = opened(PAGE, guess=1, leaf="newton")
    (slider,) = [each for each in at.slider if each.label == "Your w"]
    slider.set_value(1.1).run()
    next(button for button in at.button if button.label == "Reveal").click().run()
    assert "You: 1.1 (100 % of the possible decrease). Best: 1.1." in texts(at)
    lowest = true_minimum(PRESETS["newton"], 0.0)
    assert lowest == pytest.approx(1.0986, abs=1e-4)
    assert picture(at)["chosen"]["w"] == 1.1
    put(at, leaf_w=0.3)
    assert (picture(at)["chosen"]["w"], picture(at)["guess"]) == (0.3, 1.1)


@pytest.mark.parametrize("name", ["lesson", *PRESETS])
def test_presenter_mode_shows_the_lesson_alone(name: str) -> None:
    at = opened(PAGE, present=1, leaf=name)
    assert quiet(at)
    assert not at.expander
    assert [each.value for each in at.caption if "Added:" in each.value] == []
    assert "**Try:**" not in texts(at)
    assert ("Σ g" in texts(at)) == (name != "lesson")  # of few rows the sums stand beside the picture
    assert at.latex
