"""A new loss is one class and one row of words: it is on every page, and even without the row none fails."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from gbtlib.core.losses import Loss
from gbtlib.losses.named import LOSSES
from tests.pages import held, opened, paragraphs, quiet
from workbench.link.values import read
from workbench.models.boosted import fit_boosted_model
from workbench.models.settings import Settings, losses_for
from workbench.shell.registry import PAGES
from workbench.text.boosting_snippet import why_no_xgboost, xgboost_snippet
from workbench.text.losses import LOSS_WORDS, LossWords, RowState, words_of

pytestmark = pytest.mark.sweep

LESSONS = [entry.path for entry in PAGES if "loss" in entry.link_names]
DATA = {"regression": "cos_x", "classification": "moons"}


class LogCosh(Loss):
    """Logarithm of cosh(F - y): a parabola near 0, |F - y| far from it.

    Not a part of the library.
    """

    name = "log_cosh"

    def loss(self, y: Any, raw_prediction: Any) -> Any:
        return np.log(np.cosh(raw_prediction - y))

    def gradient(self, y: Any, raw_prediction: Any) -> Any:
        return np.tanh(raw_prediction - y)

    def hessian(self, y: Any, raw_prediction: Any) -> Any:
        return 1.0 - np.tanh(raw_prediction - y) ** 2

    def initial_raw_prediction(self, y: Any, sample_weight: Any = None) -> float:
        return float(np.average(y, weights=sample_weight))


class SquaredMargin(Loss):
    name = "squared_margin_loss"
    task = "classification"

    def loss(self, y: Any, raw_prediction: Any) -> Any:
        return (raw_prediction - (2.0 * y - 1.0)) ** 2

    def gradient(self, y: Any, raw_prediction: Any) -> Any:
        return 2.0 * (raw_prediction - (2.0 * y - 1.0))

    def hessian(self, y: Any, raw_prediction: Any) -> Any:
        return np.full(raw_prediction.shape, 2.0)

    def initial_raw_prediction(self, y: Any, sample_weight: Any = None) -> float:
        return 2.0 * float(np.average(y, weights=sample_weight)) - 1.0

    def inverse_link(self, raw_prediction: Any) -> Any:
        return np.clip((raw_prediction + 1.0) / 2.0, 0.0, 1.0)


class NamedLogCosh(LogCosh):
    """The same loss; its row has all the words."""

    name = "named_log_cosh"


def tanh_derivatives(row: RowState) -> tuple[str, str]:
    return rf"\tanh({row.F}-y)={row.gradient}", rf"1-\tanh^2({row.F}-y)={row.hessian}"


ROW = LossWords(
    "log-cosh loss",
    axis="log cosh",
    bound="The parabola of log-cosh lies below it.",
    one_tree="a Newton step on log-cosh",
    derivatives=tanh_derivatives,
    why_no_xgboost="XGBoost has no log-cosh.",
)


@pytest.fixture(autouse=True)
def new_losses(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two losses without a row of words, and one with it."""
    for kind in (LogCosh, SquaredMargin, NamedLogCosh):
        monkeypatch.setitem(LOSSES, kind.name, kind)
    monkeypatch.setitem(LOSS_WORDS, NamedLogCosh.name, ROW)
    yield


def unfolded(at: AppTest) -> AppTest:
    """The page with every expander open, and all its settings."""
    for each in at.expander:
        at.session_state[f"folded_{each.label}"] = True
    at.session_state["more_settings"] = True
    return at.run()


def texts(at: AppTest) -> str:
    return "\n".join([*paragraphs(at), *(each.value for each in (*at.caption, *at.latex, *at.code))])


def page_with(page: str, kind: type[Loss], **link: object) -> AppTest:
    """A lesson under a loss, everything on it open; quiet, and with the loss in the list."""
    of_tree = {"leaf": "lesson"} if page == "one_leaf.py" else {}  # the others are worked by hand
    at = opened(
        page, **of_tree, **{"data": DATA[kind.task], "loss": kind.name, "n_estimators": 3, "round": 2, **link}
    )
    assert quiet(at)
    assert not at.toast
    assert quiet(unfolded(at))
    assert held(at, "loss") == kind.name
    controls = [each for each in at.selectbox if each.key == "widget_loss"]
    for control in controls:
        assert kind.name in control.options
        assert control.value == kind.name
    if page != "prune_it.py":  # by one tree, which has no loss
        assert controls
    return at


def test_every_loss_of_the_library_has_its_row() -> None:
    own = {LogCosh.name, SquaredMargin.name}
    shown = {name: kind for name, kind in LOSSES.items() if name not in own and not kind.renews_leaves}
    assert set(LOSS_WORDS) == set(shown)
    assert all(words_of(kind) is LOSS_WORDS[name] for name, kind in shown.items())


@pytest.mark.parametrize("kind", [LogCosh, SquaredMargin, NamedLogCosh])
@pytest.mark.parametrize("page", LESSONS)
def test_every_lesson_takes_a_new_loss(page: str, kind: type[Loss]) -> None:
    text = texts(page_with(page, kind))
    if page in ("boosting_rounds.py", "follow_one_row.py"):
        lines = {LogCosh: "np.tanh(", NamedLogCosh: "np.tanh(", SquaredMargin: "2.0 * (raw_prediction"}
        assert lines[kind] in text  # the code that computed this
        assert words_of(kind).without_xgboost in text
    if page == "one_leaf.py":
        assert f"rows, {words_of(kind).name})" in text
        assert words_of(kind).bound in text
    if page == "follow_one_row.py":
        assert (r"\tanh(F_{1}-y)=" in text) == (kind is NamedLogCosh)
    if page == "one_tree_or_many.py":
        assert f"λ 0: {words_of(kind).one_tree}." in text


@pytest.mark.parametrize("kind", [LogCosh, SquaredMargin])
def test_pruning_by_gamma_takes_a_new_loss(kind: type[Loss]) -> None:
    page_with("prune_it.py", kind, prune_by="gamma", prune_tree="data")


@pytest.mark.parametrize("kind", [LogCosh, NamedLogCosh])
def test_a_new_loss_may_be_the_other_setting(kind: type[Loss]) -> None:
    link = {"compare": "settings", "other": f"loss:{kind.name}", "n_estimators": 3}
    at = opened("one_tree_or_many.py", data="hand4", **link)
    assert quiet(at)
    assert not at.toast
    assert any(each.value == kind.name for each in at.selectbox if each.key == "other_value_0_loss")


@pytest.mark.parametrize(("data", "kind"), [("diabetes", LogCosh), ("hand5", SquaredMargin)])
@pytest.mark.parametrize("page", ["boosting_rounds.py", "one_leaf.py", "follow_one_row.py"])
def test_on_other_pictures_too(page: str, data: str, kind: type[Loss]) -> None:
    """Rows side by side, and classes along one feature."""
    page_with(page, kind, data=data)


def test_a_link_takes_what_the_table_now_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read("loss", "log_cosh") == "log_cosh"
    assert losses_for("cos_x2") == ("squared_error", "huber", "log_cosh", "named_log_cosh")
    assert losses_for("moons") == ("logistic", "exponential", "squared_margin_loss", "softmax")
    assert losses_for("iris") == ("softmax",)
    monkeypatch.delitem(LOSSES, "log_cosh")
    with pytest.raises(ValueError, match="loss=log_cosh must be one of 'usual', 'squared_error', "):
        read("loss", "log_cosh")


def test_words_without_a_row_are_made_from_name_and_docstring() -> None:
    made = words_of(LogCosh())
    assert (made.name, made.on_axis) == ("log cosh loss", "log cosh loss")
    assert made.about == r"Logarithm of cosh(F - y)\: a parabola near 0, \|F - y\| far from it."
    assert words_of(SquaredMargin()).name == "squared margin loss"
    assert words_of(SquaredMargin()).about == ""


def test_the_axis_has_the_words_of_the_row() -> None:
    for kind, name in ((LogCosh, "log cosh loss"), (NamedLogCosh, "log cosh")):
        found = fit_boosted_model(Settings(data="hand4", loss=kind.name, n_estimators=2))
        assert words_of(found.model.loss_).on_axis == name


def test_a_row_with_an_objective_gives_a_snippet(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(data="hand4", loss=LogCosh.name, n_estimators=2)
    tree = fit_boosted_model(settings).trace[0].trees[0]
    assert why_no_xgboost(settings) == ("The workbench knows no name that XGBoost would have for log_cosh.")
    assert xgboost_snippet(settings, tree, 1) is None
    row = LossWords("log-cosh loss", objective="reg:logcosh", xgboost_start="start_of(y)")
    monkeypatch.setitem(LOSS_WORDS, LogCosh.name, row)
    assert why_no_xgboost(settings) is None
    snippet = xgboost_snippet(settings, tree, 1)
    assert snippet is not None
    assert '"objective": "reg:logcosh"' in snippet
    assert '"base_score": start_of(y)' in snippet
