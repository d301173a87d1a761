"""The file of "Save as a page": small, without a way out, and with the leaf of every step."""

from functools import cache

import pytest

from tests.pages import fit, opened
from tests.saved_pages import as_sent, is_alone, questions_of, steps_of, unpacked
from workbench.lessons.one_leaf.leaf import reached_share, true_minimum, weight
from workbench.lessons.one_leaf.parabola_data import guess_range
from workbench.lessons.one_leaf.saved_page import (
    LeafStep,
    SavedLeaf,
    saved_page,
    steps_by_hand,
    steps_of_row,
)
from workbench.lessons.one_leaf.shared_axes import lesson_frame
from workbench.lessons.one_leaf.words import hand_words, verdict
from workbench.lessons.one_leaf.worked_leaves import PRESETS
from workbench.text.numbers import number

ROW = 7


@cache
def steps_for(name: str, data: str = "cos_x2") -> list[LeafStep]:
    if name != "lesson":
        return steps_by_hand(name, None, None, zoom=False)
    model = fit(data=data, n_estimators=12)
    return steps_of_row(model, 0, ROW, lesson_frame(model))


@cache
def file_of(name: str, data: str = "cos_x2") -> str:
    model = fit(data=data, n_estimators=12)
    of = (
        (model.dataset.title, model.settings, "")
        if name == "lesson"
        else (PRESETS[name].title, None, hand_words(PRESETS[name]))
    )
    return saved_page(SavedLeaf(steps_for(name, data), 2, *of, None, None, None, {"leaf": name})).decode()


@pytest.mark.parametrize("name", ["lesson", *PRESETS])
def test_every_step_has_the_sums_of_its_leaf_and_the_one_before(name: str) -> None:
    page, steps = file_of(name), steps_for(name)
    assert is_alone(page)
    assert f"one_leaf?leaf={name}" in page
    assert unpacked(page, "stepper")["labels"] == [step.label for step in steps]
    sent = steps_of(page)
    assert sorted(sent) == list(range(1, len(steps) + 1))
    for n, step in enumerate(steps, start=1):
        picture, leaf = sent[n]["picture"], step.leaf
        assert (picture["G"], picture["H"], picture["step"]["at"]) == (leaf.G, leaf.H, n)
        assert (picture["ghost"] is None) == (n == 1)
        if n > 1:
            assert picture["ghost"]["G"] == steps[n - 2].leaf.G
        best = number(weight(leaf, leaf.reg_lambda))
        assert sent[n]["texts"]["words"].endswith(f" = {best}.")
        assert sent[n].get("tree") == as_sent(step.tree)
        assert (step.tree is None) == (name != "lesson")


@pytest.mark.parametrize("name", ["lesson", *PRESETS])
def test_every_step_asks_for_the_best_w_and_hides_the_curves(name: str) -> None:
    asked = questions_of(file_of(name))
    assert asked
    for n, question in asked.items():
        leaf = steps_for(name)[n - 1].leaf
        lowest = true_minimum(leaf, leaf.reg_lambda)
        values, scale = question["place"]["values"], question["place"]["scale"]
        assert question["hides"]["picture"]["G"] == question["hides"]["picture"]["H"] == 0
        assert question["hides"]["shrink"] is None
        far = abs(values[question["right"][0]]) / guess_range(leaf)
        for i, w in enumerate(values):
            credit = reached_share(leaf, w, leaf.reg_lambda)
            assert question["told"][i] == verdict(leaf, w, leaf.reg_lambda, credit)
            share = scale["shares"][sum(end < w for end in scale["ends"])]
            if 0.1 < far <= 0.5:  # on the axis, and not all of it within a few pixels
                assert share == pytest.approx(100 * credit, abs=1.5)
        if lowest is not None:
            assert [values[i] for i in question["right"]] == [lowest]


@pytest.mark.wide
@pytest.mark.parametrize("data", ["cos_x2", "moons", "sonar"])
def test_as_many_rounds_as_there_can_be_fit_into_the_file(data: str) -> None:
    model = fit(data=data, n_estimators=200, max_depth=12)
    steps = steps_of_row(model, 0, ROW, None)
    page = saved_page(SavedLeaf(steps, 1, "", model.settings, "", None, None, None, {})).decode()
    assert is_alone(page)


@pytest.mark.parametrize("leaf", ["lesson", "newton"])
def test_the_button_stands_on_the_page_but_not_while_the_answer_is_hidden(leaf: str) -> None:
    def labels(**link: object) -> list[str]:
        at = opened("one_leaf.py", leaf=leaf, n_estimators=3, **link)
        return [str(button.proto.label) for button in at.get("download_button")]

    assert "Save as a page" in labels()
    assert "Save as a page" not in labels(guess=1)
