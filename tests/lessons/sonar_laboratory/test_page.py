"""The Sonar laboratory as a page: at once with the splits that come along, the others in the background."""

import threading
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import held, opened, paragraphs, put, quiet, reader_does, shown_record, trees_drawn
from workbench.lessons.sonar_laboratory import notebook
from workbench.lessons.sonar_laboratory.findings import areas_of
from workbench.lessons.sonar_laboratory.notebook import notebook_of
from workbench.lessons.sonar_laboratory.runs import RUNS, Job
from workbench.lessons.sonar_laboratory.splits import Ranks, Splits
from workbench.lessons.sonar_laboratory.values import VALUES
from workbench.lessons.sonar_laboratory.variants import VARIANTS
from workbench.lessons.sonar_laboratory.words import (
    ASKED,
    decoding_words,
    error_words,
    other_algorithm_words,
    published_table,
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


def computing(at: AppTest) -> str:
    """The button that computes what is not known; "" where all is."""
    return next((each.label for each in at.button if each.key == "lab_run"), "")


def test_it_opens_with_what_comes_along_and_computes_nothing() -> None:
    at = opened(PAGE)
    assert quiet(at)
    assert not RUNS._fits
    areas = areas_of(Job(Splits(), 40), "published_10", "published_5")
    assert published_table(areas) in markdown(at)
    assert decoding_words() in markdown(at)
    assert other_algorithm_words(areas) in markdown(at)
    below = sum(area < 0.754 for area in areas.of("adaboost"))
    assert f"falls below 0.754 on {below} of 40. That is no reproduction" in markdown(at)
    assert not computing(at)
    assert np.array_equal(shown_record(at)["area"], areas.areas.ravel())


@pytest.mark.parametrize("name", VARIANTS)
def test_any_two_variants_are_compared(name: str) -> None:
    second = "tree" if name != "tree" else "forest"
    at = opened(PAGE, variant=name, than=second, lab_view="pairs", one_split=7, n_splits=20, lab_level=90)
    assert quiet(at)
    areas = areas_of(Job(Splits(), 20), name, second, 90)
    assert error_words(areas) in markdown(at)
    assert "Deal 7 has" in markdown(at)
    assert (shown_record(at)["n_deals"], shown_record(at)["level"]) == (20, 90)


def test_a_model_is_not_compared_with_itself() -> None:
    at = opened(PAGE, variant="published_5", than="published_5")
    assert not at.exception
    assert "variant and than are both published_5; compared is published_10." in at.toast[0].value
    assert held(at, "than") == "published_10"


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
    assert "Nothing is known of these deals yet" in markdown(at)
    assert computing(at) == "Compute, 0 of 10 known"
    assert shown_record(at)["n_deals"] == 0
    assert not RUNS._fits


def test_other_splits_are_computed_in_the_background_and_can_be_stopped(gate: Gate) -> None:
    at = opened(PAGE, split_seed=123, n_splits=10)
    at.button("lab_run").click().run()
    assert quiet(at)
    (run,) = RUNS._fits.values()
    assert run.key == Job(Splits(123), 10)
    assert computing(at).startswith("Stop, ")
    gate.reached.wait()
    at.button("lab_run").click().run()
    assert quiet(at)
    gate.opened.set()
    run.done.wait()
    assert run.failed
    at.run()
    assert computing(at) == "Compute, 2 of 10 known"
    assert shown_record(at)["n_deals"] == 2
    at.button("lab_run").click().run()
    assert quiet(at)
    (again,) = RUNS._fits.values()
    assert again is not run
    again.done.wait()
    at.run()
    assert quiet(at)
    assert not computing(at)
    assert " of 10 |" in markdown(at)
    assert shown_record(at)["n_deals"] == 10


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
    assert computing(at) == "Compute, 0 of 10 known"


def test_nothing_below_tells_while_it_is_asked() -> None:
    at = opened(PAGE, guess="none")
    assert quiet(at)
    assert ASKED in markdown(at)
    areas = areas_of(Job(Splits(), 40), "published_10", "published_5")
    for said in (published_table(areas), other_algorithm_words(areas)):
        assert said not in markdown(at)
    assert decoding_words() in markdown(at)
    told = opened(PAGE, guess="none", lab_told=1)
    assert published_table(areas) in markdown(told)


def test_other_deals_are_asked_about_anew() -> None:
    at = opened(PAGE, guess="none", lab_told=2, one_split=20)
    at = reader_does(at, "parameters", "set", {"number": 1, "values": {"n_splits": 30}})
    assert quiet(at)
    assert (held(at, "lab_told"), held(at, "one_split")) == (0, 8)
    assert shown_record(at)["n_deals"] == 30


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
        {"lab_level": "50"},
        {"lab_told": "3"},
        {"printed_node": "33"},
        {"printed_row": "208"},
        {"printed_row": "none"},
        {"table": "torn"},
    ],
)
def test_nonsense_in_the_link_is_harmless(link: dict[str, str]) -> None:
    at = opened(PAGE, **link)
    assert quiet(at)
    assert shown_record(at)["n_deals"] > 0


def test_a_share_between_is_the_nearest() -> None:
    at = opened(PAGE, train_share=69)
    assert quiet(at)
    assert shown_record(at)["n_test"] == 63


def test_a_node_of_the_printed_tree_is_chosen_and_asked_about_rows() -> None:
    at = opened(PAGE)
    at.number_input(key="widget_printed_node").set_value(31).run()
    assert quiet(at)
    assert held(at, "printed_node") == 31
    assert "**68 mines**" in markdown(at)
    assert '<g id="node31">' in trees_drawn(at)[0]
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
