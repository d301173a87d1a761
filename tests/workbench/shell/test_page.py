"""What stands around every lesson: home, link, settings, presenter mode, fits that are refused or stopped."""

import threading
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.pages import LIMIT_S, held, opened, payloads, quiet, whole_link
from workbench.link.values import ENTRIES, SETTINGS, defaults, read, written
from workbench.models.settings import USUAL, settings_from
from workbench.paths import APP_PATH
from workbench.shell import current_fit
from workbench.shell.background_fits import Fit, Fits, FitStoppedError
from workbench.shell.registry import PAGES, page_named

HOSTILE = [
    {"round": "9999"},
    {"round": "x"},
    {"round": "-3"},
    {"data": "../etc"},
    {"data": "penguins.csv"},
    {"n_estimators": "-5"},
    {"max_depth": ""},
    {"learning_rate": "nan"},
    {"reg_lambda": "1e999"},
    {"loss": "softmax"},
    {"noise": "7"},
    {"node": "1.5"},
    {"seed": "0x10"},
    {"max_leaves": "true"},
    {"present": "yes"},
    {"![](http://host/a.png)": "`<script>`"},
]


def session(at: AppTest, names: Any) -> dict[str, Any]:
    return {name: held(at, name) for name in names}


@pytest.mark.parametrize("entry", PAGES, ids=lambda entry: entry.path)
def test_a_link_of_nothing_but_nonsense_is_harmless_on_every_page(entry: Any) -> None:
    nonsense = {name: text for link in HOSTILE for name, text in link.items()}
    at = opened(entry.path, **nonsense)
    assert quiet(at)
    assert len(at.toast) == 1


@pytest.mark.parametrize("link", HOSTILE, ids=str)
def test_nonsense_in_a_link_is_answered_by_what_the_page_opens_with_and_a_note(link: dict[str, str]) -> None:
    at = opened("boosting_rounds.py", **link)
    assert quiet(at)
    opens = defaults() | dict(page_named("boosting_rounds.py").opening)
    changed = {name for name, value in session(at, SETTINGS).items() if value != opens[name]}
    assert changed <= {"loss"}
    (name,) = link
    if link != {"loss": "softmax"}:
        (note,) = [toast.value for toast in at.toast]
        assert "Not everything in the link could be used" in note
        assert name[:20] in note


def test_a_note_shows_nothing_as_markdown() -> None:
    at = opened("boosting_rounds.py", **{"![](http://host/a.png)": "1", "data": "`![](http://host/b.png)"})
    (toast,) = at.toast
    lines = toast.value.split("\n")[2:]
    assert len(lines) == 2
    assert all(line.startswith("- `") and line.endswith("`") and line.count("`") == 2 for line in lines)


def test_a_link_sets_settings_and_cursor_on_every_page() -> None:
    link = {"data": "wine", "round": "3", "learning_rate": "0.5", "n_estimators": "5", "node": "1"}
    for entry in PAGES:
        at = opened(entry.path, **link, guess="none")
        assert quiet(at)
        assert whole_link(at) == {name: text for name, text in link.items() if name in entry.link_names}


def test_defaults_are_left_out_of_the_link() -> None:
    at = opened("boosting_rounds.py", guess="none")
    (sent,) = payloads(at, "address")
    assert (sent["values"], sent["others"]) == (
        {},
        {"pages": {}, "visited": "boosting_rounds"},
    )


def test_a_loss_that_does_not_fit_the_data_set_is_the_usual_one() -> None:
    settings = settings_from({"data": "iris", "loss": "huber", "noise": 0.3})
    assert (settings.loss, settings.noise) == (USUAL, 0.0)


@pytest.mark.parametrize("name", ENTRIES)
def test_every_default_reads_back_from_its_text(name: str) -> None:
    default = ENTRIES[name].default
    text = "none" if default is None else str(default)
    assert read(name, text) == default


def test_the_link_of_values_reads_back() -> None:
    values = {"max_leaves": 7, "base_score": None, "learning_rate": 0.15, "data": "iris", "cut": 3}
    assert {name: read(name, text) for name, text in written(values).items()} == {
        name: value for name, value in values.items() if value != ENTRIES[name].default
    }


def test_presenter_mode_leaves_out_the_header() -> None:
    at = opened("boosting_rounds.py")
    at.button("present_button").click().run()
    assert held(at, "present") == 1
    assert at.button("present_button").label == "Leave"
    at.button("present_button").click().run()
    assert held(at, "present") == 0


def test_parameters_that_gbtlib_refuses_are_named_on_the_page() -> None:
    at = opened("boosting_rounds.py", data="hand4", early_stopping_rounds=3)
    (error,) = at.error
    assert "early_stopping_rounds=3" in error.value
    assert not at.exception


def test_a_fit_is_computed_once_and_failures_are_tried_again() -> None:
    calls = []

    def compute(key: int, progress: Any) -> int:
        calls.append(key)
        if key < 0 and len(calls) == 1:
            raise ValueError("no")
        return key * 2

    fits = Fits(compute, at_most=2)
    failed = fits.of(-1)
    failed.done.wait()
    with pytest.raises(ValueError, match="no"):
        failed.result()
    again = fits.of(-1)
    again.done.wait()
    assert (again.result(), fits.of(-1).result(), calls) == (-2, -2, [-1, -1])


def test_the_least_recently_used_fit_is_forgotten() -> None:
    calls = []
    fits = Fits(lambda key, _: calls.append(key), at_most=2)
    for key in (1, 2, 1, 3, 1, 2):
        fits.of(key).done.wait()
    assert calls == [1, 2, 3, 2]


def test_a_fit_stops_when_told_but_not_while_somebody_else_waits() -> None:
    go_on = threading.Event()

    class Progress:
        number = 1

    def compute(key: str, progress: Any) -> str:
        go_on.wait()
        progress(Progress())
        return key

    fits = Fits(compute, at_most=2)
    watched = fits.of("watched")
    with watched.watched():
        watched.stop()
        go_on.set()
        watched.done.wait()
    assert watched.result() == "watched"
    go_on.clear()
    stopped = fits.of("stopped")
    stopped.stop()
    go_on.set()
    stopped.done.wait()
    with pytest.raises(FitStoppedError):
        stopped.result()


def test_a_fit_with_its_progress_shown_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    at = opened("boosting_rounds.py", data="iris", n_estimators=3)
    assert quiet(at)
    monkeypatch.setattr(current_fit, "PATIENCE_S", 0.0)
    current_fit.fits.clear()
    at.run()
    assert quiet(at)
    assert held(at, "data") == "iris"


def test_a_fit_that_another_reader_has_stopped_just_now_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by another run: this one has heard what the reader did, and a second would not."""

    class Progress:
        number = 1

    begun: list[str] = []

    def compute(key: str, progress: Any) -> str:
        begun.append(key)
        if len(begun) == 1:
            progress(Progress())
        return key

    fits = Fits(compute, at_most=2)
    monkeypatch.setattr(Fit, "stopped", property(lambda _: len(begun) == 1, lambda *_: None), raising=False)
    place = st.empty()
    assert current_fit.wait_for(fits, "key", place, 1, "Round {}", lambda _: None) == "key"
    assert begun == ["key", "key"]


def test_home_is_quiet() -> None:
    assert quiet(AppTest.from_file(str(APP_PATH), default_timeout=LIMIT_S).run())
