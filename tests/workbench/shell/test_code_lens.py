"""The code lens shows the true lines of the true functions, and only where nobody presents."""

import ast
import inspect
import linecache
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import gbtlib
from gbtlib.core.search import SplitSearch
from gbtlib.histogram.bins import HistogramSearch
from gbtlib.loops import cuts
from gbtlib.loops.growing import gain_of
from gbtlib.loops.records import BINS, ENTRIES, ROWS
from gbtlib.losses.named import LOSSES
from workbench.models.boosted import fit_boosted_model
from workbench.models.settings import Settings
from workbench.models.single_tree import TreeSettings, grow_single_tree
from workbench.shell.code_lens import lines_about, lines_of
from workbench.shell.code_topics import all_topics, choosing_in_rounds, choosing_in_tree, topics
from workbench.text.cluster_snippet import cluster_programs

ROOT = Path(gbtlib.__file__).resolve().parents[1]
LIMIT_S = 60


@pytest.mark.parametrize("topic", all_topics())
def test_lines_are_those_of_the_file(topic: str) -> None:
    """Line by line the file's own text, but for the indentation."""
    path, first, text = lines_about(topic)
    for number, line in enumerate(text.split("\n"), start=first):
        assert line.strip() == linecache.getline(str(ROOT / path), number).strip()
    assert lines_about(topic).last == first + len(text.split("\n")) - 1


@pytest.mark.parametrize("topic", all_topics())
def test_excerpts_are_short(topic: str) -> None:
    """A tab of the lens is read on a projector: 40 lines are two screens of it already."""
    assert len(lines_about(topic).text.split("\n")) <= 40
    assert not lines_about(topic).text.startswith(" ")


@pytest.mark.parametrize("topic", all_topics())
def test_markers_are_unambiguous_and_inside_the_function(topic: str) -> None:
    chosen = all_topics()[topic]
    whole = lines_of(chosen.function).text
    assert ast.parse(whole)
    if chosen.start is not None:
        assert whole.count(chosen.start) == 1
        assert chosen.start in lines_about(topic).text.split("\n")[0]
    if chosen.stop is not None:
        assert chosen.stop in lines_about(topic).text.split("\n")[-1]


def test_the_gain_is_where_it_is_computed() -> None:
    path, first, text = lines_about("gain")
    assert path == "gbtlib/loops/growing.py"
    assert first == inspect.unwrap(gain_of).__code__.co_firstlineno
    assert "def gain_of(price, score, parent):" in text
    assert "- price.gamma" in text


@pytest.mark.parametrize("name", LOSSES)
def test_every_loss_has_its_own_gradient(name: str) -> None:
    _, first, text = lines_about(f"gradient of {name}")
    assert first == LOSSES[name].gradient.__code__.co_firstlineno
    assert text.startswith("def gradient(self, y: Target")


def test_a_lost_marker_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = topics()["gain"].__class__(gain_of, "", start="no such line")
    monkeypatch.setitem(topics(), "gain", lost)
    with pytest.raises(ValueError, match="no such line"):
        lines_about("gain")


def script(present: int, loss: str) -> None:
    from workbench.models.boosted import fit_boosted_model
    from workbench.models.settings import Settings
    from workbench.shell.code_lens import code_lens, round_tabs
    from workbench.shell.registry import HOME
    from workbench.shell.session import open_session, put

    open_session(HOME)
    put(present=present)
    code_lens(["gain", "gradient of squared_error"])
    round_tabs(fit_boosted_model(Settings(data="hand4", n_estimators=2, loss=loss)), 2, 0, 1)


def opened(present: int, loss: str, *labels: str) -> AppTest:
    at = AppTest.from_function(script, args=(present, loss), default_timeout=LIMIT_S)
    for label in labels:
        at.session_state[f"folded_{label}"] = True
    return at.run()


PROGRAMS = ["gbtlib.train", *cluster_programs(gbtlib.GradientBoostingRegressor())]


def test_expanders_show_code_and_snippets_once_they_are_open() -> None:
    label, libraries = "The code that computed this", ["gbtlib", "scikit-learn", "XGBoost", "LightGBM"]
    at = opened(0, "squared_error", label)
    assert not at.exception
    assert [each.label for each in at.expander] == [label]
    assert [tab.label for tab in at.tabs] == ["gain", "gradient of squared_error", *libraries, *PROGRAMS]
    shown = [code.value for code in at.code]
    assert shown[:2] == [lines_about("gain").text, lines_about("gradient of squared_error").text]
    modules = ("gbtlib", "sklearn", "xgboost", "lightgbm")
    assert [module in snippet for module, snippet in zip(modules, shown[2:6], strict=True)] == [True] * 4
    assert shown[6].startswith("python -m gbtlib.train --engine dask")
    place = lines_about("gain")
    assert at.caption[0].value == f"gbtlib/loops/growing.py, lines {place.first} to {place.last}"
    assert len(opened(0, "squared_error").code) == len(libraries) + len(PROGRAMS)


def test_without_a_peer_the_snippet_says_why() -> None:
    at = opened(0, "huber")
    assert len(at.code) == 2
    for said in ("XGBoost has no Huber loss", "scikit-learn cannot: loss 'huber'"):
        assert any(said in each.value for each in at.markdown)


def test_nothing_of_it_while_presenting() -> None:
    at = opened(1, "squared_error", "The code that computed this")
    assert not at.exception
    assert not at.expander


LAYING = {ROWS: [], BINS: ["laid by bins"], ENTRIES: ["laid by entries"]}


def chosen_by(grow: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The topics of the functions that chose a cut while something is grown."""
    found: set[str] = set()
    best_cuts = cuts.best_cuts

    def watched(columns: Any, nodes: Any, *more: Any) -> None:
        before = nodes[0]["cut_score"].copy()
        best_cuts(columns, nodes, *more)
        found.update({"best cut", *LAYING[columns[0]]} if (nodes[0]["cut_score"] != before).any() else ())

    with monkeypatch.context() as patch:
        for kind in (SplitSearch, HistogramSearch):
            patch.setattr(kind, "scan", None)  # Python calls the searches, where they can be watched
        patch.setattr(cuts, "best_cuts", watched)
        grow()
    return found


@pytest.mark.parametrize(
    "settings",
    [
        Settings(n_estimators=3),
        Settings(n_estimators=3, tree_method="hist", max_bin=16),
        Settings(data="sonar", n_estimators=2),
        Settings(data="iris", n_estimators=2),
        Settings(data="airquality", n_estimators=2),
    ],
    ids=lambda settings: f"{settings.data} {settings.tree_method}",
)
def test_what_is_shown_is_what_chose_the_cuts_of_the_rounds(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = choosing_in_rounds(fit_boosted_model(settings))
    assert chosen_by(lambda: fit_boosted_model(settings), monkeypatch) == set(shown) - {"first of the best"}


@pytest.mark.parametrize("data", ["cos_x2", "circles", "airquality"])
def test_what_is_shown_is_what_chose_the_cuts_of_a_tree(data: str, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = TreeSettings(data=data)
    shown = choosing_in_tree(grow_single_tree(settings))
    assert chosen_by(lambda: grow_single_tree(settings), monkeypatch) == set(shown) - {"first of the best"}
