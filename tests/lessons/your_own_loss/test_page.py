"""The lesson on losses as a page: every loss, rows that are dragged, what cannot be boosted, the guess."""

from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from gbtlib import LOSSES, GradientBoostingClassifier, GradientBoostingRegressor
from tests.pages import held, opened, paragraphs, payloads, put, quiet, reader_does, shown_record
from tests.scripts import names_after, printed
from workbench.lessons.your_own_loss.asked import LOSS_NAMES, AskedLoss, made
from workbench.lessons.your_own_loss.compared import compared, unseen_panel
from workbench.lessons.your_own_loss.presets import NAIVE, PRESETS
from workbench.lessons.your_own_loss.run import Boosting, run_of
from workbench.lessons.your_own_loss.snippets import loss_snippet, run_snippet
from workbench.text.losses import RowState, words_of
from workbench.text.numbers import latex

PAGE = "your_own_loss.py"


def said(at: AppTest) -> str:
    return "\n".join(paragraphs(at))


def states(at: AppTest, name: str) -> np.ndarray:
    found = shown_record(at)
    return found["rows"][name].reshape(found["n_rounds"] + 1, -1)


def take_preset(at: AppTest, name: str) -> None:
    at.session_state["presets"] = True
    at.run()
    at.button(f"preset_{name}").click().run()


@pytest.mark.parametrize("data", ["sine", "cos_x2", "cos_x"])
@pytest.mark.parametrize("name", LOSS_NAMES)
def test_the_stage_has_the_pulls_of_every_round(name: str, data: str) -> None:
    at = opened(PAGE, own_loss=name, own_data=data, round=5)
    assert quiet(at)
    run, pulls, fit = run_of(Boosting(AskedLoss(name), data)), states(at, "pull"), states(at, "fit")
    for r in range(len(run.trace) + 1):
        assert pulls[r] == pytest.approx(run.pulls(r), rel=1e-12, abs=1e-15)
        assert fit[r] == pytest.approx(run.made.loss.inverse_link(run.raw(r)), rel=1e-12)


def test_axes_stay_while_a_row_is_moved() -> None:
    at = opened(PAGE, round=1)
    before = [shown_record(at)[name] for name in ("extent", "span")]
    for values in ({"own_y": -1.0}, {"own_row": 3, "own_y": 2.5}):
        put(at, **values)
        assert quiet(at)
        assert [shown_record(at)[name] for name in ("extent", "span")] == before


def test_a_row_is_moved_on_the_stage_and_the_round_stays() -> None:
    at = opened(PAGE, round=10, own_F=1.5)
    reader_does(at, "stage", "turn", {"own_row": 40, "own_y": 3.5, "round": 10})
    assert (quiet(at), held(at, "own_row", "own_y", "own_F", "round")) == (True, (40, 3.5, None, 10))
    shown = shown_record(at)
    assert (shown["rows"]["y"][40], shown["is_moved"]) == (3.5, True)
    run = run_of(Boosting(AskedLoss("huber"), position=40, y=3.5))
    assert states(at, "raw")[10][40] == pytest.approx(run.raw(10)[40], rel=1e-12)


def test_a_step_leads_f_back_to_the_row() -> None:
    (sent,) = payloads(opened(PAGE, round=10, own_F=1.5), "stage")
    assert sent["resets"] == {"own_F": None}


@pytest.mark.parametrize("name", ["squared_error", "huber", "logistic", "exponential"])
def test_the_table_has_the_formulas_of_all_pages(name: str) -> None:
    at = opened(PAGE, own_loss=name, round=10)
    run = run_of(Boosting(AskedLoss(name)))
    position = run.rows.last_outlier
    y, F = float(run.rows.y[run.rows.train[position]]), run.raw(10)[position : position + 1]
    loss, targets = run.made.loss, np.array([y])
    g, h, p = (
        float(each[0]) for each in (loss.gradient(targets, F), loss.hessian(targets, F), loss.inverse_link(F))
    )
    state = RowState(loss, 10, F, 0, p, y, latex(g), latex(h))
    for formula in words_of(loss).derivatives(state):
        assert f"${formula}$" in said(at)
    assert (
        sum(
            line.startswith(f"| {words_of(each).name} |")
            for each in LOSSES.values()
            for line in said(at).split("\n")
        )
        == 5
    )


def test_the_derivatives_of_a_typed_loss_are_shown() -> None:
    at = opened(PAGE, own_loss="own", own_formula="(F - y) ** 4")
    assert quiet(at)
    shown = made(AskedLoss("own", "(F - y) ** 4"))
    assert f"`{shown.bare.gradient_text}`" in said(at)
    assert f"`{shown.bare.hessian_text}`" in said(at)


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("(y - F", "At character 1: this is no formula"),
        ("y - x", "x is not known; there are y, F, exp"),
        ("", "A formula must say something"),
        ("F ** 3", "no starting value"),
        ("F - y", "same slope for every F"),
        ("<b>`|$", "has no place in a formula"),
        ("log(F) * 1e308 * 1e308", "The loss"),
    ],
)
def test_what_cannot_be_boosted_keeps_the_last_good_picture(formula: str, words: str) -> None:
    at = opened(PAGE, own_loss="own", own_formula="(F - y) ** 4", round=7)
    good = shown_record(at)["fit"]
    at.text_input("widget_own_formula").set_value(formula).run()
    assert quiet(at)
    assert held(at, "own_formula") == formula
    assert words in said(at)
    assert "Shown is the last that could: `(F - y) ** 4`" in said(at)
    assert np.array_equal(shown_record(at)["fit"], good)
    at.text_input("widget_own_formula").set_value("(F - y) ** 2").run()
    assert quiet(at)
    assert "cannot be boosted" not in said(at)


def test_a_link_with_nonsense_shows_half_squared_error() -> None:
    at = opened(PAGE, own_loss="own", own_formula="nonsense")
    assert quiet(at)
    assert "Shown is the last that could: half squared error" in said(at)


@pytest.mark.parametrize(
    "link",
    [
        *({"own_row": 10**6}, {"own_row": -1}, {"own_y": 99}, {"own_F": 1000}, {"own_loss": "hinge"}),
        *({"own_formula": "9" * 500}, {"own_data": "iris"}, {"own_rounds": 0}, {"round": 99}),
        *({"own_loss": "logistic", "own_y": -2}, {"own_rounds": 1}, {"own_F": "nan"}),
        {"own_loss": "own", "own_formula": "none"},
    ],
)
def test_any_link_is_answered(link: dict[str, Any]) -> None:
    assert quiet(opened(PAGE, **link))


def test_a_loss_that_overflows_says_when_boosting_stopped() -> None:
    at = opened(PAGE)
    take_preset(at, "naive")
    assert quiet(at)
    run = run_of(Boosting(AskedLoss("own", NAIVE, "classes"), "sine", 60, 1.0, 6, 0.0))
    assert f"Boosting stopped after round {len(run.trace)} of 60" in said(at)
    assert "No number at F = 36.8" in said(at)
    at = opened(PAGE, **PRESETS["naive"].values | {"round": 99})
    assert (quiet(at), held(at, "round")) == (True, len(run.trace))
    assert shown_record(at)["n_rounds"] == len(run.trace)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_says_what_to_look_at(name: str) -> None:
    at = opened(PAGE, own_row=3, own_y=1.0)
    take_preset(at, name)
    assert quiet(at)
    assert PRESETS[name].words in said(at)
    assert (
        dict(zip(PRESETS[name].values, held(at, *PRESETS[name].values), strict=True)) == PRESETS[name].values
    )
    assert held(at, "own_row", "own_y") == (None, None)
    assert [each for each in PRESETS if PRESETS[each].words in said(at)] == [name]


def test_the_curves_below_hold_the_numbers() -> None:
    run = run_of(Boosting(AskedLoss("huber")))
    lines = unseen_panel(compared(run.boosting)).lines
    assert [each.name for each in lines] == ["half squared error", "Huber’s loss"]
    assert lines[1].y == pytest.approx(run.unseen, rel=1e-5)


EVERY = [
    *map(AskedLoss, LOSS_NAMES),
    AskedLoss("own", NAIVE, "classes"),
    AskedLoss("own", "where(y > F, 2, 1) * (F - y) ** 2"),
]


@pytest.mark.parametrize("asked", EVERY, ids=str)
def test_the_class_to_be_copied_is_the_loss(asked: AskedLoss) -> None:
    found = names_after(loss_snippet(made(asked)))
    F, y = np.linspace(-2, 2, 9) + 0.01, np.ones(9)
    for method in ("loss", "gradient", "hessian"):
        wanted = getattr(made(asked).loss, method)(y, F)
        assert getattr(found["loss"], method)(y, F) == pytest.approx(wanted, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("asked", EVERY, ids=str)
def test_the_screen_to_be_copied_prints_the_pull(asked: AskedLoss) -> None:
    run = run_of(Boosting(asked, n_rounds=10, position=50, y=1.0))
    words = printed(run_snippet(run, 4, 50)).split()
    assert float(words[2]) == pytest.approx(float(run.raw(4)[50]), rel=1e-9)
    assert float(words[-1]) == pytest.approx(float(run.pulls(4)[50]), rel=1e-9)


SEARCHES: list[dict[str, Any]] = [
    {"from_zero": True},
    {"min_samples_split": 60},
    {"tree_method": "hist", "max_bin": 4},
    {"tree_method": "hist", "max_bin": 16, "min_bin_size": 20},
]
BALANCED = ({"from_zero": True}, "logistic")  # as many rows of either class: the usual start is 0, too


@pytest.mark.parametrize("loss", ["huber", "logistic"])
@pytest.mark.parametrize("search", SEARCHES, ids=str)
def test_start_and_search_are_those_of_gbtlib_and_of_the_script(search: dict[str, Any], loss: str) -> None:
    """The fits of the page are those of the estimator with the same parameters."""
    asked = AskedLoss(loss)
    run, usual = run_of(Boosting(asked, n_rounds=4, **search)), run_of(Boosting(asked, n_rounds=4))
    assert np.array_equal(run.raw(4), usual.raw(4)) == ((search, loss) == BALANCED)
    start = {"base_score": 0.5 if asked.is_binary else 0.0} if "from_zero" in search else {}
    estimator = GradientBoostingClassifier if asked.is_binary else GradientBoostingRegressor
    X, y = run.rows.x[run.rows.train, np.newaxis], run.rows.y[run.rows.train]
    shape = {name: value for name, value in search.items() if name != "from_zero"} | start
    model = estimator(loss=run.made.loss, n_estimators=4, learning_rate=0.3, max_depth=2, **shape)
    np.testing.assert_array_equal(run.raw(4), model.fit(X, y).raw_prediction(X))
    assert float(printed(run_snippet(run, 4, 50)).split()[2]) == run.raw(4)[50]


@pytest.mark.parametrize("search", SEARCHES, ids=str)
def test_the_link_says_start_and_search(search: dict[str, Any]) -> None:
    said = {"own_zero": 1} if "from_zero" in search else search
    at = opened(PAGE, own_rounds=4, round=4, **said)
    assert quiet(at)
    run = run_of(Boosting(AskedLoss("huber"), n_rounds=4, **search))
    assert states(at, "raw")[4] == pytest.approx(run.raw(4), rel=1e-12)
    take_preset(at, "huber")
    assert (quiet(at), held(at, *said)) == (True, held(opened(PAGE), *said))


def test_code_and_copy() -> None:
    for link in ({}, {"own_loss": "own"}):
        at = opened(PAGE, **link)
        at.session_state["folded_The code that computed this"] = True
        at.session_state["folded_Take it with you"] = True
        at.run()
        assert quiet(at)
        assert len(at.code) == (7 if not link else 6)


def test_what_other_losses_ask_is_told_below_once_this_one_was() -> None:
    asks, told = (opened(PAGE, guess="none", own_told=each) for each in ("logistic", "logistic,huber"))
    assert quiet(asks) and quiet(told)
    assert ["| loss |" in said(each) for each in (asks, told)] == [False, True]
    assert "without end" not in said(asks)


def test_presenter_mode_leaves_the_tables_out() -> None:
    at = opened(PAGE, present=1)
    assert quiet(at)
    assert not at.expander
    assert "| loss |" not in said(at)
