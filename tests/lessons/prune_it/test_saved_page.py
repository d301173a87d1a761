"""The file of "Save as a page": small, without a way out, and with every tree of the sequence."""

from functools import cache

import numpy as np
import pytest

from tests.pages import opened
from tests.saved_pages import as_sent, is_alone, questions_of, steps_of, unpacked
from workbench.components.tree import tree_data
from workbench.lessons.prune_it.alpha_widgets import drawn_tree
from workbench.lessons.prune_it.hand_trees import hand_sequence
from workbench.lessons.prune_it.link_boxes import boxes
from workbench.lessons.prune_it.link_sequence import cross_validation, sequence_of
from workbench.lessons.prune_it.price_path import alpha_path
from workbench.lessons.prune_it.price_picture import price_data
from workbench.lessons.prune_it.saved_page import GIVEN_WORDS, TOO_LARGE, SavedPrunings, saved_page
from workbench.models.single_tree import TreeSettings, grow_single_tree
from workbench.text.numbers import number


@cache
def saved_of(data: str | None, max_depth: int = 4, min_samples_leaf: int = 1) -> SavedPrunings:
    if data is None:
        fit, found, validated = None, hand_sequence("misclassification"), None
    else:
        fit = grow_single_tree(
            TreeSettings(data=data, max_depth=max_depth, min_samples_leaf=min_samples_leaf)
        )
        found = sequence_of(fit, "squared_error" if fit.dataset.task == "regression" else "misclassification")
        validated = cross_validation(fit, found, 5)
    path = alpha_path(found, validated, drawn_tree(found, False), 1, 0, hidden=False)
    return SavedPrunings(fit, found, validated, path, {"prune_step": "1"})


@pytest.mark.parametrize("data", [None, "iris", "diabetes"])
def test_every_step_is_a_tree_of_the_sequence(data: str | None) -> None:
    saved = saved_of(data)
    page, found = saved_page(saved).decode(), saved.found
    assert is_alone(page)
    assert TOO_LARGE not in page
    assert "prune_it?prune_step=1" in page
    assert (GIVEN_WORDS["hand"] in page) == (data is None)
    assert unpacked(page, "picture") == as_sent(price_data(saved.path))
    assert unpacked(page, "steps")["first"] == 2  # step 0 is the first
    steps = steps_of(page)
    assert sorted(steps) == list(range(1, found.n_steps + 1))
    for k, sent in ((n - 1, steps[n]) for n in sorted(steps)):
        assert sent["picture"]["now"] == k
        assert sent["tree"] == as_sent(tree_data(boxes(found, k, 0)))
        assert f"best from α = {number(found.steps[k].alpha)} on" in sent["texts"]["words"]
        falling = [node["index"] for node in sent["tree"]["nodes"] if node["mark"] == "next"]
        assert set(falling) <= set(found.falls_next(k))
    labels = unpacked(page, "stepper")["labels"]
    assert labels[0] == f"Step 0 of {found.n_steps - 1}"


@pytest.mark.parametrize("data", [None, "iris"])
def test_every_step_asks_what_falls_and_hides_what_would_tell(data: str | None) -> None:
    saved = saved_of(data)
    asked = questions_of(saved_page(saved).decode())
    assert sorted(asked) == list(range(1, saved.found.n_steps))
    for k, question in ((n - 1, asked[n]) for n in sorted(asked)):
        right = {question["choices"][i] for i in question["right"]}
        assert f"node {saved.found.falls_next(k)[0]}" in right
        for i, told in enumerate(question["told"]):
            assert ("Right" in told) == (i in question["right"])
        hides = question["hides"]
        assert hides["tree"] is None
        assert not any("fall" in words for words in hides["texts"].values())
        assert {node["risk"] for tree in hides["picture"]["trees"] for node in tree["nodes"]} == {None}


def test_what_cross_validation_chooses_is_said() -> None:
    saved = saved_of("iris")
    assert saved.validated is not None
    least = int(np.argmin(saved.validated.error))
    assert f"step {least} errs least" in steps_of(saved_page(saved).decode())[1]["texts"]["more"]


@pytest.mark.wide
@pytest.mark.parametrize("data", ["diabetes", "cos_x2", "sonar"])
def test_long_sequences_fit_into_the_file(data: str) -> None:
    page = saved_page(saved_of(data, 100, 1 if data != "cos_x2" else 5)).decode()
    assert is_alone(page)
    assert (TOO_LARGE in page) == ('id="tree"' not in page)


def test_the_button_stands_on_the_page_but_not_while_the_answer_is_hidden() -> None:
    def labels(**link: object) -> list[str]:
        at = opened("prune_it.py", **link)
        return [str(button.proto.label) for button in at.get("download_button")]

    assert "Save as a page" in labels()
    assert "Save as a page" not in labels(guess=1)
