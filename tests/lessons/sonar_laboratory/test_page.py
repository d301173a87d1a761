"""The Sonar laboratory as a page: at once with the splits that come along, the others in the background."""

import threading
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import held, opened, paragraphs, payloads, put, quiet, reader_does
from workbench.lessons.sonar_laboratory import notebook
from workbench.lessons.sonar_laboratory.findings import areas_of
from workbench.lessons.sonar_laboratory.notebook import notebook_of
from workbench.lessons.sonar_laboratory.runs import RUNS, Job
from workbench.lessons.sonar_laboratory.splits import Ranks, Splits
from workbench.lessons.sonar_laboratory.values import VALUES
from workbench.lessons.sonar_laboratory.variants import VARIANTS
from workbench.lessons.sonar_laboratory.words import (
    decoding_words,
    other_algorithm_words,
    published_table,
    verdict_words,
)

PAGE = "sonar_laboratory.py"


@pytest.fixture(autouse=True)
def _no_run_outlives_its_test() -> Iterator[None]:
    yield
    for run in RUNS._fits.values():
        run.stop()
        run.done.wait()
    RUNS._fits.clear()
    notebook_of.cache_clear()


def markdown(at: AppTest) -> str:
    return "\n".join(paragraphs(at))


def test_it_opens_with_what_comes_along_and_computes_nothing() -> None:
    at = opened(PAGE)
    assert quiet(at)
    assert not RUNS._fits
    areas = areas_of(Job(Splits(), 40), "published_10", "published_5")
    assert verdict_words(areas) in markdown(at)
    assert published_table(areas) in markdown(at)
    assert decoding_words() in markdown(at)
    assert other_algorithm_words(areas) in markdown(at)
    below = sum(area < 0.754 for area in areas.of("adaboost"))
    assert f"falls below 0.754 on {below} of 40. That is no reproduction" in markdown(at)
    assert at.button("lab_run").disabled
    assert len(at.get("plotly_chart")) == 3


@pytest.mark.parametrize("name", VARIANTS)
def test_any_two_variants_are_compared(name: str) -> None:
    at = opened(PAGE, variant=name, than="tree", lab_view="curves", one_split=7, n_splits=20)
    assert quiet(at)
    areas = areas_of(Job(Splits(), 20), name, "tree")
    assert verdict_words(areas) in markdown(at)
    assert "Split 7 has" in markdown(at)


class Gate(NamedTuple):
    """Who trains the third split has reached it, and waits until it is opened."""

    reached: threading.Event
    opened: threading.Event


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    """Models that are trained in no time, but none after the first two splits until the gate is opened."""
    found = Gate(threading.Event(), threading.Event())

    def ranks(self: Splits, k: int, name: str) -> Ranks:
        if k >= 2:
            found.reached.set()
            found.opened.wait()
        return np.random.default_rng((k, len(name))).permutation(self.n_test).astype(np.uint8)

    monkeypatch.setattr(Splits, "ranks", ranks)
    return found


def test_a_link_to_other_splits_computes_nothing() -> None:
    at = opened(PAGE, split_seed=122, n_splits=10)
    assert quiet(at)
    assert "Nothing is known of these splits yet" in markdown(at)
    assert at.button("lab_run").label == "Compute"
    assert not RUNS._fits


def test_other_splits_are_computed_in_the_background_and_can_be_stopped(gate: Gate) -> None:
    at = opened(PAGE, split_seed=123, n_splits=10)
    at.button("lab_run").click().run()
    assert quiet(at)
    (run,) = RUNS._fits.values()
    assert run.key == Job(Splits(123), 10)
    assert at.button("lab_run").label == "Stop"
    gate.reached.wait()
    at.button("lab_run").click().run()
    assert quiet(at)
    gate.opened.set()
    run.done.wait()
    assert run.failed
    at.run()
    assert at.button("lab_run").label == "Compute"
    assert "over 2 splits" in markdown(at)
    at.button("lab_run").click().run()
    assert quiet(at)
    (again,) = RUNS._fits.values()
    assert again is not run
    again.done.wait()
    at.run()
    assert quiet(at)
    assert at.button("lab_run").disabled
    assert "over 10 splits" in markdown(at)


def test_a_run_that_fails_is_said_and_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Splits, k: int, name: str) -> None:
        raise ArithmeticError

    monkeypatch.setattr(Splits, "ranks", fail)
    at = opened(PAGE, split_seed=124, n_splits=10)
    at.button("lab_run").click().run()
    (run,) = RUNS._fits.values()
    run.done.wait()
    at.run()
    assert quiet(at)
    assert "could not be computed" in at.toast[0].value
    assert at.button("lab_run").label == "Compute"


def test_the_answer_is_hidden_while_one_guesses() -> None:
    at = opened(PAGE, guess=1)
    assert quiet(at)
    assert "±" not in markdown(at)
    assert not at.expander
    next(each for each in at.slider if each.label == "Your difference").set_value(0.03).run()
    next(button for button in at.button if button.label == "Reveal").click().run()
    assert quiet(at)
    assert "You: 0.03. Needed: 0.037 on the same rows, 0.16 on others." in markdown(at)
    assert "They cannot be told apart." in markdown(at)


@pytest.mark.parametrize(
    "link",
    [
        {"n_splits": "5"},
        {"n_splits": "1e9"},
        {"train_share": "0"},
        {"split_seed": "-1"},
        {"variant": "<script>"},
        {"than": "9" * 90},
        {"lab_view": "x"},
        {"one_split": "0"},
        {"one_split": "180"},
        {"printed_node": "33"},
        {"printed_row": "208"},
        {"printed_row": "none"},
        {"table": "torn"},
    ],
)
def test_nonsense_in_the_link_is_harmless(link: dict[str, str]) -> None:
    at = opened(PAGE, **link)
    assert quiet(at)
    assert len(at.get("plotly_chart")) == 3


def test_a_share_between_is_the_nearest() -> None:
    at = opened(PAGE, train_share=69)
    assert quiet(at)
    assert "63 unseen rows" in markdown(at)


def test_the_printed_tree_is_clicked_and_asked_about_rows() -> None:
    at = opened(PAGE)
    at = reader_does(at, "tree", "selected", 31)
    assert quiet(at)
    assert held(at, "printed_node") == 31
    assert "**68 mines**" in markdown(at)
    assert payloads(at, "tree")[0]["selected"] == 31
    put(at, printed_row=0)
    assert "Row 0, a rock: V11 ≤ 0.197?" in markdown(at)
    at.session_state["folded_The flat table, and a model built of it"] = True
    at.run()
    assert quiet(at)
    assert at.dataframe[0].value.shape == (33, 6)
    put(at, printed_row=97)
    assert "p(mine) = 1 / (1 + e^−F) = 0.5012499943" in markdown(at)  # 1 / (1 + e^-0.0049999875)
    put(at, table="cycle")
    assert quiet(at)
    assert "node 24 has the root, node 0, for a child: that is a cycle" in markdown(at)
    assert at.dataframe[0].value.loc[24, "LeftNodeIndex"] == 0


def test_presenter_mode_leaves_out_what_is_below() -> None:
    at = opened(PAGE, present=1)
    assert quiet(at)
    assert decoding_words() not in markdown(at)


def test_the_defaults_are_what_comes_along() -> None:
    assert VALUES["n_splits"].default == notebook.N_FIRST
    assert (VALUES["split_seed"].default, VALUES["train_share"].default) == (Splits().seed, Splits().share)
